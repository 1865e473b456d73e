#include "explore/dpor/position.h"

#include <assert.h>

#include "base/memory.h"

// --- actions -----------------------------------------------------------------------------------------------

static void save_action(Text *out, const Action *action) {
    const uint64_t flags = action->everything | action->idle << 1 | action->fixed << 2;
    parcel_add_number(out, (uint64_t)action->actor << 32 | action->touched_count << 8 | flags);
    parcel_add_number(out, action->settled);
    for (uint32_t i = 0; i < action->touched_count; i++) {
        const Access *access = &action->touched[i];
        parcel_add_number(out, access->object);
        parcel_add_number(out, access->value);
        text_add_char(out, (char)access->kind);
    }
}

static bool load_access(Parcel *in, Access *access) {
    uint8_t kind;
    access->object = parcel_number(in);
    access->value = parcel_number(in);
    parcel_take(in, &kind, sizeof kind);
    access->kind = (AccessKind)kind;
    return !in->broken && kind < ACCESS_COUNT;
}

// Held; NULL: it cannot be read. Receives that found nothing have their looks already.
static Action *load_action(Search *search, Parcel *in) {
    Footprint footprint;
    uint64_t head = parcel_number(in);
    footprint.count = head >> 8 & 0xffffff;
    footprint.everything = head & 1;
    footprint.idle = head >> 1 & 1;
    footprint.fixed = head >> 2 & 1;
    footprint.settled = (uint32_t)parcel_number(in);
    if (in->broken || footprint.count > FOOTPRINT_MAX || footprint.settled >> footprint.count) return NULL;
    for (uint32_t i = 0; i < footprint.count; i++)
        if (!load_access(in, &footprint.items[i])) return NULL;
    return actions_hold(&search->execution.actions, (Actor)(head >> 32), &footprint, 0);
}

// --- wakeup trees --------------------------------------------------------------------------------------------

// Each node is a 1, its action and its children; a 0 ends siblings.
static void save_tree(Text *out, const Wakeup *node) {
    ARRAY(const Wakeup *) beside = {0};
    for (;;) {
        text_add_char(out, node != NULL);
        if (node) {
            save_action(out, node->action);
            array_push(&beside, node->sibling);
            node = node->child;
        } else if (beside.count) {
            node = array_pop(&beside);
        } else {
            break;
        }
    }
    array_free(&beside);
}

static bool add_node(Search *search, Parcel *in, Wakeup **slot) {
    Action *action = load_action(search, in);
    if (!action) return false;
    *slot = wakeup_node(&search->execution.wakeups, action);
    action_release(action);   // the node has its own
    return true;
}

static bool load_tree(Search *search, Parcel *in, Wakeup **slot) {
    ARRAY(Wakeup **) beside = {0};
    bool sound = true;
    char more = 0;
    while (sound) {
        parcel_take(in, &more, 1);
        sound = !in->broken && (!more || add_node(search, in, slot));
        if (sound && more) {
            Wakeup *node = *slot;
            array_push(&beside, &node->sibling);
            slot = &node->child;
        } else if (sound && beside.count) {
            slot = array_pop(&beside);
        } else {
            break;
        }
    }
    array_free(&beside);
    return sound;
}

// --- what is deferred ------------------------------------------------------------------------------------------

static void save_deferred(Text *out, const Deferred *deferred) {
    parcel_add_number(out, deferred->count);
    parcel_add_number(out, deferred->needed);
    parcel_add_number(out, deferred->kept);
    parcel_add_number(out, deferred->last);
    for (uint32_t i = 0; i < deferred->count; i++) save_action(out, deferred->events[i]);
}

static void save_deferrals(Text *out, const Deferrals *deferrals) {
    const Deferred *first = deferrals ? deferrals->first : NULL;
    uint64_t count = 0;
    for (const Deferred *deferred = first; deferred; deferred = deferred->next) count++;
    parcel_add_number(out, count);
    for (const Deferred *deferred = first; deferred; deferred = deferred->next) save_deferred(out, deferred);
}

// How many follow. Each takes some bytes, so there cannot be more of them than bytes.
static uint64_t load_count(Parcel *in) { return parcel_number_below(in, (uint64_t)(in->end - in->at) + 1); }

static Deferred *load_deferred(Search *search, Parcel *in) {
    uint64_t count = load_count(in), needed = parcel_number_below(in, count + 1),
             kept = parcel_number_below(in, count + 1);
    Actor last = (Actor)parcel_number(in);
    if (in->broken) return NULL;
    Deferred *deferred = memory_new(sizeof *deferred + count * sizeof(Action *));
    *deferred = (Deferred){.last = last, .needed = (uint32_t)needed, .kept = (uint32_t)kept};
    while (deferred->count < count) {
        Action *action = load_action(search, in);
        if (!action) {
            deferred_free(deferred);
            return NULL;
        }
        deferred->events[deferred->count++] = action;
    }
    return deferred;
}

// The last one was the first to be deferred.
static bool load_deferrals(Search *search, Parcel *in, Deferrals **out) {
    ARRAY(Deferred *) all = {0};
    uint64_t count = load_count(in);
    bool sound = !in->broken;
    while (sound && all.count < count) {
        Deferred *deferred = load_deferred(search, in);
        sound = deferred != NULL;
        if (sound) array_push(&all, deferred);
    }
    while (all.count) deferrals_put_back(out, array_pop(&all));
    array_free(&all);
    return sound;
}

// --- states ----------------------------------------------------------------------------------------------------

