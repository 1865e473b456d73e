#include "vm/ets/table.h"

#include "vm/ets/rows.h"
#include "vm/ets/walk.h"
#include "vm/run/bif.h"
#include "vm/run/delivery.h"
#include "vm/run/machine_state.h"
#include "vm/run/node.h"
#include "vm/term/compare.h"
#include "vm/term/hash.h"
#include "vm/term/map.h"

Tables *tables_new(Store *store) {
    return store_record(store, RECORD_PLAIN, sizeof(Tables) / sizeof(uint64_t), TABLES_TERMS);
}

// --- finding -------------------------------------------------------------------------------------
// Records never move, so the trees hold their addresses, as small integers.

static Table *at(Term root, Term key) {
    Term address = hamt_get(root, term_hash(key), key);
    return term_is_none(address) ? NULL : (Table *)term_to_small(address);
}

static Term with(Store *store, Term root, Term key, const Table *table) {
    return hamt_put(&store->heap, root, term_hash(key), key, term_from_pointer(table), NULL);
}

static Term without(Store *store, Term root, Term key) {
    return hamt_remove(&store->heap, root, term_hash(key), key, NULL);
}

Table *tables_find_name(Tables *tables, Term name) {
    uint32_t place = term_atom_index(name) % TABLES_KNOWN;
    if (term_same(tables->known[place].name, name)) return tables->known[place].table;
    Table *table = at(tables->by_name, name);
    tables->known[place].name = name;
    tables->known[place].table = table;
    return table;
}

Table *tables_find(Tables *tables, Term name_or_id) {
    if (term_is_atom(name_or_id)) return tables_find_name(tables, name_or_id);
    if (term_is_kind(name_or_id, KIND_REFERENCE)) return at(tables->by_id, name_or_id);
    return NULL;
}

// The record has been touched.
static void set_names(Tables *tables, Term by_name) {
    tables->by_name = by_name;
    memset(tables->known, 0, sizeof tables->known);
}

static uint64_t table_object(Term id) { return object_of(OBJECT_TABLE, 0, id); }
static uint64_t name_object(Term name) { return object_of(OBJECT_TABLE_NAMES, 0, name); }

// --- owning --------------------------------------------------------------------------------------
// A process lists the tables it owns, so that its end finds them.

static void own(Process *p, Table *table) {
    process_touch(p);
    p->tables = heap_cons(p->heap, table->id, p->tables);
}

static void disown(Process *p, Term id) {
    Term later = TERM_NIL, ids = p->tables;
    for (; term_is_cons(ids) && !term_identical(term_head(ids), id); ids = term_tail(ids))
        later = heap_cons(p->heap, term_head(ids), later);
    if (!term_is_cons(ids)) return;
    ids = term_tail(ids);
    for (; term_is_cons(later); later = term_tail(later)) ids = heap_cons(p->heap, term_head(later), ids);
    process_touch(p);
    p->tables = ids;
}

Table *tables_add(Tables *tables, Process *p, Term name, bool named) {
    Store *store = p->store;
    Table *table = store_record(store, RECORD_PLAIN, sizeof *table / sizeof(uint64_t), TABLE_TERMS);
    table->id = process_new_reference(p);
    table->object = table_object(table->id);
    table->name = name;
    table->known_as = node_private(p->machine, term_pid_node(p->pid), name);
    table->name_object = name_object(table->known_as);
    table->named = named;
    table->owner = p->pid;
    table->heir = ATOM(none);
    table->heir_data = ATOM(undefined);
    table->key_position = 1;
    table->write_concurrency = ATOM(false);
    store_touch(store, tables);
    tables->count++;
    tables->by_id = with(store, tables->by_id, table->id, table);
    if (named) set_names(tables, with(store, tables->by_name, table->known_as, table));
    own(p, table);
    return table;
}

Table *table_copy(Store *store, const Table *table) {
    Table *copy = store_record(store, RECORD_PLAIN, sizeof *copy / sizeof(uint64_t), TABLE_TERMS);
    memcpy(&copy->record + 1, &table->record + 1, sizeof *copy - sizeof copy->record);
    copy->remembers = false;
    copy->ghosts = TERM_NIL;
    rows_clear(store, copy);
    return copy;
}

static void remove_table(Tables *tables, Machine *m, Table *table) {
    Store *store = &m->store;
    walks_finish(m, table);
    store_touch(store, tables);
    tables->count--;
    tables->fixed -= table_is_fixed(table);
    tables->by_id = without(store, tables->by_id, table->id);
    if (table->named) set_names(tables, without(store, tables->by_name, table->known_as));
    store_record_free(store, table);
}

void tables_remove(Tables *tables, Process *p, Table *table) {
    Process *owner = process_find(p->machine, table->owner);
    if (owner) disown(owner, table->id);
    remove_table(tables, p->machine, table);
}

