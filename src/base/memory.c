#include "base/memory.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static void (*on_end)(const char *reason);

void memory_on_end(void (*end)(const char *reason)) { on_end = end; }

_Noreturn static void end_with(const char *reason) {
    if (on_end) on_end(reason);
    fprintf(stderr, "weft: %s\n", reason);
    exit(2);
}

void memory_exhausted(size_t size) {
    char reason[100];
    snprintf(reason, sizeof reason, "out of memory (asked for %zu bytes)", size);
    end_with(reason);
}

void memory_beyond(const char *what, size_t limit) {
    char reason[200];
    snprintf(reason, sizeof reason,
             "out of memory: the program has more %s than --max-memory allows (%zu megabytes for these)", what,
             limit >> 20);
    end_with(reason);
}

void *memory_new(size_t size) {
    void *block = malloc(size ? size : 1);
    if (!block) memory_exhausted(size);
    return block;
}

void *memory_zeroed(size_t count, size_t size) {
    void *block = calloc(count ? count : 1, size ? size : 1);
    if (!block) memory_exhausted(count * size);
    return block;
}

void *memory_resize(void *block, size_t size) {
    void *moved = realloc(block, size ? size : 1);
    if (!moved) memory_exhausted(size);
    return moved;
}

void memory_free(void *block) { free(block); }

char *memory_text(const char *text) {
    size_t size = strlen(text) + 1;
    return memcpy(memory_new(size), text, size);
}

void *memory_reserve(size_t size) {
    void *start = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (start == MAP_FAILED) memory_exhausted(size);
    return start;
}

// Of the pages that lie within [start, end).
static void advise(void *start, void *end, int advice) {
    uintptr_t page = 4096;
    uintptr_t from = ((uintptr_t)start + page - 1) & ~(page - 1);
    uintptr_t to = (uintptr_t)end & ~(page - 1);
    if (to > from) madvise((void *)from, to - from, advice);
}

void memory_prefer_large(void *start, size_t size) { advise(start, (char *)start + size, MADV_HUGEPAGE); }

void memory_release(void *start, void *end) { advise(start, end, MADV_DONTNEED); }

void memory_unreserve(void *start, size_t size) { munmap(start, size); }
