// atomics and counters: arrays of 64-bit integers that processes share by reference.
//
// An array is a tuple that no program ever sees: its options, then the values as integers. It is
// found by its reference (vm/ets/table.h) and changed in place, through the trail.
#include "vm/ets/table.h"
#include "vm/run/bif.h"
#include "vm/run/machine_state.h"
#include "vm/term/hash.h"
#include "vm/term/map.h"
#include "vm/term/number.h"

enum { ARRAY_SIGNED = 1, ARRAY_COUNTERS = 2 };

typedef struct {
    Term array;
    bool is_signed;
    Term *value;   // the integer meant, of one in the array
} Atomic;

// --- finding -------------------------------------------------------------------------------------

static Term find_array(Process *p, Term reference, bool counters) {
    if (!term_is_kind(reference, KIND_REFERENCE)) return NO_TERM;
    Term array = hamt_get(machine_tables(p->machine)->atomics, term_hash(reference), reference);
    if (term_is_none(array)) return NO_TERM;
    bool are_counters = term_to_small(term_elements(array)[0]) & ARRAY_COUNTERS;
    return are_counters == counters ? array : NO_TERM;
}

static bool find(Process *p, const Term *args, bool counters, Atomic *atomic) {
    atomic->array = find_array(p, args[0], counters);
    if (term_is_none(atomic->array) || !term_is_small(args[1])) return false;
    int64_t index = term_to_small(args[1]);
    if (index < 1 || (uint64_t)index >= term_tuple_size(atomic->array)) return false;
    atomic->is_signed = term_to_small(term_elements(atomic->array)[0]) & ARRAY_SIGNED;
    atomic->value = &term_elements(atomic->array)[index];
    return true;
}

// --- integers of 64 bits -------------------------------------------------------------------------

static bool bits_of(const Atomic *atomic, Term integer, uint64_t *bits) {
    int64_t number;
    if (!atomic->is_signed) return number_to_uint64(integer, bits);
    if (!number_to_int64(integer, &number)) return false;
    *bits = (uint64_t)number;
    return true;
}

// Increments may be out of the range of the values; sums wrap around.
static bool increment_of(Term integer, uint64_t *bits) {
    int64_t number;
    if (!number_to_int64(integer, &number)) return number_to_uint64(integer, bits);
    *bits = (uint64_t)number;
    return true;
}

static Term integer_of(Heap *heap, const Atomic *atomic, uint64_t bits) {
    return atomic->is_signed ? heap_integer(heap, (int64_t)bits) : heap_unsigned(heap, bits);
}

// --- making --------------------------------------------------------------------------------------

static Term make(Process *p, Term size_term, int64_t options) {
    uint64_t size;
    if (!number_to_uint64(size_term, &size)) {
        bool too_large = term_is_bignum(size_term) && !number_is_negative(size_term);
        return too_large ? process_system_limit(p) : process_badarg(p);
    }
    if (size == 0) return process_badarg(p);
    if (size > UINT32_MAX || !heap_has_room(p->heap, size + 2)) return process_system_limit(p);
    Tables *tables = machine_tables(p->machine);
    Term reference = process_new_reference(p), array = heap_tuple(p->heap, size + 1);
    term_elements(array)[0] = term_small(options);
    for (uint64_t i = 1; i <= size; i++) term_elements(array)[i] = term_small(0);
    store_touch(p->store, tables);
    tables->atomics = hamt_put(p->heap, tables->atomics, term_hash(reference), reference, array, NULL);
    return reference;
}

static Term erts_internal_atomics_new_2(Process *p, const Term *args) {
    uint64_t options;
    if (!number_to_uint64(args[1], &options)) return process_badarg(p);
    return make(p, args[0], options & ARRAY_SIGNED);
}

static Term erts_internal_counters_new_1(Process *p, const Term *args) {
    return make(p, args[0], ARRAY_SIGNED | ARRAY_COUNTERS);
}

// --- looking and changing ------------------------------------------------------------------------

static Term get(Process *p, const Term *args, bool counters) {
    Atomic atomic;
    return find(p, args, counters, &atomic) ? *atomic.value : process_badarg(p);
}

static Term put(Process *p, const Term *args, bool counters) {
    Atomic atomic;
    uint64_t bits;
    if (!find(p, args, counters, &atomic) || !bits_of(&atomic, args[2], &bits)) return process_badarg(p);
    store_set(p->store, atomic.value, args[2]);
    return ATOM(ok);
}

// The new value.
static Term add(Process *p, const Term *args, bool counters) {
    Atomic atomic;
    uint64_t increment, bits;
    if (!find(p, args, counters, &atomic) || !increment_of(args[2], &increment)) return process_badarg(p);
    bits_of(&atomic, *atomic.value, &bits);
    Term sum = integer_of(p->heap, &atomic, bits + increment);
    store_set(p->store, atomic.value, sum);
    return sum;
}

