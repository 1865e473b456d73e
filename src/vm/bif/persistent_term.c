// persistent_term: terms that all processes share, by key.
#include "vm/ets/table.h"
#include "vm/run/bif.h"
#include "vm/run/node.h"
#include "vm/term/compare.h"
#include "vm/term/hash.h"
#include "vm/term/map.h"

static Term find(Process *p, Term name) {
    Term key = node_key(p, name);
    return hamt_get(machine_tables(p->machine)->persistent, term_hash(key), key);
}

static Term persistent_term_get_1(Process *p, const Term *args) {
    Term value = find(p, args[0]);
    return term_is_none(value) ? process_badarg(p) : value;
}

static Term persistent_term_get_2(Process *p, const Term *args) {
    Term value = find(p, args[0]);
    return term_is_none(value) ? args[1] : value;
}

// As the program calls it.
static Term public_key(const Process *p, Term key) {
    return node_same_name(term_pid_node(p->pid), p->machine->node) ? key : term_tail(key);
}

static Term persistent_term_get_0(Process *p, const Term *args) {
    (void)args;
    Term all = TERM_NIL;
    HamtIterator it = hamt_iterate(machine_tables(p->machine)->persistent);
    for (Term leaf; !term_is_none(leaf = hamt_iterator_next(&it));)
        if (node_owns_key(p->machine, term_pid_node(p->pid), term_head(leaf)))
            all = heap_cons(p->heap, heap_tuple2(p->heap, public_key(p, term_head(leaf)), term_tail(leaf)), all);
    return all;
}

static Term persistent_term_put_2(Process *p, const Term *args) {
    Tables *tables = machine_tables(p->machine);
    Term old = find(p, args[0]);
    if (!term_is_none(old) && term_identical(old, args[1])) return ATOM(ok);
    bool added;
    store_touch(p->store, tables);
    Term key = node_key(p, args[0]);
    tables->persistent = hamt_put(p->heap, tables->persistent, term_hash(key), key, args[1], &added);
    tables->persistent_count += added;
    return ATOM(ok);
}

// Of OTP 28: another value under the key is an error.
static Term persistent_term_put_new_2(Process *p, const Term *args) {
    Term old = find(p, args[0]);
    if (term_is_none(old)) return persistent_term_put_2(p, args);
    return term_identical(old, args[1]) ? ATOM(ok) : process_badarg(p);
}

static Term persistent_term_erase_1(Process *p, const Term *args) {
    Tables *tables = machine_tables(p->machine);
    if (term_is_none(find(p, args[0]))) return ATOM(false);
    store_touch(p->store, tables);
    Term key = node_key(p, args[0]);
    tables->persistent = hamt_remove(p->heap, tables->persistent, term_hash(key), key, NULL);
    tables->persistent_count--;
    return ATOM(true);
}

static Term erts_internal_erase_persistent_terms_0(Process *p, const Term *args) {
    (void)args;
    Tables *tables = machine_tables(p->machine);
    store_touch(p->store, tables);
    tables->persistent = TERM_NIL;
    tables->persistent_count = 0;
    return ATOM(true);
}

enum { BYTES_OF_TABLE = 8192, BYTES_OF_TERM = 64 };   // about what OTP tells, for small terms

static Term persistent_term_info_0(Process *p, const Term *args) {
    (void)args;
    uint64_t count = machine_tables(p->machine)->persistent_count;
    Term pairs[] = {ATOM(count), heap_unsigned(p->heap, count), ATOM(memory),
                    heap_unsigned(p->heap, BYTES_OF_TABLE + BYTES_OF_TERM * count)};
    return map_from_pairs(p->heap, pairs, 2, NULL);
}

// --- footprints ----------------------------------------------------------------------------------
// Each key is an object, and the set of all of them is one.

static uint64_t key_object(Term key) { return object_of(OBJECT_PERSISTENT, 0, key); }
static uint64_t all_object(void) { return object_of(OBJECT_PERSISTENT, 1, NO_TERM); }

// The logger remembers there which modules may log what. Who is the first to log makes no difference.
static bool is_of_logger(Term key) {
    return term_is_tuple_of(key, 2) && term_same(term_elements(key)[0], ATOM(logger_config));
}

static void reads_key(Process *p, const Term *args, Footprint *out) {
    if (is_of_logger(args[0])) return;
    footprint_add_settled(out, key_object(node_key(p, args[0])), ACCESS_READ, 0);
}

static void touch(const Process *p, Term key, uint64_t value, Footprint *out) {
    if (is_of_logger(key)) return;
    footprint_add_settled(out, key_object(node_key(p, key)), ACCESS_WRITE, value);
    footprint_add_settled(out, all_object(), ACCESS_UPDATE, 0);
}

static void writes_value(Process *p, const Term *args, Footprint *out) { touch(p, args[0], term_hash(args[1]), out); }

static void writes_key(Process *p, const Term *args, Footprint *out) { touch(p, args[0], 0, out); }

static void reads_all(Process *p, const Term *args, Footprint *out) {
    (void)p, (void)args;
    footprint_add_settled(out, all_object(), ACCESS_READ, 0);
}

static void writes_all(Process *p, const Term *args, Footprint *out) {
    (void)p, (void)args;
    out->everything = true;
}

const Bif persistent_term_bifs[] = {
    BIF(persistent_term, get, 0, reads_all),
    BIF(persistent_term, get, 1, reads_key),
    BIF(persistent_term, get, 2, reads_key),
    BIF(persistent_term, put, 2, writes_value),
    BIF(persistent_term, put_new, 2, writes_key),
    BIF(persistent_term, erase, 1, writes_key),
    BIF(persistent_term, info, 0, reads_all),
    BIF(erts_internal, erase_persistent_terms, 0, writes_all),
    {0},
};
