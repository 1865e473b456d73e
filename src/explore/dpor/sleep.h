// Sleep: sleep sets (Godefroid 1996): what need not be explored because it was.
//
// A process is put to sleep in a state once everything that begins with its next event there was explored. The event is
// kept with it as it was seen to happen in that state. It stays asleep along the other branches as long as its event
// does not conflict with theirs: so long it is the same event.
#pragma once
#include "explore/dpor/execution.h"
#include "explore/dpor/reversal.h"

// Fills the choices of the state just entered from those of the state before: who could
// run already, and who sleeps on. `actors` are those enabled now. Returns how many could run already.
uint32_t sleep_inherit(Execution *execution, const Actor *actors);

// Whether a sleeping event of the state is a weak initial of the sequence, so that all that begins with the sequence
// was explored: `*cover`, else NULL. NO: none is; then the first event of the sequence that conflicts with a sleeping
// one is kept, for each of these.
Initial sleep_covers(const Step *state, Reversal *reversal, const Choice **cover);
