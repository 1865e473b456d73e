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

static bool shows(const char *text, size_t size, bool inks, const char *wanted) {
    Text out = {0};
    display_add(&out, text, size, inks);
    bool same = strcmp(text_string(&out), wanted) == 0;
    text_free(&out);
    return same;
}

TEST(text_does_nothing_but_show_itself) {
    CHECK(shows("a\033]0;title\007b\r\n\tc", 16, false, "a\\x{1B}]0;title\\x{7}b\\x{D}\n\tc"));
    CHECK(shows("\xe2\x80\xae"
                "evil",
                7, false, "\\x{202E}evil"));
    CHECK(shows("\x9b"
                "2J",
                3, false, "\\x{9B}2J"));
    CHECK(shows("\xc2\x9b", 2, false, "\\x{9B}"));
    CHECK(shows("h\xc3\xa9 \xe4\xb8\xad", 7, false, "h\xc3\xa9 \xe4\xb8\xad"));
}

TEST(only_the_colours_of_weft_stay) {
    CHECK(shows("\033[1;31mno\033[0m", 13, true, "\033[1;31mno\033[0m"));
    CHECK(shows("\033[1;31mno\033[0m", 13, false, "\\x{1B}[1;31mno\\x{1B}[0m"));
    CHECK(shows("\033[8mno", 6, true, "\\x{1B}[8mno"));
}