void tables_rename(Tables *tables, Process *p, Table *table, Term name) {
    Store *store = p->store;
    Term known_as = node_private(p->machine, term_pid_node(p->pid), name);
    if (table->named) {
        store_touch(store, tables);
        Term others = without(store, tables->by_name, table->known_as);
        set_names(tables, with(store, others, known_as, table));
    }
    store_touch(store, table);
    table->name = name;
    table->known_as = known_as;
    table->name_object = name_object(known_as);
}

void tables_give(Process *from, Table *table, Process *to, Term gift) {
    disown(from, table->id);
    store_touch(from->store, table);
    table->owner = to->pid;
    own(to, table);
    Term message = heap_tuple4(from->heap, ATOM(ETS_TRANSFER), table_identifier(table), from->pid, gift);
    process_send(from->machine, from, to->pid, message);
}

// --- fixations -----------------------------------------------------------------------------------

static int64_t fixations(const Table *table, Term pid) {
    Term count = table_is_fixed(table) ? map_get(table->fixers, pid) : NO_TERM;
    return term_is_none(count) ? 0 : term_to_small(count);
}

// A library goes on only from keys that it has found since it fixed the table.
static bool asks_for_ghosts(const Machine *m) { return !m->stepping || m->fixes_tables; }

void table_touch_ghosts(Process *p, const Table *table, Footprint *footprint) {
    if (p->machine->fixes_tables && !table_is_ordered(table))
        footprint_add_settled(footprint, table_fixation_object(table), ACCESS_READ, 0);
}

void table_fix(Process *p, Table *table) {
    Tables *tables = machine_tables(p->machine);
    uint64_t now = process_moment(p);   // whether or not it is the first, so that the order does not matter
    store_touch(p->store, table);
    if (!table_is_fixed(table)) {
        store_touch(p->store, tables);
        tables->fixed++;
        table->fixers = map_empty(p->heap);
        table->remembers = asks_for_ghosts(p->machine) && !table_is_ordered(table);
        table->fixed_since = now;
    }
    if (now < table->fixed_since) table->fixed_since = now;
    int64_t count = fixations(table, p->pid) + 1;
    table->fixers = map_put(p->heap, table->fixers, p->pid, term_small(count));
}

static void unfix(Process *p, Table *table, int64_t remaining) {
    Tables *tables = machine_tables(p->machine);
    store_touch(p->store, table);
    if (remaining > 0) {
        table->fixers = map_put(p->heap, table->fixers, p->pid, term_small(remaining));
        return;
    }
    table->fixers = map_remove(p->heap, table->fixers, p->pid);
    if (map_count(table->fixers) > 0) return;
    table->fixers = table->ghosts = TERM_NIL;
    table->remembers = false;
    store_touch(p->store, tables);
    tables->fixed--;
}

void table_unfix(Process *p, Table *table) {
    int64_t count = fixations(table, p->pid);
    if (count > 0) unfix(p, table, count - 1);
}

uint64_t table_fixation_object(const Table *table) { return object_of(OBJECT_TABLE, table->object, NO_TERM); }

// --- the end of an owner -------------------------------------------------------------------------

void tables_unfix_all(Tables *tables, Process *p) {
    if (tables->fixed == 0) return;
    HamtIterator all = hamt_iterate(tables->by_id);
    for (Term leaf; !term_is_none(leaf = hamt_iterator_next(&all));) {
        Table *table = (Table *)term_to_small(term_tail(leaf));
        if (fixations(table, p->pid) > 0) unfix(p, table, 0);
    }
}

static void leave_behind(Tables *tables, Process *owner, Table *table) {
    bool has_heir = !term_same(table->heir, ATOM(none)) && !term_same(table->heir, owner->pid);
    Process *heir = has_heir ? process_find(owner->machine, table->heir) : NULL;
    if (heir)
        tables_give(owner, table, heir, table->heir_data);
    else
        remove_table(tables, owner->machine, table);
}

static Table *owned_by(Tables *tables, const Process *owner, Term id) {
    Table *table = tables_find(tables, id);
    return table && term_same(table->owner, owner->pid) ? table : NULL;
}

void tables_leave_behind(Tables *tables, Process *owner, Term id) {
    Table *table = owned_by(tables, owner, id);
    disown(owner, id);
    if (table) leave_behind(tables, owner, table);
}

static void leave_all_behind(Tables *tables, Process *owner) {
    for (Term ids = owner->tables; term_is_cons(ids); ids = term_tail(ids)) {
        Table *table = owned_by(tables, owner, term_head(ids));
        if (table) leave_behind(tables, owner, table);
    }
    process_touch(owner);
    owner->tables = TERM_NIL;
}

void tables_owner_exits(Tables *tables, Process *owner) {
    if (!term_is_nil(owner->tables)) leave_all_behind(tables, owner);
    tables_unfix_all(tables, owner);
}

void table_touch_fixers(const Table *table, Footprint *footprint) {
    Term pid, count;
    MapIterator it;
    if (!table_is_fixed(table)) return;
    for (map_iterate(&it, table->fixers); map_next(&it, &pid, &count);)
        footprint_add_once(footprint, object_of(OBJECT_PROCESS_LIFE, term_pid_index(pid), NO_TERM), ACCESS_READ, 0);
}

