#include "explore/dpor/happens_before.h"

#include <assert.h>
#include <string.h>

#include "base/memory.h"
#include "explore/dpor/execution.h"

enum { ENTRIES_KEPT = 24 };

void index_free(Index *index) {
    hash_free(&index->objects);
    array_free(&index->candidates);
    memory_free(index->replaced);
    memory_free(index->kept);
}

static IndexObject *find(const Index *index, uint64_t object) {
    const HashEntry *entry = hash_find(&index->objects, object);
    return entry ? entry->pointer : NULL;
}

static IndexObject *add(Execution *execution, uint64_t object) {
    IndexObject *added = arena_take(&execution->order, sizeof *added);
    *added = (IndexObject){.object = object};
    return hash_add(&execution->index.objects, object)->pointer = added;
}

// --- what a new step depends on --------------------------------------------------------------------

static void add_candidate(Index *index, uint32_t position) {
    uint32_t i = index->candidates.count;   // kept in descending order
    array_push(&index->candidates, position);
    for (; i > 0 && index->candidates.items[i - 1] < position; i--)
        index->candidates.items[i] = index->candidates.items[i - 1];
    index->candidates.items[i] = position;
}

static bool saw(const Step *step, const IndexEntry *entry) {
    return clock_saw(step->clock, entry->slot, entry->position);
}

static bool a_candidate_saw(const Execution *execution, const IndexEntry *entry) {
    const Index *index = &execution->index;
    for (uint32_t i = 0; i < index->candidates.count; i++)
        if (saw(&execution->steps[index->candidates.items[i]], entry)) return true;
    return false;
}

// Of messages: an order that nothing else decides. False: that was not known.
static bool contend_mailbox(Execution *execution, IndexObject *mailbox) {
    if (!mailbox->contended) learned_contend_mailbox(execution->learned, mailbox->object);
    mailbox->contended = true;
    return !execution->learned->outdated;
}

// True: they conflict, so that the step now depends on the entry's.
static bool compare_entry(Execution *execution, Step *step, const IndexEntry *entry, const Access *access,
                          IndexObject *object) {
    bool mail = access_are_mail(entry->access, access);
    if (!mail && !access_conflicts(*entry->access, *access)) return false;
    if (access_enables(*entry->access, *access)) {
        clock_join(&step->clock, execution->steps[entry->position].clock);
        step->enabler = entry->position + 1;
        return true;
    }
    if (access->kind >= ACCESS_SEND && entry->access->kind >= ACCESS_SEND && !contend_mailbox(execution, object))
        return true;
    if (mail && !orders_matter(execution->orders, access->object, entry->access->value, access->value)) return false;
    if (!a_candidate_saw(execution, entry)) add_candidate(&execution->index, entry->position);
    return true;
}

// Looks for older accesses that conflict and are not known yet to come before. What made the step
// possible comes before it in any case; the others are candidates for races.
static void compare_access(Execution *execution, Step *step, const Access *access, IndexObject *object) {
    uint8_t conflicting = access_conflicting[access->kind];
    const IndexEntry *entry = object->newest;
    while (entry && entry->kinds & conflicting) {
        if (!(conflicting >> entry->access->kind & 1)) {
            entry = entry->other;
            continue;
        }
        bool known = saw(step, entry) || compare_entry(execution, step, entry, access, object);
        if (entry->barrier && known) return;
        entry = entry->next;
    }
}

static void compare_with_all(Index *index, uint32_t position) {
    array_clear(&index->candidates);
    while (position > 0) add_candidate(index, --position);
}

// What happens only when nothing else can comes after all there was, in any order of things.
static void join_all(const Execution *execution, Step *step, uint32_t position) {
    while (position-- > 0) {
        const Step *early = &execution->steps[position];
        if (!clock_saw(step->clock, early->slot, position)) clock_join(&step->clock, early->clock);
    }
}

static uint32_t position_of(const Execution *execution, const Step *step) {
    return (uint32_t)(step - execution->steps);
}

// Those events before the step that are not in notdep have no say in what it does but for the first: else that one
// would not race with it. Nor have those behind it.
static void add_race(Execution *execution, Step *step, Race ***end, uint32_t early) {
    Race *race = arena_take(&execution->order, sizeof *race);
    *race = (Race){.first = early,
                   .second = position_of(execution, step),
                   .event = step->action,
                   .known = !action_depends(step->action, execution->steps[early].action),
                   .planned = NO_POSITION};
    execution->actors[step->actor].raced = execution->actors[execution->steps[early].actor].raced = true;
    **end = race;
    *end = &race->next;
}

