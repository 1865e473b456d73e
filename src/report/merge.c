#include "report/merge.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

// --- the whole -----------------------------------------------------------------------------------------------

static bool begin_whole(Merge *m, const MergePart *part, const JsonValue *titles, uint64_t parts) {
    m->parts = parts;
    m->count = titles->count;
    m->tests = memory_zeroed(m->count + 1, sizeof *m->tests);
    size_t i = 0;
    for (const JsonValue *title = titles->items; title; title = title->next) {
        if (title->kind != JSON_STRING) return false;
        m->tests[i++].title = title->text;
    }
    return part->part >= 1 && part->part <= parts;
}

static bool is_same_whole(const Merge *m, const MergePart *part, const JsonValue *titles, uint64_t parts) {
    size_t i = 0;
    if (parts != m->parts || titles->count != m->count || part->part < 1 || part->part > parts) return false;
    for (const JsonValue *title = titles->items; title; title = title->next, i++)
        if (title->kind != JSON_STRING || strcmp(title->text, m->tests[i].title) != 0) return false;
    return true;
}

static bool join_whole(Merge *m, MergePart *part, const JsonValue *shard, Error *err) {
    const JsonValue *titles = json_member(shard, "tests", JSON_ARRAY);
    uint64_t parts;
    if (!titles || !json_member_number(shard, "part", &part->part) || !json_member_number(shard, "parts", &parts))
        return fail(err, "%.300s: what it says of its part cannot be read", part->path);
    if (m->tests)
        return is_same_whole(m, part, titles, parts) ||
               fail(err, "%.200s and %.200s are not parts of one whole: the tests or the number of parts differ",
                    m->items[0].path, part->path);
    return begin_whole(m, part, titles, parts) ||
           fail(err, "%.300s: what it says of its part cannot be read", part->path);
}

// --- tests ---------------------------------------------------------------------------------------------------

static bool find_verdict(const JsonValue *value, ReportVerdict *out) {
    const char *word = "";
    json_member_text(value, "verdict", &word);
    for (int i = 0; i < REPORT_VERDICTS; i++)
        if (strcmp(report_verdicts[i], word) == 0) return *out = (ReportVerdict)i, true;
    return false;
}

static bool agrees(const MergedTest *test, const JsonValue *entry) {
    const char *title;
    ReportVerdict verdict;
    return json_member_text(entry, "test", &title) && strcmp(title, test->title) == 0 &&
           find_verdict(entry, &verdict) && verdict == test->verdict;
}

// Tests stand in the order in which they were done, but for those that were skipped.
static bool add_test(Merge *m, const MergePart *part, const JsonValue *done, const JsonValue **entry, Error *err) {
    uint64_t number;
    ReportVerdict verdict;
    if (!json_member_number(done, "number", &number) || number < 1 || number > m->count ||
        !find_verdict(done, &verdict))
        return fail(err, "%.300s: what it says of its tests cannot be read", part->path);
    MergedTest *test = &m->tests[number - 1];
    if (test->path) return fail(err, "the test %.120s is in %.150s and in %.150s", test->title, test->path, part->path);
    *test = (MergedTest){.title = test->title, .path = part->path, .verdict = verdict};
    m->counts[verdict]++;
    if (verdict == REPORT_SKIPPED) return true;
    if (!*entry || !agrees(test, *entry))
        return fail(err, "%.200s: it says two things of the test %.120s", part->path, test->title);
    test->entry = *entry;
    *entry = (*entry)->next;
    return true;
}

static bool add_tests(Merge *m, const MergePart *part, const JsonValue *shard, Error *err) {
    const JsonValue *entries = json_member(part->document.root, "tests", JSON_ARRAY), *entry = json_first(entries),
                    *all = json_member(shard, "done", JSON_ARRAY);
    uint64_t failures;
    if (!entries || !all || !json_member_number(shard, "failures", &failures) || failures > all->count)
        return fail(err, "%.300s: what it says of its tests cannot be read", part->path);
    for (const JsonValue *done = all->items; done; done = done->next)
        if (!add_test(m, part, done, &entry, err)) return false;
    if (entry) return fail(err, "%.300s: it has a test that it does not say it has done", part->path);
    m->failures += failures;
    return true;
}

