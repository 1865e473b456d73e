#include "explore/parallel/keeper.h"

enum { KEPT_UNITS = 'U', KEPT_SLICE = 'S', KEPT_ACTOR = 'A', KEPT_HALF = 'H' };   // first byte of a record

static void keep(Keeper *k, const Text *record) {
    const JobsJournal *journal = k->jobs->journal;
    journal->keep(journal->context, record);
    k->kept += record->size;
}

// --- adding ----------------------------------------------------------------------------------------------------

static void save_units(const Keeper *k, Text *record) {
    text_add_char(record, KEPT_UNITS);
    parcel_add_number(record, k->tasks.count);
    for (uint32_t i = 0; i < k->tasks.count; i++) region_save(&k->tasks.items[i].unit.region, record);
}

void kept_add_units(Keeper *k) {
    Text record = {0};
    if (!k->jobs->journal) return;
    save_units(k, &record);
    keep(k, &record);
    text_free(&record);
}

// The rule by which the two are halves is the unit's last one.
void kept_add_half(Keeper *k, uint32_t number) {
    Text record = {0};
    if (!k->jobs->journal) return;
    text_add_char(&record, KEPT_HALF);
    parcel_add_number(&record, number);
    region_save(&k->tasks.items[number].unit.region, &record);
    keep(k, &record);
    text_free(&record);
}

void kept_add_actor(Keeper *k, Actor number, Actor maker, uint64_t child) {
    Text record = {0};
    text_add_char(&record, KEPT_ACTOR);
    parcel_add_number(&record, number);
    parcel_add_number(&record, maker);
    parcel_add_number(&record, child);
    parcel_add_text(&k->actors, record.data, record.size);
    if (k->jobs->journal) keep(k, &record);
    text_free(&record);
}

// --- all of it in fewer bytes ------------------------------------------------------------------------------------

static size_t size_of_all(const Keeper *k) {
    size_t size = k->actors.size;
    for (uint32_t i = 0; i < k->tasks.count; i++) {
        const WorkUnit *unit = &k->tasks.items[i].unit;
        size += unit->orders.size + unit->position.size + unit->found.size;
    }
    return size;
}

static void add_unit(const Keeper *k, uint32_t number, Text *records) {
    Text pieces = {0}, record = {0};
    WorkUnit unit = k->tasks.items[number].unit;
    k->jobs->join(k->config->context, &unit.found, &record);
    parcel_add_text(&pieces, text_string(&record), record.size);
    unit.found = pieces;
    text_clear(&record);
    text_add_char(&record, KEPT_SLICE);
    work_unit_tell(&unit, number, &record);
    parcel_add_text(records, record.data, record.size);
    text_free(&pieces);
    text_free(&record);
}

static void keep_anew(Keeper *k) {
    const JobsJournal *journal = k->jobs->journal;
    Text records = {0}, units = {0};
    save_units(k, &units);
    text_add_bytes(&records, text_string(&k->actors), k->actors.size);
    parcel_add_text(&records, units.data, units.size);
    for (uint32_t i = 0; i < k->tasks.count; i++)
        if (k->tasks.items[i].unit.found.size) add_unit(k, i, &records);
    journal->keep_anew(journal->context, &records);
    text_free(&units);
    text_free(&records);
}

// As most of what is kept is about where searches stood before, there is little that still counts.
static void keep_anew_if_large(Keeper *k) {
    const JobsJournal *journal = k->jobs->journal;
    if (!journal->keep_anew || !k->jobs->join || k->kept < journal->room + 4 * size_of_all(k)) return;
    keep_anew(k);
    k->kept = 0;
}

void kept_add_slice(Keeper *k, const char *bytes, size_t size) {
    Text record = {0};
    if (!k->jobs->journal) return;
    text_add_char(&record, KEPT_SLICE);
    text_add_bytes(&record, bytes, size);
    keep(k, &record);
    text_free(&record);
    keep_anew_if_large(k);
}

// --- reading -----------------------------------------------------------------------------------------------------

static bool read_units(Keeper *k, Parcel *in) {
    uint64_t count = parcel_number_below(in, (uint64_t)(in->end - in->at) + 1);
    if (k->tasks.count || !count || count > UNITS_MAX) return false;
    for (uint64_t i = 0; i < count; i++)
        if (!region_load(&keeper_task(k, (uint32_t)i)->unit.region, in)) return false;
    return parcel_is_sound(in);
}

static bool read_half(Keeper *k, Parcel *in) {
    Region half;
    uint64_t number = parcel_number_below(in, k->tasks.count);
    if (!region_load(&half, in) || !half.count || !parcel_is_sound(in) || k->tasks.count == UNITS_MAX) return false;
    Task *other = keeper_task(k, k->tasks.count), *task = &k->tasks.items[number];
    work_unit_forget(&task->unit);
    task->unit.region = other->unit.region = half;
    region_turn_last(&other->unit.region);
    return true;
}

static bool read_actor(const Keeper *k, Parcel *in) {
    Actor number = (Actor)parcel_number(in), maker = (Actor)parcel_number(in);
    uint64_t child = parcel_number(in);
    return parcel_is_sound(in) && number == machine_next_actor(k->machine) &&
           machine_actor(k->machine, maker, child) == number;
}

static bool read_slice(Keeper *k, Parcel *in) {
    Slice slice;
    bool sound = slice_load(&slice, in) && parcel_is_sound(in) && keeper_add_slice(k, &slice);
    slice_free(&slice);
    return sound;
}

static bool read_record(Keeper *k, const Text *record) {
    if (!record->size) return false;
    Parcel in = parcel_open(record->data + 1, record->size - 1);
    switch (record->data[0]) {
    case KEPT_UNITS: return read_units(k, &in);
    case KEPT_HALF: return read_half(k, &in);
    case KEPT_SLICE: return read_slice(k, &in);
    case KEPT_ACTOR: parcel_add_text(&k->actors, record->data, record->size); return read_actor(k, &in);
    default: return false;
    }
}

bool kept_read(Keeper *k) {
    const JobsJournal *journal = k->jobs->journal;
    Text record = {0};
    bool sound = true;
    Parcel in = parcel_open(journal ? journal->kept : NULL, journal ? journal->kept_size : 0);
    while (sound && in.at < in.end) {
        parcel_text(&in, &record);
        k->kept += record.size;
        sound = !in.broken && read_record(k, &record);
    }
    text_free(&record);
    return sound || fail(k->err, "what was kept of the search cannot be read");
}
