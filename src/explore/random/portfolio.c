// All samplers in turn: what one is blind for another finds. One draw in sixteen procrastinates, which takes as many
// runs as the others together.
#include "base/memory.h"
#include "explore/random/sampler.h"

extern const Sampler sampler_walk, sampler_pos, sampler_pct, sampler_pctcp, sampler_surw, sampler_procrastinate;

enum { TURNS = 16 };

static const Sampler *const turns[TURNS] = {
    &sampler_procrastinate, &sampler_pos, &sampler_surw,  &sampler_pos,  &sampler_pctcp, &sampler_pos,
    &sampler_walk,          &sampler_pos, &sampler_surw,  &sampler_pos,  &sampler_pct,   &sampler_pos,
    &sampler_surw,          &sampler_pos, &sampler_pctcp, &sampler_walk,
};

typedef struct {
    void *selves[TURNS];
} Portfolio;

static void *make(const SamplerSetup *setup) {
    Portfolio *portfolio = memory_zeroed(1, sizeof *portfolio);
    for (int i = 0; i < TURNS; i++) {
        for (int j = 0; j < i && !portfolio->selves[i]; j++)
            if (turns[j] == turns[i]) portfolio->selves[i] = portfolio->selves[j];
        if (!portfolio->selves[i] && turns[i]->make) portfolio->selves[i] = turns[i]->make(setup);
    }
    return portfolio;
}

static void release(void *self) {
    Portfolio *portfolio = self;
    for (int i = 0; i < TURNS; i++) {
        bool again = false;
        for (int j = 0; j < i; j++) again |= portfolio->selves[j] == portfolio->selves[i];
        if (!again && portfolio->selves[i]) turns[i]->free(portfolio->selves[i]);
    }
    memory_free(portfolio);
}

static void draw(void *self, Draw *drawn) {
    uint64_t turn = (drawn->number + TURNS - 5) % TURNS;   // the first ones were walks
    sampler_draw(turns[turn], ((Portfolio *)self)->selves[turn], drawn);
}

const Sampler sampler_portfolio = {
    .name = "portfolio",
    .about = "all of them in turn",
    .surveys = true,
    .make = make,
    .free = release,
    .draw = draw,
};
