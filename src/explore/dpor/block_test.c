#include "explore/dpor/block.h"

#include "explore/dpor/search.h"
#include "tap.h"
#include "toy.h"

typedef struct {
    uint32_t begins[8], ends[8];
    bool rests[9];
    uint32_t length;
} Blocks;

static bool note_blocks(void *context, const ExecutionEnd *end) {
    Blocks *blocks = context;
    const Execution *execution = end->execution;
    blocks->length = execution->length;
    for (uint32_t i = 0; i < execution->length; i++) {
        blocks->begins[i] = block_begin(execution, i);
        blocks->ends[i] = block_end(execution, i);
    }
    for (uint32_t i = 0; i <= execution->length; i++) blocks->rests[i] = execution->steps[i].rests;
    return false;
}

static Blocks first_blocks(const char *const *lines, uint32_t count) {
    Machine *machine = toy_new(lines, count);
    Blocks blocks;
    SearchConfig config = {
        .strategy = &strategy_bounded, .bound = {.kind = BOUND_PREEMPTION}, .on_end = note_blocks, .context = &blocks};
    search_run(machine, &config);
    toy_free(machine);
    return blocks;
}

// The first waits after two steps, the second does two steps and ends, the first goes on.
TEST(a_block_ends_where_its_actor_waits_or_ends) {
    static const char *const lines[] = {"ab?a", "c!0"};
    static const uint32_t begins[] = {0, 0, 2, 2, 4, 4}, ends[] = {2, 2, 4, 4, 6, 6};
    static const bool rests[] = {true, false, true, false, true, false, true};
    Blocks blocks = first_blocks(lines, 2);
    CHECK(blocks.length == 6);
    for (uint32_t i = 0; i < 6; i++) CHECK(blocks.begins[i] == begins[i] && blocks.ends[i] == ends[i]);
    for (uint32_t i = 0; i <= 6; i++) CHECK(blocks.rests[i] == rests[i]);
}

static Action *hold(Actions *actions, Actor actor, uint64_t object, AccessKind kind) {
    Footprint footprint = {0};
    footprint_add(&footprint, object, kind, 0);
    return actions_hold(actions, actor, &footprint, 0);
}

TEST(a_block_conflicts_with_what_any_of_its_steps_minds) {
    Learned learned;
    Actions actions;
    learned_init(&learned, true);
    actions_init(&actions, &learned);
    Block last = {.action = hold(&actions, 0, 2, ACCESS_WRITE)};
    for (int way = 0; way < 2; way++) last.does[way] = last.action->does[way];
    Block first = {.action = hold(&actions, 0, 1, ACCESS_READ), .rest = &last};
    for (int way = 0; way < 2; way++) first.does[way] = first.action->does[way] | last.does[way];

    CHECK(block_conflicts(&learned.orders, &first, hold(&actions, 1, 1, ACCESS_WRITE)));
    CHECK(block_conflicts(&learned.orders, &first, hold(&actions, 1, 2, ACCESS_READ)));
    CHECK(!block_conflicts(&learned.orders, &first, hold(&actions, 1, 1, ACCESS_READ)));
    CHECK(!block_conflicts(&learned.orders, &first, hold(&actions, 1, 3, ACCESS_WRITE)));
    CHECK(!block_conflicts(&learned.orders, NULL, hold(&actions, 1, 1, ACCESS_WRITE)));
    actions_free(&actions);
    learned_free(&learned);
}
