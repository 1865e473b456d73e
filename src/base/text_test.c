#include "base/text.h"

#include "tap.h"

TEST(long_lines_are_cut_between_characters) {
    Text text = {0};
    text_add_lines(&text,
                   "short\nabc\xc3\xa9"
                   "f\n",
                   5);
    CHECK_TEXT(text_string(&text), "short\nabc\xc3\xa9 ... (1 more bytes)\n");
    text_clear(&text);
    text_add_lines(&text, "abc\xc3\xa9", 4);
    CHECK_TEXT(text_string(&text), "abc ... (2 more bytes)\n");
    text_free(&text);
}

TEST(a_text_grows_as_needed) {
    Text text = {0};
    CHECK_TEXT(text_string(&text), "");
    for (int i = 0; i < 1000; i++) text_format(&text, "%d,", i % 10);
    CHECK(text.size == 2000);
    text_clear(&text);
    text_add(&text, "ab");
    text_add_char(&text, 'c');
    CHECK_TEXT(text_string(&text), "abc");
    text_free(&text);
}

TEST(characters_become_utf8) {
    Text text = {0};
    text_add_utf8(&text, 'a');
    text_add_utf8(&text, 0xE5);
    text_add_utf8(&text, 0x20AC);
    text_add_utf8(&text, 0x1F600);
    CHECK_TEXT(text_string(&text), "a\xC3\xA5\xE2\x82\xAC\xF0\x9F\x98\x80");
    text_free(&text);
}

TEST(the_distance_of_words_counts_changed_letters) {
    CHECK(text_distance("same", "same") == 0);
    CHECK(text_distance("", "abc") == 3);
    CHECK(text_distance("ping_pong", "ping_png") == 1);
    CHECK(text_distance("kitten", "sitting") == 3);
    CHECK(text_distance("--onyl", "--only") == 1);
    CHECK(text_distance("abcd", "badc") == 2);
    CHECK(text_distance("a", "") == 1);
}
