#include "report/lint_topology.h"

#include <string.h>

static bool is_dead(const LintResult *r, const LintEdge *e) {
    for (size_t i = 0; i < r->count; i++) {
        const LintFinding *f = &r->findings[i];
        bool send = f->kind == LINT_send_unreceived || f->kind == LINT_send_unregistered;
        if (send && f->line == e->line && strcmp(text_string(&f->file), text_string(&e->file)) == 0) return true;
    }
    return false;
}

static bool is_same(const LintEdge *a, const LintEdge *b) {
    return a->line == b->line && strcmp(text_string(&a->message), text_string(&b->message)) == 0 &&
           strcmp(text_string(&a->file), text_string(&b->file)) == 0;
}

static bool has_post(const TopologyWay *way, const LintEdge *edge) {
    for (uint32_t i = 0; i < way->posts.count; i++)
        if (is_same(way->posts.items[i].edge, edge)) return true;
    return false;
}

static TopologyWay *way_of(Topology *topology, const LintEdge *edge) {
    for (uint32_t i = 0; i < topology->ways.count; i++) {
        TopologyWay *way = &topology->ways.items[i];
        if (way->from == edge->from && way->to == edge->to) return way;
    }
    TopologyWay *way = array_add(&topology->ways);
    way->from = edge->from, way->to = edge->to;
    return way;
}

Topology topology_of(const LintResult *result) {
    Topology topology = {0};
    for (size_t i = 0; i < result->edge_count; i++) {
        const LintEdge *edge = &result->edges[i];
        TopologyWay *way = way_of(&topology, edge);
        if (!has_post(way, edge)) array_push(&way->posts, (TopologyPost){edge, is_dead(result, edge)});
    }
    return topology;
}

void topology_free(Topology *topology) {
    for (uint32_t i = 0; i < topology->ways.count; i++) array_free(&topology->ways.items[i].posts);
    array_free(&topology->ways);
}
