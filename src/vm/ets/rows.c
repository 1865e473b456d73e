#include "vm/ets/rows.h"

#include "vm/term/compare.h"
#include "vm/term/hash.h"
#include "vm/term/map.h"

// --- one row -------------------------------------------------------------------------------------

Term row_objects(Heap *heap, const Table *table, Term row, Term tail) {
    if (term_is_none(row)) return tail;
    if (!table_is_bag(table)) return heap_cons(heap, row, tail);
    if (term_is_nil(tail) && term_is_nil(term_tail(row))) return row;
    for (; term_is_cons(row); row = term_tail(row)) tail = heap_cons(heap, term_head(row), tail);
    return tail;
}

size_t row_size(const Table *table, Term row) { return table_is_bag(table) ? (size_t)term_list_length(row) : 1; }

static bool list_has(Term list, Term object) {
    for (; term_is_cons(list); list = term_tail(list))
        if (term_identical(term_head(list), object)) return true;
    return false;
}

// The list without what is =:= to the object. It shares the part behind the last one of these.
static Term list_without(Heap *heap, Term list, Term object) {
    Term rest = list, result, *link = &result;
    for (Term at = list; term_is_cons(at); at = term_tail(at)) {
        if (!term_identical(term_head(at), object)) continue;
        for (; !term_same(rest, at); rest = term_tail(rest)) {
            *link = heap_cons(heap, term_head(rest), TERM_NIL);
            link = term_list_words(*link) + 1;
        }
        rest = term_tail(at);
    }
    *link = rest;
    return result;
}

// --- where a row stands --------------------------------------------------------------------------
// A place is a node of the one tree or a leaf of the other.

Term rows_find(const Table *table, Term key) {
    if (table_is_ordered(table)) return tree_find(table->root, key);
    return hamt_leaf(table->root, term_hash(key), key);
}

static void place_set(Store *store, Table *table, Term place, Term row) {
    if (table_is_ordered(table))
        tree_set(store, place, row_key(table, row), row);
    else
        store_set(store, term_list_words(place) + 1, row);
}

// --- changing ------------------------------------------------------------------------------------

static void add_row(Store *store, Table *table, Term key, Term row) {
    bool added;
    store_touch(store, table);
    table->size += row_size(table, row);
    if (table_is_ordered(table))
        table->root = tree_put(store, table->root, key, row, &added);
    else
        table->root = hamt_put_owned(store, table->root, term_hash(key), key, row, &added);
    assert(added);
}

void rows_add(Store *store, Table *table, Term object) {
    Term row = table_is_bag(table) ? heap_cons(&store->heap, object, TERM_NIL) : object;
    add_row(store, table, row_key(table, object), row);
}

void rows_insert(Store *store, Table *table, Term object) {
    Term place = rows_find(table, row_key(table, object));
    if (term_is_none(place)) {
        rows_add(store, table, object);
        return;
    }
    if (table_is_bag(table)) {
        Term others = rows_at(table, place);
        if (table->type == TABLE_BAG && list_has(others, object)) return;
        object = heap_cons(&store->heap, object, others);
    }
    store_touch(store, table);
    table->size += table_is_bag(table);
    place_set(store, table, place, object);
}

void rows_set_at(Store *store, Table *table, Term place, Term row) {
    store_touch(store, table);
    if (table_is_bag(table)) table->size += row_size(table, row) - row_size(table, rows_at(table, place));
    place_set(store, table, place, row);
}

static void remember(Store *store, Table *table, Term key) {
    if (term_is_nil(table->ghosts)) table->ghosts = map_empty(&store->heap);
    table->ghosts = map_put(&store->heap, table->ghosts, key, ATOM(true));
}

bool rows_delete(Store *store, Table *table, Term key) {
    Term row = rows_get(table, key);
    if (term_is_none(row)) return false;
    bool removed;
    store_touch(store, table);
    if (table->remembers) remember(store, table, key);
    table->size -= row_size(table, row);
    if (table_is_ordered(table))
        table->root = tree_remove(store, table->root, key, &removed);
    else
        table->root = hamt_remove_owned(store, table->root, term_hash(key), key, &removed);
    assert(removed);
    return true;
}

