#include "explore/dpor/position.h"

#include <assert.h>

#include "base/memory.h"

// --- small numbers ---------------------------------------------------------------------------------------------

// Seven bits a byte, the lowest first; the last one has no eighth bit.
static void add_small(Text *out, uint64_t number) {
    for (; number > 0x7f; number >>= 7) text_add_char(out, (char)(number | 0x80));
    text_add_char(out, (char)number);
}

static uint64_t take_small(Parcel *in) {
    uint64_t number = 0;
    uint8_t byte = 0x80;
    for (unsigned shift = 0; byte & 0x80 && !in->broken; shift += 7) {
        parcel_take(in, &byte, sizeof byte);
        in->broken |= shift > 56;
        if (!in->broken) number |= (uint64_t)(byte & 0x7f) << shift;
    }
    return in->broken ? 0 : number;
}

// How many follow. Each takes a byte at least, so there cannot be more of them than bytes.
static uint64_t take_count(Parcel *in) {
    uint64_t count = take_small(in);
    in->broken |= count > (uint64_t)(in->end - in->at);
    return in->broken ? 0 : count;
}

// --- actions -----------------------------------------------------------------------------------------------------

// Each is told once, and has a number from 1 on.
typedef struct {
    Text actions, way;
    Hash numbers;   // from hashes of actions
} Writer;

typedef struct {
    Search *search;
    Parcel *in;
    Action **actions;   // held
    uint64_t count;
} Reader;

static void save_action(Text *out, const Action *action) {
    add_small(out, action->actor);
    add_small(out, action->touched_count);
    add_small(out, action->everything | action->idle << 1 | action->fixed << 2);
    add_small(out, action->settled);
    for (uint32_t i = 0; i < action->touched_count; i++) {
        const Access *access = &action->touched[i];
        parcel_add_number(out, access->object);
        parcel_add_number(out, access->value);
        text_add_char(out, (char)access->kind);
    }
}

static void add_action(Writer *w, const Action *action) {
    HashEntry *entry = hash_insert(&w->numbers, action->hash);
    if (!entry->number) {
        entry->number = w->numbers.count;
        save_action(&w->actions, action);
    }
    add_small(&w->way, entry->number);
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
    Actor actor = (Actor)take_small(in);
    uint64_t count = take_small(in), flags = take_small(in), settled = take_small(in);
    if (in->broken || count > FOOTPRINT_MAX + FOOTPRINT_SPARE || flags > 7 || settled >> count) return NULL;
    footprint.count = (uint32_t)count;
    footprint.settled = settled;
    footprint.everything = flags & 1;
    footprint.idle = flags >> 1 & 1;
    footprint.fixed = flags >> 2 & 1;
    for (uint32_t i = 0; i < footprint.count; i++)
        if (!load_access(in, &footprint.items[i])) return NULL;
    return actions_hold(&search->execution.actions, actor, &footprint, 0);
}

static bool load_actions(Reader *r) {
    uint64_t count = take_count(r->in);
    r->actions = memory_new((count + 1) * sizeof *r->actions);
    for (; r->count < count; r->count++)
        if (!(r->actions[r->count] = load_action(r->search, r->in))) return false;
    return !r->in->broken;
}

static void release_actions(Reader *r) {
    while (r->count) action_release(r->actions[--r->count]);
    memory_free(r->actions);
}

// Of a number; NULL: it is of none.
static Action *action_of(const Reader *r, uint64_t number) {
    return number && number <= r->count ? r->actions[number - 1] : NULL;
}

static Action *take_action(const Reader *r) { return action_of(r, take_small(r->in)); }

// --- wakeup trees --------------------------------------------------------------------------------------------------

// Each node is its action and its children; a 0 ends siblings.
static void save_tree(Writer *w, const Wakeup *node) {
    ARRAY(const Wakeup *) beside = {0};
    for (;;) {
        if (node) {
            add_action(w, node->action);
            array_push(&beside, node->sibling);
            node = node->child;
            continue;
        }
        add_small(&w->way, 0);
        if (!beside.count) break;
        node = array_pop(&beside);
    }
    array_free(&beside);
}

static bool load_tree(Reader *r, Wakeup **slot) {
    ARRAY(Wakeup **) beside = {0};
    bool sound;
    for (;;) {
        uint64_t number = take_small(r->in);
        Action *action = action_of(r, number);
        sound = !r->in->broken && (!number || action);
        if (!sound || (!number && !beside.count)) break;
        if (number) {
            Wakeup *node = *slot = wakeup_node(&r->search->execution.wakeups, action);
            array_push(&beside, &node->sibling);
            slot = &node->child;
        } else {
            slot = array_pop(&beside);
        }
    }
    array_free(&beside);
    return sound;
}

// --- what is deferred ------------------------------------------------------------------------------------------------

static void save_deferred(Writer *w, const Deferred *deferred) {
    add_small(&w->way, deferred->count);
    add_small(&w->way, deferred->needed);
    add_small(&w->way, deferred->kept);
    add_small(&w->way, deferred->last);
    for (uint32_t i = 0; i < deferred->count; i++) add_action(w, deferred->events[i]);
}

