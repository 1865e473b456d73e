#include "base/lines.h"
#include <string.h>

#include "tap.h"

static void add(Text *lines, const char *word) { lines_add(lines, word, strlen(word)); }

TEST(words_are_kept_in_order_and_once) {
    Text lines = {0};
    add(&lines, "user");
    add(&lines, "logger");
    add(&lines, "user");
    add(&lines, "log");
    CHECK_TEXT(text_string(&lines), "log\nlogger\nuser\n");
    text_free(&lines);
}

TEST(two_sets_have_the_same_union_either_way) {
    Text one = {0}, two = {0};
    add(&one, "b");
    add(&one, "a");
    add(&two, "c");
    add(&two, "b");
    Text sum = {0};
    lines_merge(&sum, text_string(&two));
    lines_merge(&sum, text_string(&one));
    lines_merge(&one, text_string(&two));
    CHECK_TEXT(text_string(&one), "a\nb\nc\n");
    CHECK_TEXT(text_string(&one), text_string(&sum));
    text_free(&one);
    text_free(&two);
    text_free(&sum);
}
