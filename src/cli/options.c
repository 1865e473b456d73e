#include "cli/options.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/layout.h"
#include "cli/suite.h"

#define FIELD(name) offsetof(Program, name)

const Option program_options[] = {
    {"--module", "MOD", "the module", OPTION_TEXT, FIELD(module), GROUP_WHAT, .also = "-m",
     .more = "A module of Elixir may be written as Elixir does: Stock.Shelf stands for Elixir.Stock.Shelf.",
     .example = "check -m ping_pong -t main examples/ping_pong.erl"},
    {"--test", "FUN", "the function, without arguments", OPTION_TEXT, FIELD(function), GROUP_WHAT, .also = "-t",
     .more = "It must be exported. It runs in the first process, P; the test is over when it returns.",
     .example = "check -m ping_pong -t main examples/ping_pong.erl"},
    {"--file", "FILE", "a source, a .beam file or a folder, as if named without an option", OPTION_LIST, FIELD(named),
     GROUP_WHAT, .also = "-f", .example = "check -m ping_pong -t main -f examples/ping_pong.erl"},
    {"--pa", "DIR", "search DIR for modules before anything else", OPTION_LIST, FIELD(early), GROUP_WHAT, .also = "-pa",
     .example = "check -m pool_tests -t start --pa ebin --pa test", .replayed = true},
    {"--pz", "DIR", "search DIR for modules last", OPTION_LIST, FIELD(late), GROUP_WHAT, .also = "-pz",
     .example = "check -m pool_tests -t start --pa ebin --pz deps/gproc/ebin", .replayed = true},
    {"--otp", "DIR", "use this OTP instead of the erl on PATH", OPTION_TEXT, FIELD(otp), GROUP_WHAT,
     .more = "DIR is what code:root_dir() says there. Its libraries are loaded, its erlc compiles, and weft behaves as that "
             "release does.",
     .example = "check -m ping_pong -t main --otp /opt/otp-27/lib/erlang examples/ping_pong.erl", .replayed = true},
    {"--external", "M:F/A", "let a real erl evaluate calls of this function, as if it had no effects", OPTION_LIST,
     FIELD(externals), GROUP_WHAT,
     .more = "For NIFs and ports that weft lacks. The first answer to the same arguments holds in every interleaving, so it is "
             "sound only for functions without side effects. Pids, ports, references and funs cannot be passed.",
     .example = "check -m vault_tests -t open --external crypto:generate_key/2", .replayed = true},
    {"--max-memory", "N", "give up above N bytes of heap", OPTION_COUNT, FIELD(max_memory), GROUP_LIMIT,
     .usual = "half of what this machine has, at most 16g", .more = "k, m and g behind the number multiply it.",
     .example = "check -m ping_pong -t main examples/ping_pong.erl --max-memory 2g", .replayed = true},
    {"--max-reductions", "N", "give up after N reductions of one process on its own", OPTION_COUNT, FIELD(max_reductions),
     GROUP_LIMIT, .usual = "1g while checking, else no limit",
     .more = "What a process computes between two of its visible actions; more than that counts as a livelock.",
     .example = "check -m ping_pong -t main examples/ping_pong.erl --max-reductions 10m", .replayed = true},
    {"--collect-always", NULL, "collect garbage at every chance (to test weft)", OPTION_FLAG, FIELD(collect_always),
     GROUP_LIMIT, .example = "run -m primes -t main examples/primes.erl --collect-always -- 100"},
    {0},
};

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

