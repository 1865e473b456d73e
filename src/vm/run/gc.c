// The collector: copies what is alive and younger than a line, and puts it back right above that line.
//
// The line is the last mark (a full collection) or what survived the last collection (a minor one). Memory below
// it points to memory above it only through records changed since then and through heap words that the trail
// lists, so those, the new records and the running process are all the roots there are.
//
// Copying is Cheney's, with a twist: survivors are written to a scratch area but already carry the addresses
// they will have when the scratch area is copied back. Each word is looked at exactly once, for an address above
// the line is one of before the collection until it was looked at.
#include "base/words.h"
#include "vm/run/machine_state.h"

enum {
    YOUNG_WORDS = 1 << 19,          // new words between two collections
    FULL_MINIMUM_WORDS = 1 << 22,   // no full collection below this
    MARGIN_WORDS = 1 << 16,         // what instructions may take between two checks
};

typedef struct {
    Store *store;
    Term *line, *end;       // what is collected
    Term *scratch, *free;   // survivors so far
    ptrdiff_t shift;        // from scratch to where they will be, in words
    Term **seen;            // heap words of older memory, each once: an open hash table
    size_t seen_mask;
} Collector;

static bool collected(const Collector *c, const void *address) {
    return (const Term *)address >= c->line && (const Term *)address < c->end;
}

static Term forward_list(Collector *c, Term t) {
    Term *words = term_list_words(t);
    if (!collected(c, words)) return t;
    if (words[0].bits == SPECIAL_MOVED) return words[1];
    Term *to = c->free;
    c->free += 2;
    to[0] = words[0];
    to[1] = words[1];
    Term moved = term_from_list_words(to + c->shift);
    words[0].bits = SPECIAL_MOVED;
    words[1] = moved;
    return moved;
}

static Term forward_boxed(Collector *c, Term t) {
    Term *words = term_words(t);
    if (!collected(c, words)) return t;
    if ((words[0].bits & 3) == TAG_BOXED) return words[0];   // the header was replaced by the new address
    size_t size = header_size(words[0]) + 1;
    Term *to = c->free;
    c->free += size;
    memcpy(to, words, size * sizeof(Term));
    return words[0] = term_from_words(to + c->shift);
}

static inline void visit(Collector *c, Term *word) {
    if ((word->bits & 3) == TAG_LIST)
        *word = forward_list(c, *word);
    else if ((word->bits & 3) == TAG_BOXED)
        *word = forward_boxed(c, *word);
}

static void visit_all(Collector *c, Term *words, size_t count) {
    for (size_t i = 0; i < count; i++) visit(c, &words[i]);
}

static void scan_survivors(Collector *c) {
    Term *at = c->scratch;
    while (at < c->free) {
        if ((at->bits & 3) == TAG_HEADER && header_kind(*at) >= KIND_RAW)
            at += header_size(*at);
        else
            visit(c, at);
        at++;
    }
}

static void visit_stack(Collector *c, Process *p) {
    Term *end = p->stack_frozen ? p->stack_frozen : p->stack_high;
    Term *start = p->stack - p->live;
    visit_all(c, start, (size_t)(end - start));
}

static void visit_record(Collector *c, Record *record);

static void visit_process(Collector *c, Process *p) {
    visit_record(c, &p->rest);
    if (p->stack_low) visit_stack(c, p);
}

// The epoch says which records were visited by this collection.
static void visit_record(Collector *c, Record *record) {
    if (record->epoch == c->store->epoch) return;
    record->epoch = c->store->epoch;
    if (record->kind == RECORD_FREE) return;
    visit_all(c, (Term *)(record + 1), record->terms);
    if (record->kind == RECORD_PROCESS) visit_process(c, (Process *)record);
}

static bool first_time(Collector *c, Term *word) {
    size_t i = ((uintptr_t)word >> 3) * 0x9E3779B97F4A7C15u >> 20 & c->seen_mask;
    while (c->seen[i]) {
        if (c->seen[i] == word) return false;
        i = (i + 1) & c->seen_mask;
    }
    c->seen[i] = word;
    return true;
}

static bool in_records(const Store *store, const void *address) {
    return (const uint64_t *)address >= store->records && (const uint64_t *)address < store->records_top;
}

static bool in_heap(const Store *store, const void *address) {
    return (const Term *)address >= store->heap.start && (const Term *)address < store->heap.end + HEAP_SPARE_WORDS;
}

static void visit_trail(Collector *c, size_t from) {
    const Trail *trail = &c->store->trail;
    for (size_t at = trail->count; at > from;) {
        void *address = (void *)trail->words[at - 2];
        size_t words = trail->words[at - 1];
        at -= words + 2;
        if (in_records(c->store, address))
            visit_record(c, address);
        else if (in_heap(c->store, address) && (Term *)address < c->line && first_time(c, address))
            visit(c, address);
    }
}

