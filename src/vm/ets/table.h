// Table: the tables of ets, who owns them and how they are found. What they contain is vm/ets/rows.h.
//
// A table is one record. Its objects hang below `root`, so a table's whole state comes back with
// the record (and with the words that rows.c changes through the trail). The collection of all
// tables is a record too, which also holds the other things that processes share by name or
// reference: persistent terms and atomics.
#pragma once
#include "vm/event.h"
#include "vm/run/process.h"

typedef enum { TABLE_SET, TABLE_ORDERED_SET, TABLE_BAG, TABLE_DUPLICATE_BAG } TableType;
typedef enum { TABLE_PUBLIC, TABLE_PROTECTED, TABLE_PRIVATE } TableProtection;

typedef struct Table {
    Record record;
    // --- terms ---
    Term root;    // the objects (vm/ets/rows.h)
    Term id;      // a reference
    Term name;    // an atom, also of a table that is not named
    Term owner;   // a pid
    Term heir;    // a pid, or none
    Term heir_data;
    Term fixers;     // a map: pid => how often it fixed the table; nil: nobody did
    Term known_as;   // the name among those of all nodes (vm/run/node.h)
    Term ghosts;     // a map: keys that were deleted since => true; nil: none, or nobody will ask
    // --- raw ---
    uint64_t size;           // objects
    uint64_t key_position;   // from 1
    uint64_t fixed_since;    // virtual nanoseconds
    uint64_t object;         // what stands for it in footprints
    uint64_t name_object;    // what stands for its name
    uint8_t type;            // TableType
    uint8_t protection;      // TableProtection
    uint8_t part_bits;       // of the number of parts that it is walked over in (vm/ets/walk.h); 0: it is read at once
    bool named;
    bool remembers;   // it is fixed, and what is deleted becomes a ghost: a walk may go on from there
    bool compressed, read_concurrency, decentralized_counters;   // what info tells, nothing else
    Term write_concurrency;                                      // an atom: true, false or auto
} Table;

enum { TABLE_TERMS = 9 };
_Static_assert(offsetof(Table, size) == offsetof(Table, root) + TABLE_TERMS * sizeof(Term), "all terms are counted");

static inline bool table_is_bag(const Table *table) { return table->type >= TABLE_BAG; }
static inline bool table_is_ordered(const Table *table) { return table->type == TABLE_ORDERED_SET; }
// What calls return and take: the name of a named table, else the reference.
static inline Term table_identifier(const Table *table) { return table->named ? table->name : table->id; }

enum { TABLES_TERMS = 4, TABLES_KNOWN = 4 };

typedef struct Tables {
    Record record;
    Term by_id;        // a tree by hash (vm/term/hamt.h): reference => address of a Table
    Term by_name;      // the same: atom => address of a Table
    Term persistent;   // the same: key => value of a persistent term
    Term atomics;      // the same: reference => array (vm/bif/atomics.c)
    uint64_t count;    // of tables
    uint64_t fixed;    // tables that somebody fixed
    uint64_t persistent_count;
    // Tables that were looked up by name, by the last bits of its number. Whatever changes `by_name` forgets them, and
    // undo brings back both.
    struct {
        Term name;
        Table *table;
    } known[TABLES_KNOWN];
} Tables;

// The object that stands for the set of all tables in footprints.
#define TABLES_ALL object_of(OBJECT_TABLE_NAMES, 1, NO_TERM)

Tables *tables_new(Store *store);
Tables *machine_tables(Machine *machine);

Table *tables_find(Tables *tables, Term name_or_id);   // NULL: there is none
Table *tables_find_name(Tables *tables, Term name);    // as known among all nodes
// A table owned by `p`; the caller fills in its properties. A name must be free.
Table *tables_add(Tables *tables, Process *p, Term name, bool named);
void tables_remove(Tables *tables, Process *p, Table *table);
Table *table_copy(Store *store, const Table *table);   // without rows, and it cannot be found
void tables_rename(Tables *tables, Process *p, Table *table, Term name);
// Makes `to` the owner and tells it so, with an 'ETS-TRANSFER' message.
void tables_give(Process *from, Table *table, Process *to, Term gift);

// Fixations: while there is one, a walk over a set may go on from a key that was deleted.
static inline bool table_is_fixed(const Table *table) { return !term_is_nil(table->fixers); }
void table_fix(Process *p, Table *table);
void table_unfix(Process *p, Table *table);
// A delete that comes before or after a fixation, where a walk of the program may ask.
void table_touch_ghosts(Process *p, const Table *table, Footprint *footprint);
uint64_t table_fixation_object(const Table *table);   // what they are in footprints
// The end of who fixed a table finds only tables that are left, so to delete one is to see who lives.
void table_touch_fixers(const Table *table, Footprint *footprint);

// The owner is about to end: its tables go to their heirs or end too, and its fixations end.
void tables_owner_exits(Tables *tables, Process *owner);
// The same in parts: one table of those that it lists, if it is still its own; its fixations.
void tables_leave_behind(Tables *tables, Process *owner, Term id);
void tables_leaving_footprint(Tables *tables, const Process *owner, Term id, Footprint *footprint);
void tables_unfix_all(Tables *tables, Process *p);
void tables_unfixing_footprint(Tables *tables, const Process *p, Footprint *footprint);
// What that touches, for the footprint of the exit.
void tables_exit_footprint(Tables *tables, const Process *owner, Footprint *footprint);

// Part of the canonical hash of a state: the contents and properties of all tables, persistent
// terms and atomics.
uint64_t tables_hash(const Tables *tables);
// Those that a node had are gone, and its persistent terms.
void tables_stop_node(Tables *tables, Machine *machine, uint32_t node);
