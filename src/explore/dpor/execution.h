// Execution: the execution the search stands in, from the start to the current state.
//
//     steps[0]            steps[1]            ...   steps[length]
//     state, step taken   state, step taken         the current state, no step yet
//
// Going forward runs the machine by one step and finds out who can run in the new state. Going back costs
// nothing until the next step forward: only then is the machine taken back, once, however far. At an end each
// step gets its clock and its races (happens_before.h).
//
// Where it is known what is contended (learned.h), whoever has just become able to act goes on at once as long as its
// steps are invisible. There is no state before an invisible step that the search comes back to.
//
//     steps[0]            steps[1]    steps[2]    steps[3]
//     state, step taken   invisible   invisible   the state after all three
//
// What it asks of a machine is the contract in vm/machine.h.
#pragma once
#include "base/arena.h"
#include "explore/dpor/action.h"
#include "explore/dpor/block.h"
#include "explore/dpor/clock.h"
#include "explore/dpor/deferred.h"
#include "explore/dpor/happens_before.h"
#include "explore/dpor/learned.h"
#include "explore/dpor/observer.h"
#include "explore/dpor/region.h"
#include "explore/dpor/reversal.h"
#include "explore/dpor/wakeup.h"
#include "vm/machine.h"

typedef struct Choice {   // an actor that can run in a state
    Actor actor;
    uint32_t since;   // length of the execution when it became able to: its own last step, or who woke it
    Action *asleep;   // what it would do; all that begins with it was explored. NULL: awake
    Block
        *block;   // all that it would do until it rests: that was explored only if nothing else comes between. Or NULL
    bool planned;   // is to be explored from this state
    bool done;      // was explored from this state, or is being explored
} Choice;

// A race (e, e'): e' depends on e, nothing happens between them, and e has not enabled e'. Or a disabled event:
// something that an actor was about to do when e took it away (killed it, say), so that it has not happened; then
// `second` is `first`.
typedef struct Race {
    struct Race *next;
    uint32_t first;    // position of the earlier step
    uint32_t second;   // and of the later one; of a disabled event, the earlier again
    Action *event;     // what the later one did; of a disabled event, what it might have done
    uint32_t turn;     // of a disabled event: how many steps its actor had taken
    bool known;        // that is what it does if the earlier one has not happened (reversal.h)
    Action *tried;     // if not: what it was found to do, when it was last looked at; NULL: that was not tried
    const struct Choice
        *cover;         // the sleeping event that was a weak initial of the reversal, when that was last looked at
    uint32_t planned;   // if a branch is a prefix of it: position of the last step that is in both (reversal.h);
                        // NO_POSITION: none is
    struct Race *next_open;   // older (optimal)
} Race;

static inline bool race_is_of_disabled(const Race *race) { return race->first == race->second; }

typedef struct Step {
    // What is looked at of all steps at every end, in one place.
    bool invisible;
    bool counts;   // it was not the only one possible (learned.h)
    Actor actor;
    uint32_t slot;
    uint32_t previous;   // position of the actor's previous step plus 1, or 0
    Clock clock;         // what happened before it, itself included
    Action *action;      // what it did
    Race *races;         // with earlier steps, latest first

    // The state; of an invisible step there is none.
    bool forced;       // all steps that led here were the only ones possible
    uint32_t led_by;   // position plus 1 of the step that led here, those after it being invisible; 0: the first state
    Mark mark;
    ArenaMark memory;   // of the path, when the state was entered
    Choice *choices;    // by actor, ascending; then those that could act but for the rules of the region
    uint32_t choice_count, held_count;
    uint32_t sleeping;   // how many of them are asleep
    uint32_t taken;      // how many were explored, the current one included
    uint32_t spent;      // of the bound, to come here
    uint64_t left_out;   // branches of the search, before the step from here
    bool rests;          // who acted last waits or has ended (block.h)
    Action *look;        // held: what it looks at meanwhile; NULL: it does not rest, or nobody asked
    Block *block;        // held: what it goes on to do from here; NULL: nothing yet
    Wakeup *wakeup;      // what is still to be explored from here (optimal; source, where an order was noticed later)
    Deferrals *deferrals;   // what may have to be explored from here; or NULL

    // The step taken from it.
    Choice *choice;
    uint32_t slots;              // given out, its own included
    uint32_t turn;               // how many steps the actor had taken before it
    Action *pending;             // what it might have done, seen before
    Receive receive;             // that it is, to be asked what it would take; without code: it is none
    uint64_t received;           // serial of that
    Mail *mails;                 // what it sent
    uint32_t mailboxes;          // that it was the first to use: how many
    Observation *observations;   // of what it took or looked at
    uint32_t observer;           // position plus 1 of the last step before it that has some
    Race *disabled;              // that it made impossible
    uint32_t sequence;           // number of the last race that it was planned for (bounded)

    // Its place in happens-before.
    uint32_t enabler;         // position plus 1 of the step that sent what it waited for, or 0
    IndexChange *changes;     // of the index, to take back
    Touch *touches;           // to take back, too
    uint32_t everything;      // the index's, before it
    ArenaMark order_memory;   // before it
} Step;

