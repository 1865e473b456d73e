#include "explore/dpor/learned.h"

#include "explore/dpor/check.h"
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
    SearchConfig config = {.strategy = strategy_find("optimal"),
                           .eager = true,
                           .plain = plain,
                           .on_end = count,
                           .forget = forget,
                           .context = &counted};
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

enum { VARIABLE_A = 100 };   // as the toy numbers its objects

// What somebody sends to another decides the order in which the two touch a; who comes first of all touches something
// else.
TEST(what_a_message_puts_in_order_is_not_contended) {
    static const char *const lines[] = {"cC", "A!2", "?aA"};
    Machine *machine = toy_new(lines, 3);
    Learned learned;
    learned_init(&learned, false);
    for (Order order = ORDER_ROUND; order <= ORDER_STRICT; order++) {
        SearchConfig config = {.strategy = strategy_find("optimal"), .order = order, .learned = &learned};
        CHECK(search_run(machine, &config).explored == 1);
        CHECK(learned_shared(&learned, VARIABLE_A) && !learned_has(&learned, VARIABLE_A));
    }
    learned_free(&learned);
    toy_free(machine);
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
    CHECK(learned.objects.count == 2999 && learned.shared == 1500);
    learned_check(&learned);
    learned_forbid(&learned, 5);
    CHECK(learned_forbids(&learned, 5) && !learned_forbids(&learned, 6));
    learned_free(&learned);
}

static Count search_deep(const char *line, uint32_t depth) {
    Count counted = {0};
    Machine *machine = toy_new(&line, 1);
    SearchConfig config = {.strategy = strategy_find("optimal"),
                           .eager = true,
                           .on_end = count,
                           .forget = forget,
                           .context = &counted,
                           .bound.depth = depth};
    SearchResult result = search_run(machine, &config);
    CHECK(result.explored == 1 && result.complete == !depth);
    toy_free(machine);
    return counted;
}

// Lest one goes on for ever, there is a state from time to time; and at the depth bound there is no further step.
TEST(not_all_steps_of_a_long_process_are_invisible) {
    char line[201];
    memset(line, 'a', 200);
    line[200] = 0;
    Count counted = search_deep(line, 0);
    CHECK(counted.states == 3 && counted.invisible == 197);
    for (uint32_t depth = 1; depth < 140; depth++) {
        counted = search_deep(line, depth);
        CHECK(counted.states + counted.invisible == depth && counted.states == depth / 64);
    }
}

// Whether an object is shared after one actor has touched it in one way, then the same one or another in another way.
static bool is_shared(AccessKind first, AccessKind second, bool same) {
    Learned learned;
    learned_init(&learned, false);
    Access a = {.object = 7, .value = 1, .kind = first}, b = {.object = 7, .value = 2, .kind = second};
    learned_note(&learned, 1, &a, 1);
    learned_note(&learned, same ? 1 : 2, &b, 1);
    bool shared = learned_shared(&learned, 7);
    CHECK(learned.shared == shared && learned.objects.count == 1);
    learned_free(&learned);
    return shared;
}

// The order of messages that are sent and awaited is looked at in each execution anyway.
TEST(an_object_is_shared_if_two_touch_it_in_ways_that_conflict) {
    CHECK(!is_shared(ACCESS_READ, ACCESS_WRITE, true) && is_shared(ACCESS_READ, ACCESS_WRITE, false));
    CHECK(is_shared(ACCESS_WRITE, ACCESS_READ, false) && !is_shared(ACCESS_UPDATE, ACCESS_UPDATE, false));
    CHECK(!is_shared(ACCESS_SEND, ACCESS_SEND, false) && !is_shared(ACCESS_SEND, ACCESS_AWAIT, false));
    CHECK(!is_shared(ACCESS_AWAIT, ACCESS_SEND, false) && !is_shared(ACCESS_AWAIT, ACCESS_AWAIT, false));
    CHECK(is_shared(ACCESS_SEND, ACCESS_RECEIVE, false) && is_shared(ACCESS_RECEIVE, ACCESS_SEND, false));
    CHECK(is_shared(ACCESS_READ, ACCESS_SEND, false) && is_shared(ACCESS_AWAIT, ACCESS_READ, false));
}

TEST(what_is_learned_while_it_is_relied_on_is_learned_too_late) {
    Learned learned;
    learned_init(&learned, false);
    learned_contend_mailbox(&learned, 5);
    learned_forbid(&learned, 3);
    CHECK(learned_has(&learned, 5) && learned_forbids(&learned, 3) && learned_allows(&learned, 4) &&
          !learned_allows(&learned, 3));
    CHECK(!learned.outdated && learned.broken);
    learned_begin_again(&learned);
    CHECK(!learned.broken);
    learned.on = true;
    learned_contend_mailbox(&learned, 5);
    CHECK(!learned.outdated);
    learned_contend_mailbox(&learned, 6);
    CHECK(learned.outdated);
    learned_begin_again(&learned);
    CHECK(!learned.outdated && learned_has(&learned, 6));
    learned_note_everything(&learned);
    CHECK(learned.outdated && learned.everything && learned.broken);
    learned_begin_again(&learned);
    learned_note_everything(&learned);
    CHECK(!learned.outdated && !learned.broken);
    learned_free(&learned);
}
