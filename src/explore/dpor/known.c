#include "explore/dpor/known.h"

#include "base/chance.h"
#include "base/memory.h"

enum { FIRST_SIZE = 1024 };

void known_init(Known *known) {
    *known = (Known){.numbers = memory_zeroed(FIRST_SIZE, sizeof(uint64_t)), .size = FIRST_SIZE};
}

void known_free(Known *known) {
    memory_free(known->numbers);
    memory_free(known->steps);
}

// --- the number of a class -------------------------------------------------------------------------------

// The last step of each actor that happens before it stands for the earlier ones.
static uint64_t number_of_step(const Known *known, const Step *step, uint32_t position) {
    uint64_t before = 0;
    for (uint32_t slot = 0; slot < step->clock.size; slot++) {
        uint32_t seen = step->clock.seen[slot];
        if (seen && seen != position + 1) before += known->steps[seen - 1];
    }
    if (step->previous) before += chance_mix(known->steps[step->previous - 1]);
    return chance_mix(chance_mix(((uint64_t)step->actor + 1) << 32 | step->turn) + before);
}

static uint64_t number_of(Known *known, const Execution *execution) {
    uint64_t sum = 0;
    if (known->capacity < execution->length) {
        known->capacity = execution->length * 2;
        known->steps = memory_resize(known->steps, known->capacity * sizeof(uint64_t));
    }
    for (uint32_t i = 0; i < execution->length; i++) {
        known->steps[i] = number_of_step(known, &execution->steps[i], i);
        sum += known->steps[i];
    }
    return sum ? sum : 1;
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

bool known_add(Known *known, const Execution *execution) {
    if (known->count * 2 >= known->size) grow(known);
    uint64_t number = number_of(known, execution), *slot = slot_of(known, number);
    if (*slot) return false;
    *slot = number;
    known->count++;
    return true;
}
