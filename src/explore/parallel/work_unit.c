#include "explore/parallel/work_unit.h"

#include <assert.h>

#include "base/memory.h"

void work_unit_free(WorkUnit *unit) {
    text_free(&unit->orders);
    text_free(&unit->position);
    text_free(&unit->found);
}

void work_unit_forget(WorkUnit *unit) {
    work_unit_free(unit);
    *unit = (WorkUnit){.region = unit->region};
}

void work_unit_add(WorkUnit *unit, const Slice *slice) {
    if (slice->fresh) work_unit_forget(unit);
    unit->done = slice->done;
    unit->stops = slice->stops;
    unit->result = slice->result;
    text_add_bytes(&unit->orders, text_string(&slice->orders), slice->orders.size);
    text_clear(&unit->position);
    text_add_bytes(&unit->position, text_string(&slice->position), slice->position.size);
    parcel_add_text(&unit->found, text_string(&slice->found), slice->found.size);
}

// --- orders --------------------------------------------------------------------------------------------------

typedef struct {   // a walk through pieces of orders_save
    Parcel in;
    uint64_t left;   // of this piece
} Pairs;

static Pairs pairs_of(const Text *pieces) { return (Pairs){parcel_open(text_string(pieces), pieces->size), 0}; }

static bool next_pair(Pairs *pairs, uint64_t *key, bool *ordered) {
    char number;
    while (!pairs->left) {
        if (pairs->in.broken || pairs->in.at == pairs->in.end) return false;
        parcel_number(&pairs->in);
        pairs->left = parcel_number(&pairs->in);
    }
    pairs->left--;
    *key = parcel_number(&pairs->in);
    parcel_take(&pairs->in, &number, 1);
    *ordered = number == ORDERED;
    return !pairs->in.broken;
}

bool work_unit_agrees(const WorkUnit *unit, const Orders *orders) {
    uint64_t key;
    bool ordered;
    for (Pairs pairs = pairs_of(&unit->orders); next_pair(&pairs, &key, &ordered);)
        if (!ordered && orders_knows_key(orders, key)) return false;
    return true;
}

void slice_teach(const Slice *slice, Orders *orders) {
    uint64_t key;
    bool ordered;
    for (Pairs pairs = pairs_of(&slice->orders); next_pair(&pairs, &key, &ordered);)
        if (ordered) orders_learn_key(orders, key);
}

// --- bytes -----------------------------------------------------------------------------------------------------

static void save_turn(Text *out, Turn turn) {
    parcel_add_number(out, turn.actor);
    parcel_add_number(out, turn.turn);
}

static Turn load_turn(Parcel *in) {
    Turn turn;
    turn.actor = (Actor)parcel_number(in);
    turn.turn = (uint32_t)parcel_number(in);
    return turn;
}

void region_save(const Region *region, Text *out) {
    parcel_add_number(out, region->count);
    for (const Rule *rule = region->rules; rule < region->rules + region->count; rule++) {
        save_turn(out, rule->early);
        save_turn(out, rule->late);
        parcel_add_number(out, rule->either);
    }
}

bool region_load(Region *region, Parcel *in) {
    *region = (Region){.count = (uint32_t)parcel_number_below(in, REGION_RULES + 1)};
    for (Rule *rule = region->rules; rule < region->rules + region->count; rule++) {
        rule->early = load_turn(in);
        rule->late = load_turn(in);
        rule->either = parcel_number_below(in, 2);
    }
    return !in->broken;
}

static void add_text(Text *out, const Text *text) { text_add_bytes(out, text_string(text), text->size); }

// Pieces of orders in one, as if it had been told at once.
static void join_orders(const Text *pieces, Text *out) {
    uint64_t key, count = 0;
    bool ordered;
    Text pairs = {0};
    for (Pairs walk = pairs_of(pieces); next_pair(&walk, &key, &ordered); count++) {
        parcel_add_number(&pairs, key);
        text_add_char(&pairs, ordered ? ORDERED : RELIED_ON);
    }
    parcel_add_number(out, 0);
    parcel_add_number(out, count);
    add_text(out, &pairs);
    text_free(&pairs);
}

void work_unit_tell(const WorkUnit *unit, uint32_t number, Text *out) {
    Slice slice = {.unit = number, .fresh = true, .done = unit->done, .stops = unit->stops, .result = unit->result};
    Parcel found = parcel_open(text_string(&unit->found), unit->found.size);
    join_orders(&unit->orders, &slice.orders);
    add_text(&slice.position, &unit->position);
    parcel_text(&found, &slice.found);
    assert(parcel_is_sound(&found));
    slice_save(&slice, out);
    slice_free(&slice);
}

enum { FRESH = 1, FINISHED = 2, STOPS = 4, FLAGS = 8 };

void slice_save(const Slice *slice, Text *out) {
    const SearchResult *result = &slice->result;
    unsigned flags = (slice->fresh ? FRESH : 0) | (slice->done ? FINISHED : 0) | (slice->stops ? STOPS : 0);
    const uint64_t numbers[] = {slice->unit,     flags,           result->explored, result->blocked,
                                result->outside, result->running, result->events,   result->cuts};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) parcel_add_number(out, numbers[i]);
    const Text *texts[] = {&slice->orders, &slice->position, &slice->found};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        parcel_add_text(out, text_string(texts[i]), texts[i]->size);
}

bool slice_load(Slice *slice, Parcel *in) {
    *slice = (Slice){.unit = (uint32_t)parcel_number(in)};
    uint64_t flags = parcel_number_below(in, FLAGS);
    slice->fresh = flags & FRESH;
    slice->done = flags & FINISHED;
    slice->stops = flags & STOPS;
    uint64_t *const counts[] = {&slice->result.explored, &slice->result.blocked, &slice->result.outside,
                                &slice->result.running, &slice->result.events};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) *counts[i] = parcel_number(in);
    slice->result.cuts = (unsigned)parcel_number(in);
    Text *const texts[] = {&slice->orders, &slice->position, &slice->found};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) parcel_text(in, texts[i]);
    return !in->broken;
}

void slice_free(Slice *slice) {
    text_free(&slice->orders);
    text_free(&slice->position);
    text_free(&slice->found);
}
