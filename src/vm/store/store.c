#include "vm/store/store.h"

#include "base/memory.h"

enum {
    RECORDS_BYTES_SHIFT = 3,   // records get this fraction (1/8) of the heap's address space
    TRAIL_SOFT_WORDS = 1 << 21,
};

void store_init(Store *store, size_t heap_bytes) {
    *store = (Store){0};
    Heap *heap = &store->heap;
    heap->start = heap->top = heap->frozen = heap->young = memory_reserve(heap_bytes + HEAP_SPARE_WORDS * sizeof(Term));
    heap->end = heap->soft = heap->start + heap_bytes / sizeof(Term);
    heap->release = &release_usual;
    size_t record_bytes = heap_bytes >> RECORDS_BYTES_SHIFT;
    store->records = store->records_top = memory_reserve(record_bytes);
    store->records_frozen = store->records_collected = store->records;
    store->records_end = store->records + record_bytes / sizeof(uint64_t);
    store->epoch = 1;
}

void store_free(Store *store) {
    memory_unreserve(store->heap.start,
                     (size_t)(store->heap.end + HEAP_SPARE_WORDS - store->heap.start) * sizeof(Term));
    memory_unreserve(store->records, (size_t)(store->records_end - store->records) * sizeof(uint64_t));
    memory_free(store->trail.words);
    memory_free(store->marks);
}

// --- records -------------------------------------------------------------------------------------

// Sizes are rounded up to powers of two and their halves: 8, 12, 16, 24, 32, 48 ...
static unsigned size_class(size_t words, size_t *rounded) {
    if (words <= 8) return *rounded = 8, 0;
    unsigned power = 63 - (unsigned)__builtin_clzll(words - 1), class = (power - 3) * 2;
    size_t size = (size_t)1 << power;   // the largest below
    if (words <= size + size / 2) return *rounded = size + size / 2, class + 1;
    return *rounded = size * 2, class + 2;
}

static Record *pop_free(Store *store, unsigned class) {
    Record *record = store->free[class];
    if (!record) return NULL;
    Record **link = (Record **)(record + 1);
    // An undo brings the free list back, so the link must come back with it.
    store_log(store, record, 3);
    store_log_word(store, &store->free[class]);
    store->free[class] = *link;
    return record;
}

void *store_record(Store *store, RecordKind kind, size_t words, size_t terms) {
    size_t rounded;
    unsigned class = size_class(words, &rounded);
    assert(class < STORE_SIZE_CLASSES && 1 + terms < words);
    Record *record = pop_free(store, class);
    if (!record) {
        if ((size_t)(store->records_end - store->records_top) < rounded)
            memory_beyond("processes, their stacks and tables",
                          (size_t)(store->records_end - store->records) * sizeof(uint64_t));
        record = (Record *)store->records_top;
        store->records_top += rounded;
    }
    memset(record, 0, words * sizeof(uint64_t));
    *record = (Record){store->epoch, (uint32_t)rounded, (uint16_t)terms, (uint16_t)kind};
    for (size_t i = 0; i < terms; i++) ((Term *)(record + 1))[i] = TERM_NIL;
    return record;
}

// A record that an undo may bring back is left alone; its memory returns with the undo.
void store_record_free(Store *store, void *address) {
    Record *record = address;
    assert(record->kind != RECORD_FREE);
    if ((uint64_t *)address < store->records_frozen) {
        if (record->terms == 0) return;   // nobody will look whether it was
        if (record->epoch != store->epoch) store_log(store, record, sizeof *record / sizeof(uint64_t));
        record->kind = RECORD_FREE;
        return;
    }
    size_t rounded;
    unsigned class = size_class(record->words, &rounded);
    record->kind = RECORD_FREE;
    store_log_word(store, &store->free[class]);
    *(Record **)(record + 1) = store->free[class];
    store->free[class] = record;
}

// --- trail ---------------------------------------------------------------------------------------

static inline bool trail_has_room(const Trail *trail, size_t words) {
    return trail->count + words + 2 <= trail->capacity;
}

// An entry whose old contents the caller fills in; there is room for it.
static inline uint64_t *new_entry(Store *store, void *address, size_t words) {
    Trail *trail = &store->trail;
    uint64_t *entry = trail->words + trail->count;
    entry[words] = (uint64_t)address;
    entry[words + 1] = words;
    trail->count += words + 2;
    // A long trail wants a collection, which shortens it.
    if (trail->count - store->trail_collected > TRAIL_SOFT_WORDS) store->heap.soft = store->heap.start;
    return entry;
}

// Apart, because what always happens is then done without saving registers.
static __attribute__((noinline)) void grow_and_log(Store *store, void *address, size_t words) {
    Trail *trail = &store->trail;
    size_t need = (trail->count + words + 2) * 2;
    trail->capacity = need < 4096 ? 4096 : need;
    trail->words = memory_resize(trail->words, trail->capacity * sizeof(uint64_t));
    store_log(store, address, words);
}

void store_log(Store *store, void *address, size_t words) {
    if (trail_has_room(&store->trail, words))
        memcpy(new_entry(store, address, words), address, words * sizeof(uint64_t));
    else
        grow_and_log(store, address, words);
}

void store_log_word(Store *store, void *address) {
    if (trail_has_room(&store->trail, 1))
        *new_entry(store, address, 1) = *(uint64_t *)address;
    else
        grow_and_log(store, address, 1);
}

static void rewind_trail(Store *store, size_t count) {
    Trail *trail = &store->trail;
    while (trail->count > count) {
        uint64_t *end = trail->words + trail->count;
        size_t words = end[-1];
        if (words == 1)
            *(uint64_t *)end[-2] = end[-3];
        else
            memcpy((void *)end[-2], end - 2 - words, words * sizeof(uint64_t));
        trail->count -= words + 2;
    }
    assert(trail->count == count);
}

// --- marks ---------------------------------------------------------------------------------------

static void freeze(Store *store) {
    StoreMark mark = store->marks[store->mark_count - 1];
    store->heap.frozen = store->heap.young = mark.heap_top;
    store->records_frozen = store->records_collected = mark.records_top;
    store->trail_collected = mark.trail_count;
    store->mark_epoch = ++store->epoch;
}

size_t store_mark(Store *store) {
    if (store->mark_count == store->mark_capacity) {
        store->mark_capacity = store->mark_capacity ? store->mark_capacity * 2 : 256;
        store->marks = memory_resize(store->marks, store->mark_capacity * sizeof *store->marks);
    }
    store->marks[store->mark_count++] =
        (StoreMark){store->heap.top, store->records_top, store->trail.count, store->mark_epoch};
    freeze(store);
    return store->mark_count - 1;
}

static void take_back(Store *store, size_t depth) {
    assert(depth < store->mark_count);
    StoreMark mark = store->marks[depth];
    rewind_trail(store, mark.trail_count);
    store->heap.top = mark.heap_top;
    store->records_top = mark.records_top;
}

void store_undo(Store *store, size_t depth) {
    take_back(store, depth);
    store->mark_count = depth + 1;
    freeze(store);
}

void store_abandon(Store *store, size_t depth) {
    take_back(store, depth);
    store_drop(store, depth);
}

void store_drop(Store *store, size_t depth) {
    assert(depth < store->mark_count);
    store->mark_count = depth;
    if (depth > 0) {
        freeze(store);
        store->mark_epoch = store->marks[depth].before;
        return;
    }
    Heap *heap = &store->heap;
    heap->frozen = heap->young = heap->start;
    store->records_frozen = store->records_collected = store->records;
    store->trail.count = store->trail_collected = 0;
    store->epoch++;
}
