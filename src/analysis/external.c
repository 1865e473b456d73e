#include "analysis/external.h"

#include <string.h>

static bool take(Cursor *c, uint32_t bytes, uint64_t *number) {
    *number = 0;
    if ((size_t)(c->end - c->at) < bytes) return false;
    while (bytes-- > 0) *number = *number << 8 | *c->at++;
    return true;
}

static bool pass(Cursor *c, uint64_t bytes) {
    if ((uint64_t)(c->end - c->at) < bytes) return false;
    c->at += bytes;
    return true;
}

// A tag, and behind it a number of so many bytes.
static bool head(Cursor *c, uint8_t tag, uint32_t bytes, uint32_t *number) {
    Cursor behind = {c->at + 1, c->end};
    uint64_t taken;
    if (c->at >= c->end || *c->at != tag || !take(&behind, bytes, &taken)) return false;
    *number = (uint32_t)taken;
    *c = behind;
    return true;
}

bool external_atom(Cursor *c, Bytes *name) {
    Cursor behind = *c;
    uint32_t size;
    bool found = head(&behind, EXT_ATOM, 2, &size) || head(&behind, EXT_ATOM_UTF8, 2, &size) ||
                 head(&behind, EXT_SMALL_ATOM, 1, &size) || head(&behind, EXT_SMALL_ATOM_UTF8, 1, &size);
    *name = (Bytes){behind.at, found ? size : 0};
    if (!found || !pass(&behind, size)) return false;
    *c = behind;
    return true;
}

bool external_word(Cursor *c, const char *word) {
    Cursor behind = *c;
    Bytes name;
    if (!external_atom(&behind, &name) || name.size != strlen(word) || memcmp(name.data, word, name.size) != 0)
        return false;
    *c = behind;
    return true;
}

bool external_number(Cursor *c, uint32_t *number) { return head(c, EXT_SMALL_INTEGER, 1, number); }

bool external_tuple(Cursor *c, uint32_t *arity) {
    return head(c, EXT_SMALL_TUPLE, 1, arity) || head(c, EXT_LARGE_TUPLE, 4, arity);
}

bool external_list(Cursor *c, uint32_t *count) { return head(c, EXT_LIST, 4, count) || head(c, EXT_NIL, 0, count); }

bool external_map(Cursor *c, uint32_t *pairs) { return head(c, EXT_MAP, 4, pairs); }

// What a tag has behind it: bytes that say a number, bytes besides, and whether the number counts bytes or terms.
static const struct {
    uint8_t tag, size, more;
    uint8_t bytes, terms;
} layouts[] = {
    {EXT_SMALL_INTEGER, 0, 1, 0, 0}, {EXT_INTEGER, 0, 4, 0, 0},    {EXT_NEW_FLOAT, 0, 8, 0, 0},
    {EXT_FLOAT, 0, 31, 0, 0},        {EXT_SMALL_BIG, 1, 1, 1, 0},  {EXT_LARGE_BIG, 4, 1, 1, 0},
    {EXT_BINARY, 4, 0, 1, 0},        {EXT_BIT_BINARY, 4, 1, 1, 0}, {EXT_ATOM, 2, 0, 1, 0},
    {EXT_ATOM_UTF8, 2, 0, 1, 0},     {EXT_SMALL_ATOM, 1, 0, 1, 0}, {EXT_SMALL_ATOM_UTF8, 1, 0, 1, 0},
    {EXT_NIL, 0, 0, 0, 0},           {EXT_STRING, 2, 0, 1, 0},     {EXT_SMALL_TUPLE, 1, 0, 0, 1},
    {EXT_LARGE_TUPLE, 4, 0, 0, 1},   {EXT_MAP, 4, 0, 0, 2},
};

bool external_skip(Cursor *c) {
    Cursor now = *c;
    for (uint64_t left = 1; left > 0; left--) {
        uint64_t number;
        uint8_t tag = now.at < now.end ? *now.at++ : 0;
        if (tag == EXT_LIST || tag == EXT_EXPORT) {
            if (!take(&now, tag == EXT_LIST ? 4 : 0, &number)) return false;
            left += tag == EXT_LIST ? number + 1 : 3;
            continue;
        }
        size_t i = 0;
        while (i < sizeof layouts / sizeof *layouts && layouts[i].tag != tag) i++;
        if (i == sizeof layouts / sizeof *layouts || !take(&now, layouts[i].size, &number)) return false;
        if (!pass(&now, layouts[i].more + (layouts[i].bytes ? number : 0))) return false;
        left += number * layouts[i].terms;
    }
    *c = now;
    return true;
}
