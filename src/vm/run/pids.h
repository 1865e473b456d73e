// Pids: the numbers of processes by their descent, (parent, n-th child) => number.
//
// A hash table outside of the state that marks and undo are about: a number that was given once stays.
#pragma once
#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint32_t parent, number;   // number 0: the slot is free
    uint64_t child;
} PidEntry;

typedef struct {
    PidEntry *entries;
    size_t count, capacity;   // capacity: 0 or a power of two
} Pids;

// Where the number is kept; 0 in it until the caller gives one.
uint32_t *pids_find(Pids *pids, uint32_t parent, uint64_t child);
uint32_t pids_number(const Pids *pids, uint32_t parent, uint64_t child);   // 0: it has none yet
void pids_free(Pids *pids);
