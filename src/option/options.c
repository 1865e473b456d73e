#include "option/options.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "option/catalog.h"
#include "option/power.h"
#include "option/program.h"

bool text_list_has(const TextList *list, const char *text) {
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->items[i], text) == 0) return true;
    return false;
}

// --- finding -----------------------------------------------------------------------------------------------

// Dashes and underscores are the same within a name.
static bool same_name(const char *given, const char *name, size_t size) {
    for (; size && *given; given++, name++, size--)
        if (*given != *name && !(*given == '_' && *name == '-')) return false;
    return !size && !*given;
}

static bool is_named(const Option *o, const char *given) {
    if (same_name(given, o->name, strlen(o->name))) return true;
    for (const char *also = o->also; also && *also;) {
        size_t size = strcspn(also, " ");
        if (same_name(given, also, size)) return true;
        also += size + strspn(also + size, " ");
    }
    return false;
}

const Option *options_find(const OptionPart *parts, const char *name, size_t *offset) {
    for (; parts && parts->options; parts++)
        for (const Option *o = parts->options; o->name; o++)
            if (is_named(o, name)) {
                if (offset) *offset = parts->offset + o->offset;
                return o;
            }
    return NULL;
}

// How many letters may differ for names to be near each other: fewer in short ones.
static size_t tolerance(const char *name) {
    size_t size = strlen(name + strspn(name, "-"));
    return size < 6 ? 1 : size < 9 ? 2 : 3;
}

const char *options_nearest(const OptionPart *parts, const char *name) {
    const char *near = NULL;
    size_t best = tolerance(name) + 1, size = strlen(name);
    for (; parts && parts->options; parts++)
        for (const Option *o = parts->options; o->name; o++) {
            bool begins = size > 4 && same_name(name, o->name, size);   // the beginning of a long one
            size_t distance = begins ? 1 : text_distance(name, o->name);
            if (distance < best) best = distance, near = o->name;
        }
    return near;
}

// --- parsing -----------------------------------------------------------------------------------------------

static bool parse_number(const Option *o, const char *text, uint64_t *out, Error *err) {
    char *end;
    errno = 0;
    *out = strtoull(text, &end, 10);
    int shift = *end == 'k' ? 10 : *end == 'm' ? 20 : *end == 'g' ? 30 : 0;
    if (shift) end++;
    if (*text < '0' || *text > '9' || *end)
        return fail(err, "%s %s: a number is wanted, such as 500 or 2g", o->name, text);
    if (errno == ERANGE || *out > (uint64_t)INT64_MAX >> shift)
        return fail(err, "%s %s: the number is too large", o->name, text);
    *out <<= shift;
    if (o->kind == OPTION_COUNT && *out == 0) return fail(err, "%s %s: it must be at least 1", o->name, text);
    return true;
}

// Whether a value is among the words that an option takes.
static bool check_choice(const Option *o, const char *value, Error *err) {
    size_t size = strlen(value);
    for (const char *word = o->choices; word && *word;) {
        size_t length = strcspn(word, " ");
        if (length == size && memcmp(word, value, size) == 0) return true;
        word += length + strspn(word + length, " ");
    }
    if (!o->choices) return true;
    fail(err, "%s %s: choose", o->name, value);
    for (const char *word = o->choices; *word;) {
        size_t length = strcspn(word, " "), used = strlen(err->text);
        const char *comma = word == o->choices ? " " : word[length] ? ", " : " or ";
        snprintf(err->text + used, sizeof err->text - used, "%s%.*s", comma, (int)length, word);
        word += length + strspn(word + length, " ");
    }
    return false;
}

static bool set_option(const Option *o, void *field, const char *value, Error *err) {
    if (value && !check_choice(o, value, err)) return false;
    switch (o->kind) {
    case OPTION_TEXT: *(const char **)field = value; return true;
    case OPTION_FLAG: *(bool *)field = value == NULL; return true;
    case OPTION_NUMBER:
    case OPTION_COUNT: return parse_number(o, value, field, err);
    case OPTION_LIST: {
        TextList *list = field;
        if (list->count == sizeof list->items / sizeof *list->items) return fail(err, "%s: too many", o->name);
        list->items[list->count++] = value;
        return true;
    }
    }
    return false;
}

bool options_unknown(const OptionPart *parts, const char *name, Error *err) {
    const char *near = options_nearest(parts, name);
    Catalog catalog;
    Text takers = {0};
    catalog_fill(&catalog);
    const CatalogLine *line = catalog_find(&catalog, name);
    if (line) catalog_takers(line, &takers);
    if (line)
        fail(err, "there is no option %s here: it is for %s", name, text_string(&takers));
    else if (near)
        fail(err, "there is no option %s; did you mean %s?", name, near);
    else
        fail(err, "there is no option %s; --help lists them", name);
    text_free(&takers);
    return false;
}

