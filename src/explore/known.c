#include "explore/known.h"

#include <string.h>

#include "base/chance.h"
#include "base/memory.h"

enum { FIRST_SIZE = 1024 };

void known_init(Known *known) {
    *known = (Known){.numbers = memory_zeroed(FIRST_SIZE, sizeof(uint64_t)), .size = FIRST_SIZE};
    fingerprint_init(&known->fingerprint);
}

void known_free(Known *known) {
    fingerprint_free(&known->fingerprint);
    memory_free(known->numbers);
    memory_free(known->last);
}

// --- the number of a class -------------------------------------------------------------------------------

static void forget_actors(Known *known, uint32_t count) {
    if (known->actor_count < count) {
        known->last = memory_resize(known->last, count * sizeof(uint64_t));
        known->actor_count = count;
    }
    memset(known->last, 0, count * sizeof(uint64_t));
}

static void copy_footprint(Footprint *to, const Action *action) {
    to->count = action->touched_count;
    to->everything = action->everything;
    to->idle = action->idle;
    memcpy(to->items, action->touched, action->touched_count * sizeof(Access));
}

static uint64_t number_of(Known *known, const Trace *trace) {
    forget_actors(known, trace->actor_count);
    fingerprint_begin(&known->fingerprint);
    for (uint32_t i = 0; i < trace->length; i++) {
        const Step *step = &trace->steps[i];
        Footprint footprint;
        copy_footprint(&footprint, step->action);
        uint64_t *last = &known->last[step->actor];
        *last = fingerprint_add(&known->fingerprint, chance_mix(step->actor + 1), *last, &footprint);
    }
    uint64_t number = known->fingerprint.all;
    return number ? number : 1;
}

// --- the table ---------------------------------------------------------------------------------------------

static uint64_t *slot_of(const Known *known, uint64_t number) {
    size_t i = (size_t)chance_mix(number) & (known->size - 1);
    while (known->numbers[i] && known->numbers[i] != number) i = (i + 1) & (known->size - 1);
    return &known->numbers[i];
}

static void grow(Known *known) {
    Known old = *known;
    known->size *= 2;
    known->numbers = memory_zeroed(known->size, sizeof(uint64_t));
    for (size_t i = 0; i < old.size; i++)
        if (old.numbers[i]) *slot_of(known, old.numbers[i]) = old.numbers[i];
    memory_free(old.numbers);
}

bool known_add(Known *known, const Trace *trace) {
    if (known->count * 2 >= known->size) grow(known);
    uint64_t number = number_of(known, trace), *slot = slot_of(known, number);
    if (*slot) return false;
    *slot = number;
    known->count++;
    return true;
}
