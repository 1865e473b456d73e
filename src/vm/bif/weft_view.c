// weft_view: a state as those see it who are no part of it (erlang/weft_view.erl).
//
// They run in a guest (vm/elixir/guest.h), so that looking is no action of anybody: a process of the program cannot
// call these.
#include "vm/bif/process_info.h"
#include "vm/elixir/guest.h"
#include "vm/ets/rows.h"
#include "vm/ets/table.h"
#include "vm/run/bif.h"
#include "vm/run/delivery.h"
#include "vm/term/bits.h"
#include "vm/term/map.h"

static bool refuses(Process *p) {
    if (guest_is(p)) return false;
    process_unsupported(p, "a process of the program cannot look at states: weft_view is for monitors, formulas and "
                           "weft debug");
    return true;
}

// A process of the program that is there. NULL: the exception is raised.
static const Process *seen(Process *p, Term pid) {
    const Process *other = term_is_local_pid(pid) ? process_find(p->machine, pid) : NULL;
    if (!other) process_badarg(p);
    return other;
}

// --- processes --------------------------------------------------------------------------------------------

static Term weft_view_processes_1(Process *p, const Term *args) {
    Machine *m = p->machine;
    Term list = TERM_NIL;
    (void)args;
    if (refuses(p)) return NO_TERM;
    for (uint32_t i = m->pid_count; i-- > 0;)
        if (process_is_searched(m, m->processes[i])) list = heap_cons(p->heap, term_pid(i), list);
    return list;
}

static Term weft_view_status_2(Process *p, const Term *args) {
    if (refuses(p)) return NO_TERM;
    if (!term_is_local_pid(args[1])) return process_badarg(p);
    const Process *other = process_find(p->machine, args[1]);
    if (!other) return atom_from_text("ended");
    if (other->suspended) return ATOM(suspended);
    return atom_from_text(other->standing && other->queued ? "ready" : "waiting");
}

// The last comes first.
static Term reversed(Heap *heap, Term list) {
    Term out = TERM_NIL;
    for (; term_is_cons(list); list = term_tail(list)) out = heap_cons(heap, term_head(list), out);
    return out;
}

static Term weft_view_mailbox_2(Process *p, const Term *args) {
    const Process *other = refuses(p) ? NULL : seen(p, args[1]);
    if (!other) return NO_TERM;
    Term list = TERM_NIL;
    for (Term link = other->first; !term_is_nil(link); link = term_words(link)[MESSAGE_NEXT])
        list = heap_cons(p->heap, term_words(link)[MESSAGE_VALUE], list);
    return reversed(p->heap, list);
}

static Term weft_view_dictionary_2(Process *p, const Term *args) {
    const Process *other = refuses(p) ? NULL : seen(p, args[1]);
    return other ? dictionary_list(p->heap, other->dictionary) : NO_TERM;
}

static Term weft_view_links_2(Process *p, const Term *args) {
    const Process *other = refuses(p) ? NULL : seen(p, args[1]);
    Term list = TERM_NIL, linked, holds;
    MapIterator it;
    if (!other) return NO_TERM;
    for (map_iterate(&it, other->links); map_next(&it, &linked, &holds);)
        if (term_same(holds, ATOM(true))) list = heap_cons(p->heap, linked, list);
    return list;
}

// Of {process, Target} and the like that it made.
static Term weft_view_monitors_2(Process *p, const Term *args) {
    const Process *other = refuses(p) ? NULL : seen(p, args[1]);
    Term list = TERM_NIL, reference, monitor;
    MapIterator it;
    if (!other) return NO_TERM;
    for (map_iterate(&it, other->monitors); map_next(&it, &reference, &monitor);)
        list = heap_cons(p->heap, monitor, list);
    return list;
}

// --- what they share --------------------------------------------------------------------------------------

static Term weft_view_registered_1(Process *p, const Term *args) {
    Machine *m = p->machine;
    Term list = TERM_NIL, name, pid;
    MapIterator it;
    (void)args;
    if (refuses(p)) return NO_TERM;
    for (map_iterate(&it, m->globals->names); map_next(&it, &name, &pid);)
        if (process_is_searched(m, process_find(m, pid)))
            list = heap_cons(p->heap, heap_tuple2(p->heap, name, pid), list);
    return list;
}

