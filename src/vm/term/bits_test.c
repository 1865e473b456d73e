#include "vm/term/bits.h"

#include "fixture.h"
#include "tap.h"

static bool holds(Term bitstring, const char *bits) {
    Bits b = term_bits(bitstring);
    bool same = b.size == strlen(bits);
    for (size_t i = 0; same && i < b.size; i++) same = bits_load(b.bytes, b.offset + i, 1) == (uint64_t)(bits[i] - '0');
    return same;
}

static Term append_word(Heap *heap, Term to, size_t size, int64_t value) {
    uint8_t *bytes;
    size_t offset;
    Term result = bits_append(heap, to, size, &bytes, &offset);
    bits_put_word(bytes, offset, size, value, false);
    return result;
}

static Term base_of(Term subbinary) { return term_words(subbinary)[1]; }

TEST(bits_are_copied_between_any_two_places) {
    uint8_t from[40], to[40], expected[40];
    for (size_t i = 0; i < sizeof from; i++) from[i] = (uint8_t)(i * 37 + 11);
    bool good = true;
    for (size_t source = 0; source < 10; source++)
        for (size_t target = 0; target < 10; target++)
            for (size_t size = 0; size < 200; size += 7) {
                memset(to, 0xA5, sizeof to);
                memset(expected, 0xA5, sizeof expected);
                for (size_t i = 0; i < size; i++) {
                    uint8_t mask = (uint8_t)(0x80 >> (target + i) % 8);
                    uint8_t *byte = &expected[(target + i) / 8];
                    *byte = bits_load(from, source + i, 1) ? *byte | mask : *byte & ~mask;
                }
                bits_copy(to, target, from, source, size);
                good = good && memcmp(to, expected, sizeof to) == 0;
            }
    CHECK(good);
}

TEST(bitstrings_are_ordered_bit_by_bit_and_then_by_size) {
    const uint8_t a[] = {0x12, 0x34, 0x50}, b[] = {0x01, 0x23, 0x45, 0x00};
    CHECK(bits_compare((Bits){a, 0, 20}, (Bits){b, 4, 20}) == 0);
    CHECK(bits_equal((Bits){a, 0, 20}, (Bits){b, 4, 20}));
    CHECK(bits_compare((Bits){a, 0, 19}, (Bits){b, 4, 20}) < 0);
    CHECK(bits_compare((Bits){a, 0, 24}, (Bits){b, 0, 24}) > 0);
    CHECK(bits_compare((Bits){a, 0, 0}, (Bits){b, 0, 1}) < 0);
}

TEST(an_integer_comes_back_from_where_it_was_put) {
    Heap *heap = fixture_process()->heap;
    uint8_t room[32];
    bool good = true;
    const int64_t values[] = {0, 1, -1, 77, -128, SMALL_MAX, SMALL_MIN, 123456789012345};
    for (size_t size = 61; size < 130; size++)
        for (size_t i = 0; i < sizeof values / sizeof *values; i++)
            for (int little = 0; little < 2; little++) {
                memset(room, 0xFF, sizeof room);
                bits_put_integer(room, 5, size, term_small(values[i]), little);
                Term back = bits_get_integer(heap, room, 5, size, little, true);
                good = good && term_same(back, term_small(values[i]));
            }
    CHECK(good);
}

TEST(a_number_too_large_for_its_bits_is_cut) {
    Heap *heap = fixture_process()->heap;
    uint8_t room[16] = {0};
    bits_put_word(room, 0, 12, 0xABCDE, false);
    CHECK(bits_load(room, 0, 12) == 0xCDE);
    bits_put_word(room, 0, 12, 0xABCDE, true);
    CHECK(room[0] == 0xDE && room[1] >> 4 == 0xC);
    Term large = bits_get_integer(heap, (const uint8_t *)"\1\0\0\0\0\0\0\0\0", 0, 72, false, false);
    CHECK(term_is_bignum(large) && term_size(large) == 2);
    bits_put_integer(room, 3, 70, large, false);
    CHECK(bits_load(room, 3, 6) == 1 && bits_load(room, 9, 32) == 0 && bits_load(room, 41, 32) == 0);
}

TEST(small_results_are_small_integers) {
    Heap *heap = fixture_process()->heap;
    uint8_t ones[16];
    memset(ones, 0xFF, sizeof ones);
    CHECK(term_same(bits_get_integer(heap, ones, 3, 100, false, true), term_small(-1)));
    CHECK(term_same(bits_get_integer(heap, ones, 0, 59, true, false), term_small(SMALL_MAX)));
    CHECK(term_is_bignum(bits_get_integer(heap, ones, 0, 60, false, false)));
    CHECK(term_same(bits_get_integer(heap, ones, 3, 0, false, true), term_small(0)));
}

