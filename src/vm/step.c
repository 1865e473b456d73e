// Stepping: the machine as a search sees it.
//
// Every live process stands before its next visible action. Those whose action can happen are in the queue of ready
// processes; a process in a receive that nothing in its mailbox matches is not. A step lets one action happen, then
// runs local code: of the process that did it, of those it made, and of those that got a message and may now find
// that it matches.
#include "vm/interp_bits.h"
#include "vm/machine_state.h"
#include "vm/map.h"
#include "vm/signal.h"
#include "vm/timer.h"

enum { LOCAL_SLICE = 100000, TIMED_MAX = 256 };

static bool is_op(const Code *ip, Op op) { return *ip == interp_word(op); }

// Runs local code until the process stands. False: it needed more reductions than allowed.
static bool settle_process(Machine *m, Process *p) {
    process_dequeue(p);
    uint64_t budget = m->reduction_limit ? m->reduction_limit : UINT64_MAX;
    uint64_t start = m->reductions;
    for (;;) {
        switch (interp_run(m, p, LOCAL_SLICE)) {
        case RUN_STOPPED:
            process_enqueue(p);
            p->standing = true;
            if (p->timer_armed) timer_disarm_receive(p);   // the receive it was for has found a message
            return true;
        case RUN_WAITING:
        case RUN_EXITED: return true;
        case RUN_ATTENTION: return machine_attend(m, p);
        case RUN_YIELDED: break;
        }
        if (m->reductions - start > budget) return false;
    }
}

static Process *first_unsettled(Machine *m) {
    Process *p = m->globals->ready_first;
    while (p && p->standing) p = p->next;
    return p;
}

static void settle_all(Machine *m) {
    for (Process *p; !m->unsupported && !m->halted && (p = first_unsettled(m));)
        if (!settle_process(m, p)) m->livelock = true;
}

void machine_begin_stepping(Machine *m) {
    m->stepping = true;
    settle_all(m);
}

static void insert_sorted(Actor *actors, uint32_t count, Actor actor) {
    for (; count > 0 && actors[count - 1] > actor; count--) actors[count] = actors[count - 1];
    actors[count] = actor;
}

uint32_t machine_enabled(Machine *m, Actor *actors, uint32_t max) {
    uint32_t count = 0;
    if (m->halted || m->unsupported || m->livelock) return 0;
    for (Process *p = m->globals->ready_first; p && count < max; p = p->next)
        insert_sorted(actors, count++, term_pid_index(p->pid));
    if (term_is_nil(m->globals->queue)) return count;
    Actor timed[TIMED_MAX];
    uint32_t more = timer_actors(m, false, timed, TIMED_MAX);
    if (count + more == 0) more = timer_actors(m, true, timed, 1);
    for (uint32_t i = 0; i < more && count < max; i++) insert_sorted(actors, count++, timed[i]);
    return count;
}

static Process *process_of(Machine *m, Actor actor) { return m->processes[actor]; }

static bool ends_normally(const Process *p) {
    return p->returned || is_op(p->ip, OP_exit_normal) || (p->class == CLASS_EXIT && term_same(p->reason, ATOM(normal)));
}

// A linked process that does not trap exits ends too, unless the reason is normal: whatever it could do is touched.
static void exit_links_footprint(Process *p, Footprint *out) {
    Term other, value;
    for (MapIterator it = map_iterate(p->links); map_next(&it, &other, &value);) {
        Process *linked = process_find(p->machine, other);
        if (!linked) continue;
        footprint_add(out, object_of(OBJECT_LINKS, term_pid_index(other), NO_TERM), ACCESS_UPDATE, 0);
        footprint_add(out, object_of(OBJECT_FLAGS, term_pid_index(other), NO_TERM), ACCESS_READ, 0);
        if (linked->trap_exit) send_footprint(p->machine, other, signal_exit_object(p->pid, other), out);
        else out->everything |= !ends_normally(p);
    }
}

