// Stepping: the machine as a search sees it.
//
// Every live process stands before its next visible action. Those whose action can happen are in the set of standing
// processes; a process in a receive that nothing in its mailbox matches is not. A step lets one action happen, then
// runs local code: of the process that did it, of those it made, and of those that got a message and may now find
// that it matches.
#include <stdio.h>

#include "base/interrupt.h"
#include "base/memory.h"
#include "vm/bif/process_info.h"
#include "vm/check.h"
#include "vm/ets/walk.h"
#include "vm/observe/monitor.h"
#include "vm/observe/teller.h"
#include "vm/run/alternative.h"
#include "vm/run/atomic.h"
#include "vm/run/circle.h"
#include "vm/run/entry.h"
#include "vm/run/estate.h"
#include "vm/run/fault.h"
#include "vm/run/glance.h"
#include "vm/run/happened.h"
#include "vm/run/heap_limit.h"
#include "vm/run/interp_bits.h"
#include "vm/run/lateness.h"
#include "vm/run/machine_state.h"
#include "vm/run/quiet.h"
#include "vm/run/request.h"
#include "vm/run/signal.h"
#include "vm/run/timer.h"
#include "vm/run/tracing.h"
#include "vm/term/map.h"
#include "vm/world/boot.h"
#include "vm/world/inquiry.h"

// Whether the size of a process that has a limit is looked at now.
static bool is_to_look(const Process *p, RunResult result, uint64_t *looked) {
    if (result == RUN_STOPPED) return !p->receive_ip && !p->alternatives && !interp_stands_at(p, OP_exit_raise);
    if (result != RUN_YIELDED || p->machine->reductions - *looked < HEAP_LIMIT_SLICE) return false;
    *looked = p->machine->reductions;
    return true;
}

// A part of the node that the program needs unforeseen comes up within a step, as if it had always been there: what
// that touches concerns nobody else.
static void boot_within(Machine *m) {
    if (!m->booting) return;
    Footprint before = m->event.footprint;
    bool acting = m->acting;
    m->acting = false;
    machine_boot(m);
    m->acting = acting;
    m->event.footprint = before;
}

// Runs local code until the process stands. One that goes round in circles, or needs more reductions than allowed, acts
// no more; the others go on, as what disabled them would have to conflict with whatever they do (machine.h, C3).
static void settle_process(Machine *m, Process *p) {
    process_dequeue(p);
    Circle circle = circle_begin(m);
    for (uint64_t looked = m->reductions;;) {
        int64_t slice = circle_slice(&circle, teller_slice(m->teller));
        if (p->heap_limit && slice > HEAP_LIMIT_SLICE) slice = HEAP_LIMIT_SLICE;
        RunResult result = interp_run(m, p, slice);
        if (p->heap_limit && is_to_look(p, result, &looked) && heap_limit_ends(p)) continue;
        if (result == RUN_WAITING && atomic_goes_on(p, result)) continue;
        switch (result) {
        case RUN_STOPPED:
            p->standing = true;
            process_enqueue(p);
            if (p->timer_armed) timer_disarm_receive(p);   // the receive it was for has found a message
            return;
        case RUN_WAITING:
        case RUN_EXITED: return;
        case RUN_ATTENTION:
            machine_attend(m, p);
            boot_within(m);
            return;
        case RUN_YIELDED: break;
        }
        boot_within(m);
        if (m->teller) teller_note_slice(m->teller, p);
        m->stopped = m->stop && *m->stop && *m->stop != INTERRUPT_MEMORY;   // a program that grows meets its own limit
        CircleEnd end = m->stopped ? CIRCLE_LONG : circle_look(&circle, m, p);
        if (end == CIRCLE_OPEN) continue;
        store_touch(&m->store, m->globals);
        m->globals->livelock = true;
        m->globals->circle |= end == CIRCLE_CLOSED;
        return;
    }
}

static void settle_all(Machine *m) {
    for (Process *p; !m->unsupported && !m->halted && !m->stopped && (p = m->globals->ready_first);)
        settle_process(m, p);
}

void machine_heed(Machine *m, const volatile sig_atomic_t *stop) {
    m->stop = stop;
    if (!stop) m->stopped = false;
}

bool machine_was_stopped(const Machine *m) { return m->stopped; }

