// What erts_debug tells about the memory of terms, in words as OTP counts them.
//
// The form of our objects is not OTP's; a size is what the same term takes there. Only trees of
// large maps differ, because their form follows from hashes.
#include "base/memory.h"
#include "base/words.h"
#include "vm/run/bif.h"
#include "vm/term/map.h"

static Term erts_debug_same_2(Process *p, const Term *args) {
    (void)p;
    return process_boolean(term_same(args[0], args[1]));
}

// --- sizes ---------------------------------------------------------------------------------------
enum {
    HEAP_BINARY_MAX = 64,   // bytes; larger ones are kept elsewhere
    SIZE_OUTSIDE_BINARY = 6,
    SIZE_SUBBINARY = 5,
    SIZE_FUN = 5,
    SIZE_RECORD = 9,   // and three for each field
    SIZE_REFERENCE = 3,
    SIZE_EXTERNAL = 5,
};

static void push_row(Words *todo, const Term *row, size_t count) {
    for (size_t i = count; i-- > 0;)
        if (!term_is_immediate(row[i])) words_push(todo, row[i].bits);
}

static size_t binary_size(Term binary) {
    size_t bytes = term_binary_size(binary);
    return bytes > HEAP_BINARY_MAX ? SIZE_OUTSIDE_BINARY : 2 + (bytes + 7) / 8;
}

// Of a boxed object alone; pushes what it refers to.
static size_t boxed_size(Term t, Words *todo) {
    const Term *words = term_words(t);
    size_t size = term_size(t);
    switch (term_kind(t)) {
    case KIND_TUPLE: push_row(todo, words + 1, size); return size ? size + 1 : 0;
    case KIND_MAP: push_row(todo, words + 1, size); return size + 2;
    case KIND_HASHMAP: push_row(todo, words + 2, 1); return 1;
    case KIND_NODE:
    case KIND_COLLISION: push_row(todo, words + 2, size - 1); return size;
    case KIND_FUN: push_row(todo, words + 3, size - 2); return SIZE_FUN + size - 2;
    case KIND_EXPORT: return SIZE_FUN;
    case KIND_SUBBINARY: return SIZE_SUBBINARY + binary_size(words[1]);
    case KIND_BINARY: return binary_size(t);
    case KIND_REFERENCE: return SIZE_REFERENCE;
    case KIND_EXTERNAL_PID:
    case KIND_EXTERNAL_PORT:
    case KIND_EXTERNAL_REFERENCE: return SIZE_EXTERNAL;
    case KIND_RECORD: push_row(todo, words + 2, size - 1); return SIZE_RECORD + 3 * (size - 1) - (size == 1);
    default: return size + 1;
    }
}

// Addresses met so far, in a table with open addressing that is at most half full.
typedef struct {
    uint64_t *slots;
    size_t count, capacity;
} Seen;

static bool seen_add_to(uint64_t *slots, size_t capacity, uint64_t address) {
    size_t at = hash_mix(address) & (capacity - 1);
    while (slots[at] && slots[at] != address) at = (at + 1) & (capacity - 1);
    bool added = slots[at] == 0;
    slots[at] = address;
    return added;
}

// False if it was there.
static bool seen_add(Seen *seen, uint64_t address) {
    if (2 * seen->count >= seen->capacity) {
        size_t capacity = seen->capacity ? 2 * seen->capacity : 256;
        uint64_t *slots = memory_zeroed(capacity, sizeof *slots);
        for (size_t i = 0; i < seen->capacity; i++)
            if (seen->slots[i]) seen_add_to(slots, capacity, seen->slots[i]);
        memory_free(seen->slots);
        seen->slots = slots;
        seen->capacity = capacity;
    }
    bool added = seen_add_to(seen->slots, seen->capacity, address);
    seen->count += added;
    return added;
}

// With `seen`, what is reached twice counts once.
static size_t total_size(Term t, Seen *seen) {
    Words todo;
    words_init(&todo);
    push_row(&todo, &t, 1);
    size_t sum = 0;
    while (todo.count) {
        Term next = {words_pop(&todo)};
        if (seen && !seen_add(seen, next.bits)) continue;
        if (term_is_cons(next)) {
            push_row(&todo, term_list_words(next), 2);
            sum += 2;
        } else {
            sum += boxed_size(next, &todo);
        }
    }
    words_free(&todo);
    return sum;
}

static Term erts_debug_flat_size_1(Process *p, const Term *args) {
    (void)p;
    return term_small((int64_t)total_size(args[0], NULL));
}

static Term erts_debug_size_shared_1(Process *p, const Term *args) {
    (void)p;
    Seen seen = {0};
    size_t size = total_size(args[0], &seen);
    memory_free(seen.slots);
    return term_small((int64_t)size);
}

// --- trees of large maps -------------------------------------------------------------------------
typedef struct {
    size_t depth, nodes, leaves;
    size_t nodes_of[HAMT_SLOTS];        // by number of children, from 1
    size_t leaves_at[HAMT_DEPTH + 1];   // by depth
} TreeInfo;

// Recursion goes no deeper than HAMT_DEPTH.
static void look_at_tree(Term child, size_t depth, TreeInfo *info) {
    if (depth > info->depth) info->depth = depth;
    if (!term_is_kind(child, KIND_NODE)) {
        size_t leaves = term_is_cons(child) ? 1 : term_size(child) - 1;
        info->leaves += leaves;
        info->leaves_at[depth] += leaves;
        return;
    }
    info->nodes++;
    info->nodes_of[term_size(child) - 2]++;
    for (size_t i = 2; i <= term_size(child); i++) look_at_tree(term_words(child)[i], depth + 1, info);
}

static Term tuple_of_numbers(Heap *heap, const size_t *numbers, size_t count) {
    Term tuple = heap_tuple(heap, count);
    for (size_t i = 0; i < count; i++) term_elements(tuple)[i] = term_small((int64_t)numbers[i]);
    return tuple;
}

static Term erts_debug_map_info_1(Process *p, const Term *args) {
    Heap *heap = p->heap;
    if (!term_is_map(args[0])) return process_raise(p, heap_tuple2(heap, ATOM(badmap), args[0]));
    if (map_is_flat(args[0])) return process_badarg(p);
    TreeInfo info = {0};
    look_at_tree(map_root(args[0]), 0, &info);
    Term items[] = {
        heap_tuple2(heap, ATOM(depth), term_small((int64_t)info.depth)),
        heap_tuple3(heap, ATOM(arrays), term_small(0), TERM_NIL),
        heap_tuple3(heap, ATOM(bitmaps), term_small((int64_t)info.nodes),
                    tuple_of_numbers(heap, info.nodes_of, HAMT_SLOTS)),
        heap_tuple3(heap, ATOM(leafs), term_small((int64_t)info.leaves),
                    tuple_of_numbers(heap, info.leaves_at, HAMT_DEPTH + 1)),
    };
    return heap_list_from(heap, items, sizeof items / sizeof *items, TERM_NIL);
}

// The same bits, wherever they lie.
static Term erts_debug_unaligned_bitstring_2(Process *p, const Term *args) {
    return term_is_bitstring(args[0]) && term_is_small(args[1]) ? args[0] : process_badarg(p);
}

const Bif erts_debug_bifs[] = {
    BIF(erts_debug, unaligned_bitstring, 2, PURE),
    BIF(erts_debug, same, 2, PURE),
    BIF(erts_debug, flat_size, 1, PURE),
    BIF(erts_debug, size_shared, 1, PURE),
    BIF(erts_debug, map_info, 1, PURE),
    {0},
};
