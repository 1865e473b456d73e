#include "explore/witness/doom.h"

#include "base/interrupt.h"
#include "base/memory.h"
#include "explore/dpor/search.h"

typedef enum { REPLY_WAY_OUT, REPLY_SAME_ERROR, REPLY_ANY_ERROR, REPLY_UNKNOWN } Reply;

typedef struct {
    const Explainer *explainer;
    const char *key;
    uint64_t budget;
    bool escapes, differs, unknown;   // some end passes; has another error; cannot be judged
    Actor *way_out;                   // that of the one that passes
    uint32_t length;
} Question;

static void keep_way_out(Question *question, const Execution *execution) {
    question->length = execution->length;
    question->way_out = memory_new((execution->length + 1) * sizeof(Actor));
    for (uint32_t i = 0; i < execution->length; i++) question->way_out[i] = execution->steps[i].actor;
}

static bool at_end(void *context, const ExecutionEnd *end) {
    Question *question = context;
    const Explainer *e = question->explainer;
    bool ended = end->kind == END_COMPLETE;
    Verdict verdict = e->judge(e->context, end->machine, ended, question->key);
    question->escapes |= ended && verdict.passes;
    question->differs |= !verdict.same;
    question->unknown |= verdict.unknown || (!ended && verdict.passes);
    if (question->escapes) keep_way_out(question, end->execution);
    return !question->escapes && !question->unknown;
}

static void look_at_budget(Search *search) {
    const Question *question = search->pause_context;
    bool late = interrupt_signal() != question->explainer->interrupted;
    if (late || search->execution.events > question->budget) search_stop(search, CUT_STOPPED);
}

static Reply ask(const DoomedRun *run, uint32_t steps, Question *question, uint64_t *budget) {
    const Explainer *e = question->explainer;
    Stage *stage = e->stage;
    if (*budget <= steps) return REPLY_UNKNOWN;
    stage_go(stage, run->path, steps);
    *budget -= steps;
    question->budget = *budget;
    SearchConfig config = {.strategy = strategy_find("optimal"),
                           .on_end = at_end,
                           .context = question,
                           .bound = {.depth = e->depth > steps ? e->depth - steps : 1}};
    Search search;
    search_begin(&search, stage->machine, &config);
    search.pause = look_at_budget;
    search.pause_context = question;
    do search_walk(&search);
    while (search_begin_again(&search));
    SearchResult result = search_finish(&search);
    *budget -= result.events < *budget ? result.events : *budget;
    if (question->escapes) return REPLY_WAY_OUT;
    if (question->unknown || result.cuts & CUT_STOPPED) return REPLY_UNKNOWN;
    return question->differs ? REPLY_ANY_ERROR : REPLY_SAME_ERROR;
}

Doom doom_find(const Explainer *e, const DoomedRun *run, uint64_t *budget, uint32_t *steps) {
    int64_t open = (int64_t)run->escapes - 1, doomed = run->fails, stride = 1;
    Reply last = REPLY_SAME_ERROR;
    bool met = false;   // a way out, on this path
    while (doomed - open > 1) {
        int64_t next = met || doomed - stride <= open ? open + (doomed - open) / 2 : doomed - stride;
        Question question = {.explainer = e, .key = run->key};
        Reply reply = ask(run, (uint32_t)next, &question, budget);
        memory_free(question.way_out);
        if (reply == REPLY_UNKNOWN) return DOOM_UNKNOWN;
        met |= reply == REPLY_WAY_OUT;
        if (reply == REPLY_WAY_OUT)
            open = next;
        else
            doomed = next, last = reply;
        stride *= 2;
    }
    *steps = (uint32_t)doomed;
    return last == REPLY_SAME_ERROR ? DOOM_SAME : DOOM_ANY;
}

bool doom_escape(const Explainer *e, const DoomedRun *run, uint32_t steps, uint64_t *budget) {
    Question question = {.explainer = e, .key = run->key};
    bool escapes = ask(run, steps, &question, budget) == REPLY_WAY_OUT;
    if (escapes) stage_go(e->stage, run->path, steps);
    for (uint32_t i = 0; escapes && i < question.length; i++) stage_step(e->stage, question.way_out[i]);
    memory_free(question.way_out);
    return escapes;
}
