// The functions of ets that concern whole tables: making, ending, describing, handing over.
#include "vm/bif/ets.h"
#include "vm/ets/walk.h"
#include "vm/run/delivery.h"
#include "vm/run/machine_state.h"
#include "vm/run/observed.h"
#include "vm/run/remote.h"
#include "vm/term/identity.h"
#include "vm/term/map.h"
#include "vm/term/number.h"

// --- new -----------------------------------------------------------------------------------------

typedef struct {
    TableType type;
    TableProtection protection;
    bool named, compressed, read_concurrency;
    Term write_concurrency;
    bool decentralized;         // by type and write concurrency ...
    int decentralized_option;   // ... unless told: -1: not
    int64_t key_position;
    Term heir, heir_data;
} Options;

static bool to_boolean(Term term, bool *value) {
    *value = term_same(term, ATOM(true));
    return *value || term_same(term, ATOM(false));
}

static bool option_atom(Options *options, Term option) {
    if (term_same(option, ATOM(set)) || term_same(option, ATOM(protected))) return true;
    if (term_same(option, ATOM(bag)))
        options->type = TABLE_BAG;
    else if (term_same(option, ATOM(duplicate_bag)))
        options->type = TABLE_DUPLICATE_BAG;
    else if (term_same(option, ATOM(ordered_set))) {
        options->type = TABLE_ORDERED_SET;
        options->decentralized = true;
    } else if (term_same(option, ATOM(public)))
        options->protection = TABLE_PUBLIC;
    else if (term_same(option, ATOM(private)))
        options->protection = TABLE_PRIVATE;
    else if (term_same(option, ATOM(named_table)))
        options->named = true;
    else if (term_same(option, ATOM(compressed)))
        options->compressed = true;
    else
        return false;
    return true;
}

static bool option_write_concurrency(Options *options, Term value) {
    bool on = false;
    bool automatic = term_same(value, ATOM(auto));
    if (!automatic && !to_boolean(value, &on)) return false;
    if (automatic)
        options->decentralized = true;
    else if (on && options->type != TABLE_ORDERED_SET)
        options->decentralized = false;
    options->write_concurrency = value;
    return true;
}

static bool option_pair(Options *options, Term name, Term value) {
    bool on;
    if (term_same(name, ATOM(keypos))) {
        options->key_position = term_is_small(value) ? term_to_small(value) : 0;
        return options->key_position > 0;
    }
    if (term_same(name, ATOM(write_concurrency))) return option_write_concurrency(options, value);
    if (term_same(name, ATOM(heir))) {
        options->heir = ATOM(none);
        options->heir_data = ATOM(undefined);
        return term_same(value, ATOM(none));
    }
    if (!to_boolean(value, &on)) return false;
    if (term_same(name, ATOM(read_concurrency)))
        options->read_concurrency = on;
    else if (term_same(name, ATOM(decentralized_counters)))
        options->decentralized_option = on;
    else
        return false;
    return true;
}

static bool option(Options *options, Term option_term) {
    if (term_is_atom(option_term)) return option_atom(options, option_term);
    if (!term_is_tuple(option_term)) return false;
    const Term *parts = term_elements(option_term);
    if (term_tuple_size(option_term) == 2) return option_pair(options, parts[0], parts[1]);
    if (term_tuple_size(option_term) != 3 || !term_same(parts[0], ATOM(heir))) return false;
    options->heir = parts[1];
    options->heir_data = parts[2];
    return term_is_local_pid(parts[1]);
}

// Who is to get the table must not be of another node.
static bool is_fit(const Process *p, Term heir) { return !term_is_local_pid(heir) || remote_is_near(p, heir); }

static bool parse_options(const Process *p, Term list, Options *options) {
    *options = (Options){.protection = TABLE_PROTECTED,
                         .write_concurrency = ATOM(false),
                         .decentralized_option = -1,
                         .key_position = 1,
                         .heir = ATOM(none),
                         .heir_data = ATOM(undefined)};
    for (; term_is_cons(list); list = term_tail(list))
        if (!option(options, term_head(list))) return false;
    return term_is_nil(list) && is_fit(p, options->heir);
}