static void prepare(Machine *m) {
    machine_run_prologue(m);
    inquiry_begin(m);
    boot_for_sockets(m);
    receive_prepare(m);
    m->residents = m->pid_count;
    m->atom_limit = atom_count();
    code_settle_residents(m->code);
    m->stepping = m->followed = true;
    m->foreseen = NO_ACTOR;
}

void machine_prepare_stepping(Machine *m) {
    boot_for_search(m);
    prepare(m);
}

// Runs up to the first step, and notes what stories want to know of that.
static void play_overture(Machine *m) {
    teller_start(m);
    settle_all(m);
    teller_pause(m);
}

void machine_begin_call(Machine *m, const char *function, const char *const *arguments, size_t argument_count) {
    machine_set_call(m, function, arguments, argument_count);
    if (boot_call_has_prologue(m)) {
        m->stepping = m->followed = m->inquisitive = false;   // until it has begun
        prepare(m);
    }
    play_overture(m);
}

static uint32_t standing_actors(const Machine *m, Actor *actors, uint32_t max) {
    uint32_t count = 0;
    for (uint32_t base = 0; base < m->pid_count; base += 64)
        for (uint64_t bits = m->standing[base / 64]; bits && count < max; bits &= bits - 1)
            actors[count++] = base + (uint32_t)__builtin_ctzll(bits);
    return count;
}

// --- who can act --------------------------------------------------------------------------------------
//
// Where the verdict of a framework is wanted (MachineConfig.to_verdict), nothing is explored that only comes of the end
// of the test's process: no end of those who are linked to it, no tables that go with it. So that end happens when all
// others are done, as long timeouts do, and is the last step. That leaves out no verdict: whatever could have been
// different before the end happens before it in some execution, and what comes after it can have no part in what led to
// it. From the moment the process stands before its end signals do not change how it ends, as they do not in a process
// that has told the framework its result.

static bool has_ended(const Machine *m) { return !term_is_nil(m->globals->outcome); }

bool step_holds(const Process *p) {
    const Machine *m = p->machine;
    if (!m->config->to_verdict || m->going_on || !p->standing || !term_same(p->pid, m->first)) return false;
    return interp_stands_at(p, OP_exit_normal) || interp_stands_at(p, OP_exit_raise);
}

bool machine_has_verdict(Machine *m) {
    const Process *first = m->config->to_verdict ? process_find(m, m->first) : NULL;
    return first && step_holds(first);
}

// Time passes only while the test goes on: what runs on for ever after it keeps nobody.
static uint32_t idle_actors(Machine *m, bool held, Actor *actors, uint32_t max) {
    if (max == 0 || (has_ended(m) && !held)) return 0;
    if (!held) return timer_actors(m, true, actors, max);
    actors[0] = term_pid_index(m->first);
    return 1;
}

static uint32_t leave_out(Actor *actors, uint32_t count, Actor actor) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++)
        if (actors[i] != actor) actors[kept++] = actors[i];
    return kept;
}

// Faults may happen at any moment, until the matter is ended.
static uint32_t with_faults(Machine *m, Actor *actors, uint32_t count, uint32_t max) {
    uint32_t more = fault_actors(m, actors + count, max - count);
    for (; more > 0; more--, count++) actor_insert(actors, count, actors[count]);
    return count;
}

uint32_t machine_enabled(Machine *m, Actor *actors, uint32_t max) {
    if (m->halted || m->unsupported) return 0;
    bool held = machine_has_verdict(m);
    if (m->config->to_verdict && has_ended(m) && !m->going_on) return 0;
    uint32_t count = standing_actors(m, actors, max), more = 0;
    if (held) count = leave_out(actors, count, term_pid_index(m->first));
    if (m->choosing) count = alternative_actors(m, actors, count, max);
    count = estate_actors(m, actors, count, max);
    if (map_count(m->globals->channels) > 0) more = delivery_actors(m, actors + count, max - count);
    for (; more > 0; more--, count++) actor_insert(actors, count, actors[count]);
    if (!term_is_nil(m->globals->queue) && !(m->going_on && has_ended(m)))
        more = timer_actors(m, false, actors + count, max - count);
    for (; more > 0; more--, count++) actor_insert(actors, count, actors[count]);
    if (nodes_are_many(m)) more = node_actors(m, actors + count, max - count);
    bool settled = term_is_nil(m->globals->budgets) || m->going_on;   // no fault may happen any more
    if (count + more == 0 && settled) more = idle_actors(m, held, actors, max);
    for (; more > 0; more--, count++) actor_insert(actors, count, actors[count]);
    return settled ? count : with_faults(m, actors, count, max);
}

