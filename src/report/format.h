// Format: what was found, as a file for other programs. Each is a const struct in a file of its own and a line in
// format.def, which makes it an option of every command that finds something.
//
// A sheet is begun, gets one test after the other, and is ended; what stands in `out` is then the file. weft check has
// one test, weft test many. A sheet may be about something that could not be done: its report has a message.
#pragma once
#include "base/parcel.h"
#include "report/names.h"
#include "report/report.h"

// A part of the tests, where other machines have the rest (weft test --shard): which ones these are report/merge.h
// reads.
typedef struct {
    uint32_t part, parts;
    const char *const *titles;   // of all tests, by number
    size_t count;
} SheetShard;

typedef struct {
    Text out;
    bool many;                          // tests of a suite, not one test alone
    uint64_t counts[REPORT_VERDICTS];   // of the tests so far, the one being added included
    uint64_t tests;                     // how many these are
    uint64_t failures;                  // of them, those that make the exit status 1
    uint64_t interleavings;
    double seconds;
    JsonWriter json;          // for those who write JSON
    Text body, part, group;   // for those who need more texts
    Names files, stacks;      // for those who refer to them by number
    uint64_t part_counts[REPORT_VERDICTS], part_failures;
    double part_seconds;
    const char *editor;          // address of a place in the reader's editor, with {file} and {line} in it; NULL: none
    const SheetShard *shard;     // NULL: all tests are here
    const char *folder, *root;   // where weft works, and the folder around it that file names shall begin at
} Sheet;

typedef struct {
    void (*begin)(Sheet *sheet);   // NULL: nothing to do
    void (*add)(Sheet *sheet, const Report *report);
    void (*end)(Sheet *sheet);   // NULL: nothing to do
    bool plain;                  // it is text as people read it: nothing in it steers a terminal
    bool lines;                  // what stands in `out` may be written before the end
} Format;

#define FORMAT(name, also, help, example) extern const Format format_##name;
#include "report/format.def"
#undef FORMAT

enum {
#define FORMAT(name, also, help, example) FORMAT_##name,
#include "report/format.def"
#undef FORMAT
    FORMAT_COUNT
};

// Begins with `many`, `folder` and `root` as they are set.
void sheet_begin(Sheet *sheet, const Format *format);
void sheet_add(Sheet *sheet, const Format *format, const Report *report);
bool sheet_path(const Sheet *sheet, const char *file, size_t size,
                Text *out);   // as from the root; false: it is not below it
void sheet_end(Sheet *sheet, const Format *format);
// What another process adds to a copy of the sheet: it begins with sheet_part, and what it saves is added here.
void sheet_part(Sheet *sheet);
void sheet_save(const Sheet *sheet, Text *parcel);
void sheet_load(Sheet *sheet, Parcel *parcel);
void sheet_free(Sheet *sheet);
