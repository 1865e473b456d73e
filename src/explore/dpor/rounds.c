#include "explore/dpor/rounds.h"

#include <assert.h>

typedef struct {
    Machine *machine;
    SearchConfig config;   // of the current one
    Known known;
    Learned learned;       // what one learns the next ones know
    SearchResult result;   // of all together
    double start;
    void (*pause)(Search *search);
    void *pause_context;
} Rounds;

// What limits a search limits all rounds together.
static void go_on(const Rounds *rounds, Search *search) {
    search->result = rounds->result;
    search->execution.events = rounds->result.events;
    search->look += rounds->result.events;
    search->start = rounds->start;
    search->pause = rounds->pause;
    search->pause_context = rounds->pause_context;
}

// More orders of messages matter than was known: what earlier rounds have told does not count.
static void begin_again(Rounds *rounds) {
    known_free(&rounds->known);
    known_init(&rounds->known);
    learned_begin_again(rounds->config.learned);
    rounds->result = (SearchResult){.events = rounds->result.events};
    if (rounds->config.forget) rounds->config.forget(rounds->config.context);
}

typedef enum { ROUND_LAST, ROUND_MORE, ROUND_AGAIN } Round;

static Round run_round(Rounds *rounds, uint32_t budget) {
    Search search;
    rounds->config.bound.budget = budget;
    rounds->result.cuts &= ~(unsigned)CUT_BUDGET;
    search_begin(&search, rounds->machine, &rounds->config);
    go_on(rounds, &search);
    search_walk(&search);
    bool again = search.again, finished = !search.stopped;
    assert(!again || search.stopped);
    rounds->result = search_finish(&search);
    rounds->result.rounds += finished;
    if (again) begin_again(rounds);
    return again ? ROUND_AGAIN : finished && (rounds->result.cuts & CUT_BUDGET) ? ROUND_MORE : ROUND_LAST;
}

SearchResult rounds_run(Machine *machine, const SearchConfig *config, void (*pause)(Search *search),
                        void *pause_context) {
    Rounds rounds = {
        .machine = machine, .config = *config, .start = bound_now(), .pause = pause, .pause_context = pause_context};
    known_init(&rounds.known);
    learned_init(&rounds.learned, config->every_order);
    rounds.config.known = &rounds.known;
    if (!config->learned) rounds.config.learned = &rounds.learned;
    uint32_t budget = 0;
    for (Round round; (round = run_round(&rounds, budget)) != ROUND_LAST;) {
        if (round == ROUND_MORE && budget == config->bound.budget) break;
        budget = round == ROUND_AGAIN ? 0 : budget + 1;
    }
    learned_free(&rounds.learned);
    known_free(&rounds.known);
    return rounds.result;
}
