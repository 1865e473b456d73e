// Chance: random numbers that are the same on every machine.
//
// The generator is xoshiro256** (Blackman and Vigna 2018), its state filled by splitmix64 (Steele, Lea and Flood 2014).
// A stream is given by a seed and a number, so that streams can be drawn from in any order, by anybody.
#pragma once
#include <stdint.h>

typedef struct {
    uint64_t state[4];
} Chance;

Chance chance_new(uint64_t seed, uint64_t number);
uint64_t chance_next(Chance *chance);
uint32_t chance_below(Chance *chance, uint32_t limit);   // each equally likely; limit > 0

// A number that looks random and depends on all bits of the word, each word another one.
static inline uint64_t chance_mix(uint64_t word) {
    word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9u;
    word = (word ^ word >> 27) * 0x94d049bb133111ebu;
    return word ^ word >> 31;
}
