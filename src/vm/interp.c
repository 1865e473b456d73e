// The interpreter: runs one process over decoded instructions.
//
// Instructions are threaded: each word that starts one is the distance of its label from that of the first. The
// heap's top, the stack pointer and the instruction pointer live in C variables; SYNC writes them back
// before anything that looks at the process or allocates, and RELOAD fetches what may have changed.
#ifndef __clang__
// Otherwise gcc pairs the instruction pointer and the stack pointer in one vector register, because they are
// loaded from neighbours, and merges all dispatches into one: three times slower. Instructions that begin anywhere in a
// cache line make programs faster or slower by a tenth, whenever code elsewhere grows by a few bytes.
#pragma GCC optimize("no-tree-slp-vectorize", "align-labels=32")
#endif
#include <math.h>

#include "vm/atomic.h"
#include "vm/bif/bifs.h"
#include "vm/bits.h"
#include "vm/compare.h"
#include "vm/entry.h"
#include "vm/glance.h"
#include "vm/interp_bits.h"
#include "vm/machine_state.h"
#include "vm/map.h"
#include "vm/number.h"
#include "vm/observed.h"
#include "vm/operator.h"
#include "vm/record.h"
#include "vm/timer.h"
#include "vm/world/quiet.h"

#define LIKELY(condition) __builtin_expect(!!(condition), 1)
#define UNLIKELY(condition) __builtin_expect(!!(condition), 0)

const char *const op_names[OP_COUNT] = {
#define OP(name) [OP_##name] = #name,
#include "vm/op.def"
#undef OP
};

Code op_words[OP_COUNT];
static Code exit_code[2], thaw_code[2], exit_raise_code[2];
const Code *interp_exit_code = exit_code, *interp_thaw_code = thaw_code;

__attribute__((constructor)) static void learn_words(void) {
    interp_run(NULL, NULL, 0);
    exit_code[0] = op_words[OP_exit_normal];
    thaw_code[0] = op_words[OP_thaw];
    exit_raise_code[0] = op_words[OP_exit_raise];
}

static inline Term *destination(Code w, Term *x, Term *stack) {
    return w & 1 ? &stack[w >> 1] : &x[w >> 1];
}

static inline Term constant(const Code *at) {
    Term t;
    memcpy(&t, at, sizeof t);
    return t;
}

static Term list_from_registers(Heap *heap, const Term *args, size_t count) {
    return heap_list_from(heap, args, count, TERM_NIL);
}

// Spreads a list over registers. -1: improper, or too long.
static int64_t spread_list(Term list, Term *x) {
    int64_t count = 0;
    for (; term_is_cons(list) && count < 256; list = term_tail(list)) x[count++] = term_head(list);
    return term_is_nil(list) ? count : -1;
}

// An atom made by an instruction is part of local code, where nobody could see that it comes to be. False: some module asks.
static bool may_act_here(Process *p, const Bif *bif, const Term *args) {
    Footprint footprint = {0};
    if (p->machine->stepping) bif->footprint(p, args, &footprint);
    if (footprint.count > 0)
        process_unsupported(p, "an atom that is made by an instruction, as OTP 29 compiles list_to_atom/1 within try, in a program "
                               "that asks which atoms there are");
    return footprint.count == 0;
}

// Milliseconds of a timeout. It may come from a register that was left when the process waited, so it is no address.
static bool is_timeout(Term t, uint64_t *milliseconds) {
    *milliseconds = (uint64_t)term_to_small(t);
    return term_is_small(t) && *milliseconds <= UINT32_MAX;
}

// Whether a receive that finds nothing, and so gets to `at`, may go on without a message at any moment.
static bool may_time_out(const Process *p, const Code *at, const Term *frame) {
    uint64_t milliseconds;
    if (*at == op_words[OP_wait]) return false;
    if (*at != op_words[OP_wait_timeout]) return true;   // after 0
    Term timeout = operand_source(&at[2], p->machine->x, frame);
    if (term_same(timeout, ATOM(infinity))) return false;
    return !is_timeout(timeout, &milliseconds) || milliseconds == 0 || !timer_waits(p, milliseconds * 1000000);
}

// Puts `code` of a function or fun in place of a call. Returns NULL after raising.
static const Code *enter_fun(Process *p, Term fun, uint32_t arity, Term *x) {
    if (term_is_kind(fun, KIND_FUN)) {
        FunEntry *entry = fun_entry(fun);
        if (LIKELY(entry->arity == arity)) {
            const Term *free_variables = term_words(fun) + 3;
            for (uint32_t i = 0; i < entry->free_count; i++) x[arity + i] = free_variables[i];
            return entry->address;
        }
    } else if (term_is_kind(fun, KIND_EXPORT)) {
        if (LIKELY(fun_export(fun)->arity == arity)) return fun_export(fun)->address;
    } else {
        process_raise(p, heap_tuple2(p->heap, ATOM(badfun), fun));
        return NULL;
    }
    Term args = list_from_registers(p->heap, x, arity);
    process_raise(p, heap_tuple2(p->heap, ATOM(badarity), heap_tuple2(p->heap, fun, args)));
    return NULL;
}

static const Code *enter_mfa(Process *p, Term module, Term function, uint32_t arity) {
    if (!term_is_atom(module) || !term_is_atom(function)) {
        process_badarg(p);
        return NULL;
    }
    return code_export(p->machine->code, module, function, arity)->address;
}

// Loads the module of a call that has nowhere to go. True: the call can be made now.
static bool resolve_export(Process *p, Export *export);

