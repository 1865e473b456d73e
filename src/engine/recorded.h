// Recorded: a schedule file as what a command is to run: its options stand before those of the command line, and its
// steps are followed on a stage.
#pragma once
#include "engine/schedule_file.h"
#include "explore/witness/stage.h"
#include "option/program.h"

enum { RECORDED_ARGUMENTS = 64 };

// Reads the file that is the command's first argument; of a report file, the schedule of --error N. False also where
// its lines say nothing.
bool recorded_read(ScheduleFile *file, int argc, char **argv, Error *err);
// The options of the file, then those of the command line; how many of the words are the file's.
char **recorded_words(const ScheduleFile *file, int argc, char **argv, int *count, int *recorded);
void recorded_free(char **words, int count);
// What is run; `arguments` has room for RECORDED_ARGUMENTS and must live as long as the program.
void recorded_name(const ScheduleFile *file, Program *program, const char **arguments);

// The steps of the file, each as it stands there, from where the stage stands. False: one of them cannot act.
bool recorded_follow(const ScheduleFile *file, Stage *stage, Error *err);
