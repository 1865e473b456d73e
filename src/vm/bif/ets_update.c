// The functions of ets that change objects.
#include <stdlib.h>

#include "vm/bif/ets.h"
#include "vm/ets/rows.h"
#include "vm/ets/walk.h"
#include "vm/run/machine_state.h"
#include "vm/term/compare.h"
#include "vm/term/hash.h"
#include "vm/term/number.h"

// What a write leaves behind: two writes that leave the same and tell nothing of what was there
// before commute. It is the hash of an object that is inserted, or one of these with something
// mixed in.
enum { VALUE_DELETED = 1, VALUE_WITHOUT = 2, VALUE_ELEMENTS = 3 };

// --- insert --------------------------------------------------------------------------------------
// One object or a list of them.

static bool all_objects(const Table *table, Term what) {
    if (!term_is_list(what)) return row_is_object(table, what);
    for (; term_is_cons(what); what = term_tail(what))
        if (!row_is_object(table, term_head(what))) return false;
    return term_is_nil(what);
}

static bool any_key_present(const Table *table, Term what) {
    if (!term_is_list(what)) return !term_is_none(rows_find(table, row_key(table, what)));
    for (; term_is_cons(what); what = term_tail(what))
        if (!term_is_none(rows_find(table, row_key(table, term_head(what))))) return true;
    return false;
}

static bool takes_last_first(const Process *p, const Table *table) {
    return table->type == TABLE_BAG && p->heap->release->bags_take_last_first;
}

static void insert_all(Process *p, Table *table, Term what) {
    if (!term_is_list(what)) {
        rows_insert(p->store, table, what);
        return;
    }
    walks_finish(p->machine, table);
    Term list = what;
    if (takes_last_first(p, table))
        for (list = TERM_NIL; term_is_cons(what); what = term_tail(what))
            list = heap_cons(p->heap, term_head(what), list);
    for (; term_is_cons(list); list = term_tail(list)) rows_insert(p->store, table, term_head(list));
}

static Term ets_insert_2(Process *p, const Term *args) {
    Table *table = ets_table(p, args[0], ETS_WRITE);
    if (!table) return NO_TERM;
    if (!all_objects(table, args[1])) return ets_badarg(p);
    insert_all(p, table, args[1]);
    return ATOM(true);
}

static Term ets_insert_new_2(Process *p, const Term *args) {
    Table *table = ets_table(p, args[0], ETS_WRITE);
    if (!table) return NO_TERM;
    if (!all_objects(table, args[1])) return ets_badarg(p);
    if (any_key_present(table, args[1])) {
        bif_changed_nothing(p);
        return ATOM(false);
    }
    if (term_is_list(args[1]))
        insert_all(p, table, args[1]);
    else
        rows_add(p->store, table, args[1]);
    return ATOM(true);
}

// Beyond this many objects an insert counts as a write of the whole table.
enum { FOOTPRINT_KEYS = FOOTPRINT_MAX - 4 };

static bool repeats_key(const Table *table, Term list, Term object) {
    size_t same = 0;
    for (; term_is_cons(list); list = term_tail(list))
        same += term_equal(row_key(table, term_head(list)), row_key(table, object));
    return same > 1;
}

static void touch_object(const Table *table, Term object, bool seen, bool repeated, Footprint *out) {
    uint64_t value = seen || repeated ? 0 : term_hash(object);
    if (seen)
        ets_touch_key(table, row_key(table, object), ACCESS_WRITE, value, out);
    else
        ets_touch_key_settled(table, row_key(table, object), ACCESS_WRITE, value, out);
}

