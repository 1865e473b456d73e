// What the module erlang knows about terms as such: their types, their order, tuples, truth values.
#include "vm/run/bif.h"
#include "vm/run/observed.h"
#include "vm/run/record.h"
#include "vm/term/compare.h"

enum { TUPLE_SIZE_MAX = (1 << 24) - 1 };

// --- types ---------------------------------------------------------------------------------------
static bool is_boolean(Term t) { return term_same(t, ATOM(true)) || term_same(t, ATOM(false)); }

#define TYPE_TEST(name, holds)                                    \
    static Term erlang_##name##_1(Process *p, const Term *args) { \
        (void)p;                                                  \
        return process_boolean(holds(args[0]));                   \
    }

TYPE_TEST(is_atom, term_is_atom)
TYPE_TEST(is_binary, term_is_binary)
TYPE_TEST(is_bitstring, term_is_bitstring)
TYPE_TEST(is_boolean, is_boolean)
TYPE_TEST(is_float, term_is_float)
TYPE_TEST(is_function, term_is_fun)
TYPE_TEST(is_integer, term_is_integer)
TYPE_TEST(is_list, term_is_list)
TYPE_TEST(is_map, term_is_map)
TYPE_TEST(is_number, term_is_number)
TYPE_TEST(is_pid, term_is_pid)
TYPE_TEST(is_port, term_is_port)
TYPE_TEST(is_record, term_is_record)
TYPE_TEST(is_reference, term_is_reference)
TYPE_TEST(is_tuple, term_is_tuple)

static Term erlang_is_integer_3(Process *p, const Term *args) {
    if (!term_is_integer(args[1]) || !term_is_integer(args[2])) return process_badarg(p);
    return process_boolean(term_is_integer(args[0]) && term_compare(args[1], args[0]) <= 0 &&
                           term_compare(args[0], args[2]) <= 0);
}

static bool has_tag(Term t, Term tag) {
    return term_is_tuple(t) && term_tuple_size(t) > 0 && term_same(term_elements(t)[0], tag);
}

static Term erlang_is_record_2(Process *p, const Term *args) {
    if (!term_is_atom(args[1])) return process_badarg(p);
    bool native = term_is_record(args[0]) && term_same(record_name(args[0]), args[1]);
    return process_boolean(native || has_tag(args[0], args[1]));
}

// A tag and a size, or the module and name of a native record.
static Term erlang_is_record_3(Process *p, const Term *args) {
    bool named = term_is_atom(args[2]) && p->heap->release->native_records;
    if (!term_is_atom(args[1]) || (!named && !term_is_small(args[2]))) return process_badarg(p);
    if (named) return process_boolean(record_is(args[0], args[1], args[2]));
    return process_boolean(has_tag(args[0], args[1]) && (int64_t)term_tuple_size(args[0]) == term_to_small(args[2]));
}

static Term immediate_type(Term t) {
    if (term_is_small(t)) return ATOM(fixnum);
    if (term_is_atom(t)) return ATOM(atom);
    if (term_is_nil(t)) return ATOM(nil);
    return term_is_local_pid(t) ? ATOM(pid) : ATOM(port);
}

// Binaries above 64 bytes lie outside the heap in OTP; here they do not, but are called so.
static Term erts_internal_term_type_1(Process *p, const Term *args) {
    (void)p;
    Term t = args[0];
    if (term_is_immediate(t)) return immediate_type(t);
    if (term_is_cons(t)) return ATOM(list);
    switch (term_kind(t)) {
    case KIND_TUPLE: return ATOM(tuple);
    case KIND_FUN: return ATOM(fun);
    case KIND_EXPORT: return ATOM(export);
    case KIND_MAP: return ATOM(flatmap);
    case KIND_HASHMAP: return ATOM(hashmap);
    case KIND_BINARY: return term_binary_size(t) > 64 ? ATOM(refc_binary) : ATOM(heap_binary);
    case KIND_SUBBINARY: return ATOM(sub_binary);
    case KIND_POSITIVE:
    case KIND_NEGATIVE: return ATOM(bignum);
    case KIND_FLOAT: return ATOM(hfloat);
    case KIND_REFERENCE: return ATOM(reference);
    case KIND_EXTERNAL_REFERENCE: return ATOM(external_reference);
    case KIND_EXTERNAL_PID: return ATOM(external_pid);
    case KIND_EXTERNAL_PORT: return ATOM(external_port);
    default: return ATOM(record);
    }
}

// --- order ---------------------------------------------------------------------------------------
#define COMPARISON(name, holds)                                   \
    static Term erlang_##name##_2(Process *p, const Term *args) { \
        (void)p;                                                  \
        return process_boolean(holds);                            \
    }

