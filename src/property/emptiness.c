#include "property/emptiness.h"

#include "base/hash.h"
#include "base/memory.h"

enum { MOST_ENTRIES = 32 };   // of a component that are tried as the begin of a cycle

typedef struct {
    const FairGraph *fair;
    uint32_t *from;   // of each edge, its node
    Components components;
    uint32_t *part;           // of each node: what the components were found in
    uint32_t *acted, *able;   // of each actor, the last component, plus 1, in which it was seen to
                              // act, and to be able,
    uint32_t *able_nodes;     // and at how many of its nodes
    uint32_t *before;         // of each node in a search by breadth, the edge that reached it
    uint32_t *reached;        // and the number of the search that did
    uint32_t searches;
    ARRAY(uint32_t) queue;
} Finder;

// --- components ---------------------------------------------------------------------------------------------

static bool is_inner(const Finder *finder, uint32_t edge) {
    const uint32_t *of = finder->components.of;
    return of[finder->from[edge]] == of[finder->fair->graph.to[edge]] && of[finder->from[edge]] != NO_COMPONENT;
}

#define EACH_NODE(finder, component, index)                 \
    uint32_t index = (finder)->components.first[component]; \
    index < (finder)->components.first[(component) + 1];    \
    index++
#define EACH_EDGE(fair, node, edge)            \
    uint32_t edge = (fair)->graph.first[node]; \
    edge < (fair)->graph.first[(node) + 1];    \
    edge++
#define EACH_ABLE(fair, node, index)           \
    uint32_t index = (fair)->able_first[node]; \
    index < (fair)->able_first[(node) + 1];    \
    index++

// Notes who acts within a component and who is able there. Gives the marks of its inner edges;
// false: it has none.
static bool look_at(Finder *finder, uint32_t component, uint32_t *marks) {
    const FairGraph *fair = finder->fair;
    bool turns = false;
    *marks = 0;
    for (EACH_NODE(finder, component, n)) {
        uint32_t node = finder->components.nodes[n];
        for (EACH_EDGE(fair, node, edge)) {
            if (!is_inner(finder, edge)) continue;
            turns = true;
            *marks |= fair->marks[edge];
            if (fair->actor[edge] != NO_ACTOR) finder->acted[fair->actor[edge]] = component + 1;
        }
        if (fair->fairness == FAIRNESS_NONE) continue;
        for (EACH_ABLE(fair, node, i)) {
            uint32_t actor = fair->able[i];
            if (finder->able[actor] != component + 1)
                finder->able[actor] = component + 1, finder->able_nodes[actor] = 0;
            finder->able_nodes[actor]++;
        }
    }
    return turns;
}

// An actor that is able in the component, as often as fairness asks for, and never acts in it.
static bool is_wronged(const Finder *finder, uint32_t component, uint32_t actor) {
    if (finder->acted[actor] == component + 1) return false;
    uint32_t nodes = finder->components.first[component + 1] - finder->components.first[component];
    return finder->fair->fairness == FAIRNESS_STRONG || finder->able_nodes[actor] == nodes;
}

static bool is_wronged_at(const Finder *finder, uint32_t component, uint32_t node) {
    for (EACH_ABLE(finder->fair, node, i))
        if (is_wronged(finder, component, finder->fair->able[i])) return true;
    return false;
}

typedef enum { EMPTY, ACCEPTED, CUT } Judgement;

// A component in which only some nodes may be visited for ever is cut down to the others:
// finder->part has them.
static Judgement judge(Finder *finder, uint32_t component) {
    uint32_t marks, wronged = 0;
    bool possible = look_at(finder, component, &marks) && (marks & finder->fair->all_marks) == finder->fair->all_marks;
    if (possible && finder->fair->fairness == FAIRNESS_NONE) return ACCEPTED;
    for (EACH_NODE(finder, component, n)) {
        uint32_t node = finder->components.nodes[n];
        bool out = !possible || is_wronged_at(finder, component, node);
        wronged += out;
        finder->part[node] = out ? NO_COMPONENT : component;
    }
    if (wronged == 0) return ACCEPTED;
    return wronged < finder->components.first[component + 1] - finder->components.first[component] ? CUT : EMPTY;
}

// A component with an accepted and fair path, or NO_COMPONENT. Each round cuts nodes off those that
// are left.
static uint32_t find_component(Finder *finder) {
    const FairGraph *fair = finder->fair;
    const uint32_t *part = NULL;
    for (;;) {
        bool cut = false;
        components_find(&finder->components, &fair->graph, part);
        memset(finder->acted, 0, fair->actor_count * sizeof *finder->acted);
        memset(finder->able, 0, fair->actor_count * sizeof *finder->able);
        for (uint32_t i = finder->components.count; i-- > 0;) {   // those first that come first on a path
            Judgement judgement = judge(finder, i);
            if (judgement == ACCEPTED) return i;
            cut |= judgement == CUT;
        }
        if (!cut) return NO_COMPONENT;
        components_free(&finder->components);
        part = finder->part;
    }
}

