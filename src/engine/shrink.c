#include "engine/shrink.h"

#include "base/memory.h"

typedef struct {
    Case tried;
    bool proved;   // no interleaving of it fails
} Candidate;

typedef struct {
    Cases *cases;
    const ShrinkEffort *effort;
    Failure *failure;
    ShrinkResult *result;
    Candidate *candidates;
    uint32_t count, capacity;
    uint64_t draws;   // of random runs
} Shrink;

void failure_free(Failure *failure) {
    text_free(&failure->text);
    text_free(&failure->names);
    text_free(&failure->key);
}

// --- candidates --------------------------------------------------------------------------------------------

// Adds those that the lines list; the lines stay where they are.
static void add_candidates(Shrink *s, char *lines) {
    for (Case candidate; case_next(&lines, &candidate);) {
        if (s->count == s->capacity) {
            s->capacity = s->capacity * 2 + 64;
            s->candidates = memory_resize(s->candidates, s->capacity * sizeof *s->candidates);
        }
        s->candidates[s->count++] = (Candidate){.tried = candidate};
    }
}

// The run that the stage stands at the end of takes the place of the failure.
static void accept(Shrink *s, const Candidate *candidate) {
    Text text = {0};
    text_add(&text, candidate->tried.text);
    text_free(&s->failure->text);
    s->failure->text = text;
    s->failure->length = candidate->tried.length;
    text_clear(&s->failure->names);
    stage_names(&s->cases->stage, &s->failure->names);
    s->result->rounds++;
}

// --- trying ------------------------------------------------------------------------------------------------

static bool try_schedule(Shrink *s, Candidate *candidate, uint32_t effort) {
    (void)effort;
    cases_choose(s->cases, candidate->tried.text);
    return cases_follow(s->cases, text_string(&s->failure->names), &s->failure->key) == RUN_FAILS;
}

static bool sample(Shrink *s, Candidate *candidate, const Sampler *sampler, uint32_t runs) {
    CaseSampling sampling = {.sampler = sampler, .seed = s->effort->seed + s->draws++, .runs = runs};
    cases_choose(s->cases, candidate->tried.text);
    return cases_sample(s->cases, &sampling, &s->failure->key) == RUN_FAILS;
}

// Once at random, and then with what could conflict in that run reversed.
static bool try_procrastinating(Shrink *s, Candidate *candidate, uint32_t effort) {
    return sample(s, candidate, s->effort->procrastination, effort);
}

static bool try_at_random(Shrink *s, Candidate *candidate, uint32_t effort) {
    return sample(s, candidate, s->effort->walk, effort);
}

// Every interleaving, if there are not too many.
static bool try_all(Shrink *s, Candidate *candidate, uint32_t effort) {
    SearchConfig config = {.strategy = strategy_find("optimal"),
                           .bound = {.depth = s->cases->depth, .interleavings = effort}};
    SearchResult result;
    cases_choose(s->cases, candidate->tried.text);
    bool found = cases_explore(s->cases, &config, &result, &s->failure->key) == RUN_FAILS;
    candidate->proved = result.complete;
    return found;
}

typedef bool Try(Shrink *s, Candidate *candidate, uint32_t effort);

// True: one of the candidates, from the first on that is told, fails and is the failure now.
static bool try_each(Shrink *s, uint32_t first, Try *try, uint32_t effort) {
    for (uint32_t i = first; i < s->count && !s->result->cut; i++) {
        if (s->candidates[i].proved) continue;
        s->result->tried++;
        if (try(s, &s->candidates[i], effort)) {
            accept(s, &s->candidates[i]);
            return true;
        }
        s->result->cut = s->effort->stopped && s->effort->stopped();
    }
    return false;
}

enum { FEW = 100 };   // interleavings, which are explored before anything is run often

// What takes more than one run each: all candidates get a little before one gets much, and those that cannot fail get
// nothing more once that is known.
static bool try_harder(Shrink *s) {
    uint32_t repeats = s->effort->repeats, interleavings = (uint32_t)s->effort->interleavings;
    if (interleavings && try_each(s, 0, try_all, interleavings < FEW ? interleavings : FEW)) return true;
    if (s->effort->procrastinated && try_each(s, 0, try_procrastinating, s->effort->procrastinated)) return true;
    for (uint32_t times = 1; repeats > 0; repeats -= times, times *= 2) {
        if (times > repeats) times = repeats;
        if (try_each(s, 0, try_at_random, times)) return true;
    }
    return interleavings > FEW && try_each(s, 0, try_all, interleavings);
}

// Fewer commands come first: with them, there are fewer arguments to make smaller.
static bool find_smaller(Shrink *s, Text lines[2], bool *found, Error *err) {
    static const char *const kinds[] = {"commands", "arguments"};
    s->count = 0;
    *found = false;
    for (size_t i = 0; i < 2 && !*found; i++) {
        uint32_t first = s->count;
        text_clear(&lines[i]);
        if (!cases_shrink(s->cases, text_string(&s->failure->text), kinds[i], &lines[i], err)) return false;
        add_candidates(s, lines[i].data);
        *found = s->effort->reuse && try_each(s, first, try_schedule, 1);
    }
    if (!*found) *found = try_harder(s);
    return true;
}

bool shrink_failure(Cases *cases, const ShrinkEffort *effort, Failure *failure, ShrinkResult *result, Error *err) {
    Shrink s = {.cases = cases, .effort = effort, .failure = failure, .result = result};
    Text lines[2] = {0};
    uint64_t before = cases->runs;
    bool sound = true, found = true;
    *result = (ShrinkResult){0};
    while (found && sound && !result->cut) sound = find_smaller(&s, lines, &found, err);
    result->candidates = s.count;
    for (uint32_t i = 0; i < s.count; i++) result->proved += s.candidates[i].proved;
    result->runs = cases->runs - before;
    text_free(&lines[0]);
    text_free(&lines[1]);
    memory_free(s.candidates);
    return sound;
}
