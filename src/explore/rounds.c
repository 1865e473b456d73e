#include "explore/rounds.h"

typedef struct {
    Machine *machine;
    SearchConfig config;      // of the current one
    Known known;
    SearchResult result;      // of all together
    double start;
    void (*pause)(Search *search);
    void *pause_context;
} Rounds;

// What limits a search limits all rounds together.
static void go_on(const Rounds *rounds, Search *search) {
    search->result = rounds->result;
    search->trace.events = rounds->result.events;
    search->look += rounds->result.events;
    search->start = rounds->start;
    search->pause = rounds->pause;
    search->pause_context = rounds->pause_context;
}

// False: there is nothing to go on with.
static bool run_round(Rounds *rounds, uint32_t budget) {
    Search search;
    rounds->config.bound.budget = budget;
    rounds->result.cuts &= ~(unsigned)CUT_BUDGET;
    search_begin(&search, rounds->machine, &rounds->config);
    go_on(rounds, &search);
    search_walk(&search);
    bool finished = !search.stopped;
    rounds->result = search_end(&search);
    rounds->result.rounds += finished;
    return finished && (rounds->result.cuts & CUT_BUDGET);
}

SearchResult rounds_run(Machine *machine, const SearchConfig *config, void (*pause)(Search *search), void *pause_context) {
    Rounds rounds = {.machine = machine, .config = *config, .start = bound_now(), .pause = pause, .pause_context = pause_context};
    known_init(&rounds.known);
    rounds.config.known = &rounds.known;
    for (uint32_t budget = 0; run_round(&rounds, budget) && budget < config->bound.budget;) budget++;
    known_free(&rounds.known);
    return rounds.result;
}
