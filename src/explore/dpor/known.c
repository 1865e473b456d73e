#include "explore/dpor/known.h"

#include <assert.h>

#include "base/chance.h"

void known_init(Known *known) { *known = (Known){0}; }

void known_free(Known *known) {
    hash_set_free(&known->classes);
    array_free(&known->steps);
}

// The last step of each actor that happens before it stands for the earlier ones.
static uint64_t number_of_step(const Known *known, const Step *step, uint32_t position) {
    uint64_t before = 0;
    for (uint32_t slot = 0; slot < step->clock.size; slot++) {
        uint32_t seen = step->clock.seen[slot];
        if (seen && seen != position + 1) before += known->steps.items[seen - 1];
    }
    if (step->previous) before += chance_mix(known->steps.items[step->previous - 1]);
    return chance_mix(chance_mix(((uint64_t)step->actor + 1) << 32 | step->turn) + before);
}

static uint64_t number_of(Known *known, const Execution *execution) {
    uint64_t sum = 0;
    array_clear(&known->steps);
    for (uint32_t i = 0; i < execution->length; i++) {
        array_push(&known->steps, number_of_step(known, &execution->steps[i], i));
        sum += known->steps.items[i];
    }
    return sum;
}

bool known_add(Known *known, const Execution *execution) {
    assert(execution->clocked == execution->length);
    return hash_set_add(&known->classes, number_of(known, execution));
}
