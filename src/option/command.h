// Command: what `weft WORD` can be. Each command is a const struct in a file of its own and a line in
// command.def; main, --help and completion read that list.
#pragma once
#include "option/program.h"

enum {
    EXIT_OK = 0,
    EXIT_FOUND = 1,
    EXIT_UNABLE = 2,
    EXIT_SIGNAL = 128
};   // EXIT_SIGNAL: plus the signal, as shells have it

typedef struct {
    const char *name;
    const char *usage;                   // the arguments, after the name
    const char *about;                   // one line
    const char *help;                    // the rest
    const char *example;                 // what to type behind "weft "
    const OptionPart *options;           // the tables; NULL: it takes none
    int (*run)(int argc, char **argv);   // argv[0] is the command's name
} Command;

#define COMMAND(name) extern const Command command_##name;
#include "option/command.def"
#undef COMMAND
