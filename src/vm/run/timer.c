// Virtual time. Nothing ever sleeps: when no process can run, the clock jumps to the next deadline.
//
// The deadlines of all timers and of all receives with `after` are in one tree, by time and then by who waits. Besides
// the common clock every process has a time of its own that moves on when it looks at it, and that follows the messages
// it gets, and all else that it shares with others (lateness.h). So what a process reads depends on its own past only,
// and never goes backwards along what happened before.
//
//     queue:  {Deadline, 0, Pid} => Pid            a receive
//             {Deadline, 1, Reference} => Reference    erlang:send_after and its kin
//     timers: Reference => {Deadline, Destination, Message, Owner, Length, Earlier, Begun}
//
// Earlier is how many of its owner's could fire at any moment before. Those that are started in one step have one
// Begun, which identifies in footprints that the step started them.
//
// The timers of one process fire in the order of their deadlines, and before a timeout of its own that is later; of two
// processes nothing is said. All that may change for which timer another one has to wait writes to its owner's
// OBJECT_DEADLINES: timers that fire, are cancelled, or are started with a sooner deadline than an earlier one.
//
// What waits until nothing else can happen has its time come when the clock gets there, and then fires at any moment.
// If several come at one moment, none of them is the first of all: the clock advances in a step of its own, of an actor
// that stands for it, and what the one does that fires may come before another one fires.
#include "vm/run/lateness.h"
#include "vm/run/observed.h"
#include "vm/run/quiet.h"
#include "vm/run/signal.h"
#include "vm/run/timer.h"

#include "vm/run/node.h"
#include "vm/term/map.h"
#include "vm/term/number.h"
#include "vm/term/tree.h"

static uint64_t later(uint64_t a, uint64_t b) { return a > b ? a : b; }

// Nobody has looked at a clock, so it is no matter how late it is, but for how long it is until something.
static bool is_timeless(const Process *p) {
    const Machine *m = p->machine;
    return m->stepping && m->config->stateful && !m->exact;
}

uint64_t process_time(Process *p) {
    process_touch_run(p);
    return p->time = later(p->machine->globals->clock, p->time);
}

uint64_t process_moment(Process *p) { return is_timeless(p) ? process_time(p) : process_now(p); }

