#include "property/automaton.h"

#include <stdlib.h>

#include "base/memory.h"
#include "property/components.h"

enum {
    MOST_OBLIGATIONS = 64,
    MOST_STATES = 10000,
    MOST_EDGES = 1000000,
    MOST_WAYS = 20000,      // of fulfilling one formula
    MOST_COMPARED = 1000,   // edges of a state, with each other
};

// A way of fulfilling formulas in this step and with what is left for the next ones.
typedef struct {
    uint64_t holds, fails;
    uint64_t next;       // obligations
    uint32_t promises;   // untils
} Way;

typedef ARRAY(Way) Ways;

typedef struct {
    Formulas *formulas;
    Formula obligations[MOST_OBLIGATIONS];   // by their bits; each is an until, a release or what
                                             // stood behind a next
    uint32_t obligation_count;
    uint32_t until_count;
    Hash obligation_of, until_of;   // of a formula, its number
    Hash ways;                      // of a formula, its Ways
    ARRAY(uint64_t) states;         // sets of obligations
    Hash numbers;                   // of them
    ARRAY(AutomatonEdge) edges;
    ARRAY(uint32_t) first;
    bool too_large;
} Builder;

// --- ways ---------------------------------------------------------------------------------------------------

// Whoever can go one way can go the other, and is left with no more.
static bool covers(const Way *wide, const Way *narrow) {
    return (wide->holds & ~narrow->holds) == 0 && (wide->fails & ~narrow->fails) == 0 &&
           (wide->next & ~narrow->next) == 0 && (wide->promises & ~narrow->promises) == 0;
}

// Adds a way unless it is covered; takes off those that it covers.
static void add_way(Builder *builder, Ways *ways, Way way) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < ways->count; i++) {
        if (covers(&ways->items[i], &way)) {
            assert(kept == i);   // or what covers this way would cover what this way covers
            return;
        }
        if (!covers(&way, &ways->items[i])) ways->items[kept++] = ways->items[i];
    }
    array_cut(ways, kept);
    array_push(ways, way);
    if (ways->count > MOST_WAYS) builder->too_large = true;
}

static void add_ways(Builder *builder, Ways *ways, const Ways *others) {
    for (uint32_t i = 0; i < others->count && !builder->too_large; i++) add_way(builder, ways, others->items[i]);
}

// Both at once.
static void add_products(Builder *builder, Ways *ways, const Ways *left, const Ways *right) {
    for (uint32_t i = 0; i < left->count; i++)
        for (uint32_t j = 0; j < right->count && !builder->too_large; j++) {
            const Way *one = &left->items[i], *other = &right->items[j];
            Way both = {one->holds | other->holds, one->fails | other->fails, one->next | other->next,
                        one->promises | other->promises};
            if ((both.holds & both.fails) == 0) add_way(builder, ways, both);
        }
}

// The number of a formula, in the order in which they are asked for.
static uint32_t number_in(Hash *numbers, Formula formula, uint32_t *count) {
    HashEntry *known = hash_find(numbers, formula);
    if (known) return (uint32_t)known->number;
    hash_add(numbers, formula)->number = *count;
    return (*count)++;
}

static uint64_t obligation_bit(Builder *builder, Formula formula) {
    if (builder->obligation_count == MOST_OBLIGATIONS && !hash_find(&builder->obligation_of, formula)) {
        builder->too_large = true;
        return 0;
    }
    uint32_t number = number_in(&builder->obligation_of, formula, &builder->obligation_count);
    builder->obligations[number] = formula;
    return (uint64_t)1 << number;
}

static uint32_t until_bit(Builder *builder, Formula until) {
    if (builder->until_count == AUTOMATON_MARKS && !hash_find(&builder->until_of, until)) {
        builder->too_large = true;
        return 0;
    }
    return (uint32_t)1 << number_in(&builder->until_of, until, &builder->until_count);
}

// What is left when a formula is to hold from the next step on.
static uint64_t obligations_of(Builder *builder, Formula formula) {
    if (formula == FORMULA_TRUE) return 0;
    FormulaNode node = *formula_node(builder->formulas, formula);
    if (node.kind != FORMULA_AND) return obligation_bit(builder, formula);
    return obligations_of(builder, node.left) | obligations_of(builder, node.right);
}

static const Ways *ways_of(Builder *builder, Formula formula);

