// Report: what a search found, for people (report_text) and for programs (report/format.h).
#pragma once
#include "base/json.h"
#include "explore/dpor/search.h"
#include "explore/random/random.h"
#include "explore/states/states.h"
#include "explore/witness/finding.h"
#include "report/page.h"

typedef enum {
    REPORT_OK,   // no schedule fails
    REPORT_FAILED,
    REPORT_TIMING,    // some fail, but only if a timeout fires although somebody else could act
    REPORT_OPEN,      // none fails so far, but the search is not exhaustive
    REPORT_SKIPPED,   // it was not to be run
    REPORT_UNABLE,    // it could not be done
    REPORT_VERDICTS
} ReportVerdict;

extern const char *const report_verdicts[REPORT_VERDICTS];   // in a word

typedef struct {
    const char *version, *module, *function;
    const char *title;     // of the test, where it is one of many; NULL: module and function say what it is
    const char *file;      // of the test's source, NULL or empty: unknown
    uint32_t line;         // where it begins there, 0: unknown
    uint32_t number;       // of the test, where it is one of many, from 1; 0: it was left out
    const char *skipped;   // why it was not to be run; NULL: it was
    const char *runner;    // the module whose run/1 runs the test, where it is one of many; NULL: the function does
    const char *entry;     // that function, or another one of the module's
    const char *const *arguments;   // of the function, NULL: none
    size_t argument_count;
    const char *const *files;   // named on the command line
    size_t file_count;
    const char *const *folders;   // where sources may be found
    size_t folder_count;
    const char *options;   // that schedules keep: lines "option: --name value"
    SearchResult search;
    const char *strategy;
    BoundKind bound;                             // of what interleavings could have only so many
    const char *interrupted;                     // why it stopped before it was done, in a few words; NULL: it did not
    bool timing_fails, open_fails, skip_fails;   // whether these verdicts count as failures
    bool show_races;                             // tell all races of each error
    bool show_handled;                           // tell crashes that somebody handled
    const RandomResult *sampled;                 // runs were drawn by chance; NULL: they were not
    const RandomResult *drawn;    // runs drawn besides a search that found nothing and was not exhaustive; NULL: none
    const StatesResult *states;   // states were visited; NULL: interleavings were
    const char *properties;       // what was asked of states and paths and holds, a line each; NULL: nothing was
    const char *sampler;          // how they were decided
    uint64_t seed;
    bool replayed;                        // one interleaving was followed, nothing was searched
    const char *const *library_folders;   // where the library's sources may be found
    size_t library_folder_count;
    const Findings *findings;
    const char *externals;   // what a real erl answered, a line for each function; NULL: nothing
    const Hidden *hidden;    // what no interleaving shows; NULL: nothing
    const char *more,
        *more_name;            // what only some commands have to say, as JSON, and what it is called; NULL: nothing
    const char *command;       // how weft was called, a line; NULL: unknown
    const char *budgets;       // what may have broken, "at most 1 crash of a node"; NULL: nothing
    const char *assumed;       // what holds in every interleaving, a line each; NULL: unknown
    const char *modules;       // that were loaded, a line each; NULL: unknown
    bool ascii;                // files shall have no other letters
    const char *written;       // the report file; NULL: there is none
    const char *scheduled;     // the file with the schedule of the first error; NULL: there is none
    const struct Tree *tree;   // of the interleavings, for --graph (explore/tree.h); NULL: not gathered
    const char *message;       // why it could not be done; NULL: it could
} Report;

ReportVerdict report_verdict(const Report *report);
bool report_fails(const Report *report);             // its verdict makes the exit status 1
void report_name(const Report *report, Text *out);   // the title, or the function as the language of the test has it

// Of a search with a scheduling bound: "2 preemptions"; what was proved, a sentence; what was left out. False: there is
// nothing to be said of that.
void report_cost(const Report *report, uint32_t cost, Text *out);
bool report_proved(const Report *report, Text *out);
bool report_left_out(const Report *report, Text *out);

// How many results files list, most frequent first: no more than people or programs can read.
uint32_t report_outcomes_listed(const Findings *findings);

const char *report_trouble(FindingKind kind);   // a few words for what went wrong
// "passes unless the 100 ms timeout of gen_server:call at slow_store.erl:14 fires before the reply". False: it is no
// matter of timing.
bool report_timing(const Report *report, const Finding *finding, Text *out);
// The number of the first error that the same interleaving shows, if it stands before this one; 0: there is none.
uint32_t report_told_before(const Report *report, const Finding *finding);
void report_headline(const Finding *finding, Text *out);   // one line: the same, who and why
Style report_file_style(const Report *report);             // of texts that stand in files

// What was tried: "interleaving", "run", "state".
// What came of many tests: a line for people, an object for programs.
void report_summary(const uint64_t counts[REPORT_VERDICTS], uint64_t interleavings, double seconds, Text *out);
void report_summary_json(const uint64_t counts[REPORT_VERDICTS], uint64_t interleavings, double seconds,
                         JsonWriter *writer);
const char *report_unit(const Report *report);

void report_text(const Report *report, Style style, Text *out);
// Parts of it: the first lines, and what no interleaving shows.
void report_verdict_text(const Report *report, Style style, Text *out);
void report_hidden_text(const Report *report, Text *out);
// Crashes that are no errors, if they are to be told: a paragraph each, of which every line begins with `indent`.
void report_notes_text(const Report *report, const char *indent, Text *out);

// A schedule as a file that people can read and edit: what it is about, then a line for each step, the process first.
void report_schedule(const Report *report, const Story *story, Text *out);

size_t report_widest_process(const Story *story);   // of its names, in bytes
