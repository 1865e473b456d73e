// weft run: one deterministic run, as erl would do it.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "cli/command.h"
#include "cli/project.h"
#include "vm/machine.h"

typedef struct {
    const char *module, *function;
    Project project;
    const char *const *arguments;     // behind --, NULL: none
    size_t argument_count;
    size_t max_memory;
    uint64_t max_reductions;
    bool collect_always;
} RunOptions;

static bool number_option(const char *name, const char *text, uint64_t *out, Error *err) {
    char *end;
    *out = strtoull(text, &end, 10);
    uint64_t factor = *end == 'k' || *end == 'K' ? 1 << 10 : *end == 'm' || *end == 'M' ? 1 << 20
                      : *end == 'g' || *end == 'G' ? 1 << 30 : 1;
    if (factor > 1) end++;
    if (end == text || *end || *text == '-') return fail(err, "%s %s: a number is wanted, such as 500 or 2g", name, text);
    *out *= factor;
    return true;
}

// Dashes and underscores are the same in option names.
static bool is_option(const char *given, const char *name) {
    for (; *given && *name; given++, name++)
        if (*given != *name && !(*given == '_' && *name == '-')) return false;
    return *given == *name;
}

static bool option(RunOptions *o, const char *name, const char *value, bool *known, Error *err) {
    uint64_t number;
    *known = true;
    if (is_option(name, "-m") || is_option(name, "--module")) return o->module = value, true;
    if (is_option(name, "-t") || is_option(name, "--test")) return o->function = value, true;
    if (is_option(name, "--pa")) return project_add_path(&o->project, value), true;
    if (is_option(name, "--pz")) return project_add_late_path(&o->project, value), true;
    if (is_option(name, "--otp")) return project_set_otp(&o->project, value, err);
    if (is_option(name, "--max-memory")) {
        if (!number_option(name, value, &number, err)) return false;
        return o->max_memory = number, true;
    }
    if (is_option(name, "--max-reductions")) return number_option(name, value, &o->max_reductions, err);
    *known = false;
    return true;
}

static bool parse(RunOptions *o, int argc, char **argv, Error *err) {
    for (int i = 1; i < argc; i++) {
        bool known;
        if (strcmp(argv[i], "--") == 0) {
            o->arguments = (const char *const *)(argv + i + 1);
            o->argument_count = (size_t)(argc - i - 1);
            return true;
        }
        if (argv[i][0] != '-') {
            if (!project_add(&o->project, argv[i], err)) return false;
            continue;
        }
        if (is_option(argv[i], "--collect-always")) {
            o->collect_always = true;
            continue;
        }
        const char *value = i + 1 < argc ? argv[i + 1] : NULL;
        if (!option(o, argv[i], value ? value : "", &known, err)) return false;
        if (!known) return fail(err, "unknown option %s; weft run --help lists them", argv[i]);
        if (!value) return fail(err, "%s needs a value", argv[i]);
        i++;
    }
    return true;
}

static void to_stdout(void *context, const char *bytes, size_t size) {
    (void)context;
    fwrite(bytes, 1, size, stdout);
}

static void to_stderr(void *context, const char *bytes, size_t size) {
    (void)context;
    fflush(stdout);
    fwrite(bytes, 1, size, stderr);
}

static int report(Machine *machine, MachineEnd end) {
    fflush(stdout);
    switch (end) {
    case MACHINE_RETURNED:
        if (!machine_result_is_ok(machine)) fprintf(stderr, "%s\n", machine_message(machine));
        return EXIT_OK;
    case MACHINE_CRASHED: fprintf(stderr, "%s", machine_message(machine)); return EXIT_FOUND;
    case MACHINE_HALTED: return machine_halt_status(machine);
    case MACHINE_DEADLOCK:
        fprintf(stderr, "deadlock: the test function waits for ever; no process can run and no timer is left\n");
        return EXIT_FOUND;
    case MACHINE_UNSUPPORTED:
    case MACHINE_LIMIT: fprintf(stderr, "weft: %s\n", machine_message(machine)); return EXIT_UNABLE;
    }
    return EXIT_UNABLE;
}

static int execute(RunOptions *o, Error *err) {
    MachineConfig config = {
        .paths = o->project.paths, .path_count = o->project.path_count, .otp_root = o->project.otp_root,
        .max_memory = o->max_memory, .max_reductions = o->max_reductions, .collect_always = o->collect_always,
        .output = to_stdout, .error_output = to_stderr,
    };
    Machine *machine = machine_new(&config, err);
    if (!machine) return EXIT_UNABLE;
    bool ready = true;
    for (size_t i = 0; ready && i < o->project.file_count; i++)
        ready = machine_load(machine, o->project.files[i], err);
    ready = ready && machine_start(machine, o->module, o->function, o->arguments, o->argument_count, err);
    int status = ready ? report(machine, machine_run(machine)) : EXIT_UNABLE;
    if (!ready) fprintf(stderr, "weft: %s\n", err->text);
    machine_free(machine);
    return status;
}

static int run(int argc, char **argv) {
    RunOptions o = {.max_memory = (size_t)16 << 30};
    Error err;
    bool ready = parse(&o, argc, argv, &err);
    if (ready && (!o.module || !o.function)) ready = fail(&err, "say what to run: -m MODULE -t FUNCTION");
    ready = ready && project_prepare(&o.project, &err);
    if (!ready) fprintf(stderr, "weft: %s\n", err.text);
    int status = ready ? execute(&o, &err) : EXIT_UNABLE;
    project_free(&o.project);
    return status;
}

const Command command_run = {
    .name = "run",
    .usage = "-m MOD -t FUN [FILE|DIR ...] [OPTION ...] [-- ARG ...]",
    .about = "one deterministic run of a function, as erl would do it",
    .help = "FILE is .erl (compiled with the user's erlc), .beam, or a directory of them; a rebar3 or mix project\n"
            "works as it is. Calls FUN/0, or FUN/1 with the list of ARGs as strings when there is a --. What the\n"
            "program prints goes to standard output; the result, unless it is ok, to standard error.\n"
            "\n"
            "  -m MOD                the module\n"
            "  -t FUN                the function\n"
            "  --pa DIR, --pz DIR    search DIR for modules first, last\n"
            "  --otp DIR             use this OTP instead of the erl on PATH\n"
            "  --max-memory N        give up above N bytes of heap (k, m, g; 16g)\n"
            "  --max-reductions N    give up after N reductions\n"
            "\n"
            "Exit status: 0, 1 the program crashed, 2 weft could not do it; what halt/1 says after a halt.",
    .run = run,
};