// An until and a release come true by their right side (and, of the release, their left), or are
// put off while the other side holds. Only the until promises something by that.
static void add_temporal_ways(Builder *builder, Ways *ways, Formula formula, FormulaNode node) {
    const Ways *left = ways_of(builder, node.left), *right = ways_of(builder, node.right);
    bool until = node.kind == FORMULA_UNTIL;
    Ways later = {0};
    array_push(&later,
               (Way){.next = obligation_bit(builder, formula), .promises = until ? until_bit(builder, formula) : 0});
    if (until)
        add_ways(builder, ways, right);
    else
        add_products(builder, ways, left, right);
    add_products(builder, ways, until ? left : right, &later);
    array_free(&later);
}

static void find_ways(Builder *builder, Ways *ways, Formula formula) {
    FormulaNode node = *formula_node(builder->formulas, formula);
    switch (node.kind) {
    case FORMULA_CONSTANT:
        if (formula == FORMULA_TRUE) array_push(ways, (Way){0});
        break;
    case FORMULA_HOLDS: array_push(ways, (Way){.holds = (uint64_t)1 << node.left}); break;
    case FORMULA_FAILS: array_push(ways, (Way){.fails = (uint64_t)1 << node.left}); break;
    case FORMULA_AND: add_products(builder, ways, ways_of(builder, node.left), ways_of(builder, node.right)); break;
    case FORMULA_OR:
        add_ways(builder, ways, ways_of(builder, node.left));
        add_ways(builder, ways, ways_of(builder, node.right));
        break;
    case FORMULA_NEXT: array_push(ways, (Way){.next = obligations_of(builder, node.left)}); break;
    case FORMULA_UNTIL:
    case FORMULA_RELEASE: add_temporal_ways(builder, ways, formula, node); break;
    }
}

// Found once for each formula; they stay where they are.
static const Ways *ways_of(Builder *builder, Formula formula) {
    HashEntry *known = hash_find(&builder->ways, formula);
    if (known) return known->pointer;
    Ways *ways = memory_zeroed(1, sizeof *ways);
    if (!builder->too_large) find_ways(builder, ways, formula);
    hash_insert(&builder->ways, formula)->pointer = ways;
    return ways;
}

// --- states -------------------------------------------------------------------------------------------------

static uint32_t state_of(Builder *builder, uint64_t obligations) {
    HashEntry *entry = hash_insert(&builder->numbers, obligations);
    if (entry->number == 0) {
        array_push(&builder->states, obligations);
        entry->number = builder->states.count;
        if (builder->states.count > MOST_STATES) builder->too_large = true;
    }
    return (uint32_t)entry->number - 1;
}

// The ways of fulfilling all obligations of a set.
static void find_ways_of_set(Builder *builder, Ways *ways, uint64_t obligations) {
    array_push(ways, (Way){0});
    for (uint64_t left = obligations; left && !builder->too_large; left &= left - 1) {
        Ways both = {0};
        add_products(builder, &both, ways, ways_of(builder, builder->obligations[__builtin_ctzll(left)]));
        array_free(ways);
        *ways = both;
    }
}

// Promises turn into marks when all untils are known.
static void expand(Builder *builder, uint32_t state) {
    Ways ways = {0};
    find_ways_of_set(builder, &ways, builder->states.items[state]);
    array_push(&builder->first, builder->edges.count);
    for (uint32_t i = 0; i < ways.count && !builder->too_large; i++) {
        Way way = ways.items[i];
        AutomatonEdge edge = {way.holds, way.fails, state_of(builder, way.next), way.promises};
        array_push(&builder->edges, edge);
    }
    if (builder->edges.count > MOST_EDGES) builder->too_large = true;
    array_free(&ways);
}

static void build_states(Builder *builder, Formula formula) {
    if (formula != FORMULA_FALSE)
        state_of(builder, obligations_of(builder, formula));   // false: no state stands for it
    for (uint32_t state = 0; state < builder->states.count && !builder->too_large; state++) expand(builder, state);
    array_push(&builder->first, builder->edges.count);
    uint32_t all = (uint32_t)(((uint64_t)1 << builder->until_count) - 1);
    for (uint32_t i = 0; i < builder->edges.count; i++) builder->edges.items[i].marks ^= all;
}

static void free_builder(Builder *builder) {
    for (uint32_t i = 0; i < builder->ways.count; i++) {
        Ways *ways = builder->ways.entries[i].pointer;
        array_free(ways);
        memory_free(ways);
    }
    hash_free(&builder->ways);
    hash_free(&builder->obligation_of);
    hash_free(&builder->until_of);
    hash_free(&builder->numbers);
    array_free(&builder->states);
    array_free(&builder->edges);
    array_free(&builder->first);
}

