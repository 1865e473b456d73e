// Unit: a part of a search that somebody else can do, as text.
//
// A unit is a schedule that leads to a state, from which all is to be explored that was not explored before. Actors
// are named, so it means the same in every process and on every machine:
//
//     P.1 P !P.2      a line for each step: who takes it, and who was explored from the state before it, or with !
//                     was still being explored when this branch began
//     *P              the state that it leads to had something planned when it was entered
//     > P.3 P.1       sequences that are planned from the last state, in order
#pragma once
#include "explore/cast.h"
#include "explore/trace.h"

// The choice of that name in the trace's top state, or NULL.
Choice *unit_find(Trace *trace, Cast *cast, const char *name, size_t size);

// The actor was explored from the trace's top: puts it to sleep there. False: it cannot run there.
bool unit_explored(Trace *trace, Cast *cast, const char *name, size_t size);   // !name as in a line

// Leads the trace to where a unit begins and plans what it says, going back no further than needed: `here` is the unit
// that led to where the trace stands, as long as it has not gone back beyond, and becomes this one. `*kept` is the
// number of steps that stayed. False: it cannot be followed, because it was explored meanwhile.
bool unit_follow(Trace *trace, Cast *cast, Text *here, const char *text, uint32_t *kept);

// Plans a sequence of names from the trace's top unless it was explored or something planned there covers it.
void unit_plan(Trace *trace, Cast *cast, const char *names, size_t size);

// A line "> names" for each sequence of the tree.
void unit_add_tree(Cast *cast, const Wakeup *tree, Text *out);
