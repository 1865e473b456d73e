// Path: memory of the current execution.
//
// What is taken here belongs to a state on the way from the start to where the search stands now.
// Going back cuts it off: one assignment, whatever was taken. Nothing ever moves.
#pragma once
#include <stddef.h>

typedef struct {
    char *start;
    size_t used, size;   // bytes
} Path;

void path_init(Path *path);
void path_free(Path *path);

_Noreturn void path_full(const Path *path, size_t size);

static inline void *path_take(Path *path, size_t size) {
    size = (size + 7) & ~(size_t)7;
    if (size > path->size - path->used) path_full(path, size);
    void *memory = path->start + path->used;
    path->used += size;
    return memory;
}

// Forgets all that was taken since `used` had that value.
static inline void path_cut(Path *path, size_t used) { path->used = used; }
