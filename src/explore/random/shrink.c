#include "explore/random/shrink.h"

#include <string.h>

#include "base/memory.h"

enum { TRIES_MAX = 1000, STEPS_MAX = 500000, SHRUNK_MAX = 20 };

typedef struct {
    uint32_t start, end;   // positions; the end is not part of it
} Span;

typedef struct {
    const Harvest *harvest;
    uint32_t finding;   // an index: noting may move them
    Actor *steps;       // the schedule to start from
    uint32_t length;
    Span *blocks;
    uint32_t block_count;
    uint32_t tries;
    uint64_t spent;   // steps
} Work;

static Finding *finding_of(const Work *work) { return &work->harvest->findings->findings[work->finding]; }

static bool gives_up(const Work *work) { return work->tries >= TRIES_MAX || work->spent >= STEPS_MAX; }

// --- the schedule --------------------------------------------------------------------------------------------

static void find_blocks(Work *work) {
    work->block_count = 0;
    for (uint32_t i = 0, start = 0; i < work->length; i++) {
        if (i + 1 < work->length && work->steps[i + 1] == work->steps[i]) continue;
        work->blocks[work->block_count++] = (Span){start, i + 1};
        start = i + 1;
    }
}

static void start_from(Work *work, const Schedule *schedule) {
    work->length = schedule->length;
    work->steps = memory_resize(work->steps, (work->length + 1) * sizeof *work->steps);
    work->blocks = memory_resize(work->blocks, (work->length + 1) * sizeof *work->blocks);
    memcpy(work->steps, schedule->actors, work->length * sizeof *work->steps);
    find_blocks(work);
}

static Actor actor_of(const Work *work, uint32_t block) { return work->steps[work->blocks[block].start]; }

// The next block of the same actor; block_count: there is none.
static uint32_t next_of_actor(const Work *work, uint32_t block) {
    uint32_t next = block + 1;
    while (next < work->block_count && actor_of(work, next) != actor_of(work, block)) next++;
    return next;
}

// --- trying --------------------------------------------------------------------------------------------------

static void follow(Stage *stage, const Work *work, uint32_t first, uint32_t end) {
    if (first >= end) return;
    for (uint32_t i = work->blocks[first].start; i < work->blocks[end - 1].end; i++)
        if (stage_can(stage, work->steps[i])) stage_step(stage, work->steps[i]);
}

// The stage has done what was to be tried. True: that fails as before, and is simpler.
static bool is_better(Work *work) {
    const Harvest *h = work->harvest;
    const Explainer *e = h->explainer;
    Finding before = *finding_of(work);
    bool ended = stage_finish(h->stage, e->depth);
    work->tries++;
    work->spent += h->stage->length;
    if (!e->judge(e->context, h->stage->machine, ended, text_string(&before.key)).same) return false;
    harvest_path(h, before.last);
    const Finding *after = finding_of(work);
    if (after->switches > before.switches) return false;
    return after->switches < before.switches || after->schedule.length < before.schedule.length;
}

static bool is_better_up_to(Work *work, uint32_t end) {
    stage_begin(work->harvest->stage);
    follow(work->harvest->stage, work, 0, end);
    return is_better(work);
}

static bool is_better_without(Work *work, uint32_t block) {
    Stage *stage = work->harvest->stage;
    stage_begin(stage);
    follow(stage, work, 0, block);
    follow(stage, work, block + 1, work->block_count);
    return is_better(work);
}

// Two blocks of an actor in the place of the first, or of the second.
static bool is_better_merged(Work *work, uint32_t block, uint32_t next, bool early) {
    Stage *stage = work->harvest->stage;
    stage_begin(stage);
    follow(stage, work, 0, early ? block + 1 : block);
    if (early) follow(stage, work, next, next + 1);
    follow(stage, work, block + 1, next);
    if (!early) follow(stage, work, block, block + 1);
    follow(stage, work, early ? next + 1 : next, work->block_count);
    return is_better(work);
}

// --- one after the other -------------------------------------------------------------------------------------

static bool find_shorter(Work *work) {
    for (uint32_t end = 0; end + 1 < work->block_count && !gives_up(work); end++)
        if (is_better_up_to(work, end)) return true;
    return false;
}

static bool find_merged(Work *work) {
    for (uint32_t block = 0; block < work->block_count && !gives_up(work); block++) {
        uint32_t next = next_of_actor(work, block);
        if (next == work->block_count) continue;
        if (is_better_merged(work, block, next, true) || is_better_merged(work, block, next, false)) return true;
    }
    return false;
}

static bool find_without(Work *work) {
    for (uint32_t block = work->block_count; block > 0 && !gives_up(work); block--)
        if (is_better_without(work, block - 1)) return true;
    return false;
}

static void shrink(const Harvest *h, uint32_t index) {
    Work work = {.harvest = h, .finding = index};
    uint32_t found = finding_of(&work)->switches;
    do start_from(&work, &finding_of(&work)->schedule);
    while (find_shorter(&work) || find_merged(&work) || find_without(&work));
    Finding *finding = finding_of(&work);
    finding->tries = work.tries;
    finding->found_switches = found;
    finding->minimal = !gives_up(&work);
    memory_free(work.steps);
    memory_free(work.blocks);
}

void shrink_all(const Harvest *h) {
    uint32_t count = h->findings->finding_count;
    h->findings->weightless = true;
    for (uint32_t i = 0; i < count && i < SHRUNK_MAX; i++)
        if (!finding_is_of_path(&h->findings->findings[i])) shrink(h, i);
    h->findings->weightless = false;
    findings_drop_uncounted(h->findings);
}
