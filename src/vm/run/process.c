#include "vm/run/happened.h"
#include "vm/run/machine_state.h"
#include "vm/term/hash.h"

#include "vm/bif/setting.h"
#include "vm/ets/walk.h"
#include "vm/run/estate.h"
#include "vm/run/node.h"
#include "vm/run/signal.h"
#include "vm/run/tracing.h"
#include "vm/term/map.h"
#include "vm/world/boot.h"

Process *process_find(Machine *m, Term pid) {
    if (!term_is_local_pid(pid)) return NULL;
    uint32_t index = term_pid_index(pid);
    return index < m->pid_count ? m->processes[index] : NULL;
}

bool process_traps(Machine *m, Term pid) {
    const Process *p = process_find(m, pid);
    uint32_t index = term_pid_index(pid);
    return p ? p->trap_exit : m->trapped[index / 64] >> index % 64 & 1;
}

static void note_trapped(Machine *m, uint32_t index) {
    uint64_t *word = &m->trapped[index / 64];
    store_log_word(&m->store, word);
    *word |= (uint64_t)1 << index % 64;
}

uint64_t process_reductions(const Process *p) {
    const Machine *m = p->machine;
    return p->reductions + (p == m->current ? (uint64_t)(m->slice - m->slice_left) + 1 : 0);
}

Term process_new_reference(Process *p) {
    process_touch(p);
    Term reference = heap_box(p->heap, KIND_REFERENCE, 2);
    term_words(reference)[1].bits = ++p->references;
    term_words(reference)[2].bits = p->pid.bits >> 4;
    return reference;
}

// --- those who can run ----------------------------------------------------------------------------------
// Who has local code to run is in a queue. Who stands before an action (step.c) is in a set instead, where coming and
// going touches nobody else.

void process_set_standing(Machine *m, uint32_t index, bool stands) {
    uint64_t *word = &m->standing[index / 64];
    if ((*word >> index % 64 & 1) == stands) return;
    store_log_word(&m->store, word);
    *word ^= (uint64_t)1 << index % 64;
}

static void queue_append(Process *p) {
    Globals *globals = p->machine->globals;
    p->next = NULL;
    p->previous = globals->ready_last;
    store_touch(p->store, globals);
    if (globals->ready_last) {
        process_touch_run(globals->ready_last);
        globals->ready_last->next = p;
    } else {
        globals->ready_first = p;
    }
    globals->ready_last = p;
}

static void queue_remove(Process *p) {
    Globals *globals = p->machine->globals;
    store_touch(p->store, globals);
    if (p->previous) {
        process_touch_run(p->previous);
        p->previous->next = p->next;
    } else {
        globals->ready_first = p->next;
    }
    if (p->next) {
        process_touch_run(p->next);
        p->next->previous = p->previous;
    } else {
        globals->ready_last = p->previous;
    }
    p->next = p->previous = NULL;
}

void process_enqueue(Process *p) {
    process_touch_run(p);
    if (p->status == PROCESS_READY && p->queued) return;
    if (p->suspended || p->asking || walk_is_open(p)) return;
    p->status = PROCESS_READY;
    p->queued = true;
    if (p->standing)
        process_set_standing(p->machine, term_pid_index(p->pid), true);
    else
        queue_append(p);
}

void process_dequeue(Process *p) {
    if (!p->queued) return;
    process_touch_run(p);
    p->queued = false;
    if (p->standing)
        process_set_standing(p->machine, term_pid_index(p->pid), false);
    else
        queue_remove(p);
}

void process_release(Process *p, uint64_t object) {
    if (!p->machine->acting) return;
    process_touch_run(p);
    p->released = object;
    p->released_timed = p->timer_armed;
    footprint_add_settled(&p->machine->event.footprint, object, ACCESS_WRITE, VALUE_BEGINS);
}

// --- beginning ------------------------------------------------------------------------------------------

Process *process_record(Store *store) {
    Process *p = store_record(store, RECORD_PROCESS, sizeof(Process) / sizeof(uint64_t), PROCESS_TERMS);
    uint32_t words = (sizeof(Process) - offsetof(Process, rest)) / sizeof(uint64_t);
    p->rest = (Record){store->epoch, words, PROCESS_REST_TERMS, RECORD_PLAIN};
    for (size_t i = 0; i < PROCESS_REST_TERMS; i++) ((Term *)(&p->rest + 1))[i] = TERM_NIL;
    p->store = store;
    p->heap = &store->heap;
    return p;
}

static void set_process(Machine *m, uint32_t index, Process *p) {
    store_log_word(&m->store, &m->processes[index]);
    m->processes[index] = p;
}

static void set_count(Machine *m, uint64_t count) {
    store_log_word(&m->store, &m->process_count);
    m->process_count = count;
}

static void inherit(Process *p, const Process *parent) {
    p->dictionary = p->suspending = p->links = p->unlinking = p->monitors = p->watchers = p->aliases =
        map_empty(p->heap);
    p->error_handler = ATOM(error_handler);
    p->fullsweep_after = 65535;
    if (!parent) return;
    p->group_leader = parent->group_leader;
    p->parent = term_pid_index(parent->pid);
    p->time = parent->time;
}