// From the latest candidate to the earliest: one that a later one has not seen is a race.
static void find_races(Execution *execution, Step *step) {
    Index *index = &execution->index;
    Race **end = &step->races;
    for (uint32_t i = 0; i < index->candidates.count; i++) {
        uint32_t early = index->candidates.items[i];
        if (clock_saw(step->clock, execution->steps[early].slot, early)) continue;
        add_race(execution, step, &end, early);
        clock_join(&step->clock, execution->steps[early].clock);
    }
}

// --- adding a step to the index --------------------------------------------------------------------

static bool saw_all(const Step *step, const IndexEntry *entry) {
    for (; entry; entry = entry->next) {
        if (!saw(step, entry)) return false;
        if (entry->barrier) return true;
    }
    return true;
}

// Of an actor's accesses of one kind the newest will do: writes above a barrier are all of one value, since any other
// write has seen them all. Messages that were received may be told apart no longer.
static bool is_replaced(uint8_t *replaced, const IndexEntry *entry) {
    const Access *access = entry->access;
    if (access_is_look(access) || access->kind == ACCESS_SEND) return false;   // each looks for something else
    uint8_t bit = (uint8_t)(1 << access->kind);
    bool seen = replaced[entry->slot] & bit;
    replaced[entry->slot] |= bit;
    return seen;
}

// A message that was taken, where all sends conflict: any newer send has seen this one, and nobody else will look for
// it.
static bool is_taken(const IndexEntry *newest, const IndexEntry *send) {
    bool newer = false, taken = false;
    for (const IndexEntry *entry = newest; entry != send; entry = entry->next) {
        newer |= entry->access->kind == ACCESS_SEND;
        taken |= entry->access->value == send->access->value;
    }
    return newer && taken;
}

static void clear_scratch(Execution *execution, uint32_t entries) {
    Index *index = &execution->index;
    if (index->replaced_capacity < execution->slots) {
        index->replaced_capacity = execution->slots * 2;
        index->replaced = memory_resize(index->replaced, index->replaced_capacity * sizeof(uint8_t));
    }
    if (index->kept_capacity < entries) {
        index->kept_capacity = entries * 2;
        index->kept = memory_resize(index->kept, index->kept_capacity * sizeof *index->kept);
    }
    memset(index->replaced, 0, execution->slots * sizeof(uint8_t));
}

static void put_above(IndexEntry *entry, IndexEntry *older) {
    entry->next = older;
    entry->other = older && older->access->kind == entry->access->kind ? older->other : older;
    entry->kinds = (uint8_t)(1 << entry->access->kind | (older ? older->kinds : 0));
}

static IndexEntry *copy_entry(Execution *execution, const IndexEntry *entry, IndexEntry *older) {
    IndexEntry *copy = arena_take(&execution->order, sizeof *copy);
    *copy = *entry;
    copy->count = older->count + 1;
    put_above(copy, older);
    return copy;
}

// The entries without those above the newest barrier that newer ones replace.
static IndexEntry *drop_replaced(Execution *execution, IndexEntry *newest) {
    Index *index = &execution->index;
    clear_scratch(execution, newest->count);
    uint32_t count = 0;
    IndexEntry *entry = newest;
    for (; !entry->barrier; entry = entry->next) {   // as the oldest is one
        bool sent = entry->access->kind == ACCESS_SEND && entry->access->value;
        bool replaced = sent ? execution->orders->all && is_taken(newest, entry) : is_replaced(index->replaced, entry);
        if (!replaced) index->kept[count++] = entry;
    }
    while (count) entry = copy_entry(execution, index->kept[--count], entry);
    entry->limit = entry->count * 2 + ENTRIES_KEPT;
    return entry;
}

static void add_access(Execution *execution, Step *step, const Access *access, IndexObject *object) {
    IndexEntry *older = object->newest;
    IndexChange *change = arena_take(&execution->order, sizeof *change);
    *change = (IndexChange){step->changes, object, older};
    step->changes = change;

    bool barrier = saw_all(step, older);
    if (!barrier && older->count >= older->limit) older = drop_replaced(execution, older);
    IndexEntry *entry = arena_take(&execution->order, sizeof *entry);
    *entry = (IndexEntry){
        .access = access,
        .position = position_of(execution, step),
        .slot = step->slot,
        .count = barrier ? 1 : older->count + 1,
        .limit = barrier ? ENTRIES_KEPT : older->limit,
        .barrier = barrier,
    };
    put_above(entry, older);
    object->newest = entry;
}

// --- what is contended -------------------------------------------------------------------------------------

static bool touches(const Action *action, uint64_t object) {
    for (uint32_t i = 0; i < action->touched_count; i++)
        if (action->touched[i].object == object) return true;
    return false;
}

// Whether who touched the object last did so in this execution, and not because of what comes before the step or so
// that the step comes because of it.
static bool is_beside(const Execution *execution, const Step *step, const LearnedObject *object) {
    uint32_t position = object->position;
    if (object->last == step->actor || position >= position_of(execution, step)) return false;
    const Step *other = &execution->steps[position];
    if (other->actor != object->last || clock_saw(step->clock, other->slot, position)) return false;
    return touches(other->action, object->object) || touches(other->pending, object->object);
}

