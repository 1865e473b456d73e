// Alone: steps that need no alternative, because nobody was seen to do anything that conflicts with them.
//
// It may miss states, so that it has to be asked for, and a search with it proves nothing. What is wrong is the last
// sentence but one of the argument below: a step that is taken alone may take away what z would have done, so that z is
// never seen to conflict with it. {_, R} = spawn_monitor(F), demonitor(R, [info]) is an example: after the demonitor
// the end of the other has nothing to tell, and the state in which it was told first is missed. The footprint of what
// may be told to somebody would have to name the monitor even when that is gone.
//
// Ample sets (Peled 1993) of one step. From a state the search takes one step only, and leaves out all others there, if
//
// - C1: nothing that others could do before that step conflicts with it;
// - C2: nobody who watches can see it (machine_showed);
// - C3: it does not lead back to a state on the path of the depth-first search so that of none of the states from there
//   on all steps are taken (or, where a store does not know which states are on the path, it leads to one that was not
//   met before). So no step is put off for ever: a cycle of explored states without a state that has all of its steps
//   explored would have one successor for each, so the last of its steps to be taken led back along the path itself,
//   which is what is excluded.
//
// Then all ends of executions, all crashes and all that is watched are still found.
//
// C1 is about all that may ever happen, which nobody knows. So it is assumed, and found out. Objects fall into classes:
// those of processes that run the same function, of one kind, are one (a mailbox of a client, the life of a worker);
// any other object is alone in its class. Of each class is noted in which ways its owners and others are about to touch
// it, in all states that are explored, of all that could act there, whether they are followed or not. A step is taken
// alone if no class that it touches has accesses of different actors that conflict. If that turns out later to be wrong
// of a class that was relied on, the search begins again, and knows better. Claim: in the end C1 holds. Reason: let
// some execution from an explored state have a first step z that conflicts with a step that was taken alone there. All
// steps before z conflict with no step that was taken alone, so in what was explored there is an execution that has
// them all, and steps that were taken alone besides; in its last state z can still act, or one of these steps has
// touched what z touches. So both accesses were noted, and they conflict.
//
// What happens before the first choice of the search is not noted: it does not happen after any step that is taken
// alone, unless the program comes back to these states; then it is noted after all.
#pragma once
#include "base/array.h"
#include "base/hash.h"
#include "vm/machine.h"

typedef struct {
    uint16_t own, others;              // ways of access, as bits
    uint64_t own_value, other_value;   // that all writes write; 0: they differ, or nobody knows
    Actor other;                       // who else has touched one; NO_ACTOR: nobody
    bool many;                         // several others
    bool contended;                    // two actors conflict there
    bool relied;                       // steps were taken alone because it was not contended
} AloneClass;

typedef struct {
    Hash numbers;   // of classes, by what they are
    ARRAY(AloneClass) classes;
    bool everything;   // somebody was about to touch nobody knows what: nothing is alone
    bool relying;
    bool wrong;   // a class that was relied on is contended
} Alone;

void alone_free(Alone *alone);
void alone_note(Alone *alone, const Machine *machine, Actor actor, const Footprint *footprint);
// Whether this step conflicts with nothing that is known. If it is taken because of that, say so.
bool alone_is(Alone *alone, const Machine *machine, Actor actor, const Footprint *footprint);
void alone_rely(Alone *alone, const Machine *machine, const Footprint *footprint);
void alone_begin_again(Alone *alone);   // what is contended stays known
