#include "linear/linear.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "linear/states.h"

// A configuration: a state of the model and which of the open operations have happened, as bits by their slots. Its
// parent and what happened since lead back to the beginning.
typedef struct {
    uint64_t state;
    uint32_t parent;      // NO_NODE: it is the first
    uint32_t operation;   // that happened to come here from its parent; NO_NODE: none
} Node;

#define NO_NODE UINT32_MAX

typedef struct {   // nodes that are alive at one event, each pair of state and bits once
    uint32_t *nodes;
    uint32_t count, capacity;
    uint32_t *slots;   // a hash table: index into nodes plus 1, or 0
    uint32_t slot_count;
} NodeSet;

typedef struct {
    LinearHistory *history;
    const LinearModel *model;
    LinearStates *states;
    const uint32_t *part;   // operations that are judged, by index, in the order of their calls
    uint32_t part_count;
    uint32_t words;   // of bits in a node
    Node *nodes;
    uint64_t *bits;   // `words` for each node
    uint32_t node_count, node_capacity, live_count;
    uint32_t *open;   // by slot: the operation, or NO_NODE
    uint32_t slot_count;
    NodeSet now, next, seen;
    uint64_t *scratch;   // bits of one node
    uint64_t looked;
} Checker;

// --- nodes -------------------------------------------------------------------------------------------------

static uint64_t *bits_of(Checker *c, uint32_t node) { return &c->bits[(size_t)node * c->words]; }
static bool has(const uint64_t *bits, uint32_t slot) { return bits[slot / 64] >> slot % 64 & 1; }
static void set(uint64_t *bits, uint32_t slot) { bits[slot / 64] |= (uint64_t)1 << slot % 64; }
static void clear(uint64_t *bits, uint32_t slot) { bits[slot / 64] &= ~((uint64_t)1 << slot % 64); }

static uint32_t new_node(Checker *c, Node node, const uint64_t *bits) {
    if (c->node_count == c->node_capacity) {
        c->node_capacity = c->node_capacity * 2 + 1024;
        c->nodes = memory_resize(c->nodes, c->node_capacity * sizeof *c->nodes);
        c->bits = memory_resize(c->bits, (size_t)c->node_capacity * c->words * sizeof *c->bits);
    }
    c->nodes[c->node_count] = node;
    memcpy(bits_of(c, c->node_count), bits, c->words * sizeof *bits);
    return c->node_count++;
}

// Keeps the nodes that lead to those of `now`. Parents are older than their children, so one pass finds what is
// needed and a second one, from the oldest on, moves it.
static void forget_dead(Checker *c) {
    uint32_t *moved = memory_zeroed(c->node_count, sizeof *moved), count = 0;
    for (uint32_t i = 0; i < c->now.count; i++) moved[c->now.nodes[i]] = 1;
    for (uint32_t i = c->node_count; i-- > 0;)
        if (moved[i] && c->nodes[i].parent != NO_NODE) moved[c->nodes[i].parent] = 1;
    for (uint32_t i = 0; i < c->node_count; i++) {
        if (!moved[i]) continue;
        Node node = c->nodes[i];
        if (node.parent != NO_NODE) node.parent = moved[node.parent];
        c->nodes[count] = node;
        memmove(bits_of(c, count), bits_of(c, i), c->words * sizeof *c->bits);
        moved[i] = count++;
    }
    for (uint32_t i = 0; i < c->now.count; i++) c->now.nodes[i] = moved[c->now.nodes[i]];
    c->node_count = c->live_count = count;
    memory_free(moved);
}

// --- sets of them ------------------------------------------------------------------------------------------

static uint64_t hash_of(const Checker *c, uint64_t state, const uint64_t *bits) {
    uint64_t hash = state * 0x9e3779b97f4a7c15u;
    for (uint32_t i = 0; i < c->words; i++) hash = (hash ^ hash >> 29 ^ bits[i]) * 0xbf58476d1ce4e5b9u;
    return hash ^ hash >> 32;
}

static void set_clear(NodeSet *set) {
    if (set->count * 8 < set->slot_count && set->slot_count > 64) {   // few of many slots are in use: begin small again
        memory_free(set->slots);
        set->slots = NULL;
        set->slot_count = 0;
    } else if (set->slot_count) {
        memset(set->slots, 0, set->slot_count * sizeof *set->slots);
    }
    set->count = 0;
}

