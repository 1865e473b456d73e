// Teller: what a machine notes only while a story is told, because no state keeps it.
//
// How a process ended, and which function of a library the program called, with which arguments: by the time somebody
// asks, the registers that held these have other contents. So local code runs in slices of one call each, and each
// call from the program's own code into a library is noted when it begins. A call is over when its caller makes
// another one or has returned, so the calls of a process are a stack, by the depth of their callers' frames:
//
//     user:main/0 -> lists:foreach/2 -> user:'-main/0-fun-0-'/1 -> gen_server:call/2 -> gen:call/4 -> ...
//                    1st call                                      2nd call
//
// A function that makes such a call as the last thing it does has no frame any more, but it keeps its place in the
// story.
//
// Notes are no part of the state: telling begins anew from the start and goes forward only. What happens before the
// first step is noted once and for all, in the overture.
#pragma once
#include "vm/run/machine_state.h"

typedef struct Teller Teller;

void teller_start(Machine *machine);   // the overture begins
void teller_pause(Machine *machine);   // and is over
void teller_end(Machine *machine);     // nothing will be told any more

// How many reductions to run local code for before the next look; without a teller, that is only whether it ends.
int64_t teller_slice(const Teller *teller);
void teller_note_slice(Teller *teller, Process *p);   // it is over: p is about to enter a function
void teller_note_end(Teller *teller, const Process *p, Term reason);

// The call that returns to `address` (NULL: nowhere) at a depth (stack_depth), as text; its number, 0: unknown.
uint32_t teller_call(const Teller *teller, const Process *p, const Code *address, size_t depth, Text *out);
// Where that call was made, if its function had nothing else to do and so has no frame; NULL: it has one, or the call
// is unknown.
const Code *teller_last_call(const Teller *teller, const Process *p, const Code *address, size_t depth);
bool teller_ending(const Teller *teller, Actor process, Text *out);           // the reason; false: it has not ended
bool teller_first_function(const Teller *teller, Actor process, Text *out);   // of the program's own that it entered
