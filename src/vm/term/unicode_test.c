#include "vm/term/unicode.h"

#include "fixture.h"
#include "tap.h"

static int from_utf8(const char *bytes, size_t size, uint32_t *character) {
    const uint8_t *at = (const uint8_t *)bytes;
    return unicode_from_utf8(at, at + size, character);
}

TEST(every_character_comes_back_from_utf8) {
    bool good = true;
    for (uint32_t c = 0; c <= 0x10FFFF; c++) {
        if (c == 0xD800) c = 0xE000;
        uint8_t bytes[4];
        uint32_t back = 0;
        size_t size = unicode_to_utf8(bytes, c);
        good = good && unicode_from_utf8(bytes, bytes + size, &back) == (int)size && back == c;
    }
    CHECK(good);
}

TEST(what_is_no_utf8_is_refused) {
    uint32_t c;
    CHECK(from_utf8("\x80", 1, &c) == UNICODE_INVALID);
    CHECK(from_utf8("\xC0\x80", 2, &c) == UNICODE_INVALID);           // overlong
    CHECK(from_utf8("\xE0\x9F\xBF", 3, &c) == UNICODE_INVALID);       // overlong
    CHECK(from_utf8("\xED\xA0\x80", 3, &c) == UNICODE_INVALID);       // a surrogate
    CHECK(from_utf8("\xF4\x90\x80\x80", 4, &c) == UNICODE_INVALID);   // behind the last character
    CHECK(from_utf8("\xF8\x88\x80\x80", 4, &c) == UNICODE_INVALID);
    CHECK(from_utf8("\xE2\x28\xA1", 3, &c) == UNICODE_INVALID);
}

TEST(a_beginning_is_told_from_a_mistake) {
    uint32_t c;
    CHECK(from_utf8("", 0, &c) == UNICODE_INCOMPLETE);
    CHECK(from_utf8("\xE2", 1, &c) == UNICODE_INCOMPLETE);
    CHECK(from_utf8("\xE2\x82", 2, &c) == UNICODE_INCOMPLETE);
    CHECK(from_utf8("\xE2(", 2, &c) == UNICODE_INVALID);
    CHECK(from_utf8("\xF0\x9F\x98", 3, &c) == UNICODE_INCOMPLETE);
}

TEST(pairs_of_surrogates_are_one_character) {
    uint32_t c;
    const uint8_t big[] = {0xD8, 0x3D, 0xDE, 0x00}, little[] = {0x3D, 0xD8, 0x00, 0xDE};
    CHECK(unicode_from_utf16(big, big + 4, false, &c) == 4 && c == 0x1F600);
    CHECK(unicode_from_utf16(little, little + 4, true, &c) == 4 && c == 0x1F600);
    CHECK(unicode_from_utf16(big, big + 2, false, &c) == UNICODE_INCOMPLETE);
    CHECK(unicode_from_utf16(big + 2, big + 4, false, &c) == UNICODE_INVALID);
    const uint8_t surrogate[] = {0, 0, 0xD8, 0};
    CHECK(unicode_from_utf32(surrogate, surrogate + 4, false, &c) == UNICODE_INVALID);
}

TEST(characters_are_counted_and_listed) {
    Heap *heap = fixture_process()->heap;
    const char *text = "a\xC3\xA4\xE2\x82\xAC";
    const uint8_t *bytes = (const uint8_t *)text;
    CHECK(unicode_count_utf8(bytes, 6) == 3);
    CHECK(unicode_count_utf8(bytes, 5) == -1);
    Term list = unicode_list_from_utf8(heap, bytes, 6, TERM_NIL);
    CHECK(term_list_length(list) == 3);
    CHECK(term_same(term_head(list), term_small('a')));
    CHECK(term_same(term_head(term_tail(list)), term_small(0xE4)));
    CHECK(term_same(term_head(term_tail(term_tail(list))), term_small(0x20AC)));
    CHECK(term_list_length(unicode_list_from_latin1(heap, bytes, 6, TERM_NIL)) == 6);
}

TEST(a_character_may_be_cut_by_the_end_of_a_binary) {
    Heap *heap = fixture_process()->heap;
    Term rest = heap_cons(heap, heap_binary_from(heap, "\xA4", 1), TERM_NIL);
    Term list = heap_cons(heap, heap_binary_from(heap, "\xC3", 1), heap_cons(heap, rest, TERM_NIL));
    Text text = {0};
    CHECK(unicode_add(&text, heap_cons(heap, term_small(0x20AC), list)));
    CHECK_TEXT(text_string(&text), "\xE2\x82\xAC\xC3\xA4");
    text_clear(&text);
    CHECK(!unicode_add(&text, heap_cons(heap, heap_binary_from(heap, "\xC3", 1), TERM_NIL)));
    CHECK(!unicode_add(&text, heap_cons(heap, term_small(0xD800), TERM_NIL)));
    CHECK(!unicode_add(&text, term_small(1)));
    text_free(&text);
}
