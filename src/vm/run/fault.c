#include "vm/run/fault.h"

#include "base/memory.h"
#include "vm/run/bif.h"
#include "vm/run/happened.h"
#include "vm/run/signal.h"
#include "vm/term/map.h"
#include "vm/world/boot.h"

// --- budgets ---------------------------------------------------------------------------------------------
// A tuple of numbers; nil where no fault may happen any more, or none ever could.

static uint32_t limit_of(const MachineConfig *config, FaultKind kind) {
    const uint32_t limits[FAULT_KINDS] = {config->crashes, config->restarts, config->disconnects, config->reconnects,
                                          config->kills};
    return limits[kind];
}

// Those of the options, as atoms; none: any.
typedef struct Targets {
    Term crashing[32], breaking[32][2];
    uint32_t crashing_count, breaking_count;
} Targets;

// A-B, where a name may have a dash in it, too.
static void read_pair(const Machine *m, const char *pair, Term ends[2]) {
    for (const char *dash = strchr(pair, '-'); dash; dash = strchr(dash + 1, '-')) {
        Text left = {0};
        text_add_bytes(&left, pair, (size_t)(dash - pair));
        ends[0] = node_name_from(text_string(&left));
        ends[1] = node_name_from(dash + 1);
        text_free(&left);
        if (node_now(m, ends[0]) != NODE_ELSEWHERE && node_now(m, ends[1]) != NODE_ELSEWHERE) return;
    }
}

static Targets *read_targets(const Machine *m) {
    const MachineConfig *config = m->config;
    Targets *targets = memory_zeroed(1, sizeof *targets);
    for (size_t i = 0; i < config->crash_of_count; i++)
        targets->crashing[targets->crashing_count++] = node_name_from(config->crash_of[i]);
    for (size_t i = 0; i < config->disconnect_of_count; i++)
        read_pair(m, config->disconnect_of[i], targets->breaking[targets->breaking_count++]);
    return targets;
}

void faults_end(Machine *m) { memory_free(m->targets); }

void faults_begin(Machine *m) {
    m->targets = read_targets(m);
    const MachineConfig *config = m->config;
    m->globals->budgets = TERM_NIL;
    m->has_faults = config->crashes > 0;
    if (config->crashes + config->disconnects + config->kills + config->reconnects == 0) return;
    m->has_budgets = true;
    m->globals->budgets = heap_tuple(&m->store.heap, FAULT_KINDS);
    for (FaultKind kind = 0; kind < FAULT_KINDS; kind++)
        term_elements(m->globals->budgets)[kind] = term_small(limit_of(config, kind));
}

uint32_t fault_budget(const Machine *m, FaultKind kind) {
    if (term_is_nil(m->globals->budgets)) return 0;
    return (uint32_t)term_to_small(term_elements(m->globals->budgets)[kind]);
}

static void set_budgets(Machine *m, Term budgets) {
    store_touch(&m->store, m->globals);
    m->globals->budgets = budgets;
}

static bool has_several_kinds(const Machine *m) {
    uint32_t kinds = 0;
    for (FaultKind kind = 0; kind < FAULT_KINDS; kind++) kinds += limit_of(m->config, kind) > 0;
    return kinds > 1;
}

static void spend(Machine *m, FaultKind kind) {
    Term budgets = heap_tuple(&m->store.heap, FAULT_KINDS);
    uint32_t left = 0;
    for (FaultKind i = 0; i < FAULT_KINDS; i++) {
        uint32_t budget = fault_budget(m, i) - (i == kind);
        term_elements(budgets)[i] = term_small(budget);
        left += budget;
    }
    set_budgets(m, left || has_several_kinds(m) ? budgets : TERM_NIL);
}

static uint64_t budget_object(FaultKind kind) { return object_of(OBJECT_NODE, 16, term_small((int64_t)kind)); }

bool fault_may_reconnect(const Machine *m, uint32_t epoch) {
    return epoch <= 1 || !m->config->reconnects_limited || fault_budget(m, FAULT_RECONNECTS) > 0;
}

void fault_reconnect(Machine *m, uint32_t epoch) {
    if (epoch > 1 && m->config->reconnects_limited) spend(m, FAULT_RECONNECTS);
}

// --- which may happen ------------------------------------------------------------------------------------

static bool may_crash(const Machine *m, Term name) {
    const Targets *targets = m->targets;
    uint32_t node = node_now(m, name);
    if (fault_budget(m, FAULT_CRASHES) == 0 || node_same_name(node, m->node) || !node_is_up(m, node)) return false;
    for (uint32_t i = 0; i < targets->crashing_count; i++)
        if (term_same(targets->crashing[i], name)) return true;
    return targets->crashing_count == 0;
}

