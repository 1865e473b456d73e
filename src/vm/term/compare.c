#include "vm/term/compare.h"

#include <stdlib.h>

#include "base/words.h"
#include "vm/run/code.h"
#include "vm/run/record.h"
#include "vm/term/bits.h"
#include "vm/term/identity.h"
#include "vm/term/map.h"
#include "vm/term/number.h"

typedef enum {
    RANK_NUMBER,
    RANK_ATOM,
    RANK_REFERENCE,
    RANK_FUN,
    RANK_PORT,
    RANK_PID,
    RANK_TUPLE,
    RANK_RECORD,
    RANK_MAP,
    RANK_NIL,
    RANK_LIST,
    RANK_BITSTRING,
} Rank;

static Rank rank_of(Term t) {
    static const uint8_t ranks[64] = {
        [KIND_TUPLE] = RANK_TUPLE,
        [KIND_FUN] = RANK_FUN,
        [KIND_EXPORT] = RANK_FUN,
        [KIND_SUBBINARY] = RANK_BITSTRING,
        [KIND_MAP] = RANK_MAP,
        [KIND_HASHMAP] = RANK_MAP,
        [KIND_EXTERNAL_PID] = RANK_PID,
        [KIND_EXTERNAL_PORT] = RANK_PORT,
        [KIND_RECORD] = RANK_RECORD,
        [KIND_POSITIVE] = RANK_NUMBER,
        [KIND_NEGATIVE] = RANK_NUMBER,
        [KIND_FLOAT] = RANK_NUMBER,
        [KIND_REFERENCE] = RANK_REFERENCE,
        [KIND_EXTERNAL_REFERENCE] = RANK_REFERENCE,
        [KIND_TRACE] = RANK_REFERENCE,
        [KIND_BINARY] = RANK_BITSTRING,
    };
    if (term_is_cons(t)) return RANK_LIST;
    if (term_is_boxed(t)) return ranks[term_kind(t)];
    if (term_is_small(t)) return RANK_NUMBER;
    if (term_is_atom(t)) return RANK_ATOM;
    if (term_is_local_pid(t)) return RANK_PID;
    return term_is_nil(t) ? RANK_NIL : RANK_PORT;
}

// --- what is still to compare: pairs of rows of terms, three words each --------------------------
static void push_rows(Words *todo, const Term *a, const Term *b, size_t count, bool exact) {
    if (count == 0 || a == b) return;
    words_push(todo, (uint64_t)a);
    words_push(todo, (uint64_t)b);
    words_push(todo, count << 1 | exact);
}

static bool pop_pair(Words *todo, Term *a, Term *b, bool *exact) {
    if (todo->count == 0) return false;
    uint64_t *top = todo->items + todo->count - 3;
    *a = *(const Term *)top[0];
    *b = *(const Term *)top[1];
    *exact = top[2] & 1;
    top[0] += sizeof *a;
    top[1] += sizeof *b;
    top[2] -= 2;
    if (top[2] < 2) todo->count -= 3;
    return true;
}

// --- numbers and identities ----------------------------------------------------------------------
static int order(uint64_t a, uint64_t b) { return a < b ? -1 : a > b; }

static int compare_numbers(Term a, Term b, bool exact) {
    bool float_a = term_is_float(a), float_b = term_is_float(b);
    if (float_a && float_b) {
        double x = term_to_double(a), y = term_to_double(b);
        if (x == y && exact) return order(term_size(b), term_size(a));   // signed zeros differ in size
        return x < y ? -1 : x > y;
    }
    if (exact && float_a != float_b) return float_a ? 1 : -1;
    return number_compare(a, b);
}

static int compare_nodes(const Identity *a, const Identity *b) {
    int result = atom_compare(a->node, b->node);
    return result ? result : order(a->creation, b->creation);
}

// The last id is the most significant one; ids that are not there are 0.
static int compare_ids(const Identity *a, const Identity *b) {
    int result = 0;
    for (size_t i = a->count > b->count ? a->count : b->count; result == 0 && i-- > 0;)
        result = order(i < a->count ? a->ids[i] : 0, i < b->count ? b->ids[i] : 0);
    return result;
}

static int compare_pids(Term a, Term b) {
    if (term_is_local_pid(a) && term_is_local_pid(b)) return order(term_pid_index(a), term_pid_index(b));
    Identity x = identity_of(a), y = identity_of(b);
    int result = compare_ids(&x, &y);
    return result ? result : compare_nodes(&x, &y);
}

static int compare_local_references(Term a, Term b) {
    int result = order(term_reference_number(a), term_reference_number(b));
    return result ? result : order(term_reference_maker(a), term_reference_maker(b));
}

static int compare_ports_or_references(Term a, Term b) {
    if (term_is_kind(a, KIND_REFERENCE) && term_is_kind(b, KIND_REFERENCE)) return compare_local_references(a, b);
    Identity x = identity_of(a), y = identity_of(b);
    int result = compare_nodes(&x, &y);
    return result ? result : compare_ids(&x, &y);
}