static void set_grow(Checker *c, NodeSet *set) {
    set->slot_count = set->slot_count ? set->slot_count * 4 : 64;
    memory_free(set->slots);
    set->slots = memory_zeroed(set->slot_count, sizeof *set->slots);
    for (uint32_t i = 0; i < set->count; i++) {
        uint32_t node = set->nodes[i];
        uint64_t at = hash_of(c, c->nodes[node].state, bits_of(c, node));
        while (set->slots[at & (set->slot_count - 1)]) at++;
        set->slots[at & (set->slot_count - 1)] = i + 1;
    }
}

// Makes a node in the set, unless there is one with the same state and bits. True: it is new.
static bool set_add(Checker *c, NodeSet *set, Node node, const uint64_t *bits) {
    if ((set->count + 1) * 2 > set->slot_count) set_grow(c, set);
    uint64_t at = hash_of(c, node.state, bits);
    for (uint32_t slot; (slot = set->slots[at & (set->slot_count - 1)]); at++) {
        uint32_t other = set->nodes[slot - 1];
        if (c->nodes[other].state == node.state && !memcmp(bits_of(c, other), bits, c->words * sizeof *bits))
            return false;
    }
    if (set->count == set->capacity) {
        set->capacity = set->capacity * 2 + 64;
        set->nodes = memory_resize(set->nodes, set->capacity * sizeof *set->nodes);
    }
    set->nodes[set->count++] = new_node(c, node, bits);
    set->slots[at & (set->slot_count - 1)] = set->count;
    return true;
}

// --- letting operations happen -----------------------------------------------------------------------------

static bool step(Checker *c, uint64_t state, uint32_t slot, uint64_t *next) {
    c->looked++;
    return c->model->step(c->states, state, &c->history->operations[c->open[slot]], next);
}

// An operation that only reads may as well happen as soon as it can: whatever is possible without it is possible after
// it. (One that changes nothing now, such as a write of the same value, could be of use later.) The last node of the
// chain is returned.
static uint32_t let_reads_happen(Checker *c, uint32_t node) {
    memcpy(c->scratch, bits_of(c, node), c->words * sizeof *c->scratch);
    for (uint32_t slot = 0; slot < c->slot_count; slot++) {
        uint64_t state = c->nodes[node].state, next;
        bool reads = c->open[slot] != NO_NODE && !has(c->scratch, slot) && c->history->operations[c->open[slot]].reads;
        if (!reads || !step(c, state, slot, &next)) continue;
        set(c->scratch, slot);
        node = new_node(c, (Node){state, node, c->open[slot]}, c->scratch);
    }
    return node;
}

// The configuration goes on without the slot, which is given back.
static void survive(Checker *c, uint32_t node, uint32_t slot) {
    memcpy(c->scratch, bits_of(c, node), c->words * sizeof *c->scratch);
    clear(c->scratch, slot);
    set_add(c, &c->next, (Node){c->nodes[node].state, node, NO_NODE}, c->scratch);
}

// Whatever can happen next in a configuration in which the operation of the slot has not happened yet.
static void branch(Checker *c, uint32_t node, uint32_t wanted) {
    node = let_reads_happen(c, node);
    if (has(bits_of(c, node), wanted)) {
        survive(c, node, wanted);
        return;
    }
    for (uint32_t slot = 0; slot < c->slot_count; slot++) {
        uint64_t next;
        memcpy(c->scratch, bits_of(c, node), c->words * sizeof *c->scratch);
        if (c->open[slot] == NO_NODE || has(c->scratch, slot) || !step(c, c->nodes[node].state, slot, &next)) continue;
        set(c->scratch, slot);
        Node after = {next, node, c->open[slot]};
        if (slot != wanted)
            set_add(c, &c->seen, after, c->scratch);
        else
            survive(c, new_node(c, after, c->scratch), slot);
    }
}

static bool is_too_much(const Checker *c) { return c->next.count + c->seen.count > LINEAR_CONFIGURATIONS; }

