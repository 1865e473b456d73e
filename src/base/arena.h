// Arena: memory that is given back all at once, or cut back to a mark.
//
//     start                    mark              used                              size
//     | taken before the mark  | taken since     | address space, not used so far  |
//
// What is taken belongs to whoever cuts: a search takes memory on the way to a state and cuts it off when it goes back,
// a report takes some while it is written. A function that takes memory is given the arena first, so that its caller
// sees how long the result lives. Nothing ever moves, and cutting costs one assignment, whatever was taken.
//
//     ArenaMark here = arena_mark(path);     // explore a branch ...
//     arena_cut(path, here);                 // ... and it never happened
//
// Under the address sanitizer what was cut off is poisoned: whoever still looks at it is told so.
#pragma once
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(start, size) ((void)(start), (void)(size))
#define ASAN_UNPOISON_MEMORY_REGION(start, size) ((void)(start), (void)(size))
#endif

enum { ARENA_ALIGNMENT = 8 };

typedef struct {
    char *start;
    size_t used, size;   // bytes; multiples of ARENA_ALIGNMENT
    size_t most;         // that were used before a cut
} Arena;

typedef struct {
    size_t used;
} ArenaMark;

void arena_init(Arena *arena);
void arena_free(Arena *arena);

_Noreturn void arena_full(const Arena *arena, size_t size);

// Memory for `size` bytes, of any content.
static inline void *arena_take(Arena *arena, size_t size) {
    if (__builtin_expect(size > arena->size - arena->used, 0)) arena_full(arena, size);
    void *taken = arena->start + arena->used;
    ASAN_UNPOISON_MEMORY_REGION(taken, size);
    arena->used += (size + ARENA_ALIGNMENT - 1) & ~(size_t)(ARENA_ALIGNMENT - 1);
    return taken;
}

static inline ArenaMark arena_mark(const Arena *arena) { return (ArenaMark){arena->used}; }

// Gives back all that was taken since the mark, which is not above the top.
static inline void arena_cut(Arena *arena, ArenaMark mark) {
    assert(mark.used <= arena->used && mark.used % ARENA_ALIGNMENT == 0);
    if (arena->used > arena->most) arena->most = arena->used;
    ASAN_POISON_MEMORY_REGION(arena->start + mark.used, arena->used - mark.used);
    arena->used = mark.used;
}
