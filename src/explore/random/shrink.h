// Shrink: failing schedules made simpler.
//
// A simpler schedule is one with fewer switches between actors, then a shorter one. Of its own class a finding has the
// simplest already (reorder.h); here others are tried. The schedule is seen as blocks of steps of one actor. What
// is tried is the schedule up to some block only, without a block, and with two blocks of an actor made one. Each is
// followed as far as it is possible, then on with who acted last. If the error is the same and the run simpler, it
// is the next one to start from, until none of all these is.
#pragma once
#include "explore/random/harvest.h"

void shrink_all(const Harvest *harvest);
