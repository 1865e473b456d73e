// Alone: steps that need no alternative, because nobody was seen to do anything that conflicts with them.
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
// of objects that belong to no process all of a kind are, but for registered names. A class does not depend on what
// numbers processes and references have, and a process's role is a part of states: so what is noted of a state holds of
// all that count as the same. Of each class is noted in which ways its owners and others are about to touch it, in all
// states that are explored, of all that could act there, whether they are followed or not. A step is taken alone if
// none of its accesses conflicts with one of another actor that was noted in the same class; there are several others
// if they have different roles, or a role that several processes had. If that turns out later to be wrong of a way of
// access that was relied on, the search begins again, and knows better. Claim: in the end C1 holds. Reason: let some
// execution from an explored state have a first step z that conflicts with a step a that was taken alone there. All
// steps before z conflict with no step that was taken alone, so in what was explored there is an execution that has
// them all, and steps that were taken alone besides. In its last state z can still act, and touches what conflicts with
// a, as a conflict survives (vm/machine.h, C2) unless one of the two takes the other one's means away. That a search
// over states could not see: its processes keep nothing of links and monitors that are over, so that states are few. So
// steps that end others, or what ties processes to each other, are never taken alone (machine_takes_away). Both
// accesses were noted, then, and they conflict.
//
// What happens before the first choice of the search is not noted: it does not happen after any step that is taken
// alone, unless the program comes back to these states; then it is noted after all.
#pragma once
#include "base/array.h"
#include "base/hash.h"
#include "vm/machine.h"

typedef struct {
    uint16_t own, others;                      // ways of access, as bits
    uint64_t own_value, other_value;           // that all writes write; 0: they differ, or nobody knows
    uint64_t other;                            // the role of who else has touched one (machine_role); 0: of nobody yet
    bool many;                                 // several others
    uint16_t own_contended, other_contended;   // of these, those that conflict with what another actor does
    uint16_t own_relied, other_relied;         // of these, those of steps that were taken alone
} AloneClass;

typedef struct {
    Hash numbers;   // of classes, by what they are
    ARRAY(AloneClass) classes;
    bool everything;   // somebody was about to touch nobody knows what: nothing is alone
    bool relying;
    bool wrong;              // a class that was relied on is contended
    uint32_t shared_roles;   // of which that is known
} Alone;

void alone_free(Alone *alone);
void alone_note(Alone *alone, const Machine *machine, Actor actor, const Footprint *footprint);
// Whether this step conflicts with nothing that is known. If it is taken because of that, say so.
bool alone_is(Alone *alone, const Machine *machine, Actor actor, const Footprint *footprint);
void alone_rely(Alone *alone, const Machine *machine, Actor actor, const Footprint *footprint);
void alone_begin_again(Alone *alone);   // what is contended stays known
