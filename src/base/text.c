#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"

static __attribute__((noinline)) void grow(Text *text, size_t need) {
    size_t capacity = text->capacity ? text->capacity : 64;
    while (capacity < need) capacity *= 2;
    text->data = memory_resize(text->data, capacity);
    text->capacity = capacity;
}

static inline void reserve(Text *text, size_t more) {
    size_t need = text->size + more + 1;
    if (need > text->capacity) grow(text, need);
}

void text_add_bytes(Text *text, const void *bytes, size_t size) {
    reserve(text, size);
    if (size) memcpy(text->data + text->size, bytes, size);
    text->size += size;
    text->data[text->size] = 0;
}

void text_add(Text *text, const char *words) { text_add_bytes(text, words, strlen(words)); }

void text_add_char(Text *text, char c) {
    reserve(text, 1);
    text->data[text->size++] = c;
    text->data[text->size] = 0;
}

void text_add_utf8(Text *text, uint32_t c) {
    if (c < 0x80) {
        text_add_char(text, (char)c);
    } else if (c < 0x800) {
        char bytes[] = {(char)(0xC0 | c >> 6), (char)(0x80 | (c & 63))};
        text_add_bytes(text, bytes, 2);
    } else if (c < 0x10000) {
        char bytes[] = {(char)(0xE0 | c >> 12), (char)(0x80 | (c >> 6 & 63)), (char)(0x80 | (c & 63))};
        text_add_bytes(text, bytes, 3);
    } else {
        char bytes[] = {(char)(0xF0 | c >> 18), (char)(0x80 | (c >> 12 & 63)), (char)(0x80 | (c >> 6 & 63)),
                        (char)(0x80 | (c & 63))};
        text_add_bytes(text, bytes, 4);
    }
}

void text_format(Text *text, const char *format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int size = vsnprintf(NULL, 0, format, args);
    va_end(args);
    reserve(text, (size_t)size);
    vsnprintf(text->data + text->size, (size_t)size + 1, format, again);
    va_end(again);
    text->size += (size_t)size;
}

void text_add_lines(Text *text, const char *lines, size_t most) {
    while (*lines) {
        size_t size = strcspn(lines, "\n"), shown = size < most ? size : most;
        while (shown < size && (lines[shown] & 0xC0) == 0x80) shown--;
        text_add_bytes(text, lines, shown);
        if (shown < size) text_format(text, " ... (%zu more bytes)", size - shown);
        text_add(text, "\n");
        lines += size + (lines[size] == '\n');
    }
}

const char *text_string(const Text *text) { return text->data ? text->data : ""; }

void text_clear(Text *text) {
    text->size = 0;
    if (text->data) text->data[0] = 0;
}

void text_free(Text *text) {
    memory_free(text->data);
    *text = (Text){0};
}

bool text_ends_with(const char *text, const char *ending) {
    size_t size = strlen(text), tail = strlen(ending);
    return size >= tail && strcmp(text + size - tail, ending) == 0;
}

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

// Row by row, as usual; two neighbours that are swapped are one change.
size_t text_distance(const char *a, const char *b) {
    size_t columns = strlen(b) + 1;
    size_t *rows = memory_zeroed(3 * columns, sizeof *rows), *row = rows;
    for (size_t j = 0; j < columns; j++) row[j] = j;
    for (size_t i = 1; a[i - 1]; i++) {
        const size_t *before = rows + (i - 1) % 3 * columns, *earlier = rows + (i + 1) % 3 * columns;
        row = rows + i % 3 * columns;
        row[0] = i;
        for (size_t j = 1; j < columns; j++) {
            row[j] = least(before[j - 1] + (a[i - 1] != b[j - 1]), least(before[j], row[j - 1]) + 1);
            bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped) row[j] = least(row[j], earlier[j - 2] + 1);
        }
    }
    size_t distance = row[columns - 1];
    memory_free(rows);
    return distance;
}
