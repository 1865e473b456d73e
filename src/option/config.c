#include "option/config.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/memory.h"
#include "option/catalog.h"
#include "option/trust_list.h"

#define FILE_NAME "weft.toml"

// --- finding the file ----------------------------------------------------------------------------------------

// Looks in a folder and those around it, up to the root of a repository. `folder` ends with a / or is empty.
static bool look_around(const char *folder, Text *out) {
    Text path = {0}, above = {0};
    struct stat last = {0}, here;
    bool found = false, root = false;
    text_add(&above, folder);
    while (!found && !root) {
        text_clear(&path);
        text_format(&path, "%s.", text_string(&above));
        if (stat(path.data, &here) != 0 || (here.st_ino == last.st_ino && here.st_dev == last.st_dev))
            break;   // of the host
        last = here;
        text_clear(&path);
        text_format(&path, "%s.git", text_string(&above));
        root = access(path.data, F_OK) == 0;
        text_clear(&path);
        text_format(&path, "%s" FILE_NAME, text_string(&above));
        found = access(path.data, R_OK) == 0;
        text_add(&above, "../");
    }
    if (found) text_add(out, text_string(&path));
    text_free(&path);
    text_free(&above);
    return found;
}

// The folder of a file, or the folder itself.
static void folder_of(const char *file, Text *out) {
    struct stat info;
    const char *slash = strrchr(file, '/');
    if (stat(file, &info) == 0 && S_ISDIR(info.st_mode))
        text_format(out, "%s/", file);
    else if (slash)
        text_add_bytes(out, file, (size_t)(slash - file) + 1);
}

// The first word that is neither an option nor the value of one.
static const char *first_file(const OptionPart *parts, int argc, char **argv) {
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (argv[i][0] != '-') return argv[i];
        const Option *o = strchr(argv[i], '=') ? NULL : options_find(parts, argv[i], NULL);
        if (o && o->value) i++;
    }
    return NULL;
}

static void find_file(const OptionPart *parts, int argc, char **argv, Text *out) {
    Text folder = {0};
    const char *file = first_file(parts, argc, argv);
    if (file) folder_of(file, &folder);
    if (!look_around("", out) && folder.size) look_around(text_string(&folder), out);
    text_free(&folder);
}

// What --config says: false, when it was --no-config or nothing; `file` is then NULL.
static bool is_named(int argc, char **argv, const char **file, bool *none) {
    *file = NULL;
    *none = false;
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strcmp(argv[i], "--no-config") == 0 || strcmp(argv[i], "--no_config") == 0) *none = true;
        if (strncmp(argv[i], "--config=", 9) == 0) *file = argv[i] + 9;
        if (strcmp(argv[i], "--config") == 0 && i + 1 < argc) *file = argv[i + 1];
    }
    return *file != NULL;
}

// --- taking it over ------------------------------------------------------------------------------------------

typedef struct {
    Config *config;
    const char *command;   // NULL: all of them
    const OptionPart *parts;
    Catalog catalog;
    Error *err;
} Taking;

static bool fail_in(const Config *config, TomlPlace place, Error *err) {
    char where[300];
    snprintf(where, sizeof where, "%.250s:%u:%u", text_string(&config->path), place.line, place.column);
    return fail_at(err, where);
}

bool config_fail(const Config *config, const Setting *setting, Error *err) {
    return fail_in(config, setting->place, err);
}

static bool refuse(Taking *t, TomlPlace place) { return fail_in(t->config, place, t->err); }

// Names of files are as from the folder of weft.toml.
static char *resolve(const Taking *t, const Option *o, const char *value) {
    bool path = o->value && (strcmp(o->value, "FILE") == 0 || strcmp(o->value, "DIR") == 0);
    const char *slash = strrchr(text_string(&t->config->path), '/');
    if (!path || !slash || *value == '/' || strcmp(value, "-") == 0) return memory_text(value);
    Text full = {0};
    text_format(&full, "%.*s/%s", (int)(slash - text_string(&t->config->path)), text_string(&t->config->path), value);
    char *out = memory_text(full.data);
    text_free(&full);
    return out;
}

