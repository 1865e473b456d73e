// Virtual time. Nothing ever sleeps: when no process can run, the clock jumps to the next deadline.
//
// The deadlines of all timers and of all receives with `after` are in one tree, by time and then by who waits. Besides
// the common clock every process has a time of its own that moves on when it looks at it, and that follows the
// messages it gets. So what a process reads depends on its own past only, and never goes backwards along messages.
//
//     queue:  {Deadline, 0, Pid} => Pid            a receive
//             {Deadline, 1, Reference} => Reference    erlang:send_after and its kin
//     timers: Reference => {Deadline, Destination, Message, Owner, Length, Begun}
//
// Those that are started in one step have one Begun, which identifies in footprints that the step started them.
#include "vm/map.h"
#include "vm/number.h"
#include "vm/signal.h"
#include "vm/timer.h"
#include "vm/tree.h"
#include "vm/world/quiet.h"

enum { TIME_STEP = 1000 };   // nanoseconds that looking at the clock takes

uint64_t process_now(Process *p) {
    process_touch_run(p);
    uint64_t clock = p->machine->globals->clock;
    if (clock > p->time) p->time = clock;
    p->time += TIME_STEP;
    return p->time;
}

static Term deadline_key(Heap *heap, uint64_t deadline, int kind, Term who) {
    return heap_tuple3(heap, term_small((int64_t)deadline), term_small(kind), who);
}

static void queue_put(Machine *m, Term key, Term value) {
    bool added;
    store_touch(&m->store, m->globals);
    m->globals->queue = tree_put(&m->store, m->globals->queue, key, value, &added);
}

static bool queue_remove(Machine *m, Term key) {
    bool removed = false;
    store_touch(&m->store, m->globals);
    m->globals->queue = tree_remove(&m->store, m->globals->queue, key, &removed);
    return removed;
}

// --- receives ------------------------------------------------------------------------------------------

void timer_arm_receive(Process *p, uint64_t nanoseconds) {
    uint64_t clock = p->machine->globals->clock;
    process_touch(p);
    p->deadline = (clock > p->time ? clock : p->time) + nanoseconds;   // waiting is no look at the clock
    p->timeout_length = nanoseconds;
    p->timer_armed = true;
    queue_put(p->machine, deadline_key(p->heap, p->deadline, 0, p->pid), p->pid);
}

void timer_disarm_receive(Process *p) {
    process_touch(p);
    if (p->timer_armed) queue_remove(p->machine, deadline_key(p->heap, p->deadline, 0, p->pid));
    p->timer_armed = p->timed_out = false;
    p->deadline = 0;
    p->timeout_ip = NULL;
}

static void time_out(Process *p) {
    process_touch(p);
    p->timer_armed = false;
    if (p->deadline > p->time) p->time = p->deadline;
    if (!p->timeout_ip) return;
    p->timed_out = true;
    p->ip = p->timeout_ip;
    p->live = 0;
    process_enqueue(p);
}

// --- timers --------------------------------------------------------------------------------------------

enum { TIMER_DEADLINE, TIMER_TO, TIMER_MESSAGE, TIMER_OWNER, TIMER_LENGTH, TIMER_BEGUN, TIMER_FIELDS };

// 59 bits fit into a term.
static uint64_t begun_by_step(Machine *m, Term reference) {
    if (!m->acting) return 0;
    if (!m->begun) {
        m->begun = object_of(OBJECT_TIMER, 1, reference) >> 5 << 5;
        footprint_add_settled(&m->event.footprint, m->begun, ACCESS_WRITE, VALUE_BEGINS);
    }
    return m->begun;
}

Term timer_start(Process *p, uint64_t deadline, Term to, Term message, Term reference) {
    Machine *m = p->machine;
    Heap *heap = p->heap;
    Term timer = heap_tuple(heap, TIMER_FIELDS);
    Term *fields = term_elements(timer);
    fields[TIMER_DEADLINE] = term_small((int64_t)deadline);
    fields[TIMER_TO] = to;
    fields[TIMER_MESSAGE] = message;
    fields[TIMER_OWNER] = p->pid;
    fields[TIMER_LENGTH] = term_small((int64_t)(deadline - p->time));
    fields[TIMER_BEGUN] = term_small((int64_t)(begun_by_step(m, reference) >> 5));
    store_touch(&m->store, m->globals);
    m->globals->timers = map_put(heap, m->globals->timers, reference, timer);
    queue_put(m, deadline_key(heap, deadline, 1, reference), reference);
    return reference;
}

