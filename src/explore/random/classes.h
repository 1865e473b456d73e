// Classes: how often runs of each class were met, and what that says of those that were not.
//
// Of n runs let f1 be the classes met once and f2 those met twice. The next run is of a new class with a probability of
// about f1/n (Good 1953), and the classes that were not met are at least about f1^2/(2 f2) (Chao 1984): much is
// still unseen as long as much was seen only once. Both hold for runs that are drawn alike and independently.
#pragma once
#include <stdbool.h>
#include <stdint.h>

typedef struct {
    uint64_t fingerprint;
    uint32_t count;     // of runs; 0: the slot is free
    uint32_t showing;   // what they show, as those who count them number it
} Class;

enum { CLASSES_MAX = 1 << 22 };

typedef struct {
    Class *slots;           // a hash table
    uint32_t size, count;   // size: 0 or a power of two
    uint64_t runs;
    uint64_t once, twice;   // classes met so often
    bool full;              // there were more: all this is about the first `runs` only
} Classes;

void classes_free(Classes *classes);

// Counts one run; if its count is 1 now, the class is new. Good until the next call. NULL: there is no room for more.
Class *classes_add(Classes *classes, uint64_t fingerprint);

double classes_new_next(const Classes *classes);   // the probability that another run is of a new class
double classes_estimate(const Classes *classes);   // how many there are, at least about