COMPARISON(equal, term_equal(args[0], args[1]))
COMPARISON(not_equal, !term_equal(args[0], args[1]))
COMPARISON(identical, term_identical(args[0], args[1]))
COMPARISON(not_identical, !term_identical(args[0], args[1]))
COMPARISON(less, compare_observed(p, args[0], args[1]) < 0)
COMPARISON(greater, compare_observed(p, args[0], args[1]) > 0)
COMPARISON(at_most, compare_observed(p, args[0], args[1]) <= 0)
COMPARISON(at_least, compare_observed(p, args[0], args[1]) >= 0)

// Of equal ones the first.
static Term erlang_min_2(Process *p, const Term *args) {
    (void)p;
    return args[compare_observed(p, args[0], args[1]) > 0];
}

static Term erlang_max_2(Process *p, const Term *args) {
    (void)p;
    return args[compare_observed(p, args[0], args[1]) < 0];
}

static Term erts_internal_cmp_term_2(Process *p, const Term *args) {
    (void)p;
    int order = term_compare_exact(args[0], args[1]);
    observed_order(p, args[0], args[1]);
    return term_small(order < 0 ? -1 : order > 0);
}

// --- truth values --------------------------------------------------------------------------------
static Term erlang_and_2(Process *p, const Term *args) {
    if (!is_boolean(args[0]) || !is_boolean(args[1])) return process_badarg(p);
    return process_boolean(term_same(args[0], ATOM(true)) && term_same(args[1], ATOM(true)));
}

static Term erlang_or_2(Process *p, const Term *args) {
    if (!is_boolean(args[0]) || !is_boolean(args[1])) return process_badarg(p);
    return process_boolean(term_same(args[0], ATOM(true)) || term_same(args[1], ATOM(true)));
}

static Term erlang_xor_2(Process *p, const Term *args) {
    if (!is_boolean(args[0]) || !is_boolean(args[1])) return process_badarg(p);
    return process_boolean(!term_same(args[0], args[1]));
}

static Term erlang_not_1(Process *p, const Term *args) {
    return is_boolean(args[0]) ? process_boolean(term_same(args[0], ATOM(false))) : process_badarg(p);
}

// --- tuples --------------------------------------------------------------------------------------
// Whether `position` is 1 .. size. Sets *index to it, from 0.
static bool index_in(Term position, size_t size, size_t *index) {
    if (!term_is_small(position)) return false;
    *index = (size_t)term_to_small(position) - 1;
    return *index < size;
}

static void copy(Term *to, const Term *from, size_t count) {
    if (count) memcpy(to, from, count * sizeof *to);
}

static Term erlang_element_2(Process *p, const Term *args) {
    size_t index;
    if (!term_is_tuple(args[1]) || !index_in(args[0], term_tuple_size(args[1]), &index)) return process_badarg(p);
    return term_elements(args[1])[index];
}

// Always a copy of its own: bytecode may go on to overwrite elements of it.
static Term erlang_setelement_3(Process *p, const Term *args) {
    size_t index;
    if (!term_is_tuple(args[1]) || !index_in(args[0], term_tuple_size(args[1]), &index)) return process_badarg(p);
    Term tuple = heap_tuple(p->heap, term_tuple_size(args[1]));
    copy(term_elements(tuple), term_elements(args[1]), term_tuple_size(args[1]));
    term_elements(tuple)[index] = args[2];
    return tuple;
}

static Term erlang_tuple_size_1(Process *p, const Term *args) {
    if (!term_is_tuple(args[0])) return process_badarg(p);
    return term_small((int64_t)term_tuple_size(args[0]));
}

static Term erlang_size_1(Process *p, const Term *args) {
    if (term_is_tuple(args[0])) return term_small((int64_t)term_tuple_size(args[0]));
    if (term_is_bitstring(args[0])) return term_small((int64_t)(term_bits(args[0]).size / 8));
    return process_badarg(p);
}

static Term erlang_tuple_to_list_1(Process *p, const Term *args) {
    if (!term_is_tuple(args[0])) return process_badarg(p);
    return heap_list_from(p->heap, term_elements(args[0]), term_tuple_size(args[0]), TERM_NIL);
}

static Term erlang_list_to_tuple_1(Process *p, const Term *args) {
    int64_t length = term_list_length(args[0]);
    if (length < 0 || length > TUPLE_SIZE_MAX) return process_badarg(p);
    Term tuple = heap_tuple(p->heap, (size_t)length), *at = term_elements(tuple);
    for (Term list = args[0]; term_is_cons(list); list = term_tail(list)) *at++ = term_head(list);
    return tuple;
}

// A tuple of `size` equal elements; raises if there cannot be one.
static Term tuple_of(Process *p, Term size, Term element) {
    if (!term_is_small(size)) return process_badarg(p);
    int64_t count = term_to_small(size);
    if (count < 0 || count > TUPLE_SIZE_MAX) return process_badarg(p);
    if (!heap_has_room(p->heap, (size_t)count + 1)) return process_system_limit(p);
    Term tuple = heap_tuple(p->heap, (size_t)count);
    for (int64_t i = 0; i < count; i++) term_elements(tuple)[i] = element;
    return tuple;
}

