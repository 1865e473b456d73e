#include "base/array.h"

enum { FIRST_CAPACITY = 16 };

void *array_grow(void *items, uint32_t *capacity, uint64_t needed, size_t item_size) {
    assert(needed > *capacity);
    uint64_t larger = *capacity ? (uint64_t)*capacity * 2 : FIRST_CAPACITY;
    if (larger < needed) larger = needed;
    if (larger > UINT32_MAX) larger = UINT32_MAX;
    if (needed > larger || larger > SIZE_MAX / item_size) memory_exhausted(SIZE_MAX);
    *capacity = (uint32_t)larger;
    return memory_resize(items, (size_t)larger * item_size);
}