// --- what has parts: compares the outside and leaves the parts to do -----------------------------
static int compare_exports(const Export *a, const Export *b) {
    int result = atom_compare(a->module, b->module);
    if (result == 0) result = atom_compare(a->function, b->function);
    return result ? result : order(a->arity, b->arity);
}

static int compare_funs(Words *todo, Term a, Term b, bool exact) {
    if (term_kind(a) != term_kind(b)) return term_kind(a) == KIND_FUN ? -1 : 1;
    if (term_kind(a) == KIND_EXPORT) return compare_exports(fun_export(a), fun_export(b));
    const FunEntry *x = fun_entry(a), *y = fun_entry(b);
    int result = atom_compare(x->module, y->module);
    if (result == 0) result = order(x->index, y->index);
    if (result == 0) result = order(x->old_uniq, y->old_uniq);
    if (result == 0) result = order(term_size(a), term_size(b));
    if (result == 0) push_rows(todo, term_words(a) + 3, term_words(b) + 3, term_size(a) - 2, exact);
    return result;
}

static int compare_rows(Words *todo, Term a, Term b, bool exact) {
    if (term_size(a) != term_size(b)) return order(term_size(a), term_size(b));
    push_rows(todo, term_words(a) + 1, term_words(b) + 1, term_size(a), exact);
    return 0;
}

// By module, name, whether it is exported and the fields; then by the values.
static int compare_records(Words *todo, Term a, Term b, bool exact) {
    const Term *x = term_elements(record_definition(a)), *y = term_elements(record_definition(b));
    int result = 0;
    for (int i = 0; x != y && result == 0 && i < DEFINITION_FIELDS; i++) result = atom_compare(x[i], y[i]);
    if (result == 0) result = order(record_size(a), record_size(b));
    for (size_t i = 0; x != y && result == 0 && i < record_size(a); i++)
        result = atom_compare(record_fields(a)[i], record_fields(b)[i]);
    if (result == 0) push_rows(todo, record_values(a), record_values(b), record_size(a), exact);
    return result;
}

static Term least_key_not_in(Term map, Term other) {
    Term least = NO_TERM, leaf;
    for (HamtIterator it = hamt_iterate(map_root(map)); !term_is_none(leaf = hamt_iterator_next(&it));) {
        Term key = term_head(leaf);
        if (!term_is_none(map_get(other, key))) continue;
        if (term_is_none(least) || term_compare_exact(key, least) < 0) least = key;
    }
    return least;
}

typedef struct {
    Term a, b;   // leaves with the same key
} Pair;

static int compare_pairs(const void *x, const void *y) {
    return term_compare_exact(term_head(((const Pair *)x)->a), term_head(((const Pair *)y)->a));
}

// Of maps with the same keys, and so with trees of the same form.
static void push_values_in_key_order(Words *todo, Term a, Term b, bool exact) {
    Pair *pairs = memory_new(map_count(a) * sizeof *pairs);
    size_t count = 0;
    HamtIterator in_a = hamt_iterate(map_root(a)), in_b = hamt_iterate(map_root(b));
    for (size_t i = 0; i < map_count(a); i++) {
        Pair pair = {hamt_iterator_next(&in_a), hamt_iterator_next(&in_b)};
        if (!term_same(term_tail(pair.a), term_tail(pair.b))) pairs[count++] = pair;
    }
    qsort(pairs, count, sizeof *pairs, compare_pairs);
    while (count-- > 0)
        push_rows(todo, term_list_words(pairs[count].a) + 1, term_list_words(pairs[count].b) + 1, 1, exact);
    memory_free(pairs);
}

// The map with the least key that the other has not comes first: their keys are the same up to
// there. This recurses through keys that are large maps themselves. Values may be nested without
// limit, but such keys not: each level is hashed again with every level around it.
static int compare_large_maps(Words *todo, Term a, Term b, bool exact) {
    Term only_a = least_key_not_in(a, b);
    if (!term_is_none(only_a)) return term_compare_exact(only_a, least_key_not_in(b, a));
    push_values_in_key_order(todo, a, b, exact);
    return 0;
}

static int compare_maps(Words *todo, Term a, Term b, bool exact) {
    size_t count = map_count(a);
    if (count != map_count(b)) return order(count, map_count(b));
    if (!map_is_flat(a)) return compare_large_maps(todo, a, b, exact);
    push_rows(todo, map_flat_values(a), map_flat_values(b), count, exact);
    push_rows(todo, term_elements(map_flat_keys(a)), term_elements(map_flat_keys(b)), count, true);
    return 0;
}

