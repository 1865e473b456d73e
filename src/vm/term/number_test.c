#include "vm/term/number.h"

#include "fixture.h"
#include "tap.h"

// Integers are written as text: digits say what a reader can check.
static Term integer(Process *p, const char *digits) {
    return number_integer_parse(p->heap, digits, strlen(digits), 10);
}

static bool is(Term t, const char *digits) {
    Text text = {0};
    if (!term_is_integer(t)) return false;
    number_integer_text(t, 10, &text);
    bool same = strcmp(text_string(&text), digits) == 0;
    text_free(&text);
    return same;
}

typedef Term (*Operation)(Heap *, Term, Term);

static bool gives(Operation operation, const char *a, const char *b, const char *result) {
    Process *p = fixture_process();
    return is(operation(p->heap, integer(p, a), integer(p, b)), result);
}

#define BIG "340282366920938463463374607431768211456"        // 2^128
#define BIG_LESS "340282366920938463463374607431768211455"   // 2^128 - 1

TEST(sums_grow_into_bignums_and_shrink_back) {
    CHECK(gives(number_add, "576460752303423487", "1", "576460752303423488"));
    CHECK(gives(number_subtract, "576460752303423488", "1", "576460752303423487"));
    CHECK(gives(number_subtract, "-576460752303423488", "1", "-576460752303423489"));
    CHECK(gives(number_add, BIG_LESS, "1", BIG));
    CHECK(gives(number_add, BIG, "-" BIG_LESS, "1"));
    CHECK(gives(number_subtract, BIG, BIG, "0"));

    Process *p = fixture_process();
    Term back = number_subtract(p->heap, integer(p, BIG), integer(p, BIG_LESS));
    CHECK(term_same(back, term_small(1)));
}

TEST(products_have_the_sign_of_both) {
    CHECK(gives(number_multiply, "18446744073709551616", "18446744073709551616", BIG));
    CHECK(gives(number_multiply, "-18446744073709551616", "18446744073709551616", "-" BIG));
    CHECK(gives(number_multiply, "-576460752303423488", "-1", "576460752303423488"));
    CHECK(gives(number_multiply, BIG, "0", "0"));
}

TEST(division_cuts_towards_zero_and_rem_has_the_sign_of_the_dividend) {
    CHECK(gives(number_quotient, "-7", "2", "-3"));
    CHECK(gives(number_remainder, "-7", "2", "-1"));
    CHECK(gives(number_quotient, BIG, "-18446744073709551617", "-18446744073709551615"));
    CHECK(gives(number_remainder, BIG, "-18446744073709551617", "1"));
    CHECK(gives(number_remainder, "-" BIG, "10", "-6"));
    CHECK(gives(number_quotient, "5", BIG, "0"));
    CHECK(gives(number_remainder, "-5", BIG, "-5"));
    CHECK(gives(number_quotient, "-576460752303423488", "-1", "576460752303423488"));
    CHECK(gives(number_quotient, "-576460752303423488", "576460752303423488", "-1"));
}

TEST(bits_of_negative_integers_are_an_endless_twos_complement) {
    CHECK(gives(number_band, "-1", BIG, BIG));
    CHECK(gives(number_band, "-" BIG, BIG_LESS, "0"));
    CHECK(gives(number_bor, "-" BIG, BIG_LESS, "-1"));
    CHECK(gives(number_bxor, "-" BIG, "-1", BIG_LESS));
    CHECK(gives(number_bxor, BIG, "-1", "-340282366920938463463374607431768211457"));

    Process *p = fixture_process();
    CHECK(is(number_bnot(p->heap, integer(p, BIG_LESS)), "-" BIG));
    CHECK(is(number_bnot(p->heap, integer(p, "0")), "-1"));
}

TEST(shifts_go_both_ways_and_round_down) {
    CHECK(gives(number_shift_left, "1", "128", BIG));
    CHECK(gives(number_shift_right, BIG, "128", "1"));
    CHECK(gives(number_shift_right, "1", "-128", BIG));
    CHECK(gives(number_shift_left, "-1", "128", "-" BIG));
    CHECK(gives(number_shift_right, "-" BIG, "127", "-2"));
    CHECK(gives(number_shift_right, "-340282366920938463463374607431768211457", "64", "-18446744073709551617"));
    CHECK(gives(number_shift_right, "-5", BIG, "-1"));
    CHECK(gives(number_shift_right, BIG, BIG, "0"));
    CHECK(gives(number_shift_left, "0", BIG, "0"));
    CHECK(gives(number_shift_left, "3", "0", "3"));
    CHECK(gives(number_shift_left, "-1", "59", "-576460752303423488"));
}

