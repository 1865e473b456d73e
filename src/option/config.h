// Config: the options of a project, from its weft.toml.
//
//     depth_bound = 20000          # above all sections: for every command that has the option
//     timeouts = "any"
//
//     [test]                       # for weft test
//     max_seconds = 10
//     keep_going = true
//
// Keys are the long names of options, with dashes or underscores. Names of files are as from the folder of weft.toml.
// A schedule file keeps all that has a say in what it leads to, so of these options weft replay takes none from here.
#pragma once
#include "base/toml.h"
#include "option/options.h"

typedef struct {
    const Option *option;
    size_t offset;   // of its field in the command's struct
    char *value;     // as on the command line; of a flag, NULL or NEGATED
    TomlPlace place;
} Setting;

typedef struct {
    Text path;             // of the file; empty: there is none
    Setting *settings;     // those of all commands, then those of this one
    size_t count, total;   // those behind `count` are for a schedule to say; they only stand for what is trusted
    bool trusted;          // the person at the keyboard said so (option/trust_list.h)
} Config;

// Finds the file (argv[0] is the name of the command, --config and --no-config among the words are heeded), and takes
// what is there for the command. The caller frees it in either case.
bool config_read(Config *config, const OptionPart *parts, int argc, char **argv, Error *err);
// Puts the place of a setting in front of what is wrong with it. Returns false.
bool config_fail(const Config *config, const Setting *setting, Error *err);
// Takes what is there for any command, from a file of that name.
bool config_read_all(Config *config, const char *path, Error *err);
void config_free(Config *config);