static void visit_new_records(Collector *c, uint64_t *from) {
    for (uint64_t *at = from; at < c->store->records_top; at += ((Record *)at)->words) visit_record(c, (Record *)at);
}

static size_t table_size_for(size_t entries) {
    size_t size = 256;
    while (size < entries * 2) size *= 2;
    return size;
}

// Only the first entry for an address since the last mark is needed to go back, and none for what is younger.
static void compact_trail(Store *store) {
    Trail *trail = &store->trail;
    size_t from = store->mark_count ? store->marks[store->mark_count - 1].trail_count : 0;
    if (store->mark_count == 0) {
        trail->count = store->trail_collected = 0;
        return;
    }
    Words starts;
    words_init(&starts);
    for (size_t at = trail->count; at > from;) {
        at -= trail->words[at - 1] + 2;
        words_push(&starts, at);
    }
    Collector unique = {.seen_mask = table_size_for(starts.count) - 1};
    unique.seen = memory_zeroed(unique.seen_mask + 1, sizeof *unique.seen);
    size_t end = from;
    while (starts.count > 0) {
        size_t at = words_pop(&starts), next = starts.count ? starts.items[starts.count - 1] : trail->count;
        size_t size = next - at;
        void *address = (void *)trail->words[next - 2];
        bool young = (in_heap(store, address) && (Term *)address >= store->heap.frozen) ||
                     (in_records(store, address) && (uint64_t *)address >= store->records_frozen);
        if (young || !first_time(&unique, address)) continue;
        memmove(trail->words + end, trail->words + at, size * sizeof(uint64_t));
        end += size;
    }
    trail->count = store->trail_collected = end;
    memory_free(unique.seen);
    words_free(&starts);
}

static void collect_above(Machine *machine, Process *running, uint32_t live, bool full) {
    Store *store = &machine->store;
    Heap *heap = &store->heap;
    Collector c = {.store = store, .line = full ? heap->frozen : heap->young, .end = heap->top};
    c.scratch = c.free = machine->gc_scratch;
    c.shift = c.line - c.scratch;
    size_t from =
        full ? (store->mark_count ? store->marks[store->mark_count - 1].trail_count : 0) : store->trail_collected;
    c.seen_mask = table_size_for((store->trail.count - from) / 3 + 1) - 1;
    c.seen = memory_zeroed(c.seen_mask + 1, sizeof *c.seen);
    store->epoch++;
    if (running) visit_record(&c, &running->record);
    visit_all(&c, machine->x, live);
    visit_new_records(&c, full ? store->records_frozen : store->records_collected);
    visit_trail(&c, from);
    scan_survivors(&c);
    size_t survivors = (size_t)(c.free - c.scratch);
    memcpy(c.line, c.scratch, survivors * sizeof(Term));
    memory_free(c.seen);
    heap->top = heap->young = c.line + survivors;
    store->records_collected = store->records_top;
    store->collections++;
    if (full) {
        store->live_after_gc = survivors;
        memory_release(c.scratch, c.free);
        memory_release(heap->top + YOUNG_WORDS, c.end);
    }
    compact_trail(store);
    store->epoch++;
}

static void set_soft_limit(Store *store) {
    Heap *heap = &store->heap;
    ptrdiff_t room = heap->end - heap->top;
    size_t young = store->collect_always ? 0 : YOUNG_WORDS;
    if (room < (ptrdiff_t)(young + MARGIN_WORDS)) heap_exhausted(heap, young);
    heap->soft = heap->top + young;
}

void gc_collect(Machine *machine, Process *running, Term *stack, uint32_t live) {
    Store *store = &machine->store;
    Heap *heap = &store->heap;
    running->stack = stack;
    uint32_t saved = running->live;
    running->live = 0;
    size_t old = (size_t)(heap->young - heap->frozen);
    size_t limit = store->live_after_gc + store->live_after_gc / 2;
    bool full = store->collect_always ? store->collections % 4 == 3
                                      : old > (limit > FULL_MINIMUM_WORDS ? limit : FULL_MINIMUM_WORDS);
    collect_above(machine, running, live, full);
    running->live = saved;
    // A receive that stops before its message saves registers that may not have been set (interp.c).
    if (machine->stepping)
        for (size_t i = live; i < X_REGISTERS; i++) machine->x[i] = TERM_NIL;
    set_soft_limit(store);
}

static size_t scratch_bytes(const Heap *heap) {
    return (size_t)(heap->end + HEAP_SPARE_WORDS - heap->start) * sizeof(Term);
}

void gc_start(Machine *machine) {
    Store *store = &machine->store;
    machine->gc_scratch = memory_reserve(scratch_bytes(&store->heap));
    set_soft_limit(store);
}

void gc_end(Machine *machine) { memory_unreserve(machine->gc_scratch, scratch_bytes(&machine->store.heap)); }
