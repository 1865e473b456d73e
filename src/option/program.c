#include "option/program.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "project/layout.h"

#define FIELD(name) offsetof(Program, name)

const Option program_options[] = {
    {"--module", "MOD", "the module", OPTION_TEXT, FIELD(module), GROUP_WHAT, .also = "-m",
     .more = "A module of Elixir may be written as Elixir does: Stock.Shelf stands for Elixir.Stock.Shelf.",
     .example = "check -m ping_pong -t main examples/ping_pong.erl", .open = true},
    {"--test", "FUN", "the function, without arguments", OPTION_TEXT, FIELD(function), GROUP_WHAT, .also = "-t",
     .more = "It must be exported. It runs in the first process, P; the test is over when it returns.",
     .example = "check -m ping_pong -t main examples/ping_pong.erl", .open = true},
    {"--file", "FILE", "a source, a .beam file or a folder, as if named without an option", OPTION_LIST, FIELD(named),
     GROUP_WHAT, .also = "-f", .example = "check -m ping_pong -t main -f examples/ping_pong.erl", .open = true},
    {"--pa", "DIR", "search DIR for modules before anything else", OPTION_LIST, FIELD(early), GROUP_WHAT, .also = "-pa",
     .example = "check -m pool_tests -t start --pa ebin --pa test", .replayed = true, .open = true},
    {"--pz", "DIR", "search DIR for modules last", OPTION_LIST, FIELD(late), GROUP_WHAT, .also = "-pz",
     .example = "check -m pool_tests -t start --pa ebin --pz deps/gproc/ebin", .replayed = true, .open = true},
    {"--otp", "DIR", "use this OTP instead of the erl on PATH", OPTION_TEXT, FIELD(otp), GROUP_WHAT,
     .more = "DIR is what code:root_dir() says there. Its libraries are loaded, its erlc compiles, and weft behaves as "
             "that release does.",
     .example = "check -m ping_pong -t main --otp /opt/otp-27/lib/erlang examples/ping_pong.erl", .replayed = true},
    {"--external", "M:F/A", "let a real erl evaluate calls of this function, as if it had no effects", OPTION_LIST,
     FIELD(externals), GROUP_WHAT,
     .more =
         "For NIFs and ports that weft lacks. The first answer to the same arguments holds in every interleaving, so "
         "it is sound only for functions without side effects. Pids, ports, references and funs cannot be passed.",
     .example = "check -m vault_tests -t open --external crypto:generate_key/2", .replayed = true},
    {"--config", "FILE", "the options of the project, instead of those in the weft.toml around", OPTION_TEXT,
     FIELD(config_file), GROUP_WHAT,
     .more = "weft.toml is looked for in the working folder and those around it, up to the root of the repository, "
             "then in the folder of the first file that is named and those around it. What it says comes before the "
             "words of the command line, which win; of options that may be given again, both hold.",
     .example = "test --config ci/weft.toml", .spoken = true},
    {"--no-config", NULL, "take no options from weft.toml", OPTION_FLAG, FIELD(no_config), GROUP_WHAT,
     .example = "test --no-config", .spoken = true},
    {"--max-memory", "N", "give up above N bytes of heap", OPTION_COUNT, FIELD(max_memory), GROUP_LIMIT,
     .usual = "half of what this machine has, at most 16g", .more = "k, m and g behind the number multiply it.",
     .example = "check -m ping_pong -t main examples/ping_pong.erl --max-memory 2g", .replayed = true},
    {"--max-reductions", "N", "give up after N reductions of one process on its own", OPTION_COUNT,
     FIELD(max_reductions), GROUP_LIMIT, .usual = "1g while checking, else no limit",
     .more = "What a process computes between two of its visible actions; more than that counts as a livelock.",
     .example = "check -m ping_pong -t main examples/ping_pong.erl --max-reductions 10m", .replayed = true},
    {"--collect-always", NULL, "collect garbage at every chance (to test weft)", OPTION_FLAG, FIELD(collect_always),
     GROUP_LIMIT, .example = "run -m primes -t main examples/primes.erl --collect-always -- 100"},
    {"--unconfined", NULL, "let the process that runs the program do what you may do (to debug weft)", OPTION_FLAG,
     FIELD(unconfined), GROUP_LIMIT,
     .more = "Otherwise it can open no file, start no program and reach no network, whatever code it is made to run: "
             "seccomp and Landlock see to that, where the kernel has them (weft --version --verbose). Debuggers and "
             "profilers may need more.",
     .example = "run -m primes -t main examples/primes.erl --unconfined -- 100", .spoken = true},
    {0},
};

