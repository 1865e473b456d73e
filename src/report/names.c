#include "report/names.h"

#include <string.h>

#include "base/memory.h"

// FNV-1a
static uint64_t hash_of(const char *text, size_t size) {
    uint64_t hash = 0xcbf29ce484222325;
    for (size_t i = 0; i < size; i++) hash = (hash ^ (unsigned char)text[i]) * 0x100000001b3;
    return hash;
}

// The slot where the text is, or would be.
static uint32_t *slot_of(const Names *names, const char *text, size_t size) {
    for (uint64_t at = hash_of(text, size);; at++) {
        uint32_t *slot = &names->slots[at & (names->slot_count - 1)];
        if (!*slot) return slot;
        const char *item = names->items[*slot - 1];
        if (strncmp(item, text, size) == 0 && !item[size]) return slot;
    }
}

static void grow(Names *names) {
    names->slot_count = names->slot_count ? 2 * names->slot_count : 64;
    memory_free(names->slots);
    names->slots = memory_zeroed(names->slot_count, sizeof *names->slots);
    names->items = memory_resize(names->items, names->slot_count / 2 * sizeof *names->items);
    for (uint32_t i = 0; i < names->count; i++) *slot_of(names, names->items[i], strlen(names->items[i])) = i + 1;
}

uint32_t names_add(Names *names, const char *text, size_t size) {
    if (2 * names->count >= names->slot_count) grow(names);
    uint32_t *slot = slot_of(names, text, size);
    if (!*slot) {
        char *copy = memory_new(size + 1);
        memcpy(copy, text, size);
        copy[size] = 0;
        names->items[names->count] = copy;
        *slot = ++names->count;
    }
    return *slot - 1;
}

void names_free(Names *names) {
    for (uint32_t i = 0; i < names->count; i++) memory_free(names->items[i]);
    memory_free(names->items);
    memory_free(names->slots);
    *names = (Names){0};
}
