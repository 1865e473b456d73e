// What the end of a process touches (vm/run/signal.h).
//
// Where that is one step, a linked process that does not trap exits ends too, unless the reason is normal, and so may
// those linked to it. It was about to do something, whatever that is: its progress is an object that all its own
// actions touch a part of. Where it takes several (vm/run/estate.h), the first of them concerns nobody else.
#include "vm/ets/table.h"
#include "vm/run/bif.h"
#include "vm/run/estate.h"
#include "vm/run/fault.h"
#include "vm/run/node.h"
#include "vm/run/quiet.h"
#include "vm/run/signal.h"
#include "vm/term/map.h"

enum { ENDS_MAX = 8 };   // so many do not fit into a footprint

typedef struct {
    Footprint *out;
    Process *who[ENDS_MAX];
    uint32_t count;
} Ends;

static void add_end(Ends *ends, Process *p) {
    for (uint32_t i = 0; i < ends->count; i++)
        if (ends->who[i] == p) return;
    if (ends->count == ENDS_MAX)
        ends->out->everything = true;
    else
        ends->who[ends->count++] = p;
}

static uint64_t object(ObjectKind kind, Term pid) { return object_of(kind, term_pid_index(pid), NO_TERM); }

// An end that takes others along changes the same as a process does that begins or stops to trap exits: what the end of
// another means to it.
static void touch_life(const Process *p, bool normal, Footprint *out) {
    bool in_steps = estate_takes_steps(p);
    footprint_add_once(out, object(OBJECT_PROCESS_LIFE, p->pid), ACCESS_WRITE, 0);
    if (!normal && !in_steps) footprint_add_once(out, object(OBJECT_FLAGS, p->pid), ACCESS_WRITE, 0);
    if (!in_steps || !estate_is_listed(p))
        footprint_add_once(out, object_of(OBJECT_PROCESSES, 0, NO_TERM), ACCESS_UPDATE, 0);
    if (term_is_nil(p->name) || in_steps) return;
    footprint_add_once(out, node_names_object(term_pid_node(p->pid)), ACCESS_PART_WRITE, 0);
    footprint_add(out, object_of(OBJECT_NAME, 0, name_known(p, p->name)), ACCESS_WRITE, 0);
}

static void touch_link(Ends *ends, const Process *p, Term other, bool normal) {
    Process *linked = process_find(p->machine, other);
    uint64_t signal = signal_exit_object(p->pid, other);
    if (delivery_touches(p->machine, p->pid, other, signal, ends->out) || !term_is_local_pid(other)) return;
    signal_touches_relations(other, ends->out);
    if (linked && !normal && !linked->trap_exit) {
        add_end(ends, linked);
        return;
    }
    bool noticed = linked && linked->trap_exit;
    footprint_add_once(ends->out, object(OBJECT_FLAGS, other), ACCESS_READ, 0);
    if (noticed || p->trap_exit)   // one of them would notice the end of the other
        footprint_add_once(ends->out, object(OBJECT_PROCESS_LIFE, other), ACCESS_READ, 0);
    if (noticed) send_footprint(p->machine, other, signal, ends->out);
}

static void touch_links(Ends *ends, const Process *p, bool normal) {
    Term other, value;
    MapIterator it;
    for (map_iterate(&it, p->links); map_next(&it, &other, &value);) touch_link(ends, p, other, normal);
}

void signal_down_footprint(Machine *m, Term from, Term reference, Term to, Footprint *out) {
    uint64_t signal = signal_down_object(reference);
    if (delivery_touches(m, from, to, signal, out)) return;
    delivery_touches_unhandled(m, from, to, signal, false, out);
    signal_touches_relations(to, out);
    send_footprint(m, to, signal, out);
    footprint_add(out, signal_monitor_object(reference), ACCESS_WRITE, 1);   // if it is an alias too, not any more
}

static void touch_aliases(const Process *p, Footprint *out) {
    Term reference, value;
    MapIterator it;
    for (map_iterate(&it, p->aliases); map_next(&it, &reference, &value);)
        footprint_add(out, signal_monitor_object(reference), ACCESS_WRITE, 1);   // no alias any more
}

