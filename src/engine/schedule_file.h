// ScheduleFile: an interleaving as a file that people read and edit. report_schedule writes it.
//
//     # a comment
//     module: ping_pong
//     function: main
//     file: examples/ping_pong.erl
//     option: --timeouts idle
//     process: P.1 ping_pong:pong/1
//
//     P     # spawns
//     P.1   # sends ping
//
// Lines about processes say with which function each began; --relaxed finds them by that. A function with an argument
// takes a list of strings: a line "argument: TEXT" for each of them.
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/error.h"

typedef struct {
    const char *word;      // file, option, argument or process; of a step, the name of who acts
    const char *value;     // behind the word; of a step, NULL
    const char *comment;   // of a step: what was done; NULL: there is none
    size_t line;           // of the file, from 1
} ScheduleLine;

typedef struct {
    char *text;   // all of it, taken apart in place
    const char *module, *function;
    ScheduleLine *lines;   // files, options, arguments and processes, then steps, in their order
    size_t count, capacity;
    size_t steps;   // how many are steps
} ScheduleFile;

// A report file has schedules in it, too, one for each error: the one of that number, from 1.
bool schedule_file_read(ScheduleFile *file, const char *path, uint32_t error, Error *err);
// The same from bytes with a 0 behind them, which it takes over. `path` is for what is said about them.
bool schedule_file_take(ScheduleFile *file, Bytes bytes, const char *path, uint32_t error, Error *err);
void schedule_file_free(ScheduleFile *file);
