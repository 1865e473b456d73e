#include "vm/event.h"

//                                             R  W  U  PR PW S  V  A
static const bool conflicts[ACCESS_COUNT][ACCESS_COUNT] = {
    [ACCESS_READ]       = {0, 1, 1, 0, 1, 1, 1, 1},
    [ACCESS_WRITE]      = {1, 1, 1, 1, 1, 1, 1, 1},
    [ACCESS_UPDATE]     = {1, 1, 0, 1, 1, 1, 1, 1},
    [ACCESS_PART_READ]  = {0, 1, 1, 0, 0, 0, 0, 0},
    [ACCESS_PART_WRITE] = {1, 1, 1, 0, 0, 0, 0, 0},
    [ACCESS_SEND]       = {1, 1, 1, 0, 0, 1, 1, 1},
    [ACCESS_RECEIVE]    = {1, 1, 1, 0, 0, 1, 1, 1},
    [ACCESS_AWAIT]      = {1, 1, 1, 0, 0, 1, 1, 1},
};

static bool takes(AccessKind kind) { return kind == ACCESS_RECEIVE || kind == ACCESS_AWAIT; }

// Sending one message and taking another out of the same mailbox commute, as two writes of the same value do.
bool access_conflicts(Access a, Access b) {
    if (a.object != b.object || !conflicts[a.kind][b.kind]) return false;
    if (!a.value || !b.value) return true;
    if (a.kind == ACCESS_WRITE && b.kind == ACCESS_WRITE) return a.value != b.value;
    bool sent_and_taken = (a.kind == ACCESS_SEND && takes(b.kind)) || (takes(a.kind) && b.kind == ACCESS_SEND);
    return !sent_and_taken || a.value == b.value;
}

bool access_enables(Access first, Access second) {
    return first.kind == ACCESS_SEND && second.kind == ACCESS_AWAIT && first.object == second.object &&
           first.value && first.value == second.value;
}

bool footprint_conflicts(const Footprint *a, const Footprint *b) {
    if (a->everything || b->everything) return true;
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t j = 0; j < b->count; j++)
            if (access_conflicts(a->items[i], b->items[j])) return true;
    return false;
}
