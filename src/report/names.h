// Names: texts by number, each of them once.
#pragma once
#include <stddef.h>
#include <stdint.h>

typedef struct {
    char **items;   // in the order in which they were added
    uint32_t count;
    uint32_t *slots;       // a hash table: number plus 1, or 0
    uint32_t slot_count;   // a power of two
} Names;

uint32_t names_add(Names *names, const char *text, size_t size);   // its number; new ones get the next
void names_free(Names *names);