// --- what was given ----------------------------------------------------------------------------------------

bool option_given(const Program *p, const char *name) {
    bool given = false;
    for (size_t i = 0; i < p->given_count; i++) {
        bool negated = p->given[i]->kind == OPTION_FLAG && p->values[i];
        if (strcmp(p->given[i]->name, name) == 0) given = !negated;
    }
    return given;
}

bool program_has_from_file(const Program *p, const char *name) {
    for (size_t i = 0; i < p->config.count; i++)
        if (strcmp(p->config.settings[i].option->name, name) == 0) return true;
    return false;
}

// The name of an option that was given, with the "no" of a flag that was taken back.
static void add_name(const Program *p, size_t i, Text *out) {
    bool negated = p->given[i]->kind == OPTION_FLAG && p->values[i];
    text_format(out, "%s%s", negated ? "--no-" : "", p->given[i]->name + (negated ? 2 : 0));
}

static const char *given_value(const Program *p, size_t i) {
    return p->given[i]->kind == OPTION_FLAG ? NULL : p->values[i];
}

void options_record(const Program *p, Text *out) {
    for (size_t i = 0; i < p->given_count; i++) {
        if (!p->given[i]->replayed) continue;
        text_add(out, "option: ");
        add_name(p, i, out);
        if (given_value(p, i)) text_format(out, " %s", given_value(p, i));
        text_add(out, "\n");
    }
    if (!option_given(p, "--signals"))
        text_add(out, "option: --signals later\n");   // files that do not say mean at-once
}

static void add_word(const char *word, Text *out) {
    bool plain = *word && !strpbrk(word, " \t\n'\"\\$&;()<>|*?#~`");
    text_format(out, plain ? " %s" : " '%s'", word);
}

void options_tell(const Program *p, const char *command, Text *out) {
    text_format(out, "weft %s", command);
    for (size_t i = 0; i < p->given_count; i++) {
        text_add(out, " ");
        add_name(p, i, out);
        if (given_value(p, i)) add_word(given_value(p, i), out);
    }
    for (size_t i = 0; i < p->file_count; i++) add_word(p->files[i], out);
    text_add(out, "\n");
}

bool program_runs_test(const Program *p) {
    static const char *const runners[] = {RUNNER_EUNIT, RUNNER_EXUNIT, RUNNER_COMMON_TEST};
    bool runner = false;
    for (size_t i = 0; p->module && i < sizeof runners / sizeof *runners; i++)
        runner |= strcmp(p->module, runners[i]) == 0;
    return runner && p->argument_count == 2;
}

// --- what it means -----------------------------------------------------------------------------------------

// Foo.Bar is what Elixir calls the module Elixir.Foo.Bar.
void program_name_module(Program *p) {
    if (!p->module) return;
    bool short_name = *p->module >= 'A' && *p->module <= 'Z' && strncmp(p->module, "Elixir.", 7) != 0;
    if (!p->project.elixir || !short_name) return;
    text_format(&p->full_module, "Elixir.%s", p->module);
    p->module = p->full_module.data;
}

bool program_prepare(Program *p, Error *err) {
    Project *project = &p->project;
    char here[PATH_MAX];
    interrupt_catch();
    if (!getcwd(here, sizeof here)) return fail(err, "the working folder is no more: start weft in one that exists");
    for (size_t i = 0; i < p->early.count; i++) project_add_path(project, p->early.items[i]);
    for (size_t i = 0; i < p->late.count; i++) project_add_late_path(project, p->late.items[i]);
    if (p->otp && !project_set_otp(project, p->otp, err)) return false;
    project->tests.wanted |= program_runs_test(p);
    bool (*add)(Project *, const char *, Error *) = project->tests.wanted ? layout_add : project_add;
    for (size_t i = 0; i < p->file_count; i++)
        if (!add(project, p->files[i], err)) return false;
    for (size_t i = 0; i < p->file_count; i++) project_add_root(project, p->files[i]);
    if (!project_prepare(project, err)) return false;
    program_name_module(p);
    return true;
}

// --- what could be meant -----------------------------------------------------------------------------------

enum { OFFERED = 6 };   // functions

