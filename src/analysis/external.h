// External: terms in the external format, looked at where they lie. Nothing is built.
//
//     Cursor c = {bytes.data, bytes.data + bytes.size};
//     if (external_tuple(&c, &arity) && external_atom(&c, &name)) ...
//
// Each function reads what it says at the cursor and moves it behind that: of tuples, lists and maps behind their
// heads. False: there is something else, or it is cut short; the cursor has then not moved.
#pragma once
#include "base/bytes.h"

typedef struct {
    const uint8_t *at, *end;
} Cursor;

enum {   // tags
    EXT_NEW_FLOAT = 70,
    EXT_BIT_BINARY = 77,
    EXT_COMPRESSED = 80,
    EXT_SMALL_INTEGER = 97,
    EXT_INTEGER = 98,
    EXT_FLOAT = 99,
    EXT_ATOM = 100,
    EXT_SMALL_TUPLE = 104,
    EXT_LARGE_TUPLE = 105,
    EXT_NIL = 106,
    EXT_STRING = 107,
    EXT_LIST = 108,
    EXT_BINARY = 109,
    EXT_SMALL_BIG = 110,
    EXT_LARGE_BIG = 111,
    EXT_EXPORT = 113,
    EXT_SMALL_ATOM = 115,
    EXT_MAP = 116,
    EXT_ATOM_UTF8 = 118,
    EXT_SMALL_ATOM_UTF8 = 119,
    EXT_VERSION = 131,
};

bool external_atom(Cursor *cursor, Bytes *name);
bool external_word(Cursor *cursor, const char *word);     // this atom
bool external_number(Cursor *cursor, uint32_t *number);   // a small one
bool external_tuple(Cursor *cursor, uint32_t *arity);
bool external_list(Cursor *cursor, uint32_t *count);   // a proper one; if it is not empty, NIL is behind its elements
bool external_map(Cursor *cursor, uint32_t *pairs);
bool external_skip(Cursor *cursor);   // any term
