// Merge: the parts of the tests that several machines had (weft test --shard), put together.
//
// A part is the JSON file of such a run. It names all tests, and says which of them it has done. Together they are what
// one run would have written: each test once, in the same order, whatever the order of the parts. It is refused if a
// test is missing or there twice, or if the parts are not of one whole.
#pragma once
#include "base/bytes.h"
#include "base/json_read.h"
#include "report/report.h"

typedef struct {
    const char *title;
    const char *path;   // of the part that has it; NULL: none so far
    ReportVerdict verdict;
    const JsonValue *entry;   // what is said of it; NULL: it was skipped
} MergedTest;

typedef struct {
    const char *path;
    uint64_t part;
    Bytes bytes;
    JsonDocument document;
} MergePart;

typedef struct {
    MergePart *items;
    size_t part_count;
    uint64_t parts;   // that there should be
    MergedTest *tests;
    size_t count;
    uint64_t counts[REPORT_VERDICTS], failures, interleavings;
    double seconds;
} Merge;

bool merge_add(Merge *merge, const char *path, Error *err);
bool merge_check(const Merge *merge, Error *err);   // when all are added: whether nothing is missing
void merge_json(const Merge *merge, Text *out);     // as weft test --json would have written it
void merge_free(Merge *merge);
