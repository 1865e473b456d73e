#include "explore/dpor/action.h"

#include <assert.h>
#include <string.h>

#include "base/memory.h"
#include "explore/dpor/check.h"

enum { FIRST_LIMIT = 256 };

static const uint64_t odd = 0x9e3779b97f4a7c15;

// A receive that finds nothing is known by its look.
static uint64_t value_of(const Access *access, uint64_t look) {
    return access->kind == ACCESS_RECEIVE && !access->value ? look : access->value;
}

static uint64_t hash_of(Actor actor, const Footprint *footprint, uint64_t look) {
    uint64_t flags =
        (uint64_t)footprint->fixed << 34 | (uint64_t)footprint->everything << 33 | (uint64_t)footprint->idle << 32;
    uint64_t hash = hash_extend(hash_extend(actor, flags | footprint->count), footprint->settled);
    for (uint32_t i = 0; i < footprint->count; i++) {
        const Access *access = &footprint->items[i];
        hash = hash_extend(hash_extend(hash, access->object), value_of(access, look) + (uint64_t)access->kind * odd);
    }
    return hash;
}

// The two ways are two places for the bits of an object.
static uint64_t rotated(uint64_t bits, uint64_t object, unsigned way) {
    unsigned by = (unsigned)(object * odd >> (58 - 6 * way)) & 63;
    return bits << by | bits >> (-by & 63);
}

static uint64_t does_of(const Access *access, unsigned way) {
    return rotated((uint64_t)1 << access->kind, access->object, way);
}

// Even what touches nothing does something, and conflicts with what touches everything.
static void sign(Action *action) {
    for (unsigned way = 0; way < 2; way++) {
        action->does[way] = action->everything ? UINT64_MAX : (uint64_t)1 << 63;
        action->conflicting[way] = action->everything ? UINT64_MAX : (uint64_t)1 << 62;
        for (uint32_t i = 0; i < action->count; i++) {
            const Access *access = &action->items[i];
            action->does[way] |= does_of(access, way);
            action->conflicting[way] |= rotated(access_conflicting[access->kind], access->object, way);
        }
    }
    action->touches = action->everything ? UINT64_MAX : (uint64_t)1 << 63;
    action->decided_by = action->everything ? UINT64_MAX : action->fixed ? 0 : (uint64_t)1 << 62;
    for (uint32_t i = 0; i < action->touched_count; i++) {
        const Access *access = &action->touched[i];
        action->touches |= does_of(access, 0);
        action->kinds |= (uint8_t)(1 << access->kind);
        if (!(action->settled >> i & 1))
            action->decided_by |= rotated(access_conflicting[access->kind], access->object, 0);
    }
}

void actions_init(Actions *actions, Learned *learned) {
    *actions = (Actions){.limit = FIRST_LIMIT, .learned = learned};
}

void actions_free(Actions *actions) {
    for (uint32_t i = 0; i < actions->table.count; i++) memory_free(actions->table.entries[i].pointer);
    hash_free(&actions->table);
}

// Drops what nobody holds; lets the table grow if that does not help much.
static void make_room(Actions *actions) {
    Hash old = actions->table;
    actions->table = (Hash){0};
    for (uint32_t i = 0; i < old.count; i++) {
        Action *action = old.entries[i].pointer;
        if (action->references)
            hash_add(&actions->table, action->hash)->pointer = action;
        else
            memory_free(action);
    }
    if (actions->table.count > actions->limit / 2) actions->limit *= 2;
    hash_free(&old);
}

// What others might mind, and messages; all of it, as long as that is not known.
static uint32_t keep_contended(const Learned *learned, const Footprint *footprint, Access *kept) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < footprint->count; i++) {
        const Access *access = &footprint->items[i];
        if (!learned->on || access->kind >= ACCESS_SEND || learned_is_contended(learned, access))
            kept[count++] = *access;
    }
    return count;
}

static bool is_invisible(const Learned *learned, const Footprint *footprint) {
    bool invisible = learned->on && !footprint->everything && !footprint->idle;
    for (uint32_t i = 0; invisible && i < footprint->count; i++)
        invisible = !learned_is_contended(learned, &footprint->items[i]);
    return invisible;
}

