// Text: a string that grows. Zero-initialise it, add to it, free it.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    char *data;    // NUL-terminated once anything was added; NULL before
    size_t size;   // without the NUL
    size_t capacity;
} Text;

void text_add(Text *text, const char *words);
void text_add_bytes(Text *text, const void *bytes, size_t size);
void text_add_char(Text *text, char c);
void text_add_utf8(Text *text, uint32_t code_point);
void text_format(Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
// At most so many bytes of each line, not cut inside of a character, and then how many more there are.
void text_add_lines(Text *text, const char *lines, size_t most);
const char *text_string(const Text *text);   // "" for an empty one
void text_clear(Text *text);                 // keeps the memory
void text_free(Text *text);

bool text_ends_with(const char *text, const char *ending);

static inline const char *text_plural(uint64_t count) { return count == 1 ? "" : "s"; }   // what ends the noun

// How many letters to add, drop, change or swap with the next to get from one word to the other (for "did you mean").
size_t text_distance(const char *a, const char *b);
