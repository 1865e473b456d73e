#include "base/utf8.h"
#include "tap.h"

TEST(characters_of_every_length_are_read) {
    uint32_t code;
    CHECK(utf8_size("a", &code) == 1 && code == 'a');
    CHECK(utf8_size("\xC3\xA9", &code) == 2 && code == 0xE9);
    CHECK(utf8_size("\xE2\x86\x92", &code) == 3 && code == 0x2192);
    CHECK(utf8_size("\xF0\x9F\x90\x9D", &code) == 4 && code == 0x1F41D);
}

TEST(what_is_no_character_has_no_size) {
    CHECK(utf8_size("\x80", NULL) == 0);               // a tail without a head
    CHECK(utf8_size("\xC3", NULL) == 0);               // a head at the end
    CHECK(utf8_size("\xC0\x80", NULL) == 0);           // longer than need be
    CHECK(utf8_size("\xED\xA0\x80", NULL) == 0);       // a surrogate
    CHECK(utf8_size("\xF4\x90\x80\x80", NULL) == 0);   // above all code points
    CHECK(utf8_size("\xFF", NULL) == 0);
}