static Process *process_of(Machine *m, Actor actor) {
    uint32_t place;
    Process *p = m->processes[actor];
    return p || !m->choosing ? p : alternative_process(m, actor, &place);
}

static bool ends_normally(const Process *p) {
    return p->returned || interp_stands_at(p, OP_exit_normal) ||
           (p->class == CLASS_EXIT && term_same(p->reason, ATOM(normal)));
}

// A call that asks another process; or any other.
static void call_footprint(Process *p, Footprint *out) {
    Term asked = request_asked(p);
    bool late = !term_is_none(asked) && delivery_is_late(p->machine, p->pid, asked);
    if (late && delivery_touches_next(p, asked, out)) return;
    if (!p->answered && !late) request_footprint(p, out);
    if (!late && request_shows_answers(p->machine)) request_touches_message(p, asked, out);
    if (term_is_none(asked) || !delivery_is_handled_later(p->machine, p->pid, asked)) return;
    footprint_add(out, object_of(OBJECT_PROCESS_LIFE, term_pid_index(asked), NO_TERM), ACCESS_READ, 0);
    delivery_touches_unhandled(p->machine, p->pid, asked, mailbox_message_object(p, p->sent + 1), false, out);
}

static void standing_footprint(Process *p, Actor actor, Footprint *out) {
    const Export *export;
    const Term *x = p->stack - p->live;
    if (p->unbegun) return;   // nothing but its progress
    if (estate_is_to_close(p)) {
        estate_touches_closing(p->machine, p->pid, ACCESS_WRITE, out);
    } else if (interp_stands_at(p, OP_send)) {
        footprint_send(p, x, out);
    } else if (interp_stands_at(p, OP_remove_message)) {
        Term message = mailbox_peek(p);
        uint64_t value = (uint64_t)term_to_small(term_words(message)[MESSAGE_OBJECT]);
        AccessKind kind = p->receive_timed || !value ? ACCESS_RECEIVE : ACCESS_AWAIT;
        uint64_t mailbox = object_of(OBJECT_MAILBOX, actor, NO_TERM);
        if (kind == ACCESS_AWAIT)
            footprint_add_settled(out, mailbox, kind, value);   // the first that matches stays that
        else
            footprint_add(out, mailbox, kind, value);
    } else if (interp_stands_at(p, OP_timeout)) {
        if (p->receive_ip) delivery_touches_looking(p, out);
    } else if (interp_stands_at(p, OP_exit_normal) || interp_stands_at(p, OP_exit_raise)) {
        exit_footprint(p, ends_normally(p), out);
    } else if (entry_is_next(p, &export)) {
        entry_footprint(export->module, out);
    } else if (!p->telling) {
        call_footprint(p, out);
    }
}

void step_footprint(Process *p, Footprint *out) { standing_footprint(p, term_pid_index(p->pid), out); }

// Before it was released the process could go on without a message, if its time was over.
static void add_release(const Process *p, Footprint *out) {
    if (!p->released_timed)
        footprint_add_settled(out, p->released, ACCESS_READ, 0);
    else if (p->status != PROCESS_WAITING)
        footprint_add_settled(out, p->released, ACCESS_WRITE, VALUE_WITHOUT_IT);
}

// An alternative is an actor of its own, and what its process does comes before it or after it.
static void add_progress(const Process *p, Footprint *out) {
    AccessKind kind = p->standing && p->alternatives ? ACCESS_WRITE : ACCESS_PART_WRITE;
    if (kind == ACCESS_WRITE) alternative_touches_beginning(p, out);
    footprint_add_settled(out, object_of(OBJECT_PROGRESS, term_pid_index(p->pid), NO_TERM), kind, 0);
    if (p->hibernated) footprint_add(out, object_of(OBJECT_MAILBOX, term_pid_index(p->pid), NO_TERM), ACCESS_READ, 0);
    if (p->released) add_release(p, out);
}