static bool may_break(const Machine *m, Term a, Term b) {
    const Targets *targets = m->targets;
    for (uint32_t i = 0; i < targets->breaking_count; i++) {
        const Term *ends = targets->breaking[i];
        if ((term_same(ends[0], a) && term_same(ends[1], b)) || (term_same(ends[0], b) && term_same(ends[1], a)))
            return true;
    }
    return targets->breaking_count == 0;
}

// Both sides of a connection; the other one will notice later.
static bool can_break(const Machine *m, Term from, Term to) {
    if (fault_budget(m, FAULT_DISCONNECTS) == 0) return false;
    uint32_t here = node_now(m, from), there = node_now(m, to);
    NodeView view = node_view(m, here, there), other = node_view(m, there, here);
    return view.state == VIEW_UP && other.state == VIEW_UP && view.epoch == other.epoch && may_break(m, from, to);
}

static bool is_named(const Process *p, const char *who) {
    if (term_is_atom(p->name) && strcmp(atom_string(p->name), who) == 0) return true;
    const Term *call = term_elements(p->initial_call);
    Text text = {0};
    text_format(&text, "%s:%s/%lld", atom_string(call[0]), atom_string(call[1]), (long long)term_to_small(call[2]));
    bool same = strcmp(text_string(&text), who) == 0;
    text_free(&text);
    return same;
}

// As proc_lib tells the function that a process of a behaviour was started with.
static bool is_translated(const Process *p, const char *who) {
    Term call = map_get(p->dictionary, atom_from_text("$initial_call"));
    if (!term_is_tuple_of(call, 3)) return false;
    const Term *fields = term_elements(call);
    Text text = {0};
    if (term_is_atom(fields[0]) && term_is_atom(fields[1]) && term_is_small(fields[2]))
        text_format(&text, "%s:%s/%lld", atom_string(fields[0]), atom_string(fields[1]),
                    (long long)term_to_small(fields[2]));
    bool same = strcmp(text_string(&text), who) == 0;
    text_free(&text);
    return same;
}

static bool may_be_killed(const Machine *m, const Process *p) {
    const MachineConfig *config = m->config;
    if (!process_is_searched(m, p) || term_same(p->pid, m->first) || p->status == PROCESS_EXITED) return false;
    for (size_t i = 0; i < config->kill_of_count; i++)
        if (is_named(p, config->kill_of[i]) || is_translated(p, config->kill_of[i])) return true;
    return config->kill_of_count == 0;
}

// --- actors ----------------------------------------------------------------------------------------------

typedef struct {
    Machine *machine;
    Actor *actors;
    uint32_t count, max;
} List;

static void add(List *list, Actor actor) {
    if (list->count < list->max) list->actors[list->count++] = actor;
}

static void add_of_node(List *list, Term name) {
    Machine *m = list->machine;
    uint32_t node = node_now(m, name);
    if (node == NODE_ELSEWHERE) return;
    if (may_crash(m, name)) add(list, node_actor(m, node_number(m, node), NODE_CRASH, node_number(m, node)));
    if (fault_budget(m, FAULT_RESTARTS) > 0 && !node_is_up(m, node))
        add(list, node_actor(m, node_number(m, node), NODE_RESTART, node_number(m, node)));
    for (uint32_t i = 0; i < m->node_names.count; i++) {
        Term other = m->node_names.names[i];
        if (can_break(m, name, other))
            add(list, node_actor(m, node_number(m, node), NODE_BREAK, node_number(m, term_atom_index(other))));
    }
}

static void add_kills(List *list) {
    Machine *m = list->machine;
    for (uint32_t i = 0; i < m->pid_count && fault_budget(m, FAULT_KILLS) > 0; i++)
        if (m->processes[i] && may_be_killed(m, m->processes[i])) add(list, node_actor(m, i, NODE_KILL, i));
}

uint32_t fault_actors(Machine *m, Actor *actors, uint32_t max) {
    List list = {m, actors, 0, max};
    if (term_is_nil(m->globals->budgets)) return 0;
    for (uint32_t i = 0; i < m->node_names.count; i++) add_of_node(&list, m->node_names.names[i]);
    add_kills(&list);
    add(&list, node_actor(m, 0, NODE_PEACE, 0));
    return list.count;
}

// --- what they touch -------------------------------------------------------------------------------------