TEST(an_integer_that_is_too_large_is_a_limit_and_leaves_nothing_behind) {
    Process *p = fixture_process();
    Term largest = number_shift_left(p->heap, term_small(1), term_small(33554367));
    CHECK(term_is_bignum(largest) && term_size(largest) == release_usual.integer_limbs);
    Term *top = p->heap->top;
    CHECK(number_is_limit(number_shift_left(p->heap, term_small(1), term_small(33554368))));
    CHECK(number_is_limit(number_shift_left(p->heap, term_small(1), largest)));
    CHECK(number_is_limit(number_add(p->heap, largest, largest)));
    CHECK(number_is_limit(number_multiply(p->heap, largest, term_small(-2))));
    CHECK(number_is_limit(number_multiply(p->heap, largest, largest)));
    CHECK(p->heap->top == top);
}

TEST(operands_that_are_no_numbers_are_refused) {
    Process *p = fixture_process();
    Heap *heap = p->heap;
    Term atom = ATOM(ok), one = term_small(1), half = heap_float(heap, 0.5), list = TERM_NIL;
    CHECK(term_is_none(number_add(heap, atom, one)));
    CHECK(term_is_none(number_add(heap, one, list)));
    CHECK(term_is_none(number_negate(heap, atom)));
    CHECK(term_is_none(number_quotient(heap, half, one)));
    CHECK(term_is_none(number_quotient(heap, one, term_small(0))));
    CHECK(term_is_none(number_band(heap, half, one)));
    CHECK(term_is_none(number_bnot(heap, half)));
    CHECK(term_is_none(number_shift_left(heap, atom, integer(p, BIG))));
    CHECK(term_is_none(number_shift_left(heap, one, half)));
}

TEST(floats_are_always_finite) {
    Process *p = fixture_process();
    Heap *heap = p->heap;
    Term huge = heap_float(heap, 1e308), ten = term_small(10), zero = heap_float(heap, 0.0);
    Term too_large = number_shift_left(heap, term_small(1), term_small(1024));
    CHECK(term_is_none(number_multiply(heap, huge, ten)));
    CHECK(term_is_none(number_divide(heap, ten, zero)));
    CHECK(term_is_none(number_divide(heap, zero, term_small(0))));
    CHECK(term_is_none(number_divide(heap, ten, too_large)));
    CHECK(term_is_none(number_add(heap, too_large, zero)));
    CHECK(term_to_double(number_divide(heap, term_small(1), term_small(4))) == 0.25);
    CHECK(term_to_double(number_add(heap, integer(p, BIG), zero)) == 0x1p128);
}

TEST(order_of_integers_and_floats_is_exact) {
    Process *p = fixture_process();
    Heap *heap = p->heap;
    Term rounded = heap_float(heap, 0x1p53), above = term_small(((int64_t)1 << 53) + 1);
    Term large = heap_float(heap, 0x1p128), largest = heap_float(heap, 0x1.fffffffffffffp1023);
    CHECK(number_compare(above, rounded) > 0);
    CHECK(number_compare(rounded, above) < 0);
    CHECK(number_compare(integer(p, BIG), large) == 0);
    CHECK(number_compare(integer(p, BIG_LESS), large) < 0);
    CHECK(number_compare(large, integer(p, BIG_LESS)) > 0);
    CHECK(number_compare(integer(p, "-" BIG), large) < 0);
    CHECK(number_compare(number_shift_left(heap, term_small(1), term_small(1024)), largest) > 0);
    CHECK(number_compare(term_small(1), heap_float(heap, 1.5)) < 0);
    CHECK(number_compare(term_small(-1), heap_float(heap, -1.5)) > 0);
    CHECK(number_compare(term_small(SMALL_MIN), heap_float(heap, -1e300)) > 0);
    CHECK(number_compare(integer(p, "-" BIG), integer(p, "-" BIG_LESS)) < 0);
}

TEST(exact_equality_tells_integers_from_floats_but_not_zeros) {
    Process *p = fixture_process();
    Heap *heap = p->heap;
    CHECK(number_equal_exact(integer(p, BIG), integer(p, BIG)));
    CHECK(!number_equal_exact(integer(p, BIG), integer(p, "-" BIG)));
    CHECK(!number_equal_exact(integer(p, BIG), heap_float(heap, 0x1p128)));
    CHECK(!number_equal_exact(term_small(1), heap_float(heap, 1.0)));
    CHECK(number_equal_exact(heap_float(heap, 0.0), heap_float(heap, -0.0)));
}

TEST(floats_become_integers_of_any_size) {
    Process *p = fixture_process();
    CHECK(is(number_from_double(p->heap, -1.9), "-1"));
    CHECK(is(number_from_double(p->heap, 0x1p128), BIG));
    CHECK(is(number_from_double(p->heap, -0x1p63), "-9223372036854775808"));
    CHECK(is(number_from_double(p->heap, 1e23), "99999999999999991611392"));
    Term largest = number_from_double(p->heap, 0x1.fffffffffffffp1023);
    double back;
    CHECK(number_bit_count(largest) == 1024);
    CHECK(number_to_double(largest, &back) && back == 0x1.fffffffffffffp1023);
}

