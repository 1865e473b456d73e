// Sleep: what need not be explored because it was.
//
// An actor is put to sleep in a state once everything that begins with its next action there was
// explored. It stays asleep along the other branches until something happens that its action depends on.
#pragma once
#include "explore/trace.h"

// Fills the choices of the state entered by the last step from those of the state before: who could
// run already, and who sleeps on. `actors` are those enabled now. Returns how many could run already.
uint32_t sleep_inherit(Trace *trace, const Actor *actors, uint32_t count);

// Whether an execution that begins with the sequence was explored: a sleeper could begin it.
bool sleep_covers(const Step *step, const Sequence *sequence);
