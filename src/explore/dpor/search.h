// Search: all interleavings of a machine that can be told apart.
//
// The machine stands at the start of stepping. The search walks the tree of its executions depth
// first and calls `on_end` at the end of each one, while the machine stands there, for others to judge
// it. Which ones it visits is the strategy's business (strategy.h); how many, the bound's (bound.h).
#pragma once
#include "explore/dpor/bound.h"
#include "explore/dpor/known.h"
#include "explore/dpor/strategy.h"

typedef enum {
    END_COMPLETE,   // nobody can run any more
    END_DEPTH,      // the depth bound was reached
    END_VERDICT,    // the first process's verdict is clear, and the others do not come to an end (Bound.beyond)
} EndKind;

typedef struct {
    Machine *machine;
    const Execution *execution;   // steps 0 .. execution->length - 1
    EndKind kind;
    uint64_t number;   // from 1
    uint32_t budget;   // of the scheduling bound; in rounds, none of its class has spent less
} ExecutionEnd;

typedef struct {
    const Strategy *strategy;
    Order order;
    Bound bound;
    bool every_order;       // of sends to one mailbox, whether or not somebody notices it
    const Region *region;   // which executions; NULL: all
    Learned *learned;       // of this program, shared by its searches; NULL: this one learns it for itself
    bool plain;             // every step has a state before it, whatever is contended
    bool eager;             // what is contended is relied on from the start, instead of looking around first
    Known *known;   // classes that earlier rounds have met (rounds.h), to be added to; NULL: this is the only one
    bool (*on_end)(void *context, const ExecutionEnd *end);          // false: the search shall stop
    void (*on_blocked)(void *context, const Execution *execution);   // an execution is given up; NULL: nobody cares
    StepWatcher *watcher;            // of each step that is taken, with the same context; NULL: nobody watches
    void (*forget)(void *context);   // the search begins again: what was reported does not count; NULL: nobody cares
    void *context;
} SearchConfig;

typedef enum {   // why a search is not complete; bits
    CUT_DEPTH = 1,
    CUT_INTERLEAVINGS = 2,
    CUT_TIME = 4,
    CUT_STOPPED = 8,     // by the flag, or by on_end
    CUT_BUDGET = 16,     // of the scheduling bound
    CUT_CONTRACT = 32,   // the machine did not keep its contract (vm/machine.h)
} Cut;

typedef struct {
    uint64_t explored;   // executions that came to an end
    uint64_t blocked;    // given up because all that could follow was explored
    uint64_t outside;    // of a region: explored, and left to the region that they belong to
    uint64_t events;     // steps taken by the machine
    uint64_t running;    // of those explored: ended by END_VERDICT
    double seconds;
    unsigned cuts;     // of Cut
    uint32_t rounds;   // that were finished: all that spends less than this was explored (rounds.h)
    bool complete;     // no cuts
} SearchResult;

// Whether the strategy explores all that the scheduling bound allows, up to equivalence; no other may be used with it.
static inline bool search_is_exact(const SearchConfig *config) {
    if (config->bound.kind == BOUND_NONE || !config->strategy->sleeps) return true;
    return config->bound.kind == BOUND_PREEMPTION && config->strategy == &strategy_bounded;
}

SearchResult search_run(Machine *machine, const SearchConfig *config);

// --- in parts ----------------------------------------------------------------------------------------

typedef struct Search {
    const SearchConfig *config;
    Learned *learned;
    Learned own;   // it, unless the searches share one
    Mark origin;
    SearchResult result;
    Execution execution;
    uint32_t seen;      // steps whose races the strategy has seen
    uint32_t verdict;   // length at which the verdict became clear; it means something only while it is
    uint64_t look;      // events at which the limits are looked at next
    double start;
    uint64_t left_out;   // branches, by the scheduling bound
    bool stopped;
    bool halted;   // search_walk has come back to its caller, who may look at it and let it walk on
    bool again;    // it is, because it has to begin again
    void (*pause)(struct Search *search);   // when they are, and at every end; may be NULL
    void *pause_context;
} Search;

void search_begin(Search *search, Machine *machine, const SearchConfig *config);
void search_walk(Search *search);   // until nothing is left above the execution's root, or it is stopped or halted
void search_halt(Search *search);   // it is, as soon as it has gone back from where it stands
bool search_begin_again(Search *search);   // false: it need not; true: it did, and is to walk once more
void search_stop(Search *search, Cut cut);
SearchResult search_finish(Search *search);   // the machine stands at the start again
