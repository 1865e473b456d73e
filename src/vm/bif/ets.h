// Ets: what the files with ets's functions share: finding a table with the right to use it, and
// saying what a call touches.
//
// A call on key K of table T touches a part of T, and the key as an object of its own; a call on
// all of T touches T. Calls by name also read the name. A call that turns out to change nothing (it
// fails, or answers that a key is absent or taken) tells so through bif_changed_nothing.
#pragma once
#include "vm/ets/table.h"
#include "vm/run/bif.h"
#include "vm/run/node.h"

typedef enum {
    ETS_INFO,    // anybody
    ETS_READ,    // not on private tables of others
    ETS_WRITE,   // on public tables, and one's own
} EtsAccess;

// What a name is called among the names of all nodes; the table of a name or reference, or NULL.
static inline Term ets_name(const Process *p, Term name) {
    return node_private(p->machine, term_pid_node(p->pid), name);
}
static inline Table *ets_find(const Process *p, Term name_or_id) {
    Tables *tables = machine_tables(p->machine);
    if (term_is_atom(name_or_id)) return tables_find_name(tables, ets_name(p, name_or_id));
    bool far = term_is_kind(name_or_id, KIND_REFERENCE) && !term_pids_are_near(p->pid, term_reference_pid(name_or_id));
    return far ? NULL : tables_find(tables, name_or_id);
}

// The table, or NULL after raising badarg.
Table *ets_table(Process *p, Term name_or_id, EtsAccess access);

// The action under way only looked.
// badarg, possibly with a cause (an atom), after having changed nothing.
Term ets_badarg(Process *p);
Term ets_badarg_cause(Process *p, Term cause);

// --- footprints ----------------------------------------------------------------------------------
// Adds the table, and the name if that is how it was found. Returns it, or NULL.
Table *ets_touch(Process *p, Term name_or_id, AccessKind kind, Footprint *out);
void ets_touch_found(const Process *p, const Table *table, Term name_or_id, AccessKind kind,
                     Footprint *out);   // NULL: nothing was
// Adds a key. `value` identifies what is written, 0: that depends.
void ets_touch_key(const Table *table, Term key, AccessKind kind, uint64_t value, Footprint *out);
// The same of a call that does the same whatever is under the key.
void ets_touch_key_settled(const Table *table, Term key, AccessKind kind, uint64_t value, Footprint *out);

// Adds the part of the table that one object is about to change in, for who walks over it (vm/ets/walk.h).
void ets_touch_part(const Table *table, Term key, Footprint *out);

// A call whose footprint is that of ets_touch on its first argument, and possibly more.
bool ets_names_table(const Term *args);
#define ETS_BIF(function, arity, footprint) \
    { "ets", #function, arity, ets_##function##_##arity, footprint, ets_names_table }

// Footprints by argument positions: (Table, Key ...) and (Table ...).
void ets_reads_key(Process *p, const Term *args, Footprint *out);
void ets_writes_key(Process *p, const Term *args, Footprint *out);
void ets_reads_table(Process *p, const Term *args, Footprint *out);
void ets_writes_table(Process *p, const Term *args, Footprint *out);
