// Heap limit: max_heap_size, which ends a process that has grown too large.
//
// A node looks at that when it collects, and counts what is dead and about to go, too; how much that is nobody can
// tell. Here a process ends when what it still needs is larger than the limit: its stack, its dictionary and its
// messages, each term once, binaries as a node keeps them. It is looked at after so many reductions of local code, and
// before an action that is no receive: at the same places when the run is told, in shorter slices, as when it was
// searched.
#pragma once
#include "vm/run/machine_state.h"

enum { HEAP_LIMIT_SLICE = 1000 };   // reductions between two looks

// What a limit means that was given as a size or as #{size, kill}; 0: nothing ends. In words, at most UINT32_MAX.
uint32_t heap_limit_words(Term size_or_map);
// If the process is larger than its limit, it ends with the next instruction, without a way to catch that. True: so it
// is.
bool heap_limit_ends(Process *p);
