#include "explore/states/alone.h"

void alone_free(Alone *alone) {
    hash_free(&alone->numbers);
    array_free(&alone->classes);
    *alone = (Alone){0};
}

void alone_begin_again(Alone *alone) {
    for (uint32_t i = 0; i < alone->classes.count; i++)
        alone->classes.items[i].own_relied = alone->classes.items[i].other_relied = 0;
    alone->wrong = alone->relying = false;
}

static AloneClass *class_of(Alone *alone, const Machine *machine, uint64_t object) {
    HashEntry *entry = hash_insert(&alone->numbers, machine_object_class(machine, object));
    if (!entry->number) {
        array_push(&alone->classes, (AloneClass){0});
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

// Of some ways of access those that conflict with one of the others.
static uint16_t kinds_conflicting(uint16_t some, uint16_t others, bool same_value) {
    uint16_t conflicting = 0;
    for (int a = 0; a < ACCESS_COUNT; a++)
        for (int b = 0; b < ACCESS_COUNT; b++)
            if (some >> a & 1 && others >> b & 1 && pair_conflicts((AccessKind)a, (AccessKind)b, same_value))
                conflicting |= (uint16_t)(1 << a);
    return conflicting;
}

static void find_contended(Alone *alone, AloneClass *class) {
    bool same = class->own_value && class->own_value == class->other_value;
    class->own_contended = kinds_conflicting(class->own, class->others, same);
    class->other_contended = kinds_conflicting(class->others, class->own, same);
    if (class->many) class->other_contended |= kinds_conflicting(class->others, class->others, class->other_value != 0);
    alone->wrong |= class->own_contended & class->own_relied || class->other_contended & class->other_relied;
}

// --- noting -------------------------------------------------------------------------------------------------

static void note_value(uint64_t *value, bool first, const Access *access) {
    if (access->kind != ACCESS_WRITE) return;
    if (first)
        *value = access->value;
    else if (*value != access->value)
        *value = 0;
}

static bool is_own(Actor actor, const Access *access) {
    return object_is_owned(access->object) && object_owner(access->object) == actor;
}

static void note_access(Alone *alone, const Machine *machine, Actor actor, const Access *access) {
    AloneClass *class = class_of(alone, machine, access->object);
    bool own = is_own(actor, access);
    uint16_t *kinds = own ? &class->own : &class->others, bit = (uint16_t)(1 << kind_of(access));
    bool first_write = !(*kinds >> ACCESS_WRITE & 1);
    uint64_t role = machine_role(machine, actor);
    bool known = *kinds & bit && (own || class->many || class->other == role) && access->kind != ACCESS_WRITE;
    if (known) return;
    note_value(own ? &class->own_value : &class->other_value, first_write, access);
    *kinds |= bit;
    if (!own) class->many |= (class->other && class->other != role) || machine_role_is_shared(machine, role);
    if (!own) class->other = role;
    find_contended(alone, class);
}

// A role of which there was one only has another one now.
static void note_roles(Alone *alone, const Machine *machine) {
    if (alone->shared_roles == machine_shared_roles(machine)) return;
    alone->shared_roles = machine_shared_roles(machine);
    for (uint32_t i = 0; i < alone->classes.count; i++) {
        AloneClass *class = &alone->classes.items[i];
        class->many |= class->others && machine_role_is_shared(machine, class->other);
        find_contended(alone, class);
    }
}

void alone_note(Alone *alone, const Machine *machine, Actor actor, const Footprint *footprint) {
    note_roles(alone, machine);
    alone->everything |= footprint->everything;
    alone->wrong |= footprint->everything && alone->relying;
    for (uint32_t i = 0; i < footprint->count; i++) note_access(alone, machine, actor, &footprint->items[i]);
}

// --- asking -------------------------------------------------------------------------------------------------

static bool is_contended(Alone *alone, const Machine *machine, Actor actor, const Access *access) {
    const AloneClass *class = class_of(alone, machine, access->object);
    return (is_own(actor, access) ? class->own_contended : class->other_contended) >> kind_of(access) & 1;
}

bool alone_is(Alone *alone, const Machine *machine, Actor actor, const Footprint *footprint) {
    if (alone->everything || footprint->everything || footprint->idle || machine_takes_away(machine, actor))
        return false;
    for (uint32_t i = 0; i < footprint->count; i++)
        if (is_contended(alone, machine, actor, &footprint->items[i])) return false;
    return true;
}

void alone_rely(Alone *alone, const Machine *machine, Actor actor, const Footprint *footprint) {
    alone->relying = true;
    for (uint32_t i = 0; i < footprint->count; i++) {
        const Access *access = &footprint->items[i];
        AloneClass *class = class_of(alone, machine, access->object);
        *(is_own(actor, access) ? &class->own_relied : &class->other_relied) |= (uint16_t)(1 << kind_of(access));
    }
}