static void exit_footprint(Process *p, Footprint *out) {
    Term reference, monitor, watcher;
    footprint_add(out, object_of(OBJECT_PROCESS_LIFE, term_pid_index(p->pid), NO_TERM), ACCESS_WRITE, 0);
    footprint_add(out, object_of(OBJECT_LINKS, term_pid_index(p->pid), NO_TERM), ACCESS_WRITE, 0);
    footprint_add(out, object_of(OBJECT_PROCESSES, 0, NO_TERM), ACCESS_UPDATE, 0);
    footprint_add(out, signal_relations_object(), ACCESS_UPDATE, 0);
    if (!term_is_nil(p->name)) {
        footprint_add(out, object_of(OBJECT_NAME, 1, NO_TERM), ACCESS_PART_WRITE, 0);
        footprint_add(out, object_of(OBJECT_NAME, 0, p->name), ACCESS_WRITE, 0);
    }
    exit_links_footprint(p, out);
    for (MapIterator it = map_iterate(p->monitors); map_next(&it, &reference, &monitor);)   // it could have been told
        footprint_add(out, object_of(OBJECT_PROCESS_LIFE, term_pid_index(term_elements(monitor)[0]), NO_TERM), ACCESS_READ, 0);
    for (MapIterator it = map_iterate(p->watchers); map_next(&it, &reference, &watcher);)
        send_footprint(p->machine, term_elements(watcher)[0], signal_down_object(reference), out);
    tables_exit_footprint(p->machine->tables, p, out);
}

void machine_pending(Machine *m, Actor actor, Footprint *out) {
    Process *p = process_of(m, actor);
    *out = (Footprint){0};
    if (!p || !p->standing) {
        timer_footprint(m, actor, out);
        return;
    }
    const Code *ip = p->ip;
    const Term *x = p->stack - p->live;
    if (is_op(ip, OP_send)) {
        footprint_send(p, x, out);
    } else if (is_op(ip, OP_remove_message)) {
        Term message = mailbox_peek(p);
        uint64_t value = (uint64_t)term_to_small(term_words(message)[MESSAGE_OBJECT]);
        AccessKind kind = p->receive_timed || !value ? ACCESS_RECEIVE : ACCESS_AWAIT;
        footprint_add(out, object_of(OBJECT_MAILBOX, actor, NO_TERM), kind, value);
    } else if (is_op(ip, OP_timeout)) {
        footprint_add(out, object_of(OBJECT_MAILBOX, actor, NO_TERM), ACCESS_RECEIVE, 0);
    } else if (is_op(ip, OP_exit_normal) || is_op(ip, OP_exit_raise)) {
        exit_footprint(p, out);
    } else {
        const Export *export;
        memcpy(&export, ip + 1, sizeof export);
        export->bif->footprint(p, x, out);
    }
}

// What is delivered is noted when it is (mailbox.c).
static void forget_sends(Footprint *footprint) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < footprint->count; i++)
        if (footprint->items[i].kind != ACCESS_SEND) footprint->items[kept++] = footprint->items[i];
    footprint->count = kept;
}

Event machine_step(Machine *m, Actor actor) {
    Process *p = process_of(m, actor);
    machine_pending(m, actor, &m->footprint);
    forget_sends(&m->footprint);
    if (!p || !p->standing) {
        timer_step(m, actor);
    } else {
        process_touch(p);
        p->standing = false;
        m->granted = true;
        if (!settle_process(m, p)) m->livelock = true;
        assert(!m->granted || m->unsupported);
    }
    settle_all(m);
    return (Event){actor, m->footprint};
}

Mark machine_mark(Machine *m) { return (Mark){store_mark(&m->store)}; }

void machine_undo(Machine *m, Mark mark) {
    store_undo(&m->store, mark.depth);
    m->halted = m->livelock = m->attention = m->granted = false;
}
