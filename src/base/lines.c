#include "base/lines.h"

#include <string.h>

const char *lines_next(const char **at, size_t *size) {
    const char *word = *at;
    if (!*word) return NULL;
    *size = strcspn(word, "\n");
    *at = word + *size + (word[*size] == '\n');
    return word;
}

static int compare(const char *a, size_t a_size, const char *b, size_t b_size) {
    int order = memcmp(a, b, a_size < b_size ? a_size : b_size);
    return order ? order : (a_size > b_size) - (a_size < b_size);
}

// Puts a line before what begins at an offset.
static void insert(Text *lines, size_t offset, const char *word, size_t size) {
    size_t behind = lines->size - offset;
    text_add_bytes(lines, word, size);   // makes room
    text_add_char(lines, '\n');
    memmove(lines->data + offset + size + 1, lines->data + offset, behind);
    memcpy(lines->data + offset, word, size);
    lines->data[offset + size] = '\n';
}

void lines_add(Text *lines, const char *word, size_t size) {
    const char *start = text_string(lines), *at = start, *other;
    size_t offset = 0, other_size;
    while ((other = lines_next(&at, &other_size))) {
        int order = compare(other, other_size, word, size);
        if (order == 0) return;
        if (order > 0) break;
        offset = (size_t)(at - start);
    }
    insert(lines, offset, word, size);
}

void lines_merge(Text *lines, const char *others) {
    const char *word;
    size_t size;
    while ((word = lines_next(&others, &size))) lines_add(lines, word, size);
}
