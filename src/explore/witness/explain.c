#include "explore/witness/explain.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "explore/witness/doom.h"
#include "explore/witness/telling.h"
#include "explore/dpor/execution.h"

enum { TRIES_MAX = 200, STEPS_MAX = 500000, RACES_MAX = 10000 };

typedef struct {
    uint32_t first, second;   // positions in the story; of a disabled event second is first
    Actor late;
    bool attempt;             // `late` never got to do it
} Pair;

typedef struct {
    const Explainer *explainer;
    Finding *finding;
    Actor *story;             // who acts
    uint32_t length;
    Execution execution;
    Pair *pairs;              // latest first
    uint32_t pair_count;
    bool too_many;            // races to remember
} Work;

// --- the story -------------------------------------------------------------------------------------------

static bool shows(const Explainer *e, const Finding *finding, const Schedule *schedule) {
    if (!stage_follow(e->stage, &schedule->names)) return false;
    bool ended = e->stage->enabled_count == 0;
    return e->judge(e->context, e->stage->machine, ended, text_string(&finding->key)).same;
}

static void choose_schedule(const Explainer *e, Finding *finding) {
    if (shows(e, finding, &finding->schedule) || !finding->met.length) return;
    Schedule worse = finding->schedule;
    finding->schedule = finding->met;
    finding->met = worse;
}

// --- races -----------------------------------------------------------------------------------------------

static void add_pair(Work *work, const Race *race, bool attempt) {
    if (work->pair_count == RACES_MAX) {
        work->too_many = true;
        return;
    }
    if ((work->pair_count & (work->pair_count + 1)) == 0)
        work->pairs = memory_resize(work->pairs, (2 * (size_t)work->pair_count + 2) * sizeof *work->pairs);
    work->pairs[work->pair_count++] = (Pair){race->first, race->second, race->event->actor, attempt};
}

static int compare_pairs(const void *a, const void *b) {
    const Pair *x = a, *y = b;
    if (x->second != y->second) return x->second > y->second ? -1 : 1;
    if (x->first != y->first) return x->first > y->first ? -1 : 1;
    return x->late < y->late ? -1 : x->late > y->late;
}

static void collect_pairs(Work *work) {
    for (uint32_t i = 0; i < work->length; i++) {
        const Step *step = &work->execution.steps[i];
        for (const Race *race = step->races; race; race = race->next) add_pair(work, race, false);
        for (const Race *race = step->disabled; race; race = race->next) add_pair(work, race, true);
    }
    if (work->pair_count) qsort(work->pairs, work->pair_count, sizeof *work->pairs, compare_pairs);
}

// What an actor was about to do before the step that took it away.
static void tell_attempt(Work *work, const Pair *pair, Text *out) {
    Stage *stage = work->explainer->stage;
    stage_begin(stage);
    for (uint32_t i = 0; i < pair->first; i++) stage_step(stage, work->story[i]);
    stage_describe(stage, pair->late, out);
}

static void tell_pairs(Work *work) {
    Finding *finding = work->finding;
    finding->race_count = work->pair_count;
    finding->races = memory_zeroed(work->pair_count + 1, sizeof *finding->races);
    for (uint32_t i = 0; i < work->pair_count; i++) {
        const Pair *pair = &work->pairs[i];
        StoryRace *race = &finding->races[i];
        race->first = pair->first + 1;
        race->second = pair->attempt ? 0 : pair->second + 1;
        if (pair->attempt) tell_attempt(work, pair, &race->late);
    }
}

// --- reversing -------------------------------------------------------------------------------------------

static void step_if_possible(Stage *stage, Actor actor) {
    if (stage_can(stage, actor)) stage_step(stage, actor);
}

// Up to the first step of the pair; what does not happen because of it; the later step; and then the rest, as far as
// it is possible.
static void run_reversed(Work *work, const Pair *pair) {
    Stage *stage = work->explainer->stage;
    stage_begin(stage);
    for (uint32_t i = 0; i < pair->first; i++) stage_step(stage, work->story[i]);
    for (uint32_t i = pair->first + 1; i < pair->second; i++)
        if (!execution_before(&work->execution, pair->first, i)) step_if_possible(stage, work->story[i]);
    step_if_possible(stage, pair->late);
    for (uint32_t i = pair->first; i < work->length; i++) {
        bool told = i > pair->first && i <= pair->second && (i == pair->second || !execution_before(&work->execution, pair->first, i));
        if (!told) step_if_possible(stage, work->story[i]);
    }
}

