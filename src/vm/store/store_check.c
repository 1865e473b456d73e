#include "vm/store/store_check.h"

#ifndef NDEBUG

static void tops_check(const Store *store) {
    const Heap *heap = &store->heap;
    assert(heap->start <= heap->frozen && heap->frozen <= heap->young && heap->young <= heap->top);
    assert(heap->top <= heap->end + HEAP_SPARE_WORDS);
    assert(store->records <= store->records_frozen && store->records_frozen <= store->records_top);
    assert(store->records_top <= store->records_end);
    assert(store->mark_epoch <= store->epoch);
}

// Each mark is above the one before, and the last one is where all is frozen.
static void marks_check(const Store *store) {
    StoreMark before = {store->heap.start, store->records, 0, 0};
    for (size_t i = 0; i < store->mark_count; before = store->marks[i++]) {
        const StoreMark *mark = &store->marks[i];
        assert(mark->heap_top >= before.heap_top && mark->records_top >= before.records_top);
        assert(mark->trail_count >= before.trail_count);
    }
    assert(before.heap_top == store->heap.frozen && before.records_top == store->records_frozen);
    assert(before.heap_top <= store->heap.top && before.trail_count <= store->trail.count);
}

// Records stand one behind the other; none was announced at a later epoch than this one.
static void records_check(const Store *store) {
    const uint64_t *at = store->records;
    while (at < store->records_top) {
        const Record *record = (const Record *)at;
        assert(record->words >= sizeof *record / sizeof *at && record->terms < record->words);
        assert(record->kind <= RECORD_PROCESS && record->epoch <= store->epoch);
        at += record->words;
    }
    assert(at == store->records_top);
}

// Entries since the last mark, newest first: they end exactly at the mark, and each is of memory that the mark still
// needs. Of records that did not exist then, only the chains of free ones are logged.
static void trail_check(const Store *store) {
    size_t end = store->trail.count, begin = store->mark_count ? store->marks[store->mark_count - 1].trail_count : 0;
    assert(end <= store->trail.capacity);
    while (end > begin) {
        uint64_t words = store->trail.words[end - 1], address = store->trail.words[end - 2];
        assert(words > 0 && words + 2 <= end - begin);
        assert(address % sizeof(uint64_t) == 0 && address != 0);
        end -= words + 2;
    }
    assert(end == begin);
}

void store_check(const Store *store) {
    tops_check(store);
    marks_check(store);
    records_check(store);
    trail_check(store);
}

#endif