TEST(floats_of_all_three_sizes_come_back) {
    uint8_t room[10];
    double back;
    for (size_t size = 16; size <= 64; size *= 2)
        for (int little = 0; little < 2; little++) {
            CHECK(bits_put_float(room, 3, size, -1.5, little));
            CHECK(bits_get_float(room, 3, size, little, &back) && back == -1.5);
        }
    CHECK(!bits_put_float(room, 0, 24, 1.0, false));
}

TEST(half_floats_round_to_even_and_overflow_to_infinity) {
    uint8_t room[2];
    double back;
    CHECK(bits_put_float(room, 0, 16, 65519.0, false) && room[0] == 0x7B && room[1] == 0xFF);
    CHECK(bits_put_float(room, 0, 16, 65520.0, false) && room[0] == 0x7C && room[1] == 0);
    CHECK(!bits_get_float(room, 0, 16, false, &back));
    CHECK(bits_put_float(room, 0, 16, 1.00048828125, false) && room[0] == 0x3C && room[1] == 0);
    CHECK(bits_put_float(room, 0, 16, 5.960464477539063e-8, false) && room[0] == 0 && room[1] == 1);
}

TEST(characters_are_read_at_any_bit) {
    uint8_t room[8] = {0};
    uint32_t character;
    size_t position = 3;
    bits_put_utf8(room, 3, 0x20AC);
    CHECK(bits_get_utf8(room, &position, 27, &character) && character == 0x20AC && position == 27);
    position = 3;
    CHECK(!bits_get_utf8(room, &position, 26, &character) && position == 3);
    bits_put_utf16(room, 3, 0x1F600, true);
    CHECK(bits_get_utf16(room, &position, 64, true, &character) && character == 0x1F600);
    CHECK(position == 35);
    position = 3;
    bits_put_utf32(room, 3, 0x10FFFF, false);
    CHECK(bits_get_utf32(room, &position, 64, false, &character) && character == 0x10FFFF);
}

TEST(an_append_writes_behind_what_others_see) {
    Heap *heap = fixture_process()->heap;
    Term first = append_word(heap, bits_new_growable(heap, 16), 16, 0xABCD);
    Term second = append_word(heap, first, 8, 0xEF);
    CHECK(term_same(base_of(first), base_of(second)));
    CHECK(holds(first, "1010101111001101"));
    CHECK(holds(second, "101010111100110111101111"));
}

TEST(a_second_append_to_the_same_bitstring_copies) {
    Heap *heap = fixture_process()->heap;
    Term start = bits_new_growable(heap, 16);
    Term one = append_word(heap, start, 3, 5), other = append_word(heap, start, 3, 2);
    CHECK(!term_same(base_of(one), base_of(other)));
    CHECK(holds(one, "101") && holds(other, "010") && holds(start, ""));
    Term longer = append_word(heap, one, 2, 3);
    CHECK(term_same(base_of(longer), base_of(one)));
    CHECK(holds(longer, "10111") && holds(one, "101"));
}

TEST(a_binary_of_its_own_is_never_grown) {
    Heap *heap = fixture_process()->heap;
    Term binary = heap_binary_from(heap, "ab", 2);
    Term longer = append_word(heap, binary, 8, 'c');
    CHECK(term_binary_size(binary) == 2);
    CHECK(term_kind(longer) == KIND_SUBBINARY && !term_same(base_of(longer), binary));
    CHECK(term_is_growable(base_of(longer)));
    CHECK(term_kind(heap_subbinary(heap, longer, 0, 24)) == KIND_SUBBINARY);
}

TEST(what_an_undo_needs_is_never_grown) {
    Process *p = fixture_process();
    Term before = append_word(p->heap, bits_new_growable(p->heap, 64), 8, 1);
    size_t mark = store_mark(p->store);
    Term after = append_word(p->heap, before, 8, 2);
    CHECK(!term_same(base_of(before), base_of(after)));
    store_undo(p->store, mark);
    CHECK(holds(before, "00000001"));
}

TEST(many_appends_copy_seldom) {
    Heap *heap = fixture_process()->heap;
    Term list = bits_new_growable(heap, 0);
    unsigned moves = 0;
    for (int i = 0; i < 100000; i++) {
        Term longer = append_word(heap, list, 5, i);
        moves += !term_same(base_of(longer), base_of(list));
        list = longer;
    }
    CHECK(moves < 15);
    CHECK(term_bits(list).size == 500000);
    CHECK(bits_load(term_bits(list).bytes, 77777 * 5, 5) == 77777 % 32);
}
