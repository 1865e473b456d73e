#include "explore/witness/explain.h"

#include <stdlib.h>
#include <string.h>

#include "base/interrupt.h"
#include "base/memory.h"
#include "explore/dpor/execution.h"
#include "explore/witness/doom.h"
#include "explore/witness/scene.h"
#include "explore/witness/telling.h"

enum { TRIES_MAX = 2000, STEPS_MAX = 500000, RACES_MAX = 10000 };

typedef struct {
    uint32_t first, second;   // positions in the story; of a disabled event second is first
    Actor late;
    bool attempt;   // `late` never got to do it
} Pair;

typedef struct {
    const Explainer *explainer;
    Finding *finding;
    Actor *story;   // who acts
    uint32_t length;
    Execution execution;
    Pair *pairs;   // latest first
    uint32_t pair_count;
} Work;

// Whether a limit was reached or somebody has interrupted since it began: what is known by now is told.
static bool is_late(const Work *work) { return interrupt_signal() != work->explainer->interrupted; }

// --- the story -------------------------------------------------------------------------------------------

// Whether the error, once it has happened, is there whatever follows.
static bool stays(FindingKind kind) {
    return kind == FINDING_ABNORMAL_EXIT || kind == FINDING_ASSERTION || kind == FINDING_HALT ||
           kind == FINDING_LIVELOCK;
}

static bool happens(const Explainer *e, const Finding *finding) {
    return e->judge(e->context, e->stage->machine, true, text_string(&finding->key)).happened;
}

static bool shows(const Explainer *e, const Finding *finding, const Schedule *schedule) {
    if (!stage_follow(e->stage, &schedule->names)) return false;
    bool ended = e->stage->enabled_count == 0;
    return e->judge(e->context, e->stage->machine, ended, text_string(&finding->key)).same;
}

// A run that was cut may be judged by what comes of it: then the error itself is a step that is still to come, where
// all others have had their turn. The stage stands at its end.
static void go_on_to_error(const Explainer *e, Finding *finding) {
    enum { STEPS_MORE = 100 };
    Stage *stage = e->stage;
    bool happened = happens(e, finding);
    if (happened || !stays(finding->kind)) return;
    for (uint32_t i = 0; i < STEPS_MORE && stage->enabled_count > 0 && !happened; i++) {
        stage_step(stage, stage->enabled[i % stage->enabled_count]);
        happened = happens(e, finding);
    }
    if (!happened) return;
    text_clear(&finding->schedule.names);
    stage_names(stage, &finding->schedule.names);
    finding->schedule.length = stage->length;
}

static void choose_schedule(const Explainer *e, Finding *finding) {
    bool shown = shows(e, finding, &finding->schedule);
    if (!shown && finding->met.length) {
        Schedule worse = finding->schedule;
        finding->schedule = finding->met;
        finding->met = worse;
        shown = shows(e, finding, &finding->schedule);
    }
    if (shown) go_on_to_error(e, finding);
}

// --- races -----------------------------------------------------------------------------------------------