static void add_setting(Taking *t, const Option *o, size_t offset, const char *value, TomlPlace place) {
    Config *config = t->config;
    config->settings = memory_resize(config->settings, (config->count + 1) * sizeof *config->settings);
    config->settings[config->count++] = (Setting){o, offset, value ? resolve(t, o, value) : NULL, place};
}

static bool wrong_kind(Taking *t, const TomlEntry *entry, TomlPlace place, const char *wanted) {
    fail(t->err, "%s is %s", text_string(&entry->key), wanted);
    return refuse(t, place);
}

static bool is_word(const Option *o, const char *word) {
    const char *choice;
    size_t size;
    for (size_t i = 0; word_at(o->choices, i, &choice, &size); i++)
        if (strlen(word) == size && strncmp(choice, word, size) == 0) return true;
    return false;
}

static bool take_items(Taking *t, const TomlEntry *entry, const Option *o, size_t offset, bool here) {
    for (size_t i = 0; i < entry->value.count; i++) {
        const TomlValue *item = &entry->value.items[i];
        if (item->kind != TOML_STRING) return wrong_kind(t, entry, item->place, "an array of strings");
        if (here) add_setting(t, o, offset, text_string(&item->text), item->place);
    }
    return true;
}

// Checks the kind of a value, and takes it if it is for this command.
static bool take_value(Taking *t, const TomlEntry *entry, const Option *o, size_t offset, bool here) {
    const TomlValue *v = &entry->value;
    if (o->spoken) return wrong_kind(t, entry, entry->place, "for the command line only");
    const char *value = text_string(&v->text);
    bool string = v->kind == TOML_STRING;
    switch (o->kind) {
    case OPTION_FLAG:
        if (v->kind != TOML_BOOLEAN) return wrong_kind(t, entry, v->place, "true or false");
        value = v->boolean ? NULL : NEGATED;
        break;
    case OPTION_NUMBER:
    case OPTION_COUNT:
        if (!string && (v->kind != TOML_INTEGER || v->integer < 0))
            return wrong_kind(t, entry, v->place, "a number, such as 500 or \"2g\"");
        break;
    case OPTION_TEXT:
        if (!string && !(v->kind == TOML_BOOLEAN && is_word(o, value)))
            return wrong_kind(t, entry, v->place, "a string");
        break;
    case OPTION_LIST:
        if (v->kind == TOML_ARRAY) return take_items(t, entry, o, offset, here);
        if (!string) return wrong_kind(t, entry, v->place, "a string, or an array of strings");
        break;
    }
    char digits[24];
    if (v->kind == TOML_INTEGER) {   // 0x10 and 1_000 are numbers of TOML only
        snprintf(digits, sizeof digits, "%lld", (long long)v->integer);
        value = digits;
    }
    if (here) add_setting(t, o, offset, value, v->place);
    return true;
}

static void option_name(const char *key, Text *out) {
    text_add(out, "--");
    for (; *key; key++) text_add_char(out, *key == '_' ? '-' : *key);
}

// Names are as the command line has them.
static bool unknown_key(Taking *t, const TomlEntry *entry, const OptionPart *parts, const char *name) {
    options_unknown(parts, name, t->err);
    return refuse(t, entry->place);
}

static bool take_common(Taking *t, const TomlEntry *entry, const char *name) {
    size_t offset;
    const Option *own = options_find(t->parts, name, &offset);
    const CatalogLine *line = catalog_find(&t->catalog, name);
    if (own) return take_value(t, entry, own, offset, true);
    if (line) return take_value(t, entry, line->option, 0, !t->command);   // of another command
    Option all[CATALOG_MAX + 1] = {0};
    const OptionPart parts[] = {{all, 0}, {0}};
    for (size_t i = 0; i < t->catalog.count; i++) all[i] = *t->catalog.lines[i].option;
    return unknown_key(t, entry, parts, name);
}

static bool take_of_command(Taking *t, const TomlEntry *entry, const char *name) {
    const Command *command = catalog_command(text_string(&entry->section));
    size_t offset;
    bool here = !t->command || strcmp(command->name, t->command) == 0;
    const OptionPart *parts = here && t->command ? t->parts : command->options;
    const Option *o = options_find(parts, name, &offset);
    return o ? take_value(t, entry, o, offset, here) : unknown_key(t, entry, parts, name);
}