bool timer_find(Machine *m, Term reference, uint64_t *deadline) {
    Term timer = map_get(m->globals->timers, reference);
    if (term_is_none(timer)) return false;
    return number_to_uint64(term_elements(timer)[TIMER_DEADLINE], deadline);
}

Term timer_receiver(const Machine *m, Term reference) {
    Term timer = map_get(m->globals->timers, reference);
    return term_is_none(timer) ? NO_TERM : term_elements(timer)[TIMER_TO];
}

bool timer_has_receiver(Machine *m, Term reference) {
    Term to = timer_receiver(m, reference);
    return !term_is_local_pid(to) || process_find(m, to);
}

bool timer_cancel(Machine *m, Term reference, uint64_t *deadline) {
    if (!timer_find(m, reference, deadline)) return false;
    queue_remove(m, deadline_key(&m->store.heap, *deadline, 1, reference));
    m->globals->timers = map_remove(&m->store.heap, m->globals->timers, reference);
    return true;
}

static uint64_t message_object(Term reference) { return object_of(OBJECT_MESSAGE, 2, reference); }

static void timer_fire(Machine *m, Term reference) {
    Term timer = map_get(m->globals->timers, reference);
    store_touch(&m->store, m->globals);
    m->globals->timers = map_remove(&m->store.heap, m->globals->timers, reference);
    const Term *fields = term_elements(timer);
    Term to = term_is_atom(fields[TIMER_TO]) ? map_get(m->globals->names, fields[TIMER_TO]) : fields[TIMER_TO];
    Process *process = term_is_none(to) ? NULL : process_find(m, to);
    if (process)
        mailbox_append(process, fields[TIMER_MESSAGE], (uint64_t)term_to_small(fields[TIMER_DEADLINE]),
                       fields[TIMER_OWNER], message_object(reference));
    else if (term_is_local_pid(to))
        mailbox_note_unsent(m, to, fields[TIMER_MESSAGE], fields[TIMER_OWNER], message_object(reference));
}

bool timer_advance(Machine *m) {
    Term node = tree_first(m->globals->queue);
    if (term_is_none(node)) return false;
    Term key = tree_key(node), who = tree_value(node);
    uint64_t deadline = (uint64_t)term_to_small(term_elements(key)[0]);
    queue_remove(m, key);
    if (deadline > m->globals->clock) m->globals->clock = deadline;
    if (!term_is_local_pid(who)) {
        timer_fire(m, who);
        return true;
    }
    Process *p = process_find(m, who);
    if (p) time_out(p);
    return true;
}

// --- stepping -------------------------------------------------------------------------------------------

enum { SHORT_TIMEOUT_MS = 1000 };

// The number of a timer as an actor follows from who made it and its reference, as that of a process does.
static Actor timer_actor(Machine *m, Term reference) {
    return actor_for(m, (uint32_t)term_reference_maker(reference), term_reference_number(reference) | DESCENT_TIMER);
}

static uint64_t length_of(Machine *m, Term who) {
    if (term_is_local_pid(who)) return process_find(m, who)->timeout_length;
    return (uint64_t)term_to_small(term_elements(map_get(m->globals->timers, who))[TIMER_LENGTH]);
}

// Long timeouts fire when nothing else can happen, and then the time has come for all. Short ones may fire at any
// moment; if the clock showed which moment that was, the order of actions that have nothing to do with it would matter.
bool timer_is_long(const Machine *m, uint64_t nanoseconds) {
    uint64_t limit = (m->config->short_timeout ? m->config->short_timeout : SHORT_TIMEOUT_MS) * 1000000;
    return m->config->idle_timeouts || nanoseconds >= limit;
}

