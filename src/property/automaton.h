// Automaton: the sequences of letters that a formula is true of, as a transition-based generalised
// Büchi automaton.
//
// A run begins in state 0 and takes an edge for each letter; the letter must have all propositions
// that the edge wants to hold and none of those that it wants to fail. A sequence is accepted iff
// some run on it takes, for each mark, an edge with that mark again and again.
//
// The construction is that of Couvreur (FM 1999) on the formula as it is: a state is a set of
// obligations, formulas that the rest of the sequence has to fulfil; an edge is a way of fulfilling
// all of them one step further. An until that is put off by an edge is promised by it. A run
// fulfils its promises iff for each until it takes edges without that promise again and again:
// these have the mark of the until.
//
// Afterwards states with equal edges are one (repeated until there are none), states from which
// nothing can be accepted are gone, and marks are only where they matter: on edges within a
// component.
#pragma once
#include "base/error.h"
#include "property/formula.h"

enum { AUTOMATON_MARKS = 32 };

typedef struct {
    uint64_t holds, fails;   // propositions
    uint32_t to;
    uint32_t marks;   // a bit for each
} AutomatonEdge;

typedef struct {
    AutomatonEdge *edges;   // those of a state side by side
    uint32_t *first;        // of each state, the number of its first edge; one more than states
    uint32_t state_count;   // 0: no sequence is accepted
    uint32_t mark_count;
} Automaton;

// False: the formula is too large.
bool automaton_build(Automaton *automaton, Formulas *formulas, Formula formula, Error *err);
void automaton_free(Automaton *automaton);

static inline bool automaton_edge_reads(const AutomatonEdge *edge, uint64_t letter) {
    return (edge->holds & ~letter) == 0 && (edge->fails & letter) == 0;
}
