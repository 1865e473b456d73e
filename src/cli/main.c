// weft: finds concurrency errors in Erlang and Elixir programs.
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "cli/help.h"
#include "cli/version.h"
#include "jail/jail.h"
#include "option/catalog.h"

static int unknown_command(const char *name) {
    const char *near = NULL;
    size_t best = 3;
    for (const Command *const *command = catalog_commands; *command; command++) {
        size_t distance = text_distance((*command)->name, name);
        if (distance < best) best = distance, near = (*command)->name;
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

static bool is_word(const char *word, const char *name, const char *letter) {
    return strcmp(word, name) == 0 || strcmp(word, letter) == 0;
}

// What could not be printed was not told.
static int finish(int status) {
    const char *reason = fflush(stdout) != 0 ? strerror(errno) : ferror(stdout) ? "an earlier write failed" : NULL;
    if (!reason) return status;
    fprintf(stderr, "weft: cannot write to standard output: %s\n", reason);
    return status == EXIT_OK ? EXIT_UNABLE : status;
}

static int tell(Text *text, FILE *stream, int status) {
    fwrite(text_string(text), 1, text->size, stream);
    text_free(text);
    return finish(status);
}

// weft by itself, --help [TOPIC], --version [--verbose]: words that are no commands.
static int tell_about_weft(int argc, char **argv) {
    Text text = {0};
    if (argc < 2) {
        help_overview(&text);
        return tell(&text, stderr, EXIT_UNABLE);
    }
    if (is_word(argv[1], "--help", "-h")) {
        argv[1] = (char[]){"help"};
        return command_help.run(argc - 1, argv + 1);
    }
    version_tell(argc > 2 && is_word(argv[2], "--verbose", "-v"), &text);
    return tell(&text, stdout, EXIT_OK);
}

int main(int argc, char **argv) {
    signal(SIGXFSZ, SIG_IGN);   // a file that grows too large is one that cannot be written
    if (argc < 2 || is_word(argv[1], "--help", "-h") || is_word(argv[1], "--version", "-V"))
        return tell_about_weft(argc, argv);
    const Command *command = catalog_command(argv[1]);
    if (!command) return unknown_command(argv[1]);
    if (asks_for_help(argc, argv)) {
        Text text = {0};
        help_command(command, &text);
        return tell(&text, stdout, EXIT_OK);
    }
    int status = finish(command->run(argc - 1, argv + 1));
    if (jail_is_inside()) jail_finish(status);
    return status;
}