typedef struct {
    uint32_t slot;    // of clocks, or NO_SLOT before its first step
    uint32_t last;    // position of its last step plus 1, or 0
    uint32_t turns;   // it has taken
    uint32_t since;   // as in a Choice, of who has just become able to act
    bool raced;       // in some execution
} ActorState;

enum { NO_SLOT = UINT32_MAX };

typedef struct {   // who last read all steps, and how many of them are still as they were (normal.h)
    const void *reader;
    uint32_t unchanged;
} LastRead;

// Told before each step that is not invisible, while the machine stands before it: which step of the execution it will
// be, and whose.
typedef void StepWatcher(void *context, Machine *machine, uint32_t position, Actor actor);

typedef struct {
    bool every_order;   // of messages matters, if no what was learned is given
    bool blocks;   // what an actor does between two switches is kept together (block.h); no steps are invisible then
    const Region *region;   // which executions; NULL: all
    Learned *learned;       // NULL: it is not known
    uint32_t depth;         // steps that an execution may have, invisible ones included; 0: no limit
    StepWatcher *watcher;   // NULL: nobody watches
    void *watcher_context;
} ExecutionConfig;

typedef struct Execution {
    Machine *machine;
    bool blocks;
    Step *steps;
    uint32_t length;   // of the execution: steps taken
    uint32_t root;     // steps before the first state
    const Region *region;
    uint64_t ruled;   // bits of actors that its rules are about
    Learned *learned;
    Learned unknown;   // what was learned if none is given
    Orders *orders;    // what was learned's
    uint32_t depth;
    bool forced;   // as in a Step, of the steps so far
    uint32_t capacity;
    uint32_t slots;   // given out
    ActorState *actors;
    uint32_t actor_count;
    Actor *enabled;          // as the machine reports them
    Actor *were_enabled;     // before an invisible step
    uint32_t *new_enabled;   // places of those who could not act in the state before
    uint32_t enabled_capacity;
    uint32_t disabled;   // in all steps
    Race *open;          // races, latest first (optimal)
    bool behind;         // the machine has to be taken back before it steps
    uint32_t clocked;    // steps below this have clocks and races
    bool stale;          // and are computed again: an object has turned out to be shared
    LastRead *last_read;
    uint64_t events;      // steps taken in all
    uint64_t looks;       // at races that may have to be reversed (optimal), in all
    uint64_t reversals;   // of races, in all
    Arena path;           // of states and steps
    Arena order;          // of clocks, races and the index
    Actions actions;
    Mails mails;
    Index index;
    WakeupPool wakeups;
    bool follows;        // the next step is one of a branch: behind its last step nobody sleeps
    Action *expected;    // held: what the next step is to do; NULL: anything
    bool broken;         // a step did something else: the machine has broken its contract
    Wakeup *ahead;       // the wakeup tree for the state to be entered next
    Reversal reversal;   // scratch
    uint32_t sequence;   // number of the last race that was planned for
    StepWatcher *watcher;
    void *watcher_context;
} Execution;

// The machine may take invisible steps before the first state.
void execution_init(Execution *execution, Machine *machine, const ExecutionConfig *config);
void execution_free(Execution *execution);

static inline Step *execution_top(const Execution *execution) { return &execution->steps[execution->length]; }

// The step that led to a state, with the state before it; NULL: it is the first.
static inline Step *execution_led_by(const Execution *execution, const Step *state) {
    return state->led_by ? &execution->steps[state->led_by - 1] : NULL;
}

static inline bool execution_has_raced(const Execution *execution, Actor actor) {
    return actor < execution->actor_count && execution->actors[actor].raced;
}

// Whether invisible steps are merged with the step before them.
static inline bool execution_merges(const Execution *execution) {
    return execution->learned->on && !execution->learned->everything;
}

// Lets the actor of a choice of the top take its step. The tree `ahead` becomes the new state's.
void execution_forward(Execution *execution, Choice *choice);

// Goes back to the state before, and may put to sleep there who took the step that led here.
typedef enum { AWAKE, ASLEEP, ASLEEP_BLOCKWISE } Sleep;
void execution_back(Execution *execution, Sleep sleep);

// Gives all steps their clocks and races, unless it turns out that more is contended than was known. The machine stands
// where the execution does. Returns the position of the first that has got its clock now.
uint32_t execution_compute_clocks(Execution *execution);

// Lets events happen that are known to be possible from the execution's top on, unless one of their processes sleeps.
// False: one could not, and the execution is as it was.
bool execution_go(Execution *execution, Action *const *events, uint32_t count);
void execution_return(Execution *execution,
                      uint32_t count);   // and takes so many of them back, as if they had never been explored

// What an actor might do next in the execution's top; held.
Action *execution_pending(Execution *execution, Actor actor);

// What an actor would do next; held. NULL: it cannot act, or sleeps.
Action *execution_try(Execution *execution, Actor actor);

Choice *execution_choice(const Step *step, Actor actor);       // NULL when it cannot run there
const Choice *execution_held(const Step *step, Actor actor);   // of those who wait by a rule; NULL: it does not

// Whether the step at one position happens before the step at a later one, whose clocks are computed.
static inline bool execution_before(const Execution *execution, uint32_t early, uint32_t late) {
    return clock_saw(execution->steps[late].clock, execution->steps[early].slot, early);
}