TEST(words_of_c_are_read_exactly_or_not_at_all) {
    Process *p = fixture_process();
    int64_t value;
    uint64_t natural;
    CHECK(number_to_int64(integer(p, "-9223372036854775808"), &value) && value == INT64_MIN);
    CHECK(!number_to_int64(integer(p, "9223372036854775808"), &value));
    CHECK(!number_to_int64(integer(p, "-" BIG), &value));
    CHECK(!number_to_int64(ATOM(ok), &value));
    CHECK(number_to_uint64(integer(p, "18446744073709551615"), &natural) && natural == UINT64_MAX);
    CHECK(number_to_uint64(term_small(0), &natural) && natural == 0);
    CHECK(!number_to_uint64(term_small(-1), &natural));
    CHECK(!number_to_uint64(integer(p, "18446744073709551616"), &natural));
}

TEST(bytes_of_every_width_come_back_as_the_same_integer) {
    static const char *const values[] = {"0", "1",      "-1",    "127",       "-128", "-576460752303423489",
                                         BIG, BIG_LESS, "-" BIG, "-" BIG_LESS};
    Process *p = fixture_process();
    uint8_t bytes[40];
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        for (size_t size = 17; size <= sizeof bytes; size++)
            for (int little = 0; little < 2; little++) {
                number_to_bytes(integer(p, values[i]), bytes, size, little);
                CHECK(is(number_from_bytes(p->heap, bytes, size, little, true), values[i]));
            }
}

TEST(bytes_are_twos_complement_and_may_be_unsigned) {
    Process *p = fixture_process();
    uint8_t bytes[3];
    number_to_bytes(term_small(-2), bytes, 3, false);
    CHECK(memcmp(bytes, "\xFF\xFF\xFE", 3) == 0);
    number_to_bytes(integer(p, "1311768467463790320"), bytes, 3, true);   // 16#123456789ABCDEF0
    CHECK(memcmp(bytes, "\xF0\xDE\xBC", 3) == 0);
    CHECK(is(number_from_bytes(p->heap, (const uint8_t *)"\xFF\xFE", 2, false, false), "65534"));
    CHECK(is(number_from_bytes(p->heap, (const uint8_t *)"\xFF\xFE", 2, true, true), "-257"));
    CHECK(is(number_from_bytes(p->heap, NULL, 0, false, true), "0"));
}

TEST(a_magnitude_may_have_leading_zeros) {
    Process *p = fixture_process();
    uint64_t limbs[] = {7, 0, 0};
    CHECK(term_same(number_from_magnitude(p->heap, limbs, 3, true), term_small(-7)));
    CHECK(term_same(number_from_magnitude(p->heap, NULL, 0, false), term_small(0)));
    Term big = integer(p, "-" BIG);
    CHECK(number_is_negative(big) && number_limb_count(big) == 3 && number_limb(big, 2) == 1);
    CHECK(number_limb_count(term_small(0)) == 0 && number_limb(term_small(-3), 0) == 3);
    CHECK(number_bit_count(big) == 129 && number_bit_count(term_small(0)) == 0);
}

TEST(integers_are_read_in_any_base_with_a_sign) {
    Process *p = fixture_process();
    CHECK(is(number_integer_parse(p->heap, "+zZ", 3, 36), "1295"));
    CHECK(is(number_integer_parse(p->heap, "-0000000000000000000000000000", 28, 10), "0"));
    CHECK(is(number_integer_parse(p->heap, "0000000000000000000000000012", 28, 10), "12"));
    CHECK(is(number_integer_parse(p->heap, "100000000000000000000000000000000", 33, 16), BIG));
    CHECK(term_is_none(number_integer_parse(p->heap, "", 0, 10)));
    CHECK(term_is_none(number_integer_parse(p->heap, "-", 1, 10)));
    CHECK(term_is_none(number_integer_parse(p->heap, "+-1", 3, 10)));
    CHECK(term_is_none(number_integer_parse(p->heap, "12a", 3, 10)));
    CHECK(term_is_none(number_integer_parse(p->heap, "1_0", 3, 10)));
}

TEST(text_in_every_base_reads_back) {
    Process *p = fixture_process();
    for (int base = 2; base <= 36; base++) {
        Text text = {0};
        Term value = number_negate(p->heap, integer(p, BIG_LESS));
        number_integer_text(value, base, &text);
        Term back = number_integer_parse(p->heap, text.data, text.size, base);
        CHECK(number_equal_exact(value, back));
        text_free(&text);
    }
}
