// Heap: where terms are built. Memory only grows here; nothing moves while C code runs.
//
// The collector runs between instructions only (vm/gc.h), never inside a built-in. So C code may keep
// Terms in variables, build in any order and throw away what it likes. The words of an object must
// be filled before the built-in returns.
#pragma once
#include "vm/store/release.h"
#include "vm/store/term.h"

// The nodes that a machine has or had, by name.
typedef struct {
    uint32_t count;
    Term *names;
} NodeNames;

typedef struct Heap {
    Term *top;    // the next free word
    Term *soft;   // above this the interpreter collects when it can
    Term *end;    // above this weft gives up: memory limit
    Term *start;
    Term *frozen;             // top at the last mark: words below are needed by an undo
    Term *young;              // words below survived a collection, or are frozen
    const Release *release;   // whose values these are
    const NodeNames *nodes;   // whose pids and references are known here; NULL: those of one without distribution
} Heap;

_Noreturn void heap_exhausted(Heap *heap, size_t words);

// Instructions that asked for a few words (VERIFY_WORDS_BESIDES) write them without looking, although others may have
// come to the end of the heap since: it has so many more.
enum { HEAP_SPARE_WORDS = 1 << 13 };

// Room for so many words, at the top.
static inline Term *heap_take(Heap *heap, size_t words) {
    Term *at = heap->top;
    if (__builtin_expect(heap->end - at < (ptrdiff_t)words, 0)) heap_exhausted(heap, words);
    heap->top = at + words;
    return at;
}

// Whether that much room is left: for sizes the program chooses, before heap_take.
static inline bool heap_has_room(const Heap *heap, size_t words) { return heap->end - heap->top > (ptrdiff_t)words; }

static inline Term heap_cons(Heap *heap, Term head, Term tail) {
    Term *words = heap_take(heap, 2);
    words[0] = head;
    words[1] = tail;
    return term_from_list_words(words);
}

// A boxed object whose words the caller fills: term_words(t)[1 .. size].
static inline Term heap_box(Heap *heap, Kind kind, size_t size) {
    Term *words = heap_take(heap, size + 1);
    words[0] = header_make(kind, size);
    return term_from_words(words);
}

// A tuple whose elements the caller fills: term_elements(t)[0 .. size - 1].
static inline Term heap_tuple(Heap *heap, size_t size) { return heap_box(heap, KIND_TUPLE, size); }

static inline Term heap_tuple2(Heap *heap, Term a, Term b) {
    Term t = heap_tuple(heap, 2);
    term_elements(t)[0] = a;
    term_elements(t)[1] = b;
    return t;
}

static inline Term heap_tuple3(Heap *heap, Term a, Term b, Term c) {
    Term t = heap_tuple(heap, 3);
    term_elements(t)[0] = a;
    term_elements(t)[1] = b;
    term_elements(t)[2] = c;
    return t;
}

static inline Term heap_tuple4(Heap *heap, Term a, Term b, Term c, Term d) {
    Term t = heap_tuple(heap, 4);
    term_elements(t)[0] = a;
    term_elements(t)[1] = b;
    term_elements(t)[2] = c;
    term_elements(t)[3] = d;
    return t;
}

// Where -0.0 and 0.0 are not =:=, the negative one has a word more by which it differs.
static inline size_t heap_float_words(const Heap *heap, double value) {
    return __builtin_expect(value == 0, 0) && __builtin_signbit(value) && heap->release->signed_zeros ? 2 : 1;
}

static inline Term heap_float(Heap *heap, double value) {
    size_t words = heap_float_words(heap, value);
    Term t = heap_box(heap, KIND_FLOAT, words);
    term_words(t)[words] = NO_TERM;
    memcpy(term_words(t) + 1, &value, sizeof value);
    return t;
}

// An integer term: small if it fits, else a bignum of one limb.
static inline Term heap_integer(Heap *heap, int64_t value) {
    if (small_fits(value)) return term_small(value);
    Term t = heap_box(heap, value < 0 ? KIND_NEGATIVE : KIND_POSITIVE, 1);
    term_words(t)[1].bits = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    return t;
}

static inline Term heap_unsigned(Heap *heap, uint64_t value) {
    if (value <= (uint64_t)SMALL_MAX) return term_small((int64_t)value);
    Term t = heap_box(heap, KIND_POSITIVE, 1);
    term_words(t)[1].bits = value;
    return t;
}

// A binary of so many bytes, to be filled through term_binary_bytes.
static inline Term heap_binary(Heap *heap, size_t size) {
    Term t = heap_box(heap, KIND_BINARY, 1 + (size + 7) / 8);
    term_words(t)[1].bits = size;
    return t;
}

Term heap_binary_from(Heap *heap, const void *bytes, size_t size);

// Part of a bitstring, without copying. `of` is a bitstring; offset and size in bits, relative to it.
// Gives a KIND_BINARY when that is exactly one.
Term heap_subbinary(Heap *heap, Term of, size_t offset, size_t size);

// Lists from C: of characters, of a C string's bytes.
Term heap_list_from_text(Heap *heap, const char *latin1);
Term heap_list_from(Heap *heap, const Term *items, size_t count, Term tail);

// The number of elements, or -1 for an improper list.
int64_t term_list_length(Term list);
