// weft trust: lets the weft.toml of a project ask for whatever it likes, until it changes.
#include "engine/terminal.h"
#include "option/command.h"
#include "option/power.h"
#include "option/trust_list.h"

typedef struct {
    Program program;
    bool forget;
} Trust;

static const Option own_options[] = {
    {"--forget", NULL, "trust it no longer", OPTION_FLAG, offsetof(Trust, forget), GROUP_WHAT,
     .example = "trust --forget", .spoken = true},
    {0},
};

static const OptionPart trust_options[] = {{own_options, 0}, {0}};

static bool tell(const char *path, bool forget, Error *err) {
    Config config;
    Text asked = {0};
    bool read = forget || config_read_all(&config, path, err);
    if (read && !forget) power_list(&config, &asked);
    if (!forget) config_free(&config);
    if (!read || !trust_change(path, forget, err)) return false;
    if (forget)
        printf("%s is no longer trusted\n", path);
    else if (!asked.size)
        printf("%s is trusted until it changes; now it asks for nothing that it may not set anyway\n", path);
    else
        printf("%s is trusted until it changes; it asks for:\n%s", path, asked.data);
    text_free(&asked);
    return true;
}

static bool trust_file(Trust *t, int argc, char **argv, Error *err) {
    if (!options_parse(trust_options, t, argc, argv, err)) return false;
    const char *found = text_string(&t->program.config.path);
    if (t->program.file_count > 1) return fail(err, "one weft.toml at a time");
    if (t->program.file_count) found = t->program.files[0];
    return *found ? tell(found, t->forget, err) : fail(err, "there is no weft.toml in this folder or around it");
}

static int trust(int argc, char **argv) {
    Trust t = {0};
    Error err;
    bool done = trust_file(&t, argc, argv, &err);
    if (!done) terminal_trouble(err.text);
    program_free(&t.program);
    return done ? EXIT_OK : EXIT_UNABLE;
}

const Command command_trust = {
    .name = "trust",
    .usage = "[FILE] [--forget]",
    .about = "let weft.toml set what only the command line may",
    .help =
        "Files of a project may not start programs, choose an OTP, or name files outside of the project: --external, "
        "--otp and\n"
        "such paths hold only if the command line says them, or if you trust the weft.toml that asks for them. This "
        "command tells\n"
        "what it asks for and notes its digest in the state folder (~/.local/state/weft); any change ends the trust.\n"
        "Exit status: 0 it is done, 2 weft could not do it.",
    .example = "trust",
    .options = trust_options,
    .run = trust,
};
