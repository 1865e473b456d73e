#include "engine/sampling.h"

#include "base/interrupt.h"
#include "explore/random/harvest.h"

void sampling_judge(RandomConfig *config, JudgeOptions *judge) {
    config->judge = judge_sample;
    config->glance = judge_glance;
    config->context = judge;
}

static void show(void *context, const RandomResult *so_far) {
    SearchResult result = {.explored = so_far->runs, .events = so_far->steps};
    uint32_t errors = 0;
    for (uint32_t i = 0; i < so_far->seen_count; i++) errors += so_far->seen[i].showing.wrong;
    progress_look_from_afar(context, &result, errors);
}

void sampling_show(RandomConfig *config, Progress *progress) {
    config->pause = show;
    config->pause_context = progress;
}

bool sampling_unable(const RandomResult *result, Text *message) {
    bool unable = false;
    for (uint32_t i = 0; i < result->seen_count; i++) {
        if (!result->seen[i].showing.unable) continue;
        unable = true;
        text_add(message, text_string(&result->seen[i].showing.text));
    }
    return unable;
}

typedef struct {
    Findings *findings;
    const JudgeOptions *judge;
} Notes;

static bool note(void *context, const ExecutionEnd *end) {
    const Notes *notes = context;
    return judge_end(notes->findings, end, notes->judge);
}

void sampling_harvest(Machine *machine, const RandomConfig *config, const RandomResult *result, bool errors_only,
                      Findings *findings) {
    Stage stage;
    Notes notes = {findings, config->context};
    stage_init(&stage, machine);
    Explainer explainer = {.stage = &stage,
                           .depth = config->depth,
                           .judge = judge_run,
                           .context = config->context,
                           .interrupted = interrupt_signal()};
    Harvest harvest = {.stage = &stage,
                       .explainer = &explainer,
                       .findings = findings,
                       .on_end = note,
                       .context = &notes,
                       .errors_only = errors_only};
    harvest_all(&harvest, result->seen, result->seen_count);
    stage_begin(&stage);
    stage_free(&stage);
    findings_settle(findings);
}