// The server of the module timer acts for the program; others do something now and then for themselves.
static bool is_for_itself(const Process *p) { return p && p->system && !term_same(p->name, ATOM(timer_server)); }

static bool waits_for_idle(Machine *m, Term who) {
    return is_for_itself(process_find(m, who)) || timer_is_long(m, length_of(m, who));
}

static const Process *woken_by(Machine *m, Term who) {
    if (term_is_local_pid(who)) return process_find(m, who);
    Term to = term_elements(map_get(m->globals->timers, who))[TIMER_TO];
    return term_is_atom(to) ? name_find(m, to) : process_find(m, to);
}

// When the test is over, servers do not keep it from ending.
static bool is_housekeeping(Machine *m, Term who) {
    return !term_is_nil(m->globals->outcome) && is_for_itself(woken_by(m, who));
}

static bool can_fire(Machine *m, Term who) {
    if (is_housekeeping(m, who)) return false;
    if (!term_is_local_pid(who)) return true;
    Process *p = process_find(m, who);
    return p && p->status == PROCESS_WAITING && p->timeout_ip;
}

bool timer_may_end_receive(const Process *p) {
    return p->timer_armed && can_fire(p->machine, p->pid) && !waits_for_idle(p->machine, p->pid);
}

static Actor actor_of(Machine *m, Term who) {
    return term_is_local_pid(who) ? term_pid_index(who) : timer_actor(m, who);
}

uint32_t timer_actors(Machine *m, bool idle, Actor *actors, uint32_t max) {
    uint32_t count = 0;
    Term queue = m->globals->queue;
    for (Term node = tree_first(queue); !term_is_none(node) && count < max; node = tree_next(queue, tree_key(node))) {
        Term who = tree_value(node);
        if (!can_fire(m, who) || (!idle && waits_for_idle(m, who))) continue;
        actors[count++] = actor_of(m, who);
        if (idle) break;
    }
    return count;
}

static Term node_of(Machine *m, Actor actor) {
    Term queue = m->globals->queue, node = tree_first(queue);
    while (!term_is_none(node) && actor_of(m, tree_value(node)) != actor) node = tree_next(queue, tree_key(node));
    return node;
}

bool timer_by_actor(Machine *m, Actor actor, Term *timer) {
    Term node = node_of(m, actor);
    if (term_is_none(node) || term_is_local_pid(tree_value(node))) return false;
    *timer = map_get(m->globals->timers, tree_value(node));
    return true;
}

void timer_footprint(Machine *m, Actor actor, Footprint *out) {
    Term timer, node = node_of(m, actor);
    if (!term_is_none(node) && waits_for_idle(m, tree_value(node))) out->idle = true;
    if (m->processes[actor]) {
        if (quiet_serves(m->processes[actor])) send_footprint(m, term_pid(actor), 0, out);   // it acts as if it were asked
        else delivery_touches_looking(m->processes[actor], out);
        return;
    }
    if (!timer_by_actor(m, actor, &timer)) return;
    Term reference = tree_value(node_of(m, actor));
    footprint_add_settled(out, object_of(OBJECT_TIMER, 0, reference), ACCESS_WRITE, 0);
    uint64_t begun = (uint64_t)term_to_small(term_elements(timer)[TIMER_BEGUN]) << 5;
    if (begun) footprint_add_settled(out, begun, ACCESS_READ, 0);
    send_footprint(m, term_elements(timer)[TIMER_TO], message_object(reference), out);
}

void timer_step(Machine *m, Actor actor) {
    Term node = node_of(m, actor), key = tree_key(node), who = tree_value(node);
    uint64_t deadline = (uint64_t)term_to_small(term_elements(key)[0]);
    bool idle = waits_for_idle(m, who);
    if (delivery_has_unhandled(m, who)) {
        delivery_handle(m, who);
        return;
    }
    queue_remove(m, key);
    if (idle && deadline > m->globals->clock) m->globals->clock = deadline;
    if (term_is_local_pid(who)) time_out(process_find(m, who));
    else timer_fire(m, who);
}
