// Options: what commands take, as tables. Parsing, help, the man page, completions and weft.toml read the same lines.
//
//     static const Option options[] = {
//         {"--depth-bound", "N", "steps of one interleaving", OPTION_COUNT, offsetof(Semantics, depth), GROUP_BOUND,
//          .usual = "5000", .more = "What weft help --depth-bound says beyond that line.",
//          .example = "check -m pool -t main pool.erl --depth-bound 20000", .replayed = true}, ...
//         {0},
//     };
//
// A table is about one struct. A command lists the tables that it takes, with the place of each struct within its own:
//
//     static const OptionPart check_options[] = {
//         {program_options, 0}, {semantics_options, offsetof(Check, semantics)}, ..., {0},
//     };
//
// Dashes and underscores are the same in names, and --no-NAME takes a flag back. Words that are no options are files of
// the project; all behind a -- are arguments for the program. Every option has an example (test/help sees to it).
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/text.h"

typedef enum {
    OPTION_TEXT,     // const char *
    OPTION_NUMBER,   // uint64_t; k, m and g multiply
    OPTION_COUNT,    // the same, but at least 1
    OPTION_FLAG,     // bool
    OPTION_LIST,     // TextList: may be given several times
} OptionKind;

typedef enum {       // the headings of --help, in their order
    GROUP_WHAT,      // what is run
    GROUP_SEARCH,    // which interleavings, in which order
    GROUP_BOUND,     // how many of them
    GROUP_MEANING,   // what the system does
    GROUP_NODES,     // nodes, and what may break
    GROUP_ERROR,     // what counts as an error
    GROUP_OUTPUT,    // what is told, and where
    GROUP_LIMIT,     // memory and the like
    GROUP_COUNT
} OptionGroup;

typedef struct {
    const char *name;    // the long one, as help and weft.toml have it
    const char *value;   // what help calls its value; FILE and DIR complete to names of files; NULL: it takes none
    const char *help;    // in one line
    OptionKind kind;
    size_t offset;   // of the field in the table's struct
    OptionGroup group;
    const char *also;      // other names, separated by blanks; NULL: none
    const char *choices;   // the words that it takes, separated by blanks, the usual one first; NULL: any
    const char *usual;     // what holds when it is not given; NULL: nothing worth telling
    const char *more;      // sentences for weft help NAME; NULL: the line says it all
    const char *example;   // what to type behind "weft "
    bool spoken;           // only on the command line, not in weft.toml
    bool open;       // a file of the project may set it to any text; of a FILE or DIR, to what lies in the project
                     // (option/power.h)
    bool replayed;   // has a say in what a given schedule leads to, so that schedule files keep it
} Option;

typedef struct {
    const Option *options;
    size_t offset;   // of their struct in the command's
} OptionPart;

typedef struct {
    const char *items[32];
    size_t count;
} TextList;

bool text_list_has(const TextList *list, const char *text);

typedef enum { BY_PERSON, BY_CONFIG, BY_SCHEDULE, BY_RUN } Origin;   // who gave an option; a run: of other machines

#define NEGATED "false"   // what a flag that was taken back (--no-NAME) has for a value

// Fills `target`, whose first field is a Program, from weft.toml (option/config.h) and from the words, which win.
bool options_parse(const OptionPart *parts, void *target, int argc, char **argv, Error *err);

// The option of that name in the tables, NULL: there is none. `offset`, unless NULL, becomes that of its field.
const Option *options_find(const OptionPart *parts, const char *name, size_t *offset);
// The name that is nearest to one that is in none of the tables, NULL: none is near.
const char *options_nearest(const OptionPart *parts, const char *name);
// Says that there is no such option here, and what was meant perhaps. Returns false.
bool options_unknown(const OptionPart *parts, const char *name, Error *err);
