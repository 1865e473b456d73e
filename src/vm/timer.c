// Virtual time. Nothing ever sleeps: when no process can run, the clock jumps to the next deadline.
//
// The deadlines of all timers and of all receives with `after` are in one tree, by time and then by who waits. Besides
// the common clock every process has a time of its own that moves on when it looks at it, and that follows the
// messages it gets. So what a process reads depends on its own past only, and never goes backwards along messages.
//
//     queue:  {Deadline, 0, Pid} => Pid            a receive
//             {Deadline, 1, Reference} => Reference    erlang:send_after and its kin
//     timers: Reference => {Deadline, Destination, Message, Owner}
#include "vm/map.h"
#include "vm/number.h"
#include "vm/timer.h"
#include "vm/tree.h"

enum { TIME_STEP = 1000 };   // nanoseconds that looking at the clock takes

uint64_t process_now(Process *p) {
    process_touch(p);
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
    p->deadline = process_now(p) + nanoseconds;
    p->timer_armed = true;
    queue_put(p->machine, deadline_key(p->heap, p->deadline, 0, p->pid), p->pid);
}

void timer_disarm_receive(Process *p) {
    process_touch(p);
    if (p->timer_armed) queue_remove(p->machine, deadline_key(p->heap, p->deadline, 0, p->pid));
    p->timer_armed = p->timed_out = false;
}

static void time_out(Process *p) {
    process_touch(p);
    p->timer_armed = false;
    if (p->machine->globals->clock > p->time) p->time = p->machine->globals->clock;
    if (!p->timeout_ip) return;
    p->ip = p->timeout_ip;
    p->live = 0;
    process_enqueue(p);
}

// --- timers --------------------------------------------------------------------------------------------

Term timer_start(Process *p, uint64_t deadline, Term to, Term message, Term reference) {
    Machine *m = p->machine;
    Heap *heap = p->heap;
    Term timer = heap_tuple4(heap, heap_unsigned(heap, deadline), to, message, p->pid);
    store_touch(&m->store, m->globals);
    m->globals->timers = map_put(heap, m->globals->timers, reference, timer);
    queue_put(m, deadline_key(heap, deadline, 1, reference), reference);
    return reference;
}

bool timer_find(Machine *m, Term reference, uint64_t *deadline) {
    Term timer = map_get(m->globals->timers, reference);
    if (term_is_none(timer)) return false;
    return number_to_uint64(term_elements(timer)[0], deadline);
}

bool timer_cancel(Machine *m, Term reference, uint64_t *deadline) {
    if (!timer_find(m, reference, deadline)) return false;
    queue_remove(m, deadline_key(&m->store.heap, *deadline, 1, reference));
    m->globals->timers = map_remove(&m->store.heap, m->globals->timers, reference);
    return true;
}

static void timer_fire(Machine *m, Term reference) {
    Term timer = map_get(m->globals->timers, reference);
    m->globals->timers = map_remove(&m->store.heap, m->globals->timers, reference);
    const Term *fields = term_elements(timer);
    Term to = term_is_atom(fields[1]) ? map_get(m->globals->names, fields[1]) : fields[1];
    Process *process = term_is_none(to) ? NULL : process_find(m, to);
    if (process) mailbox_append(process, fields[2], m->globals->clock, fields[3]);
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
