// Walk: a traversal of a table that others write to while it lasts.
//
// Where erl lets writers in between (tables with write_concurrency, but for ordered ones), a traversal is many steps.
// Rows are divided into parts by the hashes of their keys. When the call begins, its process stops, and there is an
// actor for each part, which reads it; what they read is kept in a copy. When all have, the process goes on with the
// result of that.
//
//     P begins a walk    P/part1 ... P/part16 read, in any order    P ends it
//
// The order of rows in such a table means nothing, and differs between releases, so any part may be read before any
// other. A write of one object touches the part that its key is in. So it conflicts with one step of a walk only, as it
// would with a look at its key.
//
// What changes a table as a whole (a list of objects, all objects, the end of the table) waits on erl until walks are
// over. Here they read at once what they have not read yet: the actors take their steps all the same, and it does not
// matter when.
#pragma once
#include "vm/ets/table.h"
#include "vm/run/machine_state.h"

typedef struct Walk {
    Record record;
    Table *copy;     // what was read so far
    uint64_t left;   // bits: parts that are to be read
    bool whole;      // the copy has all there is to read
} Walk;

uint8_t walk_part_bits(const Machine *machine);             // for tables that are walked over in parts
uint64_t table_part_object(const Table *table, Term key);   // what the part of a key is in footprints
uint64_t table_whole_object(const Table *table);            // what is changed with more than one key

bool walk_takes_time(const Process *p, const Table *table);   // whether a traversal by this process would
void walk_begin(Process *p, const Table *table);              // the call that it stands before is to be made again
void walk_end(Process *p);                                    // if there is one
void walk_begin_footprint(const Table *table, Footprint *out);
void walk_end_footprint(const Process *p, Footprint *out);
void walks_finish(Machine *machine, const Table *table);   // it is about to change as a whole
uint64_t walk_hash(const Process *p);                      // part of the hash of a state
static inline bool walk_is_open(const Process *p) { return p->walk && p->walk->left; }   // the process cannot go on

// --- stepping ------------------------------------------------------------------------------------------
static inline bool walk_is_actor(const Machine *m, Actor actor) {
    return actor < m->descent_count && (m->descents[actor].child & DESCENT_WALK);
}
Process *walk_process(const Machine *machine, Actor actor);   // who walks
void walk_step(Machine *machine, Actor actor);
void walk_step_footprint(const Machine *machine, Actor actor, Footprint *out);
