// Components: the strongly connected components of a graph (Tarjan 1972), without recursion, so
// that a graph may be as deep as memory is large.
//
// A graph is given by its edges sorted by where they begin: those of node n are edges[first[n]] to
// edges[first[n + 1] - 1].
#pragma once
#include <stdbool.h>
#include <stdint.h>

#define NO_COMPONENT UINT32_MAX

typedef struct {
    const uint32_t *first;   // of each node; one more than nodes
    const uint32_t *to;      // of each edge
    uint32_t node_count;
} Graph;

typedef struct {
    uint32_t *of;      // of each node, its component; NO_COMPONENT for those that were not looked at
    uint32_t *nodes;   // those looked at, component after component; each after all components that
                       // it can reach
    uint32_t *first;   // of each component, in `nodes`; one more than components
    uint32_t count;
} Components;

// The graph may be cut into parts first: only edges between nodes of one part count, and nodes of
// the part NO_COMPONENT are not looked at. NULL: the whole graph is one part.
void components_find(Components *components, const Graph *graph, const uint32_t *part);
void components_free(Components *components);