// A heir that is gone is no heir.
static void set_heir(Process *p, Table *table, Term heir, Term data) {
    bool alive = term_is_local_pid(heir) && process_find(p->machine, heir);
    table->heir = alive ? heir : ATOM(none);
    table->heir_data = alive ? data : ATOM(undefined);
}

static void set_properties(Process *p, Table *table, const Options *options) {
    bool shared = options->protection != TABLE_PRIVATE;
    bool concurrent = shared && !term_same(options->write_concurrency, ATOM(false));
    bool decentralized = options->decentralized_option < 0 ? options->decentralized : options->decentralized_option;
    table->type = (uint8_t)options->type;
    table->protection = (uint8_t)options->protection;
    table->key_position = (uint64_t)options->key_position;
    table->compressed = options->compressed;
    table->read_concurrency = shared && options->read_concurrency;
    table->write_concurrency = concurrent ? options->write_concurrency : ATOM(false);
    table->decentralized_counters = concurrent && decentralized;
    table->part_bits = concurrent && options->type != TABLE_ORDERED_SET ? walk_part_bits(p->machine) : 0;
    set_heir(p, table, options->heir, options->heir_data);
}

static Term ets_new_2(Process *p, const Term *args) {
    Tables *tables = machine_tables(p->machine);
    Options options;
    if (!term_is_atom(args[0]) || !parse_options(p, args[1], &options)) return ets_badarg(p);
    if (options.named && tables_find_name(tables, ets_name(p, args[0])))
        return ets_badarg_cause(p, ATOM(already_exists));
    Table *table = tables_add(tables, p, args[0], options.named);
    set_properties(p, table, &options);
    return table_identifier(table);
}

static void touch_life(Term pid, Footprint *out) {
    if (term_is_local_pid(pid))
        footprint_add(out, object_of(OBJECT_PROCESS_LIFE, term_pid_index(pid), NO_TERM), ACCESS_READ, 0);
}

static void makes_table(Process *p, const Term *args, Footprint *out) {
    (void)p;
    Options options;
    if (!term_is_atom(args[0]) || !parse_options(p, args[1], &options)) return;
    footprint_add(out, TABLES_ALL, ACCESS_UPDATE, 0);
    touch_life(options.heir, out);
    if (options.named) footprint_add(out, object_of(OBJECT_TABLE_NAMES, 0, ets_name(p, args[0])), ACCESS_WRITE, 0);
}

// --- delete, rename ------------------------------------------------------------------------------

static Term ets_delete_1(Process *p, const Term *args) {
    Table *table = ets_table(p, args[0], ETS_WRITE);
    if (!table) return NO_TERM;
    tables_remove(machine_tables(p->machine), p, table);
    return ATOM(true);
}

static void touch_name(const Table *table, Footprint *out) {
    if (table && table->named) footprint_add(out, table->name_object, ACCESS_WRITE, 0);
}

static void deletes_table(Process *p, const Term *args, Footprint *out) {
    const Table *table = ets_touch(p, args[0], ACCESS_WRITE, out);
    touch_name(table, out);
    if (table) touch_life(table->owner, out);   // whose end would have deleted it
    if (table) table_touch_fixers(table, out);
    footprint_add(out, TABLES_ALL, ACCESS_UPDATE, 0);
}

static Term ets_rename_2(Process *p, const Term *args) {
    Tables *tables = machine_tables(p->machine);
    Table *table = ets_table(p, args[0], ETS_WRITE);
    if (!table) return NO_TERM;
    bool taken = table->named && tables_find_name(tables, ets_name(p, args[1]));
    if (!term_is_atom(args[1]) || taken) return ets_badarg(p);
    tables_rename(tables, p, table, args[1]);
    return table->named ? args[1] : args[0];
}

static void renames(Process *p, const Term *args, Footprint *out) {
    const Table *table = ets_touch(p, args[0], ACCESS_WRITE, out);
    touch_name(table, out);
    if (!table || !table->named) return;
    footprint_add(out, object_of(OBJECT_TABLE_NAMES, 0, ets_name(p, args[1])), ACCESS_WRITE, 0);
    footprint_add(out, TABLES_ALL, ACCESS_UPDATE, 0);
}

// --- owners and heirs ----------------------------------------------------------------------------

