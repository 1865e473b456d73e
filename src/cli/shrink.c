#include "cli/shrink.h"

#include "base/memory.h"

typedef struct {
    Cases *cases;
    const ShrinkEffort *effort;
    Failure *failure;
    ShrinkResult *result;
    Case *candidates;
    uint32_t count, capacity;
    uint64_t draws;                 // of random runs
} Shrink;

void failure_free(Failure *failure) {
    text_free(&failure->text);
    text_free(&failure->names);
    text_free(&failure->key);
}

// --- candidates --------------------------------------------------------------------------------------------

static void list_candidates(Shrink *s, char *lines) {
    Case candidate;
    s->count = 0;
    while (case_next(&lines, &candidate)) {
        if (s->count == s->capacity) {
            s->capacity = s->capacity * 2 + 64;
            s->candidates = memory_resize(s->candidates, s->capacity * sizeof *s->candidates);
        }
        s->candidates[s->count++] = candidate;
    }
}

// The run that the stage stands at the end of takes the place of the failure.
static void accept(Shrink *s, const Case *candidate) {
    Text text = {0};
    text_add(&text, candidate->text);
    text_free(&s->failure->text);
    s->failure->text = text;
    s->failure->length = candidate->length;
    text_clear(&s->failure->names);
    stage_names(&s->cases->stage, &s->failure->names);
    s->result->rounds++;
}

static bool fails(Shrink *s, const char *names) {
    return cases_run(s->cases, names, s->effort->seed + s->draws++, &s->failure->key) == RUN_FAILS;
}

// --- trying ------------------------------------------------------------------------------------------------

static bool try_schedule(Shrink *s, const Case *candidate, uint32_t effort) {
    (void)effort;
    cases_choose(s->cases, candidate->text);
    return fails(s, text_string(&s->failure->names));
}

static bool try_at_random(Shrink *s, const Case *candidate, uint32_t effort) {
    cases_choose(s->cases, candidate->text);
    for (uint32_t i = 0; i < effort; i++)
        if (fails(s, "")) return true;
    return false;
}

// Every interleaving, if there are not too many.
static bool try_all(Shrink *s, const Case *candidate, uint32_t effort) {
    SearchConfig config = {.strategy = strategy_find("optimal"), .bound = {.depth = s->cases->depth, .interleavings = effort}};
    SearchResult result;
    cases_choose(s->cases, candidate->text);
    bool found = cases_explore(s->cases, &config, &result, &s->failure->key) == RUN_FAILS;
    s->result->proved += result.complete;
    return found;
}

// True: one of the candidates fails and is the failure now.
static bool try_each(Shrink *s, bool (*try)(Shrink *, const Case *, uint32_t), uint32_t effort) {
    for (uint32_t i = 0; i < s->count && !s->result->cut; i++) {
        s->result->tried++;
        if (try(s, &s->candidates[i], effort)) {
            accept(s, &s->candidates[i]);
            return true;
        }
        s->result->cut = s->effort->stopped && s->effort->stopped();
    }
    return false;
}

static bool find_smaller(Shrink *s) {
    const ShrinkEffort *effort = s->effort;
    if (effort->reuse && try_each(s, try_schedule, 1)) return true;
    uint32_t left = effort->repeats;
    for (uint32_t times = 1; left > 0; times *= 2) {
        if (times > left) times = left;
        if (try_each(s, try_at_random, times)) return true;
        left -= times;
    }
    s->result->proved = 0;
    return effort->interleavings && try_each(s, try_all, (uint32_t)effort->interleavings);
}

bool shrink_failure(Cases *cases, const ShrinkEffort *effort, Failure *failure, ShrinkResult *result, Error *err) {
    Shrink s = {.cases = cases, .effort = effort, .failure = failure, .result = result};
    Text lines = {0};
    uint64_t before = cases->runs;
    bool sound, again = true;
    *result = (ShrinkResult){0};
    while (again && (sound = cases_shrink(cases, text_string(&failure->text), &lines, err))) {
        list_candidates(&s, lines.data);
        again = find_smaller(&s) && !result->cut;
        text_clear(&lines);
    }
    result->candidates = s.count;
    result->runs = cases->runs - before;
    text_free(&lines);
    memory_free(s.candidates);
    return sound;
}
