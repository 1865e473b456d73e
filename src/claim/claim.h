// Claim: what formulas say, asked of the states of a machine.
//
// An invariant (--always) is asked of each state and the step that led to it. Other formulas (--ltl) are asked of all
// infinite paths, once all states are known: a path that ends repeats its last state for ever. A variable stands for
// the same value everywhere in its formula, and the formula is to hold for every value. So what is searched for is a
// value and a path that violate it: for each choice of values among those that occur, and one that does not, the
// negated formula's automaton is run along the graph (property/automaton.h), and a fair lasso in the product is a
// counterexample (property/emptiness.h).
#pragma once
#include "explore/states/states.h"
#include "property/emptiness.h"
#include "property/property.h"

typedef struct {
    Property property;
    bool always;
    uint32_t first_saying;     // of the machine's, for its first proposition
    uint32_t first_variable;   // likewise
    uint64_t held;             // propositions that held in some state
} Claim;

typedef struct {
    uint32_t saying;
    uint32_t values[SAYING_VARIABLES];   // numbers of texts plus 1; 0: none
} Held;

typedef struct {
    uint32_t claim;
    Text told;                // the values that it takes: "C = P.1"
    Text names;               // the schedule, prefix and cycle
    uint32_t prefix, cycle;   // steps of it
} Liveness;

typedef struct {
    ARRAY(Claim) claims;
    uint32_t sayings, variables;   // in all
    uint32_t watched;              // of the claims, by the machine
    Interned texts;                // of values
    Interned letters;              // what holds in a step, as bytes
    ARRAY(Held) now;               // what holds in the state that was asked about last
    bool referring;                // some value has a reference
    Fairness fairness;
    ARRAY(Liveness) lassos;
} Claims;

// False: the text is no formula.
bool claims_add(Claims *claims, const char *text, bool always, Error *err);
// From now on the machine notes what those speak of that were added since. False: a proposition means nothing.
bool claims_watch(Claims *claims, Machine *machine, Error *err);
void claims_drop(Claims *claims);                // the last one, which was refused
bool claims_have_paths(const Claims *claims);    // there are some for --ltl
bool claims_have_states(const Claims *claims);   // and for --always
void claims_free(Claims *claims);

// Asks the invariants in this state. False, and why, if one does not hold.
bool claims_hold(Claims *claims, Machine *machine, bool ended, Text *why);

// Whether one of them, which is about single states, is true in this one for some values; then these are told.
// `repeated`: of the state alone, without the step that led to it.
bool claims_meet(Claims *claims, uint32_t claim, Machine *machine, bool ended, bool repeated, Text *values);

uint32_t claims_letter(Claims *claims, Machine *machine, bool ended, bool repeated);   // for StatesConfig.letter
// Asks the others, once all states are known. False: it cannot be done, and why. Counterexamples are added to `lassos`.
bool claims_decide(Claims *claims, struct StatesWalk *walk, const StatesResult *result, Error *err);

// Propositions of claim `index` that never held, as text.
void claims_tell_unheld(const Claims *claims, Text *out);