void process_set_entry(Process *p, Term module, Term function, Term args) {
    uint32_t arity = (uint32_t)term_list_length(args);
    process_ensure_stack(p, arity + 32);
    Term *x = p->stack - arity;
    for (Term list = args; term_is_cons(list); list = term_tail(list)) *x++ = term_head(list);
    p->live = arity;
    p->ip = code_export(p->machine->code, module, function, arity)->address;
}

// Whether it belongs to the system or to the program.
static void set_side(Process *p, const Process *parent, Term module, Term function, Term args) {
    Machine *m = p->machine;
    uint32_t index = term_pid_index(p->pid);
    Term program = parent->system ? boot_program(m, module, function, args) : NO_TERM;
    p->system = parent->system ? term_is_none(program) : boot_serves(m, module, function, args);
    if (index < m->descent_count && !term_is_none(program)) m->descents[index].name = program;
}

// Of funs that are applied, the fun's code. Who was there before the first step is one of a kind.
static void inherit_from_afar(Process *p, const SpawnOptions *options) {
    p->group_leader = term_is_none(options->leader) ? p->pid : options->leader;
    p->parent = options->maker;
    p->time = options->time;
}

uint32_t process_number(Machine *m, const Process *parent, const SpawnOptions *options) {
    uint32_t node = options->far ? options->node : parent ? term_pid_node(parent->pid) : m->node;
    uint64_t child = parent ? parent->spawned : options->far ? options->child : options->orphan;
    if (options->far) child = (child | (uint64_t)node << DESCENT_FAR) & (DESCENT_NODE - 1);
    if (options->port) child |= DESCENT_PORT;
    return pid_for(m, parent ? term_pid_index(parent->pid) : options->maker, child, node);
}

Process *process_spawn(Machine *m, Process *parent, Term module, Term function, Term args, SpawnOptions *options) {
    Process *p = process_record(&m->store);
    if (parent) {
        process_touch(parent);
        parent->spawned++;
    }
    uint32_t index = process_number(m, parent, options);
    p->machine = m;
    p->pid = pid_at(m, index);
    inherit(p, parent);
    if (options->far) inherit_from_afar(p, options);
    if (parent) set_side(p, parent, module, function, args);
    p->system |= options->system;
    p->port = p->trap_exit = options->port;
    stack_init(p);
    process_set_entry(p, module, function, args);
    p->initial_call = heap_tuple3(p->heap, module, function, term_small(p->live));
    if (m->config->stateful) roles_give(&m->roles, index, !m->stepping, module, function, args);
    p->priority = options->priority;
    p->message_queue_off_heap = options->off_heap;
    if (options->min_heap_size) p->min_heap_size = (uint32_t)heap_size_next(options->min_heap_size);
    if (options->fullsweep_after) p->fullsweep_after = options->fullsweep_after;
    set_process(m, index, p);
    if (!p->port) set_count(m, m->process_count + 1);
    if (m->acting)   // all that it does comes later
        footprint_add_settled(&m->event.footprint, object_of(OBJECT_PROGRESS, index, NO_TERM), ACCESS_WRITE,
                              VALUE_BEGINS);
    if (parent && options->link) signal_link_child(parent, p);
    if (parent && options->monitor)
        options->monitor_reference = signal_monitor_child(parent, p, options->monitor_tag, options->alias_option);
    if (parent || options->maker) happened_note(m, HAPPENED_SPAWN, pid_at(m, p->parent), p->pid, NO_TERM);
    if (parent && tracing_is_on(m)) tracing_spawns(parent, p, module, function, args, options->link);
    p->status = PROCESS_WAITING;
    p->standing = p->unbegun = (parent || options->maker) && m->stepping && m->looks_at_processes && !p->system;
    process_enqueue(p);
    return p;
}

// --- ending ---------------------------------------------------------------------------------------------

void process_exit(Process *p, Term reason) {
    Machine *m = p->machine;
    process_touch_run(p);
    process_dequeue(p);
    outcome_note_end(p, reason);
    if (tracing_is_on(m)) tracing_exits(p, reason);
    if (p->timer_armed) timer_disarm_receive(p);
    walk_end(p);
    if (map_count(m->globals->node_watchers) > 0) node_forget_watcher(p);
    p->status = PROCESS_EXITED;
    if (p->trap_exit) note_trapped(m, term_pid_index(p->pid));
    bool in_steps = estate_takes_steps(p);
    if (!in_steps) signal_process_ended(p, reason);
    set_process(m, term_pid_index(p->pid), NULL);
    if (!p->port) set_count(m, m->process_count - 1);
    stack_free(p);
    p->stack_low = p->stack_high = NULL;
    if (in_steps)
        estate_begin(p, reason);
    else
        process_free(p);
}

void process_vanish(Process *p) {
    Machine *m = p->machine;
    process_touch_run(p);
    p->status = PROCESS_EXITED;
    set_process(m, term_pid_index(p->pid), NULL);
    if (!p->port) set_count(m, m->process_count - 1);
    stack_free(p);
    p->stack_low = p->stack_high = NULL;
    process_free(p);
}

void process_free(Process *p) { store_record_free(p->store, p); }
