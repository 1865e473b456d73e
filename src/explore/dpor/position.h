// Position: where a search stands, as bytes with which another process can go on from there.
//
// A search that has been halted or stopped (search.h) stands in a state, and all that is still to be explored hangs on
// the states of its execution:
//
//     steps[0]              steps[1]              ...   steps[length]
//     who took the step     who took the step           nobody yet
//     who sleeps, being     who sleeps, being           who sleeps, being
//     explored; the wakeup  explored; the wakeup        explored; the wakeup
//     tree; what is         tree; what is               tree; what is
//     deferred              deferred                    deferred
//
// Everything else follows from running the machine along these steps once more: who else sleeps, clocks, races. The
// races are looked at again at the first end after that; what is to be explored because of them is in the trees, or
// sleeps, or is deferred, so nothing is added twice. What the search has learned belongs to it, too: what it relied on
// may still turn out to be wrong.
//
// It is for the optimal strategy without a scheduling bound.
#pragma once
#include "base/parcel.h"
#include "explore/dpor/search.h"

// What the search has counted, where it stands, and what it has learned but for orders, which have their own way
// (orders_save): they become more and more, and most have been told before. False: something that it relied on has
// turned out to be wrong, so it will begin again, and there is nothing to go on from.
bool position_save(const Search *search, Text *out);

// In two parts: what was learned, into one that knows only orders, before the search begins; then the way to the state.
// False: it cannot be read, or the machine goes another way. Then the search can only be finished.
bool position_learn(Learned *learned, Parcel *in);
bool position_go(Search *search, Parcel *in);
