#include "explore/dpor/learned.h"

#include "explore/dpor/search.h"
#include "tap.h"
#include "toy.h"

typedef struct {
    uint32_t executions, invisible, states;   // of the last execution: steps that are invisible, and those that are not
    uint32_t forgotten;
} Count;

static bool count(void *context, const ExecutionEnd *end) {
    Count *counted = context;
    counted->executions++;
    counted->invisible = counted->states = 0;
    for (uint32_t i = 0; i < end->execution->length; i++)
        *(end->execution->steps[i].invisible ? &counted->invisible : &counted->states) += 1;
    return true;
}

static void forget(void *context) {
    Count *counted = context;
    *counted = (Count){.forgotten = counted->forgotten + 1};
}

static Count search(const char *const *lines, uint32_t processes, bool plain) {
    Count counted = {0};
    Machine *machine = toy_new(lines, processes);
    uint64_t start = machine_hash(machine);
    SearchConfig config = {.strategy = strategy_find("optimal"), .eager = true, .plain = plain, .on_end = count,
                           .forget = forget, .context = &counted};
    SearchResult result = search_run(machine, &config);
    CHECK(result.complete && result.explored == counted.executions);
    CHECK(machine_hash(machine) == start);
    toy_free(machine);
    return counted;
}

TEST(what_one_process_alone_touches_happens_at_once) {
    static const char *const lines[] = {"aAbB", "cCdD"};
    Count counted = search(lines, 2, false);
    CHECK(counted.executions == 1 && counted.states == 0 && counted.forgotten == 0);
    counted = search(lines, 2, true);
    CHECK(counted.executions == 1 && counted.invisible == 0);
}

TEST(a_search_that_learns_what_is_contended_begins_again) {
    static const char *const lines[] = {"bBA", "cCA"};
    Count counted = search(lines, 2, false);
    CHECK(counted.executions == 2 && counted.states == 2 && counted.forgotten == 1);
    CHECK(counted.invisible >= 4);
}

// Who loses the race for a takes b: sometimes the one, sometimes the other, but never both.
TEST(what_two_processes_never_touch_in_one_execution_is_not_contended) {
    static const char *const lines[] = {"^a(B)", "^a(B)"};
    Count counted = search(lines, 2, false);
    CHECK(counted.executions == 2 && counted.states == 2 && counted.invisible >= 1);
}

TEST(nothing_is_invisible_where_somebody_touches_everything) {
    static const char *const lines[] = {"bB", "$"};
    Count counted = search(lines, 2, false);
    CHECK(counted.invisible == 0 && counted.executions == 3);
}

TEST(an_object_is_shared_once_kinds_of_access_conflict) {
    Learned learned;
    learned_init(&learned, false);
    Access read = {.object = 7, .kind = ACCESS_READ}, write = {.object = 7, .kind = ACCESS_WRITE};
    learned_note(&learned, 1, &read, 1);
    learned_note(&learned, 2, &read, 1);
    CHECK(!learned_shared(&learned, 7));
    learned_note(&learned, 2, &write, 1);
    CHECK(learned_shared(&learned, 7) && !learned_has(&learned, 7));
    learned_contend(&learned, learned_shared(&learned, 7));
    CHECK(!learned_shared(&learned, 7) && learned_has(&learned, 7));
    learned_free(&learned);
}

TEST(learned_remembers_many_objects) {
    Learned learned;
    learned_init(&learned, false);
    for (uint64_t object = 1; object < 3000; object++) {
        Access write = {.object = object, .kind = ACCESS_WRITE};
        learned_note(&learned, 1, &write, 1);
        if (object % 2) learned_note(&learned, 2, &write, 1);
    }
    for (uint64_t object = 1; object < 3000; object++) CHECK(!learned_shared(&learned, object) == !(object % 2));
    learned_forbid(&learned, 5);
    CHECK(learned_forbids(&learned, 5) && !learned_forbids(&learned, 6));
    learned_free(&learned);
}