// --- smaller ------------------------------------------------------------------------------------------------

// Components of the automaton as it is.
static void find_components(const Automaton *automaton, Components *components) {
    uint32_t edges = automaton->first[automaton->state_count];
    uint32_t *to = memory_new(edges * sizeof *to);
    for (uint32_t i = 0; i < edges; i++) to[i] = automaton->edges[i].to;
    components_find(components, &(Graph){automaton->first, to, automaton->state_count}, NULL);
    memory_free(to);
}

// Takes marks off edges between components, where they change nothing. Tells of each component what
// marks are within it, and of those without an edge within that they have none at all.
static void clear_marks(Automaton *automaton, const Components *components, uint32_t *within, bool *turns) {
    for (uint32_t state = 0; state < automaton->state_count; state++)
        for (uint32_t i = automaton->first[state]; i < automaton->first[state + 1]; i++) {
            AutomatonEdge *edge = &automaton->edges[i];
            uint32_t component = components->of[state];
            if (components->of[edge->to] != component)
                edge->marks = 0;
            else
                within[component] |= edge->marks, turns[component] = true;
        }
}

// Keeps the states marked as such and the edges between them, in their order.
static void keep_states(Automaton *automaton, const bool *kept) {
    uint32_t *number = memory_new(automaton->state_count * sizeof *number), states = 0, edges = 0;
    for (uint32_t state = 0; state < automaton->state_count; state++)
        number[state] = kept[state] ? states++ : UINT32_MAX;
    for (uint32_t state = 0; state < automaton->state_count; state++) {
        uint32_t from = automaton->first[state], to = automaton->first[state + 1];
        if (!kept[state]) continue;
        automaton->first[number[state]] = edges;   // no later than where the state was
        for (uint32_t i = from; i < to; i++) {
            AutomatonEdge edge = automaton->edges[i];
            if (!kept[edge.to]) continue;
            edge.to = number[edge.to];
            automaton->edges[edges++] = edge;
        }
    }
    automaton->first[states] = edges;
    automaton->state_count = states;
    memory_free(number);
}

// Where all of an automaton's marks are in a component, it accepts; where one of its states is
// reached, so may be more.
static void drop_useless(Automaton *automaton) {
    Components components;
    find_components(automaton, &components);
    uint32_t all = (uint32_t)(((uint64_t)1 << automaton->mark_count) - 1);
    uint32_t *within = memory_zeroed(components.count, sizeof *within);
    bool *useful = memory_zeroed(components.count, sizeof *useful),
         *kept = memory_zeroed(automaton->state_count, sizeof *kept);
    clear_marks(automaton, &components, within, useful);
    for (uint32_t c = 0; c < components.count; c++) {   // those that it reaches come before it
        useful[c] = useful[c] && within[c] == all;
        for (uint32_t n = components.first[c]; n < components.first[c + 1]; n++) {
            uint32_t state = components.nodes[n];
            for (uint32_t i = automaton->first[state]; i < automaton->first[state + 1]; i++)
                useful[c] |= useful[components.of[automaton->edges[i].to]];
        }
    }
    for (uint32_t state = 0; state < automaton->state_count; state++) kept[state] = useful[components.of[state]];
    if (kept[0])
        keep_states(automaton, kept);
    else
        automaton->state_count = automaton->first[0] = 0;   // what can be reached from a useless state is useless
    memory_free(within);
    memory_free(useful);
    memory_free(kept);
    components_free(&components);
}

static int compare_edges(const void *one, const void *other) {
    const AutomatonEdge *a = one, *b = other;
    if (a->to != b->to) return a->to < b->to ? -1 : 1;
    if (a->marks != b->marks) return a->marks < b->marks ? -1 : 1;
    if (a->holds != b->holds) return a->holds < b->holds ? -1 : 1;
    if (a->fails != b->fails) return a->fails < b->fails ? -1 : 1;
    return 0;
}

static bool is_equal_edges(const Automaton *automaton, uint32_t one, uint32_t other) {
    uint32_t count = automaton->first[one + 1] - automaton->first[one];
    const AutomatonEdge *a = &automaton->edges[automaton->first[one]], *b = &automaton->edges[automaton->first[other]];
    if (count != automaton->first[other + 1] - automaton->first[other]) return false;
    for (uint32_t i = 0; i < count; i++)
        if (compare_edges(&a[i], &b[i]) != 0) return false;
    return true;
}

