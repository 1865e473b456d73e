// Store: all memory a machine state consists of, and the way back to earlier ones.
//
//   heap      terms; immutable, so an earlier state only needs the earlier top
//   records   the few things that change: processes, tables, timers, stacks; they never move
//   trail     the old contents of records (and of single heap words) that were changed since a mark
//
// Going back to a mark copies the trail's old contents back, newest first, and lowers both tops.
// Every change of a record since the last mark must be announced by store_touch before it is made.
//
// The same log serves the collector. It collects what is younger than the last mark; older memory
// points to younger memory only through words that the trail lists. A collection that keeps everything
// it finds (a minor one) acts as a mark of its own: `epoch` is what both have in common.
#pragma once
#include "vm/store/heap.h"

typedef enum {
    RECORD_FREE,
    RECORD_PLAIN,     // nothing but `terms` terms and then raw words
    RECORD_PROCESS,   // as above, and a stack, and another header with what belongs to it (vm/run/process.h)
} RecordKind;

// The beginning of every record. The terms come right behind it, raw fields behind them.
typedef struct {
    uint64_t epoch;   // of the last store_touch
    uint32_t words;   // of the whole record, this header included
    uint16_t terms;   // how many Terms follow this header
    uint16_t kind;    // RecordKind
} Record;

typedef struct {
    uint64_t *words;   // entries: old contents ..., address, count
    size_t count, capacity;
} Trail;

typedef struct {
    Term *heap_top;
    uint64_t *records_top;
    size_t trail_count;
    uint64_t before;   // mark_epoch at that time
} StoreMark;

enum { STORE_SIZE_CLASSES = 64 };   // up to the most words a record can have

typedef struct Store {
    Heap heap;
    uint64_t epoch;   // grows at every mark, undo and collection
    // The epoch right after the last mark or undo, also when later marks have come and gone: stacks are frozen as that
    // mark left them, and only those frames stay in place.
    uint64_t mark_epoch;
    uint64_t *records, *records_top, *records_end;
    uint64_t *records_frozen;           // records_top at the last mark
    Record *free[STORE_SIZE_CLASSES];   // of records made since the last mark, by size class
    Trail trail;
    size_t trail_collected;        // entries below were seen by the last collection
    uint64_t *records_collected;   // records_top at the last collection or mark
    StoreMark *marks;
    size_t mark_count, mark_capacity;
    size_t live_after_gc;   // words that survived the last full collection
    uint64_t collections;
    bool collect_always;   // stress: collect at every chance
} Store;

// Address space for so many bytes of heap; fails through heap_exhausted above it.
void store_init(Store *store, size_t heap_bytes);
void store_free(Store *store);

// A zeroed record; `words` counts the header, `terms` the Terms behind it (set them to a real term).
void *store_record(Store *store, RecordKind kind, size_t words, size_t terms);
void store_record_free(Store *store, void *record);

void store_log(Store *store, void *address, size_t words);
void store_log_word(Store *store, void *address);

// Announces a change of the record. Cheap when it was announced already since the last mark.
static inline void store_touch(Store *store, void *record) {
    Record *header = record;
    if (header->epoch == store->epoch) return;
    store_log(store, record, header->words);
    header->epoch = store->epoch;
}

// Changes one word of a heap object that is reachable from one owner only (a mailbox link, a node
// of a table). Terms that Erlang code can see are never changed.
static inline void store_set(Store *store, Term *word, Term value) {
    if (word < store->heap.young) store_log_word(store, word);
    *word = value;
}

size_t store_mark(Store *store);                  // its depth, 0 for the first
void store_undo(Store *store, size_t depth);      // back to that mark, which stays
void store_abandon(Store *store, size_t depth);   // back to that mark, and forgets it
void store_drop(Store *store, size_t depth);      // forgets that mark and later ones, keeps the state
