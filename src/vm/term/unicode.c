#include "vm/term/unicode.h"

#include "base/words.h"
#include "vm/term/bits.h"

// How many bytes the character has that begins so; 0 if none does.
static int utf8_length(uint8_t first) {
    if (first < 0x80) return 1;
    if (first < 0xC2) return 0;   // a continuation, or an overlong form of one byte
    if (first < 0xE0) return 2;
    if (first < 0xF0) return 3;
    return first < 0xF5 ? 4 : 0;
}

// The second byte alone decides about overlong forms, surrogates and the end of Unicode.
static bool utf8_second_fits(uint8_t first, uint8_t second) {
    if (second >> 6 != 2) return false;
    switch (first) {
    case 0xE0: return second >= 0xA0;
    case 0xED: return second < 0xA0;
    case 0xF0: return second >= 0x90;
    case 0xF4: return second < 0x90;
    default: return true;
    }
}

int unicode_from_utf8(const uint8_t *at, const uint8_t *end, uint32_t *character) {
    if (at == end) return UNICODE_INCOMPLETE;
    int length = utf8_length(at[0]);
    if (length <= 1) {
        *character = at[0];
        return length;
    }
    uint32_t value = at[0] & (0x7Fu >> length);
    for (int i = 1; i < length; i++) {
        if (at + i == end) return UNICODE_INCOMPLETE;
        if (i == 1 ? !utf8_second_fits(at[0], at[1]) : at[i] >> 6 != 2) return UNICODE_INVALID;
        value = value << 6 | (at[i] & 0x3Fu);
    }
    *character = value;
    return length;
}

static uint32_t load16(const uint8_t *at, bool little) {
    return little ? at[0] | (uint32_t)at[1] << 8 : (uint32_t)at[0] << 8 | at[1];
}

int unicode_from_utf16(const uint8_t *at, const uint8_t *end, bool little, uint32_t *character) {
    if (end - at < 2) return UNICODE_INCOMPLETE;
    uint32_t high = load16(at, little);
    *character = high;
    if (high < 0xD800 || high > 0xDFFF) return 2;
    if (high > 0xDBFF) return UNICODE_INVALID;
    if (end - at < 4) return UNICODE_INCOMPLETE;
    uint32_t low = load16(at + 2, little);
    if (low < 0xDC00 || low > 0xDFFF) return UNICODE_INVALID;
    *character = 0x10000 + ((high & 0x3FF) << 10 | (low & 0x3FF));
    return 4;
}

int unicode_from_utf32(const uint8_t *at, const uint8_t *end, bool little, uint32_t *character) {
    if (end - at < 4) return UNICODE_INCOMPLETE;
    uint32_t first = load16(at, little), second = load16(at + 2, little);
    *character = little ? second << 16 | first : first << 16 | second;
    return bits_is_character(*character) ? 4 : UNICODE_INVALID;
}

size_t unicode_to_utf8(uint8_t *to, uint32_t character) {
    size_t length = bits_utf8_size(character) / 8;
    if (length == 1) {
        to[0] = (uint8_t)character;
        return 1;
    }
    for (size_t i = length; --i > 0; character >>= 6) to[i] = (uint8_t)(0x80 | (character & 0x3F));
    to[0] = (uint8_t)(0xF00u >> length | character);
    return length;
}

// How many bytes there are before the first that is not ASCII, in steps of eight.
static size_t ascii_run(const uint8_t *bytes, size_t size) {
    size_t done = 0;
    for (uint64_t word; done + sizeof word <= size; done += sizeof word) {
        memcpy(&word, bytes + done, sizeof word);
        if (word & UINT64_C(0x8080808080808080)) break;
    }
    return done;
}

int64_t unicode_count_utf8(const uint8_t *bytes, size_t size) {
    size_t ascii = ascii_run(bytes, size);
    int64_t count = (int64_t)ascii;
    uint32_t character;
    for (const uint8_t *at = bytes + ascii, *end = bytes + size; at < end; count++) {
        int length = unicode_from_utf8(at, end, &character);
        if (length <= 0) return -1;
        at += length;
    }
    return count;
}

Term unicode_list_from_utf8(Heap *heap, const uint8_t *bytes, size_t size, Term tail) {
    const uint8_t *at = bytes + size;
    while (at > bytes) {   // from the end, so that the list is built behind its head
        const uint8_t *end = at--;
        uint32_t character = 0;
        while (at > bytes && *at >> 6 == 2) at--;
        int length = unicode_from_utf8(at, end, &character);
        assert(length == end - at);
        (void)length;
        tail = heap_cons(heap, term_small(character), tail);
    }
    return tail;
}

Term unicode_list_from_latin1(Heap *heap, const uint8_t *bytes, size_t size, Term tail) {
    while (size > 0) tail = heap_cons(heap, term_small(bytes[--size]), tail);
    return tail;
}

static bool add_one(Text *text, Term t) {
    if (term_is_small(t)) {
        bool good = bits_is_character((uint64_t)term_to_small(t));
        if (good) text_add_utf8(text, (uint32_t)term_to_small(t));
        return good;
    }
    Bytes bytes;
    uint8_t *scratch;
    if (!bits_of_binary(t, &bytes, &scratch)) return false;
    text_add_bytes(text, bytes.data, bytes.size);
    memory_free(scratch);
    return true;
}

static bool add_flat(Text *text, Term list, Words *todo) {
    while (term_is_cons(list)) {
        Term head = term_head(list);
        if (term_is_cons(head)) {
            words_push(todo, term_tail(list).bits);
            list = head;
            continue;
        }
        if (!term_is_nil(head) && !add_one(text, head)) return false;
        list = term_tail(list);
    }
    return term_is_nil(list) || (term_is_bitstring(list) && add_one(text, list));
}

// A character may be cut in two by the end of a binary, so the bytes are looked at in the end.
bool unicode_add(Text *text, Term characters) {
    size_t start = text->size;
    Words todo;
    words_init(&todo);
    words_push(&todo, characters.bits);
    bool good = true;
    while (good && todo.count > 0) good = add_flat(text, (Term){words_pop(&todo)}, &todo);
    words_free(&todo);
    const uint8_t *bytes = (const uint8_t *)text_string(text);
    return good && unicode_count_utf8(bytes + start, text->size - start) >= 0;
}
