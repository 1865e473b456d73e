#include "vm/event.h"

_Static_assert(ACCESS_COUNT <= 8, "the kinds of access fit into a byte of bits");
_Static_assert(ACCESS_SEND == ACCESS_COUNT - 3, "what concerns mailboxes comes last, the send first");

#define KINDS(r, w, u, pr, pw, s, v, a) (r | w << 1 | u << 2 | pr << 3 | pw << 4 | s << 5 | v << 6 | a << 7)

const uint8_t access_conflicting[ACCESS_COUNT] = {
    //                         R  W  U  PR PW S  V  A
    [ACCESS_READ] = KINDS(0, 1, 1, 0, 1, 1, 1, 1),       [ACCESS_WRITE] = KINDS(1, 1, 1, 1, 1, 1, 1, 1),
    [ACCESS_UPDATE] = KINDS(1, 1, 0, 1, 1, 1, 1, 1),     [ACCESS_PART_READ] = KINDS(0, 1, 1, 0, 0, 0, 0, 0),
    [ACCESS_PART_WRITE] = KINDS(1, 1, 1, 0, 0, 0, 0, 0), [ACCESS_SEND] = KINDS(1, 1, 1, 0, 0, 1, 1, 1),
    [ACCESS_RECEIVE] = KINDS(1, 1, 1, 0, 0, 1, 1, 1),    [ACCESS_AWAIT] = KINDS(1, 1, 1, 0, 0, 1, 1, 1),
};

bool footprint_conflicts(const Footprint *a, const Footprint *b) {
    if (a->everything || b->everything) return true;
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t j = 0; j < b->count; j++)
            if (access_conflicts(a->items[i], b->items[j])) return true;
    return false;
}

bool footprint_depends(const Footprint *footprint, const Footprint *other) {
    if (footprint->fixed) return false;
    if (footprint->everything || other->everything) return true;
    for (uint32_t i = 0; i < footprint->count; i++)
        for (uint32_t j = 0; j < other->count && !footprint_is_settled(footprint, i); j++)
            if (access_conflicts(footprint->items[i], other->items[j])) return true;
    return false;
}
