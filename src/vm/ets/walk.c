#include "vm/ets/walk.h"

#include "vm/ets/rows.h"
#include "vm/run/bif.h"
#include "vm/run/quiet.h"
#include "vm/term/map.h"

// --- parts ----------------------------------------------------------------------------------------------

enum { PART_BITS = 4 };

uint8_t walk_part_bits(const Machine *m) { return m->config->part_bits ? m->config->part_bits : PART_BITS; }

static uint32_t parts_of(const Table *table) { return 1u << table->part_bits; }

static unsigned shift_of(const Table *table) { return HAMT_BITS * HAMT_DEPTH - table->part_bits; }

static uint64_t part_object(const Table *table, uint64_t part) {
    return object_of(OBJECT_WALK, table->object + part, NO_TERM);
}

static uint64_t part_of(const Table *table, Term key) { return hamt_position(term_hash(key)) >> shift_of(table); }

uint64_t table_part_object(const Table *table, Term key) { return part_object(table, part_of(table, key)); }

uint64_t table_whole_object(const Table *table) { return part_object(table, parts_of(table)); }

static void copy_part(Store *store, Table *copy, const Table *table, uint64_t part) {
    RowsIterator it;
    Term key;
    rows_iterate_from(&it, table, part << shift_of(table));
    for (Term row; !term_is_none(row = rows_iterator_next(&it, &key)) && part_of(table, key) == part;)
        rows_put(store, copy, key, row);
    rows_iterator_end(&it);
}

// --- walks ----------------------------------------------------------------------------------------------

bool walk_takes_time(const Process *p, const Table *table) {
    if (!p->machine->stepping || p->atomic || quiet_serves(p) || !table->part_bits) return false;
    return table->protection == TABLE_PUBLIC || !term_same(table->owner, p->pid);
}

// What its parts begin to read after, and what goes on after them.
static uint64_t object_begun(const Process *p) {
    return object_of(OBJECT_WALK, term_pid_index(p->pid), term_small((int64_t)p->walks));
}
static uint64_t object_read(const Process *p) { return hash_mix(object_begun(p)); }

static Actor actor_of(Process *p, uint32_t part) {
    return actor_for(p->machine, term_pid_index(p->pid), DESCENT_WALK | (part + 1));
}

static uint32_t part_of_actor(const Machine *m, Actor actor) {
    return (uint32_t)(m->descents[actor].child & ~DESCENT_WALK) - 1;
}

Process *walk_process(const Machine *m, Actor actor) { return m->processes[m->descents[actor].parent]; }

static void set_walkers(Machine *m, Term walkers) {
    store_touch(&m->store, m->globals);
    m->globals->walkers = map_count(walkers) ? walkers : TERM_NIL;
}

void walk_begin(Process *p, const Table *table) {
    Machine *m = p->machine;
    Walk *walk = store_record(p->store, RECORD_PLAIN, sizeof *walk / sizeof(uint64_t), 0);
    walk->copy = table_copy(p->store, table);
    walk->left = ((uint64_t)1 << parts_of(table)) - 1;
    process_touch(p);
    p->walk = walk;
    p->walks++;
    Term walkers = m->globals->walkers;
    set_walkers(m, map_put(p->heap, term_is_nil(walkers) ? map_empty(p->heap) : walkers, p->pid, ATOM(true)));
    for (uint32_t part = 0; part < parts_of(table); part++) process_set_standing(m, actor_of(p, part), true);
    footprint_add_settled(bif_footprint(p), object_begun(p), ACCESS_WRITE, VALUE_BEGINS);
    m->again = true;
}

void walk_end(Process *p) {
    if (!p->walk) return;
    for (uint64_t left = p->walk->left; left; left &= left - 1)
        process_set_standing(p->machine, actor_of(p, (uint32_t)__builtin_ctzll(left)), false);
    store_record_free(p->store, p->walk->copy);
    store_record_free(p->store, p->walk);
    process_touch(p);
    p->walk = NULL;
    set_walkers(p->machine, map_remove(p->heap, p->machine->globals->walkers, p->pid));
}

void walk_begin_footprint(const Table *table, Footprint *out) {
    footprint_add_settled(out, table_whole_object(table), ACCESS_READ, 0);
}

void walk_end_footprint(const Process *p, Footprint *out) {
    footprint_add_settled(out, object_read(p), ACCESS_READ, 0);
}

void walk_step(Machine *m, Actor actor) {
    Process *p = walk_process(m, actor);
    Walk *walk = p->walk;
    uint32_t part = part_of_actor(m, actor);
    store_touch(&m->store, walk);
    if (!walk->whole) copy_part(&m->store, walk->copy, tables_find(m->tables, walk->copy->id), part);
    walk->left &= ~((uint64_t)1 << part);
    process_set_standing(m, actor, false);
    footprint_add_settled(bif_footprint(p), object_read(p), ACCESS_WRITE, VALUE_BEGINS);
    if (!walk->left) process_enqueue(p);
}

void walk_step_footprint(const Machine *m, Actor actor, Footprint *out) {
    const Process *p = walk_process(m, actor);
    footprint_add_settled(out, object_begun(p), ACCESS_READ, 0);
    footprint_add_settled(out, part_object(p->walk->copy, part_of_actor(m, actor)), ACCESS_READ, 0);
    footprint_add_settled(out, object_of(OBJECT_PROCESS_LIFE, term_pid_index(p->pid), NO_TERM), ACCESS_READ, 0);
}

void walks_finish(Machine *m, const Table *table) {
    Term pid, value;
    MapIterator it;
    if (term_is_nil(m->globals->walkers)) return;
    for (map_iterate(&it, m->globals->walkers); map_next(&it, &pid, &value);) {
        Walk *walk = process_find(m, pid)->walk;
        if (walk->whole || walk->copy->object != table->object) continue;
        store_touch(&m->store, walk);
        walk->whole = true;
        for (uint64_t left = walk->left; left; left &= left - 1)
            copy_part(&m->store, walk->copy, table, (uint64_t)__builtin_ctzll(left));
    }
}

uint64_t walk_hash(const Process *p) {
    if (!p->walk) return p->walks;
    return hash_join(hash_join(p->walk->left, p->walks << 1 | p->walk->whole), rows_hash(p->walk->copy));
}
