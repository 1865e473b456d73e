#include "engine/suite.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/parcel.h"
#include "beam/beam.h"
#include "engine/confine.h"

enum { LISTING_SECONDS = 60 };   // to tell which tests there are

static const char eunit[] = RUNNER_EUNIT, exunit[] = RUNNER_EXUNIT, common_test[] = RUNNER_COMMON_TEST;

// --- one test ---------------------------------------------------------------------------------------------

static const char *short_module(const Test *test) {
    return strncmp(test->module, "Elixir.", 7) == 0 ? test->module + 7 : test->module;
}

bool test_is_of_suite(const Test *test) { return test->runner == common_test; }

// Common Test's are written as one word.
void test_title(const Test *test, Text *out) {
    text_format(out, "%s:%s%s", short_module(test), test_is_of_suite(test) ? "" : " ", test->name);
    if (*test->about) text_format(out, " (%s)", test->about);
}

void test_choose(const Test *test, Program *program, const char *arguments[2]) {
    arguments[0] = test->module;
    arguments[1] = test->name;
    program->module = test->runner;
    program->function = test->follows ? "run_after" : "run";
    program->arguments = arguments;
    program->argument_count = 2;
}

bool test_prepare(const Test *test, Program *program) {
    if (test_is_of_suite(test)) program->function = "prepare";
    return test_is_of_suite(test);
}

// What ExUnit needs, and the project's applications, are there already.
size_t test_ready_arguments(const Test *test, const char *arguments[3]) {
    arguments[0] = test->module;
    arguments[1] = test->name;
    arguments[2] = "ready";
    return test->runner == exunit ? 3 : 2;
}

void test_apply(const Program *p, MachineConfig *config, JudgeOptions *judge) {
    config->to_verdict = judge->framework = program_runs_test(p);
}

static Test *add_test(Suite *suite, const char *runner, const char *module) {
    if (suite->count == suite->capacity) {
        suite->capacity = suite->capacity ? suite->capacity * 2 : 64;
        suite->tests = memory_resize(suite->tests, suite->capacity * sizeof *suite->tests);
    }
    Test *test = &suite->tests[suite->count++];
    *test = (Test){.runner = runner, .module = memory_text(module)};
    return test;
}

// --- asking a module --------------------------------------------------------------------------------------

// Relative to where weft was started, if it is below.
static const char *near_path(const char *path) {
    char here[PATH_MAX];
    size_t size = getcwd(here, sizeof here) ? strlen(here) : 0;
    return size && strncmp(path, here, size) == 0 && path[size] == '/' ? path + size + 1 : path;
}

// Cuts the next field off a line; fields that are not there are empty.
static char *next_field(char **line) {
    char *field = *line, *tab = strchr(field, '\t');
    *line = tab ? tab + 1 : field + strlen(field);
    if (tab) *tab = 0;
    return field;
}

// The lines of weft_eunit:list/1.
static void add_listed(Suite *suite, const char *runner, const char *module, char *text) {
    char *file = strsep(&text, "\n");
    for (char *line; text && *text && (line = strsep(&text, "\n"));) {
        Test *test = add_test(suite, runner, module);
        test->name = memory_text(next_field(&line));
        test->about = memory_text(next_field(&line));
        test->line = (uint32_t)strtoul(next_field(&line), NULL, 10);
        test->skipped = memory_text(next_field(&line));
        test->follows = *next_field(&line) != 0;
        test->file = memory_text(near_path(file));
        test->unable = memory_text("");
    }
}

static void add_unable(Suite *suite, const char *runner, const char *module, const char *why) {
    Test *test = add_test(suite, runner, module);
    test->name = memory_text("its tests cannot be found");
    test->about = memory_text("");
    test->file = memory_text("");
    test->skipped = memory_text("");
    test->unable = memory_text(why);
}

static const char *why_not(Machine *machine, MachineEnd end) {
    return end == MACHINE_DEADLOCK ? "a generator or fixture waits for ever" : machine_message(machine);
}

// Inside the jail: whether it knew, and the list or the reason.
_Noreturn static void answer(const Program *asking, Machine *machine) {
    Error err;
    Text parcel = {0}, text = {0};
    bool begun = program_begin(asking, machine, &err);
    MachineEnd end = begun ? machine_run(machine) : MACHINE_UNSUPPORTED;
    bool known = end == MACHINE_RETURNED && machine_result_bytes(machine, &text);
    if (!known) text_add(&text, begun ? why_not(machine, end) : err.text);
    parcel_add_number(&parcel, known);
    parcel_add_text(&parcel, text_string(&text), text.size);
    jail_answer(&parcel);
    jail_finish(EXIT_SUCCESS);
}

