// Doom: the step of a failing interleaving after which nothing can save it any more.
//
// If others can still follow the first n steps and pass, then so can they the first n - 1. So there is a last number of
// steps that leave a way out, and it is found by halving. Each question, whether there is a way out from here, is a
// search from there that stops at the first interleaving that passes. Questions near the end are the cheapest,
// so these come first. All of them together may take so many steps of the machine; when they take more, nobody knows.
#pragma once
#include "explore/witness/explain.h"

typedef struct {
    const Actor *path;   // of the failing interleaving
    uint32_t escapes;    // so many of its steps leave a way out, plus 1; 0: none is known
    uint32_t fails;      // after so many of them its error has happened, or nobody can act any more
    const char *key;     // of the error
} DoomedRun;

// The number of steps after which there is no way out. `budget` is in steps, and what was used of it is taken away.
// The stage is left somewhere.
Doom doom_find(const Explainer *explainer, const DoomedRun *run, uint64_t *budget, uint32_t *steps);

// Goes the way out that is left after so many steps, up to its end, at which the stage then stands. False: there is
// none, or it was not found within the budget.
bool doom_escape(const Explainer *explainer, const DoomedRun *run, uint32_t steps, uint64_t *budget);