static void ends_of(const Machine *m, Actor actor, uint32_t *from, uint32_t *to) {
    *from = node_now(m, identity_node_name(m->nodes_of[m->descents[actor].parent] & ((1u << NODE_NAME_BITS) - 1)));
    *to = m->nodes_of[node_part_number(m, actor)] & ((1u << NODE_NAME_BITS) - 1);
}

static void touch_budget(FaultKind kind, Footprint *out) {
    footprint_add_settled(out, budget_object(kind), ACCESS_WRITE, 0);
}

void fault_touches_idle(const Machine *m, Footprint *out) {
    for (FaultKind kind = 0; m->has_budgets && kind < FAULT_KINDS; kind++)
        footprint_add_settled(out, budget_object(kind), ACCESS_READ, 0);
}

void fault_touches_target(const Machine *m, FaultKind kind, Footprint *out) {
    if (limit_of(m->config, kind) == 0) return;
    for (uint32_t i = 0; i < out->count; i++)
        if (out->items[i].object == budget_object(kind)) return;
    footprint_add_settled(out, budget_object(kind), ACCESS_READ, 0);
}

static void touch_kill(Machine *m, uint32_t index, Footprint *out) {
    Process *p = m->processes[index];
    touch_budget(FAULT_KILLS, out);
    if (!p) return;
    footprint_add(out, object_of(OBJECT_PROCESS_LIFE, index, NO_TERM), ACCESS_READ, 0);
    kill_footprint(p, false, out);
}

void fault_footprint(Machine *m, Actor actor, Footprint *out) {
    uint32_t from, to;
    ends_of(m, actor, &from, &to);
    Term name = identity_node_name(from & ((1u << NODE_NAME_BITS) - 1));
    switch (node_part(m, actor)) {
    case NODE_CRASH:
        touch_budget(FAULT_CRASHES, out);
        node_touches_order(m, name, false, out);
        break;
    case NODE_RESTART:
        touch_budget(FAULT_RESTARTS, out);
        node_touches_order(m, name, true, out);
        break;
    case NODE_BREAK:
        touch_budget(FAULT_DISCONNECTS, out);
        footprint_add(out, node_view_object(to, from), ACCESS_READ, 0);
        node_touches_losing(m, from, to, out);
        break;
    case NODE_KILL: touch_kill(m, node_part_number(m, actor), out); break;
    default:
        for (FaultKind kind = 0; kind < FAULT_KINDS; kind++)
            footprint_add_settled(out, budget_object(kind), ACCESS_WRITE, 0);
        break;
    }
}

// --- stepping --------------------------------------------------------------------------------------------

static void kill_process(Machine *m, uint32_t index) {
    Signal signal = {.kind = SIGNAL_EXIT,
                     .value = ATOM(kill),
                     .reference = TERM_NIL,
                     .object = object_of(OBJECT_MESSAGE, index, ATOM(kill))};
    signal_arrive(m, TERM_NIL, pid_at(m, index), &signal);
}

static Term node_named(uint32_t node) { return identity_node_name(node & ((1u << NODE_NAME_BITS) - 1)); }

// For monitors: {crash, Node}, {restart, Node}, {disconnect, Node, Node}, {kill, Pid}.
static void note_fault(Machine *m, Term what, Term whom, Term other) {
    if (!m->watched) return;
    Heap *heap = &m->store.heap;
    Term fault = term_is_none(other) ? heap_tuple2(heap, what, whom) : heap_tuple3(heap, what, whom, other);
    happened_note(m, HAPPENED_FAULT, fault, NO_TERM, NO_TERM);
}

void fault_step(Machine *m, Actor actor) {
    uint32_t from, to;
    ends_of(m, actor, &from, &to);
    switch (node_part(m, actor)) {
    case NODE_CRASH:
        spend(m, FAULT_CRASHES);
        note_fault(m, ATOM(crash), node_named(from), NO_TERM);
        node_stop(m, from);
        break;
    case NODE_RESTART:
        spend(m, FAULT_RESTARTS);
        note_fault(m, ATOM(restart), node_named(from), NO_TERM);
        node_start(m, node_named(from));
        boot_node(m, node_now(m, node_named(from)));
        break;
    case NODE_BREAK:
        spend(m, FAULT_DISCONNECTS);
        note_fault(m, ATOM(disconnect), node_named(from), node_named(to));
        node_break(m, from, to, false);
        break;
    case NODE_KILL:
        spend(m, FAULT_KILLS);
        note_fault(m, ATOM(kill), pid_at(m, node_part_number(m, actor)), NO_TERM);
        kill_process(m, node_part_number(m, actor));
        break;
    default: set_budgets(m, TERM_NIL); break;
    }
}