// The operation of the slot returns: in each configuration it has happened, or happens now. False: it cannot.
static bool let_return(Checker *c, uint32_t slot) {
    set_clear(&c->next);
    set_clear(&c->seen);
    for (uint32_t i = 0; i < c->now.count; i++) {
        uint32_t node = c->now.nodes[i];
        if (has(bits_of(c, node), slot))
            survive(c, node, slot);
        else
            branch(c, node, slot);
    }
    for (uint32_t i = 0; i < c->seen.count && !is_too_much(c); i++)
        branch(c, c->seen.nodes[i], slot);   // which adds to it
    if (c->next.count == 0 || is_too_much(c)) return false;
    NodeSet last = c->now;
    c->now = c->next;
    c->next = last;
    c->open[slot] = NO_NODE;
    if (c->node_count > 2 * c->live_count + (1u << 16)) forget_dead(c);
    return true;
}

// --- going through the history -----------------------------------------------------------------------------

typedef struct {
    uint32_t at;   // the event
    uint32_t operation;
    bool returns;
} LinearEvent;

static int compare_events(const void *a, const void *b) {
    uint32_t left = ((const LinearEvent *)a)->at, right = ((const LinearEvent *)b)->at;
    return left < right ? -1 : left > right;
}

static LinearEvent *list_events(const Checker *c, uint32_t *count) {
    LinearEvent *events = memory_new((2 * (size_t)c->part_count + 1) * sizeof *events);
    *count = 0;
    for (uint32_t i = 0; i < c->part_count; i++) {
        const LinearOperation *o = &c->history->operations[c->part[i]];
        events[(*count)++] = (LinearEvent){o->from, c->part[i], false};
        if (o->to != NEVER) events[(*count)++] = (LinearEvent){o->to, c->part[i], true};
    }
    qsort(events, *count, sizeof *events, compare_events);
    return events;
}

// How many operations are open at the same time, at most: those that never return stay.
static uint32_t most_open(const LinearEvent *events, uint32_t count) {
    uint32_t open = 0, most = 1;
    for (uint32_t i = 0; i < count; i++) {
        if (!events[i].returns)
            open++;
        else
            open--;
        if (open > most) most = open;
    }
    return most;
}

static uint32_t slot_of(const Checker *c, uint32_t operation) {
    uint32_t slot = 0;
    while (c->open[slot] != operation) slot++;
    return slot;
}

// The return that nothing explains, or `count` if there is none.
static uint32_t sweep(Checker *c, const LinearEvent *events, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        if (!events[i].returns)
            c->open[slot_of(c, NO_NODE)] = events[i].operation;
        else if (!let_return(c, slot_of(c, events[i].operation)))
            return i;
    }
    return count;
}

// --- the verdict -------------------------------------------------------------------------------------------

static uint32_t chain_length(const Checker *c, uint32_t node) {
    uint32_t length = 0;
    for (; node != NO_NODE; node = c->nodes[node].parent) length += c->nodes[node].operation != NO_NODE;
    return length;
}

// The order that leads to the node, behind what is there already.
static void add_order(const Checker *c, uint32_t node, LinearVerdict *out) {
    uint32_t length = chain_length(c, node), at = out->order_count + length;
    out->order = memory_resize(out->order, (out->order_count + length + 1) * sizeof *out->order);
    out->order_count = at;
    for (; node != NO_NODE; node = c->nodes[node].parent)
        if (c->nodes[node].operation != NO_NODE) out->order[--at] = c->nodes[node].operation;
}

// The configuration in which most has happened: the first of them.
static uint32_t furthest(const Checker *c) {
    uint32_t best = c->now.nodes[0], most = chain_length(c, best);
    for (uint32_t i = 1; i < c->now.count; i++) {
        uint32_t length = chain_length(c, c->now.nodes[i]);
        if (length > most) most = length, best = c->now.nodes[i];
    }
    return best;
}

static void add_stuck(LinearVerdict *out, uint32_t operation, const char *why) {
    out->stuck = memory_resize(out->stuck, (out->stuck_count + 1) * sizeof *out->stuck);
    out->stuck[out->stuck_count] = (LinearStuck){.operation = operation};
    text_add(&out->stuck[out->stuck_count++].why, why);
}

