// weft trust: lets the weft.toml of a project ask for whatever it likes, until it changes.
#include "cli/terminal.h"
#include "cli/trust.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/lines.h"
#include "base/memory.h"
#include "base/sha.h"
#include "cli/command.h"
#include "cli/power.h"
#include "cli/writing.h"

// --- the list ----------------------------------------------------------------------------------------------

static bool state_folder(Text *out) {
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    if (state && *state == '/') text_format(out, "%s/weft", state);
    else if (home && *home == '/') text_format(out, "%s/.local/state/weft", home);
    return out->size > 0;
}

static void read_list(Text *out) {
    Text path = {0};
    Bytes bytes;
    Error ignored;
    if (state_folder(&path)) text_add(&path, "/trusted");
    if (path.size && bytes_read_file(path.data, &bytes, &ignored)) {
        text_add_bytes(out, bytes.data, bytes.size);
        memory_free((void *)(uintptr_t)bytes.data);
    }
    text_free(&path);
}

static bool make_folders(char *path, Error *err) {
    for (char *slash = path + 1; slash; *slash++ = '/') {
        slash = strchr(slash, '/');
        if (slash) *slash = 0;
        if (mkdir(path, 0700) != 0 && errno != EEXIST) return fail(err, "%s: %s", path, strerror(errno));
        if (!slash) return true;
    }
    return true;
}

static bool write_list(const Text *list, Error *err) {
    Text path = {0};
    bool written = state_folder(&path) || fail(err, "no place to write down what is trusted: neither XDG_STATE_HOME nor HOME is set");
    written = written && make_folders(path.data, err);
    text_add(&path, "/trusted");
    written = written && writing_put(path.data, list, err);
    text_free(&path);
    return written;
}

static void add_digest(Bytes file, Text *out) {
    uint8_t digest[SHA_SIZE_MAX];
    Sha sha;
    sha_init(&sha, SHA_256);
    sha_update(&sha, file.data, file.size);
    sha_final(&sha, digest);
    for (size_t i = 0; i < sha_size(SHA_256); i++) text_format(out, "%02x", digest[i]);
}

static bool is_line(const char *line, size_t size, const Text *wanted) {
    return size == wanted->size && memcmp(line, wanted->data, size) == 0;
}

bool trust_holds(const char *path, Bytes file) {
    char real[PATH_MAX];
    Text list = {0}, wanted = {0};
    const char *rest, *line;
    size_t size;
    bool holds = false;
    read_list(&list);
    if (list.size && realpath(path, real)) {
        add_digest(file, &wanted);
        text_format(&wanted, "  %s", real);
        for (rest = list.data; !holds && (line = lines_next(&rest, &size));) holds = is_line(line, size, &wanted);
    }
    text_free(&list);
    text_free(&wanted);
    return holds;
}

// --- the command -------------------------------------------------------------------------------------------

typedef struct {
    Program program;
    bool forget;
} Trust;

static const Option own_options[] = {
    {"--forget", NULL, "trust it no longer", OPTION_FLAG, offsetof(Trust, forget), GROUP_WHAT, .example = "trust --forget",
     .spoken = true},
    {0},
};

static const OptionPart trust_options[] = {{own_options, 0}, {0}};

// All lines about other files, and one about this if it is to be trusted.
static bool change_list(const char *path, bool forget, Error *err) {
    char real[PATH_MAX];
    Text old = {0}, new = {0};
    Bytes file;
    const char *rest, *line;
    size_t size, digest = 2 * sha_size(SHA_256) + 2;
    if (!realpath(path, real)) return fail(err, "%s: %s", path, strerror(errno));
    if (strchr(real, '\n')) return fail(err, "%s: its name has several lines", path);
    if (!bytes_read_file(path, &file, err)) return false;
    read_list(&old);
    for (rest = text_string(&old); (line = lines_next(&rest, &size));)
        if (size != digest + strlen(real) || memcmp(line + digest, real, strlen(real)) != 0) text_format(&new, "%.*s\n", (int)size, line);
    if (!forget) {
        add_digest(file, &new);
        text_format(&new, "  %s\n", real);
    }
    bool written = write_list(&new, err);
    memory_free((void *)(uintptr_t)file.data);
    text_free(&old);
    text_free(&new);
    return written;
}

static bool tell(const char *path, bool forget, Error *err) {
    Config config;
    Text asked = {0};
    bool read = forget || config_read_all(&config, path, err);
    if (read && !forget) power_list(&config, &asked);
    if (!forget) config_free(&config);
    if (!read || !change_list(path, forget, err)) return false;
    if (forget) printf("%s is no longer trusted\n", path);
    else if (!asked.size) printf("%s is trusted until it changes; now it asks for nothing that it may not set anyway\n", path);
    else printf("%s is trusted until it changes; it asks for:\n%s", path, asked.data);
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
    .help = "Files of a project may not start programs, choose an OTP, or name files outside of the project: --external, --otp and\n"
            "such paths hold only if the command line says them, or if you trust the weft.toml that asks for them. This command tells\n"
            "what it asks for and notes its digest in the state folder (~/.local/state/weft); any change ends the trust.\n"
            "Exit status: 0 it is done, 2 weft could not do it.",
    .example = "trust",
    .options = trust_options,
    .run = trust,
};
