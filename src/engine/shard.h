// Shard: a part of the tests of a project, where several machines have one each.
//
// Which tests are in which part depends on nothing but the names of all tests, the number of parts and, if there is
// one, the file that says how long each test takes; so machines that know the same agree without talking to each other.
// With durations the longest test goes first, each to the part that has least to do so far (Graham 1969, LPT). Without,
// tests are dealt out in the order of a hash of their names, so that neighbours, which often take equally long, are
// spread.
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

typedef struct {
    uint32_t part, parts;   // the first is 1; parts 0: there is one part only
} Shard;

enum { SHARD_PARTS_MAX = 10000 };

bool shard_read(const char *text, Shard *out, Error *err);   // "2/5"

// How long tests take, from the JSON file of an earlier weft test or weft merge; NULL: nobody knows. Fills `part_of`,
// from 1, for each title. Tests that are not in the file are taken to be like the mean of those that are.
bool shard_divide(const Shard *shard, const char *const *titles, size_t count, const char *durations, uint32_t *part_of,
                  Error *err);
