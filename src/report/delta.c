#include "report/delta.h"

#include <string.h>

#include "base/lines.h"
#include "base/memory.h"

typedef struct {
    const char *start;
    size_t size;
} Line;

typedef struct {
    Line *lines;
    uint32_t count;
} Lines;

static Lines split(const Text *text) {
    Lines out = {0};
    const char *rest = text_string(text), *line;
    uint32_t capacity = 0;
    size_t size;
    while ((line = lines_next(&rest, &size))) {
        if (out.count == capacity) {
            capacity = 2 * capacity + 16;
            out.lines = memory_resize(out.lines, capacity * sizeof *out.lines);
        }
        out.lines[out.count++] = (Line){line, size};
    }
    return out;
}

static bool same(const Lines *old, uint32_t i, const Lines *now, uint32_t j) {
    return i < old->count && j < now->count && old->lines[i].size == now->lines[j].size &&
           memcmp(old->lines[i].start, now->lines[j].start, now->lines[j].size) == 0;
}

static void join(Text *out, const Lines *lines, uint32_t from, uint32_t to) {
    for (uint32_t i = from; i < to; i++) {
        text_add_bytes(out, lines->lines[i].start, lines->lines[i].size);
        text_add_char(out, '\n');
    }
}

void delta_find(Delta *delta, const Text *old_text, const Text *now_text) {
    Lines old = split(old_text), now = split(now_text);
    uint32_t prefix = 0, suffix = 0, shifted = 0;
    while (same(&old, prefix, &now, prefix)) prefix++;
    while (prefix + suffix < old.count && prefix + suffix < now.count &&
           same(&old, old.count - suffix - 1, &now, now.count - suffix - 1))
        suffix++;
    while (same(&old, prefix + 1 + shifted, &now, prefix + shifted)) shifted++;   // without the line behind the prefix
    *delta = (Delta){.prefix = prefix};
    if (suffix >= shifted) {
        delta->from = old.count - suffix;
        delta->kept = suffix;
        join(&delta->middle, &now, prefix, now.count - suffix);
    } else {
        delta->from = prefix + 1;
        delta->kept = shifted;
        join(&delta->tail, &now, prefix + shifted, now.count);
    }
    memory_free(old.lines);
    memory_free(now.lines);
}

void delta_free(Delta *delta) {
    text_free(&delta->middle);
    text_free(&delta->tail);
}
