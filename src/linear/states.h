// LinearStates: what the states of a model stand for. A state is one number; of models whose state is a sequence, the
// number of that sequence, each of which is kept once.
#pragma once
#include "linear/linear.h"

struct LinearStates {
    LinearHistory *history;
    struct LinearCell {   // a sequence that begins with a value; 0 is the empty one
        uint32_t value, rest;
    } * cells;
    uint32_t count, capacity;
    uint32_t *slots;   // a hash table: a cell, or 0
    uint32_t slot_count;
};

LinearStates *linear_states_new(LinearHistory *history);
void linear_states_free(LinearStates *states);

uint32_t linear_cell(LinearStates *states, uint32_t value, uint32_t rest);
uint32_t linear_append(LinearStates *states, uint32_t sequence, uint32_t value);   // at its end