// "main, test" of "-export([main/0, add/1, test/0])", wherever there is such a line. Nothing: none takes no arguments.
static void list_exports(const char *text, Text *out) {
    uint32_t count = 0;
    for (const char *at = text; (at = strstr(at, "-export([")); at++) {
        const char *end = strchr(at, ']');
        for (const char *name = at + strlen("-export(["); end && name < end && count < OFFERED;) {
            name += strspn(name, " \t\r\n,");
            size_t size = strcspn(name, "/,]"), rest = strcspn(name, ",]");
            if (name + size < end && strncmp(name + size, "/0", 2) == 0 && rest == size + 2)
                text_format(out, "%s%.*s", count++ ? ", " : "", (int)size, name);
            name += rest;
        }
    }
}

// The module that a source file is named for: "src/acc.erl" is acc.
static bool is_source_of(const char *file, const char *module) {
    const char *slash = strrchr(file, '/'), *name = slash ? slash + 1 : file;
    size_t size = strlen(name) - (text_ends_with(file, ".erl") ? strlen(".erl") : 0);
    return name[size] && (!module || (strlen(module) == size && strncmp(name, module, size) == 0));
}

// A hint at what could be run of the files that were named, so that nobody has to look it up.
static void hint_at_subject(const Program *p, Error *err) {
    for (size_t i = 0; i < p->file_count; i++) {
        const char *file = p->files[i], *slash = strrchr(file, '/'), *name = slash ? slash + 1 : file;
        size_t size = strlen(err->text);
        Bytes bytes;
        Error ignored;
        Text exports = {0};
        if (!is_source_of(file, p->module) || !bytes_read_file(file, &bytes, &ignored)) continue;
        list_exports((const char *)bytes.data, &exports);
        memory_free((void *)(uintptr_t)bytes.data);
        if (exports.size)
            snprintf(err->text + size, sizeof err->text - size,
                     "; of %s these take no arguments: %s. For example: -m %.*s -t %.*s", file, text_string(&exports),
                     (int)(strlen(name) - strlen(".erl")), name, (int)strcspn(text_string(&exports), ","),
                     text_string(&exports));
        text_free(&exports);
        return;
    }
}

bool program_is_named(const Program *p, Error *err) {
    if (p->module && p->function) return true;
    if (!p->module && !p->function)
        fail(err, "say what to run: -m MODULE -t FUNCTION");
    else if (!p->module)
        return fail(err, "say in which module %s is: -m MODULE", p->function);
    else
        fail(err, "say which function of %s to run: -t FUNCTION", p->module);
    hint_at_subject(p, err);
    return false;
}

static void hint_at_module(const Program *p, Error *err) {
    char near[256];
    size_t size = strlen(err->text);
    if (!project_nearest(&p->project, p->module, near, sizeof near)) return;
    if (strcmp(near, p->module) == 0)
        snprintf(err->text + size, sizeof err->text - size, "; the file %s.beam holds another module: was it renamed?",
                 near);
    else
        snprintf(err->text + size, sizeof err->text - size, "; did you mean %s?", near);
}

// The module that a test is in is there from the beginning, so that the machine can see what it will need.
static bool load_subject(const Program *p, Machine *machine, Error *err) {
    Text path = {0};
    bool loaded = !program_runs_test(p) || !project_find(&p->project, p->arguments[0], &path) ||
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

Machine *program_new(Program *p, MachineConfig *config, Error *err) {
    static const char *const none[] = {NULL};
    config->paths = p->project.paths;
    config->path_count = p->project.path_count;
    config->roots = p->project.roots.count ? p->project.roots.items : none;
    config->root_count = p->project.roots.count;
    config->loaded_path =
        p->project.tests.scripts.count ? p->project.scratch : NULL;   // ExUnit loads all test files first
    config->otp_root = p->project.otp_root;
    config->directory = p->folder;
    config->max_memory = p->max_memory ? p->max_memory : usual_memory();
    config->max_reductions = p->max_reductions;
    config->collect_always = p->collect_always;
    config->externals = p->externals.items;
    config->external_count = p->externals.count;
    return machine_new(config, err);
}

bool program_begin(const Program *p, Machine *machine, Error *err) {
    bool ready = load_subject(p, machine, err);
    for (size_t i = 0; ready && i < p->project.file_count; i++) ready = machine_load(machine, p->project.files[i], err);
    if (ready && machine_start(machine, p->module, p->function, p->arguments, p->argument_count, err)) return true;
    if (ready && !machine_knows(machine, p->module)) hint_at_module(p, err);
    return false;
}

void program_free(Program *p) {
    config_free(&p->config);
    project_free(&p->project);
    text_free(&p->full_module);
    text_free(&p->partial);
    text_free(&p->partial_reason);
}
