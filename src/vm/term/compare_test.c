#include "vm/term/compare.h"

#include "fixture.h"
#include "tap.h"
#include "vm/run/code.h"
#include "vm/term/hash.h"
#include "vm/term/map.h"

static Heap *heap;

static void start(void) { heap = fixture_process()->heap; }

static Term bignum(Kind kind, uint64_t low, uint64_t high) {
    Term t = heap_box(heap, kind, high ? 2 : 1);
    term_words(t)[1].bits = low;
    if (high) term_words(t)[2].bits = high;
    return t;
}

static Term reference(uint64_t number, uint64_t maker) {
    Term t = heap_box(heap, KIND_REFERENCE, 2);
    term_words(t)[1].bits = number;
    term_words(t)[2].bits = maker;
    return t;
}

static Term map_of(Term key, Term value) {
    Term pair[] = {key, value};
    return map_from_pairs(heap, pair, 1, NULL);
}

static Term sequence(int64_t count, Term value) {
    Term map = map_empty(heap);
    for (int64_t i = 0; i < count; i++) map = map_put(heap, map, term_small(i), value);
    return map;
}

// Each term is smaller than all that follow, in both orders.
static void check_ascending(const Term *terms, size_t count) {
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < count; j++) {
            int expected = i < j ? -1 : i > j;
            int loose = term_compare(terms[i], terms[j]), exact = term_compare_exact(terms[i], terms[j]);
            CHECK((loose > 0) - (loose < 0) == expected);
            CHECK((exact > 0) - (exact < 0) == expected);
            CHECK(term_equal(terms[i], terms[j]) == (i == j));
            CHECK(term_identical(terms[i], terms[j]) == (i == j));
        }
}

TEST(types_are_ordered_as_erlang_orders_them) {
    start();
    Term terms[] = {
        bignum(KIND_NEGATIVE, 0, 1),
        term_small(-1),
        term_small(0),
        term_small(SMALL_MAX),
        bignum(KIND_POSITIVE, (uint64_t)SMALL_MAX + 1, 0),
        bignum(KIND_POSITIVE, 0, 1),
        ATOM(error),
        ATOM(ok),
        reference(1, 7),
        reference(2, 3),
        reference(2, 4),
        term_port(1),
        term_port(2),
        term_pid(1),
        term_pid(2),
        heap_tuple(heap, 0),
        heap_tuple2(heap, term_small(9), term_small(1)),
        heap_tuple2(heap, term_small(9), term_small(2)),
        heap_tuple3(heap, term_small(0), term_small(0), term_small(0)),
        map_empty(heap),
        map_of(term_small(5), ATOM(ok)),
        map_of(ATOM(ok), term_small(1)),
        map_of(ATOM(ok), term_small(2)),
        sequence(2, ATOM(ok)),
        sequence(40, ATOM(error)),
        sequence(40, ATOM(ok)),
        sequence(41, ATOM(ok)),
        TERM_NIL,
        heap_cons(heap, term_small(1), term_small(1)),
        heap_cons(heap, term_small(1), TERM_NIL),
        heap_cons(heap, term_small(1), heap_cons(heap, term_small(1), TERM_NIL)),
        heap_cons(heap, ATOM(ok), TERM_NIL),
        heap_binary_from(heap, "", 0),
        heap_binary_from(heap, "a", 1),
        heap_subbinary(heap, heap_binary_from(heap, "ab", 2), 0, 12),
        heap_binary_from(heap, "ab", 2),
        heap_binary_from(heap, "b", 1),
    };
    check_ascending(terms, sizeof terms / sizeof *terms);
}

static Term fun_of(const FunEntry *entry, uint32_t creator, Term variable) {
    Term fun = heap_box(heap, KIND_FUN, 3);
    term_words(fun)[1] = term_from_pointer(entry);
    term_words(fun)[2] = term_pid(creator);
    term_words(fun)[3] = variable;
    return fun;
}

static Term export_of(const Export *entry) {
    Term fun = heap_box(heap, KIND_EXPORT, 1);
    term_words(fun)[1] = term_from_pointer(entry);
    return fun;
}

TEST(funs_are_what_they_were_made_from_and_not_who_made_them) {
    start();
    FunEntry first = {.module = ATOM(lists), .index = 1, .old_uniq = 9},
             newer = {.module = ATOM(lists), .index = 1, .old_uniq = 10},
             second = {.module = ATOM(lists), .index = 2, .old_uniq = 0}, again = first;
    Export map = {.module = ATOM(lists), .function = ATOM(info), .arity = 1},
           fold = {.module = ATOM(lists), .function = ATOM(info), .arity = 2},
           other = {.module = ATOM(maps), .function = ATOM(error), .arity = 0};
    Term terms[] = {fun_of(&first, 1, term_small(1)),
                    fun_of(&first, 1, term_small(2)),
                    fun_of(&newer, 1, term_small(1)),
                    fun_of(&second, 1, term_small(1)),
                    export_of(&map),
                    export_of(&fold),
                    export_of(&other)};
    check_ascending(terms, sizeof terms / sizeof *terms);
    Term same = fun_of(&again, 2, term_small(1)), float_one = fun_of(&first, 1, heap_float(heap, 1.0));
    CHECK(term_identical(terms[0], same) && term_hash(terms[0]) == term_hash(same));
    CHECK(term_equal(terms[0], float_one) && !term_identical(terms[0], float_one));
    CHECK(term_hash(terms[4]) != term_hash(terms[5]));
}