static void mark_looks(Access *items, uint32_t count, uint64_t look) {
    for (uint32_t i = 0; i < count; i++) items[i].value = value_of(&items[i], look);
}

static Action *action_new(const Actions *actions, Actor actor, const Footprint *footprint, uint64_t look,
                          uint64_t hash) {
    Access kept[FOOTPRINT_MAX + FOOTPRINT_SPARE];
    uint32_t count = keep_contended(actions->learned, footprint, kept);
    bool all = count == footprint->count;
    size_t items = count * sizeof(Access), touched = footprint->count * sizeof(Access);
    size_t size = sizeof(Action) + items + (all ? 0 : touched);
    Action *action = memory_new(size + footprint->count * sizeof *action->places);
    *action = (Action){.hash = hash,
                       .actor = actor,
                       .count = count,
                       .touched_count = footprint->count,
                       .settled = footprint->settled,
                       .places = (uint32_t *)((char *)action + size),
                       .touched = all ? action->items : action->items + count,
                       .everything = footprint->everything,
                       .idle = footprint->idle,
                       .fixed = footprint->fixed,
                       .invisible = is_invisible(actions->learned, footprint)};
    memcpy(action->items, kept, items);
    if (!all) memcpy(action->items + count, footprint->items, touched);
    mark_looks(action->items, count, look);
    if (!all) mark_looks(action->items + count, footprint->count, look);
    sign(action);
    return action;
}

static bool same_items(const Access *a, const Access *b, uint32_t count, uint64_t look) {
    for (uint32_t i = 0; i < count; i++)
        if (a[i].object != b[i].object || a[i].value != value_of(&b[i], look) || a[i].kind != b[i].kind) return false;
    return true;
}

bool action_is(const Action *action, Actor actor, const Footprint *footprint, uint64_t look) {
    return action->actor == actor && action->touched_count == footprint->count &&
           action->settled == footprint->settled && action->everything == footprint->everything &&
           action->idle == footprint->idle && action->fixed == footprint->fixed &&
           same_items(action->touched, footprint->items, footprint->count, look);
}

// As objects are told apart by their numbers, so are actions.
Action *actions_hold(Actions *actions, Actor actor, const Footprint *footprint, uint64_t look) {
    uint64_t hash = hash_of(actor, footprint, look);
    const HashEntry *entry = hash_find(&actions->table, hash);
    if (entry) {
        assert(action_is(entry->pointer, actor, footprint, look));
        return action_share(entry->pointer);
    }
    if (actions->table.count == actions->limit) make_room(actions);
    Action *action = action_new(actions, actor, footprint, look, hash);
    hash_add(&actions->table, hash)->pointer = action;
    return action_share(action);
}

static bool compare(Orders *orders, const Action *a, const Action *b) {
    for (uint32_t i = 0; i < a->count; i++) {
        const Access *item = &a->items[i];
        if (!(does_of(item, 0) & b->conflicting[0])) continue;
        for (uint32_t j = 0; j < b->count; j++)
            if (accesses_conflict(orders, item, &b->items[j])) return true;
    }
    return false;
}

bool action_compare(Orders *orders, const Action *a, const Action *b) {
    if (a->everything || b->everything) return true;
    uint64_t key = hash_extend(a->hash, b->hash);
    OrdersAnswer *answer = &orders->answers[key & (ORDERS_ANSWERS - 1)];
    if (answer->key == key && answer->generation == orders->generation) {
        action_conflicts_check(orders, a, b, answer->conflict);
        return answer->conflict;
    }
    bool conflict = compare(orders, a, b);
    action_conflicts_check(orders, a, b, conflict);
    *answer = (OrdersAnswer){key, orders->generation, conflict};
    return conflict;
}

static bool decides_by(const Access *access, const Action *other) {
    for (uint32_t i = 0; i < other->touched_count; i++)
        if (access_are_mail(access, &other->touched[i]) || access_conflicts(*access, other->touched[i])) return true;
    return false;
}

bool action_compare_decisive(const Action *action, const Action *other) {
    if (action->everything || other->everything) return true;
    for (uint32_t i = 0; i < action->touched_count; i++)
        if (!(action->settled >> i & 1) && decides_by(&action->touched[i], other)) return true;
    return false;
}
