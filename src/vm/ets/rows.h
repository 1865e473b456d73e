// Rows: the objects of one table, by key.
//
//   set, bag, duplicate_bag   a tree by hash (vm/term/hamt.h); keys are compared by =:=
//   ordered_set               a tree in term order (vm/term/tree.h); keys are compared by ==
//
// Under a key stands its row: the object itself in sets, and a list of objects, the newest first,
// in bags. A table is the only owner of its tree: nobody keeps an older root, so the row of a key
// is changed in place, through the trail. All changing functions announce the change of the table.
#pragma once
#include "vm/ets/table.h"
#include "vm/term/hamt.h"
#include "vm/term/tree.h"

static inline Term row_key(const Table *table, Term object) { return term_elements(object)[table->key_position - 1]; }
// Whether this may be inserted.
static inline bool row_is_object(const Table *table, Term object) {
    return term_is_tuple(object) && term_tuple_size(object) >= table->key_position;
}
// The list that lookup gives, the oldest first, in front of `tail`. The row may be NO_TERM.
Term row_objects(Heap *heap, const Table *table, Term row, Term tail);
size_t row_size(const Table *table, Term row);

// Where a key stands, for a look and a change with one search; NO_TERM: it is not there. A place is
// good until the next change of the table.
Term rows_find(const Table *table, Term key);
static inline Term rows_at(const Table *table, Term place) {
    return table_is_ordered(table) ? tree_value(place) : term_tail(place);
}
void rows_set_at(Store *store, Table *table, Term place, Term row);   // a row that is not empty

static inline Term rows_get(const Table *table, Term key) {   // the row, or NO_TERM
    Term place = rows_find(table, key);
    return term_is_none(place) ? NO_TERM : rows_at(table, place);
}
void rows_insert(Store *store, Table *table, Term object);
void rows_add(Store *store, Table *table, Term object);   // whose key is not there
bool rows_delete(Store *store, Table *table, Term key);
bool rows_delete_object(Store *store, Table *table, Term object);
void rows_put(Store *store, Table *table, Term key, Term row);   // in place of the one there; NO_TERM: none
void rows_clear(Store *store, Table *table);

// Steps from key to key. False: there is none. `key` need not be there. Where there is no order,
// last is first and previous is next.
bool rows_first(const Table *table, Term *key, Term *row);
bool rows_last(const Table *table, Term *key, Term *row);
bool rows_next(const Table *table, Term key, Term *next, Term *row);
bool rows_previous(const Table *table, Term key, Term *previous, Term *row);

// Whole walks. Where there is an order it may be the other way round, and over a range (vm/term/tree.h);
// where there is none it may begin at a position (vm/term/hamt.h).
//     RowsIterator it; rows_iterate(&it, table);
//     for (Term row; !term_is_none(row = rows_iterator_next(&it, &key));) ...
//     rows_iterator_end(&it);
typedef struct {
    bool ordered;
    union {
        HamtIterator leaves;
        TreeIterator nodes;
    };
} RowsIterator;

void rows_iterate(RowsIterator *iterator, const Table *table);
void rows_iterate_range(RowsIterator *iterator, const Table *table, bool forward, TreeSide side, const void *range);
void rows_iterate_from(RowsIterator *iterator, const Table *table, uint64_t position);
Term rows_iterator_next(RowsIterator *iterator, Term *key);
void rows_iterator_end(RowsIterator *iterator);

uint64_t rows_hash(const Table *table);
bool rows_check(const Table *table);