// What an actor does happens while its node is up, and what is idle before any fault that was possible.
static void touch_surroundings(const Machine *m, Actor actor, Footprint *out) {
    if (!node_is_fault(m, actor)) node_touches_life(m, node_of_actor(m, actor), out);
    if (out->idle) fault_touches_idle(m, out);
}

static void foresee(Machine *m, Actor actor) {
    uint32_t place;
    Process *p = process_of(m, actor), *left = estate_of(m, actor, &place);
    footprint_clear(&m->event.footprint);
    if (m->choosing) alternative_process(m, actor, &m->place);
    if (p && p->standing)
        standing_footprint(p, actor, &m->event.footprint);
    else if (left)
        estate_footprint(left, place, &m->event.footprint);
    else if (delivery_is_actor(m, actor))
        delivery_footprint(m, actor, &m->event.footprint);
    else if (walk_is_actor(m, actor))
        walk_step_footprint(m, actor, &m->event.footprint);
    else if (node_is_actor(m, actor))
        node_footprint(m, actor, &m->event.footprint);
    else
        timer_footprint(m, actor, &m->event.footprint);
    if (p) add_progress(p, &m->event.footprint);
    if (p && step_holds(p)) m->event.footprint.idle = true;
    if (m->traces) tracing_touches(m, &m->event.footprint);
    if (m->has_nodes) touch_surroundings(m, actor, &m->event.footprint);
    footprint_close(&m->event.footprint);
    m->foreseen = actor;
    m->place = 0;
}

void machine_pending(Machine *m, Actor actor, Footprint *out) {
    if (m->foreseen != actor) foresee(m, actor);
    footprint_copy(out, &m->event.footprint);
    const Process *p = process_of(m, actor);
    bool takes = p && p->standing && !p->unbegun && interp_stands_at(p, OP_remove_message);
    if (!takes || !p->receive_timed) return;
    out->items[0].value = 0;   // without that message it would find nothing
    out->fixed = false;
}

bool machine_waiting(Machine *m, Actor actor, Footprint *out) {
    const Process *p = m->processes[actor];
    footprint_clear(out);
    bool held = p && (step_holds(p) || walk_is_open(p));
    uint32_t place;
    if (estate_of(m, actor, &place) || (p && p->standing && !p->alternatives && !p->asking && !held)) return false;
    out->everything = p && (p->asking || p->suspended || held);
    if (p) footprint_add(out, object_of(OBJECT_MAILBOX, actor, NO_TERM), ACCESS_RECEIVE, 0);
    return true;
}

bool machine_may_wait(const Machine *m, Actor actor) { return !node_is_fault(m, actor); }

// What is delivered is noted when it is (mailbox.c).
static void forget_sends(Footprint *footprint) {
    uint32_t kept = 0;
    while (kept < footprint->count && footprint->items[kept].kind != ACCESS_SEND) kept++;
    for (uint32_t i = kept; i < footprint->count; i++)
        if (footprint->items[i].kind != ACCESS_SEND) footprint_keep(footprint, &kept, i);
    footprint_cut(footprint, kept);
}

bool step_is_visible(Process *p, const Bif *bif, const Term *args) {
    if (bif->visible) return bif->visible(args);
    Footprint footprint;
    footprint_clear(&footprint);
    bif->footprint(p, args, &footprint);
    if (bif->footprint == alternative_touches && footprint.count > 0)
        alternative_stands(p, args);
    else if (process_info_glances(p, bif, args))
        glance_stands(p);
    return footprint.count > 0 || footprint.everything;
}

static void forget_looks(Footprint *footprint) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < footprint->count; i++)
        if (footprint->items[i].kind != ACCESS_READ && footprint->items[i].kind != ACCESS_PART_READ)
            footprint_keep(footprint, &kept, i);
    footprint_cut(footprint, kept);
}

// The master of an application looks at all processes for those that are left when it stops: that it does so at one
// moment only is part of what quietness hides.
void step_note_system(Process *p, const Bif *bif, const Term *args) {
    Footprint more = {0};
    if (quiet_passes_text(p)) return;
    if (bif)
        bif->footprint(p, args, &more);
    else
        exit_footprint(p, ends_normally(p), &more);
    if (quiet_leads_itself(p)) forget_looks(&more);
    step_note(p->machine, &more);
}

