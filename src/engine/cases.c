#include "engine/cases.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

// --- asking ------------------------------------------------------------------------------------------------

static void leave_stage(Cases *cases) {
    if (cases->staged) stage_free(&cases->stage);
    cases->staged = false;
}

static void call(Cases *cases, const char *function, const char *const *arguments, size_t count) {
    leave_stage(cases);
    machine_undo(cases->machine, cases->ready);
    machine_begin_call(cases->machine, function, arguments, count);
    stage_init(&cases->stage, cases->machine);
    cases->staged = true;
}

// Calls a function of weft_parallel that answers with bytes.
static bool ask(Cases *cases, const char *function, const char *const *arguments, size_t count, Text *answer,
                Error *err) {
    call(cases, function, arguments, count);
    bool ended = stage_finish(&cases->stage, UINT32_MAX);
    if (ended && machine_result_bytes(cases->machine, answer)) return true;
    return fail(err, "%s of the model %s: %s", function, cases->model, machine_message(cases->machine));
}

bool cases_init(Cases *cases, Machine *machine, const char *model, const char *property, Error *err) {
    Text answer = {0};
    const char *arguments[] = {model, property};
    *cases = (Cases){.machine = machine, .model = model};
    machine_prepare_stepping(machine);
    cases->ready = machine_mark(machine);
    bool sound = ask(cases, "describe", arguments, property ? 2 : 1, &answer, err);
    const char *line = text_string(&answer), *tab = strchr(line, '\t');
    if (sound && !tab) sound = fail(err, "%s", line);
    if (sound && tab[1]) {
        text_add_bytes(&cases->property, line, (size_t)(tab - line));
        text_add(&cases->shape, tab + 1);
    }
    cases->setup = strncmp(line, "setup\t", 6) == 0;
    text_free(&answer);
    return sound;
}

void cases_free(Cases *cases) {
    leave_stage(cases);
    text_free(&cases->property);
    text_free(&cases->shape);
}

bool cases_generate(Cases *cases, const CaseOrder *order, Text *lines, Error *err) {
    const uint64_t numbers[] = {order->seed,     order->first,     order->count,
                                order->commands, order->processes, order->tail};
    enum { COUNT = sizeof numbers / sizeof *numbers };
    Text words[COUNT] = {0};
    const char *arguments[COUNT + 1] = {cases->model};
    for (size_t i = 0; i < COUNT; i++) {
        text_format(&words[i], "%llu", (unsigned long long)numbers[i]);
        arguments[i + 1] = words[i].data;
    }
    bool made = ask(cases, "generate", arguments, COUNT + 1, lines, err);
    for (size_t i = 0; i < COUNT; i++) text_free(&words[i]);
    return made;
}

bool cases_shrink(Cases *cases, const char *text, const char *what, Text *lines, Error *err) {
    const char *arguments[] = {cases->model, text, what};
    return ask(cases, "shrink", arguments, 3, lines, err);
}

size_t cases_arguments(const Cases *cases, const char *text, const char *arguments[4]) {
    arguments[0] = cases->model;
    arguments[1] = text;
    if (!cases->property.size) return 2;
    arguments[2] = text_string(&cases->property);
    arguments[3] = text_string(&cases->shape);
    return 4;
}

bool case_next(char **lines, Case *out) {
    char *line = *lines, *text;
    if (!line || !*line) return false;
    out->length = (uint32_t)strtoul(line, &text, 10);
    out->text = text + 1;
    *lines = strchr(text, '\n');
    if (*lines) *(*lines)++ = 0;
    return true;
}

// --- running -----------------------------------------------------------------------------------------------

void cases_choose(Cases *cases, const char *text) {
    size_t count = cases_arguments(cases, text, cases->arguments);
    call(cases, "test", cases->arguments, count);
}

static void follow(Stage *stage, const char *names, uint32_t depth) {
    for (size_t size; *names && stage->length < depth; names += size) {
        Actor actor;
        names += strspn(names, " ");
        size = strcspn(names, " ");
        if (size && stage_find(stage, names, size, &actor)) stage_step(stage, actor);
    }
}