static Term erlang_make_tuple_2(Process *p, const Term *args) { return tuple_of(p, args[0], args[1]); }

static Term erlang_make_tuple_3(Process *p, const Term *args) {
    Term tuple = tuple_of(p, args[0], args[1]), list = args[2];
    if (term_is_none(tuple)) return tuple;
    for (; term_is_cons(list); list = term_tail(list)) {
        Term pair = term_head(list);
        size_t index;
        if (!term_is_tuple_of(pair, 2)) return process_badarg(p);
        if (!index_in(term_elements(pair)[0], term_tuple_size(tuple), &index)) return process_badarg(p);
        term_elements(tuple)[index] = term_elements(pair)[1];
    }
    return term_is_nil(list) ? tuple : process_badarg(p);
}

static Term insert(Process *p, Term tuple, size_t index, Term element) {
    size_t size = term_tuple_size(tuple);
    if (size == TUPLE_SIZE_MAX) return process_badarg(p);
    Term result = heap_tuple(p->heap, size + 1);
    copy(term_elements(result), term_elements(tuple), index);
    term_elements(result)[index] = element;
    copy(term_elements(result) + index + 1, term_elements(tuple) + index, size - index);
    return result;
}

static Term erlang_append_element_2(Process *p, const Term *args) {
    if (!term_is_tuple(args[0])) return process_badarg(p);
    return insert(p, args[0], term_tuple_size(args[0]), args[1]);
}

static Term erlang_insert_element_3(Process *p, const Term *args) {
    size_t index;
    if (!term_is_tuple(args[1]) || !index_in(args[0], term_tuple_size(args[1]) + 1, &index)) return process_badarg(p);
    return insert(p, args[1], index, args[2]);
}

static Term erlang_delete_element_2(Process *p, const Term *args) {
    size_t index;
    if (!term_is_tuple(args[1]) || !index_in(args[0], term_tuple_size(args[1]), &index)) return process_badarg(p);
    size_t size = term_tuple_size(args[1]) - 1;
    Term tuple = heap_tuple(p->heap, size);
    copy(term_elements(tuple), term_elements(args[1]), index);
    copy(term_elements(tuple) + index, term_elements(args[1]) + index + 1, size - index);
    return tuple;
}

const Bif erlang_data_bifs[] = {
    BIF(erlang, is_atom, 1, PURE),
    BIF(erlang, is_binary, 1, PURE),
    BIF(erlang, is_bitstring, 1, PURE),
    BIF(erlang, is_boolean, 1, PURE),
    BIF(erlang, is_float, 1, PURE),
    BIF(erlang, is_function, 1, PURE),
    BIF(erlang, is_integer, 1, PURE),
    BIF(erlang, is_integer, 3, PURE),
    BIF(erlang, is_list, 1, PURE),
    BIF(erlang, is_map, 1, PURE),
    BIF(erlang, is_number, 1, PURE),
    BIF(erlang, is_pid, 1, PURE),
    BIF(erlang, is_port, 1, PURE),
    BIF(erlang, is_record, 1, PURE),
    BIF(erlang, is_record, 2, PURE),
    BIF(erlang, is_record, 3, PURE),
    BIF(erlang, is_reference, 1, PURE),
    BIF(erlang, is_tuple, 1, PURE),
    BIF(erts_internal, term_type, 1, PURE),
    BIF_NAMED("erlang", "==", 2, erlang_equal_2, PURE),
    BIF_NAMED("erlang", "/=", 2, erlang_not_equal_2, PURE),
    BIF_NAMED("erlang", "=:=", 2, erlang_identical_2, PURE),
    BIF_NAMED("erlang", "=/=", 2, erlang_not_identical_2, PURE),
    BIF_NAMED("erlang", "<", 2, erlang_less_2, PURE),
    BIF_NAMED("erlang", ">", 2, erlang_greater_2, PURE),
    BIF_NAMED("erlang", "=<", 2, erlang_at_most_2, PURE),
    BIF_NAMED("erlang", ">=", 2, erlang_at_least_2, PURE),
    BIF(erlang, min, 2, PURE),
    BIF(erlang, max, 2, PURE),
    BIF(erts_internal, cmp_term, 2, PURE),
    BIF(erlang, and, 2, PURE),
    BIF(erlang, or, 2, PURE),
    BIF(erlang, xor, 2, PURE),
    BIF(erlang, not, 1, PURE),
    BIF(erlang, element, 2, PURE),
    BIF(erlang, setelement, 3, PURE),
    BIF(erlang, tuple_size, 1, PURE),
    BIF(erlang, size, 1, PURE),
    BIF(erlang, tuple_to_list, 1, PURE),
    BIF(erlang, list_to_tuple, 1, PURE),
    BIF(erlang, make_tuple, 2, PURE),
    BIF(erlang, make_tuple, 3, PURE),
    BIF(erlang, append_element, 2, PURE),
    BIF(erlang, insert_element, 3, PURE),
    BIF(erlang, delete_element, 2, PURE),
    {0},
};