static void touch_heir(const Process *owner, const Table *table, Footprint *footprint) {
    if (!term_is_local_pid(table->heir)) return;
    uint32_t heir = term_pid_index(table->heir);
    footprint_add(footprint, object_of(OBJECT_PROCESS_LIFE, heir, NO_TERM), ACCESS_READ, 0);
    if (!delivery_touches(owner->machine, owner->pid, table->heir, 0, footprint))
        footprint_add(footprint, object_of(OBJECT_MAILBOX, heir, NO_TERM), ACCESS_SEND, 0);
}

static void touch_left_behind(const Process *owner, const Table *table, Footprint *footprint) {
    footprint_add(footprint, table->object, ACCESS_WRITE, 0);
    footprint_add_once(footprint, TABLES_ALL, ACCESS_UPDATE, 0);
    if (table->named) footprint_add(footprint, table->name_object, ACCESS_WRITE, 0);
    table_touch_fixers(table, footprint);
    touch_heir(owner, table, footprint);
}

void tables_leaving_footprint(Tables *tables, const Process *owner, Term id, Footprint *footprint) {
    const Table *table = owned_by(tables, owner, id);
    if (table)
        touch_left_behind(owner, table, footprint);
    else
        footprint_add(footprint, table_object(id), ACCESS_READ, 0);   // somebody else was first
}

void tables_unfixing_footprint(Tables *tables, const Process *p, Footprint *footprint) {
    if (tables->fixed == 0) return;
    HamtIterator all = hamt_iterate(tables->by_id);
    for (Term leaf; !term_is_none(leaf = hamt_iterator_next(&all));) {
        const Table *table = (const Table *)term_to_small(term_tail(leaf));
        if (fixations(table, p->pid) == 0) continue;
        footprint_add_once(footprint, table->object, ACCESS_PART_READ, 0);   // it is still there
        footprint_add(footprint, table_fixation_object(table), ACCESS_UPDATE, 0);
    }
}

void tables_exit_footprint(Tables *tables, const Process *owner, Footprint *footprint) {
    for (Term ids = owner->tables; term_is_cons(ids); ids = term_tail(ids)) {
        const Table *table = tables_find(tables, term_head(ids));
        if (table) touch_left_behind(owner, table, footprint);
    }
    tables_unfixing_footprint(tables, owner, footprint);
}

// --- the end of a node ---------------------------------------------------------------------------

// Of a reference or pid.
static bool is_at(Term whose, uint32_t node) {
    return node_same_name(term_pid_node(term_is_local_pid(whose) ? whose : term_reference_pid(whose)), node);
}

void tables_stop_node(Tables *tables, Machine *m, uint32_t node) {
    HamtIterator all = hamt_iterate(tables->by_id);
    for (Term leaf; !term_is_none(leaf = hamt_iterator_next(&all));) {
        Table *table = (Table *)term_to_small(term_tail(leaf));
        if (is_at(table->owner, node)) remove_table(tables, m, table);
    }
    all = hamt_iterate(tables->persistent);
    for (Term leaf; !term_is_none(leaf = hamt_iterator_next(&all));) {
        Term key = term_head(leaf);
        if (!node_owns_key(m, node, key)) continue;
        store_touch(&m->store, tables);
        tables->persistent = hamt_remove(&m->store.heap, tables->persistent, term_hash(key), key, NULL);
        tables->persistent_count--;
    }
}

// --- hashing -------------------------------------------------------------------------------------

static uint64_t table_hash(const Table *table) {
    uint64_t hash = term_hash(table->id);
    const Term properties[] = {table->name, table->owner, table->heir, table->heir_data, table->fixers, table->ghosts};
    for (size_t i = 0; i < sizeof properties / sizeof *properties; i++)
        hash = hash_join(hash, term_hash(properties[i]));
    hash = hash_join(hash, (uint64_t)table->type << 16 | (uint64_t)table->protection << 8 | table->named);
    hash = hash_join(hash, table->key_position);
    return hash_join(hash, rows_hash(table));
}

static uint64_t tree_hash(Term root) {
    uint64_t hash = 0;
    HamtIterator all = hamt_iterate(root);
    for (Term leaf; !term_is_none(leaf = hamt_iterator_next(&all));)
        hash = hash_join(hash_join(hash, term_hash(term_head(leaf))), term_hash(term_tail(leaf)));
    return hash;
}

uint64_t tables_hash(const Tables *tables) {
    uint64_t hash = tables->count;
    HamtIterator all = hamt_iterate(tables->by_id);
    for (Term leaf; !term_is_none(leaf = hamt_iterator_next(&all));)
        hash = hash_join(hash, table_hash((const Table *)term_to_small(term_tail(leaf))));
    return hash_join(hash_join(hash, tree_hash(tables->persistent)), tree_hash(tables->atomics));
}