static bool passes_reversed(Work *work, const Pair *pair) {
    const Explainer *e = work->explainer;
    run_reversed(work, pair);
    bool ended = stage_finish(e->stage, e->depth);
    return ended && e->judge(e->context, e->stage->machine, ended, text_string(&work->finding->key)).passes;
}

static void find_cause(Work *work) {
    Finding *finding = work->finding;
    finding->cause = work->pair_count ? CAUSE_SEVERAL : CAUSE_NO_RACE;
    uint64_t steps = 0;
    for (uint32_t i = 0; i < work->pair_count; i++) {
        if (i == TRIES_MAX || steps > STEPS_MAX) {
            finding->cause = CAUSE_GAVE_UP;
            return;
        }
        bool passes = passes_reversed(work, &work->pairs[i]);
        steps += work->explainer->stage->length;
        if (!passes) continue;
        finding->cause = CAUSE_RACE;
        finding->race = i;
        finding->passing.length = work->explainer->stage->length;
        stage_names(work->explainer->stage, &finding->passing.names);
        return;
    }
    if (work->too_many) finding->cause = CAUSE_GAVE_UP;
}

// --- the failure -------------------------------------------------------------------------------------------

// Whether the error, once it has happened, is there whatever follows.
static bool stays(FindingKind kind) {
    return kind == FINDING_ABNORMAL_EXIT || kind == FINDING_ASSERTION || kind == FINDING_HALT || kind == FINDING_LIVELOCK;
}

static bool has_happened(const Work *work, uint32_t steps) {
    const Explainer *e = work->explainer;
    stage_begin(e->stage);
    for (uint32_t i = 0; i < steps; i++) stage_step(e->stage, work->story[i]);
    return e->judge(e->context, e->stage->machine, true, text_string(&work->finding->key)).happened;
}

// The step with which it happens, by halving.
static void find_failure(Work *work) {
    uint32_t before = 0, after = work->length;
    if (!stays(work->finding->kind) || !has_happened(work, after)) return;
    while (after - before > 1) {
        uint32_t middle = before + (after - before) / 2;
        if (has_happened(work, middle)) after = middle;
        else before = middle;
    }
    work->finding->story.failure = after;
}

// A step that comes when all others are done is after everything: what it has to do with is what its actor did before.
static uint32_t last_before_idling(const Execution *execution, uint32_t position) {
    const Step *step = &execution->steps[position];
    return step->action->idle && step->previous ? step->previous - 1 : position;
}

// What happens before the failing step. Where there is none, as in a deadlock, what did not happen may be the reason,
// and so everything counts.
static void mark_past(Work *work) {
    Story *story = &work->finding->story;
    uint32_t last = story->failure ? last_before_idling(&work->execution, story->failure - 1) : 0;
    for (uint32_t i = 0; i < story->length; i++) {
        uint32_t step = i + 1;
        story->steps[i].past = !story->failure || step == story->failure ||
                               (step < story->failure && (i == last || execution_before(&work->execution, i, last)));
    }
}

static void find_doom(Work *work) {
    const Explainer *e = work->explainer;
    Finding *finding = work->finding;
    if (e->always && finding->count == e->always) {
        finding->doom = DOOM_SAME;
        return;
    }
    if (!e->budget || finding->kind == FINDING_DEPTH_BOUND) return;   // who knows what would have come
    DoomedRun run = {.path = work->story, .key = text_string(&finding->key),
                     .escapes = finding->cause == CAUSE_RACE ? work->pairs[finding->race].first + 1 : 0,
                     .fails = finding->story.failure ? finding->story.failure : work->length};
    finding->doom = doom_find(e, &run, e->budget, &finding->doomed);
}

void explain_finding(const Explainer *explainer, Finding *finding) {
    Stage *stage = explainer->stage;
    choose_schedule(explainer, finding);
    story_tell(stage, &finding->schedule.names, explainer->full, &finding->story);
    Work work = {.explainer = explainer, .finding = finding, .length = stage->length};
    work.story = memory_new((work.length + 1) * sizeof *work.story);
    if (work.length) memcpy(work.story, stage->path, work.length * sizeof *work.story);
    stage_execution(stage, &work.execution);
    collect_pairs(&work);
    tell_pairs(&work);
    find_failure(&work);
    mark_past(&work);
    find_cause(&work);
    find_doom(&work);
    if (finding->cause == CAUSE_RACE) {
        story_tell(stage, &finding->passing.names, explainer->full, &finding->other);
        story_pair(&finding->story, &finding->other);
    }
    stage_begin(stage);
    execution_free(&work.execution);
    memory_free(work.pairs);
    memory_free(work.story);
}
