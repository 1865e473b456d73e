// weft replay: one interleaving again, as a schedule file says.
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "engine/confine.h"
#include "engine/follower.h"
#include "engine/output.h"
#include "engine/recorded.h"
#include "engine/semantics.h"
#include "engine/suite.h"
#include "engine/surroundings.h"
#include "option/command.h"
#include "verdict/account.h"

typedef struct {
    Program program;
    Semantics semantics;
    Outputs outputs;
    MachineConfig machine;
    const char *arguments[RECORDED_ARGUMENTS];
    bool relaxed, show_races;
    uint64_t error;
} Replay;

static const Option own_options[] = {
    {"--relaxed", NULL, "skip steps that are not possible any more", OPTION_FLAG, offsetof(Replay, relaxed), GROUP_WHAT,
     .more = "For a schedule of a program in which steps are gone since (new ones alone need no word), or one that was "
             "edited. Processes are found by the function that they began with, even if others are spawned before them "
             "now, or no longer. What they do in addition is done with the step after it.",
     .example = "replay failing.schedule --relaxed"},
    {"--error", "N", "of a report file, the schedule of error N", OPTION_COUNT, offsetof(Replay, error), GROUP_WHAT,
     .usual = "1", .example = "replay weft_report.txt --error 2"},
    {"--show-races", NULL, "tell all races, and the nearest interleaving that passes", OPTION_FLAG,
     offsetof(Replay, show_races), GROUP_OUTPUT, .example = "replay failing.schedule --show-races"},
    {0},
};

static const OptionPart replay_options[] = {
    {program_options, offsetof(Replay, program)},
    {semantics_options, offsetof(Replay, semantics)},
    {network_options, offsetof(Replay, semantics.network)},
    {output_options, offsetof(Replay, outputs)},
    {own_options, 0},
    {0},
};

// --- following ---------------------------------------------------------------------------------------------

typedef struct {
    uint32_t skipped, added;   // steps of the schedule that could not be done; of a changed program, new ones
} Followed;

// A program that has only got more to do, such as an io:format, comes as far as before: what is new is done on the way.
// Where steps are gone, the schedule does not fit any more, and somebody has to say that it shall be followed all the
// same.
static bool follow_changed(Stage *stage, const ScheduleFile *file, Followed *followed) {
    stage_begin(stage);
    if (follower_run(stage, file) > 0 || stage->length < file->steps) return false;
    followed->added = stage->length - (uint32_t)file->steps;
    return true;
}

// --- telling -----------------------------------------------------------------------------------------------

static void print(const Report *report, const Outputs *outputs, Followed followed) {
    Text text = {0};
    uint32_t skipped = followed.skipped;
    if (skipped)
        text_format(&text, "%u step%s of the schedule could not be done and %s left out\n", skipped,
                    skipped == 1 ? "" : "s", skipped == 1 ? "was" : "were");
    if (followed.added)
        text_format(&text, "the program has changed since the schedule was written: %u step%s new\n", followed.added,
                    followed.added == 1 ? " is" : "s are");
    report_text(report, outputs_style(outputs), &text);
    terminal_tell(stdout, &text);
    text_free(&text);
}

static int tell_report(Replay *replay, const Report *report, Followed followed) {
    if (!outputs_silent(&replay->outputs)) print(report, &replay->outputs, followed);
    outputs_begin(&replay->outputs, false);
    outputs_add(&replay->outputs, report);
    if (!outputs_end(&replay->outputs)) return EXIT_UNABLE;
    return report->findings->finding_count ? EXIT_FOUND : EXIT_OK;
}

// What weft ran on somebody's behalf is called by what it is about: a test, or a model.
static const char *title_of(const Program *program) {
    if (program_runs_test(program)) return program->arguments[1];
    return strcmp(program->module, "weft_parallel") == 0 && program->argument_count ? program->arguments[0] : NULL;
}

