// The functions of ets that look at objects, key by key.
#include "vm/bif/ets.h"
#include "vm/ets/rows.h"
#include "vm/run/observed.h"
#include "vm/term/hash.h"
#include "vm/term/map.h"

// --- under a key ---------------------------------------------------------------------------------

static Term ets_lookup_2(Process *p, const Term *args) {
    Table *table = ets_table(p, args[0], ETS_READ);
    if (!table) return NO_TERM;
    return row_objects(p->heap, table, rows_get(table, args[1]), TERM_NIL);
}

static Term ets_member_2(Process *p, const Term *args) {
    Table *table = ets_table(p, args[0], ETS_READ);
    if (!table) return NO_TERM;
    return process_boolean(!term_is_none(rows_find(table, args[1])));
}

// An element of the object, or of each object of a bag; NO_TERM if one is too short.
static Term element_of(Process *p, const Table *table, Term row, size_t position) {
    if (!table_is_bag(table)) return position <= term_tuple_size(row) ? term_elements(row)[position - 1] : NO_TERM;
    Term elements = TERM_NIL;
    for (; term_is_cons(row); row = term_tail(row)) {
        if (position > term_tuple_size(term_head(row))) return NO_TERM;
        elements = heap_cons(p->heap, term_elements(term_head(row))[position - 1], elements);
    }
    return elements;
}

// `absent` is the answer for a key that is not there; NO_TERM: badarg.
static Term lookup_element(Process *p, const Term *args, Term absent) {
    Table *table = ets_table(p, args[0], ETS_READ);
    if (!table) return NO_TERM;
    if (!term_is_small(args[2]) || term_to_small(args[2]) < 1) return ets_badarg(p);
    Term row = rows_get(table, args[1]);
    if (term_is_none(row)) return term_is_none(absent) ? ets_badarg_cause(p, ATOM(badkey)) : absent;
    Term element = element_of(p, table, row, (size_t)term_to_small(args[2]));
    return term_is_none(element) ? ets_badarg(p) : element;
}

static Term ets_lookup_element_3(Process *p, const Term *args) { return lookup_element(p, args, NO_TERM); }
static Term ets_lookup_element_4(Process *p, const Term *args) { return lookup_element(p, args, args[3]); }

// --- from key to key -----------------------------------------------------------------------------

typedef bool (*Step)(const Table *table, Term key, Term *next, Term *row);

static bool step_first(const Table *table, Term unused, Term *next, Term *row) {
    (void)unused;
    return rows_first(table, next, row);
}

static bool step_last(const Table *table, Term unused, Term *next, Term *row) {
    (void)unused;
    return rows_last(table, next, row);
}

static Term step_answer(Process *p, const Table *table, Term key, Term row, bool with_objects) {
    if (!with_objects) return key;
    return heap_tuple2(p->heap, key, row_objects(p->heap, table, row, TERM_NIL));
}

// The first or last key.
static Term begin(Process *p, const Term *args, Step step, bool with_objects) {
    Table *table = ets_table(p, args[0], ETS_READ);
    Term key, row;
    if (!table) return NO_TERM;
    observed_table(p, table);
    if (!step(table, NO_TERM, &key, &row)) return ATOM(end_of_table);
    return step_answer(p, table, key, row, with_objects);
}

// Where there is no order, a walk goes on from a key that is gone only if it went while the table was fixed.
static bool goes_on_from(const Table *table, Term key) {
    if (table_is_ordered(table) || !term_is_none(rows_find(table, key))) return true;
    if (!table->remembers) return table_is_fixed(table);
    return !term_is_nil(table->ghosts) && !term_is_none(map_get(table->ghosts, key));
}

static Term go_on(Process *p, const Term *args, Step step, bool with_objects) {
    Table *table = ets_table(p, args[0], ETS_READ);
    Term key, row;
    if (!table) return NO_TERM;
    observed_table(p, table);
    if (!goes_on_from(table, args[1])) return ets_badarg(p);
    if (!step(table, args[1], &key, &row)) return ATOM(end_of_table);
    return step_answer(p, table, key, row, with_objects);
}

