#include "explore/random/fingerprint.h"

#include "base/chance.h"
#include "base/memory.h"

enum { FIRST_SIZE = 256 };

void fingerprint_init(Fingerprint *f) {
    *f = (Fingerprint){.objects = memory_zeroed(FIRST_SIZE, sizeof *f->objects), .size = FIRST_SIZE};
    for (int i = 0; i < ACCESS_COUNT; i++)
        for (int j = 0; j < ACCESS_COUNT; j++) {
            Access a = {.kind = (AccessKind)i}, b = {.kind = (AccessKind)j};
            if (access_conflicts(a, b)) f->conflicting[i] |= (uint8_t)(1 << j);
        }
    fingerprint_begin(f);
}

void fingerprint_free(Fingerprint *f) { memory_free(f->objects); }

void fingerprint_begin(Fingerprint *f) {
    f->generation++;
    f->count = 0;
    f->all = f->everything = f->order = 0;
}

// --- objects -----------------------------------------------------------------------------------------------

static FingerprintObject *slot_of(const Fingerprint *f, uint64_t object) {
    uint32_t mask = f->size - 1, i = (uint32_t)(object * 0x9e3779b97f4a7c15u >> 32) & mask;
    while (f->objects[i].generation == f->generation && f->objects[i].object != object) i = (i + 1) & mask;
    return &f->objects[i];
}

static void grow(Fingerprint *f) {
    Fingerprint old = *f;
    f->size *= 2;
    f->objects = memory_zeroed(f->size, sizeof *f->objects);
    for (uint32_t i = 0; i < old.size; i++)
        if (old.objects[i].generation == f->generation) *slot_of(f, old.objects[i].object) = old.objects[i];
    memory_free(old.objects);
}

// There is room: see make_room.
static FingerprintObject *find_or_add(Fingerprint *f, uint64_t object) {
    FingerprintObject *found = slot_of(f, object);
    if (found->generation == f->generation) return found;
    f->count++;
    found->object = object;
    found->generation = f->generation;
    found->kinds = 0;
    found->order = 0;
    return found;
}

// For all that one step may touch, so that objects stay where they are meanwhile.
static void make_room(Fingerprint *f) {
    if ((f->count + 2 * FOOTPRINT_MAX) * 2 > f->size) grow(f);
}

// The same object as far as one value of it goes: a message in a mailbox, or what several have written.
static FingerprintObject *part_of(Fingerprint *f, const Access *access) {
    return find_or_add(f, chance_mix(access->object ^ access->value * 0x9e3779b97f4a7c15u));
}

static uint64_t sum_of(const FingerprintObject *object, unsigned kinds) {
    uint64_t sum = 0;
    for (kinds &= object->kinds; kinds; kinds &= kinds - 1) sum += object->sums[__builtin_ctz(kinds)];
    return sum;
}

static void add_to(FingerprintObject *object, AccessKind kind, uint64_t number) {
    object->sums[kind] = number + (object->kinds >> kind & 1 ? object->sums[kind] : 0);
    object->kinds |= 1u << kind;
}

// --- steps -------------------------------------------------------------------------------------------------

static bool takes(const Access *access) {
    return access->value && (access->kind == ACCESS_RECEIVE || access->kind == ACCESS_AWAIT);
}

// Taking a message and looking for one are kept apart, whatever the machine calls them.
static AccessKind kind_of(const Access *access) {
    if (takes(access)) return ACCESS_AWAIT;
    return access->kind == ACCESS_AWAIT ? ACCESS_RECEIVE : access->kind;
}

// What an access depends on. Conflicts in which the values have a say are looked up by value, or left out.
static uint64_t sum_before(Fingerprint *f, const FingerprintObject *object, const FingerprintObject *part,
                           const Access *access) {
    unsigned kinds = f->conflicting[access->kind];
    if (access->kind == ACCESS_SEND && access->value) kinds &= ~(1u << ACCESS_SEND | 1u << ACCESS_AWAIT);
    if (takes(access)) return sum_of(object, kinds & ~(1u << ACCESS_SEND)) + sum_of(part, 1u << ACCESS_SEND);
    uint64_t sum = sum_of(object, kinds);
    if (kinds >> ACCESS_SEND & 1) sum += object->order;
    if (part && access->kind == ACCESS_WRITE) sum -= sum_of(part, 1u << ACCESS_WRITE);
    return sum;
}

static void add_access(Fingerprint *f, FingerprintObject *object, FingerprintObject *part, const Access *access,
                       uint64_t number) {
    add_to(object, kind_of(access), number);
    if (part && !takes(access)) add_to(part, access->kind, number);
    if (access->kind != ACCESS_SEND) return;
    f->order -= object->order;
    object->order = chance_mix(object->order + number);
    f->order += object->order;
}

static bool is_by_value(const Access *access) {
    return access->value && (access->kind == ACCESS_SEND || access->kind == ACCESS_WRITE || takes(access));
}

uint64_t fingerprint_add(Fingerprint *f, uint64_t name, uint64_t last, const Footprint *footprint) {
    FingerprintObject *objects[FOOTPRINT_MAX], *parts[FOOTPRINT_MAX];
    uint64_t before = footprint->everything || footprint->idle ? f->all : f->everything;
    if (footprint->everything) before += f->order;
    make_room(f);
    for (uint32_t i = 0; i < footprint->count; i++) {
        const Access *access = &footprint->items[i];
        objects[i] = find_or_add(f, access->object);
        parts[i] = is_by_value(access) ? part_of(f, access) : NULL;
        before += sum_before(f, objects[i], parts[i], access);
    }
    uint64_t number = chance_mix(chance_mix(name + last) + before);
    for (uint32_t i = 0; i < footprint->count; i++) add_access(f, objects[i], parts[i], &footprint->items[i], number);
    f->all += number;
    if (footprint->everything) f->everything += number;
    return number;
}
