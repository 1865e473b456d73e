// weft check: every interleaving of one test that can matter.
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "cli/exploration.h"
#include "cli/output.h"

typedef struct {
    Program program;
    Semantics semantics;
    Exploration exploration;
    const char *json, *schedule;
    bool quiet;
} Check;

#define FIELD(name) offsetof(Check, name)

static const Option own_options[] = {
    {"--json", "FILE", "write the result as JSON", OPTION_TEXT, FIELD(json), GROUP_OUTPUT,
     .example = "check -m ping_pong -t main examples/ping_pong.erl --json result.json"},
    {"--schedule", "FILE", "write the schedule of the first error, for weft replay", OPTION_TEXT, FIELD(schedule), GROUP_OUTPUT,
     .example = "check -m ping_pong -t main examples/ping_pong.erl --schedule failing.schedule"},
    {"--quiet", NULL, "print nothing", OPTION_FLAG, FIELD(quiet), GROUP_OUTPUT, .also = "-q",
     .example = "check -q -m ping_pong -t main examples/ping_pong.erl"},
    {0},
};

static const OptionPart check_options[] = {
    {program_options, FIELD(program)},
    {exploration_options, FIELD(exploration)},
    {semantics_options, FIELD(semantics)},
    {own_options, 0},
    {0},
};

static bool check_outputs(const Check *c, Error *err) {
    if (c->quiet && c->exploration.show_races && !c->json) return fail(err, "-q and --show-races exclude each other");
    if (c->json && c->schedule && strcmp(c->json, c->schedule) == 0)
        return fail(err, "--json and --schedule are to be written to the same file");
    return output_check("--json", c->json, err) && output_check("--schedule", c->schedule, err);
}

static bool write_files(const Check *c, const Report *report) {
    Text text = {0};
    bool written = true;
    if (c->json) {
        report_json(report, &text);
        written = output_write(c->json, &text);
    }
    text_clear(&text);
    if (c->schedule && report->findings->finding_count) {
        report_schedule(report, &report->findings->findings[0].story, &text);
        written = output_write(c->schedule, &text) && written;
    }
    text_free(&text);
    return written;
}

static int finish(const Check *c, const Report *report) {
    bool written = write_files(c, report);
    if (report->message) {
        fprintf(stderr, "weft: %s\n", report->message);
        return EXIT_UNABLE;
    }
    Text text = {0};
    report_text(report, &text);
    if (!c->quiet) fwrite(text_string(&text), 1, text.size, stdout);
    text_free(&text);
    if (!written) return EXIT_UNABLE;
    return report->findings->finding_count ? EXIT_FOUND : EXIT_OK;
}

// Nothing was searched; who reads the JSON file learns why.
static void refuse(const Check *c, const char *message, ExplorationResult *result) {
    exploration_refuse(&c->exploration, &c->program, message, result);
    Error err;
    fprintf(stderr, "weft: %s\n", message);
    Text text = {0};
    report_json(&result->report, &text);
    if (c->json && output_check("--json", c->json, &err)) output_write(c->json, &text);
    text_free(&text);
}

static int check(int argc, char **argv) {
    Check c = {0};
    Error err;
    ExplorationResult result;
    Machine *machine = NULL;
    int status = EXIT_UNABLE;
    exploration_catch_signals();
    if (options_parse(check_options, &c, argc, argv, &err) && program_is_named(&c.program, &err) &&
        check_outputs(&c, &err) && exploration_prepare(&c.exploration, &c.semantics, &c.program, &err) &&
        program_prepare(&c.program, &err))
        machine = program_start(&c.program, &c.exploration.machine, &err);
    if (!machine && exploration_interrupted()) fail(&err, "interrupted");
    if (machine) {
        exploration_run(&c.exploration, &c.program, machine, &result);
        status = finish(&c, &result.report);
        machine_free(machine);
    } else {
        refuse(&c, err.text, &result);
    }
    exploration_result_free(&result);
    program_free(&c.program);
    return status;
}

const Command command_check = {
    .name = "check",
    .usage = "-m MOD -t FUN [FILE|DIR ...] [OPTION ...]",
    .about = "every interleaving of one test that can matter",
    .help = "Runs FUN/0 under every schedule that can make a difference, each once, and tells of errors: a process that\n"
            "crashes, a test function that never returns, a failed assertion.\n"
            "Exit status: 0 no error found, 1 here is one, 2 weft could not do it.",
    .example = "check -m ping_pong -t main examples/ping_pong.erl --keep-going",
    .options = check_options,
    .run = check,
};
