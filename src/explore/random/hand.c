#include "explore/random/hand.h"

#include "base/memory.h"
#include "explore/dpor/search.h"

enum { SURVEY_DRAWS = 4, KNOWN_MAX = 1 << 20, RUNS_BETWEEN_LOOKS = 64, FIRST_SLOTS = 64 };

void hand_init(Hand *hand, Machine *machine, const RandomConfig *config) {
    *hand = (Hand){.config = config, .start = bound_now()};
    run_init(&hand->run, machine, config->depth);
    if (!config->sampler->surveys) hand_finish_survey(hand);
}

void hand_free(Hand *hand) {
    if (hand->sampler && hand->config->sampler->free) hand->config->sampler->free(hand->sampler);
    log_free(&hand->log);
    memory_free(hand->slots);
    classes_free(&hand->known);
    survey_free(&hand->survey);
    run_free(&hand->run);
}

unsigned hand_is_late(const Hand *hand) {
    const RandomConfig *config = hand->config;
    if (config->stop && *config->stop) return CUT_STOPPED;
    return config->seconds > 0 && bound_now() - hand->start >= config->seconds ? CUT_TIME : 0;
}

// --- what runs show ------------------------------------------------------------------------------------------

static uint32_t *slot_of(const Hand *hand, uint64_t hash) {
    uint32_t mask = hand->slot_count - 1, i = (uint32_t)chance_mix(hash) & mask;
    while (hand->slots[i] && hand->log.seen[hand->slots[i] - 1].showing.hash != hash) i = (i + 1) & mask;
    return &hand->slots[i];
}

static void grow_slots(Hand *hand) {
    hand->slot_count = hand->slot_count ? hand->slot_count * 2 : FIRST_SLOTS;
    memory_free(hand->slots);
    hand->slots = memory_zeroed(hand->slot_count, sizeof *hand->slots);
    for (uint32_t i = 0; i < hand->log.seen_count; i++) *slot_of(hand, hand->log.seen[i].showing.hash) = i + 1;
}

static uint32_t judge(Hand *hand) {
    Run *run = &hand->run;
    Showing showing = {0};
    hand->config->judge(hand->config->context, run->machine, run->enabled_count == 0, &showing);
    if (hand->log.seen_count * 2 >= hand->slot_count) grow_slots(hand);
    uint32_t *slot = slot_of(hand, showing.hash);
    if (*slot) text_free(&showing.text);
    else *slot = log_add_showing(&hand->log, &showing) + 1;
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
static bool record_class(Hand *hand, RunRecord *record) {
    Run *run = &hand->run;
    const RandomConfig *config = hand->config;
    uint64_t glance = config->glance ? config->glance(config->context, run->machine) : 0;
    record->fingerprint = chance_mix(run->fingerprint.all + glance) | 1;
    if (hand->known.count >= KNOWN_MAX) classes_free(&hand->known);
    Class *class = classes_add(&hand->known, record->fingerprint);
    bool new = class->count == 1;
    if (new) class->showing = judge(hand);
    record->showing = class->showing;
    return new;
}

// What is wanted of each showing is the first runs of it, each of another class as far as that is known.
static void record_run(Hand *hand) {
    Run *run = &hand->run;
    RunRecord record = {.steps = run->length};
    bool new = true;
    if (run->blind) record.showing = judge(hand);
    else new = record_class(hand, &record);
    Seen *seen = &hand->log.seen[record.showing];
    if (new && seen->example_count < (seen->showing.wrong ? EXAMPLES_MAX : 1)) {
        seen->example_count++;
        tell_path(run, log_add_example(&hand->log));
        record.example = hand->log.example_count;
    }
    log_add_run(&hand->log, record);
}

// --- draws ---------------------------------------------------------------------------------------------------

static bool ended(Draw *draw) {
    Hand *hand = draw->context;
    record_run(hand);
    const Showing *showing = &hand->log.seen[hand->log.runs[hand->log.run_count - 1].showing].showing;
    if (showing->unable || (showing->wrong && !hand->config->keep_going)) return false;
    return hand->log.run_count % RUNS_BETWEEN_LOOKS != 0 || !hand_is_late(hand);
}

static Draw begin_draw(Hand *hand, uint64_t number) {
    return (Draw){.run = &hand->run, .seed = hand->config->seed, .number = number, .ended = ended, .context = hand};
}

static void record_draw(Hand *hand, const Draw *draw, uint32_t before) {
    log_add_draw(&hand->log, (DrawRecord){draw->number, hand->log.run_count - before, draw->conflicts, draw->feasible});
}

void hand_draw(Hand *hand, uint64_t number) {
    uint32_t before = hand->log.run_count;
    Draw draw = begin_draw(hand, number);
    sampler_draw(hand->config->sampler, hand->sampler, &draw);
    record_draw(hand, &draw, before);
}

// --- the survey ----------------------------------------------------------------------------------------------

uint32_t hand_surveys(const Hand *hand) { return hand->config->sampler->surveys ? SURVEY_DRAWS : 0; }

void hand_survey(Hand *hand, uint64_t number) {
    uint32_t before = hand->log.run_count;
    Run *run = &hand->run;
    Draw draw = begin_draw(hand, number);
    run->blind = false;
    run_begin(run, draw.seed, number);
    survey_begin(&hand->survey);
    while (!run_is_over(run)) {
        run_step(run, run_any(run));
        survey_add(&hand->survey, run);
    }
    survey_end(&hand->survey, run);
    ended(&draw);
    record_draw(hand, &draw, before);
}

void hand_finish_survey(Hand *hand) {
    const Sampler *sampler = hand->config->sampler;
    SamplerSetup setup = hand->config->setup;
    survey_finish(&hand->survey);
    setup.survey = sampler->surveys ? &hand->survey : NULL;
    hand->sampler = sampler->make ? sampler->make(&setup) : NULL;
}
