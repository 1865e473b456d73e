#include "explore/states/alone.h"

void alone_free(Alone *alone) {
    hash_free(&alone->numbers);
    array_free(&alone->classes);
    *alone = (Alone){0};
}

void alone_begin_again(Alone *alone) {
    for (uint32_t i = 0; i < alone->classes.count; i++) alone->classes.items[i].relied = false;
    alone->wrong = alone->relying = false;
}

static AloneClass *class_of(Alone *alone, const Machine *machine, uint64_t object) {
    uint64_t key = object;
    if (object_is_owned(object))
        key = hash_extend(hash_extend(HASH_BEGIN, object_kind(object)), machine_role(machine, object_owner(object)));
    HashEntry *entry = hash_insert(&alone->numbers, key);
    if (!entry->number) {
        array_push(&alone->classes, (AloneClass){.other = NO_ACTOR});
        entry->number = alone->classes.count;
    }
    return &alone->classes.items[entry->number - 1];
}

// --- conflicts ----------------------------------------------------------------------------------------------

// Taking a message that is there conflicts with nothing that is sent.
static AccessKind kind_of(const Access *access) {
    return access->kind == ACCESS_RECEIVE && access->value ? ACCESS_AWAIT : access->kind;
}

static bool pair_conflicts(AccessKind a, AccessKind b, bool same_value) {
    if ((a == ACCESS_SEND && b == ACCESS_AWAIT) || (a == ACCESS_AWAIT && b == ACCESS_SEND)) return false;
    if (a == ACCESS_WRITE && b == ACCESS_WRITE && same_value) return false;
    return access_conflicting[a] >> b & 1;
}

static bool kinds_conflict(uint16_t some, uint16_t others, bool same_value) {
    for (int a = 0; a < ACCESS_COUNT; a++)
        for (int b = 0; b < ACCESS_COUNT; b++)
            if (some >> a & 1 && others >> b & 1 && pair_conflicts((AccessKind)a, (AccessKind)b, same_value))
                return true;
    return false;
}

static bool is_contended(const AloneClass *class) {
    bool same = class->own_value && class->own_value == class->other_value;
    if (kinds_conflict(class->own, class->others, same)) return true;
    return class->many && kinds_conflict(class->others, class->others, class->other_value != 0);
}

// --- noting -------------------------------------------------------------------------------------------------

static void note_value(uint64_t *value, bool first, const Access *access) {
    if (access->kind != ACCESS_WRITE) return;
    if (first)
        *value = access->value;
    else if (*value != access->value)
        *value = 0;
}

static void note_access(Alone *alone, const Machine *machine, Actor actor, const Access *access) {
    AloneClass *class = class_of(alone, machine, access->object);
    bool own = object_is_owned(access->object) && object_owner(access->object) == actor;
    uint16_t *kinds = own ? &class->own : &class->others, bit = (uint16_t)(1 << kind_of(access));
    bool first_write = !(*kinds >> ACCESS_WRITE & 1);
    bool known = *kinds & bit && (own || class->many || class->other == actor) && access->kind != ACCESS_WRITE;
    if (known || class->contended) return;
    note_value(own ? &class->own_value : &class->other_value, first_write, access);
    *kinds |= bit;
    if (!own) class->many |= class->other != NO_ACTOR && class->other != actor;
    if (!own) class->other = actor;
    class->contended = is_contended(class);
    alone->wrong |= class->contended && class->relied;
}

void alone_note(Alone *alone, const Machine *machine, Actor actor, const Footprint *footprint) {
    alone->everything |= footprint->everything;
    alone->wrong |= footprint->everything && alone->relying;
    for (uint32_t i = 0; i < footprint->count; i++) note_access(alone, machine, actor, &footprint->items[i]);
}

// --- asking -------------------------------------------------------------------------------------------------

bool alone_is(Alone *alone, const Machine *machine, Actor actor, const Footprint *footprint) {
    bool is_process = false;
    if (alone->everything || footprint->everything || footprint->idle) return false;
    for (uint32_t i = 0; i < footprint->count; i++) {
        const Access *access = &footprint->items[i];
        if (class_of(alone, machine, access->object)->contended) return false;
        is_process |= object_is_owned(access->object) && object_owner(access->object) == actor &&
                      access->kind == ACCESS_PART_WRITE;
    }
    return is_process;
}

void alone_rely(Alone *alone, const Machine *machine, const Footprint *footprint) {
    alone->relying = true;
    for (uint32_t i = 0; i < footprint->count; i++) class_of(alone, machine, footprint->items[i].object)->relied = true;
}