// Nothing leads to the return of that operation: neither before nor after any of the others that are open.
static void tell_failure(Checker *c, uint32_t failing, LinearVerdict *out) {
    uint32_t node = furthest(c);
    uint64_t next;
    uint64_t *happened = bits_of(c, node);
    out->order_count = 0;
    add_order(c, node, out);
    text_clear(&out->state);
    c->model->tell(c->states, c->nodes[node].state, &out->state);
    add_stuck(out, failing, "nothing that is open by the time it returns makes it possible");
    for (uint32_t slot = 0; slot < c->slot_count; slot++) {
        if (c->open[slot] == NO_NODE || c->open[slot] == failing || has(happened, slot)) continue;
        bool possible = step(c, c->nodes[node].state, slot, &next);
        add_stuck(out, c->open[slot], possible ? "it may come next, but does not help" : "it cannot come next, either");
    }
}

static void checker_free(Checker *c) {
    NodeSet *const sets[] = {&c->now, &c->next, &c->seen};
    for (size_t i = 0; i < 3; i++) {
        memory_free(sets[i]->nodes);
        memory_free(sets[i]->slots);
    }
    memory_free(c->nodes);
    memory_free(c->bits);
    memory_free(c->open);
    memory_free(c->scratch);
}

static bool check_part(Checker *c, uint32_t initial, LinearVerdict *out) {
    uint32_t count;
    LinearEvent *events = list_events(c, &count);
    c->slot_count = most_open(events, count);
    c->words = (c->slot_count + 63) / 64;
    c->scratch = memory_zeroed(c->words, sizeof *c->scratch);
    c->open = memory_new(c->slot_count * sizeof *c->open);
    for (uint32_t i = 0; i < c->slot_count; i++) c->open[i] = NO_NODE;
    set_add(c, &c->now, (Node){c->model->begin(c->states, initial), NO_NODE, NO_NODE}, c->scratch);
    uint32_t stop = sweep(c, events, count);
    out->configurations += c->looked;
    if (stop == count) {
        add_order(c, c->now.nodes[0], out);
        text_clear(&out->state);
        c->model->tell(c->states, c->nodes[c->now.nodes[0]].state, &out->state);
    } else {
        out->holds = false;
        out->gave_up = is_too_much(c);
        out->until = events[stop].at;
        tell_failure(c, events[stop].operation, out);
    }
    memory_free(events);
    checker_free(c);
    return stop == count;
}

// --- parts -------------------------------------------------------------------------------------------------

typedef struct {
    uint32_t key, index;
} KeyedOperation;

static int compare_keys(const void *a, const void *b) {
    const KeyedOperation *left = a, *right = b;
    if (left->key != right->key) return left->key < right->key ? -1 : 1;
    return left->index < right->index ? -1 : left->index > right->index;
}

static KeyedOperation *list_by_key(const LinearHistory *history, bool by_key) {
    KeyedOperation *all = memory_new((history->count + 1) * sizeof *all);
    for (uint32_t i = 0; i < history->count; i++)
        all[i] = (KeyedOperation){by_key ? history->operations[i].arguments[0] : 0, i};
    if (by_key) qsort(all, history->count, sizeof *all, compare_keys);
    return all;
}

void linear_check(LinearHistory *history, const LinearModel *model, uint32_t initial, LinearVerdict *out) {
    KeyedOperation *all = list_by_key(history, model->by_key);
    uint32_t *part = memory_new((history->count + 1) * sizeof *part);
    LinearStates *states = linear_states_new(history);
    *out = (LinearVerdict){.holds = true, .key = NO_VALUE, .until = history->events};
    for (uint32_t begin = 0, end; begin < history->count && out->holds; begin = end) {
        for (end = begin; end < history->count && all[end].key == all[begin].key; end++)
            part[end - begin] = all[end].index;
        Checker checker = {
            .history = history, .model = model, .states = states, .part = part, .part_count = end - begin};
        if (!check_part(&checker, initial, out) && model->by_key) out->key = all[begin].key;
    }
    linear_states_free(states);
    memory_free(all);
    memory_free(part);
}

void linear_verdict_free(LinearVerdict *verdict) {
    for (uint32_t i = 0; i < verdict->stuck_count; i++) text_free(&verdict->stuck[i].why);
    memory_free(verdict->stuck);
    memory_free(verdict->order);
    text_free(&verdict->state);
    *verdict = (LinearVerdict){0};
}
