// The part of erts_debug that looks into a real node's inside. There is little to see here; tools
// learn that politely.
#include "vm/bif/setting.h"
#include "vm/term/map.h"

// --- internal state: shut until somebody asks for it ---------------------------------------------

static bool is_open(const Process *p) {
    return term_same(setting_of_machine(p->machine, ATOM(available_internal_state)), ATOM(true));
}

static Term erts_debug_get_internal_state_1(Process *p, const Term *args) {
    if (!is_open(p)) return process_raise(p, ATOM(undef));
    if (term_same(args[0], ATOM(available_internal_state))) return ATOM(true);
    if (term_same(args[0], ATOM(reds_left))) return term_small(4000);
    return process_badarg(p);
}

static Term erts_debug_set_internal_state_2(Process *p, const Term *args) {
    bool boolean = term_same(args[1], ATOM(true)) || term_same(args[1], ATOM(false));
    if (term_same(args[0], ATOM(available_internal_state)) && boolean)
        return setting_change_machine(p->machine, args[0], args[1]);
    return process_raise(p, is_open(p) ? ATOM(badarg) : ATOM(undef));
}

static void touches_state(Process *p, const Term *args, Footprint *out) {
    (void)p, (void)args;
    footprint_add(out, setting_object(ATOM(available_internal_state)), ACCESS_WRITE, 0);
}

static void reads_state(Process *p, const Term *args, Footprint *out) {
    (void)p, (void)args;
    footprint_add(out, setting_object(ATOM(available_internal_state)), ACCESS_READ, 0);
}

// --- instructions, breakpoints and locks ---------------------------------------------------------

static Term erts_debug_breakpoint_2(Process *p, const Term *args) {
    bool boolean = term_same(args[1], ATOM(true)) || term_same(args[1], ATOM(false));
    if (!term_is_tuple_of(args[0], 3) || !boolean) return process_badarg(p);
    return term_small(0);
}

static Term says_false(Process *p, const Term *args) {
    (void)p, (void)args;
    return ATOM(false);
}

static Term says_zero(Process *p, const Term *args) {
    (void)p, (void)args;
    return term_small(0);
}

static Term says_nil(Process *p, const Term *args) {
    (void)p, (void)args;
    return TERM_NIL;
}

static Term says_error(Process *p, const Term *args) {
    (void)p, (void)args;
    return ATOM(error);
}

static Term raises_badarg(Process *p, const Term *args) {
    (void)args;
    return process_badarg(p);
}

// Terms never change, so a copy is the term.
static Term copy(Process *p, const Term *args) {
    (void)p;
    return args[0];
}

const Bif erts_debug_state_bifs[] = {
    BIF(erts_debug, get_internal_state, 1, reads_state),
    BIF(erts_debug, set_internal_state, 2, touches_state),
    BIF(erts_debug, breakpoint, 2, PURE),
    BIF_NAMED("erts_debug", "disassemble", 1, says_false, PURE),
    BIF_NAMED("erts_debug", "instructions", 0, says_nil, PURE),
    BIF_NAMED("erts_debug", "interpreter_size", 0, says_zero, PURE),
    BIF_NAMED("erts_debug", "lcnt_clear", 0, says_error, PURE),
    BIF_NAMED("erts_debug", "lcnt_collect", 0, says_error, PURE),
    BIF_NAMED("erts_debug", "lcnt_control", 1, raises_badarg, PURE),
    BIF_NAMED("erts_debug", "lcnt_control", 2, raises_badarg, PURE),
    BIF_NAMED("erts_debug", "dirty_cpu", 2, raises_badarg, PURE),
    BIF_NAMED("erts_debug", "dirty_io", 2, raises_badarg, PURE),
    BIF_NAMED("erts_debug", "dirty", 3, raises_badarg, PURE),
    BIF_NAMED("erts_debug", "dist_ext_to_term", 2, raises_badarg, PURE),
    BIF_NAMED("erts_debug", "copy_shared", 1, copy, PURE),
    BIF_NAMED("erts_debug", "copy_shared", 2, copy, PURE),
    {0},
};
