#include "property/components.h"

#include "base/array.h"

typedef struct {
    uint32_t node, edge;   // the next one to look at
} Visit;

typedef struct {
    Components *components;
    const Graph *graph;
    const uint32_t *part;
    uint32_t *lowest;       // the smallest number of entry that a node reaches through its subtree and
                            // one edge more
    uint32_t entered;       // so many nodes
    uint32_t *entry;        // of each node, its number of entry from 1 on; 0: not entered
    ARRAY(uint32_t) open;   // entered nodes without a component
    ARRAY(Visit) path;
    uint32_t closed;   // nodes that have a component
} Search;

static bool is_looked_at(const Search *search, uint32_t node) {
    return !search->part || search->part[node] != NO_COMPONENT;
}

static bool is_together(const Search *search, uint32_t node, uint32_t other) {
    return !search->part || search->part[node] == search->part[other];
}

static void enter(Search *search, uint32_t node) {
    search->entry[node] = search->lowest[node] = ++search->entered;
    array_push(&search->open, node);
    array_push(&search->path, (Visit){node, search->graph->first[node]});
}

// The open nodes from this one on are a component.
static void close_component(Search *search, uint32_t node) {
    Components *components = search->components;
    uint32_t member;
    components->first[components->count] = search->closed;
    do {
        member = array_pop(&search->open);
        components->of[member] = components->count;
        components->nodes[search->closed++] = member;
    } while (member != node);
    components->count++;
}

static void lower(uint32_t *lowest, uint32_t other) {
    if (other < *lowest) *lowest = other;
}

static void follow(Search *search, Visit *visit) {
    uint32_t to = search->graph->to[visit->edge++], from = visit->node;
    if (!is_together(search, from, to) || search->components->of[to] != NO_COMPONENT) return;
    if (search->entry[to] == 0)
        enter(search, to);
    else
        lower(&search->lowest[from], search->entry[to]);
}

static void leave(Search *search, uint32_t node) {
    if (search->lowest[node] == search->entry[node]) close_component(search, node);
    array_pop(&search->path);
    if (search->path.count > 0) lower(&search->lowest[array_last(&search->path)->node], search->lowest[node]);
}

static void search_from(Search *search, uint32_t root) {
    enter(search, root);
    while (search->path.count > 0) {
        Visit *visit = array_last(&search->path);
        if (visit->edge < search->graph->first[visit->node + 1])
            follow(search, visit);
        else
            leave(search, visit->node);
    }
}

void components_find(Components *components, const Graph *graph, const uint32_t *part) {
    uint32_t count = graph->node_count;
    *components = (Components){
        .of = memory_new(count * sizeof *components->of),
        .nodes = memory_new(count * sizeof *components->nodes),
        .first = memory_new((count + (size_t)1) * sizeof *components->first),
    };
    memset(components->of, 0xff, count * sizeof *components->of);
    Search search = {.components = components, .graph = graph, .part = part};
    search.lowest = memory_new(count * sizeof *search.lowest);
    search.entry = memory_zeroed(count, sizeof *search.entry);
    for (uint32_t node = 0; node < count; node++)
        if (search.entry[node] == 0 && is_looked_at(&search, node)) search_from(&search, node);
    components->first[components->count] = search.closed;
    memory_free(search.lowest);
    memory_free(search.entry);
    array_free(&search.open);
    array_free(&search.path);
}

void components_free(Components *components) {
    memory_free(components->of);
    memory_free(components->nodes);
    memory_free(components->first);
    *components = (Components){0};
}
