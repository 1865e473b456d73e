#include "report/page.h"

#include "tap.h"

static void wrap(Text *out, uint32_t width, const char *text, size_t at, size_t indent) {
    Page page = {out, {.width = width}};
    page_wrap(&page, INK_PLAIN, text, at, indent);
}

TEST(paragraphs_are_broken_between_words) {
    Text text = {0};
    wrap(&text, 30, "one two three four five six seven eight", 0, 2);
    CHECK_TEXT(text_string(&text), "one two three four five six\n  seven eight\n");
    text_free(&text);
}

TEST(a_word_longer_than_the_line_is_broken_behind_what_opens_or_separates) {
    size_t rest, fits = page_break("supervisor:start_link(ward,[])", 30, 25, &rest);
    CHECK(fits == 22 && rest == 22);
    fits = page_break("aaaaaaaaaaaaaaa", 15, 10, &rest);
    CHECK(fits == 10 && rest == 10);
}

TEST(a_cell_is_as_wide_as_asked_for_whatever_is_in_it) {
    Text text = {0};
    Page page = {&text, {.width = 80}};
    page_cell(&page, INK_PLAIN, "ab", 2, 4);
    page_cell(&page, INK_PLAIN, "abcdef", 6, 4);
    page_cell(&page, INK_PLAIN, "\xe6\x97\xa5\xe6\x9c\xac", 6, 4);
    page_cell(&page, INK_PLAIN, "\xe6\x97\xa5\xe6\x9c\xac!", 7, 4);
    CHECK_TEXT(text_string(&text), "ab  abc~\xe6\x97\xa5\xe6\x9c\xac\xe6\x97\xa5~ ");
    text_free(&text);
}

TEST(without_colours_nothing_but_the_text_is_written) {
    Text plain = {0}, colored = {0};
    Page page = {&plain, {0}}, other = {&colored, {.color = true}};
    page_ink(&page, INK_ERROR, "no");
    page_ink(&other, INK_ERROR, "no");
    CHECK_TEXT(text_string(&plain), "no");
    CHECK_TEXT(text_string(&colored), "\033[1;31mno\033[0m");
    text_free(&plain);
    text_free(&colored);
}
