// Searches that are broken off again and again, and go on in another search, against brute force.
#include "explore/dpor/position.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/chance.h"
#include "brute.h"
#include "program.h"
#include "tap.h"
#include "toy.h"

typedef struct {
    Brute found;
    uint64_t seed, looks;
    uint32_t moves;   // from one search to the next
} Journey;

static bool count_class(void *context, const ExecutionEnd *end) {
    Journey *journey = context;
    BruteEvent events[BRUTE_EVENTS];
    const Execution *execution = end->execution;
    for (uint32_t i = 0; i < execution->length; i++) events[i] = brute_event(&execution->steps[i]);
    brute_add(&journey->found, end->machine, events, execution->length);
    return true;
}

static void forget(void *context) {
    Journey *journey = context;
    journey->found.count = 0;
    journey->found.executions = 0;
}

static void perhaps_halt(Search *search) {
    Journey *journey = search->pause_context;
    if (chance_mix(journey->seed + ++journey->looks) % 2 == 0) search_halt(search);
}

static void begin(Search *search, Machine *machine, const SearchConfig *config, Journey *journey) {
    search_begin(search, machine, config);
    search->pause = perhaps_halt;
    search->pause_context = journey;
}

// The search and what it has learned end, and others begin where they stood. False: they could not.
static bool move(Search *search, Machine *machine, const SearchConfig *config, Journey *journey) {
    Text orders = {0}, position = {0};
    if (!position_save(search, &position)) return true;   // it will begin again
    orders_save(&config->learned->orders, 0, &orders);
    search_finish(search);
    learned_free(config->learned);
    learned_init(config->learned, config->every_order);
    Parcel in = parcel_open(orders.data, orders.size);
    bool moved = orders_load(&config->learned->orders, &in) && parcel_is_sound(&in);
    in = parcel_open(position.data, position.size);
    moved = moved && position_learn(config->learned, &in);
    begin(search, machine, config, journey);
    moved = moved && position_go(search, &in);
    text_free(&orders);
    text_free(&position);
    journey->moves++;
    return moved;
}

static SearchResult travel(Machine *machine, const SearchConfig *config, Journey *journey) {
    Search search;
    begin(&search, machine, config, journey);
    bool on = true;
    do {
        search_walk(&search);
        if (search.halted && !search.stopped)
            on = move(&search, machine, config, journey);
        else
            on = search_begin_again(&search);
    } while (on);
    return search_finish(&search);
}

static bool agrees(const Program *program, uint64_t seed, bool eager, uint32_t *moves) {
    Machine *machine = toy_new(program->lines, program->count);
    uint64_t start = machine_hash(machine);
    Learned learned;
    learned_init(&learned, false);
    Brute truth = {.limit = 2000, .orders = &learned.orders};
    Journey journey = {.found = {.orders = &learned.orders}, .seed = seed << 32};
    SearchConfig config = {.strategy = strategy_find("optimal"),
                           .on_end = count_class,
                           .forget = forget,
                           .context = &journey,
                           .eager = eager,
                           .learned = &learned};
    SearchResult result = travel(machine, &config, &journey);
    bool holds = machine_hash(machine) == start;
    if (brute_enumerate(machine, &truth)) {
        brute_sort(&journey.found);
        holds &= result.complete && result.explored == truth.count && result.blocked == 0 &&
                 brute_same(&truth, &journey.found);
        if (!holds) {
            program_print(program, "optimal, in pieces");
            printf("#   classes %u found %u explored %lu blocked %lu moves %u%s\n", truth.count, journey.found.count,
                   (unsigned long)result.explored, (unsigned long)result.blocked, journey.moves,
                   result.complete ? "" : " not complete");
        }
    }
    *moves += journey.moves;
    brute_free(&truth);
    brute_free(&journey.found);
    learned_free(&learned);
    toy_free(machine);
    return holds;
}

static bool check_random(const char *kinds) {
    uint32_t failures = 0, programs = 100, moves = 0;
    const char *more = getenv("WEFT_TEST_PROGRAMS");
    if (more) programs = (uint32_t)atoi(more);
    for (uint32_t i = 0; i < programs && failures < 3; i++) {
        Program program;
        program_random(&program, kinds, i * 7919 + 11);
        failures += !agrees(&program, i, i % 2, &moves);
    }
    return failures == 0 && moves > 0;
}

TEST(a_search_of_variables_goes_on_elsewhere) { CHECK(check_random("vw(")); }
TEST(a_search_of_decisions_goes_on_elsewhere) { CHECK(check_random("vw%%%^+!~(")); }
TEST(a_search_of_messages_goes_on_elsewhere) { CHECK(check_random("v!!?s(")); }
TEST(a_search_of_timeouts_goes_on_elsewhere) { CHECK(check_random("!!!sllw~(")); }
TEST(a_search_of_looks_at_mailboxes_goes_on_elsewhere) { CHECK(check_random("!!!&?sw(")); }
TEST(a_search_of_spawning_and_killing_goes_on_elsewhere) { CHECK(check_random("vw!?*#(")); }
TEST(a_search_of_all_kinds_goes_on_elsewhere) { CHECK(check_random("vw1+^!!?s~l#*$(")); }

// Wherever it is cut or changed, it is refused, or what is explored is what can be.
TEST(a_position_that_cannot_be_read_is_refused) {
    const char *const programs[] = {"ABa", "bA", "Bab"};
    Machine *machine = toy_new(programs, 3);
    uint64_t start = machine_hash(machine);
    Journey journey = {.seed = 1};
    Learned learned;
    Search search;
    Text position = {0};
    learned_init(&learned, false);
    SearchConfig config = {
        .strategy = strategy_find("optimal"), .on_end = count_class, .context = &journey, .learned = &learned};
    journey.found.orders = &learned.orders;
    begin(&search, machine, &config, &journey);
    search_walk(&search);
    CHECK(search.halted);
    CHECK(position_save(&search, &position));
    search_finish(&search);
    for (size_t size = 0; size < position.size; size++) {
        Parcel in = parcel_open(position.data, size);
        learned_free(&learned);
        learned_init(&learned, false);
        bool known = position_learn(&learned, &in);
        search_begin(&search, machine, &config);
        CHECK(!known || !position_go(&search, &in));
        search_finish(&search);
        CHECK(machine_hash(machine) == start);
    }
    text_free(&position);
    brute_free(&journey.found);
    learned_free(&learned);
    toy_free(machine);
}
