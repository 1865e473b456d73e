#include "vm/ets/table_check.h"

#include "vm/ets/rows.h"
#include "vm/run/estate.h"
#include "vm/term/compare.h"

#ifndef NDEBUG

enum { ROWS_LOOKED_AT = 256 };   // tables with more rows are not walked: that would take longer than the step

static const Table *table_of(Term leaf) { return (const Table *)term_to_small(term_tail(leaf)); }

// Who owns it lists it, once.
static void owner_check(const Machine *m, const Table *table) {
    const Process *owner = m->processes[term_pid_index(table->owner)];
    uint32_t listed = 0;
    if (!owner) owner = estate_left(m, table->owner);
    assert(owner);
    for (Term ids = owner->tables; term_is_cons(ids); ids = term_tail(ids))
        listed += term_identical(term_head(ids), table->id);
    assert(listed == 1);
}

static void table_check(const Machine *m, const Table *table) {
    assert(table->record.kind == RECORD_PLAIN && table->record.terms == TABLE_TERMS);
    assert(table->type <= TABLE_DUPLICATE_BAG && table->protection <= TABLE_PRIVATE && table->key_position > 0);
    assert(term_is_atom(table->name) && term_is_local_pid(table->owner));
    assert(term_is_local_pid(table->heir) || term_same(table->heir, ATOM(none)));
    assert(table->size > ROWS_LOOKED_AT || rows_check(table));
    owner_check(m, table);
}

static uint64_t names_check(const Tables *tables) {
    uint64_t count = 0;
    HamtIterator it = hamt_iterate(tables->by_name);
    for (Term leaf; !term_is_none(leaf = hamt_iterator_next(&it)); count++) {
        const Table *table = table_of(leaf);
        assert(table->named && term_same(table->known_as, term_head(leaf)));
    }
    return count;
}

void tables_check(const Machine *m) {
    const Tables *tables = m->tables;
    uint64_t count = 0, named = 0, fixed = 0;
    HamtIterator it = hamt_iterate(tables->by_id);
    for (Term leaf; !term_is_none(leaf = hamt_iterator_next(&it)); count++) {
        const Table *table = table_of(leaf);
        assert(term_identical(table->id, term_head(leaf)));
        table_check(m, table);
        named += table->named;
        fixed += table_is_fixed(table);
    }
    assert(count == tables->count && fixed == tables->fixed);
    assert(named == names_check(tables));
}

#endif
