#include "vm/term/float_text.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "tap.h"

static const char *shortest(double value) {
    static char buffer[FLOAT_TEXT_MAX];
    float_text_shortest(value, buffer);
    return buffer;
}

TEST(common_floats_look_as_they_were_written) {
    CHECK_TEXT(shortest(0.0), "0.0");
    CHECK_TEXT(shortest(-0.0), "-0.0");
    CHECK_TEXT(shortest(0.1), "0.1");
    CHECK_TEXT(shortest(-1.5), "-1.5");
    CHECK_TEXT(shortest(100.0), "100.0");
    CHECK_TEXT(shortest(1234567.0), "1234567.0");
    CHECK_TEXT(shortest(123456789.123), "123456789.123");
}

TEST(the_shorter_notation_is_taken_and_the_fixed_one_if_both_are_equal) {
    CHECK_TEXT(shortest(1e-4), "0.0001");
    CHECK_TEXT(shortest(1e-5), "1.0e-5");
    CHECK_TEXT(shortest(0.00012345), "1.2345e-4");
    CHECK_TEXT(shortest(0.0012345), "0.0012345");
    CHECK_TEXT(shortest(1000.0), "1.0e3");
    CHECK_TEXT(shortest(12340.0), "12340.0");
    CHECK_TEXT(shortest(123400.0), "1.234e5");
    CHECK_TEXT(shortest(12345678900.0), "12345678900.0");
    CHECK_TEXT(shortest(1e22), "1.0e22");
}

TEST(floats_that_stand_for_several_integers_are_scientific) {
    CHECK_TEXT(shortest(9007199254740991.0), "9007199254740991.0");
    CHECK_TEXT(shortest(9007199254740992.0), "9.007199254740992e15");
    CHECK_TEXT(shortest(-9007199254740992.0), "-9.007199254740992e15");
}

TEST(the_ends_of_the_range_are_exact) {
    CHECK_TEXT(shortest(0x1p-1074), "5.0e-324");
    CHECK_TEXT(shortest(0x2p-1074), "1.0e-323");
    CHECK_TEXT(shortest(0x1p-1022), "2.2250738585072014e-308");
    CHECK_TEXT(shortest(0x1.fffffffffffffp1023), "1.7976931348623157e308");
}

// Below a power of two the next float is half as far away as above: a decimal that is closer than
// another of the same length may already belong to it.
TEST(powers_of_two_have_an_uneven_interval) {
    CHECK_TEXT(shortest(0x1p-44), "5.684341886080802e-14");
    CHECK_TEXT(shortest(0x1p122), "5.316911983139664e36");
    CHECK_TEXT(shortest(0x1p-1000), "9.332636185032189e-302");
}

static uint64_t next_random(uint64_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static size_t digit_count(const char *text) {
    size_t count = 0, zeros = 0;
    for (; *text && *text != 'e'; text++) {
        if (*text < '0' || *text > '9') continue;
        if (count == 0 && *text == '0') continue;
        zeros = *text == '0' ? zeros + 1 : 0;
        count++;
    }
    return count - zeros;
}

TEST(random_floats_read_back_and_no_shorter_text_would) {
    uint64_t state = 88172645463325252u;
    for (int i = 0; i < 20000; i++) {
        uint64_t bits = next_random(&state);
        double value, back;
        memcpy(&value, &bits, sizeof value);
        if (!isfinite(value) || value == 0) continue;
        const char *text = shortest(value);
        char shorter[64];
        bool reads_back = float_text_parse(text, strlen(text), &back) && back == value;
        snprintf(shorter, sizeof shorter, "%.*e", (int)digit_count(text) - 2, value);
        bool minimal = digit_count(text) == 1 || strtod(shorter, NULL) != value;
        if (!reads_back || !minimal) {
            CHECK_TEXT(text, "the shortest text that reads back");
            return;
        }
    }
    CHECK(true);
}

TEST(scientific_text_has_the_decimals_asked_for) {
    char buffer[FLOAT_TEXT_MAX];
    CHECK(float_text_scientific(1.0, 20, buffer) == 26);
    CHECK_TEXT(buffer, "1.00000000000000000000e+00");
    float_text_scientific(-0.1, 20, buffer);
    CHECK_TEXT(buffer, "-1.00000000000000005551e-01");
    float_text_scientific(1.0, 0, buffer);
    CHECK_TEXT(buffer, "1e+00");
    CHECK(float_text_scientific(1.0, 249, buffer) == 255);
    CHECK(float_text_scientific(1.0, 250, buffer) == 0);
}

static const char *decimals(double value, int count, bool compact) {
    static char buffer[FLOAT_TEXT_MAX];
    return float_text_decimals(value, count, compact, buffer) ? buffer : "refused";
}

TEST(fixed_text_has_the_decimals_asked_for_or_drops_zeros) {
    CHECK_TEXT(decimals(1.0, 2, false), "1.00");
    CHECK_TEXT(decimals(1.0, 2, true), "1.0");
    CHECK_TEXT(decimals(1.125, 2, false), "1.13");
    CHECK_TEXT(decimals(0.999, 2, false), "1.00");
    CHECK_TEXT(decimals(-0.4, 0, false), "-0");
    CHECK_TEXT(decimals(0.5, 0, false), "1");
    CHECK_TEXT(decimals(100.0, 0, true), "100");
    CHECK_TEXT(decimals(0.1, 25, false), "0.1000000000000000055511151");
    CHECK_TEXT(decimals(1e20, 2, true), "100000000000000000000.0");
    CHECK_TEXT(decimals(1.0, -1, false), "refused");
    CHECK_TEXT(decimals(1.0, 254, false), "refused");
    CHECK_TEXT(decimals(1e100, 253, false), "refused");
}

static bool reads(const char *text, double expected) {
    double value;
    return float_text_parse(text, strlen(text), &value) && value == expected && signbit(value) == signbit(expected);
}

static bool refuses(const char *text) {
    double value;
    return !float_text_parse(text, strlen(text), &value);
}

TEST(floats_are_read_with_digits_on_both_sides_of_the_point) {
    CHECK(reads("1.5", 1.5) && reads("+1.5", 1.5) && reads("-0.0", -0.0) && reads("1,5", 1.5));
    CHECK(reads("1.0e10", 1e10) && reads("1.0E-10", 1e-10) && reads("1.0e+10", 1e10));
    CHECK(reads("1.0e-400", 0.0));
    CHECK(reads("0.1000000000000000055511151231257827021181583404541015625000000000000001", 0.1));
    double value;
    CHECK(float_text_parse("1.5\0007", 5, &value) && value == 1.5);
    CHECK(refuses("") && refuses("1") && refuses("1.") && refuses(".5") && refuses("1e5"));
    CHECK(refuses("1.0e") && refuses("1.0e+") && refuses("1.0 ") && refuses(" 1.0"));
    CHECK(refuses("1.0e400") && refuses("inf") && refuses("nan") && refuses("0x1.8"));
    CHECK(refuses("--1.0"));
}
