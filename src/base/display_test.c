#include "base/display.h"

#include <string.h>

#include "tap.h"

static size_t width(const char *text) { return display_width(text, strlen(text)); }

TEST(letters_take_the_columns_that_terminals_give_them) {
    CHECK(width("") == 0);
    CHECK(width("weft") == 4);
    CHECK(width("größer") == 6);
    CHECK(width("日本") == 4);
    CHECK(width("e\xcc\x81") == 1);   // e and an accent on it
    CHECK(width("🙂") == 2);
    CHECK(width("\xff\xfe") == 2);    // no UTF-8
    CHECK(width("a\xe6\x97") == 3);   // cut short
}

TEST(what_fits_into_columns_is_never_a_part_of_a_letter) {
    CHECK(display_fit("日本", 6, 3) == 3);
    CHECK(display_fit("日本", 6, 4) == 6);
    CHECK(display_fit("größe", 7, 3) == 4);
    CHECK(display_fit("e\xcc\x81x", 4, 1) == 3);
    CHECK(display_fit("ab", 2, 9) == 2);
}

TEST(in_ascii_other_letters_keep_their_columns) {
    Text text = {0};
    text_add(&text, "a日ö e\xcc\x81");
    display_to_ascii(&text);
    CHECK(strcmp(text_string(&text), "a??? e") == 0);
    text_free(&text);
}
