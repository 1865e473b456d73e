// weft debug: one interleaving, step by step, forth and back.
#include <string.h>

#include "base/interrupt.h"
#include "debug/debugger.h"
#include "debug/prompt.h"
#include "engine/confine.h"
#include "engine/follower.h"
#include "engine/recorded.h"
#include "engine/suite.h"
#include "option/command.h"

typedef struct {
    Program program;
    Semantics semantics;
    Look look;
    MachineConfig machine;
    JudgeOptions judge;
    const char *arguments[RECORDED_ARGUMENTS];
    uint64_t error;
    ScheduleFile file;   // what it begins with
    bool recorded;       // there is one
} Debug;

static const Option own_options[] = {
    {"--error", "N", "of a report file, the schedule of error N", OPTION_COUNT, offsetof(Debug, error), GROUP_WHAT,
     .usual = "1", .example = "debug weft_report.txt --error 2"},
    {"--color", "WHEN", "whether the text is coloured", OPTION_TEXT, offsetof(Debug, look.color), GROUP_OUTPUT,
     .choices = "auto always never", .example = "debug failing.schedule --color never"},
    {"--ascii", NULL, "use no letters but those of ASCII", OPTION_FLAG, offsetof(Debug, look.ascii), GROUP_OUTPUT,
     .example = "debug failing.schedule --ascii"},
    {"--print-depth", "N", "how deep terms are shown before the rest becomes ...", OPTION_COUNT,
     offsetof(Debug, look.print_depth), GROUP_OUTPUT, .usual = "12",
     .example = "debug failing.schedule --print-depth 30"},
    {0},
};

static const OptionPart debug_options[] = {
    {program_options, offsetof(Debug, program)},
    {own_options, 0},
    {semantics_options, offsetof(Debug, semantics)},
    {0},
};

// Puts the steps of the schedule ahead. Of a changed program, as far as it still fits.
static void look_ahead(Debug *debug, Debugger *d) {
    Stage *stage = &d->session.stage;
    Error err;
    uint32_t skipped = 0;
    if (!recorded_follow(&debug->file, stage, &err)) stage_begin(stage), skipped = follower_run(stage, &debug->file);
    if (skipped)
        show_line(&d->show, INK_WARNING, "the program has changed: %u step%s of the schedule could not be done",
                  skipped, text_plural(skipped));
    Actor *line = memory_new((stage->length + 1) * sizeof *line);
    uint32_t count = stage->length;
    memcpy(line, stage->path, count * sizeof *line);
    for (uint32_t i = 0; i < count; i++) cast_meet(&stage->cast, line[i]);
    stage_begin(stage);
    session_replace(&d->session, line, count);
    memory_free(line);
}

static int debug_machine(Debug *debug, Machine *machine) {
    Findings none = {0};
    Debugger d = {.program = &debug->program,
                  .machine = &debug->machine,
                  .semantics = &debug->semantics,
                  .judge = &debug->judge,
                  .style = look_style(&debug->look, 1)};
    machine_begin_stepping(machine);
    if (machine_outcome(machine) == OUTCOME_UNSUPPORTED) {
        terminal_trouble(machine_message(machine));
        return EXIT_UNABLE;
    }
    surroundings_begin(&d.around, &debug->program, &none, "debug");
    session_init(&d.session, machine);
    if (debug->recorded) look_ahead(debug, &d);
    int status = debugger_run(&d);
    session_free(&d.session);
    surroundings_free(&d.around);
    return status;
}

static bool prepare(Debug *debug, Error *err) {
    if (debug->recorded && !debug->semantics.signals) debug->semantics.signals = "at-once";   // as weft replay has it
    bool sound = semantics_apply(&debug->semantics, &debug->program, &debug->machine, &debug->judge, err);
    test_apply(&debug->program, &debug->machine, &debug->judge);
    debug->machine.print_depth = look_depth(&debug->look);
    return sound && program_prepare(&debug->program, err);
}

// The one who talks to the user, outside; where this returns, inside, there is none any more.
static Machine *start(Debug *debug, Error *err) {
    Prompt *prompt = prompt_new();
    JailTalk talk = {prompt_reply, prompt};
    return confine_converse(&debug->program, &debug->machine, &talk, err);
}

static int debug_words(Debug *debug, int count, char **words) {
    Error err;
    Machine *machine = NULL;
    interrupt_catch();
    if (options_parse(debug_options, debug, count, words, &err) && program_is_named(&debug->program, &err) &&
        prepare(debug, &err))
        machine = start(debug, &err);
    if (!machine) terminal_trouble(err.text);
    int status = machine ? debug_machine(debug, machine) : EXIT_UNABLE;
    if (machine) machine_free(machine);
    program_free(&debug->program);
    return status;
}

// A schedule or report file comes first, and is no part of the program.
static bool is_record(const char *word) {
    static const char *const programs[] = {".erl", ".ex", ".exs", ".beam"};
    size_t size = strlen(word);
    if (*word == '-' || !size) return false;
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
        if (text_ends_with(word, programs[i])) return false;
    return true;
}

static int debug_recorded(Debug *debug, int argc, char **argv) {
    Error err;
    int count;
    if (!recorded_read(&debug->file, argc, argv, &err)) {
        terminal_trouble(err.text);
        return EXIT_UNABLE;
    }
    debug->recorded = true;
    debug->program.schedule = argv[1];
    recorded_name(&debug->file, &debug->program, debug->arguments);
    char **words = recorded_words(&debug->file, argc, argv, &count, &debug->program.scheduled_words);
    int status = debug_words(debug, count, words);
    recorded_free(words, count);
    return status;
}

static int debug_command(int argc, char **argv) {
    Debug debug = {0};
    int status = argc > 1 && is_record(argv[1]) ? debug_recorded(&debug, argc, argv) : debug_words(&debug, argc, argv);
    schedule_file_free(&debug.file);
    return status;
}

const Command command_debug = {
    .name = "debug",
    .usage = "-m MOD -t FUN [FILE|DIR ...] | FILE.schedule | weft_report.txt [OPTION ...]",
    .about = "one interleaving in your hands: step by step, forth and back",
    .help =
        "Asks for words and does what they say: who can act, a step of one of them, back again; where to stop; what "
        "there is;\nwhy a process waits, which steps could change places, what all can follow from here. help lists "
        "them.\nReads them from a pipe, too. With a schedule or a report file its steps are ahead.\n"
        "Exit status: 0, 2 some word could not be done.",
    .example = "debug -m ping_pong -t main examples/ping_pong.erl",
    .options = debug_options,
    .run = debug_command,
};