static void touch_monitors(const Process *p, Footprint *out) {
    Term reference, value;
    MapIterator it;
    for (map_iterate(&it, p->watchers); map_next(&it, &reference, &value);)
        signal_down_footprint(p->machine, p->pid, reference, term_elements(value)[0], out);
    for (map_iterate(&it, p->monitors); map_next(&it, &reference, &value);)
        delivery_touches(p->machine, p->pid, term_elements(value)[0], signal_demonitor_object(reference), out);
    touch_aliases(p, out);
    for (map_iterate(&it, p->suspending); map_next(&it, &reference, &value);)
        signal_resume_footprint(p->machine, reference, out);
}

static void touch_interrupted(const Process *p, uint64_t value, Footprint *out) {
    footprint_add(out, object(OBJECT_PROGRESS, p->pid), ACCESS_WRITE, value);
    if (p->receive_ip || p->status == PROCESS_WAITING)
        footprint_add(out, object(OBJECT_MAILBOX, p->pid), ACCESS_RECEIVE, 0);
}

void interruption_footprint(const Process *p, Footprint *out) { touch_interrupted(p, 0, out); }

void signal_resume_footprint(Machine *m, Term other, Footprint *out) {
    const Process *p = process_find(m, other);
    footprint_add(out, object(OBJECT_PROCESS_LIFE, other), ACCESS_READ, 0);
    if (p) interruption_footprint(p, out);
}

// Its end concerns nobody else.
static bool is_alone(const Process *p) {
    return map_count(p->links) + map_count(p->watchers) + map_count(p->monitors) + map_count(p->aliases) +
                   map_count(p->suspending) ==
               0 &&
           term_is_nil(p->tables) && p->machine->tables->fixed == 0;
}

// The first step of several.
static void touch_gone(const Process *p, Footprint *out) {
    touch_aliases(p, out);
    tables_unfixing_footprint(p->machine->tables, p, out);
}

static void touch_ends(Process *p, bool normal, Footprint *out) {
    Ends ends = {out, {p}, 1};
    for (uint32_t i = 0; i < ends.count; i++) {
        const Process *ending = ends.who[i];
        if (i > 0) touch_interrupted(ending, VALUE_WITHOUT_IT, out);   // the first would have ended without it, too
        touch_life(ending, normal, out);
        if (estate_takes_steps(ending)) {
            touch_gone(ending, out);
            continue;
        }
        touch_links(&ends, ending, normal);
        touch_monitors(ending, out);
        tables_exit_footprint(ending->machine->tables, ending, out);
    }
}

// --- the news of it -------------------------------------------------------------------------------------

// Whether the receiver lives matters only to what would end it: a message counts as sent even if nobody is there to get
// it.
void exit_arrival_footprint(Machine *m, Term from, Term to, Term reason, bool linked, uint64_t signal, Footprint *out) {
    Process *target = process_find(m, to);
    bool later = delivery_is_handled_later(m, from, to) && !term_same(from, to);
    bool kill = !linked && term_same(reason, ATOM(kill)), normal = term_same(reason, ATOM(normal));
    bool message = !kill && (later ? process_traps(m, to) : target && target->trap_exit);
    if (!kill) footprint_add(out, object(OBJECT_FLAGS, to), ACCESS_READ, 0);
    if (!later || (!message && !normal)) footprint_add(out, object(OBJECT_PROCESS_LIFE, to), ACCESS_READ, 0);
    if (message) send_footprint(m, to, signal, out);
    if (later && (message || !normal))
        delivery_touches_unhandled(m, from, to, signal, target && !message, out);
    else if (!message && target && (!normal || term_same(from, to)))
        kill_footprint(target, normal, out);
}

void signal_link_ends_footprint(const Process *p, Term other, Term reason, Footprint *out) {
    uint64_t signal = signal_exit_object(p->pid, other);
    if (delivery_touches(p->machine, p->pid, other, signal, out) || !term_is_local_pid(other)) return;
    footprint_add(out, signal_link_object(p->machine, p->pid, other), ACCESS_WRITE, 3);
    signal_touches_relations(other, out);
    exit_arrival_footprint(p->machine, p->pid, other, reason, true, signal, out);
}

// --- the end --------------------------------------------------------------------------------------------

void exit_footprint(Process *p, bool normal, Footprint *out) {
    if (p->machine->has_nodes) node_touches_end(p, out);
    if (p->machine->has_budgets) fault_touches_target(p->machine, FAULT_KILLS, out);
    if (is_alone(p))
        touch_life(p, normal, out);
    else
        touch_ends(p, normal, out);
}

void kill_footprint(Process *p, bool normal, Footprint *out) {
    interruption_footprint(p, out);
    exit_footprint(p, normal, out);
}
