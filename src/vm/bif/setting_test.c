#include "vm/bif/setting.h"

#include "fixture.h"
#include "tap.h"
#include "vm/term/map.h"

TEST(a_setting_of_a_process_has_its_value_from_the_last_change) {
    Process *p = fixture_process();
    p->settings = TERM_NIL;
    CHECK(term_same(setting_of_process(p, ATOM(scheduler), term_small(0)), term_small(0)));
    CHECK(term_same(setting_change_process(p, ATOM(scheduler), term_small(1), term_small(0)), term_small(0)));
    CHECK(term_same(setting_change_process(p, ATOM(scheduler), term_small(7), term_small(0)), term_small(1)));
    CHECK(term_same(setting_of_process(p, ATOM(scheduler), term_small(0)), term_small(7)));
}

TEST(heap_sizes_are_those_of_a_real_node) {
    CHECK(heap_size_at(0) == 12);
    CHECK(heap_size_at(5) == 233);
    CHECK(heap_size_at(22) == 833026);
    CHECK(heap_size_at(23) == 999631);
    CHECK(heap_size_at(HEAP_SIZE_COUNT - 1) == 885767171276247);
}

TEST(the_next_heap_size_is_the_first_that_is_large_enough) {
    CHECK(heap_size_next(0) == 12);
    CHECK(heap_size_next(233) == 233);
    CHECK(heap_size_next(10000) == 10958);
    CHECK(heap_size_next(UINT64_MAX) == heap_size_at(HEAP_SIZE_COUNT - 1));
}

TEST(a_heap_limit_comes_from_a_size_or_a_map) {
    Heap *heap = fixture_process()->heap;
    Term old = heap_limit_default(heap, 0);
    Term limit = heap_limit_from(heap, term_small(1000), old);
    CHECK(term_same(map_get(limit, ATOM(size)), term_small(1000)));
    CHECK(term_same(map_get(limit, ATOM(kill)), ATOM(true)));
    Term pairs[] = {ATOM(size), term_small(5), ATOM(kill), ATOM(false)};
    limit = heap_limit_from(heap, map_from_pairs(heap, pairs, 2, NULL), old);
    CHECK(term_same(map_get(limit, ATOM(kill)), ATOM(false)));
    CHECK(term_same(map_get(limit, ATOM(error_logger)), ATOM(true)));
}

TEST(a_heap_limit_needs_a_size_and_yes_or_no) {
    Heap *heap = fixture_process()->heap;
    Term old = heap_limit_default(heap, 0);
    Term no_size[] = {ATOM(kill), ATOM(true)}, bad_kill[] = {ATOM(size), term_small(5), ATOM(kill), ATOM(ok)};
    CHECK(term_is_none(heap_limit_from(heap, term_small(-1), old)));
    CHECK(term_is_none(heap_limit_from(heap, ATOM(ok), old)));
    CHECK(term_is_none(heap_limit_from(heap, map_from_pairs(heap, no_size, 1, NULL), old)));
    CHECK(term_is_none(heap_limit_from(heap, map_from_pairs(heap, bad_kill, 2, NULL), old)));
}