// `seen`: what is done depends on what is there.
static void touch_objects(Process *p, const Term *args, bool seen, Footprint *out) {
    const Table *table = ets_find(p, args[0]);
    int64_t length = term_is_list(args[1]) ? term_list_length(args[1]) : 0;
    bool small = !table || (all_objects(table, args[1]) && length <= FOOTPRINT_KEYS);
    ets_touch_found(p, table, args[0], small ? ACCESS_PART_WRITE : ACCESS_WRITE, out);
    if (!small || !table) return;
    if (term_is_tuple(args[1])) {
        touch_object(table, args[1], seen, false, out);
        ets_touch_part(table, row_key(table, args[1]), out);
        return;
    }
    if (table->part_bits) footprint_add_settled(out, table_whole_object(table), ACCESS_PART_WRITE, 0);
    for (Term list = args[1]; term_is_cons(list); list = term_tail(list))
        touch_object(table, term_head(list), seen, repeats_key(table, args[1], term_head(list)), out);
}

static void inserts(Process *p, const Term *args, Footprint *out) { touch_objects(p, args, false, out); }
static void inserts_new(Process *p, const Term *args, Footprint *out) { touch_objects(p, args, true, out); }

// --- delete --------------------------------------------------------------------------------------

static Term ets_delete_2(Process *p, const Term *args) {
    Table *table = ets_table(p, args[0], ETS_WRITE);
    if (!table) return NO_TERM;
    rows_delete(p->store, table, args[1]);
    return ATOM(true);
}

static void deletes_key(Process *p, const Term *args, Footprint *out) {
    Table *table = ets_touch(p, args[0], ACCESS_PART_WRITE, out);
    if (!table) return;
    ets_touch_key_settled(table, args[1], ACCESS_WRITE, VALUE_DELETED, out);
    table_touch_ghosts(p, table, out);
    ets_touch_part(table, args[1], out);
}

static Term ets_delete_object_2(Process *p, const Term *args) {
    Table *table = ets_table(p, args[0], ETS_WRITE);
    if (!table) return NO_TERM;
    if (!row_is_object(table, args[1])) return ets_badarg(p);
    rows_delete_object(p->store, table, args[1]);
    return ATOM(true);
}

static void deletes_object(Process *p, const Term *args, Footprint *out) {
    Table *table = ets_touch(p, args[0], ACCESS_PART_WRITE, out);
    if (!table || !row_is_object(table, args[1])) return;
    Term key = row_key(table, args[1]);
    ets_touch_key_settled(table, key, ACCESS_WRITE, hash_join(VALUE_WITHOUT, term_hash(args[1])), out);
    table_touch_ghosts(p, table, out);
    ets_touch_part(table, key, out);
}

static Term ets_take_2(Process *p, const Term *args) {
    Table *table = ets_table(p, args[0], ETS_WRITE);
    if (!table) return NO_TERM;
    Term objects = row_objects(p->heap, table, rows_get(table, args[1]), TERM_NIL);
    if (!rows_delete(p->store, table, args[1])) bif_changed_nothing(p);
    return objects;
}

static void takes_key(Process *p, const Term *args, Footprint *out) {
    Table *table = ets_find(p, args[0]);
    ets_writes_key(p, args, out);
    if (table) table_touch_ghosts(p, table, out);
}

static Term ets_internal_delete_all_2(Process *p, const Term *args) {
    Table *table = ets_table(p, args[0], ETS_WRITE);
    if (!table) return NO_TERM;
    if (!term_same(args[1], ATOM(undefined))) return args[1];
    uint64_t size = table->size;
    walks_finish(p->machine, table);
    rows_clear(p->store, table);
    return heap_unsigned(p->heap, size);
}

// --- update_element ------------------------------------------------------------------------------

// A copy of an object that may still be changed.
static Term copy_of(Heap *heap, Term object) {
    size_t size = term_tuple_size(object);
    Term copy = heap_tuple(heap, size);
    memcpy(term_elements(copy), term_elements(object), size * sizeof copy);
    return copy;
}

// The object that `args` (Table, Key ...) ask to update: the one in the table, or a copy of the
// default with the key in its place. `place` is NO_TERM for the latter. NO_TERM: there is none.
static Term object_to_update(Process *p, const Table *table, Term key, Term otherwise, Term *place) {
    *place = rows_find(table, key);
    if (!term_is_none(*place)) return rows_at(table, *place);
    if (term_is_none(otherwise)) return NO_TERM;
    Term object = copy_of(p->heap, otherwise);
    term_elements(object)[table->key_position - 1] = key;
    return object;
}

