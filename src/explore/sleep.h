// Sleep: what need not be explored because it was.
//
// An actor is put to sleep in a state once everything that begins with its next action there was
// explored. It stays asleep along the other branches until something happens that its action depends on.
#pragma once
#include "explore/trace.h"

// Fills the choices of the state just entered from those of the state before: who could
// run already, and who sleeps on. `actors` are those enabled now. Returns how many could run already.
uint32_t sleep_inherit(Trace *trace, const Actor *actors);

// A sleeper that could begin the sequence, so that it was explored; NULL: there is none. `*at` is the
// sleeper's place in the sequence, or count when it does not occur.
const Choice *sleep_cover(const Step *step, Sequence *sequence, uint32_t *at);

// Whether what leads to the trace's state and the sequence after it were explored, since somebody who dozes could
// begin them.
bool sleep_dozer_covers(const Trace *trace, const Step *step, Sequence *sequence);

// Whether the execution that has ended was explored: somebody who dozed has sent, and nobody noticed that it was not the first.
bool sleep_repeats(Trace *trace);
