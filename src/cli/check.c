// weft check: every interleaving of one test that can matter.
#include <stdio.h>

#include "base/interrupt.h"
#include "engine/checkpoint.h"
#include "engine/confine.h"
#include "engine/exploration.h"
#include "engine/joint.h"
#include "engine/output.h"
#include "option/command.h"

typedef struct {
    Program program;
    Semantics semantics;
    Exploration exploration;
    Outputs outputs;
    const char *checkpoint;   // NULL: nothing is kept
    Checkpoint kept;
    Joint joint;
} Check;

#define FIELD(name) offsetof(Check, name)

static const Option own_options[] = {
    {"--checkpoint", "FILE", "keep what is done in FILE; the same command goes on from there", OPTION_TEXT,
     FIELD(checkpoint), GROUP_SEARCH, .spoken = true,
     .more =
         "Whatever ends the search, a kill or a power cut, costs the last second: given the same FILE, it goes on, "
         "with any number of --jobs, and comes to what one search would have. A search that was done is told again. "
         "The file is of this program, these options and this weft, and nothing else is done with it. It needs --dpor "
         "optimal, and no scheduling bound.",
     .example = "check -m ping_pong -t main examples/ping_pong.erl --keep-going --checkpoint ping_pong.kept"},
    {0},
};

static const OptionPart check_options[] = {
    {program_options, FIELD(program)},
    {exploration_options, FIELD(exploration)},
    {own_options, 0},
    {joint_options, FIELD(joint)},
    {semantics_options, FIELD(semantics)},
    {network_options, FIELD(semantics.network)},
    {output_options, FIELD(outputs)},
    {0},
};

static bool check_outputs(Check *c, Error *err) {
    c->exploration.gathers = outputs_want_tree(&c->outputs);
    if (c->outputs.quiet && c->exploration.show_races && !c->outputs.files[FORMAT_json])
        return fail(err, "-q and --show-races exclude each other");
    outputs_report_to(&c->outputs, "weft_report.txt");
    return outputs_check(&c->outputs, err) && (!c->exploration.log_all || outputs_open_diary(&c->outputs, err));
}

static bool write_files(Check *c, const Report *report) {
    outputs_begin(&c->outputs, false);
    outputs_add(&c->outputs, report);
    return outputs_end(&c->outputs);
}

static int finish(Check *c, const Report *report) {
    bool written = write_files(c, report);
    if (report->message) {
        terminal_trouble(report->message);
        return EXIT_UNABLE;
    }
    Text text = {0};
    report_text(report, outputs_style(&c->outputs), &text);
    if (!outputs_silent(&c->outputs)) terminal_tell(stdout, &text);
    text_free(&text);
    if (!written) return EXIT_UNABLE;
    return report_fails(report) ? EXIT_FOUND : exploration_status();
}

// Nothing was searched; who reads the files learns why.
static void refuse(Check *c, const char *message, ExplorationResult *result) {
    exploration_refuse(&c->exploration, &c->program, message, result);
    terminal_trouble(message);
    outputs_refuse(&c->outputs, &result->report, false);
}

enum { KEPT_PER_SECOND = 2, KEPT_ROOM = 64 << 20 };

static void keep_outside(void *context, const Text *record) {
    (void)context;
    jail_keep(record);
}

static void keep_anew_outside(void *context, const Text *records) {
    (void)context;
    jail_keep_anew(records);
}

static Machine *begin_inside(Check *c, Error *err) {
    Exploration *e = &c->exploration;
    uint64_t seconds = exploration_seconds(e);
    if (c->joint.address) {
        if (!joint_connect(&c->joint, err) || !joint_offer(&c->joint, &c->program, err)) return NULL;
        joint_begin(&c->joint, false);
        return confine_share(&c->program, &e->machine, &c->outputs, seconds, &c->joint.exchange, err);
    }
    if (!c->checkpoint) return confine_start(&c->program, &e->machine, &c->outputs, seconds, err);
    if (!checkpoint_open(&c->kept, c->checkpoint, &c->program, err)) return NULL;
    JailJournal journal = checkpoint_journal(&c->kept);
    return confine_keep(&c->program, &e->machine, &c->outputs, seconds, &journal, err);
}

static int check(int argc, char **argv) {
    Check c = {0};
    Error err;
    ExplorationResult result;
    Machine *machine = NULL;
    int status = EXIT_UNABLE;
    interrupt_catch();
    bool parsed = options_parse(check_options, &c, argc, argv, &err) && program_is_named(&c.program, &err);
    c.exploration.splits = c.joint.address ? "--queue" : c.checkpoint ? "--checkpoint" : NULL;
    if (parsed && c.joint.address && c.checkpoint)
        parsed = fail(&err, "--queue and --checkpoint cannot be used together: the server keeps what is done");
    if (parsed && check_outputs(&c, &err) && exploration_prepare(&c.exploration, &c.semantics, &c.program, &err) &&
        program_prepare(&c.program, &err)) {
        c.exploration.machine.print_depth = look_depth(&c.outputs.look);
        c.program.jobs = c.exploration.jobs;
        machine = begin_inside(&c, &err);
    }
    if (!machine && exploration_interrupted()) fail(&err, "interrupted");
    c.exploration.silent = c.outputs.quiet;
    c.exploration.full = outputs_show_state(&c.outputs);
    c.exploration.command = "check";
    c.exploration.ascii = c.outputs.look.ascii;
    c.exploration.diary = c.outputs.diary;
    JobsJournal journal = {.seconds = 1.0 / KEPT_PER_SECOND,
                           .keep = keep_outside,
                           .keep_anew = keep_anew_outside,
                           .room = KEPT_ROOM,
                           .kept = text_string(&c.kept.kept),
                           .kept_size = c.kept.kept.size};
    if (machine) {
        if (c.checkpoint) c.exploration.journal = &journal;
        if (c.joint.address) c.exploration.sharing = &c.joint.sharing;
        exploration_run(&c.exploration, &c.program, machine, &result);
        result.report.ascii = c.outputs.look.ascii;
        outputs_name_files(&c.outputs, &result.report);
        status = finish(&c, &result.report);
        machine_free(machine);
    } else {
        refuse(&c, err.text, &result);
        if (exploration_interrupted()) status = exploration_status();
    }
    exploration_result_free(&result);
    checkpoint_close(&c.kept);
    joint_free(&c.joint);
    program_free(&c.program);
    return status;
}

const Command command_check = {
    .name = "check",
    .usage = "-m MOD -t FUN [FILE|DIR ...] [OPTION ...]",
    .about = "every interleaving of one test that can matter",
    .help =
        "Runs FUN/0 under every schedule that can make a difference, each once, and tells of errors: a process that\n"
        "crashes, a test function that never returns, a failed assertion.\n"
        "Exit status: 0 no error found, 1 here is one, 2 weft could not do it.",
    .example = "check -m ping_pong -t main examples/ping_pong.erl --keep-going",
    .options = check_options,
    .run = check,
};
