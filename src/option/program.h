// Program: what a command is to run: module and function, files, code path, limits. The first field of the command's
// struct.
#pragma once
#include "option/config.h"
#include "option/options.h"
#include "project/project.h"
#include "vm/machine.h"

typedef struct {
    const char *module, *function, *otp;
    TextList early, late;        // --pa, --pz
    TextList externals, named;   // named: by --file
    const char *files[256];
    size_t file_count;
    const char *const *arguments;   // behind --, NULL: none
    size_t argument_count;
    uint64_t max_memory, max_reductions;
    bool collect_always, unconfined;
    uint64_t jobs;              // processes that run it at once; 0: one
    const Option *given[128];   // in their order: those of weft.toml, then those of the command line
    const char *values[128];    // of a flag: NULL, or NEGATED
    Origin origins[128];
    size_t given_count;
    const char *schedule;      // the file that is replayed, or the run that is joined; NULL: none
    bool of_run;               // it is a run
    const char *folder;        // where it was begun; NULL: here
    int scheduled_words;       // how many words, behind the name of the command, are the schedule's
    size_t scheduled_files;    // how many of the files
    const char *config_file;   // --config
    bool no_config;
    const char *const
        *ready;   // the arguments for a machine that stands ready before the test (engine/batch.h); NULL: it does not
    size_t ready_count;
    Text partial, partial_reason;   // what a search noted that did not come to its end, and why it did not
    Config config;
    Project project;
    Text full_module;   // of Elixir, when `module` was given without Elixir. before it
} Program;

extern const Option program_options[];

// Modules that run one test of a framework, which is what their two arguments name (engine/suite.h).
#define RUNNER_EUNIT "weft_eunit"
#define RUNNER_EXUNIT "weft_exunit"
#define RUNNER_COMMON_TEST "weft_ct"
bool program_runs_test(const Program *program);

bool program_is_named(const Program *program, Error *err);   // which function is to run

bool option_given(const Program *program, const char *name);            // as the table spells it
bool program_has_from_file(const Program *program, const char *name);   // it stands in weft.toml

void options_tell(const Program *program, const char *command, Text *out);   // as one could type them

// A line "option: --name value" for each option that is to be replayed.
void options_record(const Program *program, Text *out);

// Makes the project ready: finds OTP, compiles sources.
bool program_prepare(Program *program, Error *err);
void program_name_module(Program *program);   // as Erlang has it, once it is known whether there is Elixir

// A machine for the program, which the caller frees; then it loads code and stands before the program's first step.
// What is in between is up to the caller: from then on code of the program's has a say (jail/jail.h).
Machine *program_new(Program *program, MachineConfig *config, Error *err);
bool program_begin(const Program *program, Machine *machine, Error *err);
void program_free(Program *program);