static Term ets_first_1(Process *p, const Term *args) { return begin(p, args, step_first, false); }
static Term ets_last_1(Process *p, const Term *args) { return begin(p, args, step_last, false); }
static Term ets_next_2(Process *p, const Term *args) { return go_on(p, args, rows_next, false); }
static Term ets_prev_2(Process *p, const Term *args) { return go_on(p, args, rows_previous, false); }
static Term ets_first_lookup_1(Process *p, const Term *args) { return begin(p, args, step_first, true); }
static Term ets_last_lookup_1(Process *p, const Term *args) { return begin(p, args, step_last, true); }
static Term ets_next_lookup_2(Process *p, const Term *args) { return go_on(p, args, rows_next, true); }
static Term ets_prev_lookup_2(Process *p, const Term *args) { return go_on(p, args, rows_previous, true); }

// --- slots ---------------------------------------------------------------------------------------
// In order, a slot is an object. Otherwise a slot is a share of all hash positions, and there are
// at least 256 of them.

static Term nth_object(Process *p, const Table *table, uint64_t slot) {
    RowsIterator it;
    Term key, row = NO_TERM;
    observed_table(p, table);
    rows_iterate(&it, table);
    for (uint64_t i = 0; i <= slot; i++) row = rows_iterator_next(&it, &key);
    rows_iterator_end(&it);
    return heap_cons(p->heap, row, TERM_NIL);
}

static Term objects_in_slot(Process *p, const Table *table, uint64_t slot, unsigned bits) {
    unsigned shift = HAMT_BITS * HAMT_DEPTH - bits;
    RowsIterator it;
    Term key, objects = TERM_NIL;
    observed_table(p, table);
    rows_iterate_from(&it, table, slot << shift);
    for (Term row; !term_is_none(row = rows_iterator_next(&it, &key));) {
        if (hamt_position(term_hash(key)) >> shift != slot) break;
        objects = row_objects(p->heap, table, row, objects);
    }
    rows_iterator_end(&it);
    return objects;
}

static Term ets_slot_2(Process *p, const Term *args) {
    Table *table = ets_table(p, args[0], ETS_READ);
    if (!table) return NO_TERM;
    unsigned bits = 8;
    while (table->size >> bits > 0) bits++;
    uint64_t slots = table_is_ordered(table) ? table->size : (uint64_t)1 << bits;
    if (!term_is_small(args[1]) || term_to_small(args[1]) < 0) return ets_badarg(p);
    uint64_t slot = (uint64_t)term_to_small(args[1]);
    bool empty = table_is_ordered(table) && table->size == 0 && !term_same(table->write_concurrency, ATOM(false));
    if (slot > slots || empty) return ets_badarg(p);   // OTP has a tree of trees then, and finds none
    if (slot == slots) return ATOM(end_of_table);
    return table_is_ordered(table) ? nth_object(p, table, slot) : objects_in_slot(p, table, slot, bits);
}

// --- erts_internal -------------------------------------------------------------------------------

static Term erts_internal_ets_super_user_1(Process *p, const Term *args) {
    bool valid = term_same(args[0], ATOM(true)) || term_same(args[0], ATOM(false));
    return valid ? ATOM(ok) : process_badarg(p);
}

// Where binaries of an object lie is nothing a program here can see: there are none.
static Term erts_internal_ets_lookup_binary_info_2(Process *p, const Term *args) {
    Table *table = ets_table(p, args[0], ETS_INFO);
    if (!table) return NO_TERM;
    return term_is_none(rows_find(table, args[1])) ? ets_badarg(p) : TERM_NIL;
}

const Bif ets_bifs[] = {
    ETS_BIF(lookup, 2, ets_reads_key),
    ETS_BIF(member, 2, ets_reads_key),
    ETS_BIF(lookup_element, 3, ets_reads_key),
    ETS_BIF(lookup_element, 4, ets_reads_key),
    ETS_BIF(first, 1, ets_reads_table),
    ETS_BIF(last, 1, ets_reads_table),
    ETS_BIF(next, 2, ets_reads_table),
    ETS_BIF(prev, 2, ets_reads_table),
    ETS_BIF(first_lookup, 1, ets_reads_table),
    ETS_BIF(last_lookup, 1, ets_reads_table),
    ETS_BIF(next_lookup, 2, ets_reads_table),
    ETS_BIF(prev_lookup, 2, ets_reads_table),
    ETS_BIF(slot, 2, ets_reads_table),
    BIF_NAMED("erts_internal", "ets_raw_first", 1, ets_first_1, ets_reads_table),
    BIF_NAMED("erts_internal", "ets_raw_next", 2, ets_next_2, ets_reads_table),
    BIF(erts_internal, ets_super_user, 1, PURE),
    BIF(erts_internal, ets_lookup_binary_info, 2, ets_reads_key),
    {0},
};
