// weft linear: whether a recorded history can be explained.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "engine/confine.h"
#include "engine/output.h"
#include "linear/tell.h"
#include "option/command.h"
#include "report/report.h"

typedef struct {
    Program program;
    Outputs outputs;
    const char *model, *initial;
    const char *path;   // of the history
} Linear;

#define FIELD(name) offsetof(Linear, name)

static const Option own_options[] = {
    {"--model", "MODEL", "what the operations mean: register, map, set, counter, queue, stack, mutex, or a module",
     OPTION_TEXT, FIELD(model), GROUP_WHAT,
     .more = "register: read, write V, cas OLD NEW. map: get K, put K V, delete K, cas K OLD NEW. set: add X, remove "
             "X, contains X. counter: read, add N, increment, decrement. queue: enqueue V, dequeue. stack: push V, "
             "pop. mutex: acquire, release. Any other name is a module for PropEr's proper_statem: initial_state/0, "
             "precondition/2, next_state/3 and postcondition/3 say what holds; calls are {call, MODEL, Operation, "
             "Arguments}.",
     .example = "linear history.txt --model queue", .open = true},
    {"--initial", "VALUE", "what a register or counter is at the beginning", OPTION_TEXT, FIELD(initial), GROUP_WHAT,
     .usual = "undefined, of a counter 0", .example = "linear history.txt --model register --initial 0", .open = true},
    {0},
};

static const OptionPart linear_options[] = {
    {program_options, FIELD(program)},
    {output_options, FIELD(outputs)},
    {own_options, 0},
    {0},
};

// --- a module as the model ---------------------------------------------------------------------------------

// Operations of one lane come one after the other: a client has another lane after one that never returned.
static uint32_t lane_of(const LinearHistory *h, uint32_t index, uint32_t *lanes, uint32_t *next) {
    uint32_t client = h->operations[index].client;
    if (lanes[client] == NO_VALUE) lanes[client] = (*next)++;
    uint32_t lane = lanes[client];
    if (h->operations[index].to == NEVER) lanes[client] = NO_VALUE;
    return lane;
}

static void write_operation(const LinearHistory *h, const LinearOperation *o, uint32_t lane, Text *out) {
    text_format(out, "{%u,%u,%u,", o->number, lane, o->from);
    if (o->to == NEVER)
        text_add(out, "infinity,");
    else
        text_format(out, "%u,", o->to);
    text_format(out, "%s,[", linear_text(h, o->name));
    for (uint32_t i = 0; i < o->argument_count; i++)
        text_format(out, "%s%s", i ? "," : "", linear_text(h, o->arguments[i]));
    text_format(out, "],%s}\n", o->result == NO_VALUE ? "unknown" : linear_text(h, o->result));
}

static void write_history(const LinearHistory *h, Text *out) {
    uint32_t *lanes = memory_new((h->client_count + 1) * sizeof *lanes), next = 1;
    for (uint32_t i = 0; i < h->client_count; i++) lanes[i] = NO_VALUE;
    for (uint32_t i = 0; i < h->count; i++) write_operation(h, &h->operations[i], lane_of(h, i, lanes, &next), out);
    memory_free(lanes);
}

// The answer of weft_linear:check/1.
static bool read_answer(const LinearHistory *h, char *text, LinearVerdict *out, Error *err) {
    char *word = strsep(&text, "\n"), *numbers = strsep(&text, "\n"), *state = strsep(&text, "\n");
    if (strcmp(word, "unable") == 0) return fail(err, "%s", numbers);
    *out = (LinearVerdict){.holds = strcmp(word, "holds") == 0, .key = NO_VALUE, .until = h->events};
    text_add(&out->state, state);
    out->order = memory_new((h->count + 1) * sizeof *out->order);
    for (char *number; (number = strsep(&numbers, " "));)
        if (*number) out->order[out->order_count++] = (uint32_t)strtoul(number, NULL, 10) - 1;
    out->stuck = memory_zeroed(h->count + 1, sizeof *out->stuck);
    for (char *line; text && *text && (line = strsep(&text, "\n"));) {
        char *why;
        LinearStuck *stuck = &out->stuck[out->stuck_count++];
        stuck->operation = (uint32_t)strtoul(line, &why, 10) - 1;
        text_add(&stuck->why, why + 1);
        uint32_t to = h->operations[stuck->operation].to;
        if (to != NEVER && (to < out->until || out->stuck_count == 1)) out->until = to;
    }
    return true;
}

static bool ask_module(Linear *l, const LinearHistory *h, LinearVerdict *out, Error *err) {
    Text text = {0}, answer = {0};
    MachineConfig config = {0};
    write_history(h, &text);
    const char *arguments[] = {l->model, text_string(&text)};
    l->program.module = "weft_linear";
    l->program.function = "check";
    l->program.arguments = arguments;
    l->program.argument_count = 2;
    Machine *machine =
        program_prepare(&l->program, err) ? confine_start(&l->program, &config, &l->outputs, 0, err) : NULL;
    MachineEnd end = machine ? machine_run(machine) : MACHINE_UNSUPPORTED;
    bool sound = end == MACHINE_RETURNED && machine_result_bytes(machine, &answer);
    if (machine && !sound) fail(err, "the model %s: %s", l->model, machine_message(machine));
    sound = sound && read_answer(h, answer.data, out, err);
    if (machine) machine_free(machine);
    text_free(&text);
    text_free(&answer);
    return sound;
}

