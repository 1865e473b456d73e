#include "base/toml.h"

#include <string.h>

#include "tap.h"

static bool read_all(Toml *toml, const char *text, Error *err) { return toml_read(toml, text, strlen(text), err); }

// What a document is refused with, "" if it is not.
static const char *refusal(const char *text, Error *err) {
    Toml toml;
    bool sound = read_all(&toml, text, err);
    toml_free(&toml);
    return sound ? "" : err->text;
}

// The string that a value stands for.
static bool means(const char *value, const char *wanted) {
    Toml toml;
    Error err;
    Text line = {0};
    text_format(&line, "a = %s", value);
    bool same = read_all(&toml, line.data, &err) && toml.count == 1 && toml.entries[0].value.kind == TOML_STRING &&
                strcmp(text_string(&toml.entries[0].value.text), wanted) == 0;
    toml_free(&toml);
    text_free(&line);
    return same;
}

static bool counts(const char *value, int64_t wanted) {
    Toml toml;
    Error err;
    Text line = {0};
    text_format(&line, "a = %s # so many", value);
    bool same = read_all(&toml, line.data, &err) && toml.entries[0].value.kind == TOML_INTEGER &&
                toml.entries[0].value.integer == wanted;
    toml_free(&toml);
    text_free(&line);
    return same;
}

TEST(keys_have_sections_values_and_places) {
    Toml toml;
    Error err;
    CHECK(read_all(&toml,
                   "# settings\njobs = 4\r\n\n[test]\n  keep_going = true # all\n\"max-seconds\" = 10\ncheck.depth = 5",
                   &err));
    CHECK(toml.count == 4 && toml.section_count == 1);
    CHECK_TEXT(text_string(&toml.entries[0].section), "");
    CHECK_TEXT(text_string(&toml.entries[0].key), "jobs");
    CHECK(toml.entries[0].value.integer == 4 && toml.entries[0].value.place.line == 2 &&
          toml.entries[0].value.place.column == 8);
    CHECK_TEXT(text_string(&toml.entries[1].section), "test");
    CHECK(toml.entries[1].value.kind == TOML_BOOLEAN && toml.entries[1].value.boolean);
    CHECK(toml.entries[1].place.line == 5 && toml.entries[1].place.column == 3);
    CHECK_TEXT(text_string(&toml.entries[2].key), "max-seconds");
    CHECK_TEXT(text_string(&toml.entries[3].section), "test.check");
    CHECK_TEXT(text_string(&toml.entries[3].key), "depth");
    toml_free(&toml);
}

TEST(strings_of_all_four_kinds_are_read) {
    CHECK(means("\"a\\tb\\u00e9\\\\ \\\"c\\\"\"", "a\tb\xC3\xA9\\ \"c\""));
    CHECK(means("'C:\\new'", "C:\\new"));
    CHECK(means("\"\"\"\na\n  b \"\"c\"\"\"\"", "a\n  b \"\"c\""));
    CHECK(means("\"\"\"a \\\n\n   b\"\"\"", "a b"));
    CHECK(means("'''\n'a' \\n'''", "'a' \\n"));
    CHECK(means("\"\"", ""));
    CHECK(means("\"\\U0001F41D\"", "\xF0\x9F\x90\x9D"));
}

TEST(whole_numbers_of_all_bases_are_read) {
    CHECK(counts("0", 0));
    CHECK(counts("+1_000", 1000));
    CHECK(counts("-17", -17));
    CHECK(counts("0xDEAD_beef", 0xDEADBEEF));
    CHECK(counts("0o755", 0755));
    CHECK(counts("0b101", 5));
    CHECK(counts("9223372036854775807", INT64_MAX));
    CHECK(counts("-9223372036854775808", INT64_MIN));
}

TEST(arrays_may_have_lines_comments_and_a_last_comma) {
    Toml toml;
    Error err;
    CHECK(read_all(&toml, "a = [\n  \"one\", # the first\n  2,\n]\nb = []\n", &err));
    CHECK(toml.count == 2 && toml.entries[0].value.count == 2 && toml.entries[1].value.count == 0);
    CHECK_TEXT(text_string(&toml.entries[0].value.items[0].text), "one");
    CHECK(toml.entries[0].value.items[1].integer == 2 && toml.entries[0].value.items[1].place.line == 3);
    toml_free(&toml);
}

TEST(what_is_wrong_is_told_with_its_place) {
    Error err;
    CHECK_TEXT(refusal("a = 1\nb = \"x\n", &err), "2:5: a string that is not closed");
    CHECK_TEXT(refusal("a = 1\na = 2\n", &err), "2:1: a is set in line 1 already");
    CHECK_TEXT(refusal("[x]\n[x]\n", &err), "2:2: the section x stands in line 1 already");
    CHECK_TEXT(refusal("x = 1\n[x]\n", &err), "2:2: x is a key, of line 1");
    CHECK_TEXT(refusal("a = 1 b = 2", &err), "1:7: the line should end here");
    CHECK_TEXT(refusal("a = yes", &err), "1:5: yes is no value; a string stands in quotes");
    CHECK_TEXT(refusal("a =", &err), "1:4: a value is wanted: a string in quotes, a number, true, false or an array");
    CHECK_TEXT(refusal("a 1", &err), "1:3: = is wanted behind the name a");
    CHECK_TEXT(refusal("= 1", &err), "1:1: a name is wanted");
    CHECK_TEXT(refusal("[x\n", &err), "1:3: ] is wanted behind the name of a section");
    CHECK_TEXT(refusal("a = [1,\n 2", &err), "1:5: an array that is not closed");
    CHECK_TEXT(refusal("a = [1 2]", &err), "1:8: a comma or ] is wanted");
    CHECK_TEXT(refusal("a = \"\\d\"", &err),
               "1:6: in a string with these quotes \\ begins an escape; '...' takes it as it is");
    CHECK_TEXT(refusal("a = \"caf\xE9\"", &err), "1:9: this is not UTF-8");
    CHECK_TEXT(refusal("'\xC3\xA9' = \x01", &err), "1:7: a control character");
}

TEST(what_no_setting_needs_is_refused) {
    Error err;
    CHECK_TEXT(refusal("a = {b = 1}", &err),
               "1:5: tables within values have no use here: write [NAME] above their keys");
    CHECK_TEXT(refusal("[[a]]", &err), "1:1: arrays of tables have no use here");
    CHECK_TEXT(refusal("a = [[1]]", &err), "1:6: arrays within arrays have no use here");
    CHECK_TEXT(refusal("a = 2024-01-01", &err), "1:5: dates and times have no use here");
    CHECK_TEXT(refusal("a = \"\\u0000\"", &err), "1:6: the character 0 has no use here");
}

TEST(numbers_that_toml_does_not_have_are_refused) {
    Error err;
    static const char *const wrong[] = {"01", "1__0", "_1", "1_", "0x", "9223372036854775808", "1.", ".5", "1e", "--1"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        Text line = {0};
        text_format(&line, "a = %s", wrong[i]);
        CHECK(*refusal(line.data, &err));
        text_free(&line);
    }
}