static void store_updated(Process *p, Table *table, Term place, Term object) {
    if (term_is_none(place))
        rows_insert(p->store, table, object);
    else
        rows_set_at(p->store, table, place, object);
}

// The element of `object` that {Position, ...} means. False with the cause (or nil) when it means
// none.
static bool position_of(const Table *table, Term object, Term position, size_t *index, Term *cause) {
    *cause = TERM_NIL;
    if (!term_is_small(position)) return false;
    int64_t number = term_to_small(position);
    *cause = number == (int64_t)table->key_position ? ATOM(keypos) : ATOM(position);
    *index = (size_t)number - 1;
    return number >= 1 && number != (int64_t)table->key_position && number <= (int64_t)term_tuple_size(object);
}

static Term bad_position(Process *p, Term cause) {
    return term_is_nil(cause) ? ets_badarg(p) : ets_badarg_cause(p, cause);
}

// Applies [{Position, Value}, ...] to a copy.
static Term with_elements(Process *p, const Table *table, Term object, Term changes) {
    object = copy_of(p->heap, object);
    for (; term_is_cons(changes); changes = term_tail(changes)) {
        Term change = term_head(changes), cause;
        size_t index;
        if (!term_is_tuple_of(change, 2)) return ets_badarg(p);
        if (!position_of(table, object, term_elements(change)[0], &index, &cause))
            return bad_position(p, term_same(cause, ATOM(keypos)) ? cause : TERM_NIL);
        term_elements(object)[index] = term_elements(change)[1];
    }
    return term_is_nil(changes) ? object : ets_badarg(p);
}

static Term update_element(Process *p, const Term *args, Term otherwise) {
    Table *table = ets_table(p, args[0], ETS_WRITE);
    if (!table) return NO_TERM;
    bool valid = term_is_none(otherwise) || row_is_object(table, otherwise);
    if (table_is_bag(table) || !valid) return ets_badarg(p);
    Term place, object = object_to_update(p, table, args[1], otherwise, &place);
    if (term_is_none(object)) {
        bif_changed_nothing(p);
        return ATOM(false);
    }
    Term changes = term_is_tuple(args[2]) ? heap_cons(p->heap, args[2], TERM_NIL) : args[2];
    object = with_elements(p, table, object, changes);
    if (term_is_none(object)) return NO_TERM;
    store_updated(p, table, place, object);
    return ATOM(true);
}

static Term ets_update_element_3(Process *p, const Term *args) { return update_element(p, args, NO_TERM); }
static Term ets_update_element_4(Process *p, const Term *args) { return update_element(p, args, args[3]); }

static void updates_element(Process *p, const Term *args, Footprint *out) {
    Table *table = ets_touch(p, args[0], ACCESS_PART_WRITE, out);
    uint64_t value = hash_join(VALUE_ELEMENTS, term_hash(args[2]));
    if (!table) return;
    ets_touch_key(table, args[1], ACCESS_WRITE, value, out);
    ets_touch_part(table, args[1], out);
}

// --- update_counter ------------------------------------------------------------------------------

typedef struct {
    size_t index;   // of the element
    Term increment;
    Term threshold, reset;   // NO_TERM: none
} Counter;

// {Position, Increment} or {Position, Increment, Threshold, Reset}. Raises when it is neither.
static bool counter_parse(Process *p, const Table *table, Term object, Term change, Counter *counter) {
    bool bounded = term_is_tuple_of(change, 4);
    Term cause = TERM_NIL;
    const Term *parts = term_is_tuple(change) ? term_elements(change) : NULL;
    bool valid = (bounded || term_is_tuple_of(change, 2)) && term_is_integer(parts[1]) &&
                 (!bounded || (term_is_integer(parts[2]) && term_is_integer(parts[3])));
    if (!valid || !position_of(table, object, parts[0], &counter->index, &cause)) {
        bad_position(p, cause);
        return false;
    }
    counter->increment = parts[1];
    counter->threshold = bounded ? parts[2] : NO_TERM;
    counter->reset = bounded ? parts[3] : NO_TERM;
    return true;
}

