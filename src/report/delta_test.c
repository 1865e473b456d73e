#include "report/delta.h"

#include <string.h>

#include "base/lines.h"
#include "tap.h"

static void add_lines(Text *out, const Text *lines, uint32_t from, uint32_t count) {
    const char *rest = text_string(lines), *line;
    size_t size;
    for (uint32_t i = 0; (line = lines_next(&rest, &size)); i++)
        if (i >= from && i < from + count) text_format(out, "%.*s\n", (int)size, line);
}

// How many lines it takes to tell the new from the old, or -1 if these do not make the new.
static int told(const char *before, const char *after) {
    Text old = {0}, now = {0}, made = {0}, told_lines = {0};
    Delta delta;
    text_add(&old, before);
    text_add(&now, after);
    delta_find(&delta, &old, &now);
    add_lines(&made, &old, 0, delta.prefix);
    text_add(&made, text_string(&delta.middle));
    add_lines(&made, &old, delta.from, delta.kept);
    text_add(&made, text_string(&delta.tail));
    text_add(&told_lines, text_string(&delta.middle));
    text_add(&told_lines, text_string(&delta.tail));
    int lines = 0;
    for (const char *at = text_string(&told_lines); (at = strchr(at, '\n')); at++) lines++;
    if (strcmp(text_string(&made), after) != 0) lines = -1;
    delta_free(&delta);
    text_free(&old);
    text_free(&now);
    text_free(&made);
    text_free(&told_lines);
    return lines;
}

TEST(what_stays_is_not_told_again) {
    CHECK(told("a\nb\nc\n", "a\nb\nc\n") == 0);
    CHECK(told("", "") == 0);
}

TEST(a_message_at_the_end_is_one_line) {
    CHECK(told("a\nb\n", "a\nb\nc\n") == 1);
    CHECK(told("", "a\n") == 1);
}

TEST(a_message_that_is_taken_is_none) {
    CHECK(told("a\nb\nc\nd\n", "b\nc\nd\n") == 0);
    CHECK(told("a\nb\nc\nd\n", "a\nc\nd\n") == 0);
    CHECK(told("a\n", "") == 0);
}

TEST(a_window_that_moves_on_is_one_line) { CHECK(told("a\nb\nc\nd\n", "b\nc\nd\ne\n") == 1); }

TEST(a_row_of_a_table_that_changes_is_one_line) {
    CHECK(told("a\nb\nc\nd\n", "a\nx\nc\nd\n") == 1);
    CHECK(told("a\nc\n", "a\nb\nc\n") == 1);
}

TEST(equal_lines_beside_each_other_are_told_right) {
    CHECK(told("a\na\na\n", "a\na\n") == 0);
    CHECK(told("a\na\n", "a\na\na\n") == 1);
    CHECK(told("a\nb\na\nb\n", "b\na\nb\na\n") == 1);
}

TEST(something_else_is_told_in_full) { CHECK(told("a\nb\n", "x\ny\nz\n") == 3); }