const char *options_nearest(const OptionPart *parts, const char *name) {
    const char *near = NULL;
    size_t best = 4;
    for (; parts && parts->options; parts++)
        for (const Option *o = parts->options; o->name; o++) {
            size_t size = strlen(name);
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
    if (errno == ERANGE || *out > (uint64_t)INT64_MAX >> shift) return fail(err, "%s %s: the number is too large", o->name, text);
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
    case OPTION_FLAG: *(bool *)field = true; return true;
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

static bool unknown_option(const OptionPart *parts, const char *name, Error *err) {
    const char *near = options_nearest(parts, name);
    if (near) return fail(err, "there is no option %s; did you mean %s?", name, near);
    return fail(err, "there is no option %s; --help lists them", name);
}

static bool note_given(Program *p, const Option *o, const char *value, Error *err) {
    if (p->given_count == sizeof p->given / sizeof *p->given) return fail(err, "too many options");
    p->given[p->given_count] = o;
    p->values[p->given_count++] = value;
    return true;
}

bool option_given(const Program *p, const char *name) {
    for (size_t i = 0; i < p->given_count; i++)
        if (strcmp(p->given[i]->name, name) == 0) return true;
    return false;
}

void options_record(const Program *p, Text *out) {
    for (size_t i = 0; i < p->given_count; i++) {
        if (!p->given[i]->replayed) continue;
        text_format(out, "option: %s", p->given[i]->name);
        if (p->values[i]) text_format(out, " %s", p->values[i]);
        text_add(out, "\n");
    }
}

static void add_word(const char *word, Text *out) {
    bool plain = *word && !strpbrk(word, " \t\n'\"\\$&;()<>|*?#~`");
    text_format(out, plain ? " %s" : " '%s'", word);
}

void options_tell(const Program *p, const char *command, Text *out) {
    text_format(out, "weft %s", command);
    for (size_t i = 0; i < p->given_count; i++) {
        text_format(out, " %s", p->given[i]->name);
        if (p->values[i]) add_word(p->values[i], out);
    }
    for (size_t i = 0; i < p->file_count; i++) add_word(p->files[i], out);
    text_add(out, "\n");
}

// One word and, if it takes one, its value; "--name=value" is one word. Moves *i.
static bool parse_option(const OptionPart *parts, void *target, int argc, char **argv, int *i, Error *err) {
    char name[64];
    size_t offset;
    const char *equals = strchr(argv[*i], '=');
    snprintf(name, sizeof name, "%.*s", equals ? (int)(equals - argv[*i]) : 63, argv[*i]);
    const Option *o = options_find(parts, name, &offset);
    if (!o) return unknown_option(parts, name, err);
    const char *value = equals ? equals + 1 : NULL;
    if (o->value && !value) {
        if (*i + 1 >= argc) return fail(err, "%s needs a value: %s", name, o->value);
        value = argv[++*i];
    }
    if (!o->value && value) return fail(err, "%s takes no value", o->name);
    return note_given(target, o, value, err) && set_option(o, (char *)target + offset, value, err);
}

// Foo.Bar is what Elixir calls the module Elixir.Foo.Bar.
static void name_module(Program *p) {
    if (!p->module) return;
    bool short_name = *p->module >= 'A' && *p->module <= 'Z' && strncmp(p->module, "Elixir.", 7) != 0;
    if (!p->project.elixir || !short_name) return;
    text_format(&p->full_module, "Elixir.%s", p->module);
    p->module = p->full_module.data;
}

bool program_prepare(Program *p, Error *err) {
    Project *project = &p->project;
    for (size_t i = 0; i < p->early.count; i++) project_add_path(project, p->early.items[i]);
    for (size_t i = 0; i < p->late.count; i++) project_add_late_path(project, p->late.items[i]);
    if (p->otp && !project_set_otp(project, p->otp, err)) return false;
    project->tests.wanted |= test_is_chosen(p);
    bool (*add)(Project *, const char *, Error *) = project->tests.wanted ? layout_add : project_add;
    for (size_t i = 0; i < p->file_count; i++)
        if (!add(project, p->files[i], err)) return false;
    if (!project_prepare(project, err)) return false;
    name_module(p);
    return true;
}

static bool add_file(Program *p, const char *file, Error *err) {
    if (p->file_count == sizeof p->files / sizeof *p->files) return fail(err, "too many files");
    p->files[p->file_count++] = file;
    return true;
}

bool options_parse(const OptionPart *parts, void *target, int argc, char **argv, Error *err) {
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
    }
    for (size_t i = 0; i < p->named.count; i++)
        if (!add_file(p, p->named.items[i], err)) return false;
    return true;
}

bool program_is_named(const Program *p, Error *err) {
    if (!p->module && !p->function) return fail(err, "say what to run: -m MODULE -t FUNCTION");
    if (!p->module) return fail(err, "say in which module %s is: -m MODULE", p->function);
    if (!p->function) return fail(err, "say which function of %s to run: -t FUNCTION", p->module);
    return true;
}

static void hint_at_module(const Program *p, Error *err) {
    char near[256];
    size_t size = strlen(err->text);
    if (project_nearest(&p->project, p->module, near, sizeof near))
        snprintf(err->text + size, sizeof err->text - size, "; did you mean %s?", near);
}

// The module that a test is in is there from the beginning, so that the machine can see what it will need.
static bool load_subject(const Program *p, Machine *machine, Error *err) {
    Text path = {0};
    bool loaded = !test_is_chosen(p) || !project_find(&p->project, p->arguments[0], &path) ||
                  machine_load(machine, path.data, err);
    text_free(&path);
    return loaded;
}

// Less than the machine has, lest others suffer.
static size_t usual_memory(void) {
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    size_t half = pages > 0 && size > 0 ? (size_t)pages / 2 * (size_t)size : (size_t)1 << 30, most = (size_t)16 << 30;
    return half < most ? half : most;
}

Machine *program_start(Program *p, MachineConfig *config, Error *err) {
    config->paths = p->project.paths;
    config->path_count = p->project.path_count;
    config->otp_root = p->project.otp_root;
    config->max_memory = p->max_memory ? p->max_memory : usual_memory();
    config->max_reductions = p->max_reductions;
    config->collect_always = p->collect_always;
    config->externals = p->externals.items;
    config->external_count = p->externals.count;
    Machine *machine = machine_new(config, err);
    bool ready = machine && load_subject(p, machine, err);
    for (size_t i = 0; ready && i < p->project.file_count; i++)
        ready = machine_load(machine, p->project.files[i], err);
    if (ready && machine_start(machine, p->module, p->function, p->arguments, p->argument_count, err)) return machine;
    if (ready && !machine_knows(machine, p->module)) hint_at_module(p, err);
    if (machine) machine_free(machine);
    return NULL;
}

void program_free(Program *p) {
    project_free(&p->project);
    text_free(&p->full_module);
}