static bool take_entry(Taking *t, const TomlEntry *entry) {
    Text name = {0};
    option_name(text_string(&entry->key), &name);
    bool taken =
        entry->section.size ? take_of_command(t, entry, text_string(&name)) : take_common(t, entry, text_string(&name));
    text_free(&name);
    return taken;
}

static bool check_section(Taking *t, const char *section, TomlPlace place) {
    const Command *command = catalog_command(section);
    const char *near = NULL;
    size_t best = 3;
    if (command && command->options) return true;
    for (const Command *const *c = catalog_commands; *c; c++) {
        size_t distance = text_distance(section, (*c)->name);
        if ((*c)->options && distance < best) best = distance, near = (*c)->name;
    }
    fail(t->err, "there is no command %.100s that a section could be about%s%s%s", section,
         near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
    return refuse(t, place);
}

// The sections first, so that a wrong one is told rather than what stands in it.
static bool take_all(Taking *t, const Toml *toml) {
    for (size_t i = 0; i < toml->section_count; i++)
        if (!check_section(t, text_string(&toml->sections[i].name), toml->sections[i].place)) return false;
    for (int own = 0; own < 2; own++)
        for (size_t i = 0; i < toml->count; i++) {
            const TomlEntry *entry = &toml->entries[i];
            if (own != (entry->section.size > 0)) continue;
            if (own && !check_section(t, text_string(&entry->section), entry->place)) return false;
            if (!take_entry(t, entry)) return false;
        }
    return true;
}

// What a schedule file has to say.
static void drop_replayed(Config *config) {
    size_t kept = 0;
    for (size_t i = 0; i < config->count; i++) {
        Setting s = config->settings[i];
        if (s.option->replayed || strcmp(s.option->name, "--file") == 0) continue;
        memmove(config->settings + kept + 1, config->settings + kept, (i - kept) * sizeof s);
        config->settings[kept++] = s;
    }
    config->count = kept;
}

static bool take_file(Config *config, const OptionPart *parts, const char *command, const Toml *toml, Error *err) {
    Taking *t = memory_zeroed(1, sizeof *t);
    *t = (Taking){.config = config, .command = command, .parts = parts, .err = err};
    catalog_fill(&t->catalog);
    bool taken = take_all(t, toml);
    config->total = config->count;
    memory_free(t);
    return taken;
}

static bool read_file(Config *config, Toml *toml, Error *err) {
    const char *path = text_string(&config->path);
    Bytes bytes;
    if (!bytes_read_file(path, &bytes, err)) return false;
    bool sound = toml_read(toml, (const char *)bytes.data, bytes.size, err);
    config->trusted = trust_holds(path, bytes);
    memory_free((void *)(uintptr_t)bytes.data);
    if (sound) return true;
    Error place = *err;   // LINE:COLUMN: and the reason
    return fail(err, "%.100s:%.400s", path, place.text);
}

bool config_read(Config *config, const OptionPart *parts, int argc, char **argv, Error *err) {
    const char *file;
    bool none;
    Toml toml = {0};
    *config = (Config){0};
    if (is_named(argc, argv, &file, &none))
        text_add(&config->path, file);
    else if (!none)
        find_file(parts, argc, argv, &config->path);
    if (!config->path.size) return true;
    bool taken = read_file(config, &toml, err) && take_file(config, parts, argv[0], &toml, err);
    if (strcmp(argv[0], "replay") == 0) drop_replayed(config);
    toml_free(&toml);
    return taken;
}

bool config_read_all(Config *config, const char *path, Error *err) {
    const OptionPart none[] = {{0}};
    Toml toml = {0};
    *config = (Config){0};
    text_add(&config->path, path);
    bool taken = read_file(config, &toml, err) && take_file(config, none, NULL, &toml, err);
    toml_free(&toml);
    return taken;
}

void config_free(Config *config) {
    for (size_t i = 0; i < config->total; i++) memory_free(config->settings[i].value);
    memory_free(config->settings);
    text_free(&config->path);
}