static bool add_sums(Merge *m, const MergePart *part, Error *err) {
    const JsonValue *summary = json_member(part->document.root, "summary", JSON_OBJECT);
    uint64_t interleavings;
    double seconds;
    if (!json_member_number(summary, "interleavings", &interleavings) ||
        !json_member_seconds(summary, "seconds", &seconds))
        return fail(err, "%.300s: it has no summary", part->path);
    m->interleavings += interleavings;
    m->seconds += seconds;
    return true;
}

static bool add_part(Merge *m, MergePart *part, Error *err) {
    const JsonValue *root = part->document.root, *shard = json_member(root, "shard", JSON_OBJECT);
    const char *tool = "", *version = "";
    json_member_text(root, "tool", &tool);
    json_member_text(root, "version", &version);
    if (strcmp(tool, "weft") != 0) return fail(err, "%.300s: this is no report of weft", part->path);
    if (strcmp(version, WEFT_VERSION) != 0)
        return fail(err, "%.200s: it was written by weft %.50s, and this is " WEFT_VERSION, part->path, version);
    if (!shard)
        return fail(err, "%.300s: it is of no part of the tests: weft test --shard I/N --json FILE writes one",
                    part->path);
    return join_whole(m, part, shard, err) && add_tests(m, part, shard, err) && add_sums(m, part, err);
}

bool merge_add(Merge *m, const char *path, Error *err) {
    MergePart *part;
    Bytes bytes;
    if (!bytes_read_file(path, &bytes, err)) return false;
    m->items = memory_resize(m->items, (m->part_count + 1) * sizeof *m->items);
    part = &m->items[m->part_count++];
    *part = (MergePart){.path = path, .bytes = bytes};
    return json_read(&part->document, path, (const char *)bytes.data, bytes.size, err) && add_part(m, part, err);
}

static bool has_part(const Merge *m, uint64_t part) {
    for (size_t i = 0; i < m->part_count; i++)
        if (m->items[i].part == part) return true;
    return false;
}

bool merge_check(const Merge *m, Error *err) {
    for (uint64_t part = 1; part <= m->parts; part++)
        if (!has_part(m, part)) return fail(err, "part %" PRIu64 " of %" PRIu64 " is missing", part, m->parts);
    for (size_t i = 0; i < m->count; i++)
        if (!m->tests[i].path)
            return fail(err,
                        "the test %.150s is in none of the %" PRIu64 " parts: one of them was interrupted, or they "
                        "were not given the same --durations",
                        m->tests[i].title, m->parts);
    return true;
}

// --- writing -------------------------------------------------------------------------------------------------

void merge_json(const Merge *m, Text *out) {
    JsonWriter w = {.out = out};
    Text entry = {0};
    json_object(&w, NULL);
    json_text(&w, "tool", "weft");
    json_text(&w, "version", WEFT_VERSION);
    json_array(&w, "tests");
    for (size_t i = 0; i < m->count; i++) {
        if (!m->tests[i].entry) continue;
        text_clear(&entry);
        text_add_bytes(&entry, m->tests[i].entry->at, m->tests[i].entry->size);
        json_written(&w, NULL, text_string(&entry));
    }
    json_end(&w);
    report_summary_json(m->counts, m->interleavings, m->seconds, &w);
    json_end(&w);
    text_add(out, "\n");
    text_free(&entry);
}

void merge_free(Merge *m) {
    for (size_t i = 0; i < m->part_count; i++) {
        json_free(&m->items[i].document);
        free((void *)(uintptr_t)m->items[i].bytes.data);
    }
    memory_free(m->items);
    memory_free(m->tests);
}
