// Log: what draws have come to, in a few words for each run.
#pragma once
#include "explore/random/random.h"

typedef struct {
    uint64_t fingerprint;   // 0: it was not looked at
    uint32_t showing;       // what it shows: an index into the log's
    uint32_t example;       // its schedule: an index into the log's examples plus 1; 0: not kept
    uint32_t steps;
} RunRecord;

typedef struct {
    uint64_t number;
    uint32_t runs;   // records that belong to it
    uint64_t conflicts, feasible;
} DrawRecord;

typedef struct {
    Seen *seen;   // what runs show; it stays when the rest is cleared
    uint32_t seen_count, seen_capacity;
    uint32_t seen_saved;   // of them
    Text *examples;
    uint32_t example_count, example_capacity;
    RunRecord *runs;
    uint32_t run_count, run_capacity;
    DrawRecord *draws;
    uint32_t draw_count, draw_capacity;
} Log;

uint32_t log_add_showing(Log *log, const Showing *showing);   // takes over the text; returns its index
Text *log_add_example(Log *log);
void log_add_run(Log *log, RunRecord record);
void log_add_draw(Log *log, DrawRecord record);
void log_clear(Log *log);
void log_free(Log *log);

// From one process to another.
void log_save(Log *log, Text *out);
bool log_load(Log *log, const char *bytes, size_t size);   // into a cleared one; false: it is cut off
