// weft replay: one interleaving again, as a schedule file says.
#include <stdio.h>
#include <string.h>

#include "base/bytes.h"
#include "base/memory.h"
#include "cli/command.h"
#include "monitor/judge.h"
#include "report/report.h"

enum { ACTORS_MAX = 1024, STEPS_MAX = 100000 };

typedef struct {
    Program program;
    bool relaxed;
} Replay;

static const Option replay_options[] = {
    {"--relaxed", NULL, "skip steps that are not possible any more", OPTION_FLAG, offsetof(Replay, relaxed)},
    {0},
};

// A schedule file, taken apart in place.
typedef struct {
    char *text;
    const char *module, *function;
    const char *files[64];
    size_t file_count;
    char **names;            // of who acts, step by step
    size_t count, capacity;
} ScheduleFile;

// --- reading -----------------------------------------------------------------------------------------------

static bool is_field(char *line, const char *name, const char **value) {
    size_t size = strlen(name);
    if (strncmp(line, name, size) != 0) return false;
    *value = line + size;
    return true;
}

static void add_name(ScheduleFile *file, char *line) {
    line[strcspn(line, " \t#")] = 0;
    if (!*line) return;
    if (file->count == file->capacity) {
        file->capacity = file->capacity ? file->capacity * 2 : 64;
        file->names = memory_resize(file->names, file->capacity * sizeof *file->names);
    }
    file->names[file->count++] = line;
}

static bool read_line(ScheduleFile *file, char *line, Error *err) {
    const char *value;
    if (is_field(line, "module: ", &file->module) || is_field(line, "function: ", &file->function)) return true;
    if (is_field(line, "file: ", &value)) {
        if (file->file_count == sizeof file->files / sizeof *file->files) return fail(err, "too many files");
        file->files[file->file_count++] = value;
        return true;
    }
    if (*line && *line != '#' && *line != 'P' && *line != '<')
        return fail(err, "not a line of a schedule: %.60s", line);
    add_name(file, line);
    return true;
}

static bool read_schedule(const char *path, ScheduleFile *file, Error *err) {
    Bytes bytes;
    if (!bytes_read_file(path, &bytes, err)) return false;
    file->text = (char *)(uintptr_t)bytes.data;
    if (memchr(file->text, 0, bytes.size)) return fail(err, "%s: not a schedule of weft", path);
    for (char *line = file->text, *next; line; line = next) {
        next = strchr(line, '\n');
        if (next) *next++ = 0;
        if (!read_line(file, line, err)) return fail_at(err, path);
    }
    if (!file->module || !file->function)
        return fail(err, "%s: not a schedule of weft: it names no module and function", path);
    return true;
}

// --- following ---------------------------------------------------------------------------------------------

static bool find_actor(Machine *machine, const char *name, Actor *out) {
    Actor actors[ACTORS_MAX];
    uint32_t count = machine_enabled(machine, actors, ACTORS_MAX);
    bool found = false;
    for (uint32_t i = 0; i < count && !found; i++) {
        Text text = {0};
        machine_actor_name(machine, actors[i], &text);
        found = strcmp(text_string(&text), name) == 0;
        if (found) *out = actors[i];
        text_free(&text);
    }
    return found;
}

static void take(Machine *machine, Trace *trace, Actor actor) {
    trace->steps[trace->length++].actor = actor;
    machine_step(machine, actor);
}

// The steps of the file, then on with the oldest who can act until nobody can.
static bool follow(Machine *machine, const ScheduleFile *file, bool relaxed, Trace *trace, uint32_t *skipped, Error *err) {
    Actor actor;
    for (size_t i = 0; i < file->count; i++) {
        if (find_actor(machine, file->names[i], &actor)) take(machine, trace, actor);
        else if (relaxed) ++*skipped;
        else
            return fail(err, "step %zu: %s cannot act here; the program has changed (--relaxed goes on)", i + 1,
                        file->names[i]);
    }
    while (trace->length < STEPS_MAX && machine_enabled(machine, &actor, 1) > 0) take(machine, trace, actor);
    return true;
}

static int tell(Machine *machine, Mark start, const Trace *trace, const Program *program, uint32_t skipped) {
    Findings findings = {0};
    JudgeOptions judge = {0};
    Execution execution = {machine, trace, trace->length == STEPS_MAX ? END_DEPTH : END_COMPLETE, 1};
    judge_end(&findings, &execution, &judge);
    for (uint32_t i = 0; i < findings.finding_count; i++) {
        machine_undo(machine, start);
        story_tell(machine, &findings.findings[i].schedule, &findings.findings[i].story);
    }
    Report report = {.version = WEFT_VERSION, .module = program->module, .function = program->function,
                     .strategy = "replay", .findings = &findings,
                     .search = {.explored = 1, .events = trace->length}};
    Text text = {0};
    if (skipped) text_format(&text, "%u steps of the schedule were not possible and were left out\n", skipped);
    report_text(&report, &text);
    fwrite(text_string(&text), 1, text.size, stdout);
    text_free(&text);
    int status = findings.finding_count ? EXIT_FOUND : EXIT_OK;
    findings_free(&findings);
    return status;
}

static int replay_machine(Machine *machine, const Replay *replay, const ScheduleFile *file) {
    Error err;
    Trace trace = {.steps = memory_zeroed(STEPS_MAX + file->count + 1, sizeof(Step))};
    uint32_t skipped = 0;
    machine_begin_stepping(machine);
    Mark start = machine_mark(machine);
    int status = EXIT_UNABLE;
    if (!follow(machine, file, replay->relaxed, &trace, &skipped, &err)) fprintf(stderr, "weft: %s\n", err.text);
    else if (machine_outcome(machine) == OUTCOME_UNSUPPORTED) fprintf(stderr, "weft: %s\n", machine_message(machine));
    else status = tell(machine, start, &trace, &replay->program, skipped);
    memory_free(trace.steps);
    return status;
}

static int replay(int argc, char **argv) {
    Replay r = {0};
    ScheduleFile file = {0};
    MachineConfig config = {0};
    Error err;
    Machine *machine = NULL;
    bool ready = argc > 1 && argv[1][0] != '-' ? read_schedule(argv[1], &file, &err)
                                               : fail(&err, "say which schedule: weft replay FILE");
    r.program.module = file.module;
    r.program.function = file.function;
    for (size_t i = 0; i < file.file_count; i++) r.program.files[r.program.file_count++] = file.files[i];
    if (ready && options_parse(replay_options, &r, argc - 1, argv + 1, &err))
        machine = program_start(&r.program, &config, &err);
    if (!machine) fprintf(stderr, "weft: %s\n", err.text);
    int status = machine ? replay_machine(machine, &r, &file) : EXIT_UNABLE;
    if (machine) machine_free(machine);
    program_free(&r.program);
    memory_free(file.names);
    memory_free(file.text);
    return status;
}

const Command command_replay = {
    .name = "replay",
    .usage = "FILE [FILE|DIR ...] [--relaxed] [OPTION ...]",
    .about = "one interleaving again, as a schedule file says",
    .help = "Follows a schedule that weft check --schedule wrote, then goes on with the oldest process that can act.\n"
            "Exit status: 0 no error, 1 an error, 2 weft could not do it.",
    .options = replay_options,
    .run = replay,
};