void step_note(Machine *m, Footprint *more) {
    forget_sends(more);
    m->event.footprint.everything |= more->everything;
    for (uint32_t i = 0; i < more->count; i++)
        footprint_add_once(&m->event.footprint, more->items[i].object, more->items[i].kind, more->items[i].value);
}

static void forget_unsent(Machine *m) {
    if (term_is_nil(m->globals->unsent)) return;
    store_touch(&m->store, m->globals);
    m->globals->unsent = TERM_NIL;
}

// Who has acted most often stands before its next action, so it leaves the set of those who stand only now, if it does
// not.
static void leave_standing(Machine *m, const Process *p, uint32_t index) {
    bool stands = m->processes[index] == p && p->standing && p->queued;
    if (!stands) process_set_standing(m, index, false);
}

// Lets a process do what it stands at, or ask or handle what comes before that.
static void act_standing(Machine *m, Actor actor, Process *p) {
    Term asked = request_target(p);
    if (!term_is_none(asked)) {
        request_send(p, asked);
    } else if (!delivery_is_idle(m) && delivery_handles_itself(p)) {
        delivery_handle(m, p->pid);
    } else if (estate_is_to_close(p)) {
        estate_close(p);
    } else {
        process_touch_run(p);
        if (p->answer_message) request_take_message(p);
        m->granted = !p->unbegun && !p->telling;
        if (p->telling || p->call_told) tracing_goes_on(p);
        p->queued = p->standing = p->unbegun = false;
        if (m->choosing) alternative_process(m, actor, &p->chosen);
        settle_process(m, p);
        assert(!m->granted || m->unsupported);
    }
}

// Lets an action happen; `p` is who acts, NULL for what is not a process.
static void act(Machine *m, Actor actor, Process *p) {
    uint32_t index = m->actor, place;
    Process *left = estate_of(m, actor, &place);
    if (m->watched) happened_forget(m), m->showed = happened_asks(m);
    forget_unsent(m);
    if (p && (p->hibernated || p->released)) process_touch_run(p), p->hibernated = false, p->released = 0;
    if (p && p->standing)
        act_standing(m, actor, p);
    else if (delivery_is_actor(m, actor))
        delivery_step(m, actor);
    else if (left)
        estate_step(left, place);
    else if (walk_is_actor(m, actor))
        walk_step(m, actor);
    else if (node_is_actor(m, actor))
        node_step(m, actor);
    else
        timer_step(m, actor);
    settle_all(m);
    if (p) leave_standing(m, p, index);
    m->acting = false;
    if (m->monitors) monitors_step(m);
}

static Process *begin_step(Machine *m, Actor actor) {
    Process *p = process_of(m, actor);
    m->actor = p ? term_pid_index(p->pid) : actor;
    m->current = NULL;
    m->acting = true;
    m->begun = 0;
    return p;
}

// Of an earlier step.
static void forget_messages(Machine *m) {
    if (m->sent) memset(m->event.messages, 0, sizeof m->event.messages);
    m->sent = false;
}

const Event *machine_step(Machine *m, Actor actor) {
    Process *p = begin_step(m, actor);
    // What is foreseen depends on the state, and on `acting` only where it may be everything.
    if (m->foreseen != actor || m->event.footprint.everything) foresee(m, actor);
    m->foreseen = NO_ACTOR;
    if (p) lateness_begin(p);
    forget_sends(&m->event.footprint);
    forget_messages(m);
    act(m, actor, p);
    if (p && m->processes[m->actor] == p) lateness_follow(p);
    m->followed = true;
    m->event.actor = actor;
    footprint_close(&m->event.footprint);
    if (m->sent) receive_find_messages(m, &m->event);
    return &m->event;
}

void machine_step_blindly(Machine *m, Actor actor) {
    Process *p = begin_step(m, actor);
    if (p && !lateness_is_idle(p)) {   // what it touches has a say in what time it is
        machine_step(m, actor);
        return;
    }
    m->foreseen = NO_ACTOR;
    footprint_clear(&m->event.footprint);
    act(m, actor, p);
}

typedef struct {
    Actor *actors, last;
    uint32_t capacity;
} Turns;

static uint32_t all_enabled(Machine *m, Turns *turns) {
    uint32_t count = machine_enabled(m, turns->actors, turns->capacity);
    while (count == turns->capacity) {
        turns->capacity = 2 * turns->capacity + 64;
        turns->actors = memory_resize(turns->actors, turns->capacity * sizeof *turns->actors);
        count = machine_enabled(m, turns->actors, turns->capacity);
    }
    return count;
}