static void save_state(Text *out, const Step *state) {
    uint64_t explored = 0;
    for (uint32_t i = 0; i < state->choice_count; i++)
        explored += state->choices[i].done && state->choices[i].asleep != NULL;
    parcel_add_number(out, explored);
    for (uint32_t i = 0; i < state->choice_count; i++) {
        const Choice *choice = &state->choices[i];
        assert(!choice->block && !choice->planned);
        if (choice->done && choice->asleep) save_action(out, choice->asleep);
    }
    save_tree(out, state->wakeup);
    save_deferrals(out, state->deferrals);
}

static bool put_to_sleep(Search *search, Parcel *in, Step *state) {
    Action *action = load_action(search, in);
    Choice *choice = action ? execution_choice(state, action->actor) : NULL;
    if (!choice || choice->asleep) {
        if (action) action_release(action);
        return false;
    }
    choice->done = true;
    choice->asleep = action;
    state->sleeping++;
    state->taken++;
    return true;
}

static bool load_state(Search *search, Parcel *in) {
    Step *state = execution_top(&search->execution);
    uint64_t explored = parcel_number_below(in, (uint64_t)state->choice_count + 1);
    for (uint64_t i = 0; i < explored; i++)
        if (!put_to_sleep(search, in, state)) return false;
    return !in->broken && load_tree(search, in, &state->wakeup) && load_deferrals(search, in, &state->deferrals);
}

// --- the way there -----------------------------------------------------------------------------------------------

static void save_way(Text *out, const Execution *execution) {
    uint64_t states = 0;
    for (uint32_t i = execution->root; i < execution->length; i++) states += !execution->steps[i].invisible;
    parcel_add_number(out, states);
    for (uint32_t i = execution->root; i < execution->length; i++) {
        const Step *step = &execution->steps[i];
        if (step->invisible) continue;
        save_state(out, step);
        parcel_add_number(out, step->actor);
        parcel_add_number(out, step->action->hash);
    }
    save_state(out, execution_top(execution));
}

static bool load_step(Search *search, Parcel *in) {
    Execution *execution = &search->execution;
    Actor actor = (Actor)parcel_number(in);
    uint64_t hash = parcel_number(in);
    Choice *choice = in->broken ? NULL : execution_choice(execution_top(execution), actor);
    if (!choice || choice->asleep) return false;
    uint32_t position = execution->length;
    execution_forward(execution, choice);
    return execution->steps[position].action->hash == hash;
}

static bool load_way(Search *search, Parcel *in) {
    uint64_t states = load_count(in);
    for (uint64_t i = 0; i < states; i++)
        if (!load_state(search, in) || !load_step(search, in)) return false;
    return load_state(search, in);
}

// --- the door ------------------------------------------------------------------------------------------------------

// Of objects that are not contended it counts, too, who has touched them in which way: that was in other executions.
static void save_object(Text *out, const LearnedObject *object) {
    parcel_add_number(out, object->object);
    parcel_add_number(out, (uint64_t)object->owner << 32 | (uint64_t)object->by_owner << 16 | object->by_others << 8 |
                               object->shared << 1 | object->contended);
}

static void save_learned(Text *out, const Learned *learned) {
    parcel_add_number(out, learned->objects.count);
    for (uint32_t i = 0; i < learned->objects.count; i++) save_object(out, &learned->objects.items[i]);
    parcel_add_number(out, learned->everything | learned->on << 1);
    parcel_add_number(out, learned->forbidden);
    parcel_add_number(out, learned->late);
}

static bool load_object(Learned *learned, Parcel *in) {
    LearnedObject object = {.object = parcel_number(in)};
    uint64_t known = parcel_number(in);
    object.owner = (Actor)(known >> 32);
    object.by_owner = (uint8_t)(known >> 16);
    object.by_others = (uint8_t)(known >> 8);
    object.shared = known >> 1 & 1;
    object.contended = known & 1;
    return !in->broken && learned_add(learned, &object);
}

bool position_learn(Learned *learned, Parcel *in) {
    uint64_t objects = load_count(in);
    for (uint64_t i = 0; i < objects; i++)
        if (!load_object(learned, in)) return false;
    uint64_t flags = parcel_number_below(in, 4);
    learned->everything = flags & 1;
    learned->on = flags >> 1;
    learned->forbidden = (uint32_t)parcel_number(in);
    learned->late = (uint32_t)parcel_number(in);
    return !in->broken;
}

static void save_counts(Text *out, const Search *search) {
    const SearchResult *result = &search->result;
    const uint64_t counts[] = {result->explored, result->blocked,          result->outside, result->running,
                               result->cuts,     search->execution.events, search->verdict};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) parcel_add_number(out, counts[i]);
}

// What stopped it does not count any more.
static void load_counts(Search *search, Parcel *in) {
    SearchResult *result = &search->result;
    result->explored = parcel_number(in);
    result->blocked = parcel_number(in);
    result->outside = parcel_number(in);
    result->running = parcel_number(in);
    result->cuts = (unsigned)parcel_number(in) & (CUT_DEPTH | CUT_CONTRACT);
    search->execution.events = parcel_number(in);
    search->verdict = (uint32_t)parcel_number(in);
}

bool position_save(const Search *search, Text *out) {
    const Learned *learned = search->learned;
    assert(!search->execution.ahead && !search->execution.blocks);
    if (search->again || learned->outdated || learned->broken || learned->orders.refuted) return false;
    save_learned(out, search->learned);
    save_counts(out, search);
    save_way(out, &search->execution);
    return true;
}

bool position_go(Search *search, Parcel *in) {
    assert(search->execution.length == search->execution.root);
    load_counts(search, in);
    uint64_t events = search->execution.events;
    bool arrived = load_way(search, in) && parcel_is_sound(in);
    search->execution.events = events;
    search->look = events;
    return arrived;
}