static Term atomics_get_2(Process *p, const Term *args) { return get(p, args, false); }
static Term atomics_put_3(Process *p, const Term *args) { return put(p, args, false); }
static Term atomics_add_get_3(Process *p, const Term *args) { return add(p, args, false); }
static Term atomics_add_3(Process *p, const Term *args) {
    return term_is_none(add(p, args, false)) ? NO_TERM : ATOM(ok);
}
static Term erts_internal_counters_get_2(Process *p, const Term *args) { return get(p, args, true); }
static Term erts_internal_counters_put_3(Process *p, const Term *args) { return put(p, args, true); }
static Term erts_internal_counters_add_3(Process *p, const Term *args) {
    return term_is_none(add(p, args, true)) ? NO_TERM : ATOM(ok);
}

static Term atomics_exchange_3(Process *p, const Term *args) {
    Term old = get(p, args, false);
    if (term_is_none(old) || term_is_none(put(p, args, false))) return NO_TERM;
    return old;
}

static Term atomics_compare_exchange_4(Process *p, const Term *args) {
    Atomic atomic;
    uint64_t expected, desired, bits;
    if (!find(p, args, false, &atomic) || !bits_of(&atomic, args[2], &expected) || !bits_of(&atomic, args[3], &desired))
        return process_badarg(p);
    bits_of(&atomic, *atomic.value, &bits);
    if (bits != expected) {
        bif_changed_nothing(p);
        return *atomic.value;
    }
    store_set(p->store, atomic.value, args[3]);
    return ATOM(ok);
}

// --- info ----------------------------------------------------------------------------------------

enum { BYTES_OF_ARRAY = 40 };

static Term array_memory(Process *p, Term array) {
    return heap_unsigned(p->heap, BYTES_OF_ARRAY + 8 * (uint64_t)(term_tuple_size(array) - 1));
}

static Term atomics_info_1(Process *p, const Term *args) {
    Term array = find_array(p, args[0], false);
    if (term_is_none(array)) return process_badarg(p);
    bool is_signed = term_to_small(term_elements(array)[0]) & ARRAY_SIGNED;
    Term pairs[] = {ATOM(max),    is_signed ? heap_integer(p->heap, INT64_MAX) : heap_unsigned(p->heap, UINT64_MAX),
                    ATOM(min),    is_signed ? heap_integer(p->heap, INT64_MIN) : term_small(0),
                    ATOM(size),   term_small((int64_t)term_tuple_size(array) - 1),
                    ATOM(memory), array_memory(p, array)};
    return map_from_pairs(p->heap, pairs, 4, NULL);
}

static Term erts_internal_counters_info_1(Process *p, const Term *args) {
    Term array = find_array(p, args[0], true);
    if (term_is_none(array)) return process_badarg(p);
    Term pairs[] = {ATOM(memory), array_memory(p, array), ATOM(size), term_small((int64_t)term_tuple_size(array) - 1)};
    return map_from_pairs(p->heap, pairs, 2, NULL);
}

// --- footprints ----------------------------------------------------------------------------------
// Each integer is an object. Adding without looking at the sum commutes with itself. What the node's own processes made
// is about how busy they are.

static bool is_of_node(const Process *p, Term array) {
    return term_is_kind(array, KIND_REFERENCE) && term_reference_maker(array) <= p->machine->system_pids;
}

static void touch(const Process *p, const Term *args, AccessKind kind, uint64_t value, Footprint *out) {
    uint64_t index = term_is_small(args[1]) ? (uint64_t)term_to_small(args[1]) : 0;
    if (term_is_reference(args[0]) && !is_of_node(p, args[0]))
        footprint_add_settled(out, object_of(OBJECT_ATOMICS, index, args[0]), kind, value);
}

static void reads(Process *p, const Term *args, Footprint *out) { touch(p, args, ACCESS_READ, 0, out); }
static void adds(Process *p, const Term *args, Footprint *out) { touch(p, args, ACCESS_UPDATE, 0, out); }
static void changes(Process *p, const Term *args, Footprint *out) { touch(p, args, ACCESS_WRITE, 0, out); }

// What it finds decides whether it writes.
static void compares(Process *p, const Term *args, Footprint *out) {
    uint32_t item = out->count;
    changes(p, args, out);
    out->settled &= ~footprint_bit(item);
}

static void puts_value(Process *p, const Term *args, Footprint *out) {
    touch(p, args, ACCESS_WRITE, term_hash(args[2]), out);
}

const Bif atomics_bifs[] = {
    BIF(erts_internal, atomics_new, 2, PURE),
    BIF(atomics, get, 2, reads),
    BIF(atomics, put, 3, puts_value),
    BIF(atomics, add, 3, adds),
    BIF(atomics, add_get, 3, changes),
    BIF(atomics, exchange, 3, changes),
    BIF(atomics, compare_exchange, 4, compares),
    BIF(atomics, info, 1, PURE),
    BIF(erts_internal, counters_new, 1, PURE),
    BIF(erts_internal, counters_get, 2, reads),
    BIF(erts_internal, counters_put, 3, puts_value),
    BIF(erts_internal, counters_add, 3, adds),
    BIF(erts_internal, counters_info, 1, PURE),
    {0},
};
