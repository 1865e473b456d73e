// Selectively uniform random walk (Zhao, Wolff, Mathur and Roychoudhury 2025).
//
// Each run is about one object, drawn from those that several actors contend for. How many accesses each of them makes
// is known from the survey. Whose access comes next is drawn in proportion to how many each has left, so that every
// order of them is equally likely; who is about to make one out of turn waits, and for the rest it is a plain walk.
// Where the numbers are other than in the survey, or the one whose turn it is waits for something, the turn is drawn
// again.
#include "base/memory.h"
#include "explore/random/sampler.h"

typedef struct {
    const Survey *survey;
    const SurveyObject *object;   // NULL: nobody contends for anything
    uint32_t *left;               // accesses, by user of the object
    uint32_t left_capacity;
    uint32_t turn;    // a user
    Actor *parents;   // by actor: who made it; NO_ACTOR: nobody, or unknown
    uint32_t parent_count;
    Actor *free;   // who need not wait
    uint32_t free_capacity;
} Surw;

static void *make(const SamplerSetup *setup) {
    Surw *surw = memory_zeroed(1, sizeof *surw);
    surw->survey = setup->survey;
    return surw;
}

static void release(void *self) {
    Surw *surw = self;
    memory_free(surw->left);
    memory_free(surw->parents);
    memory_free(surw->free);
    memory_free(surw);
}

// --- who made whom ---------------------------------------------------------------------------------------------

// P.2 made P.2.1, and there is something on the way from P to P.1 only once P has acted.
static uint64_t parent_name(Run *run, Actor actor) {
    text_clear(&run->name);
    machine_actor_name(run->machine, actor, &run->name);
    size_t end = run->name.size;
    for (size_t i = 0; i + 1 < run->name.size; i++)
        if (run->name.data[i] == '-' && run->name.data[i + 1] == '>') return run_hash_name(run->name.data, i);
    while (end > 0 && run->name.data[end - 1] != '.') end--;
    return end > 0 ? run_hash_name(run->name.data, end - 1) : 0;
}

static Actor actor_named(const Run *run, uint64_t name) {
    for (uint32_t i = 0; i < run->actor_capacity && name; i++)
        if (run->actors[i].name == name) return i;
    return NO_ACTOR;
}

static void find_parents(Surw *surw, Run *run) {
    surw->parent_count = run->actor_capacity;
    surw->parents = memory_new((surw->parent_count + 1) * sizeof(Actor));
    for (uint32_t i = 0; i < surw->parent_count; i++)
        surw->parents[i] = run->actors[i].name ? actor_named(run, parent_name(run, i)) : NO_ACTOR;
}

static bool is_born(const Run *run, Actor actor) { return run->actors[actor].generation == run->generation; }

// Who acts for the one whose turn it is: its nearest ancestor, before it is there.
static Actor whose_turn(const Surw *surw, const Run *run) {
    Actor actor = surw->object->users[surw->turn].actor;
    while (actor != NO_ACTOR && !is_born(run, actor))
        actor = actor < surw->parent_count ? surw->parents[actor] : NO_ACTOR;
    return actor;
}

// --- turns -----------------------------------------------------------------------------------------------------

// One of the users in proportion to what they have left; with a filter, of those it is true for.
static void draw_turn(Surw *surw, Run *run, bool (*counts)(const Run *run, Actor actor)) {
    const SurveyObject *object = surw->object;
    uint32_t sum = 0;
    for (uint32_t i = 0; i < object->user_count; i++)
        if (!counts || counts(run, object->users[i].actor)) sum += surw->left[i];
    if (!sum) return;
    uint32_t drawn = chance_below(&run->chance, sum);
    for (uint32_t i = 0; i < object->user_count; i++) {
        if (counts && !counts(run, object->users[i].actor)) continue;
        if (drawn < surw->left[i]) {
            surw->turn = i;
            return;
        }
        drawn -= surw->left[i];
    }
}

static void begin(void *self, Run *run) {
    Surw *surw = self;
    const Survey *survey = surw->survey;
    if (!survey->contended) return;
    if (!surw->parents) find_parents(surw, run);
    surw->object = &survey->objects[survey->contended_objects[chance_below(&run->chance, survey->contended)]];
    if (surw->left_capacity < surw->object->user_count) {
        surw->left_capacity = surw->object->user_count * 2;
        surw->left = memory_resize(surw->left, surw->left_capacity * sizeof *surw->left);
    }
    for (uint32_t i = 0; i < surw->object->user_count; i++) surw->left[i] = surw->object->users[i].count;
    draw_turn(surw, run, NULL);
}

// --- decisions -------------------------------------------------------------------------------------------------

static uint32_t find_free(Surw *surw, Run *run) {
    uint32_t count = 0;
    if (surw->free_capacity < run->enabled_count) {
        surw->free_capacity = run->enabled_count * 2;
        surw->free = memory_resize(surw->free, surw->free_capacity * sizeof(Actor));
    }
    for (uint32_t i = 0; i < run->enabled_count; i++) run_actor(run, run->enabled[i]);   // they are there
    Actor turn = whose_turn(surw, run);
    for (uint32_t i = 0; i < run->enabled_count; i++) {
        Actor actor = run->enabled[i];
        if (actor == turn || !survey_touches(run_pending(run, actor), surw->object->object))
            surw->free[count++] = actor;
    }
    return count;
}

static Actor choose(void *self, Run *run) {
    Surw *surw = self;
    if (!surw->object) return run_any(run);
    uint32_t count = find_free(surw, run);
    if (!count) {
        draw_turn(surw, run, run_can);
        count = find_free(surw, run);
    }
    return count ? run_any_of(run, surw->free, count) : run_any(run);
}

static void stepped(void *self, Run *run) {
    Surw *surw = self;
    if (!surw->object || !survey_touches(&run->event.footprint, surw->object->object)) return;
    for (uint32_t i = 0; i < surw->object->user_count; i++)
        if (surw->object->users[i].actor == run->event.actor && surw->left[i]) surw->left[i]--;
    draw_turn(surw, run, NULL);
}

const Sampler sampler_surw = {
    .name = "surw",
    .about = "every order of the accesses to one shared object is equally likely",
    .surveys = true,
    .make = make,
    .free = release,
    .begin = begin,
    .choose = choose,
    .stepped = stepped,
};
