// Role: what a process is, as a number that is the same for all that run the same function from the beginning.
//
// In a search over states names are no part of a state, but a role is (vm/observe/snapshot.c): two processes that take
// each other's place in states that count as one have the same role. So what is learned of roles is true of both.
// Processes that were there before the first step each have a role of their own; what is no process has none, 0.
#pragma once
#include "base/hash.h"
#include "vm/store/term.h"

typedef struct {
    uint64_t *of;   // by pid index
    size_t max;
    Hash holders;      // of each role the first pid index that had it, plus 1; shared: several did
    uint32_t shared;   // so many are
} Roles;

void roles_begin(Roles *roles, size_t max);   // processes, at most
void roles_end(Roles *roles);
// The role of a process that begins: `resident`: before the first step.
void roles_give(Roles *roles, uint32_t index, bool resident, Term module, Term function, Term args);
// Whether several processes had it, in whatever states.
bool roles_is_shared(const Roles *roles, uint64_t role);