static Term ets_give_away_3(Process *p, const Term *args) {
    Table *table = ets_table(p, args[0], ETS_WRITE);
    if (!table) return NO_TERM;
    Process *to = remote_is_near(p, args[1]) ? process_find(p->machine, args[1]) : NULL;
    if (!to) return ets_badarg(p);
    if (!term_same(table->owner, p->pid)) return ets_badarg_cause(p, ATOM(not_owner));
    if (to == p) return ets_badarg_cause(p, ATOM(owner));
    tables_give(p, table, to, args[2]);
    return ATOM(true);
}

static void gives_away(Process *p, const Term *args, Footprint *out) {
    ets_touch(p, args[0], ACCESS_WRITE, out);
    if (!term_is_local_pid(args[1])) return;
    uint32_t to = term_pid_index(args[1]);
    footprint_add(out, object_of(OBJECT_PROCESS_LIFE, to, NO_TERM), ACCESS_READ, 0);
    if (!delivery_touches_next(p, args[1], out))
        footprint_add(out, object_of(OBJECT_MAILBOX, to, NO_TERM), ACCESS_SEND, 0);
}

typedef struct {
    Term heir, heir_data;   // NO_TERM: not told
    int protection;         // -1: not told
} NewOptions;

static bool new_protection(NewOptions *options, Term name) {
    if (options->protection >= 0) return false;
    if (term_same(name, ATOM(public)))
        options->protection = TABLE_PUBLIC;
    else if (term_same(name, ATOM(protected)))
        options->protection = TABLE_PROTECTED;
    else if (term_same(name, ATOM(private)))
        options->protection = TABLE_PRIVATE;
    return options->protection >= 0;
}

static bool new_option(NewOptions *options, Term what) {
    size_t size = term_is_tuple(what) ? term_tuple_size(what) : 0;
    if (size < 2) return false;
    const Term *parts = term_elements(what);
    if (term_same(parts[0], ATOM(protection))) return size == 2 && new_protection(options, parts[1]);
    if (!term_same(parts[0], ATOM(heir)) || !term_is_none(options->heir)) return false;
    options->heir = parts[1];
    options->heir_data = size == 3 ? parts[2] : ATOM(undefined);
    return size == 2 ? term_same(parts[1], ATOM(none)) : size == 3 && term_is_local_pid(parts[1]);
}

static bool parse_new_options(const Process *p, Term what, NewOptions *options) {
    *options = (NewOptions){NO_TERM, NO_TERM, -1};
    if (term_is_tuple(what)) return new_option(options, what) && is_fit(p, options->heir);
    for (; term_is_cons(what); what = term_tail(what))
        if (!new_option(options, term_head(what))) return false;
    return term_is_nil(what) && is_fit(p, options->heir);
}

static Term ets_setopts_2(Process *p, const Term *args) {
    Table *table = ets_table(p, args[0], ETS_WRITE);
    if (!table) return NO_TERM;
    NewOptions options;
    if (!parse_new_options(p, args[1], &options) || !term_same(table->owner, p->pid)) return ets_badarg(p);
    store_touch(p->store, table);
    if (!term_is_none(options.heir)) set_heir(p, table, options.heir, options.heir_data);
    if (options.protection >= 0) table->protection = (uint8_t)options.protection;
    return ATOM(true);
}

static void sets_options(Process *p, const Term *args, Footprint *out) {
    NewOptions options;
    ets_touch(p, args[0], ACCESS_WRITE, out);
    if (parse_new_options(p, args[1], &options)) touch_life(options.heir, out);
}

// --- fixing --------------------------------------------------------------------------------------

static Term ets_safe_fixtable_2(Process *p, const Term *args) {
    Table *table = ets_table(p, args[0], ETS_READ);
    if (!table) return NO_TERM;
    if (term_same(args[1], ATOM(true)))
        table_fix(p, table);
    else if (term_same(args[1], ATOM(false)))
        table_unfix(p, table);
    else
        return ets_badarg(p);
    return ATOM(true);
}

static void fixes(Process *p, const Term *args, Footprint *out) {
    Table *table = ets_touch(p, args[0], ACCESS_PART_READ, out);
    if (table) footprint_add(out, table_fixation_object(table), ACCESS_UPDATE, 0);
}

// --- info ----------------------------------------------------------------------------------------

enum { WORDS_OF_TABLE = 300, WORDS_OF_OBJECT = 8 };   // about what OTP tells, for small objects

