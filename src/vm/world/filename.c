#include "vm/world/filename.h"

#include "base/words.h"
#include "vm/term/bits.h"
#include "vm/term/unicode.h"

static bool is_character(Term t) {
    if (!term_is_small(t)) return false;
    int64_t c = term_to_small(t);
    return c > 0 && c <= 0x10FFFF && !(c >= 0xD800 && c <= 0xDFFF);
}

bool filename_add(Text *out, Term string) {
    Words rest;   // tails of lists that a nested one interrupted
    words_init(&rest);
    bool good = term_is_list(string);
    while (good) {
        if (term_is_nil(string)) {
            if (rest.count == 0) break;
            string = (Term){words_pop(&rest)};
        } else if (!term_is_cons(string)) {
            good = false;
        } else if (term_is_list(term_head(string))) {
            words_push(&rest, term_tail(string).bits);
            string = term_head(string);
        } else {
            good = is_character(term_head(string));
            if (good) text_add_utf8(out, (uint32_t)term_to_small(term_head(string)));
            string = term_tail(string);
        }
    }
    words_free(&rest);
    return good;
}

bool filename_add_any(Text *out, Term name) {
    if (!term_is_bitstring(name)) return filename_add(out, name);
    Bits bits = term_bits(name);
    bits.size -= bits.size % 8;
    uint8_t *scratch;
    Bytes bytes = bits_bytes(bits, &scratch);
    bool good = !memchr(bytes.data, 0, bytes.size);
    if (good) text_add_bytes(out, bytes.data, bytes.size);
    memory_free(scratch);
    return good;
}

Term filename_string(Process *p, const char *bytes, size_t size) {
    const uint8_t *data = (const uint8_t *)bytes;
    return unicode_count_utf8(data, size) >= 0 ? unicode_list_from_utf8(p->heap, data, size, TERM_NIL)
                                               : unicode_list_from_latin1(p->heap, data, size, TERM_NIL);
}
