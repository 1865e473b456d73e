#include "vm/term/phash.h"

#include "fixture.h"
#include "tap.h"
#include "vm/term/bits.h"
#include "vm/term/map.h"
#include "vm/term/number.h"

// The numbers are those that erl gives; phash2 with a range of 2^32.

static Term binary(Heap *heap, const char *text) { return heap_binary_from(heap, text, strlen(text)); }

TEST(atoms_hash_by_their_names) {
    CHECK(term_phash2(atom_from_text("a")) == 97);
    CHECK(term_phash2(ATOM(undefined)) == 180132084);
    CHECK(term_phash2(atom_from_text("\xc3\xa5")) == 229);
    CHECK(term_phash(atom_from_text("a")) == 97);
}

TEST(integers_hash_by_their_value) {
    Heap *heap = fixture_process()->heap;
    CHECK((term_phash2(term_small(1)) & 0x7ffffff) == 2614250);
    CHECK(term_phash2(term_small(-1)) == 1117813597);
    CHECK(term_phash2(term_small((int64_t)1 << 27)) == 2562491755);
    CHECK(term_phash2(heap_integer(heap, INT64_MIN)) == 1736826119);
    CHECK(term_phash2(number_shift_left(heap, term_small(1), term_small(70))) == 1070946125);
    CHECK(term_phash(term_small(-1)) == 1680185269);
    CHECK(term_phash(number_shift_left(heap, term_small(1), term_small(70))) == 2395840192);
}

TEST(floats_hash_alike_on_both_sides_of_zero) {
    Heap *heap = fixture_process()->heap;
    CHECK(term_phash2(heap_float(heap, 0.0)) == term_phash2(heap_float(heap, -0.0)));
    CHECK(term_phash(heap_float(heap, 0.0)) == term_phash(heap_float(heap, -0.0)));
    CHECK(term_phash2(heap_float(heap, 1.5)) == 2023646235);
}

TEST(lists_and_strings_hash_as_erl_says) {
    Heap *heap = fixture_process()->heap;
    CHECK(term_phash2(TERM_NIL) == 3468870702);
    CHECK((term_phash2(heap_list_from_text(heap, "abc")) & 0x7ffffff) == 117343302);
    CHECK(term_phash(TERM_NIL) == 1);
    CHECK(term_phash(heap_list_from_text(heap, "abc")) == 3654580165);
    CHECK(term_phash2(heap_cons(heap, term_small(1), ATOM(ok))) == 2608489233);
}

TEST(binaries_hash_wherever_they_start) {
    Heap *heap = fixture_process()->heap;
    Term plain = binary(heap, "hello, world");
    uint8_t *bytes;
    Term moved = bits_new(heap, 3 + 96, &bytes);
    bits_copy(bytes, 3, term_binary_bytes(plain), 0, 96);
    moved = heap_subbinary(heap, moved, 3, 96);
    CHECK(term_phash2(plain) == term_phash2(moved) && term_phash(plain) == term_phash(moved));
    CHECK(term_phash2(binary(heap, "abc")) == 1306188027);
    CHECK(term_phash2(heap_subbinary(heap, plain, 0, 11)) == 1792351893);
}

TEST(identities_hash_by_their_numbers) {
    Heap *heap = fixture_process()->heap;
    Term reference = heap_box(heap, KIND_REFERENCE, 2);
    term_words(reference)[1].bits = 3;   // number
    term_words(reference)[2].bits = 5;   // maker
    CHECK(term_phash2(reference) == 3833100999 && term_phash(reference) == 3125387975);
    CHECK(term_phash2(term_pid(7)) == 591482922 && term_phash(term_pid(7)) == 1912891191);
    CHECK(term_phash2(term_port(7)) == 3725428046 && term_phash(term_port(7)) == 134293115);
}

TEST(maps_hash_without_order) {
    Heap *heap = fixture_process()->heap;
    Term up[80], down[80];
    for (int i = 0; i < 40; i++) {
        up[i * 2] = down[78 - i * 2] = term_small(i);
        up[i * 2 + 1] = down[79 - i * 2] = term_small(i * i);
    }
    Term map = map_from_pairs(heap, up, 40, NULL);
    CHECK(term_phash2(map) == term_phash2(map_from_pairs(heap, down, 40, NULL)));
    CHECK(term_phash2(map) == 2483937528);
    CHECK(term_phash2(map_empty(heap)) == 844985373);
}

TEST(hashing_needs_no_stack) {
    Heap *heap = fixture_process()->heap;
    Term term = TERM_NIL;
    for (int i = 0; i < 300000; i++) term = heap_cons(heap, heap_tuple2(heap, term, TERM_NIL), TERM_NIL);
    term_phash2(term);
    CHECK(term_phash(term) != 0);
}
