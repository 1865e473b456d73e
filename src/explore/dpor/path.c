#include "explore/dpor/path.h"

#include "base/memory.h"

enum { PATH_BITS = 34 };   // address space, of which pages are used as the path grows

void path_init(Path *path) {
    path->size = (size_t)1 << PATH_BITS;
    path->start = memory_reserve(path->size);
    path->used = 0;
}

void path_free(Path *path) { memory_unreserve(path->start, path->size); }

void path_full(const Path *path, size_t size) { memory_exhausted(path->used + size); }