static void add_pair(Work *work, const Race *race, bool attempt) {
    if (work->pair_count == RACES_MAX) return;
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
    stage_go(stage, work->story, pair->first);
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

// From here on timeouts come after everything else: one that fires early could be an error of its own. Returns how it
// was before.
static bool let_time_wait(Stage *stage) {
    bool before = machine_let_time_wait(stage->machine, true);
    stage_look(stage);
    return before;
}

// Goes on to the end; then time is as it was before.
static bool passes(const Work *work, bool before) {
    const Explainer *e = work->explainer;
    bool ended = stage_finish(e->stage, e->depth);
    machine_let_time_wait(e->stage->machine, before);
    return ended && e->judge(e->context, e->stage->machine, ended, text_string(&work->finding->key)).passes;
}

// Up to the first step of the pair; what does not happen because of it; the later step; and then the rest, as far as
// it is possible.
static bool passes_reversed(Work *work, const Pair *pair) {
    Stage *stage = work->explainer->stage;
    stage_go(stage, work->story, pair->first);
    for (uint32_t i = pair->first + 1; i < pair->second; i++)
        if (!execution_before(&work->execution, pair->first, i)) step_if_possible(stage, work->story[i]);
    step_if_possible(stage, pair->late);
    bool before = let_time_wait(stage);
    for (uint32_t i = pair->first; i < work->length; i++) {
        bool told = i > pair->first && i <= pair->second &&
                    (i == pair->second || !execution_before(&work->execution, pair->first, i));
        if (!told) step_if_possible(stage, work->story[i]);
    }
    return passes(work, before);
}

static void find_cause(Work *work) {
    Finding *finding = work->finding;
    finding->cause = work->pair_count ? CAUSE_GAVE_UP : CAUSE_NO_RACE;
    uint64_t steps = 0;
    for (uint32_t i = 0; i < work->pair_count && i < TRIES_MAX && steps <= STEPS_MAX && !is_late(work); i++) {
        bool passing = passes_reversed(work, &work->pairs[i]);
        steps += work->explainer->stage->length;
        if (!passing) continue;
        finding->cause = CAUSE_RACE;
        finding->race = i;
        finding->passing.length = work->explainer->stage->length;
        stage_names(work->explainer->stage, &finding->passing.names);
        return;
    }
}

// --- the failure -------------------------------------------------------------------------------------------

static bool has_happened(const Work *work, uint32_t steps) {
    const Explainer *e = work->explainer;
    stage_go(e->stage, work->story, steps);
    return happens(e, work->finding);
}

// The step with which it happens, by halving.
static void find_failure(Work *work) {
    uint32_t before = 0, after = work->length;
    if (!stays(work->finding->kind) || !has_happened(work, after)) return;
    while (after - before > 1) {
        uint32_t middle = before + (after - before) / 2;
        if (has_happened(work, middle))
            after = middle;
        else
            before = middle;
    }
    work->finding->story.failure = after;
}

// Of a test that something else runs: it is the test that fails.
static void set_scene(Finding *finding) {
    Story *story = &finding->story;
    uint32_t failure = story->failure;
    scene_set(story);
    if (story->failure == failure) return;
    text_clear(&finding->process);
    text_add(&finding->process, text_string(&story->steps[story->failure - 1].process));
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

// Of the story; what is known about it by now.
static DoomedRun doomed_run(const Work *work) {
    const Finding *finding = work->finding;
    return (DoomedRun){.path = work->story,
                       .key = text_string(&finding->key),
                       .escapes = finding->cause == CAUSE_RACE ? finding->races[finding->race].first : 0,
                       .fails = finding->story.failure ? finding->story.failure : work->length};
}

static void find_doom(Work *work) {
    const Explainer *e = work->explainer;
    Finding *finding = work->finding;
    if (e->always && finding->count == e->always) {
        finding->doom = DOOM_SAME;
        return;
    }
    if (!e->budget || finding->kind == FINDING_DEPTH_BOUND) return;   // who knows what would have come
    DoomedRun run = doomed_run(work);
    finding->doom = doom_find(e, &run, e->budget, &finding->doomed);
}

// --- rivals ------------------------------------------------------------------------------------------------

// Where no race that is reversed alone makes it pass, what else has to change comes after one that does: a step is put
// off, or it is the last step that leaves no way out. From the state before it there is an interleaving that passes.
// Something in that comes first that conflicts with the step, a rival: if nothing did, the step could come before all
// of it, and it would leave a way out. The race is with the first rival after which the step may come.

static uint32_t steps_of(const Actor *path, uint32_t length, Actor actor) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < length; i++) count += path[i] == actor;
    return count;
}

// Where the story has the same step of an actor, numbered from 1; 0: nowhere.
static uint32_t same_step(const Work *work, Actor actor, uint32_t turn) {
    for (uint32_t i = 0; i < work->length; i++)
        if (work->story[i] == actor && turn-- == 0) return i + 1;
    return 0;
}

// The interleaving that passes, and the steps in it that conflict with the decisive one of the story, before that comes
// or, if it does not, at all.
typedef struct {
    Actor *path;
    uint32_t length;
    uint32_t *rivals;   // positions
    uint32_t rival_count;
} WayOut;

// The stage stands at its end.
static void way_out_init(WayOut *way, const Stage *stage) {
    *way = (WayOut){.path = memory_new((stage->length + 1) * sizeof(Actor)), .length = stage->length};
    way->rivals = memory_new((stage->length + 1) * sizeof *way->rivals);
    memcpy(way->path, stage->path, stage->length * sizeof *way->path);
}

static void way_out_free(WayOut *way) {
    memory_free(way->path);
    memory_free(way->rivals);
}

static void find_rivals(const Work *work, WayOut *way, uint32_t chance) {
    Stage *stage = work->explainer->stage;
    Footprint decisive;
    stage_go(stage, work->story, chance + 1);
    footprint_copy(&decisive, &stage->event.footprint);
    stage_go(stage, work->story, chance);
    for (uint32_t i = chance; i < way->length && way->path[i] != work->story[chance]; i++) {
        stage_step(stage, way->path[i]);
        if (footprint_conflicts(&decisive, &stage->event.footprint)) way->rivals[way->rival_count++] = i;
    }
}

// Whether it passes if the decisive step comes right after this rival, and the others go on as on the way out.
static bool passes_after(const Work *work, const WayOut *way, uint32_t rival, uint32_t chance) {
    Stage *stage = work->explainer->stage;
    stage_go(stage, way->path, rival + 1);
    if (!stage_can(stage, work->story[chance])) return false;
    stage_step(stage, work->story[chance]);
    bool before = let_time_wait(stage);
    for (uint32_t i = rival + 1; i < way->length; i++) step_if_possible(stage, way->path[i]);
    return passes(work, before);
}