static Term counter_value(Heap *heap, const Counter *counter, Term old) {
    if (term_is_small(old) && term_is_small(counter->increment) && term_is_none(counter->threshold))
        return heap_integer(heap, term_to_small(old) + term_to_small(counter->increment));
    Term value = number_add(heap, old, counter->increment);
    if (number_failed(value) || term_is_none(counter->threshold)) return value;
    int side = number_compare(value, counter->threshold);
    bool passed = number_is_negative(counter->increment) ? side < 0 : side > 0;
    return passed ? counter->reset : value;
}

// Changes an element of an object that is not in a table yet. NO_TERM after raising.
static Term count(Process *p, Term object, const Counter *counter) {
    Term *element = &term_elements(object)[counter->index];
    if (!term_is_integer(*element)) return ets_badarg(p);
    Term value = counter_value(p->heap, counter, *element);
    if (number_failed(value)) {
        bif_changed_nothing(p);
        return process_system_limit(p);
    }
    return *element = value;
}

// All of a list; the list of the new values. NO_TERM after raising.
static Term count_all(Process *p, const Table *table, Term object, Term changes) {
    Term values, *link = &values;
    for (; term_is_cons(changes); changes = term_tail(changes)) {
        Counter counter;
        if (!counter_parse(p, table, object, term_head(changes), &counter)) return NO_TERM;
        Term value = count(p, object, &counter);
        if (term_is_none(value)) return NO_TERM;
        *link = heap_cons(p->heap, value, TERM_NIL);
        link = term_list_words(*link) + 1;
    }
    *link = TERM_NIL;
    return term_is_nil(changes) ? values : ets_badarg(p);
}

// An increment alone is meant for the element behind the key.
static Term count_one(Process *p, const Table *table, Term object, Term change) {
    Counter counter = {table->key_position, change, NO_TERM, NO_TERM};
    if (!term_is_integer(change)) {
        if (!counter_parse(p, table, object, change, &counter)) return NO_TERM;
    } else if (table->key_position >= term_tuple_size(object)) {
        return ets_badarg_cause(p, ATOM(position));
    }
    return count(p, object, &counter);
}

static Term update_counter(Process *p, const Term *args, Term otherwise) {
    Table *table = ets_table(p, args[0], ETS_WRITE);
    if (!table) return NO_TERM;
    if (!term_is_none(otherwise) && !term_is_tuple(otherwise)) return ets_badarg(p);
    if (table_is_bag(table)) return ets_badarg_cause(p, ATOM(table_type));
    if (!term_is_none(otherwise) && !row_is_object(table, otherwise)) return ets_badarg(p);
    Term place, object = object_to_update(p, table, args[1], otherwise, &place);
    if (term_is_none(object)) return ets_badarg_cause(p, ATOM(badkey));
    object = copy_of(p->heap, object);
    bool single = term_is_integer(args[2]) || term_is_tuple(args[2]);
    Term result = single ? count_one(p, table, object, args[2]) : count_all(p, table, object, args[2]);
    if (!term_is_none(result)) store_updated(p, table, place, object);
    return result;
}

static Term ets_update_counter_3(Process *p, const Term *args) { return update_counter(p, args, NO_TERM); }
static Term ets_update_counter_4(Process *p, const Term *args) { return update_counter(p, args, args[3]); }

const Bif ets_update_bifs[] = {
    ETS_BIF(insert, 2, inserts),
    ETS_BIF(insert_new, 2, inserts_new),
    ETS_BIF(delete, 2, deletes_key),
    ETS_BIF(delete_object, 2, deletes_object),
    ETS_BIF(take, 2, takes_key),
    ETS_BIF(internal_delete_all, 2, ets_writes_table),
    ETS_BIF(update_element, 3, updates_element),
    ETS_BIF(update_element, 4, ets_writes_key),
    ETS_BIF(update_counter, 3, ets_writes_key),
    ETS_BIF(update_counter, 4, ets_writes_key),
    {0},
};
