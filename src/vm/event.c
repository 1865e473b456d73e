#include "vm/event.h"

//                                             R  W  U  PR PW S  V
static const bool conflicts[ACCESS_COUNT][ACCESS_COUNT] = {
    [ACCESS_READ]       = {0, 1, 1, 0, 1, 1, 1},
    [ACCESS_WRITE]      = {1, 1, 1, 1, 1, 1, 1},
    [ACCESS_UPDATE]     = {1, 1, 0, 1, 1, 1, 1},
    [ACCESS_PART_READ]  = {0, 1, 1, 0, 0, 0, 0},
    [ACCESS_PART_WRITE] = {1, 1, 1, 0, 0, 0, 0},
    [ACCESS_SEND]       = {1, 1, 1, 0, 0, 1, 1},
    [ACCESS_RECEIVE]    = {1, 1, 1, 0, 0, 1, 1},
};

bool access_conflicts(Access a, Access b) {
    if (a.object != b.object || !conflicts[a.kind][b.kind]) return false;
    bool same_write = a.kind == ACCESS_WRITE && b.kind == ACCESS_WRITE && a.value && a.value == b.value;
    return !same_write;
}

bool footprint_conflicts(const Footprint *a, const Footprint *b) {
    if (a->everything || b->everything) return true;
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t j = 0; j < b->count; j++)
            if (access_conflicts(a->items[i], b->items[j])) return true;
    return false;
}

void footprint_add(Footprint *footprint, uint64_t object, AccessKind kind, uint64_t value) {
    if (footprint->count == FOOTPRINT_MAX) footprint->everything = true;
    else footprint->items[footprint->count++] = (Access){object, value, kind};
}