static const Term type_names[] = {ATOM(set), ATOM(ordered_set), ATOM(bag), ATOM(duplicate_bag)};
static const Term protection_names[] = {ATOM(public), ATOM(protected), ATOM(private)};

// {Time, [{Pid, Count}]}, or false.
static Term fixation(Process *p, const Table *table, bool monotonic) {
    if (!table_is_fixed(table)) return ATOM(false);
    Term pid, count, fixers = TERM_NIL;
    MapIterator it;
    for (map_iterate(&it, table->fixers); map_next(&it, &pid, &count);)
        fixers = heap_cons(p->heap, heap_tuple2(p->heap, pid, count), fixers);
    observed_all(p);
    uint64_t micros = table->fixed_since / 1000;
    Term time = heap_unsigned(p->heap, table->fixed_since);
    if (!monotonic)
        time = heap_tuple3(p->heap, term_small((int64_t)(micros / 1000000000000)),
                           term_small((int64_t)(micros / 1000000 % 1000000)), term_small((int64_t)(micros % 1000000)));
    return heap_tuple2(p->heap, time, fixers);
}

typedef struct {
    Term name;
    Term (*get)(Process *p, const Table *table);
    bool listed;   // by info/1
} Item;

static Term get_id(Process *p, const Table *t) { return (void)p, t->id; }
static Term get_name(Process *p, const Table *t) { return (void)p, t->name; }
static Term get_owner(Process *p, const Table *t) { return (void)p, t->owner; }
static Term get_heir(Process *p, const Table *t) { return (void)p, t->heir; }
static Term get_node(Process *p, const Table *t) { return (void)p, (void)t, IDENTITY_NODE; }
static Term get_named(Process *p, const Table *t) { return (void)p, process_boolean(t->named); }
static Term get_compressed(Process *p, const Table *t) { return (void)p, process_boolean(t->compressed); }
static Term get_write(Process *p, const Table *t) { return (void)p, t->write_concurrency; }
static Term get_read(Process *p, const Table *t) { return (void)p, process_boolean(t->read_concurrency); }
static Term get_counters(Process *p, const Table *t) { return (void)p, process_boolean(t->decentralized_counters); }
static Term get_size(Process *p, const Table *t) { return heap_unsigned(p->heap, t->size); }
static Term get_memory(Process *p, const Table *t) {
    return heap_unsigned(p->heap, WORDS_OF_TABLE + WORDS_OF_OBJECT * t->size);
}
static Term get_type(Process *p, const Table *t) { return (void)p, type_names[t->type]; }
static Term get_keypos(Process *p, const Table *t) { return (void)p, term_small((int64_t)t->key_position); }
static Term get_protection(Process *p, const Table *t) { return (void)p, protection_names[t->protection]; }
static Term get_fixed(Process *p, const Table *t) { return (void)p, process_boolean(table_is_fixed(t)); }
static Term get_safe_fixed(Process *p, const Table *t) { return fixation(p, t, false); }
static Term get_safe_fixed_monotonic(Process *p, const Table *t) { return fixation(p, t, true); }
static Term get_binary(Process *p, const Table *t) { return (void)p, (void)t, TERM_NIL; }
static Term get_stats(Process *p, const Table *t) { return (void)p, (void)t, ATOM(false); }

static const Item items[] = {
    {ATOM(id), get_id, true},
    {ATOM(decentralized_counters), get_counters, true},
    {ATOM(read_concurrency), get_read, true},
    {ATOM(write_concurrency), get_write, true},
    {ATOM(compressed), get_compressed, true},
    {ATOM(memory), get_memory, true},
    {ATOM(owner), get_owner, true},
    {ATOM(heir), get_heir, true},
    {ATOM(name), get_name, true},
    {ATOM(size), get_size, true},
    {ATOM(node), get_node, true},
    {ATOM(named_table), get_named, true},
    {ATOM(type), get_type, true},
    {ATOM(keypos), get_keypos, true},
    {ATOM(protection), get_protection, true},
    {ATOM(fixed), get_fixed, false},
    {ATOM(safe_fixed), get_safe_fixed, false},
    {ATOM(safe_fixed_monotonic_time), get_safe_fixed_monotonic, false},
    {ATOM(binary), get_binary, false},
    {ATOM(stats), get_stats, false},
};
enum { ITEMS = sizeof items / sizeof *items };

