// Words: a growable stack of 64-bit words, for walks that must not use the C stack.
//
// The first ones live inside the struct, so short walks allocate nothing.
//     Words todo; words_init(&todo); ... words_push(&todo, w); ... words_free(&todo);
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "base/memory.h"

enum { WORDS_INLINE = 64 };

typedef struct {
    uint64_t *items;
    size_t count, capacity;
    uint64_t first[WORDS_INLINE];
} Words;

static inline void words_init(Words *words) {
    words->items = words->first;
    words->count = 0;
    words->capacity = WORDS_INLINE;
}

void words_grow(Words *words, size_t capacity);   // at least so many

static inline void words_push(Words *words, uint64_t word) {
    if (words->count == words->capacity) words_grow(words, words->capacity * 2);
    words->items[words->count++] = word;
}

static inline uint64_t words_pop(Words *words) { return words->items[--words->count]; }

static inline void words_free(Words *words) {
    if (words->items != words->first) memory_free(words->items);
}
