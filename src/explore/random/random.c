#include "explore/random/random.h"

#include "base/memory.h"
#include "explore/dpor/search.h"
#include "explore/random/workers.h"

void random_result_free(RandomResult *result) {
    for (uint32_t i = 0; i < result->seen_count; i++) seen_free(&result->seen[i]);
    memory_free(result->seen);
    classes_free(&result->classes);
    classes_free(&result->drawn);
    *result = (RandomResult){0};
}

// --- putting together ----------------------------------------------------------------------------------------

typedef struct {
    const RandomConfig *config;
    RandomResult *result;
    uint32_t *slots;   // a hash table: index into result->seen plus 1, or 0
    uint32_t slot_count;
    uint64_t before;   // draws put together
    bool stopped;
} Summary;

static uint32_t *slot_of(const Summary *summary, uint64_t hash) {
    uint32_t mask = summary->slot_count - 1, i = (uint32_t)chance_mix(hash) & mask;
    while (summary->slots[i] && summary->result->seen[summary->slots[i] - 1].showing.hash != hash) i = (i + 1) & mask;
    return &summary->slots[i];
}

static void grow(Summary *summary) {
    RandomResult *result = summary->result;
    summary->slot_count = summary->slot_count ? summary->slot_count * 2 : 64;
    memory_free(summary->slots);
    summary->slots = memory_zeroed(summary->slot_count, sizeof *summary->slots);
    result->seen = memory_resize(result->seen, summary->slot_count / 2 * sizeof *result->seen);
    for (uint32_t i = 0; i < result->seen_count; i++) *slot_of(summary, result->seen[i].showing.hash) = i + 1;
}

static Seen *seen_of(Summary *summary, const Showing *showing, uint64_t draw) {
    RandomResult *result = summary->result;
    if (result->seen_count * 2 >= summary->slot_count) grow(summary);
    uint32_t *slot = slot_of(summary, showing->hash);
    if (*slot) return &result->seen[*slot - 1];
    Seen *seen = &result->seen[result->seen_count];
    *seen = (Seen){.showing = *showing, .first = result->runs, .draw = draw};
    seen->showing.text = (Text){0};
    text_add_bytes(&seen->showing.text, text_string(&showing->text), showing->text.size);
    *slot = ++result->seen_count;
    return seen;
}

static void add_example(Seen *seen, const Text *example) {
    if (seen->example_count == seen_examples_wanted(seen)) return;
    Text *copy = &seen->examples[seen->example_count++];
    *copy = (Text){0};
    text_add_bytes(copy, text_string(example), example->size);
}

static void stop(Summary *summary, unsigned cut) {
    summary->stopped = true;
    summary->result->cuts |= cut;
}

static void add_run(Summary *summary, const Log *log, const RunRecord *record, uint64_t draw) {
    RandomResult *result = summary->result;
    result->runs++;
    result->steps += record->steps;
    if (record->steps > result->longest) result->longest = record->steps;
    const Class *class = record->fingerprint ? classes_add(&result->classes, record->fingerprint) : NULL;
    Seen *seen = seen_of(summary, &log->seen[record->showing].showing, draw);
    seen->count++;
    if (record->example && (!class || class->count == 1)) add_example(seen, &log->examples[record->example - 1]);
    if (seen->showing.unable || (seen->showing.wrong && !summary->config->keep_going))
        stop(summary, CUT_STOPPED);
    else if (result->runs == summary->config->runs)
        stop(summary, CUT_INTERLEAVINGS);
}

enum { DRAWS_BETWEEN_LOOKS = 64 };

static void pause(const Summary *summary) {
    const RandomConfig *config = summary->config;
    bool long_draws = config->sampler->draw != NULL;
    if (!config->pause || (summary->result->draws % DRAWS_BETWEEN_LOOKS && !long_draws)) return;
    config->pause(config->pause_context, summary->result);
}

static bool take(void *context, const Log *log, uint32_t draw, uint32_t first_run) {
    Summary *summary = context;
    const DrawRecord *record = &log->draws[draw];
    summary->result->draws++;
    summary->result->conflicts += record->conflicts;
    summary->result->feasible += record->feasible;
    uint64_t first = record->runs ? log->runs[first_run].fingerprint : 0;
    if (first && summary->config->sampler->draw) classes_add(&summary->result->drawn, first);
    for (uint32_t i = 0; i < record->runs && !summary->stopped; i++)
        add_run(summary, log, &log->runs[first_run + i], record->number);
    pause(summary);
    return !summary->stopped;
}

// --- by this process -----------------------------------------------------------------------------------------

static void look_at_limits(Summary *summary, const Worker *worker) {
    unsigned late = worker_is_late(worker);
    if (late) stop(summary, late);
}

static void survey(Summary *summary, Worker *worker) {
    for (uint32_t i = 0; i < worker_surveys(worker) && !summary->stopped; i++) {
        worker_survey(worker, ++summary->before);
        take(summary, &worker->log, 0, 0);
        log_clear(&worker->log);
        look_at_limits(summary, worker);
    }
    if (!worker_surveys(worker)) return;
    worker_finish_survey(worker);
    summary->result->surveyed = worker->survey.runs;
    summary->result->contended = worker->survey.contended;
}

static void draw_all(Summary *summary, Worker *worker) {
    while (!summary->stopped) {
        worker_draw(worker, ++summary->before);
        take(summary, &worker->log, 0, 0);
        log_clear(&worker->log);
        if (summary->before % DRAWS_BETWEEN_LOOKS == 0 || summary->config->sampler->draw)
            look_at_limits(summary, worker);
    }
}

bool random_run(Machine *machine, const RandomConfig *config, RandomResult *result, Error *err) {
    *result = (RandomResult){0};
    Summary summary = {.config = config, .result = result};
    Worker worker;
    bool done = true;
    double start = bound_used();
    worker_init(&worker, machine, config);
    survey(&summary, &worker);
    if (config->jobs > 1 && !summary.stopped) {
        Workers workers = {
            .worker = &worker, .jobs = config->jobs, .next = summary.before + 1, .take = take, .context = &summary};
        done = workers_run(&workers, err);
        result->cuts |= workers.cuts;
    } else {
        draw_all(&summary, &worker);
    }
    result->seconds = bound_now() - worker.start;
    result->processor = bound_used() - start;
    memory_free(summary.slots);
    worker_free(&worker);
    return done;
}
