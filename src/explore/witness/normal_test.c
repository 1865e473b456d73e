// The first order of each execution that a search meets, kept up to date, against the one that its definition gives.
#include "explore/witness/normal.h"

#include "explore/dpor/search.h"
#include "program.h"
#include "tap.h"
#include "toy.h"

enum { STEPS_MAX = 64 };

typedef struct {
    Cast cast;
    Normal normal;
    uint64_t ends;
    bool right;
} Watch;

// Whether nothing that is not told yet happens before the step.
static bool is_ready(const Execution *execution, const bool *told, uint32_t step) {
    for (uint32_t i = 0; i < step; i++)
        if (!told[i] && execution_before(execution, i, step)) return false;
    return true;
}

static uint32_t first_ready(const Execution *execution, const bool *told, const Cast *cast) {
    uint32_t best = UINT32_MAX;
    for (uint32_t i = 0; i < execution->length; i++) {
        if (told[i] || !is_ready(execution, told, i)) continue;
        if (best == UINT32_MAX ||
            cast_rank(cast, execution->steps[i].actor) < cast_rank(cast, execution->steps[best].actor))
            best = i;
    }
    return best;
}

static bool compare(void *context, const ExecutionEnd *end) {
    Watch *watch = context;
    const Execution *execution = end->execution;
    bool told[STEPS_MAX] = {0};
    if (watch->ends++ % 3 == 1) return true;   // not every one is looked at
    normal_update(&watch->normal, execution, &watch->cast);
    uint32_t node = watch->normal.next[0];
    for (uint32_t i = 0; i < execution->length; i++, node = watch->normal.next[node]) {
        uint32_t step = first_ready(execution, told, &watch->cast);
        watch->right &= node == step + 1;
        told[step] = true;
    }
    watch->right &= node == 0;
    return true;
}

static bool check(const Program *program, const char *strategy) {
    Machine *machine = toy_new(program->lines, program->count);
    Watch watch = {.right = true};
    cast_init(&watch.cast, machine);
    SearchConfig config = {.strategy = strategy_find(strategy),
                           .on_end = compare,
                           .context = &watch,
                           .bound = {.depth = STEPS_MAX, .interleavings = 500},
                           .order = (Order)program_any(4)};
    search_run(machine, &config);
    search_run(machine, &config);   // another execution
    if (!watch.right) program_print(program, strategy);
    normal_free(&watch.normal);
    cast_free(&watch.cast);
    toy_free(machine);
    return watch.right;
}

TEST(the_first_order_that_is_kept_up_to_date_is_the_first_one) {
    static const char *const kinds[] = {"vw", "vw!?", "!?s", "vw^", "v!?~", "vw#"};
    bool right = true;
    for (uint32_t seed = 1; seed <= 300; seed++) {
        Program program;
        program_random(&program, kinds[seed % 6], seed);
        right &= check(&program, seed % 2 ? "optimal" : "none");
    }
    CHECK(right);
}
