#include "project/compiler.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "vm/world/embedded.h"

bool compiler_is_erlang(const char *file) { return text_ends_with(file, ".erl"); }
bool compiler_is_elixir(const char *file) { return text_ends_with(file, ".ex") || text_ends_with(file, ".exs"); }

// --- running a program ------------------------------------------------------------------------------------

typedef struct {
    char **words;   // a NULL behind them
    size_t count, capacity;
} Arguments;

static void add(Arguments *arguments, const char *word) {
    if (arguments->count + 1 >= arguments->capacity) {
        arguments->capacity = arguments->capacity * 2 + 16;
        arguments->words = memory_resize(arguments->words, arguments->capacity * sizeof *arguments->words);
    }
    arguments->words[arguments->count++] = memory_text(word);
    arguments->words[arguments->count] = NULL;
}

static void arguments_free(Arguments *arguments) {
    for (size_t i = 0; i < arguments->count; i++) memory_free(arguments->words[i]);
    memory_free(arguments->words);
}

static void add_paths(Arguments *arguments, const Project *p) {
    for (size_t i = 0; i < p->path_count; i++) {
        add(arguments, "-pa");
        add(arguments, p->paths[i]);
    }
}

static void add_sources(Arguments *arguments, const Project *p, bool (*is_wanted)(const char *)) {
    for (size_t i = 0; i < p->source_count; i++)
        if (is_wanted(p->sources[i])) add(arguments, p->sources[i]);
}

// What it starts in turn is to be of the OTP in use, too.
static void put_otp_first(const char *otp_root) {
    const char *path = getenv("PATH");
    Text all = {0};
    text_format(&all, "%s/bin:%s", otp_root, path ? path : "");
    setenv("PATH", all.data, 1);
    text_free(&all);
}

// A signal that asks weft to end is passed on; whoever does not listen is killed.
static bool wait_for(pid_t child, int *status) {
    enum { LOOKS_A_SECOND = 20, PATIENCE = 3 * LOOKS_A_SECOND };
    const struct timespec pause = {.tv_nsec = 1000000000 / LOOKS_A_SECOND};
    int looks = 0;
    for (;;) {
        pid_t ended = waitpid(child, status, interrupt_signal() ? WNOHANG : 0);
        if (ended == child) return true;
        if (ended < 0 && errno != EINTR) return false;
        if (!interrupt_signal()) continue;
        if (looks++ == 0) kill(child, SIGTERM);
        if (looks == PATIENCE) kill(child, SIGKILL);
        nanosleep(&pause, NULL);
    }
}

// Its exit status; -1: it was not to be run.
static int run_program(const Project *p, const Arguments *arguments, const char *directory) {
    fflush(stdout);
    fflush(stderr);
    pid_t child = fork();
    if (child == 0) {
        dup2(STDERR_FILENO, STDOUT_FILENO);   // standard output belongs to the program under test
        put_otp_first(p->otp_root);
        signal(SIGXFSZ, SIG_DFL);
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (directory && chdir(directory) != 0) _exit(127);
        if (directory) setenv("MIX_ENV", "test", 0);
        execvp(arguments->words[0], arguments->words);
        _exit(127);
    }
    int status = -1;
    if (child < 0 || !wait_for(child, &status)) return -1;
    return !WIFEXITED(status) || WEXITSTATUS(status) == 127 ? -1 : WEXITSTATUS(status);
}

static bool run(const Project *p, const Arguments *arguments, const char *name, Error *err) {
    int status = run_program(p, arguments, NULL);
    if (status < 0) return fail(err, "cannot run %s (%s)", name, arguments->words[0]);
    return status == 0 || fail(err, "%s could not compile the sources", name);
}

// --- Erlang -----------------------------------------------------------------------------------------------

// A module that does the work there goes into the scratch folder, too.
static bool write_module(const Project *p, const char *name, Error *err) {
    char path[PATH_MAX];
    const Embedded *module = embedded_modules;
    while (strcmp(module->name, name) != 0) module++;
    snprintf(path, sizeof path, "%s/%s.beam", p->scratch, name);
    FILE *file = fopen(path, "wb");
    bool written = file && fwrite(module->bytes, 1, module->size, file) == module->size;
    if (file && fclose(file) != 0) written = false;
    return written || fail(err, "cannot write %s", path);
}

static void remove_module(const Project *p, const char *name) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s.beam", p->scratch, name);
    unlink(path);
}

// The user's own compiler, called by a module of weft's (erlang/weft_erlang.erl), which knows what rebar3 would do.
static bool compile_erlang(const Project *p, Error *err) {
    char program[PATH_MAX];
    Arguments arguments = {0};
    if (!write_module(p, "weft_erlang", err) || !write_module(p, "weft_monitor", err)) return false;
    snprintf(program, sizeof program, "%s/bin/erl", p->otp_root);
    add(&arguments, access(program, X_OK) == 0 ? program : "erl");
    add(&arguments, "-noinput");
    add_paths(&arguments, p);
    add(&arguments, "-pz");
    add(&arguments, p->scratch);
    add(&arguments, "-eval");
    add(&arguments, "weft_erlang:main(init:get_plain_arguments())");
    add(&arguments, "-extra");
    add(&arguments, p->scratch);
    add(&arguments, p->tests.wanted ? "test" : "");
    add_sources(&arguments, p, compiler_is_erlang);
    bool compiled = run(p, &arguments, "erlc", err);
    remove_module(p, "weft_monitor");   // a behaviour, for compilers only
    arguments_free(&arguments);
    return compiled;
}

