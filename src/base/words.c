#include "base/words.h"

#include <string.h>

void words_grow(Words *words, size_t capacity) {
    if (capacity <= words->capacity) return;
    if (words->items == words->first) {
        words->items = memory_new(capacity * sizeof(uint64_t));
        memcpy(words->items, words->first, words->count * sizeof(uint64_t));
    } else {
        words->items = memory_resize(words->items, capacity * sizeof(uint64_t));
    }
    words->capacity = capacity;
}