static int compare_outside(Words *todo, Term a, Term b, bool exact) {
    if (term_same(a, b)) return 0;
    Rank rank = rank_of(a), rank_b = rank_of(b);
    if (rank != rank_b) return rank < rank_b ? -1 : 1;
    switch (rank) {
    case RANK_NUMBER: return compare_numbers(a, b, exact);
    case RANK_ATOM: return atom_compare(a, b);
    case RANK_FUN: return compare_funs(todo, a, b, exact);
    case RANK_PORT:
    case RANK_REFERENCE: return compare_ports_or_references(a, b);
    case RANK_PID: return compare_pids(a, b);
    case RANK_TUPLE: return compare_rows(todo, a, b, exact);
    case RANK_RECORD: return compare_records(todo, a, b, exact);
    case RANK_MAP: return compare_maps(todo, a, b, exact);
    case RANK_BITSTRING: return bits_compare(term_bits(a), term_bits(b));
    case RANK_LIST: push_rows(todo, term_list_words(a), term_list_words(b), 2, exact); return 0;
    case RANK_NIL: break;
    }
    return 0;
}

// Skips what two lists have in common at the beginning.
static void skip_same_heads(Term *a, Term *b) {
    while (term_is_cons(*a) && term_is_cons(*b) && !term_same(*a, *b) && term_same(term_head(*a), term_head(*b))) {
        *a = term_tail(*a);
        *b = term_tail(*b);
    }
}

int compare_deeply(Term a, Term b, bool exact) {
    Words todo;
    words_init(&todo);
    int result;
    do {
        skip_same_heads(&a, &b);
        result = compare_outside(&todo, a, b, exact);
    } while (result == 0 && pop_pair(&todo, &a, &b, &exact));
    words_free(&todo);
    return result;
}

// --- equality ------------------------------------------------------------------------------------
static bool equal_tuples(Words *todo, Term a, Term b, bool exact) {
    if (term_words(a)->bits != term_words(b)->bits) return false;
    push_rows(todo, term_words(a) + 1, term_words(b) + 1, term_size(a), exact);
    return true;
}

static bool equal_maps(Words *todo, Term a, Term b, bool exact) {
    size_t count = map_count(a);
    if (term_kind(a) != term_kind(b) || count != map_count(b)) return false;
    if (!map_is_flat(a)) {
        push_rows(todo, term_words(a) + 2, term_words(b) + 2, 1, exact);
        return true;
    }
    push_rows(todo, map_flat_values(a), map_flat_values(b), count, exact);
    push_rows(todo, term_elements(map_flat_keys(a)), term_elements(map_flat_keys(b)), count, true);
    return true;
}

// Trees of equal maps have equal nodes (or collisions). Keys are always compared exactly.
static bool equal_nodes(Words *todo, Term a, Term b, bool exact) {
    const Term *x = term_words(a), *y = term_words(b);
    if (x[0].bits != y[0].bits || x[1].bits != y[1].bits) return false;
    for (size_t i = 2; i <= term_size(a); i++) {
        if (term_same(x[i], y[i])) continue;
        if (((x[i].bits ^ y[i].bits) & 3) != 0) return false;
        if (term_is_cons(x[i])) {
            push_rows(todo, term_list_words(x[i]) + 1, term_list_words(y[i]) + 1, 1, exact);
            push_rows(todo, term_list_words(x[i]), term_list_words(y[i]), 1, true);
        } else {
            push_rows(todo, x + i, y + i, 1, exact);
        }
    }
    return true;
}

static bool equal_bignums(Term a, Term b) {
    return term_words(a)->bits == term_words(b)->bits &&
           memcmp(term_words(a) + 1, term_words(b) + 1, term_size(a) * sizeof a) == 0;
}

static bool equal_boxed(Words *todo, Term a, Term b, bool exact) {
    switch (term_kind(a)) {
    case KIND_TUPLE: return equal_tuples(todo, a, b, exact);
    case KIND_MAP:
    case KIND_HASHMAP: return term_is_map(b) && equal_maps(todo, a, b, exact);
    case KIND_NODE:
    case KIND_COLLISION: return equal_nodes(todo, a, b, exact);
    case KIND_POSITIVE:
    case KIND_NEGATIVE: return term_is_float(b) ? !exact && number_compare(a, b) == 0 : equal_bignums(a, b);
    case KIND_BINARY:
    case KIND_SUBBINARY: return term_is_bitstring(b) && bits_equal(term_bits(a), term_bits(b));
    default: return compare_outside(todo, a, b, exact) == 0;
    }
}

static bool equal_outside(Words *todo, Term a, Term b, bool exact) {
    if (term_same(a, b)) return true;
    if (term_is_cons(a) && term_is_cons(b)) {
        push_rows(todo, term_list_words(a), term_list_words(b), 2, exact);
        return true;
    }
    if (term_is_boxed(a) && term_is_boxed(b)) return equal_boxed(todo, a, b, exact);
    if (exact || !term_is_number(a) || !term_is_number(b)) return false;
    return (term_is_float(a) || term_is_float(b)) && number_compare(a, b) == 0;
}

bool compare_equal_deeply(Term a, Term b, bool exact) {
    Words todo;
    words_init(&todo);
    bool result;
    do {
        skip_same_heads(&a, &b);
        result = equal_outside(&todo, a, b, exact);
    } while (result && pop_pair(&todo, &a, &b, &exact));
    words_free(&todo);
    return result;
}
