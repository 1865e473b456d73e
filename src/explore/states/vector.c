#include "explore/states/vector.h"

#include <string.h>

#include "base/memory.h"

void vectors_init(Vectors *v, Machine *machine) {
    *v = (Vectors){.machine = machine};
    arena_init(&v->arena);
}

void vectors_free(Vectors *v) {
    intern_free(&v->parts);
    intern_free(&v->bases);
    arena_free(&v->arena);
    array_free(&v->bytes);
    array_free(&v->leading);
    array_free(&v->now);
    hash_free(&v->places);
    array_free(&v->order);
    array_free(&v->left);
}

// --- the parts of a state -----------------------------------------------------------------------------------

// Parts come in nearly the same order as those of the state before.
static const Holding *find_in(const Holding *holdings, uint32_t count, uint32_t expected, uint64_t whose) {
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = expected + i;
        if (at >= count) at -= count;
        if (holdings[at].whose == whose) return &holdings[at];
    }
    return NULL;
}

static const uint64_t *keep_names(Vectors *v, const uint64_t *names, uint32_t count) {
    if (count == 0) return NULL;
    uint64_t *kept = arena_take(&v->arena, count * sizeof *kept);
    memcpy(kept, names, count * sizeof *kept);
    return kept;
}

static const Holding *keep_holdings(Vectors *v, const Holdings *holdings) {
    Holding *kept = arena_take(&v->arena, (holdings->count + 1) * sizeof *kept);
    if (holdings->count) memcpy(kept, holdings->items, holdings->count * sizeof *kept);
    return kept;
}

static Holding hold(Vectors *v, const StatePart *part) {
    bool added;
    uint32_t number = intern_add(&v->parts, part->bytes, part->size, &added);
    v->full |= number == UINT32_MAX;
    return (Holding){part->whose, part->kind, number, part->name_count, keep_names(v, part->names, part->name_count)};
}

// From here on the base is not that of the state before.
static void begin_base(Vectors *v) {
    for (uint32_t i = 0; i < v->same; i++) array_push(&v->leading, v->before->base->holdings[i]);
    v->same = UINT32_MAX;
}

static void take_leading(Vectors *v, const StatePart *part) {
    const Base *before = v->before ? v->before->base : NULL;
    bool same = !part->changed && v->same < before->count && before->holdings[v->same].whose == part->whose;
    if (same) {
        v->same++;
        return;
    }
    if (v->same != UINT32_MAX) begin_base(v);
    const Holding *known =
        part->changed ? NULL : find_in(before->holdings, before->count, v->leading.count, part->whose);
    assert(part->changed || known);
    array_push(&v->leading, known ? *known : hold(v, part));
}

static void take_part(void *context, const StatePart *part) {
    Vectors *v = context;
    if (part->kind <= PART_RESIDENT) {
        take_leading(v, part);
    } else if (part->changed) {
        array_push(&v->now, hold(v, part));
    } else {
        const Holding *same = find_in(v->before->holdings, v->before->count, v->expected, part->whose);
        assert(same);
        v->expected = (uint32_t)(same - v->before->holdings) + 1;
        array_push(&v->now, *same);
    }
}

static const Base *take_base(Vectors *v);