// What is contended stays so, and is not looked at again.
static void meet(Execution *execution, Step *step, Action *action) {
    for (uint64_t bits = action->shares; bits; bits &= bits - 1) {
        uint32_t place = action->places[__builtin_ctzll(bits)];
        LearnedObject *object = &execution->learned->objects.items[place];
        if (object->contended) {
            action->shares &= ~(bits & -bits);
            continue;
        }
        if (is_beside(execution, step, object)) learned_contend(execution->learned, object);
        Touch *touch = arena_take(&execution->order, sizeof *touch);
        *touch = (Touch){step->touches, place, object->last, object->position};
        step->touches = touch;
        object->last = step->actor;
        object->position = position_of(execution, step);
    }
}

static void take_back_touch(const Execution *execution, const Touch *touch) {
    LearnedObject *object = &execution->learned->objects.items[touch->place];
    object->last = touch->last;
    object->position = touch->position;
}

static void find_shared(const Learned *learned, Action *action) {
    action->shared = learned->shared;
    action->shares = 0;
    for (uint32_t i = 0; i < action->touched_count; i++) {
        const LearnedObject *object = learned_shared(learned, action->touched[i].object);
        if (!object) continue;
        action->shares |= footprint_bit(i);
        action->places[i] = learned_place(learned, object);
    }
}

// What a step touched, or might have touched, that other actors touch, too.
static void touch_shared(Execution *execution, Step *step, Action *action) {
    if (!step->counts) return;
    if (action->shared != execution->learned->shared) find_shared(execution->learned, action);
    if (action->shares) meet(execution, step, action);
}

void happens_before_add(Execution *execution, uint32_t position) {
    Step *step = &execution->steps[position];
    Index *index = &execution->index;
    const Action *action = step->action;
    IndexObject *objects[FOOTPRINT_MAX + FOOTPRINT_SPARE];
    uint32_t woken = step->choice->since;
    assert(woken <= position && step->previous <= position);
    Clock before = step->previous ? execution->steps[step->previous - 1].clock : (Clock){0};
    step->order_memory = arena_mark(&execution->order);
    step->clock = clock_copy(&execution->order, step->slots, before);
    step->races = NULL;
    step->enabler = 0;
    step->changes = NULL;
    step->touches = NULL;
    step->everything = index->everything;
    array_clear(&index->candidates);

    if (woken > step->previous) clock_join(&step->clock, execution->steps[woken - 1].clock);
    step->clock.seen[step->slot] = position + 1;
    if (action->idle) join_all(execution, step, position);
    touch_shared(execution, step, step->pending);
    if (step->pending != step->action) touch_shared(execution, step, step->action);
    for (uint32_t i = 0; i < action->count; i++) {
        objects[i] = find(index, action->items[i].object);
        if (objects[i]) compare_access(execution, step, &action->items[i], objects[i]);
    }
    if (index->everything) add_candidate(index, index->everything - 1);
    if (action->everything) compare_with_all(index, position);
    find_races(execution, step);

    for (uint32_t i = 0; i < action->count; i++) {
        const Access *access = &action->items[i];
        if (!objects[i]) objects[i] = find(index, access->object);   // one of those before may have added it
        add_access(execution, step, access, objects[i] ? objects[i] : add(execution, access->object));
    }
    if (action->everything) index->everything = position + 1;
}

void happens_before_remove(Execution *execution, uint32_t position) {
    Step *step = &execution->steps[position];
    assert(position == execution->clocked);
    for (IndexChange *change = step->changes; change; change = change->next) {
        assert(change->object->newest->position == position);
        change->object->newest = change->newest;
        if (!change->newest) hash_cut(&execution->index.objects, execution->index.objects.count - 1);
    }
    for (const Touch *touch = step->touches; touch; touch = touch->next) take_back_touch(execution, touch);
    execution->index.everything = step->everything;
    while (execution->open && execution->open->second == position) execution->open = execution->open->next_open;
    arena_cut(&execution->order, step->order_memory);
}

bool happens_before_conflicts(Execution *execution, uint32_t early, uint32_t late, uint32_t rules) {
    uint32_t rule;
    const Action *a = execution->steps[early].action, *b = execution->steps[late].action;
    if (a->everything || b->everything || b->idle) return true;
    for (uint32_t i = 0; i < a->count; i++) {
        if (region_has_rule(execution, a->items[i].object, &rule) && rule >= rules) continue;
        for (uint32_t j = 0; j < b->count; j++)
            if (accesses_conflict(execution->orders, &a->items[i], &b->items[j])) return true;
    }
    return false;
}
