// Outputs: where a command puts what it found, besides the text that people read on the way.
//
// A command begins, adds a report for each test and ends; the files of the formats (report/format.def) are written then, the
// schedule of the first error with them. FILE may be -, which is standard output: it takes the place of the text.
#pragma once
#include "cli/options.h"
#include "report/format.h"

typedef struct {
    const char *files[FORMAT_COUNT];    // NULL: not asked for
    const char *schedule;
    bool quiet;
    Sheet sheets[FORMAT_COUNT];
    bool scheduled;                     // the file of --schedule is written
    bool broken;                        // a file could not be written
} Outputs;

extern const Option output_options[];

// Whether all files can be written, so that a long search does not end with one that cannot.
bool outputs_check(const Outputs *outputs, Error *err);
bool outputs_silent(const Outputs *outputs);        // no text shall go to standard output

void outputs_begin(Outputs *outputs, bool many);    // many: the tests of a suite
void outputs_add(Outputs *outputs, const Report *report);
bool outputs_end(Outputs *outputs);                 // false: it was told that a file could not be written
// Begins and ends with the report of something that could not be done. Files that cannot be written are left alone.
void outputs_refuse(Outputs *outputs, const Report *report);

// For other files that an option names; NULL: fine.
bool output_check(const char *option, const char *path, Error *err);
bool output_write(const char *path, const Text *text);   // false: it was told that it could not