static void ask_inside(Suite *suite, const Program *asking, const MachineConfig *config, Machine *machine) {
    const char *runner = asking->module, *module = asking->arguments[0];
    Jail jail = confine_jail(asking, config, machine, LISTING_SECONDS, 0);
    JailEnd end;
    Text text = {0};
    if (jail_begin(&jail, &end)) answer(asking, machine);
    Parcel parcel = parcel_open(text_string(&end.answer), end.answer.size);
    bool known = parcel_number(&parcel) != 0;
    parcel_text(&parcel, &text);
    if (!parcel_is_sound(&parcel))
        add_unable(suite, runner, module, end.message.size ? end.message.data : "it did not answer");
    else if (known)
        add_listed(suite, runner, module, text.data);
    else
        add_unable(suite, runner, module, text_string(&text));
    text_free(&text);
    jail_end_free(&end);
}

static void ask(Suite *suite, Program *program, const MachineConfig *config, const char *runner, const char *module) {
    Program asking = *program;
    MachineConfig own = *config;
    Error err;
    const char *arguments[1 + sizeof suite->excluded->items / sizeof *suite->excluded->items] = {module};
    for (size_t i = 0; i < suite->excluded->count; i++) arguments[1 + i] = suite->excluded->items[i];
    asking.module = runner;
    asking.function = "list";
    asking.arguments = arguments;
    asking.argument_count = 1 + suite->excluded->count;
    Machine *machine = program_new(&asking, &own, &err);
    if (machine)
        ask_inside(suite, &asking, &own, machine);
    else
        add_unable(suite, runner, module, err.text);
    if (machine) machine_free(machine);
}

// --- finding modules --------------------------------------------------------------------------------------

static bool ends_with(Bytes text, const char *ending) {
    size_t size = strlen(ending);
    return text.size >= size && memcmp(text.data + text.size - size, ending, size) == 0;
}

// Who runs the tests of a module; NULL: it has none.
static const char *runner_of(const BeamModule *beam) {
    const char *runner = NULL;
    bool suite = ends_with(beam->atoms[1], "_SUITE");
    for (uint32_t i = 0; i < beam->export_count; i++) {
        Bytes name = beam->atoms[beam->exports[i].function];
        if (beam->exports[i].arity != 0) continue;
        if (ends_with(name, "__ex_unit__")) return exunit;
        if (suite && name.size == 3 && ends_with(name, "all")) return common_test;
        if (ends_with(name, "_test") || ends_with(name, "_test_")) runner = eunit;
    }
    return runner;
}

static bool is_wanted(const Program *program, const char *runner, const char *module) {
    const PathList *modules = &program->project.tests.modules;
    if (program->module && strcmp(program->module, module) != 0) return false;
    bool all = modules->count == 0 && !program->project.tests.only_scripts, wanted = all || runner == exunit;
    for (size_t i = 0; i < modules->count; i++) wanted = wanted || strcmp(modules->items[i], module) == 0;
    return wanted;
}

static bool is_known(const Suite *suite, const char *module) {
    for (size_t i = 0; i < suite->count; i++)
        if (strcmp(suite->tests[i].module, module) == 0) return true;
    return false;
}

static void look_into(Suite *suite, Program *program, const MachineConfig *config, const char *path) {
    Bytes file;
    BeamModule beam;
    Error err;
    if (!bytes_read_file(path, &file, &err)) return;
    if (beam_read(file, &beam, &err)) {
        Text module = {0};
        text_add_bytes(&module, (const char *)beam.atoms[1].data, beam.atoms[1].size);
        const char *runner = runner_of(&beam);
        if (runner && is_wanted(program, runner, module.data) && !is_known(suite, module.data))
            ask(suite, program, config, runner, module.data);
        text_free(&module);
        beam_free(&beam);
    }
    memory_free((void *)(uintptr_t)file.data);
}

static int is_beam(const struct dirent *entry) { return text_ends_with(entry->d_name, ".beam"); }

bool suite_find(Suite *suite, Program *program, const MachineConfig *config, Error *err) {
    const PathList *folders = &program->project.tests.folders;
    for (size_t i = 0; i < folders->count; i++) {
        struct dirent **entries;
        int count = scandir(folders->items[i], &entries, is_beam, alphasort);
        for (int k = 0; k < count; k++) {
            char path[PATH_MAX];
            snprintf(path, sizeof path, "%s/%s", folders->items[i], entries[k]->d_name);
            look_into(suite, program, config, path);
            free(entries[k]);
        }
        if (count >= 0) free(entries);
    }
    return suite->count > 0 ||
           fail(err,
                "no tests found: no module exports *_test/0 or *_test_/0, is a *_SUITE with all/0 or an ExUnit.Case");
}

void suite_free(Suite *suite) {
    for (size_t i = 0; i < suite->count; i++) {
        Test *test = &suite->tests[i];
        char *const texts[] = {test->module, test->name, test->about, test->file, test->skipped, test->unable};
        for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) memory_free(texts[k]);
    }
    memory_free(suite->tests);
}
