#include "vm/term/iolist.h"

#include "base/words.h"
#include "fixture.h"
#include "tap.h"
#include "vm/term/bits.h"

static Term list2(Heap *heap, Term a, Term b) { return heap_list_from(heap, (Term[]){a, b}, 2, TERM_NIL); }

static bool holds(Term binary, const char *text) {
    Bits bits = term_bits(binary);
    return bits.size == strlen(text) * 8 && bits_equal(bits, (Bits){(const uint8_t *)text, 0, bits.size});
}

// "ab" at bit 3.
static Term unaligned(Heap *heap) {
    Term base = heap_binary(heap, 3);
    bits_put_word(term_binary_bytes(base), 3, 16, 'a' << 8 | 'b', false);
    return heap_subbinary(heap, base, 3, 16);
}

TEST(all_bytes_come_in_order) {
    Heap *heap = fixture_process()->heap;
    Term inner = heap_cons(heap, term_small('c'), heap_binary_from(heap, "de", 2));
    Term list = heap_cons(heap, unaligned(heap), list2(heap, inner, heap_list_from_text(heap, "fg")));
    size_t size;
    CHECK(holds(iolist_to_binary(heap, list), "abcdefg"));
    CHECK(iolist_size(list, &size) && size == 7);
    Text text = {0};
    CHECK(iolist_add(&text, list));
    CHECK_TEXT(text_string(&text), "abcdefg");
    text_free(&text);
}

TEST(a_binary_is_its_own_iolist) {
    Heap *heap = fixture_process()->heap;
    Term binary = heap_binary_from(heap, "abc", 3);
    CHECK(term_same(iolist_to_binary(heap, binary), binary));
    CHECK(holds(iolist_to_binary(heap, TERM_NIL), ""));
}

TEST(other_things_are_no_iolists) {
    Heap *heap = fixture_process()->heap;
    size_t size;
    CHECK(!iolist_size(term_small(1), &size));
    CHECK(!iolist_size(heap_cons(heap, term_small(256), TERM_NIL), &size));
    CHECK(!iolist_size(heap_cons(heap, term_small(-1), TERM_NIL), &size));
    CHECK(!iolist_size(heap_cons(heap, term_small(1), term_small(2)), &size));
    CHECK(!iolist_size(heap_subbinary(heap, unaligned(heap), 0, 9), &size));
    CHECK(term_is_none(iolist_to_binary(heap, heap_cons(heap, TERM_NIL, term_small(2)))));
}

TEST(bits_need_not_end_at_a_byte) {
    Heap *heap = fixture_process()->heap;
    Term five = heap_subbinary(heap, unaligned(heap), 0, 5);
    Term list = list2(heap, five, heap_cons(heap, term_small(0xFF), five));
    Term all = iolist_to_bitstring(heap, list);
    CHECK(term_bits(all).size == 18);
    CHECK(bits_load(term_bits(all).bytes, term_bits(all).offset, 18) == 0x19FEC);
    CHECK(term_is_none(iolist_to_binary(heap, list)));
}

TEST(a_list_may_be_a_million_deep) {
    Heap *heap = fixture_process()->heap;
    Term left = TERM_NIL, right = TERM_NIL;
    for (int i = 0; i < 1000000; i++) {
        left = heap_cons(heap, left, heap_cons(heap, term_small('x'), TERM_NIL));
        right = heap_cons(heap, term_small('x'), heap_cons(heap, right, TERM_NIL));
    }
    size_t size;
    CHECK(iolist_size(left, &size) && size == 1000000);
    CHECK(iolist_size(right, &size) && size == 1000000);
}

static bool count_calls(void *calls, const uint8_t *bytes, size_t size) {
    (void)bytes;
    *(size_t *)calls += 1;
    return size < 100;
}

TEST(single_bytes_come_together_and_a_walk_can_be_stopped) {
    Heap *heap = fixture_process()->heap;
    size_t calls = 0;
    CHECK(iolist_walk(heap_list_from_text(heap, "many single bytes"), count_calls, &calls));
    CHECK(calls == 1);
    Term large = heap_binary(heap, 200);
    memset(term_binary_bytes(large), 0, 200);
    CHECK(!iolist_walk(list2(heap, large, large), count_calls, &calls));
    CHECK(calls == 2);
}
