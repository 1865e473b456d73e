// Hidden: functions that are exported only so that processes can begin with them, or go on with new code.
//
// Under LINT_API they are not called from outside: loops that receive and call themselves, callbacks of servers,
// what sys calls, and what processes begin with whose pids others get to know. The last is learned under LINT_PROVED.
//
// Claim: if no more places mention the name of such a function than start processes with it, nothing calls it by a name
// that is computed. Reason: such a name comes from the outside, which leaves the function alone, or from the unit,
// whose code has to mention it.
#pragma once
#include "analysis/unit.h"

typedef struct Hidden {
    Hash mentions;   // of atoms: how many places of the unit's code have them, other than calls
    Hash starts;     // of atoms: how many places start processes with functions of that name
    HashSet begun;   // place_key of functions
} Hidden;

void hidden_init(Hidden *hidden, Modules *modules, uint32_t unit);
void hidden_free(Hidden *hidden);
void hidden_learn(Hidden *hidden, const Unit *unit);   // when all is known about it under an assumption
bool hidden_has(const Hidden *hidden, const Unit *unit, const UnitFunction *function);
bool hidden_is_unnamed(const Hidden *hidden, const Unit *unit, const UnitFunction *function);   // as the claim says
