// Report: what a search found, for people (text) and for programs (JSON).
#pragma once
#include "base/json.h"
#include "explore/finding.h"
#include "explore/search.h"

typedef struct {
    const char *version, *module, *function;
    const char *title;            // of the test, where it is one of many; NULL: module and function say what it is
    const char *const *arguments; // of the function, NULL: none
    size_t argument_count;
    const char *const *files;     // named on the command line
    size_t file_count;
    const char *options;          // that schedules keep: lines "option: --name value"
    SearchResult search;
    const char *strategy;
    const char *bound;            // what bounded the search, in words; NULL: nothing
    bool interrupted;             // by the user
    bool show_races;              // tell all races of each error
    bool replayed;                // one interleaving was followed, nothing was searched
    const Findings *findings;
    const char *externals;        // what a real erl answered, a line for each function; NULL: nothing
    const char *message;          // why it could not be done; NULL: it could
} Report;

void report_text(const Report *report, Text *out);
void report_json(const Report *report, Text *out);
// The same as one of the tests in an array, with where it is and a word for how it went.
void report_json_test(const Report *report, JsonWriter *writer, const char *verdict, const char *file, uint32_t line);

// A schedule as a file that people can read and edit: what it is about, then a line for each step, the process first.
void report_schedule(const Report *report, const Story *story, Text *out);

size_t report_widest_process(const Story *story);   // of its names, in bytes
