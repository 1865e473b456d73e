// Options: what commands take, as tables. Parsing and help read the same lines.
//
//     static const Option options[] = {
//         {"--depth-bound", "N", "steps of one interleaving", OPTION_NUMBER, offsetof(Check, depth)}, ...
//         {0},
//     };
//
// Dashes and underscores are the same in names. Words that are no options are files of the project; all behind a
// -- are arguments for the program.
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "cli/project.h"
#include "vm/machine.h"

typedef enum {
    OPTION_TEXT,      // const char *
    OPTION_NUMBER,    // uint64_t; k, m and g multiply
    OPTION_COUNT,     // the same, but at least 1
    OPTION_FLAG,      // bool
    OPTION_LIST,      // TextList: may be given several times
} OptionKind;

typedef struct {
    const char *name, *value, *help;
    OptionKind kind;
    size_t offset;    // of the field in the command's struct
    bool replayed;    // has a say in what a given schedule leads to, so that schedule files keep it
} Option;

typedef struct {
    const char *items[32];
    size_t count;
} TextList;

bool text_list_has(const TextList *list, const char *text);

// What all commands that run a program have in common; the first field of their structs.
typedef struct {
    const char *module, *function, *otp;
    TextList early, late;                // --pa, --pz
    TextList externals;
    const char *files[256];
    size_t file_count;
    const char *const *arguments;        // behind --, NULL: none
    size_t argument_count;
    uint64_t max_memory, max_reductions;
    bool collect_always;
    const Option *given[128];            // in their order
    const char *values[128];             // NULL: a flag
    size_t given_count;
    Project project;
    Text full_module;                    // of Elixir, when `module` was given without Elixir. before it
} Program;

extern const Option program_options[];

// Fills `target` (whose first field is a Program) from the words.
bool options_parse(const Option *options, void *target, int argc, char **argv, Error *err);
void options_help(const Option *options);

bool program_is_named(const Program *program, Error *err);     // which function is to run

bool option_given(const Program *program, const char *name);   // as the table spells it

// A line "option: --name value" for each option that is to be replayed.
void options_record(const Program *program, Text *out);

// Makes the project ready: finds OTP, compiles sources.
bool program_prepare(Program *program, Error *err);

// A machine that stands before the program's first step; the caller frees it.
Machine *program_start(Program *program, MachineConfig *config, Error *err);
void program_free(Program *program);
