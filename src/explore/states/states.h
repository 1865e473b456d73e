// States: a search that visits each state of a machine once.
//
// The machine stands at the start of stepping. From each state every actor that can act is tried; a state that was met
// before is left at once, whichever way led there. So programs that never end are explored to the end if they have
// finitely many states, and many schedules cost no more than the states they lead through. What is judged is what a
// state shows:
//
// - where nobody can act, as an execution that came to its end;
// - where a process has crashed on the way into it, as an execution that was cut there and goes on fairly.
//
// What a state shows must follow from the state alone. It does: what judges ask for is part of it
// (vm/observe/snapshot.c).
//
// States are visited in the order of depth, with or without chance, or in that of breadth, in which the first error
// that is met is one of the fewest steps.
//
// If the program asks in some state for what states leave out (machine_exactness), the search begins again, with states
// that leave out nothing.
#pragma once
#include <signal.h>

#include "explore/states/store.h"
#include "explore/states/vector.h"
#include "explore/witness/seen.h"

typedef enum { ORDER_DEPTH, ORDER_BREADTH, ORDER_RANDOM } StatesOrder;

struct StatesResult;
struct StatesWalk;

typedef struct {
    uint32_t from, to;   // states, from 1 on
    Actor actor;   // in a machine that came to `from` as the search first did; NO_ACTOR: the state repeats for ever
    uint32_t letter;
} StateEdge;

typedef struct {
    ARRAY(StateEdge) edges;
    ARRAY(uint32_t) able;         // to whom steps are owed (machine_owed), of all states one after the other
    ARRAY(uint32_t) able_first;   // of each state, by its number minus 1; one more than states
    uint32_t first_letter;        // of the state that the search begins in
} StateGraph;

typedef struct {
    StoreKind store;
    uint64_t store_memory;   // bytes; 0: no limit, or the usual for bits
    StatesOrder order;
    uint64_t seed;                       // of ORDER_RANDOM
    uint64_t max_states;                 // 0: no limit
    double seconds;                      // 0: no limit
    uint32_t depth;                      // steps of a path; 0: no limit
    const volatile sig_atomic_t *stop;   // becomes nonzero when the search shall end; may be NULL
    bool keep_going;                     // after the first error
    bool graph;   // the states and what leads from one to another are wanted, as StatesResult.graph; exact stores only
    // A number for what is to be known of the step that led to this state, and of the state; may be NULL. `repeated`:
    // of the state only.
    uint32_t (*letter)(void *context, Machine *machine, bool ended, bool repeated);
    void (*done)(void *context,
                 struct StatesWalk *walk);   // the search is over: paths can be asked for (states_path); may be NULL
    bool reduce;                             // leave out what makes no difference (alone.h); not with a graph
    bool shortest;   // examples of errors are paths of the fewest steps; needs the graph, and goes on after errors
    bool check;   // for tests: each time a state is met, whether what follows it is what followed the first time; exact
                  // stores only
    // The machine stands in a state. `ended`: nobody can act any more.
    void (*judge)(void *context, Machine *machine, bool ended, Showing *out);
    // Whether what must always hold does, of this state and the step that led to it; else `out` is filled. May be NULL.
    bool (*holds)(void *context, Machine *machine, bool ended, Showing *out);
    // What states are known by, in place of all that they are; may be NULL. States with equal bytes count as one, of
    // which the first that is met stands for all: what is found happens, and what is not found may happen all the same.
    void (*abstract)(void *context, Machine *machine, Text *out);
    // Whether nothing that follows from this state is of interest, and it is no end either. May be NULL.
    bool (*prunes)(void *context, Machine *machine);
    void *context;
    void (*pause)(void *context, const struct StatesResult *so_far);   // now and then; may be NULL
    void *pause_context;
} StatesConfig;

typedef enum {   // why a search is not complete; bits
    STATES_CUT_TIME = 1,
    STATES_CUT_COUNT = 2,
    STATES_CUT_DEPTH = 4,
    STATES_CUT_STOPPED = 8,   // at the first error, by the flag, or because the machine lacks something
    STATES_CUT_MEMORY = 16,
    STATES_CUT_STORE = 32,      // a store that forgets may have missed states
    STATES_CUT_ABSTRACT = 64,   // so may an abstraction
} StatesCut;

typedef struct StatesResult {
    Seen *seen;   // in the order in which they were met first
    uint32_t seen_count, seen_capacity;
    uint64_t states;        // stored
    uint64_t transitions;   // steps that were taken
    uint64_t alone;         // steps that were taken for all
    uint64_t ends;          // states in which nobody can act
    uint64_t pruned;        // states from which nothing was tried (StatesConfig.prunes)
    uint32_t deepest;       // steps of the longest path
    uint32_t depth;         // of the path under way
    uint64_t parts;         // kept once each
    uint64_t store_bytes, part_bytes;
    StoreKind store;
    double missed;           // states that are to be expected to be missing, at most
    uint32_t exactness;      // 0: names of processes and times are no part of the states (machine_exactness)
    StateGraph graph;        // if it was wanted
    ARRAY(uint64_t) wrong;   // states that show errors: the number, and which of `seen` << 32; if the graph was wanted
    uint64_t mistakes;       // that StatesConfig.check found
    unsigned cuts;           // of StatesCut
    bool complete;           // no cuts
    double seconds, processor;
} StatesResult;

Machine *states_machine(struct StatesWalk *walk);
// A schedule through these states, as names: `count` of them, from the first on, and back to the machine's start.
// False: there is none, as the machine has learned since that states are to be told exactly.
bool states_path(struct StatesWalk *walk, const StateEdge *edges, const uint32_t *numbers, uint32_t count, Text *out);

void states_run(Machine *machine, const StatesConfig *config, StatesResult *result);
void states_result_free(StatesResult *result);
