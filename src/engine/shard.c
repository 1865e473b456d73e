#include "engine/shard.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/bytes.h"
#include "base/hash.h"
#include "base/json_read.h"
#include "base/memory.h"
#include "report/names.h"

bool shard_read(const char *text, Shard *out, Error *err) {
    size_t part = strspn(text, "0123456789"), parts = text[part] == '/' ? strspn(text + part + 1, "0123456789") : 0;
    bool form = part && parts && !text[part + 1 + parts] && part < 9 && parts < 9;
    if (!form) return fail(err, "--shard %s: the I-th of N parts is wanted, such as 2/5", text);
    *out = (Shard){(uint32_t)atoi(text), (uint32_t)atoi(text + part + 1)};
    if (out->parts > SHARD_PARTS_MAX) return fail(err, "--shard %s: at most %d parts", text, SHARD_PARTS_MAX);
    if (out->part < 1 || out->part > out->parts)
        return fail(err, "--shard %s: parts are counted from 1 to %u", text, out->parts);
    return true;
}

// --- how long each takes -------------------------------------------------------------------------------------

typedef struct {
    Names titles;
    ARRAY(uint64_t) times;   // in microseconds
} Durations;

static bool take_durations(Durations *d, const char *path, const JsonValue *tests, Error *err) {
    if (!tests) return fail(err, "--durations %s: the JSON file of an earlier weft test is wanted", path);
    for (const JsonValue *test = json_first(tests); test; test = test->next) {
        const char *title;
        double seconds;
        if (!json_member_text(test, "test", &title) || !json_member_seconds(test, "seconds", &seconds)) continue;
        uint32_t known = d->titles.count, place = names_add(&d->titles, title, strlen(title));
        uint64_t time = seconds < 1e9 ? (uint64_t)(seconds * 1e6) : (uint64_t)1e15;
        if (place == known)
            array_push(&d->times, time);
        else
            d->times.items[place] = time;
    }
    return true;
}

static bool read_durations(Durations *d, const char *path, Error *err) {
    Bytes bytes;
    JsonDocument document;
    if (!bytes_read_file(path, &bytes, err)) return false;
    bool read = json_read(&document, path, (const char *)bytes.data, bytes.size, err) &&
                take_durations(d, path, json_member(document.root, "tests", JSON_ARRAY), err);
    json_free(&document);
    free((void *)(uintptr_t)bytes.data);
    return read;
}

static uint64_t mean_of(const Durations *d) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < d->times.count; i++) sum += d->times.items[i];
    return d->times.count ? sum / d->times.count : 1;
}

// --- dividing ------------------------------------------------------------------------------------------------

typedef struct {
    size_t index;
    uint64_t time, hash;
} Piece;

static uint64_t hash_title(const char *title) {
    uint64_t hash = HASH_BEGIN;
    for (; *title; title++) hash = hash_extend(hash, (unsigned char)*title);
    return hash;
}

static int by_time(const void *left, const void *right) {
    const Piece *a = left, *b = right;
    if (a->time != b->time) return a->time > b->time ? -1 : 1;
    if (a->hash != b->hash) return a->hash > b->hash ? -1 : 1;
    return a->index < b->index ? -1 : a->index > b->index;
}

typedef struct {
    uint64_t time;
    size_t tests;
} Load;

static uint32_t least(const Load *loads, uint32_t parts) {
    uint32_t best = 0;
    for (uint32_t i = 1; i < parts; i++)
        if (loads[i].time < loads[best].time ||
            (loads[i].time == loads[best].time && loads[i].tests < loads[best].tests))
            best = i;
    return best;
}

static void deal(Piece *pieces, size_t count, uint32_t parts, uint32_t *part_of) {
    Load *loads = memory_zeroed(parts, sizeof *loads);
    qsort(pieces, count, sizeof *pieces, by_time);
    for (size_t i = 0; i < count; i++) {
        uint32_t part = least(loads, parts);
        loads[part].time += pieces[i].time;
        loads[part].tests++;
        part_of[pieces[i].index] = part + 1;
    }
    memory_free(loads);
}

bool shard_divide(const Shard *shard, const char *const *titles, size_t count, const char *durations, uint32_t *part_of,
                  Error *err) {
    Durations known = {0};
    bool read = !durations || read_durations(&known, durations, err);
    uint64_t mean = mean_of(&known);
    Piece *pieces = memory_new((count + 1) * sizeof *pieces);
    for (size_t i = 0; i < count; i++) {
        uint32_t before = known.titles.count, place = names_add(&known.titles, titles[i], strlen(titles[i]));
        if (place == before) array_push(&known.times, mean);
        pieces[i] = (Piece){i, known.times.items[place], hash_title(titles[i])};
    }
    if (read) deal(pieces, count, shard->parts ? shard->parts : 1, part_of);
    memory_free(pieces);
    names_free(&known.titles);
    array_free(&known.times);
    return read;
}
