#include "base/arena.h"

#include "base/memory.h"

enum { ARENA_BITS = 34 };   // address space, of which pages are used as the arena fills

void arena_init(Arena *arena) {
    size_t size = (size_t)1 << ARENA_BITS;
    *arena = (Arena){.start = memory_reserve(size), .size = size};
}

void arena_free(Arena *arena) {
    ASAN_UNPOISON_MEMORY_REGION(arena->start, arena->most);   // somebody else may get these addresses
    memory_unreserve(arena->start, arena->size);
    *arena = (Arena){0};
}

void arena_full(const Arena *arena, size_t size) { memory_exhausted(arena->used + size); }