__attribute__((aligned(64)))
RunResult interp_run(Machine *m, Process *p, int64_t reductions) {
    static const int32_t distances[OP_COUNT] = {
#define OP(name) [OP_##name] = (int32_t)((const char *)&&do_##name - (const char *)&&do_call),
#include "vm/op.def"
#undef OP
    };
    if (!m) {
        for (int i = 0; i < OP_COUNT; i++) op_words[i] = (Code)distances[i];
        return RUN_EXITED;
    }

    Term *const x = m->x;
    Heap *const heap = &m->store.heap;
    const Code *ip;
    Term *E, *top;
    m->slice = m->slice_left = reductions;
    RunResult result;

#define SYNC() (heap->top = top, p->stack = E)
#define RELOAD() (top = heap->top)
#define X(n) x[ip[n]]
#define Y(n) E[ip[n]]
#define S(n) operand_source(&ip[n], x, E)
#define D(n) (*destination(ip[n], x, E))
#define C(n) constant(&ip[n])
#define POINTER(n, type) ((type *)C(n).bits)
#define LABEL(n) (ip + (int32_t)ip[n])
#define DISPATCH() goto *((const char *)&&do_call + (int32_t)*ip)
#define NEXT(size) do { ip += (size); DISPATCH(); } while (0)
#define JUMP(n) do { ip = LABEL(n); DISPATCH(); } while (0)
#define FAIL_UNLESS(condition, size) do { if (LIKELY(condition)) NEXT(size); JUMP(1); } while (0)
#define BODY(name) do_##name
// Entering a function: its arity stands right before its code.
#define ENTER(address) do { ip = (address); if (UNLIKELY(--m->slice_left <= 0)) goto slice_over; DISPATCH(); } while (0)
#define PUSH_RETURN(size) ((--E)->bits = (uint64_t)(ip + (size)))
#define RETURN() do { ip = (const Code *)(E++)->bits; DISPATCH(); } while (0)
#define COLLECT(live) do { SYNC(); gc_collect(m, p, E, (live)); RELOAD(); } while (0)
#define GRANTED(count) do { if (!m->granted) { p->live = (count); goto stop; } m->granted = false; } while (0)
#define VISIBLE(count) do { if (UNLIKELY(m->stepping && !quiet_serves(p))) { if (p->atomic) NOTE(); else GRANTED(count); } } while (0)
#define VISIBLE_BIF() do { if (UNLIKELY(m->stepping && export->bif->footprint)) { if (quiet_serves(p)) step_note_system(p, export->bif, x); else if (p->atomic) { p->ip = ip; if (!atomic_note_call(p, export, x)) goto attention; } else if (m->granted || step_is_visible(p, export->bif, x)) GRANTED(export->arity); } } while (0)
#define NOTE() do { SYNC(); atomic_note(p, ip, x); RELOAD(); } while (0)
#define RAISE_IF_NONE(t) do { if (UNLIKELY(term_is_none(t))) goto raise; } while (0)

    process_touch_run(p);
    p->status = PROCESS_READY;
    m->current = p;
    memcpy(x, p->stack - p->live, p->live * sizeof(Term));
    if (UNLIKELY(p->ran != m->store.mark_epoch)) stack_freeze(p);
    ip = p->ip;
    E = p->stack;
    RELOAD();
    DISPATCH();



    // --- control -----------------------------------------------------------------------------------
    BODY(call) : PUSH_RETURN(2);
    ENTER(LABEL(1));

    BODY(call_last) : {
        E += ip[2];
        ENTER(LABEL(1));
    }
    BODY(call_only) : ENTER(LABEL(1));

    BODY(call_ext) : {
        const Export *export = POINTER(1, const Export);
        PUSH_RETURN(3);
        ENTER(export->address);
    }
    BODY(call_ext_last) : {
        const Export *export = POINTER(1, const Export);
        E += ip[3];
        ENTER(export->address);
    }
    BODY(call_ext_only) : ENTER(POINTER(1, const Export)->address);

    BODY(call_bif) : {
        const Export *export = POINTER(1, const Export);
        VISIBLE_BIF();
        SYNC();
        p->ip = ip;
        Term value = export->bif->call(p, x);
        RELOAD();
        if (UNLIKELY(term_is_none(value))) goto raise_bif;
        x[0] = value;
        m->slice_left--;
        if (UNLIKELY(top > heap->soft)) COLLECT(1);
        ip += 3;
        if (UNLIKELY(m->attention)) goto attention;
        DISPATCH();
    }
    BODY(call_bif_last) : {
        const Export *export = POINTER(1, const Export);
        VISIBLE_BIF();
        SYNC();
        p->ip = ip;
        Term value = export->bif->call(p, x);
        RELOAD();
        if (UNLIKELY(term_is_none(value))) goto raise_bif;
        x[0] = value;
        m->slice_left--;
        if (UNLIKELY(top > heap->soft)) COLLECT(1);
        E += ip[3];
        ip = (const Code *)(E++)->bits;
        if (UNLIKELY(m->attention)) goto attention;
        DISPATCH();
    }
    BODY(call_bif_only) : {
        const Export *export = POINTER(1, const Export);
        VISIBLE_BIF();
        SYNC();
        p->ip = ip;
        Term value = export->bif->call(p, x);
        RELOAD();
        if (UNLIKELY(term_is_none(value))) goto raise_bif;
        x[0] = value;
        m->slice_left--;
        if (UNLIKELY(top > heap->soft)) COLLECT(1);
        ip = (const Code *)(E++)->bits;
        if (UNLIKELY(m->attention)) goto attention;
        DISPATCH();
    }
    BODY(call_fun) : {
        uint32_t arity = ip[1];
        SYNC();
        const Code *target = enter_fun(p, S(2), arity, x);
        RELOAD();
        if (UNLIKELY(!target)) goto raise;
        PUSH_RETURN(3);
        ENTER(target);
    }
    BODY(call_fun_last) : {
        uint32_t arity = ip[1];
        SYNC();
        const Code *target = enter_fun(p, S(2), arity, x);
        RELOAD();
        if (UNLIKELY(!target)) goto raise;
        E += ip[3];
        ENTER(target);
    }
    BODY(apply) : {
        uint32_t arity = ip[1];
        SYNC();
        const Code *target = enter_mfa(p, x[arity], x[arity + 1], arity);
        if (UNLIKELY(!target)) goto raise_apply;
        PUSH_RETURN(2);
        ENTER(target);
    }
    BODY(apply_last) : {
        uint32_t arity = ip[1];
        SYNC();
        const Code *target = enter_mfa(p, x[arity], x[arity + 1], arity);
        if (UNLIKELY(!target)) goto raise_apply;
        E += ip[2];
        ENTER(target);
    }
    BODY(apply_list) : {
        uint32_t count = ip[1];
        int64_t arity = spread_list(x[count - 1], m->scratch);
        SYNC();
        const Code *target = NULL;
        if (UNLIKELY(arity < 0)) {
            process_badarg(p);
        } else if (count == 3) {
            target = enter_mfa(p, x[0], x[1], (uint32_t)arity);
        } else {
            Term fun = x[0];
            memcpy(x, m->scratch, (size_t)arity * sizeof(Term));
            target = enter_fun(p, fun, (uint32_t)arity, x);
            RELOAD();
            if (UNLIKELY(!target)) goto raise;
        }
        if (UNLIKELY(!target)) {
            bool inside = ip[2] != APPLY_BODY;
            if (count == 2 && !heap->release->instructions_show) goto raise;
            exception_capture_call(p, ATOM(erlang), ATOM(apply), x, count, true, inside ? ip : NULL, E);
            goto handle;
        }
        if (count == 3) memcpy(x, m->scratch, (size_t)arity * sizeof(Term));
        if (ip[2] == APPLY_CALL) PUSH_RETURN(4);
        if (ip[2] == APPLY_LAST) E += ip[3];
        ENTER(target);
    }
    BODY(return) : RETURN();
    BODY(jump) : JUMP(1);

    BODY(allocate) : {
        if (UNLIKELY(top > heap->soft)) COLLECT(ip[2]);
        Term *frame = E - ip[1];
        if (UNLIKELY(frame - p->stack_low < 16)) {
            E = process_grow_stack(p, E, ip[1] + 16);
            frame = E - ip[1];
        }
        E = frame;
        NEXT(3);
    }
    BODY(allocate_zero) : {
        if (UNLIKELY(top > heap->soft)) COLLECT(ip[2]);
        Term *frame = E - ip[1];
        if (UNLIKELY(frame - p->stack_low < 16)) {
            E = process_grow_stack(p, E, ip[1] + 16);
            frame = E - ip[1];
        }
        E = frame;
        for (uint32_t i = 0; i < ip[1]; i++) E[i] = TERM_NIL;
        NEXT(3);
    }
    BODY(deallocate) : {
        E += ip[1];
        NEXT(2);
    }
    BODY(deallocate_return) : {
        E += ip[1];
        RETURN();
    }
    BODY(trim) : {
        E += ip[1];
        NEXT(2);
    }
    BODY(test_heap) : {
        if (UNLIKELY(top > heap->soft)) COLLECT(ip[2]);
        NEXT(3);
    }
    BODY(init_y) : Y(1) = TERM_NIL;
    NEXT(2);

    BODY(init_yregs) : {
        uint32_t count = ip[1];
        for (uint32_t i = 0; i < count; i++) Y(2 + i) = TERM_NIL;
        NEXT(2 + count);
    }
    BODY(func_info) : {
        SYNC();
        for (uint32_t i = 0; i < ip[1]; i++) x[i] = match_whole(heap, x[i]);
        process_raise(p, ATOM(function_clause));
        Place place;
        bool known = code_place(m->code, ip + 2, &place);
        assert(known);
        (void)known;
        exception_capture_call(p, place.module->name, place.function->function, x, ip[1], false,
                               ip + 2, E);
        goto handle;
    }
    BODY(exit_normal) : {
        VISIBLE(1);
        SYNC();
        if (UNLIKELY(m->stepping && quiet_serves(p))) step_note_system(p, NULL, NULL);
        p->result = x[0];
        p->returned = true;
        goto exit_normal;
    }
    BODY(exit_raise) : {
        VISIBLE(0);
        SYNC();
        if (UNLIKELY(m->stepping && quiet_serves(p))) step_note_system(p, NULL, NULL);
        p->reductions += (uint64_t)(reductions - m->slice_left);
        outcome_note_crash(p);
        logger_note_crash(p);
        process_exit(p, exception_exit_reason(p));
        result = RUN_EXITED;
        goto leave;
    }
    BODY(thaw) : {
        const Code *target = (const Code *)E[0].bits;
        E = stack_copy_frame(p, (const Term *)E[1].bits, E + 2);
        ip = target;
        DISPATCH();
    }
    BODY(undefined) : {
        Export *export = POINTER(1, Export);
        if (UNLIKELY(m->inquisitive && entry_stops(p, export->module))) {
            if (quiet_serves(p) || p->atomic) entry_note(p, export->module);
            else GRANTED(export->arity);
        }
        SYNC();
        p->ip = ip;
        bool resolved = resolve_export(p, export);
        RELOAD();
        if (resolved) ip = export->body;
        if (UNLIKELY(m->attention && m->booting && !m->unsupported)) {   // the node boots first
            m->attention = false;
            goto slice_over;
        }
        if (resolved) DISPATCH();
        if (m->attention) goto attention;
        Export *handler = code_find_export(m->code, export->module,
                                           atom_from_text("$handle_undefined_function"), 2);
        if (handler && handler->defined) {
            Term args = list_from_registers(heap, x, export->arity);
            RELOAD();
            x[0] = export->function;
            x[1] = args;
            ip = handler->address;
            DISPATCH();
        }
        process_raise(p, ATOM(undef));
        exception_capture_call(p, export->module, export->function, x, export->arity, false, NULL, E);
        goto handle;
    }
    BODY(hibernate) : {   // looks again when a message came
        p->timeout_ip = NULL;
        p->hibernated = true;   // also if one is there already, which could have come later
        if (term_is_nil(p->first)) goto waiting;
        x[0] = ATOM(ok);
        RETURN();
    }
    BODY(yield) : {
        x[0] = ATOM(true);
        ip = (const Code *)(E++)->bits;
        p->live = 1;
        result = RUN_YIELDED;
        goto save;
    }
    BODY(unsupported) : {
        SYNC();
        p->ip = ip;
        process_unsupported(p, "an instruction that this version of weft does not know");
        goto attention;
    }

    // --- what could not be proved ----------------------------------------------------------------------
    BODY(need_cons) : if (UNLIKELY(!term_is_cons(S(1)))) goto lies;
    NEXT(3);
    BODY(need_tuple) : {
        Term t = S(1);
        if (UNLIKELY(!term_is_tuple(t) || term_tuple_size(t) < ip[3])) goto lies;
        NEXT(4);
    }
    BODY(need_tuple_of) : {
        Term t = S(1);
        if (UNLIKELY(!term_is_boxed(t) || term_words(t)->bits != C(3).bits)) goto lies;
        NEXT(5);
    }
    BODY(need_map) : if (UNLIKELY(!term_is_map(S(1)))) goto lies;
    NEXT(3);
    BODY(need_message) : {
        for (uint32_t i = 1; i < ip[1]; i++) x[i] = TERM_NIL;
        if (UNLIKELY(term_is_nil(mailbox_peek(p)))) goto lies;
        NEXT(3);
    }
    BODY(need_room) : {
        if (UNLIKELY(top > heap->soft || heap->end - top < (ptrdiff_t)ip[1])) {
            COLLECT(ip[2]);
            if (heap->end - top < (ptrdiff_t)ip[1]) heap_exhausted(heap, ip[1]);
        }
        NEXT(3);
    }
lies:
    SYNC();
    p->ip = ip;
    process_lied_to(p, ip[2]);
    p->live = 0;
    goto attention_saved;

    // --- moving ------------------------------------------------------------------------------------
    BODY(move_xx) : X(2) = X(1);
    NEXT(3);
    BODY(move_xy) : Y(2) = X(1);
    NEXT(3);
    BODY(move_yx) : X(2) = Y(1);
    NEXT(3);
    BODY(move_yy) : Y(2) = Y(1);
    NEXT(3);
    BODY(move_cx) : X(3) = C(1);
    NEXT(4);
    BODY(move_cy) : Y(3) = C(1);
    NEXT(4);
    BODY(move_xx2) : X(2) = X(1);
    X(4) = X(3);
    NEXT(5);
    BODY(move_yx2) : X(2) = Y(1);
    X(4) = Y(3);
    NEXT(5);
    BODY(move_xy2) : Y(2) = X(1);
    Y(4) = X(3);
    NEXT(5);
    BODY(move_x0_return) : x[0] = X(1);
    RETURN();
    BODY(move_c_return) : x[0] = C(1);
    RETURN();
    BODY(swap) : {
        Term *a = destination(ip[1], x, E), *b = destination(ip[2], x, E);
        Term t = *a;
        *a = *b;
        *b = t;
        NEXT(3);
    }
    BODY(get_list_xxx) : {
        const Term *words = term_list_words(X(1));
        Term head = words[0], tail = words[1];
        X(2) = head;
        X(3) = tail;
        NEXT(4);
    }
    BODY(get_list) : {
        const Term *words = term_list_words(S(1));
        Term head = words[0], tail = words[1];
        D(2) = head;
        D(3) = tail;
        NEXT(4);
    }
    BODY(get_hd_xx) : X(2) = term_head(X(1));
    NEXT(3);
    BODY(get_hd) : D(2) = term_head(S(1));
    NEXT(3);
    BODY(get_tl_xx) : X(2) = term_tail(X(1));
    NEXT(3);
    BODY(get_tl) : D(2) = term_tail(S(1));
    NEXT(3);
    BODY(get_element_xx) : X(3) = term_words(X(1))[ip[2]];
    NEXT(4);
    BODY(get_element_xy) : Y(3) = term_words(X(1))[ip[2]];
    NEXT(4);
    BODY(get_element_yx) : X(3) = term_words(Y(1))[ip[2]];
    NEXT(4);
    BODY(get_element_yy) : Y(3) = term_words(Y(1))[ip[2]];
    NEXT(4);
    BODY(get_element2_xxx) : {
        const Term *words = term_words(X(1)) + ip[2];
        Term first = words[0], second = words[1];
        X(3) = first;
        X(4) = second;
        NEXT(5);
    }
    BODY(set_element) : {
        // Only ever a tuple that setelement/3 has just made: nobody else has seen it.
        Term *word = term_words(D(2)) + ip[3];
        heap->top = top;
        store_set(&m->store, word, S(1));
        NEXT(4);
    }
    BODY(put_list_xxx) : {
        top[0] = X(1);
        top[1] = X(2);
        X(3) = term_from_list_words(top);
        top += 2;
        NEXT(4);
    }
    BODY(put_list) : {
        top[0] = S(1);
        top[1] = S(2);
        D(3) = term_from_list_words(top);
        top += 2;
        NEXT(4);
    }
    BODY(put_tuple) : {
        uint32_t size = ip[2];
        top[0] = header_make(KIND_TUPLE, size);
        for (uint32_t i = 0; i < size; i++) top[i + 1] = S(3 + i);
        D(1) = term_from_words(top);
        top += size + 1;
        NEXT(3 + size);
    }
    BODY(update_record) : {
        uint32_t size = ip[3], count = ip[4];
        const Term *old = term_words(S(1));
        memcpy(top, old, (size + 1) * sizeof(Term));
        for (uint32_t i = 0; i < count; i++) top[ip[5 + 2 * i]] = S(6 + 2 * i);
        D(2) = term_from_words(top);
        top += size + 1;
        NEXT(5 + 2 * count);
    }

    // --- tests ---------------------------------------------------------------------------------------
#define TEST_FAMILY(name, test)                             \
    BODY(name##_x) : { Term t = X(2); FAIL_UNLESS(test, 3); } \
    BODY(name##_y) : { Term t = Y(2); FAIL_UNLESS(test, 3); } \
    BODY(name##_s) : { Term t = S(2); FAIL_UNLESS(test, 3); }
#define TEST_ONE(name, test) BODY(name) : { Term t = S(2); FAIL_UNLESS(test, 3); }

    TEST_FAMILY(is_atom, term_is_atom(t))
    TEST_FAMILY(is_integer, term_is_integer(t))
    TEST_FAMILY(is_tuple, term_is_tuple(t))
    TEST_FAMILY(is_nil, term_is_nil(t))
    TEST_FAMILY(is_cons, term_is_cons(t))
    BODY(is_cons_get_x) : {
        Term t = X(2);
        if (UNLIKELY(!term_is_cons(t))) JUMP(1);
        const Term *words = term_list_words(t);
        Term head = words[0], tail = words[1];
        X(3) = head;
        X(4) = tail;
        NEXT(5);
    }
    TEST_FAMILY(is_list, term_is_list(t))
    TEST_FAMILY(is_binary, term_is_binary(t))
    TEST_FAMILY(is_map, term_is_map(t))
    TEST_ONE(is_float, term_is_float(t))
    TEST_ONE(is_number, term_is_number(t))
    TEST_ONE(is_pid, term_is_pid(t))
    TEST_ONE(is_reference, term_is_reference(t))
    TEST_ONE(is_port, term_is_port(t))
    TEST_ONE(is_boolean, term_same(t, ATOM(true)) || term_same(t, ATOM(false)))
    TEST_ONE(is_bitstring, term_is_bitstring(t))
    TEST_ONE(is_function, term_is_fun(t))
    BODY(is_function2) : {
        Term t = S(2), arity = S(3);
        FAIL_UNLESS(term_is_fun(t) && term_is_small(arity) &&
                    (int64_t)fun_arity(t) == term_to_small(arity), 4);
    }
    BODY(test_arity_x) : FAIL_UNLESS(term_words(X(2))->bits == C(3).bits, 5);
    BODY(test_arity_y) : FAIL_UNLESS(term_words(Y(2))->bits == C(3).bits, 5);
    BODY(test_arity_s) : FAIL_UNLESS(term_words(S(2))->bits == C(3).bits, 5);
    BODY(is_tuple_of_x) : {
        Term t = X(2);
        FAIL_UNLESS(term_is_boxed(t) && term_words(t)->bits == C(3).bits, 5);
    }
    BODY(is_tuple_of_y) : {
        Term t = Y(2);
        FAIL_UNLESS(term_is_boxed(t) && term_words(t)->bits == C(3).bits, 5);
    }
    BODY(is_tuple_of_s) : {
        Term t = S(2);
        FAIL_UNLESS(term_is_boxed(t) && term_words(t)->bits == C(3).bits, 5);
    }
#define IS_TAGGED(t) (term_is_boxed(t) && term_words(t)->bits == C(3).bits && term_same(term_words(t)[1], C(5)))
    BODY(is_tagged_x) : { Term t = X(2); FAIL_UNLESS(IS_TAGGED(t), 7); }
    BODY(is_tagged_y) : { Term t = Y(2); FAIL_UNLESS(IS_TAGGED(t), 7); }
    BODY(is_tagged_s) : { Term t = S(2); FAIL_UNLESS(IS_TAGGED(t), 7); }
    BODY(is_same_xc) : FAIL_UNLESS(term_same(X(2), C(3)), 5);
    BODY(is_same_yc) : FAIL_UNLESS(term_same(Y(2), C(3)), 5);
    BODY(is_eq_exact_xx) : FAIL_UNLESS(term_identical(X(2), X(3)), 4);
    BODY(is_eq_exact) : FAIL_UNLESS(term_identical(S(2), S(3)), 4);
    BODY(is_not_same_xc) : FAIL_UNLESS(!term_same(X(2), C(3)), 5);
    BODY(is_not_same_yc) : FAIL_UNLESS(!term_same(Y(2), C(3)), 5);
    BODY(is_ne_exact) : FAIL_UNLESS(!term_identical(S(2), S(3)), 4);
    BODY(is_eq) : FAIL_UNLESS(term_equal(S(2), S(3)), 4);
    BODY(is_ne) : FAIL_UNLESS(!term_equal(S(2), S(3)), 4);

#define BOTH_SMALL(a, b) (((a).bits & (b).bits & 0xF) == IMM_SMALL)
#define ORDER(a, b, operator) \
    (LIKELY(BOTH_SMALL(a, b)) ? (int64_t)(a).bits operator(int64_t)(b).bits : compare_observed(p, a, b) operator 0)
    BODY(is_lt_xx) : { Term a = X(2), b = X(3); FAIL_UNLESS(ORDER(a, b, <), 4); }
    BODY(is_lt_xc) : { Term a = X(2), b = C(3); FAIL_UNLESS(ORDER(a, b, <), 5); }
    BODY(is_lt_cx) : { Term a = C(2), b = X(4); FAIL_UNLESS(ORDER(a, b, <), 5); }
    BODY(is_lt) : { Term a = S(2), b = S(3); FAIL_UNLESS(ORDER(a, b, <), 4); }
    BODY(is_ge_xx) : { Term a = X(2), b = X(3); FAIL_UNLESS(ORDER(a, b, >=), 4); }
    BODY(is_ge_xc) : { Term a = X(2), b = C(3); FAIL_UNLESS(ORDER(a, b, >=), 5); }
    BODY(is_ge_cx) : { Term a = C(2), b = X(4); FAIL_UNLESS(ORDER(a, b, >=), 5); }
    BODY(is_ge) : { Term a = S(2), b = S(3); FAIL_UNLESS(ORDER(a, b, >=), 4); }

    {
        Term t;
        const Code *choice;
        uint32_t count;
        BODY(select_linear_x) : t = X(1);
    linear:
        count = ip[2];
        for (choice = ip + 4; count > 0; count--, choice += 3)
            if (constant(choice).bits == t.bits) {
                ip += (int32_t)choice[2];
                DISPATCH();
            }
        JUMP(3);
        BODY(select_linear) : t = S(1);
        goto linear;

        BODY(select_binary_x) : t = X(1);
    binary:
        count = ip[2];
        choice = ip + 4;
        while (count > 0) {
            const Code *middle = choice + (size_t)(count / 2) * 3;
            uint64_t bits = constant(middle).bits;
            if (bits == t.bits) {
                ip += (int32_t)middle[2];
                DISPATCH();
            }
            if (bits < t.bits) {
                choice = middle + 3;
                count -= count / 2 + 1;
            } else {
                count /= 2;
            }
        }
        JUMP(3);
        BODY(select_binary) : t = S(1);
        goto binary;

        BODY(select_jump_x) : t = X(1);
        uint64_t index = (t.bits - C(4).bits) >> 4;
        if (term_is_small(t) && index < ip[2]) {
            ip += (int32_t)ip[6 + index];
            DISPATCH();
        }
        JUMP(3);

        BODY(select_general) : t = S(1);
        count = ip[2];
        for (choice = ip + 4; count > 0; count--, choice += 3)
            if (term_identical(t, constant(choice))) {
                ip += (int32_t)choice[2];
                DISPATCH();
            }
        JUMP(3);

        BODY(select_arity) : t = S(1);
        count = ip[2];
        if (term_is_tuple(t)) {
            size_t size = term_tuple_size(t);
            for (choice = ip + 4; count > 0; count--, choice += 2)
                if (choice[0] == size) {
                    ip += (int32_t)choice[1];
                    DISPATCH();
                }
        }
        JUMP(3);
    }

    // --- arithmetic ----------------------------------------------------------------------------------
    {
        Term a, b, *to;
        int64_t sum;
        Op operation;
        uint32_t size;

        BODY(add_xc) : a = X(2);
        b = C(3);
        if (LIKELY(term_is_small(a) &&
                   !__builtin_add_overflow((int64_t)a.bits, (int64_t)(b.bits - IMM_SMALL), &sum))) {
            X(5) = (Term){(uint64_t)sum};
            NEXT(6);
        }
        to = &X(5);
        operation = OP_add;
        size = 6;
        goto arithmetic;

        BODY(add_xx) : a = X(2);
        b = X(3);
        if (LIKELY(BOTH_SMALL(a, b) &&
                   !__builtin_add_overflow((int64_t)a.bits, (int64_t)(b.bits - IMM_SMALL), &sum))) {
            X(4) = (Term){(uint64_t)sum};
            NEXT(5);
        }
        to = &X(4);
        operation = OP_add;
        size = 5;
        goto arithmetic;

        BODY(sub_xc) : a = X(2);
        b = C(3);
        if (LIKELY(term_is_small(a) &&
                   !__builtin_sub_overflow((int64_t)a.bits, (int64_t)(b.bits - IMM_SMALL), &sum))) {
            X(5) = (Term){(uint64_t)sum};
            NEXT(6);
        }
        to = &X(5);
        operation = OP_sub;
        size = 6;
        goto arithmetic;

        BODY(sub_xx) : a = X(2);
        b = X(3);
        if (LIKELY(BOTH_SMALL(a, b) &&
                   !__builtin_sub_overflow((int64_t)a.bits, (int64_t)(b.bits - IMM_SMALL), &sum))) {
            X(4) = (Term){(uint64_t)sum};
            NEXT(5);
        }
        to = &X(4);
        operation = OP_sub;
        size = 5;
        goto arithmetic;

#define ARITHMETIC(name, ...)                \
    BODY(name) : a = S(2);                   \
    b = S(3);                                \
    if (LIKELY(BOTH_SMALL(a, b))) { __VA_ARGS__ } \
    operation = OP_##name;                   \
    goto arithmetic_general;
#define DONE(value) do { D(4) = (Term){(uint64_t)(value)}; NEXT(5); } while (0)

        ARITHMETIC(add, if (!__builtin_add_overflow((int64_t)a.bits, (int64_t)(b.bits - IMM_SMALL), &sum)) DONE(sum);)
        ARITHMETIC(sub, if (!__builtin_sub_overflow((int64_t)a.bits, (int64_t)(b.bits - IMM_SMALL), &sum)) DONE(sum);)
        ARITHMETIC(mul, if (!__builtin_mul_overflow(term_to_small(a), (int64_t)(b.bits - IMM_SMALL), &sum)) DONE(sum | IMM_SMALL);)
        ARITHMETIC(div, if (term_to_small(b) > 0) DONE(term_small(term_to_small(a) / term_to_small(b)).bits);)
        ARITHMETIC(rem, if (term_to_small(b) > 0) DONE(term_small(term_to_small(a) % term_to_small(b)).bits);)
        ARITHMETIC(band, DONE(a.bits & b.bits);)
        ARITHMETIC(bor, DONE(a.bits | b.bits);)
        ARITHMETIC(bxor, DONE((a.bits ^ b.bits) | IMM_SMALL);)
        ARITHMETIC(bsl, {
            int64_t shift = term_to_small(b), value = term_to_small(a);
            if (shift >= 0 && shift < 59 && value >= -(SMALL_MAX >> shift) && value <= SMALL_MAX >> shift)
                DONE(term_small((int64_t)((uint64_t)value << shift)).bits);
        })
        ARITHMETIC(bsr, {
            int64_t shift = term_to_small(b);
            if (shift >= 0) DONE(term_small(term_to_small(a) >> (shift > 63 ? 63 : shift)).bits);
        })

    arithmetic_general:
        to = &D(4);
        size = 5;
    arithmetic:
        heap->top = top;
        Term number = operator_apply(heap, operation, a, b);
        RELOAD();
        if (LIKELY(!number_failed(number))) {
            *to = number;
            if (UNLIKELY(top > heap->soft)) m->slice_left = 0;
            NEXT(size);
        }
        if (ip[1]) JUMP(1);
        process_raise(p, number_is_limit(number) ? ATOM(system_limit) : ATOM(badarith));
        Term args[2] = {a, b};
        if (!operator_has_frame(p, operation, ip, args)) goto raise;
        exception_capture_call(p, ATOM(erlang), operator_name(operation), args, 2, true, ip, E);
        goto handle;
    }

    BODY(bif0) : {
        SYNC();
        Term value = POINTER(1, const Bif)->call(p, NULL);
        RELOAD();
        RAISE_IF_NONE(value);
        D(3) = value;
        NEXT(4);
    }
    BODY(self) : D(1) = p->pid;
    NEXT(2);

    {
        const Bif *bif;
        Term args[3], value;
        uint32_t size;
        BODY(bif1) : args[0] = S(4);
        size = 6;
    call_guard_bif:
        bif = POINTER(2, const Bif);
        SYNC();
        p->ip = ip;
        if (UNLIKELY(bif->footprint && !may_act_here(p, bif, args))) goto attention;
        value = bif->call(p, args);
        RELOAD();
        if (UNLIKELY(term_is_none(value))) {
            if (ip[1]) JUMP(1);
            exception_capture_call(p, atom_from_text(bif->module), atom_from_text(bif->function), args,
                                   bif->arity, true, ip, E);
            goto handle;
        }
        D(size - 1) = value;
        if (UNLIKELY(top > heap->soft)) m->slice_left = 0;
        NEXT(size);

        BODY(bif2) : args[0] = S(4);
        args[1] = S(5);
        size = 7;
        goto call_guard_bif;

        BODY(bif3) : args[0] = S(4);
        args[1] = S(5);
        args[2] = S(6);
        size = 8;
        goto call_guard_bif;

#define FAST_BIF1(name, test, fast) \
    BODY(name) : args[0] = S(4);    \
    size = 6;                       \
    if (LIKELY(test)) { D(5) = (fast); NEXT(6); } \
    goto call_guard_bif;
        FAST_BIF1(bif_hd, term_is_cons(args[0]), term_head(args[0]))
        FAST_BIF1(bif_tl, term_is_cons(args[0]), term_tail(args[0]))
        FAST_BIF1(bif_tuple_size, term_is_tuple(args[0]), term_small((int64_t)term_tuple_size(args[0])))
        BODY(bif_length) : args[0] = S(4);
        size = 6;
        int64_t length = term_list_length(args[0]);
        if (LIKELY(length >= 0)) {
            D(5) = term_small(length);
            NEXT(6);
        }
        goto call_guard_bif;

        BODY(bif_map_get) : args[0] = S(4);
        args[1] = S(5);
        size = 7;
        if (LIKELY(term_is_map(args[1]))) {
            value = map_get(args[1], args[0]);
            if (LIKELY(!term_is_none(value))) {
                D(6) = value;
                NEXT(7);
            }
        }
        goto call_guard_bif;

        BODY(bif_element) : args[0] = S(4);
        args[1] = S(5);
        size = 7;
        if (LIKELY(term_is_small(args[0]) && term_is_tuple(args[1]) &&
                   (uint64_t)(term_to_small(args[0]) - 1) < term_tuple_size(args[1]))) {
            D(6) = term_words(args[1])[term_to_small(args[0])];
            NEXT(7);
        }
        goto call_guard_bif;

        BODY(bif_eq_exact) : D(6) = process_boolean(term_identical(S(4), S(5)));
        NEXT(7);
    }

    // --- floats --------------------------------------------------------------------------------------
    BODY(fload) : m->floats[ip[2]] = term_to_double(S(1));
    NEXT(3);
    BODY(fstore) : {
        heap->top = top;
        Term value = heap_float(heap, m->floats[ip[1]]);
        RELOAD();
        D(2) = value;
        NEXT(3);
    }
    BODY(fconv) : {
        Term t = S(1);
        if (LIKELY(term_is_small(t))) {
            m->floats[ip[2]] = (double)term_to_small(t);
        } else if (!number_to_double(t, &m->floats[ip[2]])) {
            SYNC();
            process_badarith(p);
            goto raise;
        }
        NEXT(3);
    }
#define FLOAT_OPERATION(name, operator)                               \
    BODY(name) : {                                                    \
        double value = m->floats[ip[1]] operator m->floats[ip[2]];    \
        if (UNLIKELY(!isfinite(value))) goto bad_float;               \
        m->floats[ip[3]] = value;                                     \
        NEXT(4);                                                      \
    }
    FLOAT_OPERATION(fadd, +)
    FLOAT_OPERATION(fsub, -)
    FLOAT_OPERATION(fmul, *)
    BODY(fdiv) : {
        if (m->floats[ip[2]] == 0) goto bad_float;
        double value = m->floats[ip[1]] / m->floats[ip[2]];
        if (UNLIKELY(!isfinite(value))) goto bad_float;
        m->floats[ip[3]] = value;
        NEXT(4);
    }
    BODY(fnegate) : m->floats[ip[2]] = -m->floats[ip[1]];
    NEXT(3);
bad_float:
    process_badarith(p);
    goto raise;

    // --- funs ----------------------------------------------------------------------------------------
    BODY(make_fun) : {
        uint32_t count = ip[4];
        Term *words = top;
        top += 3 + count;
        words[0] = header_make(KIND_FUN, 2 + count);
        words[1] = term_from_pointer(POINTER(1, FunEntry));
        words[2] = p->pid;
        for (uint32_t i = 0; i < count; i++) words[3 + i] = S(5 + i);
        D(3) = term_from_words(words);
        NEXT(5 + count);
    }

    // --- exceptions ------------------------------------------------------------------------------------
    BODY(catch) : {
        Y(1) = (Term){(uint64_t)LABEL(2) << 8 | SPECIAL_CATCH};
        p->catches++;
        NEXT(3);
    }
    BODY(catch_end) : {
        Y(1) = TERM_NIL;
        p->catches--;
        if (term_is_none(x[0])) {
            SYNC();
            if (term_same(x[1], ATOM(throw))) {
                x[0] = x[2];
            } else if (term_same(x[1], ATOM(error))) {
                Term reason = heap_tuple2(heap, x[2], exception_cook(p, x[3]));
                x[0] = heap_tuple2(heap, ATOM(EXIT), reason);
            } else {
                x[0] = heap_tuple2(heap, ATOM(EXIT), x[2]);
            }
            RELOAD();
            if (UNLIKELY(top > heap->soft)) COLLECT(1);
        }
        NEXT(2);
    }
    BODY(try_end) : {
        Y(1) = TERM_NIL;
        p->catches--;
        NEXT(2);
    }
    BODY(try_case) : {
        if (UNLIKELY(!term_is_none(x[0]))) goto lies;   // no exception led here
        Y(1) = TERM_NIL;
        p->catches--;
        x[0] = x[1];
        x[1] = x[2];
        x[2] = x[3];
        NEXT(3);
    }
    {
        Term name;
        BODY(badmatch) : name = ATOM(badmatch);
        goto end_with_value;
        BODY(case_end) : name = ATOM(case_clause);
        goto end_with_value;
        BODY(try_case_end) : name = ATOM(try_clause);
        goto end_with_value;
        BODY(badrecord) : name = ATOM(badrecord);
    end_with_value:
        SYNC();
        process_raise(p, heap_tuple2(heap, name, S(1)));
        RELOAD();
        goto raise;
    }
    BODY(if_end) : process_raise(p, ATOM(if_clause));
    goto raise;

    BODY(raise) : {
        Term trace = S(1), value = S(2);
        SYNC();
        // The trace remembers its class: see exception_capture.
        process_raise_class(p, exception_class_of(trace), value);
        p->trace = trace;
        RELOAD();
        goto handle;
    }
    BODY(build_stacktrace) : {
        SYNC();
        x[0] = exception_cook(p, x[0]);
        RELOAD();
        NEXT(1);
    }
    BODY(raw_raise) : {
        Term class = x[0];
        ExceptionClass kind = term_same(class, ATOM(error)) ? CLASS_ERROR
                              : term_same(class, ATOM(exit)) ? CLASS_EXIT : CLASS_THROW;
        if (kind == CLASS_THROW && !term_same(class, ATOM(throw))) {
            x[0] = ATOM(badarg);
            NEXT(1);
        }
        SYNC();
        process_raise_class(p, kind, x[1]);
        p->trace = exception_with_class(p, x[2], kind);
        RELOAD();
        goto handle;
    }

    // --- messages --------------------------------------------------------------------------------------
    BODY(send) : {
        VISIBLE(2);
        SYNC();
        p->ip = ip;
        if (UNLIKELY(!send_to(p, x[0], x[1]))) {
            process_badarg(p);
            if (!heap->release->instructions_show) goto raise;
            exception_capture_call(p, ATOM(erlang), ATOM(send), x, 2, true, ip, E);
            goto handle;
        }
        RELOAD();
        x[0] = x[1];
        m->slice_left--;
        ip += 1;
        if (UNLIKELY(m->attention)) {
            p->live = 1;
            goto attention_saved;
        }
        DISPATCH();
    }
    BODY(loop_rec) : {
        if (UNLIKELY(m->stepping)) {
            // No X register is live here. What matching leaves in them must be saved when it stops.
            for (uint32_t i = 0; i < ip[3]; i++) x[i] = TERM_NIL;
            p->receive_ip = ip;
            p->receive_timed = may_time_out(p, LABEL(1), E);
        }
        Term message = mailbox_peek(p);
        if (term_is_nil(message)) JUMP(1);
        D(2) = term_words(message)[MESSAGE_VALUE];
        NEXT(4);
    }
    BODY(loop_rec_end) : {
        mailbox_skip(p);
        m->slice_left--;
        JUMP(1);
    }
    BODY(remove_message) : {
        VISIBLE(ip[1]);
        // What was asked for before is still to be written, and others may have run since.
        if (UNLIKELY(m->stepping && top > heap->soft)) COLLECT(ip[1]);
        SYNC();
        mailbox_remove(p);
        RELOAD();
        p->receive_ip = NULL;
        NEXT(2);
    }
    BODY(wait) : {
        ip = LABEL(1);
        p->timeout_ip = NULL;
        goto waiting;
    }
    BODY(wait_timeout) : {
        Term timeout = S(2);
        if (!p->timer_armed) {
            uint64_t milliseconds;
            if (p->timer_endless || term_same(timeout, ATOM(infinity))) {
                ip = LABEL(1);
                p->timer_endless = true;
                p->timeout_ip = NULL;
                goto waiting;
            }
            if (!is_timeout(timeout, &milliseconds)) {
                SYNC();
                p->receive_ip = NULL;
                process_raise(p, ATOM(timeout_value));
                goto raise;
            }
            if (milliseconds == 0) NEXT(3);
            SYNC();
            timer_arm_receive(p, milliseconds * 1000000);
            RELOAD();
        }
        p->timeout_ip = ip + 3;
        ip = LABEL(1);
        goto waiting;
    }
    BODY(timeout) : {
        // `after 0` looks once: finding nothing is an action, unless a step of the clock led here.
        if (!p->timed_out) VISIBLE(0);
        SYNC();
        timer_disarm_receive(p);
        if (p->receive_ip) glance_note_all(p);
        p->save = TERM_NIL;
        p->receive_ip = NULL;
        RELOAD();
        NEXT(1);
    }
    BODY(recv_marker_reserve) : D(1) = TERM_NIL;
    NEXT(2);

    // --- maps --------------------------------------------------------------------------------------------
    BODY(put_map) : {
        uint32_t count = ip[5];
        Term map = S(2), missing;
        Term *pairs = m->scratch;
        if (UNLIKELY(2 * count > X_REGISTERS)) {
            heap->top = top;
            pairs = term_elements(heap_tuple(heap, 2 * (size_t)count));
            RELOAD();
        }
        for (uint32_t i = 0; i < 2 * count; i++) pairs[i] = S(6 + i);
        SYNC();
        if (UNLIKELY(!term_is_map(map))) {
            if (ip[1]) JUMP(1);
            process_raise(p, heap_tuple2(heap, ATOM(badmap), map));
            RELOAD();
            goto raise;
        }
        Term updated = map_put_many(heap, map, pairs, count, ip[4], &missing);
        RELOAD();
        if (UNLIKELY(term_is_none(updated))) {
            if (ip[1]) JUMP(1);
            process_raise(p, heap_tuple2(heap, ATOM(badkey), missing));
            RELOAD();
            goto raise;
        }
        D(3) = updated;
        if (UNLIKELY(top > heap->soft)) m->slice_left = 0;
        NEXT(6 + 2 * count);
    }
    BODY(has_map_fields) : {
        Term map = S(2);
        uint32_t count = ip[3];
        for (uint32_t i = 0; i < count; i++)
            if (term_is_none(map_get(map, S(4 + i)))) JUMP(1);
        NEXT(4 + count);
    }
    BODY(get_map_element_xx) : {
        Term value = map_get(X(2), C(3));
        if (UNLIKELY(term_is_none(value))) JUMP(1);
        X(5) = value;
        NEXT(6);
    }
    BODY(get_map_elements) : {
        Term map = S(2);
        uint32_t count = ip[3];
        for (uint32_t i = 0; i < count; i++) {
            Term value = map_get(map, S(4 + 2 * i));
            if (term_is_none(value)) JUMP(1);
            D(5 + 2 * i) = value;
        }
        NEXT(4 + 2 * count);
    }

    // --- bit syntax: the work is in interp_bits.c ----------------------------------------------------------
    BODY(bs_start_match) : {
        heap->top = top;
        Term context = match_start(heap, S(2));
        RELOAD();
        if (term_is_none(context)) {
            if (ip[1]) JUMP(1);
            SYNC();
            process_badarg(p);
            goto raise;
        }
        D(3) = context;
        NEXT(4);
    }
#define MATCH_RESULT(call, to, size)             \
    do {                                         \
        heap->top = top;                         \
        Term value = (call);                     \
        RELOAD();                                \
        if (UNLIKELY(term_is_none(value))) JUMP(1); \
        D(to) = value;                           \
        NEXT(size);                              \
    } while (0)
    BODY(bs_get_integer) : MATCH_RESULT(match_integer(&m->store, S(2), S(3), ip[4], ip[5]), 6, 7);
    BODY(bs_get_integer_small) : MATCH_RESULT(match_fixed_integer(&m->store, S(2), ip[3], ip[4]), 5, 6);
    BODY(bs_get_float) : MATCH_RESULT(match_float(&m->store, S(2), S(3), ip[4], ip[5]), 6, 7);
    BODY(bs_get_binary) : MATCH_RESULT(match_binary(&m->store, S(2), S(3), ip[4]), 6, 7);
    BODY(bs_skip_bits) : FAIL_UNLESS(match_skip(&m->store, S(2), S(3), ip[4]), 5);
    BODY(bs_get_utf) : MATCH_RESULT(match_utf(&m->store, S(2), ip[3], ip[4]), 5, 6);
    BODY(bs_skip_utf) : {
        Term value = match_utf(&m->store, S(2), ip[3], ip[4]);
        FAIL_UNLESS(!term_is_none(value), 5);
    }
    BODY(bs_test_tail) : FAIL_UNLESS(match_left(S(2)) == ip[3], 4);
    BODY(bs_test_unit) : FAIL_UNLESS(match_left(S(2)) % ip[3] == 0, 4);
    BODY(bs_match_string) : FAIL_UNLESS(match_string(&m->store, S(2), POINTER(4, const uint8_t), ip[3]), 6);
    BODY(bs_get_tail) : {
        heap->top = top;
        Term value = match_tail(heap, S(1));
        RELOAD();
        D(2) = value;
        NEXT(3);
    }
    BODY(bs_get_position) : D(2) = match_position(S(1));
    NEXT(3);
    BODY(bs_set_position) : {
        Term context = S(1), position = S(2);
        if (UNLIKELY(!match_has_position(context, position))) {
            SYNC();
            process_badarg(p);
            goto raise;
        }
        match_set_position(&m->store, context, position);
        NEXT(3);
    }
    BODY(bs_context_to_binary) : {
        heap->top = top;
        Term value = match_whole(heap, D(1));
        RELOAD();
        D(1) = value;
        NEXT(2);
    }
    BODY(bs_ensure_at_least) : {
        size_t bits = match_left(S(2));
        FAIL_UNLESS(bits >= ip[3] && (bits - ip[3]) % ip[4] == 0, 5);
    }
    BODY(bs_ensure_exactly) : FAIL_UNLESS(match_left(S(2)) == ip[3], 4);
    BODY(bs_take_integer) : {
        heap->top = top;
        Term value = match_fixed_integer(&m->store, S(1), ip[2], ip[3]);
        RELOAD();
        D(4) = value;
        NEXT(5);
    }
    BODY(bs_take_binary) : {
        heap->top = top;
        Term value = match_fixed_binary(&m->store, S(1), ip[2]);
        RELOAD();
        D(3) = value;
        NEXT(4);
    }
    BODY(bs_take_skip) : match_advance(&m->store, S(1), ip[2]);
    NEXT(3);
    BODY(bs_take_equal) : FAIL_UNLESS(match_equal(&m->store, S(2), ip[3], C(4)), 6);

    BODY(bs_create) : {
        SYNC();
        p->ip = ip;
        Term value = bits_create(p, ip, x, E);
        RELOAD();
        if (UNLIKELY(term_is_none(value))) {
            if (ip[1]) JUMP(1);
            goto raise;
        }
        D(3) = value;
        if (UNLIKELY(top > heap->soft)) m->slice_left = 0;
        NEXT(5 + SEGMENT_CODE_WORDS * ip[4]);
    }
    BODY(bs_init) : {
        SYNC();
        Term value = bits_begin(p, S(2), ip[3]);
        RELOAD();
        if (UNLIKELY(term_is_none(value))) goto failed;
        D(4) = value;
        if (UNLIKELY(top > heap->soft)) m->slice_left = 0;
        NEXT(5);
    }
    BODY(bs_add) : {
        SYNC();
        Term value = bits_size_add(p, S(2), S(3), ip[4]);
        RELOAD();
        if (UNLIKELY(term_is_none(value))) goto failed;
        D(5) = value;
        NEXT(6);
    }
    BODY(bs_utf_size) : D(3) = bits_size_of_character(S(2), ip[1]);
    NEXT(4);
    BODY(bs_put_integer) : if (UNLIKELY(!bits_add_integer(p, S(2), ip[3], ip[4], S(5)))) goto failed;
    NEXT(6);
    BODY(bs_put_float) : if (UNLIKELY(!bits_add_float(p, S(2), ip[3], ip[4], S(5)))) goto failed;
    NEXT(6);
    BODY(bs_put_binary) : if (UNLIKELY(!bits_add_binary(p, S(2), ip[3], S(5)))) goto failed;
    NEXT(6);
    BODY(bs_put_string) : if (UNLIKELY(!bits_add_string(p, POINTER(2, const uint8_t), ip[1]))) goto raise;
    NEXT(4);
    BODY(bs_put_utf) : if (UNLIKELY(!bits_add_character(p, ip[2], ip[3], S(4)))) goto failed;
    NEXT(5);
    BODY(bs_init_writable) : {
        SYNC();
        x[0] = bits_new_growable(heap, term_is_small(x[0]) && term_to_small(x[0]) > 0 &&
                                               term_to_small(x[0]) < 65536
                                           ? (size_t)term_to_small(x[0]) : 256);
        RELOAD();
        NEXT(1);
    }
    BODY(bs_append) : {
        SYNC();
        Term value = bits_begin_append(p, S(4), S(2), ip[3]);
        RELOAD();
        if (UNLIKELY(term_is_none(value))) goto failed;
        D(5) = value;
        if (UNLIKELY(top > heap->soft)) m->slice_left = 0;
        NEXT(7);
    }

    // --- native records ----------------------------------------------------------------------------------
    BODY(is_any_record) : FAIL_UNLESS(term_is_record(S(2)), 3);
    BODY(is_record_of) : FAIL_UNLESS(record_is(S(2), C(3), C(5)), 7);
    BODY(is_record_open) : {
        Term record = S(2);
        FAIL_UNLESS(term_is_record(record) &&
                    (term_same(record_exported(record), ATOM(true)) || term_same(record_module(record), C(3))), 5);
    }
    BODY(get_record_elements) : {
        Term record = S(2);
        uint32_t count = ip[3];
        if (UNLIKELY(!term_is_record(record))) JUMP(1);
        for (const Code *at = ip + 4; count > 0; count--, at += RECORD_FIELD_WORDS) {
            Term value = record_get(record, constant(at));
            if (term_is_none(value)) JUMP(1);
            *destination(at[2], x, E) = value;
        }
        NEXT(4 + RECORD_FIELD_WORDS * ip[3]);
    }
#define RECORD_RESULT(call, to, size)                    \
    do {                                                 \
        SYNC();                                          \
        Term value = (call);                             \
        RELOAD();                                        \
        if (UNLIKELY(term_is_none(value))) goto failed; \
        D(to) = value;                                   \
        if (UNLIKELY(top > heap->soft)) m->slice_left = 0;   \
        NEXT(size);                                      \
    } while (0)
    BODY(get_record_field) : RECORD_RESULT(record_take(p, ip, x, E), 10, 11);
    BODY(new_record) : RECORD_RESULT(record_create(p, ip, x, E), 4, 6 + RECORD_FIELD_WORDS * ip[5]);
    BODY(put_record) : RECORD_RESULT(record_put(p, ip, x, E), 3, 5 + RECORD_FIELD_WORDS * ip[4]);

failed:
    if (ip[1]) JUMP(1);
    goto raise;

    // --- endings -------------------------------------------------------------------------------------------
raise_bif : {
    const Export *export = POINTER(1, const Export);
    if (m->attention) goto attention;
    if (UNLIKELY(m->again)) {
        m->again = false;
        p->live = export->arity;
        goto stop;
    }
    if (p->plain_raise) {
        exception_capture(p, *ip == op_words[OP_call_bif_only] && ip[3] ? NULL : ip, E);
        goto handle;
    }
    bool only = *ip == op_words[OP_call_bif_only], last = *ip == op_words[OP_call_bif_last];
    bool caller_left = (only && ip[3]) || (p->function_raise && (only || last));
    if (p->function_raise && last) E += ip[3];
    exception_capture_call(p, export->module, export->function, x, export->arity, true, caller_left ? NULL : ip, E);
    goto handle;
}
raise_apply : {
    uint32_t arity = ip[1];
    Term args[3] = {x[arity], x[arity + 1], list_from_registers(heap, x, arity)};
    RELOAD();
    exception_capture_call(p, ATOM(erlang), ATOM(apply), args, 3, true, ip, E);
    goto handle;
}
raise:
    SYNC();
    exception_capture(p, ip, E);
    goto handle;
handle : {   // heap->top is right here, `top` may not be
    p->stack = E;
    p->plain_raise = false;
    Term *frame = E;   // not &E: that would keep E in memory everywhere
    const Code *handler = exception_handler(p, &frame);
    E = frame;
    RELOAD();
    if (!handler) {
        ip = exit_raise_code;
        DISPATCH();
    }
    x[0] = NO_TERM;
    x[1] = exception_class_atom(p);
    x[2] = p->reason;
    x[3] = p->trace;
    p->trace = p->reason = p->cause = TERM_NIL;
    ip = handler;
    if (UNLIKELY(top > heap->soft)) {
        x[0] = TERM_NIL;
        COLLECT(4);
        x[0] = NO_TERM;
    }
    DISPATCH();
}
exit_normal:
    p->reductions += (uint64_t)(reductions - m->slice_left);
    process_exit(p, ATOM(normal));
    result = RUN_EXITED;
    goto leave;
slice_over:
    p->live = ip[-1];
    if (top > heap->soft) COLLECT(p->live);
    result = RUN_YIELDED;
    goto save;
stop:
    result = RUN_STOPPED;
    goto save;
waiting:
    if (UNLIKELY(p->refused)) {   // inside weft:atomic/1
        SYNC();
        if (m->stepping) atomic_note(p, ip, x);
        timer_disarm_receive(p);
        p->save = TERM_NIL;
        p->receive_ip = NULL;
        p->refused = false;
        process_raise(p, heap_tuple2(heap, ATOM(weft_atomic), ATOM(receive_would_wait)));
        RELOAD();
        goto raise;
    }
    p->live = 0;
    p->status = PROCESS_WAITING;
    result = RUN_WAITING;
    goto save;
attention:
    p->live = 1;
attention_saved:
    result = RUN_ATTENTION;
save:
    SYNC();
    p->ip = ip;
    process_ensure_stack(p, p->live + 16);
    memcpy(p->stack - p->live, x, p->live * sizeof(Term));
    p->reductions += (uint64_t)(reductions - m->slice_left);
leave:
    m->reductions += (uint64_t)(reductions - m->slice_left);
    m->slice = m->slice_left = 0;
    m->current = NULL;
    return result;
}

static bool resolve_export(Process *p, Export *export) {
    if (!code_autoload(p, export->module)) return false;
    if (p->machine->inquisitive) entry_done(p, export->module);
    return export->defined;
}
