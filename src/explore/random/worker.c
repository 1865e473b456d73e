#include "explore/random/worker.h"

#include "base/memory.h"
#include "explore/dpor/search.h"

enum { SURVEY_DRAWS = 4, KNOWN_MAX = 1 << 20, RUNS_BETWEEN_LOOKS = 64, FIRST_SLOTS = 64 };

void worker_init(Worker *worker, Machine *machine, const RandomConfig *config) {
    *worker = (Worker){.config = config, .start = bound_now()};
    run_init(&worker->run, machine, config->depth);
    if (!config->sampler->surveys) worker_finish_survey(worker);
}

void worker_free(Worker *worker) {
    if (worker->sampler && worker->config->sampler->free) worker->config->sampler->free(worker->sampler);
    log_free(&worker->log);
    memory_free(worker->slots);
    classes_free(&worker->known);
    survey_free(&worker->survey);
    run_free(&worker->run);
}

unsigned worker_is_late(const Worker *worker) {
    const RandomConfig *config = worker->config;
    if (config->stop && *config->stop) return CUT_STOPPED;
    return config->seconds > 0 && bound_now() - worker->start >= config->seconds ? CUT_TIME : 0;
}

// --- what runs show ------------------------------------------------------------------------------------------

static uint32_t *slot_of(const Worker *worker, uint64_t hash) {
    uint32_t mask = worker->slot_count - 1, i = (uint32_t)chance_mix(hash) & mask;
    while (worker->slots[i] && worker->log.seen[worker->slots[i] - 1].showing.hash != hash) i = (i + 1) & mask;
    return &worker->slots[i];
}

static void grow_slots(Worker *worker) {
    worker->slot_count = worker->slot_count ? worker->slot_count * 2 : FIRST_SLOTS;
    memory_free(worker->slots);
    worker->slots = memory_zeroed(worker->slot_count, sizeof *worker->slots);
    for (uint32_t i = 0; i < worker->log.seen_count; i++) *slot_of(worker, worker->log.seen[i].showing.hash) = i + 1;
}

static uint32_t judge(Worker *worker) {
    Run *run = &worker->run;
    Showing showing = {0};
    worker->config->judge(worker->config->context, run->machine, run->enabled_count == 0, &showing);
    if (worker->log.seen_count * 2 >= worker->slot_count) grow_slots(worker);
    uint32_t *slot = slot_of(worker, showing.hash);
    if (*slot)
        text_free(&showing.text);
    else
        *slot = log_add_showing(&worker->log, &showing) + 1;
    return *slot - 1;
}

// The names of those who acted.
static void tell_path(const Run *run, Text *out) {
    for (uint32_t i = 0; i < run->length; i++) {
        if (i) text_add(out, " ");
        machine_actor_name(run->machine, run->path[i], out);
    }
}

// The class of a run, and what it shows: known already if the class is. False: it is.
static bool record_class(Worker *worker, RunRecord *record) {
    Run *run = &worker->run;
    const RandomConfig *config = worker->config;
    uint64_t glance = config->glance ? config->glance(config->context, run->machine) : 0;
    record->fingerprint = chance_mix(run->fingerprint.all + glance) | 1;
    if (worker->known.count >= KNOWN_MAX) classes_free(&worker->known);
    Class *class = classes_add(&worker->known, record->fingerprint);
    bool new = class->count == 1;
    if (new) class->showing = judge(worker);
    record->showing = class->showing;
    return new;
}

// What is wanted of each showing is the first runs of it, each of another class as far as that is known.
static void record_run(Worker *worker) {
    Run *run = &worker->run;
    RunRecord record = {.steps = run->length};
    bool new = true;
    if (run->blind)
        record.showing = judge(worker);
    else
        new = record_class(worker, &record);
    Seen *seen = &worker->log.seen[record.showing];
    if (new && seen->example_count < seen_examples_wanted(seen)) {
        seen->example_count++;
        tell_path(run, log_add_example(&worker->log));
        record.example = worker->log.example_count;
    }
    log_add_run(&worker->log, record);
}

// --- draws ---------------------------------------------------------------------------------------------------

static bool ended(Draw *draw) {
    Worker *worker = draw->context;
    if (machine_was_stopped(worker->run.machine)) return false;
    record_run(worker);
    const Showing *showing = &worker->log.seen[worker->log.runs[worker->log.run_count - 1].showing].showing;
    if (showing->unable || (showing->wrong && !worker->config->keep_going)) return false;
    return worker->log.run_count % RUNS_BETWEEN_LOOKS != 0 || !worker_is_late(worker);
}

static Draw begin_draw(Worker *worker, uint64_t number) {
    return (Draw){
        .run = &worker->run, .seed = worker->config->seed, .number = number, .ended = ended, .context = worker};
}

static void record_draw(Worker *worker, const Draw *draw, uint32_t before) {
    log_add_draw(&worker->log,
                 (DrawRecord){draw->number, worker->log.run_count - before, draw->conflicts, draw->feasible});
}

void worker_draw(Worker *worker, uint64_t number) {
    uint32_t before = worker->log.run_count;
    Draw draw = begin_draw(worker, number);
    sampler_draw(worker->config->sampler, worker->sampler, &draw);
    record_draw(worker, &draw, before);
}

// --- the survey ----------------------------------------------------------------------------------------------

uint32_t worker_surveys(const Worker *worker) { return worker->config->sampler->surveys ? SURVEY_DRAWS : 0; }

void worker_survey(Worker *worker, uint64_t number) {
    uint32_t before = worker->log.run_count;
    Run *run = &worker->run;
    Draw draw = begin_draw(worker, number);
    run->blind = false;
    run_begin(run, draw.seed, number);
    survey_begin(&worker->survey);
    while (!run_is_over(run)) {
        run_step(run, run_any(run));
        survey_add(&worker->survey, run);
    }
    survey_end(&worker->survey, run);
    ended(&draw);
    record_draw(worker, &draw, before);
}

void worker_finish_survey(Worker *worker) {
    const Sampler *sampler = worker->config->sampler;
    SamplerSetup setup = worker->config->setup;
    survey_finish(&worker->survey);
    setup.survey = sampler->surveys ? &worker->survey : NULL;
    worker->sampler = sampler->make ? sampler->make(&setup) : NULL;
}
