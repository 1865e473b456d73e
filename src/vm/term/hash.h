// Hash: 64 bits that tell terms apart, for maps, tables and states.
//
// Terms that are =:= have equal hashes. The hash depends on the value alone: not on addresses, atom
// numbers or the run, so whatever is ordered by it is ordered the same way everywhere.
// It is unrelated to erlang:phash2.
#pragma once
#include "vm/store/term.h"

// What is mixed into the hash of one-word values, so that 1, 1.0 and <0.1.0> differ.
#define HASH_SMALL UINT64_C(0x8bb84b93962eacc9)
#define HASH_FLOAT UINT64_C(0x4b33a62ed433d4a3)
#define HASH_PID UINT64_C(0x1d8e4e27c47d124f)

// A bijection in which every bit of the input reaches every bit of the output (the finisher of
// splitmix64, Steele, Lea and Flood 2014).
static inline uint64_t hash_mix(uint64_t x) {
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

// The hash of what gave `hash` followed by `next`.
static inline uint64_t hash_join(uint64_t hash, uint64_t next) {
    return hash_mix(hash * UINT64_C(0x9e3779b97f4a7c15) + next);
}

uint64_t hash_bytes(const void *bytes, size_t size);
uint64_t hash_deeply(Term t);

static inline uint64_t term_hash(Term t) {
    if (term_is_small(t)) return hash_mix((uint64_t)term_to_small(t) ^ HASH_SMALL);
    return hash_deeply(t);
}