// --- paths --------------------------------------------------------------------------------------------------

// Searches by breadth from a node, within a component or, for NO_COMPONENT, anywhere; ends with the
// first edge that `wanted` says yes to. Puts the path that ends with it behind `steps`.
typedef bool Wanted(const void *context, uint32_t edge);

static void add_path(Finder *finder, Steps *steps, uint32_t start, uint32_t last_edge) {
    uint32_t at = steps->count, edge = last_edge;
    for (;;) {
        array_push(steps, edge);
        if (finder->from[edge] == start) break;
        edge = finder->before[finder->from[edge]];
    }
    for (uint32_t end = steps->count - 1; at < end; at++, end--) {
        uint32_t kept = steps->items[at];
        steps->items[at] = steps->items[end], steps->items[end] = kept;
    }
}

static bool go_on(Finder *finder, uint32_t start, uint32_t component, Wanted *wanted, const void *context,
                  Steps *steps) {
    uint32_t search = ++finder->searches;
    array_clear(&finder->queue);
    array_push(&finder->queue, start);
    finder->reached[start] = search;
    for (uint32_t i = 0; i < finder->queue.count; i++) {
        uint32_t node = finder->queue.items[i];
        for (EACH_EDGE(finder->fair, node, edge)) {
            uint32_t to = finder->fair->graph.to[edge];
            if (component != NO_COMPONENT && finder->components.of[to] != component) continue;
            if (wanted(context, edge)) return add_path(finder, steps, start, edge), true;
            if (finder->reached[to] == search) continue;
            finder->reached[to] = search, finder->before[to] = edge;
            array_push(&finder->queue, to);
        }
    }
    return false;
}

typedef struct {
    const Finder *finder;
    uint32_t node;        // the edge is to lead there
    uint32_t component;   // or into it
} Goal;

static bool leads_to_node(const void *context, uint32_t edge) {
    const Goal *goal = context;
    return goal->finder->fair->graph.to[edge] == goal->node;
}

static bool leads_into(const void *context, uint32_t edge) {
    const Goal *goal = context;
    return goal->finder->components.of[goal->finder->fair->graph.to[edge]] == goal->component;
}

// --- cycles -------------------------------------------------------------------------------------------------

// What a path within the component lacks before it is accepted and fair as a cycle.
typedef struct {
    const Finder *finder;
    uint32_t marks;   // missing
    HashSet acted;    // actors
    HashSet owed;     // able where the path was (strong), or everywhere so far (weak), and have not acted
    bool begun;
} Lack;

static bool is_able_at(const FairGraph *fair, uint32_t node, uint32_t actor) {
    for (EACH_ABLE(fair, node, i))
        if (fair->able[i] == actor) return true;
    return false;
}

// The path visits a node.
static void visit(Lack *lack, uint32_t node) {
    const FairGraph *fair = lack->finder->fair;
    HashSet owed = {0};
    size_t at = 0;
    uint64_t actor;
    bool strong = fair->fairness == FAIRNESS_STRONG;
    while (hash_set_next(&lack->owed, &at, &actor))
        if (!hash_set_has(&lack->acted, actor) && (strong || is_able_at(fair, node, (uint32_t)actor)))
            hash_set_add(&owed, actor);
    if (strong || !lack->begun)
        for (EACH_ABLE(fair, node, i))
            if (!hash_set_has(&lack->acted, fair->able[i])) hash_set_add(&owed, fair->able[i]);
    hash_set_free(&lack->owed);
    lack->owed = owed, lack->begun = true;
}

static void walk(Lack *lack, const Steps *steps, uint32_t from) {
    const FairGraph *fair = lack->finder->fair;
    for (; from < steps->count; from++) {
        uint32_t edge = steps->items[from];
        lack->marks &= ~fair->marks[edge];
        if (fair->actor[edge] != NO_ACTOR) hash_set_add(&lack->acted, fair->actor[edge]);
        if (fair->fairness != FAIRNESS_NONE) visit(lack, fair->graph.to[edge]);
    }
}

// An edge that makes what is lacking less.
static bool supplies(const void *context, uint32_t edge) {
    const Lack *lack = context;
    const FairGraph *fair = lack->finder->fair;
    if (fair->marks[edge] & lack->marks) return true;
    if (fair->actor[edge] != NO_ACTOR && hash_set_has(&lack->owed, fair->actor[edge])) return true;
    if (fair->fairness != FAIRNESS_WEAK) return false;
    size_t at = 0;
    uint64_t actor;
    while (hash_set_next(&lack->owed, &at, &actor))
        if (!is_able_at(fair, fair->graph.to[edge], (uint32_t)actor)) return true;
    return false;
}

