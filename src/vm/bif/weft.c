// weft: what a test says to the one who checks it (erlang/weft.erl).
#include "vm/run/alternative.h"
#include "vm/run/atomic.h"
#include "vm/run/bif.h"
#include "vm/run/happened.h"
#include "vm/run/quiet.h"
#include "vm/term/map.h"

static Term weft_is_weft_0(Process *p, const Term *args) {
    (void)p, (void)args;
    return ATOM(true);
}

static Term weft_choose_1(Process *p, const Term *args) {
    int64_t count = term_list_length(args[0]);
    if (count < 1) return process_badarg(p);
    if (count > 1 && p->machine->stepping && !quiet_serves(p)) {
        if (p->atomic) return process_unsupported(p, "weft:choose/1 inside weft:atomic/1; choose before it");
        if (!p->alternatives) return process_system_limit(p);   // there are too many
    }
    return alternative_take(p, args[0]);
}

static Term weft_enter_0(Process *p, const Term *args) {
    (void)args;
    atomic_enter(p);
    return ATOM(ok);
}

static Term weft_leave_0(Process *p, const Term *args) {
    (void)args;
    atomic_leave(p);
    return ATOM(ok);
}

// --- marks in the story -----------------------------------------------------------------------------------

// The innermost place of the program that has a line.
static Place place_of(const Process *p) {
    const Code *addresses[16];
    size_t count = exception_addresses(p->stack, addresses, 16);
    Place place = {0};
    bool found = code_place(p->machine->code, p->ip, &place) && place.line;
    for (size_t i = 0; !found && i < count; i++)
        found = code_place(p->machine->code, addresses[i], &place) && place.line;
    if (!found) place = (Place){.file = TERM_NIL};
    return place;
}

// Only a search tells stories.
static Term mark(Process *p, Term name_list, Term value) {
    Globals *globals = p->machine->globals;
    if (!p->machine->stepping) return value;
    Place place = place_of(p);
    Term probe = heap_tuple(p->heap, PROBE_FIELDS), *fields = term_elements(probe);
    fields[PROBE_PID] = p->pid;
    fields[PROBE_NAME] = name_list;
    fields[PROBE_VALUE] = value;
    fields[PROBE_FILE] = place.file;
    fields[PROBE_LINE] = term_small(place.line);
    store_touch(p->store, globals);
    globals->probes = heap_cons(p->heap, probe, globals->probes);
    happened_note(p->machine, HAPPENED_PROBE, name_list, value, p->pid);
    return value;
}

static Term weft_probe_1(Process *p, const Term *args) { return mark(p, TERM_NIL, args[0]); }
static Term weft_probe_2(Process *p, const Term *args) {
    return mark(p, heap_cons(p->heap, args[0], TERM_NIL), args[1]);
}

// --- facts ------------------------------------------------------------------------------------------------

// They are no more than a note: no process can look at them, so setting one is no step. What is told of states can
// (weft verify).
static Term set_fact(Process *p, Term fact, bool holds) {
    Globals *globals = p->machine->globals;
    if (!p->machine->stepping) return ATOM(ok);
    if (term_is_nil(globals->facts) && !holds) return ATOM(ok);
    store_touch(p->store, globals);
    Term facts = term_is_nil(globals->facts) ? map_empty(p->heap) : globals->facts;
    facts = holds ? map_put(p->heap, facts, fact, ATOM(true)) : map_remove(p->heap, facts, fact);
    globals->facts = map_count(facts) ? facts : TERM_NIL;
    happened_note(p->machine, HAPPENED_FACT, fact, process_boolean(holds), p->pid);
    p->machine->showed |= happened_concerns(p->machine, term_elements(fact)[0]);
    return ATOM(ok);
}

static Term named(Process *p, Term name) {
    Term fact = heap_tuple(p->heap, 1);
    term_elements(fact)[0] = name;
    return fact;
}

static Term weft_fact_1(Process *p, const Term *args) { return set_fact(p, named(p, args[0]), true); }
static Term weft_fact_2(Process *p, const Term *args) {
    return set_fact(p, heap_tuple2(p->heap, args[0], args[1]), true);
}
static Term weft_no_fact_1(Process *p, const Term *args) { return set_fact(p, named(p, args[0]), false); }
static Term weft_no_fact_2(Process *p, const Term *args) {
    return set_fact(p, heap_tuple2(p->heap, args[0], args[1]), false);
}

// Touches nothing that anybody else does.
static void pause_touches(Process *p, const Term *args, Footprint *out) {
    (void)args;
    footprint_add_settled(out, object_of(OBJECT_CHOICE, term_pid_index(p->pid), NO_TERM), ACCESS_WRITE, 0);
}

static Term weft_pause_0(Process *p, const Term *args) { return (void)p, (void)args, ATOM(ok); }

const Bif weft_bifs[] = {
    BIF(weft, is_weft, 0, PURE),
    BIF(weft, choose, 1, alternative_touches),
    BIF(weft, enter, 0, atomic_touches),
    BIF(weft, leave, 0, PURE),
    BIF(weft, fact, 1, PURE),
    BIF(weft, fact, 2, PURE),
    BIF(weft, no_fact, 1, PURE),
    BIF(weft, no_fact, 2, PURE),
    BIF(weft, pause, 0, pause_touches),
    BIF(weft, probe, 1, PURE),
    BIF(weft, probe, 2, PURE),
    {0},
};
