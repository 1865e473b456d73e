// weft: finds concurrency errors in Erlang and Elixir programs.
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "cli/command.h"
#include "cli/help.h"

static const Command *const commands[] = {
#define COMMAND(name) &command_##name,
#include "cli/command.def"
#undef COMMAND
};
enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

static void print_help(FILE *out) {
    fprintf(out, "weft finds concurrency errors in Erlang and Elixir programs.\n\nusage: weft COMMAND ...\n\n");
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        fprintf(out, "  %-8s %s\n", commands[i]->name, commands[i]->about);
    fprintf(out, "\nweft COMMAND --help tells more. Exit status: 0 no error, 1 an error of the program,\n"
                 "2 weft could not do it.\n");
}

static const Command *find_command(const char *name) {
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(commands[i]->name, name) == 0) return commands[i];
    return NULL;
}

static int unknown_command(const char *name) {
    const char *near = NULL;
    size_t best = 3;
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        size_t distance = text_distance(commands[i]->name, name);
        if (distance < best) best = distance, near = commands[i]->name;
    }
    fprintf(stderr, "weft: there is no command '%s'", name);
    if (near) fprintf(stderr, "; did you mean '%s'?", near);
    fprintf(stderr, "\nweft --help lists the commands.\n");
    return EXIT_UNABLE;
}

// Behind a -- are words of the program.
static bool asks_for_help(int argc, char **argv) {
    for (int i = 2; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) return true;
    return false;
}

int main(int argc, char **argv) {
    if (argc < 2) {
        print_help(stderr);
        return EXIT_UNABLE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0) {
        print_help(stdout);
        return EXIT_OK;
    }
    if (strcmp(argv[1], "--version") == 0) {
        puts("weft " WEFT_VERSION);
        return EXIT_OK;
    }
    const Command *command = find_command(argv[1]);
    if (!command) return unknown_command(argv[1]);
    if (asks_for_help(argc, argv)) {
        help_command(command);
        return EXIT_OK;
    }
    return command->run(argc - 1, argv + 1);
}
