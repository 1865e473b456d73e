#include "vm/store/store.h"

#include "tap.h"
#include "vm/store/atom.h"

typedef struct {
    Record record;
    Term value;
    uint64_t number;
} Counter;

static Store store;

static Counter *new_counter(uint64_t number) {
    Counter *counter = store_record(&store, RECORD_PLAIN, sizeof(Counter) / 8, 1);
    counter->number = number;
    return counter;
}

static void set(Counter *counter, uint64_t number) {
    store_touch(&store, counter);
    counter->number = number;
}

TEST(an_undo_brings_a_changed_record_back) {
    store_init(&store, (size_t)1 << 24);
    Counter *counter = new_counter(1);
    size_t mark = store_mark(&store);
    set(counter, 2);
    set(counter, 3);
    store_undo(&store, mark);
    CHECK(counter->number == 1);
    set(counter, 4);
    store_undo(&store, mark);
    CHECK(counter->number == 1);
    store_free(&store);
}

TEST(an_undo_passes_over_later_marks) {
    store_init(&store, (size_t)1 << 24);
    Counter *counter = new_counter(1);
    size_t first = store_mark(&store);
    set(counter, 2);
    store_mark(&store);
    set(counter, 3);
    store_mark(&store);
    set(counter, 4);
    store_undo(&store, first);
    CHECK(counter->number == 1);
    CHECK(store.mark_count == 1);
    store_free(&store);
}

TEST(an_undo_gives_memory_back) {
    store_init(&store, (size_t)1 << 24);
    size_t mark = store_mark(&store);
    Term *top = store.heap.top;
    uint64_t *records = store.records_top;
    heap_tuple2(&store.heap, ATOM(ok), ATOM(error));
    new_counter(7);
    store_undo(&store, mark);
    CHECK(store.heap.top == top);
    CHECK(store.records_top == records);
    store_free(&store);
}

TEST(a_record_that_was_freed_after_a_mark_comes_back_whole) {
    store_init(&store, (size_t)1 << 24);
    Counter *counter = new_counter(5);
    size_t mark = store_mark(&store);
    store_record_free(&store, counter);
    Counter *other = new_counter(6);
    CHECK(other != counter);
    store_undo(&store, mark);
    CHECK(counter->number == 5);
    CHECK(counter->record.kind == RECORD_PLAIN);
    store_free(&store);
}

TEST(freed_records_are_used_again_when_no_undo_needs_them) {
    store_init(&store, (size_t)1 << 24);
    Counter *counter = new_counter(5);
    store_record_free(&store, counter);
    CHECK(new_counter(6) == counter);
    store_free(&store);
}

TEST(the_free_list_is_part_of_what_comes_back) {
    store_init(&store, (size_t)1 << 24);
    Counter *a = new_counter(1), *b = new_counter(2);
    store_record_free(&store, a);
    store_record_free(&store, b);
    size_t mark = store_mark(&store);
    CHECK(new_counter(3) == b);
    CHECK(new_counter(4) == a);
    store_undo(&store, mark);
    CHECK(new_counter(5) == b);
    CHECK(new_counter(6) == a);
    store_free(&store);
}

TEST(a_heap_word_older_than_the_mark_is_logged) {
    store_init(&store, (size_t)1 << 24);
    Term tuple = heap_tuple2(&store.heap, ATOM(ok), ATOM(ok));
    size_t mark = store_mark(&store);
    store_set(&store, term_elements(tuple), ATOM(error));
    CHECK(term_same(term_elements(tuple)[0], ATOM(error)));
    store_undo(&store, mark);
    CHECK(term_same(term_elements(tuple)[0], ATOM(ok)));
    store_free(&store);
}

TEST(a_mark_that_has_come_and_gone_changes_nothing_for_the_one_before) {
    store_init(&store, (size_t)1 << 24);
    store_mark(&store);
    uint64_t epoch = store.mark_epoch;
    size_t mark = store_mark(&store);
    CHECK(store.mark_epoch != epoch);
    store_undo(&store, mark);
    store_abandon(&store, mark);
    CHECK(store.mark_epoch == epoch);
    store_free(&store);
}