static RunEnd judge(Cases *cases, bool ended, Text *key) {
    if (machine_outcome(cases->machine) == OUTCOME_UNSUPPORTED) return RUN_UNABLE;
    Verdict verdict = judge_run(&cases->judge, cases->machine, ended, text_string(key));
    if (verdict.passes) return RUN_PASSES;
    if (key->size) return verdict.same ? RUN_FAILS : RUN_FAILS_OTHERWISE;
    judge_key(&cases->judge, cases->machine, ended, key);
    return RUN_FAILS;
}

RunEnd cases_follow(Cases *cases, const char *names, Text *key) {
    Stage *stage = &cases->stage;
    stage_begin(stage);
    follow(stage, names, cases->depth);
    bool ended = stage_finish(stage, cases->depth);
    cases->runs++;
    cases->steps += stage->length;
    return judge(cases, ended, key);
}

// --- sampling ----------------------------------------------------------------------------------------------

typedef struct {
    Cases *cases;
    const Text *key;
} Sampled;

// Errors are told apart by their keys, if a certain one is wanted; runs without one are all the same.
static void show(void *context, Machine *machine, bool ended, Showing *out) {
    Sampled *sampled = context;
    out->unable = machine_outcome(machine) == OUTCOME_UNSUPPORTED;
    if (out->unable) {
        text_add(&out->text, machine_message(machine));
        return;
    }
    Verdict verdict = judge_run(&sampled->cases->judge, machine, ended, text_string(sampled->key));
    out->wrong = !verdict.passes && (verdict.same || !sampled->key->size);
    out->hash = out->wrong;
}

RunEnd cases_sample(Cases *cases, const CaseSampling *sampling, Text *key) {
    Sampled sampled = {cases, key};
    RandomConfig config = {.sampler = sampling->sampler,
                           .setup = sampling->setup,
                           .seed = sampling->seed,
                           .runs = sampling->runs,
                           .depth = cases->depth,
                           .judge = show,
                           .context = &sampled};
    RandomResult result = {0};
    Error err;
    RunEnd end = RUN_PASSES;
    stage_begin(&cases->stage);
    random_run(cases->machine, &config, &result, &err);
    cases->runs += result.runs;
    cases->steps += result.steps;
    stage_begin(&cases->stage);
    for (uint32_t i = 0; i < result.seen_count && end == RUN_PASSES; i++) {
        const Seen *seen = &result.seen[i];
        if (!seen->showing.wrong && !seen->showing.unable) continue;
        if (seen->example_count) follow(&cases->stage, text_string(&seen->examples[0]), cases->depth);
        end = judge(cases, !cases->stage.enabled_count, key);
    }
    random_result_free(&result);
    return end;
}

// --- exploring ---------------------------------------------------------------------------------------------

typedef struct {
    Cases *cases;
    Text *key;
    RunEnd end;
    Text names;
} Look;

static bool at_end(void *context, const ExecutionEnd *end) {
    Look *look = context;
    look->end = judge(look->cases, end->kind == END_COMPLETE, look->key);
    if (look->end != RUN_FAILS && look->end != RUN_UNABLE) return true;
    for (uint32_t i = 0; i < end->execution->length; i++)
        text_format(&look->names, "%s ", cast_name(&look->cases->stage.cast, end->execution->steps[i].actor));
    return false;
}

RunEnd cases_explore(Cases *cases, const SearchConfig *search, SearchResult *result, Text *key) {
    Look look = {.cases = cases, .key = key};
    SearchConfig config = *search;
    config.on_end = at_end;
    config.context = &look;
    stage_begin(&cases->stage);
    *result = search_run(cases->machine, &config);
    cases->runs += result->explored + result->blocked;
    cases->steps += result->events;
    stage_begin(&cases->stage);
    if (look.names.size) follow(&cases->stage, look.names.data, UINT32_MAX);
    text_free(&look.names);
    return look.end == RUN_FAILS || look.end == RUN_UNABLE ? look.end : RUN_PASSES;
}