StateParts vectors_take(Vectors *v, const StateParts *before) {
    StateParts parts = {.mark = arena_mark(&v->arena)};
    v->before = before;
    v->expected = 0;
    v->same = before ? 0 : UINT32_MAX;
    array_clear(&v->leading);
    array_clear(&v->now);
    machine_parts(v->machine, before == NULL, take_part, v);
    if (v->same < UINT32_MAX && v->same != before->base->count) begin_base(v);   // the last ones have ended
    parts.base = v->same < UINT32_MAX ? before->base : take_base(v);
    parts.count = v->now.count;
    parts.holdings = keep_holdings(v, &v->now);
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

// Which of two comes first that nobody names and that have the same bytes: by where their names were met, then by the
// names themselves.
static int compare(const Vectors *v, const Holding *a, const Holding *b) {
    for (uint32_t i = 0; i < a->name_count; i++) {
        uint64_t x = number_of(v, a->names[i]) - 1, y = number_of(v, b->names[i]) - 1;
        if (x != y) return x < y ? -1 : 1;
    }
    return a->whose < b->whose ? -1 : a->whose > b->whose;
}

// Those that were not put yet, by their parts, so that only those that are alike are to be compared by names.
static void sort_left(Vectors *v, const StateParts *parts) {
    array_clear(&v->left);
    v->left_at = 0;
    for (uint32_t i = 0; i < parts->count; i++) {
        array_push(&v->left, i);
        uint32_t *at = array_last(&v->left);
        for (; at > v->left.items && parts->holdings[at[-1]].part > parts->holdings[i].part; at--) *at = at[-1];
        *at = i;
    }
}

// Behind the parts of the same bytes as the first one that is left.
static uint32_t end_of_alike(const Vectors *v, const StateParts *parts) {
    uint32_t end = v->left_at;
    uint32_t part = parts->holdings[v->left.items[end]].part;
    while (end < v->left.count && parts->holdings[v->left.items[end]].part == part) end++;
    return end;
}

// Of those that are left; UINT32_MAX: none is.
static uint32_t take_first_left(Vectors *v, const StateParts *parts, const bool *done) {
    while (v->left_at < v->left.count && done[v->left.items[v->left_at]]) v->left_at++;
    if (v->left_at == v->left.count) return UINT32_MAX;
    uint32_t first = v->left.items[v->left_at], end = end_of_alike(v, parts);
    for (uint32_t i = v->left_at + 1; i < end; i++) {
        uint32_t at = v->left.items[i];
        if (!done[at] && compare(v, &parts->holdings[at], &parts->holdings[first]) < 0) first = at;
    }
    return first;
}

static bool has_name(const Holding *holding) { return holding->kind == PART_PROCESS || holding->kind == PART_TABLE; }

// Parts that have the same bytes and no name that was met before the first of them.
static uint32_t put_alike(Vectors *v, const StateParts *parts, bool *done, uint32_t like, uint32_t named) {
    const Holding *first = &parts->holdings[like];
    for (uint32_t i = v->left_at, end = end_of_alike(v, parts); i < end && first->name_count < 2; i++) {
        uint32_t at = v->left.items[i];
        const Holding *holding = &parts->holdings[at];
        if (done[at]) continue;
        if (holding->name_count && number_of(v, holding->names[0])) continue;
        done[at] = true;
        put_holding(v, holding);
    }
    return put_named(v, parts, done, named);
}

static void put_all(Vectors *v, const StateParts *parts, bool *done) {
    uint32_t named = 0, left;
    sort_left(v, parts);
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

static void begin(Vectors *v) {
    array_clear(&v->bytes);
    array_clear(&v->order);
    hash_clear(&v->places);
}

static const Base *take_base(Vectors *v) {
    bool added;
    Base *base = arena_take(&v->arena, sizeof *base);
    begin(v);
    for (uint32_t i = 0; i < v->leading.count; i++) put_holding(v, &v->leading.items[i]);
    *base = (Base){.holdings = keep_holdings(v, &v->leading),
                   .count = v->leading.count,
                   .number = intern_add(&v->bases, v->bytes.items, v->bytes.count, &added),
                   .name_count = v->order.count,
                   .names = keep_names(v, v->order.items, v->order.count)};
    v->full |= base->number == UINT32_MAX;
    return base;
}

static void put_base(Vectors *v, const Base *base) {
    put_number(v, base->number);
    for (uint32_t i = 0; i < base->name_count; i++) {
        array_push(&v->order, base->names[i]);
        hash_insert(&v->places, base->names[i])->number |= (uint64_t)(i + 1) << 32;
    }
}

void vectors_make(Vectors *v, const StateParts *parts) {
    ArenaMark mark = arena_mark(&v->arena);
    bool *done = arena_take(&v->arena, parts->count + 1);
    memset(done, 0, parts->count + 1);
    begin(v);
    for (uint32_t i = 0; i < parts->count; i++)
        if (has_name(&parts->holdings[i])) hash_insert(&v->places, parts->holdings[i].whose)->number = i + 1;
    put_base(v, parts->base);
    put_all(v, parts, done);
    arena_cut(&v->arena, mark);
}

static uint64_t memory_of(const Interned *pool) { return pool->memory + pool->places.capacity * sizeof(uint64_t); }

uint64_t vectors_memory(const Vectors *v) { return memory_of(&v->parts) + memory_of(&v->bases); }