// Who can act, after the last one in order of age, so that all get their turn.
static bool next_actor(Machine *m, Turns *turns) {
    uint32_t count = all_enabled(m, turns), next = 0;
    while (next < count && turns->actors[next] <= turns->last) next++;
    if (count > 0) turns->last = turns->actors[next < count ? next : 0];
    return count > 0;
}

// --- where a search begins ----------------------------------------------------------------------------

enum { STEPS_TO_PROBE = 100000 };

// By weft:probe(Name) or weft:probe(Name, Term).
static bool is_marked(const Machine *m, const char *name) {
    for (Term list = m->globals->probes; term_is_cons(list); list = term_tail(list)) {
        const Term *fields = term_elements(term_head(list));
        Term mark = term_is_cons(fields[PROBE_NAME]) ? term_head(fields[PROBE_NAME]) : fields[PROBE_VALUE];
        if (term_is_atom(mark) && strcmp(atom_string(mark), name) == 0) return true;
    }
    return false;
}

static void go_to_probe(Machine *m, const char *name) {
    Turns turns = {.last = NO_ACTOR};
    bool marked = is_marked(m, name);
    for (uint32_t steps = 0; steps < STEPS_TO_PROBE && !marked && !m->unsupported && !m->halted; steps++) {
        if (!next_actor(m, &turns)) break;
        machine_step_blindly(m, turns.last);
        marked = is_marked(m, name);
    }
    memory_free(turns.actors);
    if (m->unsupported || marked) return;
    m->unsupported = true;
    snprintf(m->message, sizeof m->message, "--from-probe %s: nobody marks that in the order that is tried", name);
}

void machine_begin_stepping(Machine *m) {
    machine_prepare_stepping(m);
    play_overture(m);
    if (m->config->from_probe) go_to_probe(m, m->config->from_probe);
}

bool machine_go_on(Machine *m, uint32_t steps) {
    bool ended = has_ended(m), can = true;
    Turns turns = {.last = NO_ACTOR};
    if (machine_has_verdict(m)) machine_step_blindly(m, term_pid_index(m->first));
    m->going_on = true;
    for (; steps > 0 && can && has_ended(m) == ended; steps--) {
        can = next_actor(m, &turns);
        if (can) machine_step_blindly(m, turns.last);
    }
    memory_free(turns.actors);
    m->going_on = false;
    return !can;
}

bool machine_let_time_pass(Machine *m, uint64_t until) {
    Actor next;
    if (m->halted || m->unsupported || has_ended(m) || machine_has_verdict(m)) return false;
    if (term_is_nil(m->globals->queue) || timer_actors(m, true, &next, 1) == 0) return false;
    if (timer_clock_next(m) > until) return false;
    machine_step_blindly(m, next);
    return true;
}

uint64_t machine_now(const Machine *m) { return m->globals->clock; }

enum { GOES_ROUND_STEPS = 1000 };

bool machine_goes_round(Machine *m, uint32_t rounds) {
    Mark mark = machine_mark(m);
    uint64_t before = machine_hash(m);
    Turns turns = {.last = NO_ACTOR};
    bool back = false;
    m->going_on = true;
    for (uint32_t steps = 0; !back && steps < GOES_ROUND_STEPS; steps++) {
        Actor last = turns.last;
        if (!next_actor(m, &turns)) break;
        bool round = steps > 0 && turns.last <= last;
        if (round && rounds-- == 0) break;
        back = round && machine_hash(m) == before;
        machine_step_blindly(m, turns.last);
    }
    m->going_on = false;
    memory_free(turns.actors);
    machine_undo(m, mark);
    return back;
}

Mark machine_mark(Machine *m) {
    Mark mark = {store_mark(&m->store)};
    machine_check(m);
    return mark;
}

void machine_drop(Machine *m, Mark mark) { store_drop(&m->store, mark.depth); }

void machine_undo(Machine *m, Mark mark) {
    store_undo(&m->store, mark.depth);
    m->foreseen = NO_ACTOR;
    m->halted = m->unsupported = m->attention = m->granted = m->again = false;
    machine_check(m);
}
