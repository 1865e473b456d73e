#include "base/json_read.h"

#include <stdio.h>
#include <string.h>

#include "tap.h"

static bool reads(JsonDocument *document, const char *text, Error *err) {
    return json_read(document, "file", text, strlen(text), err);
}

TEST(objects_arrays_numbers_and_strings_are_read) {
    JsonDocument d;
    Error err;
    const char *word = NULL;
    uint64_t number = 0;
    double seconds = 0;
    CHECK(reads(
        &d,
        " {\"a\": [1, true, null], \"b\":\"x\\u00e5\\ud83d\\ude00\\n\", \"c\": 2.5e1, \"d\": 18446744073709551615}\n",
        &err));
    const JsonValue *list = json_member(d.root, "a", JSON_ARRAY);
    CHECK(list && list->count == 3 && json_first(list)->kind == JSON_NUMBER &&
          json_first(list)->next->kind == JSON_BOOLEAN);
    CHECK(json_member_text(d.root, "b", &word));
    CHECK_TEXT(word, "x\xC3\xA5\xF0\x9F\x98\x80\n");
    CHECK(json_member_seconds(d.root, "c", &seconds) && seconds == 25);
    CHECK(json_member_number(d.root, "d", &number) && number == UINT64_MAX);
    CHECK(!json_member_number(d.root, "c", &number) && !json_member(d.root, "a", JSON_OBJECT) &&
          !json_member(d.root, "e", JSON_NUMBER));
    json_free(&d);
}

TEST(a_value_knows_where_it_stands) {
    JsonDocument d;
    Error err;
    CHECK(reads(&d, "[ {\"a\" : 1} ,2]", &err));
    CHECK(json_first(d.root)->size == 9 && memcmp(json_first(d.root)->at, "{\"a\" : 1}", 9) == 0);
    json_free(&d);
}

static bool is_refused(const char *text, const char *problem) {
    JsonDocument d;
    Error err = {0};
    bool read = reads(&d, text, &err);
    json_free(&d);
    if (!read && strcmp(err.text, problem) == 0) return true;
    printf("# %s: %s\n", text, read ? "taken" : err.text);
    return false;
}

TEST(what_is_no_json_is_refused_with_its_line) {
    CHECK(is_refused("{\"a\": 1,\n \"b\" 2}", "file:2: a colon is missing"));
    CHECK(is_refused("[1 2]", "file:1: a comma is missing"));
    CHECK(is_refused("[1,", "file:1: it ends too early"));
    CHECK(is_refused("", "file:1: it ends too early"));
    CHECK(is_refused("01", "file:1: this is not JSON"));
    CHECK(is_refused("\"\\ud800x\"", "file:1: half a character"));
    CHECK(is_refused("\"\\u0000\"", "file:1: the character 0 has no use here"));
    CHECK(is_refused("\"a\nb\"", "file:1: a control character"));
    CHECK(is_refused("\"\xFF\"", "file:1: this is not UTF-8"));
    CHECK(is_refused("1 2", "file:1: there is something behind the end"));
}

TEST(values_within_values_have_a_limit) {
    char text[300];
    memset(text, '[', sizeof text - 1);
    text[sizeof text - 1] = 0;
    CHECK(is_refused(text, "file:1: too many values within values"));
}
