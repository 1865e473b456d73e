// What is guessed of the size of a search while it runs, on small random programs of the toy machine.
#include "explore/dpor/estimate.h"

#include "program.h"
#include "tap.h"
#include "toy.h"

typedef struct {
    double done;         // at the last end
    uint64_t most;       // of what were said to be the least
} Watched;

static void watch(Search *search) {
    Watched *watched = search->pause_context;
    uint64_t planned;
    watched->done = estimate_done(&search->execution, &planned);
    if (search->result.explored + planned > watched->most) watched->most = search->result.explored + planned;
}

static SearchResult search_watched(const Program *program, const char *strategy, Watched *watched) {
    Machine *machine = toy_new(program->lines, program->count);
    SearchConfig config = {.strategy = strategy_find(strategy)};
    Search search;
    *watched = (Watched){0};
    search_begin(&search, machine, &config);
    search.pause = watch;
    search.pause_context = watched;
    do search_walk(&search);
    while (search_begin_again(&search));
    SearchResult result = search_end(&search);
    toy_free(machine);
    return result;
}

static bool is_one(double part) { return part > 1 - 1e-6 && part < 1 + 1e-6; }

TEST(at_the_last_end_all_of_the_tree_is_done) {
    Watched watched;
    for (uint32_t i = 0; i < 200; i++) {
        Program program;
        program_random(&program, "vw!?(", i * 7919 + 1);
        search_watched(&program, "optimal", &watched);
        CHECK(is_one(watched.done));
    }
}

TEST(there_are_at_least_as_many_as_was_said) {
    Watched watched;
    for (uint32_t i = 0; i < 200; i++) {
        Program program;
        program_random(&program, "vw!?(", i * 7919 + 1);
        SearchResult result = search_watched(&program, "optimal", &watched);
        CHECK(watched.most <= result.explored + result.blocked);
    }
}