static int tell(Stage *stage, Replay *replay, bool ended, JudgeOptions *judge, Followed how) {
    const Program *program = &replay->program;
    Findings findings;
    Surroundings around = {0};
    uint32_t steps = stage->length;
    Account account = {.judge = judge,
                       .depth = semantics_depth(&replay->semantics),
                       .as_followed = true,
                       .full = outputs_show_state(&replay->outputs)};
    Report report = surroundings_begin(&around, program, &findings, "replay");
    surroundings_searched(&around, program, &replay->semantics, &replay->machine, "replay", stage->machine, &report);
    account_give(&account, stage, ended, &findings);
    surroundings_end(&around, stage->machine, &report);
    report.title = title_of(program);
    report.replayed = true;
    report.show_races = replay->show_races;
    report.search = (SearchResult){.explored = 1, .events = steps};
    int status = tell_report(replay, &report, how);
    surroundings_free(&around);
    findings_free(&findings);
    return status;
}

static int replay_machine(Machine *machine, Replay *replay, const ScheduleFile *file, JudgeOptions *judge) {
    Error err;
    Stage stage;
    Followed how = {0};
    uint32_t depth = semantics_depth(&replay->semantics);
    int status = EXIT_UNABLE;
    machine_begin_stepping(machine);
    stage_init(&stage, machine);
    bool followed = true;
    if (replay->relaxed)
        how.skipped = follower_run(&stage, file);
    else
        followed = recorded_follow(file, &stage, &err) || follow_changed(&stage, file, &how);
    bool ended = followed && stage_finish(&stage, depth > stage.length ? depth : stage.length);
    if (!followed)
        terminal_trouble(err.text);
    else if (machine_outcome(machine) == OUTCOME_UNSUPPORTED)
        terminal_trouble(machine_message(machine));
    else
        status = tell(&stage, replay, ended, judge, how);
    stage_free(&stage);
    return status;
}

// --- starting ----------------------------------------------------------------------------------------------

static bool read_options(Replay *r, const ScheduleFile *file, int count, char **words, Error *err) {
    recorded_name(file, &r->program, r->arguments);
    return options_parse(replay_options, r, count, words, err) && program_is_named(&r->program, err) &&
           outputs_check(&r->outputs, err);
}

// A file that does not say when signals are handled is of the time when that was at once.
static bool apply_semantics(Replay *r, JudgeOptions *judge, Error *err) {
    if (!r->semantics.signals) r->semantics.signals = "at-once";
    bool sound = semantics_apply(&r->semantics, &r->program, &r->machine, judge, err);
    test_apply(&r->program, &r->machine, judge);
    return sound;
}

static Machine *start_program(Replay *r, Error *err) {
    r->machine.print_depth = look_depth(&r->outputs.look);
    return confine_start(&r->program, &r->machine, &r->outputs, 0, err);
}

static int replay_file(Replay *r, const ScheduleFile *file, int count, char **words) {
    JudgeOptions judge;
    Error err;
    Machine *machine = NULL;
    if (read_options(r, file, count, words, &err) && apply_semantics(r, &judge, &err) &&
        program_prepare(&r->program, &err))
        machine = start_program(r, &err);
    if (!machine) terminal_trouble(err.text);
    int status = machine ? replay_machine(machine, r, file, &judge) : EXIT_UNABLE;
    if (machine) machine_free(machine);
    program_free(&r->program);
    return status;
}

static int replay(int argc, char **argv) {
    Replay r = {0};
    ScheduleFile file = {0};
    Error err;
    int status = EXIT_UNABLE, count;
    bool ready = argc > 1 && argv[1][0] != '-' ? recorded_read(&file, argc, argv, &err)
                                               : fail(&err, "say which schedule: weft replay FILE");
    if (!ready) {
        terminal_trouble(err.text);
    } else {
        char **words = recorded_words(&file, argc, argv, &count, &r.program.scheduled_words);
        r.program.schedule = argv[1];
        status = replay_file(&r, &file, count, words);
        recorded_free(words, count);
    }
    schedule_file_free(&file);
    return status;
}

const Command command_replay = {
    .name = "replay",
    .usage = "FILE [FILE|DIR ...] [--relaxed] [OPTION ...]",
    .about = "one interleaving again, as a schedule file says",
    .help = "Follows a schedule that weft check --schedule wrote, then goes on with who acted last, or else the first "
            "by name who\n"
            "can act. Options that stand in the schedule hold; those of the command line come after them.\n"
            "Exit status: 0 no error, 1 an error, 2 weft could not do it.",
    .example = "replay failing.schedule",
    .options = replay_options,
    .run = replay,
};