bool rows_delete_object(Store *store, Table *table, Term object) {
    Term key = row_key(table, object), place = rows_find(table, key);
    if (term_is_none(place)) return false;
    Term row = rows_at(table, place);
    if (!table_is_bag(table)) return term_identical(row, object) && rows_delete(store, table, key);
    Term rest = list_without(&store->heap, row, object);
    if (term_is_nil(rest)) return rows_delete(store, table, key);
    if (!term_same(rest, row)) rows_set_at(store, table, place, rest);
    return !term_same(rest, row);
}

void rows_put(Store *store, Table *table, Term key, Term row) {
    Term place = rows_find(table, key);
    if (term_is_none(row))
        rows_delete(store, table, key);
    else if (term_is_none(place))
        add_row(store, table, key, row);
    else
        rows_set_at(store, table, place, row);
}

static void remember_all(Store *store, Table *table) {
    RowsIterator it;
    Term key;
    rows_iterate(&it, table);
    while (!term_is_none(rows_iterator_next(&it, &key))) remember(store, table, key);
    rows_iterator_end(&it);
}

void rows_clear(Store *store, Table *table) {
    store_touch(store, table);
    if (table->remembers) remember_all(store, table);
    table->root = TERM_NIL;
    table->size = 0;
}

// --- stepping ------------------------------------------------------------------------------------

static bool at_node(Term node, Term *key, Term *row) {
    if (term_is_none(node)) return false;
    *key = tree_key(node);
    *row = tree_value(node);
    return true;
}

bool rows_first(const Table *table, Term *key, Term *row) {
    if (table_is_ordered(table)) return at_node(tree_first(table->root), key, row);
    return hamt_first(table->root, key, row);
}

bool rows_last(const Table *table, Term *key, Term *row) {
    if (table_is_ordered(table)) return at_node(tree_last(table->root), key, row);
    return rows_first(table, key, row);
}

bool rows_next(const Table *table, Term key, Term *next, Term *row) {
    if (table_is_ordered(table)) return at_node(tree_next(table->root, key), next, row);
    return hamt_next(table->root, term_hash(key), key, next, row);
}

bool rows_previous(const Table *table, Term key, Term *previous, Term *row) {
    if (table_is_ordered(table)) return at_node(tree_previous(table->root, key), previous, row);
    return rows_next(table, key, previous, row);
}

// --- walking -------------------------------------------------------------------------------------

void rows_iterate_range(RowsIterator *iterator, const Table *table, bool forward, TreeSide side, const void *range) {
    iterator->ordered = true;
    tree_iterate(&iterator->nodes, table->root, forward, side, range);
}

void rows_iterate_from(RowsIterator *iterator, const Table *table, uint64_t position) {
    iterator->ordered = false;
    iterator->leaves = hamt_iterate_from(table->root, position);
}

void rows_iterate(RowsIterator *iterator, const Table *table) {
    if (table_is_ordered(table))
        rows_iterate_range(iterator, table, true, NULL, NULL);
    else
        rows_iterate_from(iterator, table, 0);
}

Term rows_iterator_next(RowsIterator *iterator, Term *key) {
    Term at = iterator->ordered ? tree_iterator_next(&iterator->nodes) : hamt_iterator_next(&iterator->leaves);
    if (term_is_none(at)) return NO_TERM;
    *key = iterator->ordered ? tree_key(at) : term_head(at);
    return iterator->ordered ? tree_value(at) : term_tail(at);
}

void rows_iterator_end(RowsIterator *iterator) {
    if (iterator->ordered) tree_iterator_end(&iterator->nodes);
}

// --- as a whole ----------------------------------------------------------------------------------

// Rows are summed up, so that the order in which they are found does not matter.
uint64_t rows_hash(const Table *table) {
    RowsIterator it;
    uint64_t sum = 0;
    Term key;
    rows_iterate(&it, table);
    for (Term row; !term_is_none(row = rows_iterator_next(&it, &key));) sum += hash_mix(term_hash(row));
    rows_iterator_end(&it);
    return sum;
}

bool rows_check(const Table *table) {
    if (!(table_is_ordered(table) ? tree_check(table->root) : hamt_check(table->root))) return false;
    RowsIterator it;
    uint64_t size = 0;
    Term key;
    rows_iterate(&it, table);
    for (Term row; !term_is_none(row = rows_iterator_next(&it, &key));) size += row_size(table, row);
    rows_iterator_end(&it);
    return size == table->size;
}
