// weft check: every interleaving of one test that can matter.
#include <stdio.h>

#include "base/interrupt.h"
#include "engine/confine.h"
#include "engine/exploration.h"
#include "engine/output.h"
#include "option/command.h"

typedef struct {
    Program program;
    Semantics semantics;
    Exploration exploration;
    Outputs outputs;
} Check;

#define FIELD(name) offsetof(Check, name)

static const OptionPart check_options[] = {
    {program_options, FIELD(program)},     {exploration_options, FIELD(exploration)},
    {semantics_options, FIELD(semantics)}, {network_options, FIELD(semantics.network)},
    {output_options, FIELD(outputs)},      {0},
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

static int check(int argc, char **argv) {
    Check c = {0};
    Error err;
    ExplorationResult result;
    Machine *machine = NULL;
    int status = EXIT_UNABLE;
    interrupt_catch();
    if (options_parse(check_options, &c, argc, argv, &err) && program_is_named(&c.program, &err) &&
        check_outputs(&c, &err) && exploration_prepare(&c.exploration, &c.semantics, &c.program, &err) &&
        program_prepare(&c.program, &err)) {
        c.exploration.machine.print_depth = look_depth(&c.outputs.look);
        c.program.jobs = c.exploration.jobs;
        machine =
            confine_start(&c.program, &c.exploration.machine, &c.outputs, exploration_seconds(&c.exploration), &err);
    }
    if (!machine && exploration_interrupted()) fail(&err, "interrupted");
    c.exploration.silent = c.outputs.quiet;
    c.exploration.full = outputs_show_state(&c.outputs);
    c.exploration.command = "check";
    c.exploration.ascii = c.outputs.look.ascii;
    c.exploration.diary = c.outputs.diary;
    if (machine) {
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
