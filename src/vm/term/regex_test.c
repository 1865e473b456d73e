#include "vm/term/regex.h"

#include "tap.h"

static const Regex *compile(uint32_t flags, const char *source, RegexError *error) {
    Bytes bytes = {(const uint8_t *)source, strlen(source)};
    return regex_compile((RegexOptions){.flags = flags}, bytes, error);
}

static bool matches(uint32_t flags, const char *source, const char *subject) {
    RegexError error;
    const Regex *regex = compile(flags, source, &error);
    if (!regex) return false;
    PCRE2_SPTR bytes = (PCRE2_SPTR)subject;
    return pcre2_match(regex->code, bytes, strlen(subject), 0, 0, regex->match, NULL) > 0;
}

TEST(a_pattern_is_compiled_once) {
    RegexError error;
    const pcre2_code *first = compile(0, "a(b)c", &error)->code;
    CHECK(compile(0, "other", &error) != NULL);
    CHECK(compile(0, "a(b)c", &error)->code == first);
    CHECK(compile(PCRE2_CASELESS, "a(b)c", &error)->code != first);
}

TEST(letters_are_those_of_latin1) {
    CHECK(matches(0, "^\\w$", "\xE5"));
    CHECK(matches(0, "^[[:upper:]]$", "\xC5"));
    CHECK(matches(PCRE2_CASELESS, "\xC5", "\xE5"));
    CHECK(!matches(0, "\\w", "\xD7"));
    CHECK(matches(PCRE2_UTF, "\\w", "\xC3\xA5"));
}

TEST(an_escape_without_meaning_is_the_letter_itself) {
    RegexError error;
    CHECK(matches(0, "^\\y$", "y"));
    CHECK(!compile(0, "a\\", &error));
    CHECK(!compile(0, "\\p{Foo}", &error));
}

TEST(mistakes_are_told_in_the_words_of_pcre_8) {
    RegexError error;
    CHECK(!compile(0, "(a", &error));
    CHECK_TEXT(error.text, "missing )");
    CHECK(error.offset == 2);
    CHECK(!compile(0, "*", &error));
    CHECK_TEXT(error.text, "nothing to repeat");
}

TEST(a_newline_of_two_characters_is_seen) {
    RegexError error;
    CHECK(!compile(0, "a", &error)->crlf);
    CHECK(compile(0, "(*ANYCRLF)a", &error)->crlf);
    Bytes a = {(const uint8_t *)"a", 1};
    CHECK(regex_compile((RegexOptions){.newline = PCRE2_NEWLINE_CRLF}, a, &error)->crlf);
    CHECK(!regex_compile((RegexOptions){.newline = 7}, a, &error));
}