static Term weft_view_tables_1(Process *p, const Term *args) {
    Machine *m = p->machine;
    Term list = TERM_NIL;
    (void)args;
    if (refuses(p)) return NO_TERM;
    HamtIterator it = hamt_iterate(m->tables->by_id);
    for (Term leaf; !term_is_none(leaf = hamt_iterator_next(&it));) {
        const Table *table = (const Table *)(uintptr_t)term_to_small(term_tail(leaf));
        if (process_is_searched(m, process_find(m, table->owner)))
            list = heap_cons(p->heap, table->named ? table->name : table->id, list);
    }
    return list;
}

static Term weft_view_table_2(Process *p, const Term *args) {
    if (refuses(p)) return NO_TERM;
    const Table *table = tables_find(p->machine->tables, args[1]);
    Term list = TERM_NIL, key, row;
    RowsIterator it;
    if (!table) return process_badarg(p);
    rows_iterate(&it, table);
    while (!term_is_none(row = rows_iterator_next(&it, &key))) {
        if (!table_is_bag(table)) list = heap_cons(p->heap, row, list);
        for (; table_is_bag(table) && term_is_cons(row); row = term_tail(row))
            list = heap_cons(p->heap, term_head(row), list);
    }
    rows_iterator_end(&it);
    return reversed(p->heap, list);
}

// {Name} of weft:fact/1 is Name.
static Term weft_view_facts_1(Process *p, const Term *args) {
    Term facts = p->machine->globals->facts, list = TERM_NIL, fact, value;
    MapIterator it;
    (void)args;
    if (refuses(p)) return NO_TERM;
    if (term_is_nil(facts)) return list;
    for (map_iterate(&it, facts); map_next(&it, &fact, &value);)
        list = heap_cons(p->heap, term_tuple_size(fact) == 1 ? term_elements(fact)[0] : fact, list);
    return list;
}

typedef struct {
    Process *process;
    Term list;
} Flight;

static void add_signal(void *context, Term from, Term to, const Signal *signal) {
    static const char *const kinds[] = {
        [SIGNAL_MESSAGE] = "message",  [SIGNAL_EXIT] = "exit",           [SIGNAL_LINK] = "link",
        [SIGNAL_UNLINK] = "unlink",    [SIGNAL_UNLINKED] = "unlinked",   [SIGNAL_LINK_EXIT] = "exit",
        [SIGNAL_MONITOR] = "monitor",  [SIGNAL_DEMONITOR] = "demonitor", [SIGNAL_DOWN] = "down",
        [SIGNAL_REQUEST] = "question", [SIGNAL_ANSWER] = "answer",
    };
    Flight *flight = context;
    Heap *heap = flight->process->heap;
    Term told = heap_tuple(heap, 4), *fields = term_elements(told);
    fields[0] = from;
    fields[1] = to;
    fields[2] = atom_from_text(kinds[signal->kind]);
    fields[3] = term_is_none(signal->value) ? TERM_NIL : signal->value;
    flight->list = heap_cons(heap, told, flight->list);
}

static Term weft_view_in_flight_1(Process *p, const Term *args) {
    Flight flight = {p, TERM_NIL};
    (void)args;
    if (refuses(p)) return NO_TERM;
    delivery_list(p->machine, add_signal, &flight);
    return reversed(p->heap, flight.list);
}

// --- names ------------------------------------------------------------------------------------------------

// The process that stories call so.
static Term weft_view_process_1(Process *p, const Term *args) {
    Machine *m = p->machine;
    Bytes wanted;
    uint8_t *scratch;
    Term found = NO_TERM;
    if (refuses(p)) return NO_TERM;
    if (!bits_of_binary(args[0], &wanted, &scratch)) return process_badarg(p);
    Text name = {0};
    for (uint32_t i = 0; i < m->pid_count && term_is_none(found); i++) {
        text_clear(&name);
        if (m->processes[i]) machine_actor_name(m, i, &name);
        if (name.size == wanted.size && memcmp(text_string(&name), wanted.data, name.size) == 0) found = term_pid(i);
    }
    text_free(&name);
    memory_free(scratch);
    return term_is_none(found) ? process_badarg(p) : found;
}

const Bif weft_view_bifs[] = {
    BIF(weft_view, processes, 1, PURE),
    BIF(weft_view, status, 2, PURE),
    BIF(weft_view, mailbox, 2, PURE),
    BIF(weft_view, dictionary, 2, PURE),
    BIF(weft_view, links, 2, PURE),
    BIF(weft_view, monitors, 2, PURE),
    BIF(weft_view, registered, 1, PURE),
    BIF(weft_view, tables, 1, PURE),
    BIF(weft_view, table, 2, PURE),
    BIF(weft_view, facts, 1, PURE),
    BIF(weft_view, in_flight, 1, PURE),
    BIF(weft_view, process, 1, PURE),
    {0},
};