// Whoever can take the one can take the other instead, and has no fewer marks.
static bool edge_covers(const AutomatonEdge *wide, const AutomatonEdge *narrow) {
    return wide->to == narrow->to && (wide->holds & ~narrow->holds) == 0 && (wide->fails & ~narrow->fails) == 0 &&
           (narrow->marks & ~wide->marks) == 0;
}

static bool is_covered(const AutomatonEdge *edges, uint32_t count, uint32_t at) {
    for (uint32_t i = 0; i < count; i++)
        if (i != at && edge_covers(&edges[i], &edges[at]) && (i < at || !edge_covers(&edges[at], &edges[i])))
            return true;
    return false;
}

// Sorts the edges of each state and drops those that another covers.
static void tidy_edges(Automaton *automaton) {
    uint32_t end = 0;
    ARRAY(AutomatonEdge) kept = {0};
    for (uint32_t state = 0; state < automaton->state_count; state++) {
        uint32_t from = automaton->first[state], count = automaton->first[state + 1] - from;
        array_clear(&kept);
        for (uint32_t i = 0; i < count; i++)
            if (count > MOST_COMPARED || !is_covered(&automaton->edges[from], count, i))
                array_push(&kept, automaton->edges[from + i]);
        if (kept.count > 1) qsort(kept.items, kept.count, sizeof *kept.items, compare_edges);
        automaton->first[state] = end;
        if (kept.count > 0) memcpy(&automaton->edges[end], kept.items, kept.count * sizeof *kept.items);
        end += kept.count;
    }
    automaton->first[automaton->state_count] = end;
    array_free(&kept);
}

static uint64_t key_of_edges(const Automaton *automaton, uint32_t state) {
    uint64_t key = HASH_BEGIN;
    for (uint32_t i = automaton->first[state]; i < automaton->first[state + 1]; i++) {
        const AutomatonEdge *edge = &automaton->edges[i];
        key = hash_extend(hash_extend(key, edge->holds), edge->fails);
        key = hash_extend(key, (uint64_t)edge->to << 32 | edge->marks);
    }
    return key;
}

// Of each state, the first with the same edges. Two states whose keys are equal by chance stay two.
// False: there are none.
static bool find_equals(const Automaton *automaton, uint32_t *same) {
    Hash states = {0};
    bool some = false;
    for (uint32_t state = 0; state < automaton->state_count; state++) {
        uint64_t key = key_of_edges(automaton, state);
        HashEntry *known = hash_find(&states, key);
        same[state] = state;
        if (!known)
            hash_add(&states, key)->number = state;
        else if (is_equal_edges(automaton, (uint32_t)known->number, state))
            same[state] = (uint32_t)known->number, some = true;
    }
    hash_free(&states);
    return some;
}

// A run stays the same run when it goes on from a state with the same edges instead.
static void merge_equals(Automaton *automaton) {
    uint32_t *same = memory_new(automaton->state_count * sizeof *same);
    bool *kept = memory_new(automaton->state_count * sizeof *kept);
    for (tidy_edges(automaton); find_equals(automaton, same); tidy_edges(automaton)) {
        for (uint32_t i = 0; i < automaton->first[automaton->state_count]; i++)
            automaton->edges[i].to = same[automaton->edges[i].to];
        for (uint32_t state = 0; state < automaton->state_count; state++) kept[state] = same[state] == state;
        keep_states(automaton, kept);
    }
    memory_free(same);
    memory_free(kept);
}

// --- the whole ----------------------------------------------------------------------------------------------

bool automaton_build(Automaton *automaton, Formulas *formulas, Formula formula, Error *err) {
    Builder builder = {.formulas = formulas};
    *automaton = (Automaton){0};
    build_states(&builder, formula);
    bool done = !builder.too_large;
    if (done) {
        *automaton = (Automaton){builder.edges.items, builder.first.items, builder.states.count, builder.until_count};
        builder.edges.items = NULL, builder.first.items = NULL;
        if (automaton->state_count > 0) drop_useless(automaton);
        merge_equals(automaton);
    }
    free_builder(&builder);
    return done || fail(err,
                        "the formula is too large: its automaton would have more than %d "
                        "obligations, %d promises, %d states or %d edges",
                        MOST_OBLIGATIONS, AUTOMATON_MARKS, MOST_STATES, MOST_EDGES);
}

void automaton_free(Automaton *automaton) {
    memory_free(automaton->edges);
    memory_free(automaton->first);
    *automaton = (Automaton){0};
}