// --- Elixir -----------------------------------------------------------------------------------------------

static bool is_elixir_root(const char *directory) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/lib/elixir/ebin/elixir.app", directory);
    return access(path, R_OK) == 0;
}

// Above bin/elixir.
static bool elixir_around(const char *program, char *root) {
    if (access(program, X_OK) != 0 || !realpath(program, root)) return false;
    for (int i = 0; i < 2; i++) {
        char *slash = strrchr(root, '/');
        if (slash) *slash = 0;
    }
    return is_elixir_root(root);
}

bool compiler_find_elixir(const char *otp_root, char root[]) {
    snprintf(root, PATH_MAX, "%s/../elixir", otp_root);
    if (is_elixir_root(root)) return true;
    const char *path = getenv("PATH");
    while (path && *path) {
        size_t size = strcspn(path, ":");
        char candidate[PATH_MAX];
        snprintf(candidate, sizeof candidate, "%.*s/elixir", (int)size, path);
        if (elixir_around(candidate, root)) return true;
        path += size + (path[size] == ':');
    }
    return false;
}

// Elixir's elixirc, but with ExUnit started, without which test files do not compile.
static const char compile_all[] =
    "{:ok, _} = Application.ensure_all_started(:ex_unit)\n"
    "Code.compiler_options(ignore_module_conflict: true)\n"
    "[folder | files] = System.argv()\n"
    "with {:error, _, _} <- Kernel.ParallelCompiler.compile_to_path(files, folder), do: System.halt(1)\n";

static bool compile_elixir(const Project *p, Error *err) {
    char root[PATH_MAX], program[PATH_MAX + 16];
    Arguments arguments = {0};
    if (!compiler_find_elixir(p->otp_root, root)) return fail(err, "no Elixir found: put elixir on PATH");
    snprintf(program, sizeof program, "%s/bin/elixir", root);
    add(&arguments, access(program, X_OK) == 0 ? program : "elixir");
    add_paths(&arguments, p);
    add(&arguments, "-pa");
    add(&arguments, p->scratch);
    add(&arguments, "-e");
    add(&arguments, compile_all);
    add(&arguments, p->scratch);
    add_sources(&arguments, p, compiler_is_elixir);
    bool compiled = run(p, &arguments, "elixir", err);
    arguments_free(&arguments);
    return compiled;
}

// --- test scripts ------------------------------------------------------------------------------------------

static void add_path_of(Arguments *arguments, const char *file) {
    char path[PATH_MAX];
    add(arguments, realpath(file, path) ? path : file);
}

// The code path that the tests had: a line for each folder.
static bool read_paths(Project *p, Error *err) {
    Text path = {0};
    Bytes bytes;
    text_format(&path, "%s/weft_elixir.paths", p->scratch);
    bool there = bytes_read_file(path.data, &bytes, err);
    text_free(&path);
    if (!there) return false;
    char *text = (char *)(uintptr_t)bytes.data;
    for (char *line = text, *end; (end = memchr(line, '\n', bytes.size - (size_t)(line - text))); line = end + 1) {
        *end = 0;
        project_add_path(p, line);
    }
    memory_free(text);
    return true;
}

bool compiler_load_scripts(Project *p, Error *err) {
    const ProjectTests *tests = &p->tests;
    Arguments arguments = {0};
    if (tests->scripts.count == 0) return true;
    if (!write_module(p, "weft_elixir", err)) return false;
    add(&arguments, tests->mix ? "mix" : "elixir");
    if (tests->mix) {
        add(&arguments, "run");
        add(&arguments, "--no-start");   // weft_elixir decides that
    } else {
        add_paths(&arguments, p);
    }
    add(&arguments, "-e");
    add(&arguments, ":code.add_pathz(to_charlist(hd(System.argv()))); :weft_elixir.main(System.argv())");
    add(&arguments, p->scratch);
    for (size_t i = 0; i < tests->helpers.count; i++) add_path_of(&arguments, tests->helpers.items[i]);
    add(&arguments, "");
    for (size_t i = 0; i < tests->scripts.count; i++) add_path_of(&arguments, tests->scripts.items[i]);
    int status = run_program(p, &arguments, tests->mix);
    arguments_free(&arguments);
    if (status < 0) return fail(err, "cannot run %s", tests->mix ? "mix" : "elixir");
    if (status > 0) return fail(err, "%s could not load the tests", tests->mix ? "mix" : "elixir");
    return read_paths(p, err);
}

// --- both -------------------------------------------------------------------------------------------------

static bool has_source(const Project *p, bool (*is_wanted)(const char *)) {
    for (size_t i = 0; i < p->source_count; i++)
        if (is_wanted(p->sources[i])) return true;
    return false;
}

bool compiler_run(const Project *p, Error *err) {
    if (has_source(p, compiler_is_erlang) && !compile_erlang(p, err)) return false;
    return !has_source(p, compiler_is_elixir) || compile_elixir(p, err);
}
