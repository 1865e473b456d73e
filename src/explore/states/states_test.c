#include "explore/states/states.h"

#include <string.h>

#include "brute.h"
#include "program.h"
#include "tap.h"
#include "toy.h"

// Stores are large reservations, which the sanitizer makes slow.
#ifdef __SANITIZE_ADDRESS__
enum { PROGRAMS = 30 };
#else
enum { PROGRAMS = 600 };
#endif

// The ends that a search over states finds, by what the variables and processes are there.
typedef struct {
    HashSet ends;
} Found;

// Which message lies where is no matter of who sent how many.
static uint64_t digest_of(Machine *machine) {
    Vectors vectors;
    vectors_init(&vectors, machine);
    StateParts parts = vectors_take(&vectors, NULL);
    vectors_make(&vectors, &parts);
    uint64_t digest = digest128(vectors.bytes.items, vectors.bytes.count, 3).low;
    size_t size;
    const uint8_t *bytes = intern_bytes(&vectors.parts, 1, &size);   // numbers of parts differ from search to search
    digest = digest128(bytes, size, 3).low;
    vectors_free(&vectors);
    return digest;
}

static void judge(void *context, Machine *machine, bool ended, Showing *out) {
    Found *found = context;
    *out = (Showing){.hash = 1};
    if (ended) hash_set_add(&found->ends, digest_of(machine));
}

static StatesResult run(Machine *machine, StoreKind store, StatesOrder order, bool reduce, Found *found) {
    StatesResult result;
    StatesConfig config = {.store = store,
                           .order = order,
                           .keep_going = true,
                           .check = store == STORE_EXACT && !reduce,
                           .reduce = reduce,
                           .judge = judge,
                           .context = found};
    states_run(machine, &config, &result);
    return result;
}

static void try_all(Machine *machine, HashSet *ends) {
    Actor actors[TOY_PROCESSES];
    uint32_t count = machine_enabled(machine, actors, TOY_PROCESSES);
    if (count == 0) hash_set_add(ends, digest_of(machine));
    Mark mark = machine_mark(machine);
    for (uint32_t i = 0; i < count; i++) {
        machine_step(machine, actors[i]);
        try_all(machine, ends);
        machine_undo(machine, mark);
    }
}

static bool same(const HashSet *a, const HashSet *b) {
    size_t at = 0;
    uint64_t member;
    while (hash_set_next(a, &at, &member))
        if (!hash_set_has(b, member)) return false;
    return a->count == b->count;
}

TEST(the_search_over_states_finds_the_ends_of_all_executions) {
    for (uint32_t seed = 1; seed <= PROGRAMS; seed++) {
        Program program;
        HashSet wanted = {0};
        program_random(&program, "vwvws?!~&", seed);
        Machine *machine = toy_new(program.lines, program.count > 3 ? 3 : program.count);
        try_all(machine, &wanted);
        for (StoreKind store = STORE_EXACT; store <= STORE_BITSTATE; store++)
            for (StatesOrder order = ORDER_DEPTH; order <= ORDER_RANDOM; order++) {
                Found found = {{0}};
                StatesResult result = run(machine, store, order, seed % 2, &found);
                bool good = same(&wanted, &found.ends) && result.mistakes == 0;
                if (!good) program_print(&program, store_names[store]);
                CHECK(good);
                hash_set_free(&found.ends);
                states_result_free(&result);
            }
        hash_set_free(&wanted);
        toy_free(machine);
    }
}

TEST(a_state_is_visited_once_whatever_way_leads_there) {
    const char *programs[] = {"A1", "B1", "C1"};
    Machine *machine = toy_new(programs, 3);
    Found found = {{0}};
    StatesResult result = run(machine, STORE_EXACT, ORDER_DEPTH, false, &found);
    CHECK(result.states == 8);
    CHECK(result.transitions == 12);
    CHECK(result.complete);
    hash_set_free(&found.ends);
    states_result_free(&result);
    toy_free(machine);
}

TEST(strings_are_kept_once_and_told_apart) {
    Interned strings = {0};
    bool added;
    uint32_t first = intern_add(&strings, "ab", 2, &added);
    CHECK(added);
    CHECK(intern_add(&strings, "ab", 2, &added) == first && !added);
    CHECK(intern_add(&strings, "ab", 1, &added) != first && added);
    CHECK(intern_add(&strings, "", 0, &added) != first && added);
    for (uint32_t i = 0; i < 5000; i++) intern_add(&strings, &i, sizeof i, &added);
    for (uint32_t i = 0; i < 5000; i++) {
        intern_add(&strings, &i, sizeof i, &added);
        CHECK(!added);
    }
    CHECK(intern_count(&strings) == 5003);
    intern_free(&strings);
}

TEST(the_bits_of_a_store_that_forgets_say_how_many_states_may_be_missing) {
    StateStore store;
    uint64_t number, met = 0;
    state_store_init(&store, STORE_BITSTATE, 1024);
    for (uint32_t i = 0; i < 4000; i++) met += !state_store_add(&store, &i, sizeof i, &number);
    CHECK(met > 0);
    CHECK(state_store_missed(&store) >= (double)met / 2);
    state_store_free(&store);
}