// The table, or NULL with the answer: undefined for one that is gone, NO_TERM for what can be no
// table.
static const Table *table_or_undefined(Process *p, Term name_or_id, Term *answer) {
    const Table *table = ets_find(p, name_or_id);
    *answer = ATOM(undefined);
    bool own = term_is_kind(name_or_id, KIND_REFERENCE) && term_same(identity_of(name_or_id).node, node_of(p));
    if (!table && !term_is_atom(name_or_id) && !own) *answer = ets_badarg_cause(p, ATOM(type));
    return table;
}

static Term ets_info_1(Process *p, const Term *args) {
    Term list;
    const Table *table = table_or_undefined(p, args[0], &list);
    if (!table) return list;
    list = TERM_NIL;
    for (size_t i = ITEMS; i > 0; i--) {
        const Item *item = &items[i - 1];
        if (!item->listed) continue;
        list = heap_cons(p->heap, heap_tuple2(p->heap, item->name, item->get(p, table)), list);
    }
    return list;
}

static Term ets_info_2(Process *p, const Term *args) {
    Term answer;
    const Table *table = table_or_undefined(p, args[0], &answer);
    if (!table) return answer;
    for (size_t i = 0; i < ITEMS; i++)
        if (term_same(items[i].name, args[1])) return items[i].get(p, table);
    return ets_badarg(p);
}

static bool is_one_of(Term item, const Term *among, size_t count) {
    while (count > 0)
        if (term_same(item, among[--count])) return true;
    return false;
}

// Most items never change while the table lives.
static void reads_item(Process *p, const Term *args, Footprint *out) {
    static const Term contents[] = {ATOM(size), ATOM(memory)};
    static const Term fixing[] = {ATOM(fixed), ATOM(safe_fixed), ATOM(safe_fixed_monotonic_time)};
    bool whole = is_one_of(args[1], contents, 2);
    const Table *table = ets_touch(p, args[0], whole ? ACCESS_READ : ACCESS_PART_READ, out);
    if (table && is_one_of(args[1], fixing, 3)) footprint_add(out, table_fixation_object(table), ACCESS_READ, 0);
}

static Term ets_whereis_1(Process *p, const Term *args) {
    if (!term_is_atom(args[0])) return ets_badarg(p);
    const Table *table = tables_find_name(machine_tables(p->machine), ets_name(p, args[0]));
    return table ? table->id : ATOM(undefined);
}

static void reads_name(Process *p, const Term *args, Footprint *out) {
    (void)p;
    footprint_add(out, object_of(OBJECT_TABLE_NAMES, 0, ets_name(p, args[0])), ACCESS_READ, 0);
}

// --- all -----------------------------------------------------------------------------------------
// ets:all/0 waits for an answer from each scheduler; there is one.

static Term ets_internal_request_all_0(Process *p, const Term *args) {
    (void)args;
    Term all = TERM_NIL, reference = process_new_reference(p);
    HamtIterator it = hamt_iterate(machine_tables(p->machine)->by_id);
    for (Term leaf; !term_is_none(leaf = hamt_iterator_next(&it));)
        all = heap_cons(p->heap, table_identifier((const Table *)term_to_small(term_tail(leaf))), all);
    process_send(p->machine, p, p->pid, heap_tuple2(p->heap, reference, all));
    return reference;
}

static void reads_all(Process *p, const Term *args, Footprint *out) {
    (void)args;
    footprint_add(out, TABLES_ALL, ACCESS_READ, 0);
    footprint_add(out, object_of(OBJECT_MAILBOX, term_pid_index(p->pid), NO_TERM), ACCESS_SEND, 0);
}

const Bif ets_table_bifs[] = {
    BIF(ets, new, 2, makes_table),
    BIF(ets, delete, 1, deletes_table),
    BIF(ets, rename, 2, renames),
    BIF(ets, give_away, 3, gives_away),
    BIF(ets, setopts, 2, sets_options),
    BIF(ets, safe_fixtable, 2, fixes),
    BIF(ets, info, 1, ets_reads_table),
    BIF(ets, info, 2, reads_item),
    BIF(ets, whereis, 1, reads_name),
    BIF(ets, internal_request_all, 0, reads_all),
    {0},
};
