#include "explore/states/vector.h"

#include <string.h>

#include "base/memory.h"

void vectors_init(Vectors *v, Machine *machine) {
    *v = (Vectors){.machine = machine};
    arena_init(&v->arena);
}

void vectors_free(Vectors *v) {
    intern_free(&v->parts);
    arena_free(&v->arena);
    array_free(&v->bytes);
    array_free(&v->now);
    hash_free(&v->places);
    array_free(&v->order);
    array_free(&v->left);
}

// --- the parts of a state -----------------------------------------------------------------------------------

// Parts come in nearly the same order as those of the state before.
static const Holding *find_before(Vectors *v, uint64_t whose) {
    const StateParts *before = v->before;
    for (uint32_t i = 0; i < before->count; i++) {
        uint32_t at = v->expected + i;
        if (at >= before->count) at -= before->count;
        if (before->holdings[at].whose != whose) continue;
        v->expected = at + 1;
        return &before->holdings[at];
    }
    return NULL;
}

static const uint64_t *keep_names(Vectors *v, const StatePart *part) {
    if (part->name_count == 0) return NULL;
    uint64_t *names = arena_take(&v->arena, part->name_count * sizeof *names);
    memcpy(names, part->names, part->name_count * sizeof *names);
    return names;
}

static void take_part(void *context, const StatePart *part) {
    Vectors *v = context;
    bool added;
    if (!part->changed) {
        const Holding *same = find_before(v, part->whose);
        assert(same);
        array_push(&v->now, *same);
        return;
    }
    uint32_t number = intern_add(&v->parts, part->bytes, part->size, &added);
    v->full |= number == UINT32_MAX;
    array_push(&v->now, (Holding){part->whose, part->kind, number, part->name_count, keep_names(v, part)});
}

StateParts vectors_take(Vectors *v, const StateParts *before) {
    StateParts parts = {.mark = arena_mark(&v->arena)};
    v->before = before;
    v->expected = 0;
    array_clear(&v->now);
    machine_parts(v->machine, before == NULL, take_part, v);
    parts.count = v->now.count;
    parts.holdings = arena_take(&v->arena, (parts.count + 1) * sizeof *parts.holdings);
    if (parts.count) memcpy(parts.holdings, v->now.items, parts.count * sizeof *parts.holdings);
    return parts;
}

void vectors_drop(Vectors *v, const StateParts *parts) { arena_cut(&v->arena, parts->mark); }

// --- vectors ------------------------------------------------------------------------------------------------

static void put_number(Vectors *v, uint64_t number) {
    array_reserve(&v->bytes, (uint64_t)v->bytes.count + 10);
    uint8_t *at = v->bytes.items + v->bytes.count;
    for (; number >= 0x80; number >>= 7) *at++ = (uint8_t)(number | 0x80);
    *at++ = (uint8_t)number;
    v->bytes.count = (uint32_t)(at - v->bytes.items);
}

#define NUMBER(place) ((place) >> 32)   // of a name, plus 1; 0: it has none
#define HOLDER(place) ((uint32_t)(place))

static uint64_t number_of(const Vectors *v, uint64_t name) {
    const HashEntry *entry = hash_find(&v->places, name);
    return entry ? NUMBER(entry->number) : 0;
}

static void put_name(Vectors *v, uint64_t name) {
    HashEntry *entry = hash_insert(&v->places, name);
    if (NUMBER(entry->number) == 0) {
        array_push(&v->order, name);
        entry->number |= (uint64_t)v->order.count << 32;
    }
    put_number(v, NUMBER(entry->number) - 1);
}

static void put_holding(Vectors *v, const Holding *holding) {
    put_number(v, holding->part);
    for (uint32_t i = 0; i < holding->name_count; i++) put_name(v, holding->names[i]);
}

// Puts all that are named, one after the other, from the `from`-th name on.
static uint32_t put_named(Vectors *v, const StateParts *parts, bool *done, uint32_t from) {
    for (; from < v->order.count; from++) {
        uint32_t holder = HOLDER(hash_find(&v->places, v->order.items[from])->number);
        if (!holder || done[holder - 1]) continue;
        done[holder - 1] = true;
        put_holding(v, &parts->holdings[holder - 1]);
    }
    return from;
}

// Which of two comes first that nobody names: by their bytes, then by where their names were met,
// then by the names themselves.
static int compare(const Vectors *v, const Holding *a, const Holding *b) {
    if (a->part != b->part) return a->part < b->part ? -1 : 1;
    for (uint32_t i = 0; i < a->name_count; i++) {
        uint64_t x = number_of(v, a->names[i]) - 1, y = number_of(v, b->names[i]) - 1;
        if (x != y) return x < y ? -1 : 1;
    }
    return a->whose < b->whose ? -1 : a->whose > b->whose;
}

// Of those that are left, in `left`; UINT32_MAX: none is.
static uint32_t take_first_left(Vectors *v, const StateParts *parts, const bool *done) {
    uint32_t kept = 0, first = 0;
    for (uint32_t i = 0; i < v->left.count; i++) {
        uint32_t at = v->left.items[i];
        if (done[at]) continue;
        if (compare(v, &parts->holdings[at], &parts->holdings[v->left.items[first]]) < 0) first = kept;
        v->left.items[kept++] = at;
    }
    v->left.count = kept;
    return kept ? v->left.items[first] : UINT32_MAX;
}

static bool has_name(const Holding *holding) { return holding->kind == PART_PROCESS || holding->kind == PART_TABLE; }

// Parts that have the same bytes and no name that was met before the first of them.
static uint32_t put_alike(Vectors *v, const StateParts *parts, bool *done, uint32_t like, uint32_t named) {
    const Holding *first = &parts->holdings[like];
    for (uint32_t i = 0; i < v->left.count; i++) {
        uint32_t at = v->left.items[i];
        const Holding *holding = &parts->holdings[at];
        if (done[at] || holding->part != first->part || holding->name_count > 1) continue;
        if (holding->name_count && number_of(v, holding->names[0])) continue;
        done[at] = true;
        put_holding(v, holding);
    }
    return put_named(v, parts, done, named);
}

static void put_all(Vectors *v, const StateParts *parts, bool *done) {
    uint32_t named = 0, left;
    array_clear(&v->left);
    for (uint32_t i = 0; i < parts->count; i++) {
        const Holding *holding = &parts->holdings[i];
        done[i] = holding->kind <= PART_RESIDENT;
        if (done[i])
            put_holding(v, holding);
        else
            array_push(&v->left, i);
    }
    for (;;) {
        named = put_named(v, parts, done, named);
        left = take_first_left(v, parts, done);
        if (left == UINT32_MAX) return;
        done[left] = true;
        put_holding(v, &parts->holdings[left]);
        // Those that are alike in all but names that nobody else has come one after the other, in
        // whatever order.
        named = put_alike(v, parts, done, left, named);
    }
}

void vectors_make(Vectors *v, const StateParts *parts) {
    ArenaMark mark = arena_mark(&v->arena);
    bool *done = arena_take(&v->arena, parts->count + 1);
    memset(done, 0, parts->count + 1);
    array_clear(&v->bytes);
    array_clear(&v->order);
    hash_clear(&v->places);
    for (uint32_t i = 0; i < parts->count; i++)
        if (has_name(&parts->holdings[i])) hash_insert(&v->places, parts->holdings[i].whose)->number = i + 1;
    put_all(v, parts, done);
    arena_cut(&v->arena, mark);
}
