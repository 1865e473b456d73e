#include "explore/random/sampler.h"

#include <stdlib.h>
#include <string.h>

#define SAMPLER(name) extern const Sampler sampler_##name;
#include "explore/random/sampler.def"
#undef SAMPLER

static const Sampler *const samplers[] = {
#define SAMPLER(name) &sampler_##name,
#include "explore/random/sampler.def"
#undef SAMPLER
};
enum { SAMPLER_COUNT = sizeof samplers / sizeof *samplers, DEPTH_MAX = 64 };

const Sampler *sampler_at(uint32_t index) { return index < SAMPLER_COUNT ? samplers[index] : NULL; }

static bool fail_unknown(const char *words, Error *err) {
    Text names = {0};
    for (uint32_t i = 0; i < SAMPLER_COUNT; i++)
        text_format(&names, "%s%s%s",
                    i == 0                   ? ""
                    : i + 1 == SAMPLER_COUNT ? " or "
                                             : ", ",
                    samplers[i]->name, samplers[i]->takes_depth ? ":D" : "");
    fail(err, "--strategy %s: choose %s", words, text_string(&names));
    text_free(&names);
    return false;
}

const Sampler *sampler_find(const char *words, SamplerSetup *setup, Error *err) {
    size_t size = strcspn(words, ":");
    const Sampler *found = NULL;
    for (uint32_t i = 0; i < SAMPLER_COUNT && !found; i++)
        if (strncmp(samplers[i]->name, words, size) == 0 && !samplers[i]->name[size]) found = samplers[i];
    if (!found || (words[size] && !found->takes_depth)) return fail_unknown(words, err), NULL;
    if (!words[size]) return found;
    char *end;
    unsigned long depth = strtoul(words + size + 1, &end, 10);
    if (*end || end == words + size + 1 || depth < 1 || depth > DEPTH_MAX)
        return fail(err, "--strategy %s: D is a number from 1 to %d", words, DEPTH_MAX), NULL;
    setup->depth = (uint32_t)depth;
    return found;
}

// Runs are faster without looking at what steps touch. Classes are then counted in the first runs and in some of the
// others.
enum { LOOKED_AT_FIRST = 1000, LOOKED_AT_LATER = 16 };

static bool is_looked_at(uint64_t number) { return number <= LOOKED_AT_FIRST || number % LOOKED_AT_LATER == 0; }

void sampler_draw(const Sampler *sampler, void *self, Draw *draw) {
    Run *run = draw->run;
    run->blind = sampler->blind && !is_looked_at(draw->number);
    if (sampler->draw) {
        sampler->draw(self, draw);
        return;
    }
    run_begin(run, draw->seed, draw->number);
    if (sampler->begin) sampler->begin(self, run);
    while (!run_is_over(run)) {
        run_step(run, sampler->choose(self, run));
        if (sampler->stepped) sampler->stepped(self, run);
    }
    draw->ended(draw);
}
