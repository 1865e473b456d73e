// Unicode: characters in bytes. For bits that do not start at a byte see vm/term/bits.h.
//
// A decoder looks at the bytes [at, end) and answers with the length of the first character, or says
// that the bytes are no character, or only the beginning of one.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "vm/store/heap.h"

enum { UNICODE_INVALID = 0, UNICODE_INCOMPLETE = -1 };

int unicode_from_utf8(const uint8_t *at, const uint8_t *end, uint32_t *character);
int unicode_from_utf16(const uint8_t *at, const uint8_t *end, bool little, uint32_t *character);
int unicode_from_utf32(const uint8_t *at, const uint8_t *end, bool little, uint32_t *character);

// Writes 1 .. 4 bytes and returns how many. The character must be a valid one.
size_t unicode_to_utf8(uint8_t *to, uint32_t character);

// The number of characters, or -1 when the bytes are not UTF-8.
int64_t unicode_count_utf8(const uint8_t *bytes, size_t size);

// A list of the characters of valid UTF-8, or of bytes as they are, in front of `tail`.
Term unicode_list_from_utf8(Heap *heap, const uint8_t *bytes, size_t size, Term tail);
Term unicode_list_from_latin1(Heap *heap, const uint8_t *bytes, size_t size, Term tail);

// The characters of a list of characters, binaries in UTF-8 and such lists, as UTF-8. False: it is
// something else; text may have grown.
bool unicode_add(Text *text, Term characters);
