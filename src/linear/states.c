#include "linear/states.h"

#include "base/memory.h"
#include "base/words.h"

LinearStates *linear_states_new(LinearHistory *history) {
    LinearStates *states = memory_zeroed(1, sizeof *states);
    states->history = history;
    states->count = 1;
    return states;
}

void linear_states_free(LinearStates *states) {
    memory_free(states->cells);
    memory_free(states->slots);
    memory_free(states);
}

static uint64_t hash_of(uint32_t value, uint32_t rest) {
    uint64_t word = ((uint64_t)rest << 32 | value) * 0x9e3779b97f4a7c15u;
    return word ^ word >> 32;
}

static void put(LinearStates *states, uint32_t cell) {
    uint64_t at = hash_of(states->cells[cell].value, states->cells[cell].rest);
    while (states->slots[at & (states->slot_count - 1)]) at++;
    states->slots[at & (states->slot_count - 1)] = cell;
}

static void grow(LinearStates *states) {
    states->capacity = states->capacity * 2 + 64;
    states->cells = memory_resize(states->cells, states->capacity * sizeof *states->cells);
    states->slot_count = states->slot_count ? states->slot_count * 2 : 256;
    while (states->slot_count < states->capacity * 2) states->slot_count *= 2;
    memory_free(states->slots);
    states->slots = memory_zeroed(states->slot_count, sizeof *states->slots);
    for (uint32_t i = 1; i < states->count; i++) put(states, i);
}

uint32_t linear_cell(LinearStates *states, uint32_t value, uint32_t rest) {
    if (states->count >= states->capacity) grow(states);
    uint64_t at = hash_of(value, rest);
    for (uint32_t cell; (cell = states->slots[at & (states->slot_count - 1)]); at++)
        if (states->cells[cell].value == value && states->cells[cell].rest == rest) return cell;
    states->cells[states->count] = (struct LinearCell){value, rest};
    states->slots[at & (states->slot_count - 1)] = states->count;
    return states->count++;
}

uint32_t linear_append(LinearStates *states, uint32_t sequence, uint32_t value) {
    Words values;
    words_init(&values);
    for (; sequence; sequence = states->cells[sequence].rest) words_push(&values, states->cells[sequence].value);
    sequence = linear_cell(states, value, 0);
    while (values.count > 0) sequence = linear_cell(states, (uint32_t)words_pop(&values), sequence);
    words_free(&values);
    return sequence;
}