static void save_deferrals(Writer *w, const Deferrals *deferrals) {
    const Deferred *first = deferrals ? deferrals->first : NULL;
    uint64_t count = 0;
    for (const Deferred *deferred = first; deferred; deferred = deferred->next) count++;
    add_small(&w->way, count);
    for (const Deferred *deferred = first; deferred; deferred = deferred->next) save_deferred(w, deferred);
}

static Deferred *load_deferred(Reader *r) {
    uint64_t count = take_count(r->in), needed = take_small(r->in), kept = take_small(r->in);
    Actor last = (Actor)take_small(r->in);
    if (r->in->broken || needed > count || kept > count) return NULL;
    Deferred *deferred = memory_new(sizeof *deferred + count * sizeof(Action *));
    *deferred = (Deferred){.last = last, .needed = (uint32_t)needed, .kept = (uint32_t)kept};
    while (deferred->count < count) {
        Action *action = take_action(r);
        if (!action) {
            deferred_free(deferred);
            return NULL;
        }
        deferred->events[deferred->count++] = action_share(action);
    }
    return deferred;
}

// The last one was the first to be deferred.
static bool load_deferrals(Reader *r, Deferrals **out) {
    ARRAY(Deferred *) all = {0};
    uint64_t count = take_count(r->in);
    bool sound = !r->in->broken;
    while (sound && all.count < count) {
        Deferred *deferred = load_deferred(r);
        sound = deferred != NULL;
        if (sound) array_push(&all, deferred);
    }
    while (all.count) deferrals_put_back(out, array_pop(&all));
    array_free(&all);
    return sound;
}

// --- states ----------------------------------------------------------------------------------------------------------

static void save_state(Writer *w, const Step *state) {
    uint64_t explored = 0;
    for (uint32_t i = 0; i < state->choice_count; i++)
        explored += state->choices[i].done && state->choices[i].asleep != NULL;
    add_small(&w->way, explored);
    for (uint32_t i = 0; i < state->choice_count; i++) {
        const Choice *choice = &state->choices[i];
        assert(!choice->block && !choice->planned);
        if (choice->done && choice->asleep) add_action(w, choice->asleep);
    }
    save_tree(w, state->wakeup);
    save_deferrals(w, state->deferrals);
}

static bool put_to_sleep(Reader *r, Step *state) {
    Action *action = take_action(r);
    Choice *choice = action ? execution_choice(state, action->actor) : NULL;
    if (!choice || choice->asleep) return false;
    choice->done = true;
    choice->asleep = action_share(action);
    state->sleeping++;
    state->taken++;
    return true;
}

static bool load_state(Reader *r) {
    Step *state = execution_top(&r->search->execution);
    for (uint64_t explored = take_small(r->in); explored; explored--)
        if (!put_to_sleep(r, state)) return false;
    return !r->in->broken && load_tree(r, &state->wakeup) && load_deferrals(r, &state->deferrals);
}

// --- the way there
// -----------------------------------------------------------------------------------------------------

static void save_way(Writer *w, const Execution *execution) {
    uint64_t states = 0;
    for (uint32_t i = execution->root; i < execution->length; i++) states += !execution->steps[i].invisible;
    add_small(&w->way, states);
    for (uint32_t i = execution->root; i < execution->length; i++) {
        const Step *step = &execution->steps[i];
        if (step->invisible) continue;
        save_state(w, step);
        add_action(w, step->action);
    }
    save_state(w, execution_top(execution));
}

static bool load_step(Reader *r) {
    Execution *execution = &r->search->execution;
    const Action *action = take_action(r);
    Choice *choice = action ? execution_choice(execution_top(execution), action->actor) : NULL;
    if (!choice || choice->asleep) return false;
    uint32_t position = execution->length;
    execution_forward(execution, choice);
    return execution->steps[position].action == action;
}

static bool load_way(Reader *r) {
    for (uint64_t states = take_count(r->in); states; states--)
        if (!load_state(r) || !load_step(r)) return false;
    return load_state(r);
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
    uint64_t objects = parcel_number_below(in, (uint64_t)(in->end - in->at));
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
    Writer writer = {.way = {0}};
    save_way(&writer, &search->execution);
    add_small(out, writer.numbers.count);
    text_add_bytes(out, text_string(&writer.actions), writer.actions.size);
    text_add_bytes(out, text_string(&writer.way), writer.way.size);
    text_free(&writer.actions);
    text_free(&writer.way);
    hash_free(&writer.numbers);
    return true;
}

bool position_go(Search *search, Parcel *in) {
    assert(search->execution.length == search->execution.root);
    load_counts(search, in);
    uint64_t events = search->execution.events;
    Reader reader = {.search = search, .in = in};
    bool arrived = load_actions(&reader) && load_way(&reader) && parcel_is_sound(in);
    release_actions(&reader);
    search->execution.events = events;
    search->look = events;
    return arrived;
}
