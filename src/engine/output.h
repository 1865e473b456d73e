// Outputs: where a command puts what it found, besides the text that people read on the way.
//
// A command begins, adds a report for each test and ends; the files of the formats (report/format.def) are written
// then, the schedule of the first error with them. In a jail, ending hands all of that over to the supervisor, who
// writes it. FILE may be -, which is standard output: it takes the place of the text. In a workflow of GitHub errors
// are marked in the source, too, and the page of the job gets a summary (report/github.h).
#pragma once
#include <stdio.h>

#include "base/writing.h"
#include "engine/terminal.h"
#include "option/options.h"
#include "report/format.h"

typedef struct Outputs {
    const char *files[FORMAT_COUNT];   // NULL: not asked for
    const char *schedule, *graph_of, *editor_url;
    bool quiet, no_report;
    const SheetShard *shard;   // of the tests, this part is done here; NULL: all are
    Look look;                 // of the text
    Writing report_file;       // that begins with a diary
    FILE *diary;               // of --log-all, the beginning of the report file; NULL: none
    Sheet sheets[FORMAT_COUNT];
    bool on_github;               // weft runs in a workflow of GitHub
    Sheet annotations, summary;   // for it
    Text folder, root;            // as sheets want them
    Text schedule_text;           // for the file of --schedule
    bool scheduled;               // it is known
    bool begun;
    bool broken;   // a file could not be written
} Outputs;

extern const Option output_options[];

// Whether all files can be written, so that a long search does not end with one that cannot.
bool outputs_check(const Outputs *outputs, Error *err);
// The report goes to a file of that name unless another one was named, none is wanted, or it cannot be written.
void outputs_report_to(Outputs *outputs, const char *usual);
// Begins the report file with a diary.
bool outputs_open_diary(Outputs *outputs, Error *err);
// Tells the report which files there will be.
void outputs_name_files(const Outputs *outputs, Report *report);
Style outputs_style(const Outputs *outputs);       // of the text on standard output
bool outputs_show_state(const Outputs *outputs);   // some file shows what each step changes
bool outputs_want_tree(const Outputs *outputs);    // of the interleavings that are explored
bool outputs_silent(const Outputs *outputs);       // no text shall go to standard output

void outputs_begin(Outputs *outputs, bool many);   // many: the tests of a suite
void outputs_add(Outputs *outputs, const Report *report);
bool outputs_end(Outputs *outputs);   // false: it was told that a file could not be written
// What the process that runs the program (jail/jail.h) adds, from where it has gone inside, for the one that writes
// files.
void outputs_go_inside(Outputs *outputs);
void outputs_save(const Outputs *outputs, Text *parcel);
void outputs_load(Outputs *outputs, Parcel *parcel);
// Begins and ends with the report of something that could not be done. Files that cannot be written are left alone.
void outputs_refuse(Outputs *outputs, const Report *report, bool many);

// For other files that an option names; NULL: fine.
bool output_check(const char *option, const char *path, Error *err);
bool output_is_stdout(const char *path);
bool output_write(const char *path, const Text *text);   // false: it was told that it could not

// The folder that weft works in, and the nearest one around it that is under version control, or else the same: where
// names of files shall begin.
void output_folders(Text *folder, Text *root);
bool output_is_on_github(void);