// --- judging -----------------------------------------------------------------------------------------------

static bool judge(Linear *l, LinearHistory *h, LinearVerdict *out, Error *err) {
    const LinearModel *model = linear_model_find(l->model);
    if (l->initial && !(model && model->may_begin))
        return fail(err, "--initial is for the models register and counter");
    if (!model) return ask_module(l, h, out, err);
    if (!linear_prepare(h, model, err)) return fail_at(err, l->path);
    uint32_t initial = l->initial ? linear_value(h, l->initial, strlen(l->initial)) : NO_VALUE;
    linear_check(h, model, initial, out);
    if (!out->gave_up) return true;
    return fail(err,
                "%s: gave up at line %u: so many operations are open, or of unknown order, that there are more than %d "
                "possible states",
                l->path, h->operations[out->stuck[0].operation].line, LINEAR_CONFIGURATIONS);
}

// As a finding, so that it can be written in all the forms that errors can.
static void add_finding(const LinearReport *report, Findings *out) {
    out->findings = memory_zeroed(1, sizeof *out->findings);
    out->finding_count = 1;
    Finding *finding = &out->findings[0];
    finding->kind = FINDING_NOT_LINEARIZABLE;
    text_add(&finding->reason, "no order of the operations explains what they returned");
    linear_tell_failure(report, &finding->details);
    linear_tell_history(report, &finding->history);
}

static bool write_files(Linear *l, const LinearReport *report, double seconds) {
    Findings findings = {0};
    Text title = {0}, summary = {0};
    text_format(&title, "%s, as a %s", l->path, l->model);
    linear_tell_summary(report, &summary);
    if (!report->verdict->holds) add_finding(report, &findings);
    Report told = {.version = WEFT_VERSION,
                   .module = l->model,
                   .function = "",
                   .title = text_string(&title),
                   .file = l->path,
                   .strategy = "linear",
                   .search = {.complete = true, .seconds = seconds},
                   .findings = &findings,
                   .more = text_string(&summary),
                   .more_name = "linear"};
    outputs_begin(&l->outputs, false);
    outputs_add(&l->outputs, &told);
    bool written = outputs_end(&l->outputs);
    findings_free(&findings);
    text_free(&title);
    text_free(&summary);
    return written;
}

static int tell(Linear *l, const LinearReport *report) {
    Text text = {0};
    linear_tell_text(report, &text);
    if (!outputs_silent(&l->outputs)) terminal_tell(stdout, &text);
    text_free(&text);
    if (!write_files(l, report, report->seconds)) return EXIT_UNABLE;
    return report->verdict->holds ? EXIT_OK : EXIT_FOUND;
}

// The first file is the history, the others are the model's.
static bool take_history(Linear *l, Error *err) {
    Program *p = &l->program;
    if (p->file_count == 0) return fail(err, "say which history: weft linear FILE --model MODEL");
    if (!l->model)
        return fail(
            err, "say what the operations mean: --model register, map, set, counter, queue, stack, mutex or a module");
    l->path = p->files[0];
    memmove(p->files, p->files + 1, --p->file_count * sizeof *p->files);
    if (l->outputs.schedule) return fail(err, "--schedule: there is no schedule in a history");
    return outputs_check(&l->outputs, err);
}

static int linear(int argc, char **argv) {
    Linear l = {0};
    Error err;
    LinearHistory history = {0};
    LinearVerdict verdict = {0};
    int status = EXIT_UNABLE;
    double start = bound_now();
    if (options_parse(linear_options, &l, argc, argv, &err) && take_history(&l, &err) &&
        linear_read_file(&history, l.path, &err) && judge(&l, &history, &verdict, &err)) {
        LinearReport report = {&history, &verdict, l.model, bound_now() - start};
        status = tell(&l, &report);
    } else {
        terminal_trouble(err.text);
    }
    linear_verdict_free(&verdict);
    linear_free(&history);
    program_free(&l.program);
    return status;
}

const Command command_linear = {
    .name = "linear",
    .usage = "FILE --model MODEL [FILE|DIR ...] [OPTION ...]",
    .about = "whether a recorded history of operations is linearizable",
    .help = "FILE has an event in each line: a client calls an operation, an operation returns.\n"
            "    {invoke, 1, {write, 3}}.    {invoke, <0.83.0>, read}.    {ok, 1, ok}.    {fail, 1}.    {info, 1}.\n"
            "    {:process 1, :type :invoke, :f :write, :value 3}\n"
            "    {\"process\": 1, \"type\": \"invoke\", \"f\": \"write\", \"value\": 3}\n"
            "ok comes with the result; fail: it did not happen; info, or the end of the file: nobody knows. If no "
            "order of the\n"
            "operations explains the results, the longest part of the history that has one is told, and what cannot "
            "come next.\n"
            "Exit status: 0 linearizable, 1 not, 2 weft could not do it.",
    .example = "linear history.txt --model register",
    .options = linear_options,
    .run = linear,
};
