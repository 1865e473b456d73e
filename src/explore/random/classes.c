#include "explore/random/classes.h"

#include "base/memory.h"

enum { FIRST_SIZE = 1024 };

void classes_free(Classes *classes) {
    memory_free(classes->slots);
    *classes = (Classes){0};
}

static Class *slot_of(const Classes *classes, uint64_t fingerprint) {
    uint32_t mask = classes->size - 1, i = (uint32_t)fingerprint & mask;   // it is a sum of random numbers
    while (classes->slots[i].count && classes->slots[i].fingerprint != fingerprint) i = (i + 1) & mask;
    return &classes->slots[i];
}

static void grow(Classes *classes) {
    Classes old = *classes;
    classes->size = old.size ? old.size * 2 : FIRST_SIZE;
    classes->slots = memory_zeroed(classes->size, sizeof *classes->slots);
    for (uint32_t i = 0; i < old.size; i++)
        if (old.slots[i].count) *slot_of(classes, old.slots[i].fingerprint) = old.slots[i];
    memory_free(old.slots);
}

Class *classes_add(Classes *classes, uint64_t fingerprint) {
    classes->full |= classes->count == CLASSES_MAX;
    if (classes->full) return NULL;
    if (classes->count * 2 >= classes->size) grow(classes);
    Class *class = slot_of(classes, fingerprint);
    class->fingerprint = fingerprint;
    classes->runs++;
    if (class->count < UINT32_MAX) class->count++;
    switch (class->count - 1) {
    case 0: classes->count++, classes->once++; break;
    case 1: classes->once--, classes->twice++; break;
    case 2: classes->twice--; break;
    }
    return class;
}

double classes_new_next(const Classes *classes) {
    return classes->runs ? (double)classes->once / (double)classes->runs : 1;
}

// In the form that is defined for f2 = 0 as well.
double classes_estimate(const Classes *classes) {
    double once = (double)classes->once, twice = (double)classes->twice;
    return classes->count + once * (once - 1) / (2 * (twice + 1));
}
