#include "explore/dpor/clock.h"

#include <assert.h>
#include <string.h>

Clock clock_new(Arena *arena, uint32_t size) { return clock_copy(arena, size, (Clock){0}); }

Clock clock_copy(Arena *arena, uint32_t size, Clock from) {
    assert(from.size <= size);
    Clock clock = {arena_take(arena, size * sizeof(uint32_t)), size};
    if (from.size) memcpy(clock.seen, from.seen, from.size * sizeof(uint32_t));
    memset(clock.seen + from.size, 0, (size - from.size) * sizeof(uint32_t));
    return clock;
}

void clock_join(Clock *clock, Clock earlier) {
    assert(earlier.size <= clock->size);
    for (uint32_t i = 0; i < earlier.size; i++) {   // without a branch: nobody can guess it
        uint32_t seen = clock->seen[i], other = earlier.seen[i];
        clock->seen[i] = seen > other ? seen : other;
    }
}