static bool is_lacking(const Lack *lack) { return lack->marks != 0 || lack->owed.count > 0; }

// A cycle from a node of the component, step by step to what it lacks next. It ends: each path that
// goes on supplies something, and going back to the start lacks nothing new but, with strong
// fairness, actors that had not been able so far.
static void find_cycle(Finder *finder, uint32_t component, uint32_t start, Steps *cycle) {
    Lack lack = {.finder = finder, .marks = finder->fair->all_marks};
    uint32_t node = start;
    if (finder->fair->fairness != FAIRNESS_NONE) visit(&lack, start);
    while (cycle->count == 0 || is_lacking(&lack) || node != start) {
        uint32_t from = cycle->count;
        Goal home = {.finder = finder, .node = start};
        bool found = is_lacking(&lack) ? go_on(finder, node, component, supplies, &lack, cycle)
                                       : go_on(finder, node, component, leads_to_node, &home, cycle);
        assert(found);   // the component has all of it
        (void)found;
        walk(&lack, cycle, from);
        node = finder->fair->graph.to[array_last(cycle)[0]];
    }
    hash_set_free(&lack.acted);
    hash_set_free(&lack.owed);
}

// --- the whole ----------------------------------------------------------------------------------------------

static void find_prefix(Finder *finder, Goal goal, Wanted *wanted, bool there, Steps *prefix) {
    array_clear(prefix);
    if (there) return;
    bool found = go_on(finder, 0, NO_COMPONENT, wanted, &goal, prefix);
    assert(found);   // whoever makes the graph begins at node 0
    (void)found;
}

static void keep_shorter(Lasso *lasso, Lasso *tried) {
    if (lasso->cycle.count > 0 &&
        tried->prefix.count + tried->cycle.count >= lasso->prefix.count + lasso->cycle.count) {
        lasso_free(tried);
        return;
    }
    lasso_free(lasso);
    *lasso = *tried;
}

// Begins the cycle at the node where the component is reached first, and at some others.
static void find_lasso(Finder *finder, uint32_t component, Lasso *lasso) {
    uint32_t first = finder->components.first[component], count = finder->components.first[component + 1] - first;
    for (uint32_t i = 0; i < count + 1 && i < MOST_ENTRIES; i++) {
        Lasso tried = {0};
        Goal goal = {finder, i > 0 ? finder->components.nodes[first + i - 1] : 0, component};
        if (i == 0)
            find_prefix(finder, goal, leads_into, finder->components.of[0] == component, &tried.prefix);
        else
            find_prefix(finder, goal, leads_to_node, goal.node == 0, &tried.prefix);
        uint32_t entry = tried.prefix.count > 0 ? finder->fair->graph.to[array_last(&tried.prefix)[0]] : 0;
        find_cycle(finder, component, entry, &tried.cycle);
        keep_shorter(lasso, &tried);
    }
}

static uint32_t *fill_from(const Graph *graph) {
    uint32_t *from = memory_new(graph->first[graph->node_count] * sizeof *from);
    for (uint32_t node = 0; node < graph->node_count; node++)
        for (uint32_t edge = graph->first[node]; edge < graph->first[node + 1]; edge++) from[edge] = node;
    return from;
}

bool emptiness_find(const FairGraph *fair, Lasso *lasso) {
    uint32_t nodes = fair->graph.node_count;
    *lasso = (Lasso){0};
    if (nodes == 0) return false;
    Finder finder = {.fair = fair, .from = fill_from(&fair->graph)};
    finder.part = memory_new(nodes * sizeof *finder.part);
    finder.acted = memory_zeroed(fair->actor_count, sizeof *finder.acted);
    finder.able = memory_zeroed(fair->actor_count, sizeof *finder.able);
    finder.able_nodes = memory_zeroed(fair->actor_count, sizeof *finder.able_nodes);
    finder.before = memory_new(nodes * sizeof *finder.before);
    finder.reached = memory_zeroed(nodes, sizeof *finder.reached);
    uint32_t component = find_component(&finder);
    if (component != NO_COMPONENT) find_lasso(&finder, component, lasso);
    components_free(&finder.components);
    memory_free(finder.from);
    memory_free(finder.part);
    memory_free(finder.acted);
    memory_free(finder.able);
    memory_free(finder.able_nodes);
    memory_free(finder.before);
    memory_free(finder.reached);
    array_free(&finder.queue);
    return component != NO_COMPONENT;
}

void lasso_free(Lasso *lasso) {
    array_free(&lasso->prefix);
    array_free(&lasso->cycle);
}
