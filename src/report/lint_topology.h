// Topology: who sends what to whom, as lint draws it: each sender and each receiver once, and one arrow from one to
// the other with all that is sent on that way.
#pragma once
#include "report/lint.h"

typedef struct {
    const LintEdge *edge;
    bool dead;   // nobody takes it
} TopologyPost;

typedef struct {
    uint32_t from, to;   // nodes of the result
    ARRAY(TopologyPost) posts;
} TopologyWay;

typedef struct {
    ARRAY(TopologyWay) ways;
} Topology;

Topology topology_of(const LintResult *result);
void topology_free(Topology *topology);
