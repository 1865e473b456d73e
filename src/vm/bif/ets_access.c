// Finding tables, and footprints: vm/bif/ets.h.
#include "base/words.h"
#include "vm/bif/ets.h"
#include "vm/ets/walk.h"
#include "vm/term/hash.h"
#include "vm/term/map.h"
#include "vm/term/number.h"

static bool may_use(const Process *p, const Table *table, EtsAccess access) {
    if (access == ETS_INFO || term_same(table->owner, p->pid)) return true;
    return access == ETS_READ ? table->protection != TABLE_PRIVATE : table->protection == TABLE_PUBLIC;
}

Table *ets_table(Process *p, Term name_or_id, EtsAccess access) {
    Table *table = ets_find(p, name_or_id);
    if (table && may_use(p, table, access)) return table;
    bool could_be = term_is_atom(name_or_id) || term_is_kind(name_or_id, KIND_REFERENCE);
    ets_badarg_cause(p, table ? ATOM(access) : could_be ? ATOM(id) : ATOM(type));
    return NULL;
}

Term ets_badarg_cause(Process *p, Term cause) {
    bif_changed_nothing(p);
    return process_raise_cause(p, ATOM(badarg), cause);
}

Term ets_badarg(Process *p) {
    bif_changed_nothing(p);
    return process_badarg(p);
}

// --- footprints ----------------------------------------------------------------------------------

void ets_touch_found(const Process *p, const Table *table, Term name_or_id, AccessKind kind, Footprint *out) {
    if (term_is_atom(name_or_id)) {
        uint64_t name = table ? table->name_object : object_of(OBJECT_TABLE_NAMES, 0, ets_name(p, name_or_id));
        footprint_add(out, name, ACCESS_READ, 0);
    }
    if (table)
        footprint_add(out, table->object, kind, 0);
    else if (term_is_reference(name_or_id))
        footprint_add(out, object_of(OBJECT_TABLE, 0, name_or_id), ACCESS_READ, 0);
}

Table *ets_touch(Process *p, Term name_or_id, AccessKind kind, Footprint *out) {
    Table *table = ets_find(p, name_or_id);
    ets_touch_found(p, table, name_or_id, kind, out);
    return table;
}

bool ets_names_table(const Term *args) { return term_is_atom(args[0]) || term_is_reference(args[0]); }

// What a term contributes to a hash in which terms that are == agree. The terms inside it follow.
static uint64_t loose_hash_of(Term term, Words *inside) {
    double value;
    if (term_is_number(term)) {
        if (!number_to_double(term, &value)) return term_hash(term);
        value += 0.0;   // -0.0 and 0.0 are ==
        return hash_bytes(&value, sizeof value);
    }
    if (term_is_cons(term)) {
        words_push(inside, term_tail(term).bits);
        words_push(inside, term_head(term).bits);
        return 1;
    }
    if (term_is_tuple(term)) {
        for (size_t i = term_tuple_size(term); i > 0; i--) words_push(inside, term_elements(term)[i - 1].bits);
        return hash_mix(term_tuple_size(term));
    }
    return term_is_map(term) ? map_count(term) : term_hash(term);
}

static __attribute__((noinline)) uint64_t loose_hash(Term term) {
    Words todo;
    words_init(&todo);
    words_push(&todo, term.bits);
    uint64_t hash = 0;
    while (todo.count > 0) {
        Term next = {words_pop(&todo)};
        hash = hash_join(hash, loose_hash_of(next, &todo));
    }
    words_free(&todo);
    return hash;
}

// In an ordered table 1 and 1.0 are one key, hence one object.
void ets_touch_key(const Table *table, Term key, AccessKind kind, uint64_t value, Footprint *out) {
    uint64_t part = table_is_ordered(table) ? loose_hash(key) : term_hash(key);
    footprint_add(out, hash_join(table->object, part), kind, value);
}

void ets_touch_key_settled(const Table *table, Term key, AccessKind kind, uint64_t value, Footprint *out) {
    if (out->count < FOOTPRINT_MAX) out->settled |= footprint_bit(out->count);
    ets_touch_key(table, key, kind, value, out);
}

void ets_touch_part(const Table *table, Term key, Footprint *out) {
    if (table->part_bits) footprint_add_settled(out, table_part_object(table, key), ACCESS_PART_WRITE, 0);
}

void ets_reads_key(Process *p, const Term *args, Footprint *out) {
    Table *table = ets_touch(p, args[0], ACCESS_PART_READ, out);
    if (table) ets_touch_key_settled(table, args[1], ACCESS_READ, 0, out);
}

void ets_writes_key(Process *p, const Term *args, Footprint *out) {
    Table *table = ets_touch(p, args[0], ACCESS_PART_WRITE, out);
    if (!table) return;
    ets_touch_key(table, args[1], ACCESS_WRITE, 0, out);
    ets_touch_part(table, args[1], out);
}

void ets_reads_table(Process *p, const Term *args, Footprint *out) {
    Table *table = ets_touch(p, args[0], ACCESS_READ, out);
    if (table) footprint_add_settled(out, table_fixation_object(table), ACCESS_READ, 0);
}

void ets_writes_table(Process *p, const Term *args, Footprint *out) {
    Table *table = ets_touch(p, args[0], ACCESS_WRITE, out);
    if (table) table_touch_ghosts(p, table, out);
}