// Whether there still is a way out then, whatever the others do.
static bool escapes_after(const Work *work, const WayOut *way, uint32_t rival, uint32_t chance) {
    const Explainer *e = work->explainer;
    Actor decisive = work->story[chance];
    stage_go(e->stage, way->path, rival + 1);
    if (!e->budget || !stage_can(e->stage, decisive)) return false;
    Actor *path = memory_new((rival + 2) * sizeof *path);
    memcpy(path, way->path, (rival + 1) * sizeof *path);
    path[rival + 1] = decisive;
    DoomedRun run = {.path = path, .key = text_string(&work->finding->key)};
    bool escapes = doom_escape(e, &run, rival + 2, e->budget);
    memory_free(path);
    return escapes;
}

static bool is_enough(const Work *work, const WayOut *way, uint32_t rival, uint32_t chance) {
    return passes_after(work, way, rival, chance) || escapes_after(work, way, rival, chance);
}

// The first rival after which the decisive step does no harm; of the last one that is known.
static uint32_t decisive_rival(const Work *work, const WayOut *way, uint32_t chance) {
    uint32_t i = 0;
    while (i + 1 < way->rival_count && !is_late(work) && !is_enough(work, way, way->rivals[i], chance)) i++;
    return way->rivals[i];
}

static StoryRace race_with(const Work *work, const WayOut *way, uint32_t chance, uint32_t rival) {
    Actor actor = way->path[rival];
    StoryRace race = {.first = chance + 1, .second = same_step(work, actor, steps_of(way->path, rival, actor))};
    if (race.second) return race;
    stage_go(work->explainer->stage, way->path, rival);
    stage_describe(work->explainer->stage, actor, &race.late);
    return race;
}

// Of a way that was found where time waits, a step may be too early where it does not.
static void blame(Work *work, WayOut *way, uint32_t chance) {
    Finding *finding = work->finding;
    if (!stage_go(work->explainer->stage, way->path, way->length)) return;
    stage_names(work->explainer->stage, &finding->passing.names);
    find_rivals(work, way, chance);
    if (!way->rival_count) {
        text_clear(&finding->passing.names);
        return;
    }
    finding->cause = CAUSE_RACE;
    finding->race = finding->race_count++;
    finding->races[finding->race] = race_with(work, way, chance, decisive_rival(work, way, chance));
    finding->passing.length = way->length;
}

// From a step on everybody else goes first, as long as they can. Races that are reversed one by one do not make that:
// of a process that has looked twice at what another one changes, only the second look has a race with the change.
static bool passes_delayed(Work *work, uint32_t step) {
    Stage *stage = work->explainer->stage;
    Actor late = work->story[step];
    stage_go(stage, work->story, step);
    bool before = let_time_wait(stage);
    for (uint32_t i = step + 1; i < work->length; i++)
        if (work->story[i] != late) step_if_possible(stage, work->story[i]);
    while (stage->length < work->explainer->depth && stage->enabled_count > stage_can(stage, late))
        stage_step(stage, stage->enabled[stage->enabled[0] == late]);
    return passes(work, before);
}

static void find_delay(Work *work) {
    Finding *finding = work->finding;
    uint64_t steps = 0;
    for (uint32_t i = work->length; i-- > 0 && finding->cause == CAUSE_GAVE_UP && steps <= STEPS_MAX;) {
        if (is_late(work)) return;
        if (!finding->story.steps[i].past) continue;
        bool passing = passes_delayed(work, i);
        steps += work->explainer->stage->length;
        if (!passing) continue;
        WayOut way;
        way_out_init(&way, work->explainer->stage);
        blame(work, &way, i);
        way_out_free(&way);
    }
}

static void blame_last_chance(Work *work) {
    const Explainer *e = work->explainer;
    uint32_t chance = work->finding->doomed - 1;
    DoomedRun run = doomed_run(work);
    if (!doom_escape(e, &run, chance, e->budget)) return;
    WayOut way;
    way_out_init(&way, e->stage);
    blame(work, &way, chance);
    way_out_free(&way);
}

static void find_last_chance(Work *work) {
    Finding *finding = work->finding;
    if (finding->cause != CAUSE_GAVE_UP || finding->doom == DOOM_UNKNOWN) return;
    if (finding->doomed == 0)
        finding->cause = CAUSE_ALWAYS;
    else
        blame_last_chance(work);
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
    set_scene(finding);
    mark_past(&work);
    find_cause(&work);
    find_delay(&work);
    find_doom(&work);
    find_last_chance(&work);
    if (finding->cause == CAUSE_RACE) {
        story_tell(stage, &finding->passing.names, explainer->full, &finding->other);
        scene_set(&finding->other);
        story_pair(&finding->story, &finding->other);
    }
    stage_begin(stage);
    execution_free(&work.execution);
    memory_free(work.pairs);
    memory_free(work.story);
}