TEST(an_integer_equals_a_float_but_comes_before_it_as_a_key) {
    start();
    Term one = term_small(1), float_one = heap_float(heap, 1.0), half = heap_float(heap, 0.5);
    CHECK(term_compare(one, float_one) == 0 && term_equal(one, float_one));
    CHECK(!term_identical(one, float_one));
    CHECK(term_compare_exact(one, float_one) < 0);
    CHECK(term_compare(one, half) > 0);
    CHECK(term_compare_exact(one, half) < 0);
    CHECK(term_compare_exact(half, one) > 0);
    CHECK(term_equal(heap_tuple2(heap, one, half), heap_tuple2(heap, float_one, half)));
    CHECK(!term_identical(heap_tuple2(heap, one, half), heap_tuple2(heap, float_one, half)));
}

TEST(large_integers_and_floats_are_compared_exactly) {
    start();
    Term odd = term_small(((int64_t)1 << 53) + 1), power = heap_float(heap, 9007199254740992.0);
    CHECK(term_compare(odd, power) > 0);
    CHECK(!term_equal(odd, power));
    CHECK(term_equal(term_small((int64_t)1 << 53), power));
    CHECK(term_equal(bignum(KIND_POSITIVE, 0, 1), heap_float(heap, 18446744073709551616.0)));
}

TEST(values_of_maps_are_compared_loosely_and_keys_exactly) {
    start();
    Term one = term_small(1), float_one = heap_float(heap, 1.0);
    CHECK(term_equal(map_of(ATOM(ok), one), map_of(ATOM(ok), float_one)));
    CHECK(!term_identical(map_of(ATOM(ok), one), map_of(ATOM(ok), float_one)));
    CHECK(!term_equal(map_of(one, ATOM(ok)), map_of(float_one, ATOM(ok))));
    CHECK(term_compare(map_of(one, ATOM(ok)), map_of(float_one, ATOM(ok))) < 0);
    Term a = sequence(50, one), b = sequence(50, float_one);
    CHECK(term_equal(a, b) && term_compare(a, b) == 0);
    CHECK(!term_identical(a, b) && term_compare_exact(a, b) < 0);
    Term c = map_put(heap, map_remove(heap, a, term_small(7)), heap_float(heap, 7.0), one);
    CHECK(!term_equal(a, c) && term_compare(a, c) < 0);
}

TEST(large_maps_are_ordered_by_the_least_key_that_one_of_them_lacks) {
    start();
    Term both = sequence(60, ATOM(ok));
    Term a = map_put(heap, map_remove(heap, both, term_small(50)), term_small(100), ATOM(ok));
    Term b = map_put(heap, map_remove(heap, both, term_small(30)), term_small(200), ATOM(ok));
    CHECK(term_compare(a, b) < 0 && term_compare(b, a) > 0);   // a has 30, b has not
    Term c = map_put(heap, both, term_small(40), ATOM(error));
    Term d = map_put(heap, both, term_small(20), ATOM(true));
    CHECK(term_compare(c, d) < 0);   // at 20: ok < true
    CHECK(term_compare(c, both) < 0);
}

TEST(zero_has_no_sign) {
    start();
    Term plus = heap_float(heap, 0.0), minus = heap_float(heap, -0.0);
    CHECK(term_identical(plus, minus));
    CHECK(term_hash(plus) == term_hash(minus));
}

TEST(a_list_nested_a_million_deep_can_be_compared_and_hashed) {
    start();
    Term a = TERM_NIL, b = TERM_NIL;
    for (int i = 0; i < 1000000; i++) {
        a = i % 2 ? heap_cons(heap, a, TERM_NIL) : map_of(ATOM(ok), a);
        b = i % 2 ? heap_cons(heap, b, TERM_NIL) : map_of(ATOM(ok), b);
    }
    CHECK(term_identical(a, b));
    CHECK(term_compare(a, b) == 0);
    CHECK(term_hash(a) == term_hash(b));
    CHECK(term_hash(a) != term_hash(term_head(a)));
}

TEST(equal_terms_in_different_places_have_equal_hashes) {
    start();
    Term whole = heap_binary_from(heap, "xabcdefghijk", 12);
    Term part = heap_subbinary(heap, whole, 8, 88), own = heap_binary_from(heap, "abcdefghijk", 11);
    CHECK(term_identical(part, own) && term_hash(part) == term_hash(own));
    Term shifted = heap_subbinary(heap, heap_binary_from(heap, "\x06\x16\x26\x36\x46\x56\x66\x76\x86\x90", 10), 4, 72);
    Term plain = heap_binary_from(heap, "abcdefghi", 9);
    CHECK(term_identical(shifted, plain) && term_hash(shifted) == term_hash(plain));
    CHECK(term_hash(term_small(1)) != term_hash(heap_float(heap, 1.0)));
    CHECK(term_hash(heap_tuple2(heap, ATOM(ok), TERM_NIL)) != term_hash(heap_cons(heap, ATOM(ok), TERM_NIL)));
}

TEST(zeros_of_both_signs_are_told_apart_where_the_release_does) {
    start();
    Term zero = heap_float(heap, 0.0), negative = heap_float(heap, -0.0);
    CHECK(term_identical(zero, negative));
    Release recent = release_usual;
    recent.signed_zeros = true;
    heap->release = &recent;
    negative = heap_float(heap, -0.0);
    CHECK(!term_identical(zero, negative));
    CHECK(term_equal(zero, negative));
    CHECK(term_compare(zero, negative) == 0);
    CHECK(term_compare_exact(negative, zero) < 0);
    CHECK(term_identical(negative, heap_float(heap, -0.0)));
    CHECK(map_count(map_put(heap, map_of(zero, ATOM(true)), negative, ATOM(false))) == 2);
}