static bool note_given(Program *p, const Option *o, const char *value, Origin origin, Error *err) {
    if (p->given_count == sizeof p->given / sizeof *p->given) return fail(err, "too many options");
    p->given[p->given_count] = o;
    p->origins[p->given_count] = origin;
    p->values[p->given_count++] = value;
    return true;
}

// --no-NAME, of a flag.
static const Option *find_negated(const OptionPart *parts, const char *name, size_t *offset) {
    char positive[64];
    if (strncmp(name, "--no-", 5) != 0 && strncmp(name, "--no_", 5) != 0) return NULL;
    snprintf(positive, sizeof positive, "--%s", name + 5);
    const Option *o = options_find(parts, positive, offset);
    return o && o->kind == OPTION_FLAG ? o : NULL;
}

// One word and, if it takes one, its value; "--name=value" is one word. Moves *i.
static bool parse_option(const OptionPart *parts, void *target, int argc, char **argv, int *i, Error *err) {
    char name[64];
    size_t offset;
    const Program *p = target;
    Origin origin = *i > p->scheduled_words ? BY_PERSON : p->of_run ? BY_RUN : BY_SCHEDULE;
    const char *equals = strchr(argv[*i], '=');
    snprintf(name, sizeof name, "%.*s", equals ? (int)(equals - argv[*i]) : 63, argv[*i]);
    const char *value = equals ? equals + 1 : NULL;
    const Option *o = options_find(parts, name, &offset);
    bool negated = !o && (o = find_negated(parts, name, &offset));
    if (!o) return options_unknown(parts, name, err);
    if (!o->value && value) return fail(err, "%s takes no value", name);
    if (negated) value = NEGATED;
    if (o->value && !value) {
        if (*i + 1 >= argc || origin != BY_PERSON) return fail(err, "%s needs a value: %s", name, o->value);
        value = argv[++*i];
    }
    return note_given(target, o, value, origin, err) && set_option(o, (char *)target + offset, value, err);
}

static bool add_file(Program *p, const char *file, Error *err) {
    if (p->file_count == sizeof p->files / sizeof *p->files) return fail(err, "too many files");
    p->files[p->file_count++] = file;
    return true;
}

static bool parse_words(const OptionPart *parts, void *target, int argc, char **argv, Error *err) {
    Program *p = target;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--") == 0) {
            p->arguments = (const char *const *)(argv + i + 1);
            p->argument_count = (size_t)(argc - i - 1);
            break;
        }
        if (argv[i][0] == '-') {
            if (!parse_option(parts, target, argc, argv, &i, err)) return false;
        } else if (!add_file(p, argv[i], err)) {
            return false;
        }
        if (i == p->scheduled_words) p->scheduled_files = p->file_count;
    }
    return true;
}

// What stands in weft.toml.
static bool apply_config(const OptionPart *parts, void *target, int argc, char **argv, Error *err) {
    Program *p = target;
    if (!config_read(&p->config, parts, argc, argv, err)) return false;
    for (size_t i = 0; i < p->config.count; i++) {
        const Setting *setting = &p->config.settings[i];
        void *field = (char *)target + setting->offset;
        if (!note_given(p, setting->option, setting->value, BY_CONFIG, err) ||
            !set_option(setting->option, field, setting->value, err))
            return config_fail(&p->config, setting, err);
    }
    return true;
}

// Files of weft.toml are for when the command line names none.
static bool parse_all(const OptionPart *parts, void *target, int argc, char **argv, Error *err) {
    Program *p = target;
    if (!apply_config(parts, target, argc, argv, err)) return false;
    TextList usual = p->named;
    p->named.count = 0;
    if (!parse_words(parts, target, argc, argv, err)) return false;
    for (size_t i = 0; i < p->named.count; i++)
        if (!add_file(p, p->named.items[i], err)) return false;
    for (size_t i = 0; p->file_count == 0 && i < usual.count; i++)
        if (!add_file(p, usual.items[i], err)) return false;
    return power_check(p, err);
}

// What was refused does not hold: reports of that very refusal are still written where it is allowed.
static void take_back(const OptionPart *parts, void *target) {
    const Program *p = target;
    for (size_t i = 0; i < p->given_count; i++) {
        size_t offset;
        const Option *o = p->given[i];
        if (o->kind == OPTION_TEXT && !power_allows(p, i) && options_find(parts, o->name, &offset))
            *(const char **)((char *)target + offset) = NULL;
    }
}

bool options_parse(const OptionPart *parts, void *target, int argc, char **argv, Error *err) {
    bool parsed = parse_all(parts, target, argc, argv, err);
    if (!parsed) take_back(parts, target);
    return parsed;
}
