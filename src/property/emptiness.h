// Emptiness: whether a graph has an infinite path from node 0 that is accepted and fair, and such a
// path as a lasso.
//
// The graph is the product of a program and an automaton (property/automaton.h). Each edge is a
// step of an actor, or of nobody where a program that has ended repeats its last state; the path is
// accepted iff it takes edges with each mark again and again. It is
//     weakly fair     iff each actor that is able from some time on without a break acts again and
//     again; strongly fair   iff each actor that is able again and again acts again and again.
// Each node can be reached from node 0. Of each node is told who is able there; whoever is never told, such as a fault,
// is owed nothing.
//
// A path that goes on for ever stays in one component in the end, and may as well visit everything
// there:
//     no fairness   a component with all marks on its inner edges has such a path, and only such a
//     one; weak          and each actor acts within it or is unable somewhere in it; else nothing
//     in it is fair, and no part of
//                   it either;
//     strong        where an actor is able somewhere and never acts within, no fair path visits
//     those nodes for ever: they
//                   are taken out, and the rest falls into components again (the emptiness of
//                   Streett automata).
//
// The graph may be a part of a larger one: a lasso that is there is there in the larger one, too,
// if who is able is told as it is in the larger one.
#pragma once
#include "base/array.h"
#include "property/components.h"

#define NO_ACTOR UINT32_MAX

typedef enum { FAIRNESS_NONE, FAIRNESS_WEAK, FAIRNESS_STRONG } Fairness;

typedef struct {
    Graph graph;                  // node 0 is where paths begin
    const uint32_t *actor;        // of each edge; NO_ACTOR
    const uint32_t *marks;        // of each edge
    const uint32_t *able_first;   // of each node, in `able`; one more than nodes
    const uint32_t *able;         // actors
    uint32_t actor_count;         // actors are numbers below it
    uint32_t all_marks;
    Fairness fairness;
} FairGraph;

typedef ARRAY(uint32_t) Steps;

typedef struct {
    Steps prefix, cycle;   // numbers of edges; the cycle has at least one
} Lasso;

// False: there is no such path. The lasso is a short one, though not always the shortest.
bool emptiness_find(const FairGraph *fair, Lasso *lasso);
void lasso_free(Lasso *lasso);
