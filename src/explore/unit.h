// Unit: a part of a search that somebody else can do, as text.
//
// A unit is a schedule that leads to a state, from which all is to be explored that was not explored before. Actors
// are named, so it means the same in every process and on every machine:
//
//     P.1 P P.2       a line for each step: who takes it, and who was explored from the state before it, or is being
//     !P              others were exploring earlier branches when this one was taken
//     *P              the state that it leads to had something planned when it was entered; also *!P
//     > P.3 P.1       sequences that are planned from the last state, in order
#pragma once
#include "explore/cast.h"
#include "explore/trace.h"

// The actor was explored from the trace's top: puts it to sleep there. False: it cannot run there.
bool unit_explored(Trace *trace, Cast *cast, const char *name, size_t size);

// Leads the trace to where a unit begins, going back no further than needed: `here` is the unit that led to where
// the trace stands, as long as it has not gone back beyond, and becomes this one. `*kept` is the number of steps that
// stayed. Returns the planned sequences, or NULL: it cannot be followed, because it was explored meanwhile.
const char *unit_follow(Trace *trace, Cast *cast, Text *here, const char *text, uint32_t *kept);

// Plans them in the trace's top. A single one is begun at once.
void unit_plan_all(Trace *trace, Cast *cast, const char *sequences);

// Plans a sequence of names from the trace's top unless it was explored or something planned there covers it.
void unit_plan(Trace *trace, Cast *cast, const char *names, size_t size);

// A line "> names" for each sequence of the tree.
void unit_add_tree(Cast *cast, const Wakeup *tree, Text *out);
