// Cage: what a process takes away from itself before it runs somebody's code.
//
// From then on it can open no file, start no program, reach no network and signal nobody, whatever code it is made to
// run: seccomp lets only those calls to the system through that computing, talking over descriptors it has, and forking
// take; Landlock denies all files once more. Memory that can be run cannot be had. Both are for ever, and for all that
// it forks, if it may.
#pragma once
#include "base/text.h"

typedef enum { CAGE_SECCOMP = 1, CAGE_LANDLOCK = 2 } CageWall;

// What this kernel gives, as CageWalls; asks without doing.
unsigned cage_walls(void);
// Locks the calling process in and returns the walls that hold. `forks`: it may fork.
unsigned cage_close(bool forks);
// In words, for weft --version --verbose.
void cage_tell(Text *out);