uint64_t process_now(Process *p) {
    observed_all(p);
    if (is_timeless(p)) return process_moment(p);
    if (p->machine->stepping) lateness_follow(p);
    process_touch_run(p);
    p->time = (later(p->machine->globals->clock, p->time) / TIME_STEP + 1) * TIME_STEP;
    if (p->machine->stepping) return p->time;
    store_touch(p->store, p->machine->globals);   // all that happens has one order
    return p->machine->globals->clock = p->time;
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

// --- short timeouts -------------------------------------------------------------------------------------

// Who looks again and again, with a short sleep in between, or lives by a short tick, could do so for ever before
// anybody else acts. So only the first few short timeouts of a process may fire at any moment, since it began or took a
// message of another one; those that follow wait as long ones do, unless all are to (--timeouts any). How many there
// were follows from the process's own history.
enum { EARLY_MOST = 3 };

static void count_early(Process *p, uint64_t nanoseconds) {
    if (!p->machine->stepping || timer_is_long(p->machine, nanoseconds) || p->early >= EARLY_MOST) return;
    process_touch(p);
    p->early++;
}

// --- receives ------------------------------------------------------------------------------------------

static uint64_t deadlines_of(Actor owner) { return object_of(OBJECT_DEADLINES, owner, NO_TERM); }

void timer_touches_deadlines(Term reference, Footprint *out) {
    footprint_add(out, deadlines_of((Actor)term_reference_maker(reference)), ACCESS_WRITE, 0);
}

void timer_touches_start(const Process *p, uint64_t nanoseconds, Footprint *out) {
    if (later(p->machine->globals->clock, p->time) + nanoseconds < p->latest_deadline)
        timer_touches_own_deadlines(p, out);
}

void timer_touches_own_deadlines(const Process *p, Footprint *out) {
    if (p->latest_deadline) footprint_add(out, deadlines_of(term_pid_index(p->pid)), ACCESS_WRITE, 0);
}

void timer_arm_receive(Process *p, uint64_t nanoseconds) {
    process_touch(p);
    p->deadline = later(p->machine->globals->clock, p->time) + nanoseconds;   // waiting is no look at the clock
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

enum { TIMER_DEADLINE, TIMER_TO, TIMER_MESSAGE, TIMER_OWNER, TIMER_LENGTH, TIMER_EARLIER, TIMER_BEGUN, TIMER_FIELDS };

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
    fields[TIMER_EARLIER] = term_small((int64_t)p->early);
    count_early(p, deadline - p->time);
    fields[TIMER_BEGUN] = term_small((int64_t)(begun_by_step(m, reference) >> 5));
    store_touch(&m->store, m->globals);
    m->globals->timers = map_put(heap, m->globals->timers, reference, timer);
    queue_put(m, deadline_key(heap, deadline, 1, reference), reference);
    if (deadline >= p->latest_deadline) process_touch(p), p->latest_deadline = later(deadline, 1);
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

// A name is that of a process on the node of who made the timer.
static Term addressee(Machine *m, Term reference, Term to) {
    return term_is_atom(to) ? name_pid(m, node_private(m, term_pid_node(term_reference_pid(reference)), to)) : to;
}

void timer_stop_node(Machine *m, uint32_t node) {
    Term reference, timer;
    uint64_t deadline;
    MapIterator it;
    for (map_iterate(&it, m->globals->timers); map_next(&it, &reference, &timer);)
        if (node_same_name(term_pid_node(term_reference_pid(reference)), node)) timer_cancel(m, reference, &deadline);
}

static void timer_fire(Machine *m, Term reference) {
    Term timer = map_get(m->globals->timers, reference);
    store_touch(&m->store, m->globals);
    m->globals->timers = map_remove(&m->store.heap, m->globals->timers, reference);
    const Term *fields = term_elements(timer);
    Term to = addressee(m, reference, fields[TIMER_TO]);
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
static bool is_above_limit(const Machine *m, uint64_t nanoseconds) {
    return nanoseconds >= (m->config->short_timeout ? m->config->short_timeout : SHORT_TIMEOUT_MS) * 1000000;
}

bool timer_is_long(const Machine *m, uint64_t nanoseconds) {
    return m->idle_timeouts || is_above_limit(m, nanoseconds);
}

bool machine_let_time_wait(Machine *m, bool wait) {
    bool before = m->idle_timeouts;
    m->idle_timeouts = wait;
    return before;
}

static bool is_bounded(const Machine *m) { return m->config->short_timeout != UINT32_MAX; }

bool timer_waits(const Process *p, uint64_t nanoseconds) {
    return timer_is_long(p->machine, nanoseconds) || (is_bounded(p->machine) && p->early >= EARLY_MOST);
}

static uint64_t earlier_than(Machine *m, Term who) {
    if (term_is_local_pid(who)) return process_find(m, who)->early;
    return (uint64_t)term_to_small(term_elements(map_get(m->globals->timers, who))[TIMER_EARLIER]);
}

// The server of the module timer acts for the program; others do something now and then for themselves.
static bool is_for_itself(const Process *p) { return p && p->system && !term_same(p->name, ATOM(timer_server)); }

static bool waits_for_idle(Machine *m, Term who) {
    if (is_for_itself(process_find(m, who)) || timer_is_long(m, length_of(m, who))) return true;
    return is_bounded(m) && earlier_than(m, who) >= EARLY_MOST;
}

static const Process *woken_by(Machine *m, Term who) {
    if (term_is_local_pid(who)) return process_find(m, who);
    Term to = term_elements(map_get(m->globals->timers, who))[TIMER_TO];
    return process_find(m, addressee(m, who, to));
}

// When the test is over, servers do not keep it from ending. Those that pass on text never keep anything going: what
// they do now and then is nothing that a program could wait for.
static bool is_housekeeping(Machine *m, Term who) {
    const Process *woken = woken_by(m, who);
    return woken && ((!term_is_nil(m->globals->outcome) && is_for_itself(woken)) || quiet_passes_text(woken));
}

static bool can_fire(Machine *m, Term who) {
    if (is_housekeeping(m, who)) return false;
    if (!term_is_local_pid(who)) return true;
    Process *p = process_find(m, who);
    return p && p->status == PROCESS_WAITING && p->timeout_ip;
}

static Actor actor_of(Machine *m, Term who) {
    return term_is_local_pid(who) ? term_pid_index(who) : timer_actor(m, who);
}

// --- whose turn it is -------------------------------------------------------------------------------------

static uint64_t deadline_of(Term node) { return (uint64_t)term_to_small(term_elements(tree_key(node))[0]); }

static Actor owner_of(Term who) {
    return term_is_local_pid(who) ? term_pid_index(who) : (Actor)term_reference_maker(who);
}

// A process that its own timer has woken, and whose time is over before it could run, goes on as if there were no
// message.
enum { WAKING_NS = 10000000 };

// Both are awaited by one process, and `sooner` stands before `node` in the queue.
static bool comes_first(Term sooner, Term node) {
    if (term_is_local_pid(tree_value(sooner))) return false;
    return !term_is_local_pid(tree_value(node)) || deadline_of(node) - deadline_of(sooner) >= WAKING_NS;
}

// What has to fire before it; NO_TERM: nothing.
static Term sooner_than(Machine *m, Term node) {
    Actor owner = owner_of(tree_value(node));
    const Process *p = m->processes[owner];
    if (p && !p->latest_deadline) return NO_TERM;   // it has no timers
    Term queue = m->globals->queue, other = tree_first(queue);
    for (; !term_same(other, node); other = tree_next(queue, tree_key(other)))
        if (owner_of(tree_value(other)) == owner && comes_first(other, node)) return other;
    return NO_TERM;
}

// Time has passed that far, when nothing else could happen. What servers do for themselves still waits until nothing
// else can. A search in which time waits makes short timeouts wait for that, too, and leaves long ones as they are:
// were they to wait for who has timed out before them, the second of two who wait for each other would seem to need
// luck.
static bool comes_with_time(Machine *m, Term who) {
    if (is_for_itself(process_find(m, who))) return false;
    return !m->idle_timeouts || (!m->config->idle_timeouts && is_above_limit(m, length_of(m, who)));
}

static bool time_has_come(Machine *m, Term node) {
    return deadline_of(node) <= m->globals->clock && comes_with_time(m, tree_value(node));
}

bool timer_is_due(const Process *p) {
    return p->timer_armed && p->deadline <= p->machine->globals->clock && comes_with_time(p->machine, p->pid);
}

bool timer_may_end_receive(const Process *p) {
    if (!p->timer_armed || !can_fire(p->machine, p->pid)) return false;
    return !waits_for_idle(p->machine, p->pid) || timer_is_due(p);
}

static bool is_time(Machine *m, Term node) { return !waits_for_idle(m, tree_value(node)) || time_has_come(m, node); }

// A process whose time is over before its own timer has fired takes the step all the same, and lets that one fire: were
// it not able to, nobody would see that it could go on before a message comes.
static bool may_fire(Machine *m, Term node) {
    if (!can_fire(m, tree_value(node)) || !is_time(m, node)) return false;
    Term sooner = sooner_than(m, node);
    return term_is_none(sooner) || (term_is_local_pid(tree_value(node)) && is_time(m, sooner));
}

// The timer that fires in the step of a process whose time is over; NO_TERM: it does not wait for one.
static Term fires_instead(Machine *m, Term node) {
    bool waits = term_is_local_pid(tree_value(node)) && !delivery_has_unhandled(m, tree_value(node));
    return waits ? sooner_than(m, node) : NO_TERM;
}

// --- the clock --------------------------------------------------------------------------------------------

static Actor clock_actor(Machine *m) { return actor_for(m, 0, DESCENT_CLOCK); }

bool timer_is_clock(const Machine *m, Actor actor) {
    return actor < m->descent_count && (m->descents[actor].child & DESCENT_CLOCK);
}

// What comes next when nothing else can happen; NO_TERM: nothing.
static Term next_of_all(Machine *m) {
    Term queue = m->globals->queue, node = tree_first(queue);
    while (!term_is_none(node) && !can_fire(m, tree_value(node))) node = tree_next(queue, tree_key(node));
    return node;
}

// Whether something else comes at the same moment.
static bool is_in_company(Machine *m, Term node) {
    Term queue = m->globals->queue, other = tree_next(queue, tree_key(node));
    if (deadline_of(node) <= m->globals->clock || !comes_with_time(m, tree_value(node))) return false;
    for (; !term_is_none(other) && deadline_of(other) == deadline_of(node); other = tree_next(queue, tree_key(other)))
        if (can_fire(m, tree_value(other)) && comes_with_time(m, tree_value(other))) return true;
    return false;
}

static uint32_t idle_actor(Machine *m, Actor *actors) {
    Term node = next_of_all(m);
    if (term_is_none(node)) return 0;
    actors[0] = is_in_company(m, node) ? clock_actor(m) : actor_of(m, tree_value(node));
    return 1;
}

uint64_t timer_clock_next(Machine *m) {
    Term next = next_of_all(m);
    return term_is_none(next) ? m->globals->clock : deadline_of(next);
}

uint32_t timer_actors(Machine *m, bool idle, Actor *actors, uint32_t max) {
    if (idle) return max > 0 ? idle_actor(m, actors) : 0;
    uint32_t count = 0;
    Term queue = m->globals->queue;
    for (Term node = tree_first(queue); !term_is_none(node) && count < max; node = tree_next(queue, tree_key(node)))
        if (may_fire(m, node)) actors[count++] = actor_of(m, tree_value(node));
    return count;
}

static Term queued_by(Machine *m, Actor actor) {
    Term queue = m->globals->queue, node = tree_first(queue);
    while (!term_is_none(node) && actor_of(m, tree_value(node)) != actor) node = tree_next(queue, tree_key(node));
    return node;
}

uint64_t timer_length(Term timer) { return (uint64_t)term_to_small(term_elements(timer)[TIMER_LENGTH]); }

bool timer_by_actor(Machine *m, Actor actor, Term *timer) {
    Term node = queued_by(m, actor);
    if (!term_is_none(node) && term_is_local_pid(tree_value(node))) node = fires_instead(m, node);
    if (term_is_none(node)) return false;
    *timer = map_get(m->globals->timers, tree_value(node));
    return true;
}

static uint64_t moment_object(uint64_t moment) { return object_of(OBJECT_CLOCK, moment, ATOM(time)); }

static void touch_advance(uint64_t moment, Footprint *out) {
    out->idle = true;
    footprint_add_settled(out, moment_object(moment), ACCESS_WRITE, VALUE_BEGINS);
}

// When nothing else can happen, the clock advances; then others have their time come, and may fire at any moment. They
// could not have come before it.
static void touch_clock(Machine *m, Term node, Footprint *out) {
    if (!waits_for_idle(m, tree_value(node))) return;
    if (time_has_come(m, node))
        footprint_add_settled(out, moment_object(deadline_of(node)), ACCESS_READ, 0);
    else
        touch_advance(deadline_of(node), out);
}

// Who gets its message, and what finding that out touches.
static Term receiver_footprint(Machine *m, Term reference, Term to, Footprint *out) {
    if (!term_is_atom(to)) return to;
    Term name = node_private(m, term_pid_node(term_reference_pid(reference)), to);
    footprint_add(out, object_of(OBJECT_NAME, 0, name), ACCESS_READ, 0);
    return name_pid(m, name);
}

static void touch_timer(Machine *m, Term reference, Footprint *out) {
    const Term *fields = term_elements(map_get(m->globals->timers, reference));
    footprint_add_settled(out, object_of(OBJECT_TIMER, 0, reference), ACCESS_WRITE, 0);
    timer_touches_deadlines(reference, out);
    uint64_t begun = (uint64_t)term_to_small(fields[TIMER_BEGUN]) << 5;
    if (begun) footprint_add_settled(out, begun, ACCESS_READ, 0);
    send_footprint(m, receiver_footprint(m, reference, fields[TIMER_TO], out), message_object(reference), out);
}

static void touch_timeout(Machine *m, Process *p, Term node, Footprint *out) {
    Term instead = fires_instead(m, node);
    if (quiet_serves(p))
        send_footprint(m, p->pid, 0, out);   // it acts as if it were asked
    else
        delivery_touches_looking(p, out);
    if (term_is_none(instead))
        timer_touches_own_deadlines(p, out);
    else
        touch_timer(m, tree_value(instead), out);
}

void timer_footprint(Machine *m, Actor actor, Footprint *out) {
    if (timer_is_clock(m, actor)) {
        touch_advance(timer_clock_next(m), out);
        return;
    }
    Term node = queued_by(m, actor);
    if (term_is_none(node)) return;
    touch_clock(m, node, out);
    if (m->processes[actor])
        touch_timeout(m, m->processes[actor], node, out);
    else
        touch_timer(m, tree_value(node), out);
}

static void advance_clock(Machine *m, uint64_t deadline) {
    if (deadline <= m->globals->clock) return;
    store_touch(&m->store, m->globals);
    m->globals->clock = deadline;
    m->globals->clock_epoch = m->store.epoch;
}

static void end_receive(Process *p) {
    count_early(p, p->timeout_length);
    time_out(p);
}

void timer_step(Machine *m, Actor actor) {
    if (timer_is_clock(m, actor)) {
        advance_clock(m, timer_clock_next(m));
        return;
    }
    Term node = queued_by(m, actor), instead = fires_instead(m, node), who = tree_value(node);
    if (delivery_has_unhandled(m, who)) {
        delivery_handle(m, who);
        return;
    }
    if (!term_is_none(instead)) node = instead, who = tree_value(node);
    if (waits_for_idle(m, who)) advance_clock(m, deadline_of(node));
    queue_remove(m, tree_key(node));
    if (term_is_local_pid(who))
        end_receive(process_find(m, who));
    else
        timer_fire(m, who);
}
