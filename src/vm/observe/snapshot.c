// The state of a machine in parts, without what cannot influence what it will do.
//
// Part of a state is whatever some later step could depend on. Left out are addresses, reductions,
// counters of what was made or sent so far (who makes something new makes it new in either case),
// what is only noted for reports and footprints, and time as such: a deadline counts from the
// clock. Pids and references stand in the bytes by the order in which they occur in the part. The
// order of entries in maps that the machine keeps for itself (links, monitors, watchers) is no
// matter either: they are listed by what they say, then by names that were met already.
//
// Once the program has looked at the order of pids or references, at their text or at a clock
// (vm/run/observed.h), all of these are data, and parts have them as they are.
#include "vm/observe/snapshot.h"

#include "base/array.h"
#include "base/hash.h"
#include "base/words.h"
#include "vm/ets/rows.h"
#include "vm/ets/table.h"
#include "vm/ets/walk.h"
#include "vm/run/estate.h"
#include "vm/run/interp_bits.h"
#include "vm/term/bits.h"
#include "vm/term/compare.h"
#include "vm/term/hash.h"
#include "vm/term/identity.h"
#include "vm/term/map.h"
#include "vm/term/tree.h"

// --- writing ------------------------------------------------------------------------------------------------

typedef struct {
    ARRAY(uint8_t) bytes;
    ARRAY(uint64_t) names;
} Buffer;

typedef struct {
    Machine *machine;
    Buffer out;
    Hash known;              // of each name its place among the names; only where they are many
    bool exact;              // names and times as they are
    ARRAY(uint8_t) sorted;   // scratch for sets
} Writer;

struct Snapshot {
    Writer writer;
    TakePart take;
    void *context;
    bool all;
};

enum { NAMES_SEARCHED = 16 };   // one after the other; more are looked up

static void put_byte(Writer *w, uint8_t byte) { array_push(&w->out.bytes, byte); }

static void put_number(Writer *w, uint64_t number) {
    array_reserve(&w->out.bytes, (uint64_t)w->out.bytes.count + 10);
    uint8_t *at = w->out.bytes.items + w->out.bytes.count;
    for (; number >= 0x80; number >>= 7) *at++ = (uint8_t)(number | 0x80);
    *at++ = (uint8_t)number;
    w->out.bytes.count = (uint32_t)(at - w->out.bytes.items);
}

// A number that is large as a rule.
static void put_word(Writer *w, uint64_t word) {
    array_reserve(&w->out.bytes, (uint64_t)w->out.bytes.count + sizeof word);
    memcpy(w->out.bytes.items + w->out.bytes.count, &word, sizeof word);
    w->out.bytes.count += sizeof word;
}

static void put_signed(Writer *w, int64_t number) { put_number(w, (uint64_t)number << 1 ^ (uint64_t)(number >> 63)); }

static void put_bytes(Writer *w, const void *bytes, size_t size) {
    array_reserve(&w->out.bytes, (uint64_t)w->out.bytes.count + size);
    if (size) memcpy(w->out.bytes.items + w->out.bytes.count, bytes, size);
    w->out.bytes.count += (uint32_t)size;
}

static uint32_t place_of_name(Writer *w, uint64_t name) {
    uint32_t count = w->out.names.count;
    for (uint32_t i = 0; i < count && i < NAMES_SEARCHED; i++)
        if (w->out.names.items[i] == name) return i;
    if (count >= NAMES_SEARCHED) {
        HashEntry *entry = hash_insert(&w->known, name);
        if (entry->number) return (uint32_t)entry->number;
        entry->number = count;
    }
    array_push(&w->out.names, name);
    return count;
}

// The place of a name that was met already; UINT32_MAX: it was not.
static uint32_t find_name(const Writer *w, uint64_t name) {
    for (uint32_t i = 0; i < w->out.names.count && i < NAMES_SEARCHED; i++)
        if (w->out.names.items[i] == name) return i;
    const HashEntry *entry = w->out.names.count > NAMES_SEARCHED ? hash_find(&w->known, name) : NULL;
    return entry ? (uint32_t)entry->number : UINT32_MAX;
}

static void put_name(Writer *w, uint64_t name) { put_number(w, place_of_name(w, name)); }

// --- terms --------------------------------------------------------------------------------------------------

enum {
    TAG_NONE,
    TAG_NIL,
    TAG_SMALL,
    TAG_ATOM,
    TAG_PORT,
    TAG_PLACE,
    TAG_NODE,
    TAG_RESIDENT,
    TAG_PID,
    TAG_CONS,
    TAG_TUPLE,
    TAG_MAP,
    TAG_FUN,
    TAG_EXPORT,
    TAG_BITS,
    TAG_POSITIVE,
    TAG_NEGATIVE,
    TAG_FLOAT,
    TAG_REFERENCE,
    TAG_EXTERNAL,
    TAG_RECORD,
    TAG_MATCHING,
    TAG_CAUGHT,
    TAG_STACK_END   // or no address
};

// Who was there before the first step is the same in all states.
static bool is_resident(const Machine *m, uint32_t index) { return index < m->residents; }

static void put_pid(Writer *w, Term pid) {
    uint32_t index = term_pid_index(pid);
    if (term_pid_node(pid)) put_byte(w, TAG_NODE), put_number(w, term_pid_node(pid));
    if (is_resident(w->machine, index) || w->exact || w->machine->keeps_processes)
        put_byte(w, TAG_RESIDENT), put_number(w, index);
    else
        put_byte(w, TAG_PID), put_name(w, snapshot_pid_name(index));
}

static uint64_t reference_name(Term reference) {
    return SNAPSHOT_REFERENCE | term_reference_number(reference) << SNAPSHOT_MAKER_BITS |
           term_reference_maker(reference);
}

static void put_reference(Writer *w, Term reference) {
    put_byte(w, TAG_REFERENCE);
    if (w->exact)
        put_number(w, reference_name(reference));
    else
        put_name(w, reference_name(reference));
}

static void put_immediate(Writer *w, Term t) {
    if (term_is_none(t))
        put_byte(w, TAG_NONE);
    else if (term_is_nil(t))
        put_byte(w, TAG_NIL);
    else if (term_is_small(t))
        put_byte(w, TAG_SMALL), put_signed(w, term_to_small(t));
    else if (term_is_atom(t))
        put_byte(w, TAG_ATOM), put_number(w, term_atom_index(t));
    else if (term_is_local_pid(t))
        put_pid(w, t);
    else
        put_byte(w, TAG_PORT), put_number(w, t.bits);
}

static void push_row(Words *todo, const Term *row, size_t count) {
    if (count == 0) return;
    words_push(todo, (uint64_t)row);
    words_push(todo, count);
}

static void put_bits(Writer *w, Bits bits) {
    size_t size = (bits.size + 7) / 8;
    put_number(w, bits.size);
    array_reserve(&w->out.bytes, (uint64_t)w->out.bytes.count + size);
    uint8_t *at = w->out.bytes.items + w->out.bytes.count;
    if (size) at[size - 1] = 0;
    bits_copy(at, 0, bits.bytes, bits.offset, bits.size);
    w->out.bytes.count += (uint32_t)size;
}

static void put_map(Writer *w, Term map, Words *todo) {
    put_byte(w, TAG_MAP);
    put_number(w, map_count(map));
    if (map_is_flat(map)) {
        push_row(todo, map_flat_values(map), map_count(map));
        push_row(todo, term_elements(map_flat_keys(map)), map_count(map));
    } else if (map_count(map)) {
        push_row(todo, term_words(map) + 2, 1);
    }
}

// A match context: what it matches, and how far it has come.
static void put_matching(Writer *w, Term t) {
    const Term *words = term_words(t);
    size_t position = (size_t)term_to_small(words[2]), end = (size_t)term_to_small(words[3]),
           start = (size_t)term_to_small(words[4]);
    put_byte(w, TAG_MATCHING);
    put_number(w, position - start);
    put_bits(w, (Bits){term_binary_bytes(words[1]), start, end - start});
}

static void put_fun(Writer *w, Term fun, Words *todo) {
    put_byte(w, TAG_FUN);
    put_word(w, (uint64_t)(uintptr_t)fun_entry(fun));
    put_number(w, term_size(fun));
    push_row(todo, term_words(fun) + 2, term_size(fun) - 1);
}

static void put_words(Writer *w, uint8_t tag, Term t) {
    put_byte(w, tag);
    put_number(w, term_size(t));
    put_bytes(w, term_words(t) + 1, term_size(t) * sizeof(Term));
}

static void put_identity(Writer *w, Term t) {
    Identity identity = identity_of(t);
    put_byte(w, TAG_EXTERNAL);
    put_byte(w, (uint8_t)term_kind(t));
    put_number(w, term_atom_index(identity.node));
    put_number(w, identity.creation);
    put_number(w, identity.count);
    for (uint32_t i = 0; i < identity.count; i++) put_number(w, identity.ids[i]);
}

static void put_row(Writer *w, uint8_t tag, Term t, Words *todo) {
    put_byte(w, tag);
    put_number(w, term_size(t));
    push_row(todo, term_words(t) + 1, term_size(t));
}

static void put_boxed(Writer *w, Term t, Words *todo) {
    switch (term_kind(t)) {
    case KIND_TUPLE: put_row(w, TAG_TUPLE, t, todo); return;
    case KIND_RECORD: put_row(w, TAG_RECORD, t, todo); return;
    case KIND_TRACE: put_row(w, TAG_RECORD, t, todo); return;
    case KIND_NODE:
    case KIND_COLLISION: push_row(todo, term_words(t) + 2, term_size(t) - 1); return;
    case KIND_MAP:
    case KIND_HASHMAP: put_map(w, t, todo); return;
    case KIND_FUN: put_fun(w, t, todo); return;
    case KIND_EXPORT: put_byte(w, TAG_EXPORT), put_word(w, (uint64_t)(uintptr_t)fun_export(t)); return;
    case KIND_BINARY:
    case KIND_SUBBINARY: put_byte(w, TAG_BITS), put_bits(w, term_bits(t)); return;
    case KIND_MATCH: put_matching(w, t); return;
    case KIND_POSITIVE: put_words(w, TAG_POSITIVE, t); return;
    case KIND_NEGATIVE: put_words(w, TAG_NEGATIVE, t); return;
    case KIND_FLOAT: put_words(w, TAG_FLOAT, t); return;
    case KIND_REFERENCE: put_reference(w, t); return;
    case KIND_EXTERNAL_PID:
    case KIND_EXTERNAL_PORT:
    case KIND_EXTERNAL_REFERENCE: put_identity(w, t); return;
    default: assert(!"a term that a process can have");
    }
}

// Goes along the tails of a list; what it ends with is left to do.
static Term put_list(Writer *w, Term list, Words *todo) {
    while (term_is_cons(list)) {
        Term head = term_head(list);
        put_byte(w, TAG_CONS);
        if (!term_is_immediate(head)) {
            push_row(todo, term_list_words(list) + 1, 1);
            return head;
        }
        put_immediate(w, head);
        list = term_tail(list);
    }
    return list;
}

static bool pop(Words *todo, Term *t) {
    if (todo->count == 0) return false;
    uint64_t *top = todo->items + todo->count - 2;
    *t = *(const Term *)top[0];
    top[0] += sizeof *t;
    if (--top[1] == 0) todo->count -= 2;
    return true;
}

static void put_deeply(Writer *w, Term t) {
    Words todo;
    words_init(&todo);
    do {
        while (term_is_cons(t)) t = put_list(w, t, &todo);
        if (term_is_boxed(t))
            put_boxed(w, t, &todo);
        else
            put_immediate(w, t);
    } while (pop(&todo, &t));
    words_free(&todo);
}

static void put_term(Writer *w, Term t) {
    if (term_is_cons(t) || term_is_boxed(t))
        put_deeply(w, t);
    else
        put_immediate(w, t);
}

static void put_terms(Writer *w, const Term *terms, size_t count) {
    for (size_t i = 0; i < count; i++) put_term(w, terms[i]);
}

// --- sets ---------------------------------------------------------------------------------------------------
//
// The entries of a set are written one by one, each without the names of the others, and sorted by
// their bytes, then by where its names stand among those that the part has met already, then, as a
// last resort, by the names themselves. Two states that differ in the order of entries are one,
// unless only that last resort tells: then they may be told apart, which is no mistake.

typedef struct {
    uint32_t start, end;               // in a buffer of bytes
    uint32_t first_name, name_count;   // in a buffer of names
} Entry;

typedef struct {
    Writer inner;   // writes one entry, then the next behind it
    ARRAY(Entry) entries;
    ARRAY(uint64_t) names;
    ARRAY(uint8_t) bytes;
} Set;

static void set_begin(Set *set, const Writer *w) { *set = (Set){.inner = {.machine = w->machine, .exact = w->exact}}; }

static Writer *set_open(Set *set) {
    set->inner.out.bytes.count = set->inner.out.names.count = 0;
    hash_clear(&set->inner.known);
    return &set->inner;
}

static void set_close(Set *set) {
    const Buffer *out = &set->inner.out;
    Entry entry = {set->bytes.count, set->bytes.count + out->bytes.count, set->names.count, out->names.count};
    array_reserve(&set->bytes, (uint64_t)entry.end + 1);
    if (out->bytes.count) memcpy(set->bytes.items + entry.start, out->bytes.items, out->bytes.count);
    set->bytes.count = entry.end;
    for (uint32_t i = 0; i < out->names.count; i++) array_push(&set->names, out->names.items[i]);
    array_push(&set->entries, entry);
}

static int compare_names(const Writer *w, const uint64_t *a, const uint64_t *b, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        uint32_t x = find_name(w, a[i]), y = find_name(w, b[i]);
        if (x != y) return x < y ? -1 : 1;
    }
    for (uint32_t i = 0; i < count; i++)
        if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
    return 0;
}

static int compare_entries(const Writer *w, const Set *set, const Entry *a, const Entry *b) {
    uint32_t x = a->end - a->start, y = b->end - b->start;
    if (x != y) return x < y ? -1 : 1;
    int order = x ? memcmp(set->bytes.items + a->start, set->bytes.items + b->start, x) : 0;
    if (order == 0) order = (a->name_count > b->name_count) - (a->name_count < b->name_count);
    return order ? order
                 : compare_names(w, set->names.items + a->first_name, set->names.items + b->first_name, a->name_count);
}

// They are few.
static void sort_entries(const Writer *w, const Set *set) {
    Entry *items = set->entries.items;
    for (uint32_t i = 1; i < set->entries.count; i++) {
        Entry entry = items[i];
        uint32_t at = i;
        for (; at > 0 && compare_entries(w, set, &entry, &items[at - 1]) < 0; at--) items[at] = items[at - 1];
        items[at] = entry;
    }
}

// Leaves one of entries that are alike; none of them has names.
static void set_unify(Set *set, const Writer *w) {
    uint32_t kept = 0;
    sort_entries(w, set);
    for (uint32_t i = 0; i < set->entries.count; i++)
        if (kept == 0 || compare_entries(w, set, &set->entries.items[kept - 1], &set->entries.items[i]) != 0)
            set->entries.items[kept++] = set->entries.items[i];
    set->entries.count = kept;
}

static void set_end(Set *set, Writer *w) {
    sort_entries(w, set);
    put_number(w, set->entries.count);
    for (uint32_t i = 0; i < set->entries.count; i++) {
        const Entry *entry = &set->entries.items[i];
        put_number(w, entry->name_count);
        put_bytes(w, set->bytes.items + entry->start, entry->end - entry->start);
        for (uint32_t j = 0; j < entry->name_count; j++) put_name(w, set->names.items[entry->first_name + j]);
    }
    array_free(&set->inner.out.bytes);
    array_free(&set->inner.out.names);
    hash_free(&set->inner.known);
    array_free(&set->entries);
    array_free(&set->names);
    array_free(&set->bytes);
}

// Of a map that the machine keeps.
static void put_map_as_set(Writer *w, Term map) {
    Set set;
    Term key, value;
    MapIterator it;
    if (term_is_nil(map) || map_count(map) == 0) {
        put_number(w, 0);
        return;
    }
    set_begin(&set, w);
    for (map_iterate(&it, map); map_next(&it, &key, &value);) {
        Writer *entry = set_open(&set);
        put_term(entry, key);
        put_term(entry, value);
        set_close(&set);
    }
    set_end(&set, w);
}

static void put_list_as_set(Writer *w, Term list) {
    Set set;
    set_begin(&set, w);
    for (; term_is_cons(list); list = term_tail(list)) {
        put_term(set_open(&set), term_head(list));
        set_close(&set);
    }
    set_end(&set, w);
}

// The tables of a process, which go in the order in which they were made when it ends.
static void put_tables(Writer *w, Term ids) {
    Term last = TERM_NIL;
    put_number(w, (uint64_t)term_list_length(ids));
    for (int64_t left = term_list_length(ids); left > 0; left--) {
        Term next = TERM_NIL;
        for (Term list = ids; term_is_cons(list); list = term_tail(list)) {
            Term id = term_head(list);
            bool later = term_is_nil(last) || term_compare(id, last) > 0;
            if (later && (term_is_nil(next) || term_compare(id, next) < 0)) next = id;
        }
        put_term(w, last = next);
    }
}

// --- processes ----------------------------------------------------------------------------------------------

static void put_address(Writer *w, const Code *address) {
    put_byte(w, address ? TAG_PLACE : TAG_STACK_END);
    if (!address) return;
    put_word(w, (uint64_t)(uintptr_t)address);
}

static void put_stack(Writer *w, const Process *p) {
    const Term *at = p->stack - p->live;
    put_number(w, p->live);
    for (uint32_t i = 0; i < p->live; i++) put_term(w, *at++);
    for (;; at++) {
        if ((at->bits & 0xFF) == SPECIAL_CATCH) {
            put_byte(w, TAG_CAUGHT);
            put_address(w, (const Code *)(uintptr_t)(at->bits >> 8));
        } else if ((at->bits & 3) != TAG_HEADER) {
            put_term(w, *at);
        } else if (at->bits == (uint64_t)(uintptr_t)interp_thaw_code) {
            put_address(w, (const Code *)(uintptr_t)at[1].bits);
            if (at[1].bits == 0) return;
            at = (const Term *)(uintptr_t)at[2].bits - 1;
        } else {
            put_address(w, (const Code *)(uintptr_t)at->bits);
            if (at->bits == 0) return;
        }
    }
}

// A time that has been is the same as the clock's.
static void put_time(Writer *w, uint64_t time) {
    uint64_t clock = w->machine->globals->clock;
    if (w->exact)
        put_number(w, time);
    else
        put_number(w, time > clock ? time - clock : 0);
}

static void put_mailbox(Writer *w, const Process *p) {
    uint32_t looked = 0, place = 0;
    put_number(w, p->mailbox_count);
    for (Term link = p->first; !term_is_nil(link); link = term_words(link)[MESSAGE_NEXT]) {
        const Term *words = term_words(link);
        put_term(w, words[MESSAGE_VALUE]);
        put_time(w, (uint64_t)term_to_small(words[MESSAGE_TIME]));
        put_byte(w, term_same(words[MESSAGE_FROM], p->pid));
        place++;
        if (term_same(link, p->save)) looked = place;
    }
    put_number(w, looked);
}

static bool is_ending(const Process *p) { return p->standing && p->ip && *p->ip == interp_word(OP_exit_raise); }

static void put_exception(Writer *w, const Process *p) {
    const Term terms[] = {p->reason, p->trace, p->cause, p->raise_args, p->raise_info};
    put_number(w, p->class);
    put_byte(w, (uint8_t)(p->plain_raise | p->function_raise << 1));
    put_terms(w, terms, sizeof terms / sizeof *terms);
}

// Of a message that told of an end, what its taker could pass on.
static void put_told(Writer *w, Term told) {
    if (!term_is_tuple(told) || term_tuple_size(told) < 3) {
        put_byte(w, TAG_NONE);
        return;
    }
    const Term *fields = term_elements(told) + term_tuple_size(told) - 2;
    put_terms(w, fields, 2);
}

static void put_rows(Writer *w, const Table *table) {
    RowsIterator it;
    Term key;
    rows_iterate(&it, table);
    put_number(w, table->size);
    for (Term row; !term_is_none(row = rows_iterator_next(&it, &key));) put_term(w, row);
    rows_iterator_end(&it);
}

static void put_walk(Writer *w, const Process *p) {
    if (!p->walk) return;
    put_number(w, p->walk->left);
    put_byte(w, p->walk->whole);
    put_term(w, p->walk->copy->id);
    put_rows(w, p->walk->copy);
}

// Most of them are zero: those that are not, after a bit for each.
static void put_numbers(Writer *w, const uint64_t *numbers, size_t count) {
    uint64_t some = 0;
    for (size_t i = 0; i < count; i++) some |= (uint64_t)(numbers[i] != 0) << i;
    put_number(w, some);
    for (; some; some &= some - 1) put_number(w, numbers[__builtin_ctzll(some)]);
}

static void put_flags(Writer *w, const Process *p) {
    const bool flags[] = {p->queued,        p->standing,
                          p->unbegun,       p->telling,
                          p->call_told,     p->dying,
                          p->returned,      p->hibernating,
                          p->hibernated,    p->refused,
                          p->asking,        p->answered,
                          p->timer_armed,   p->timed_out,
                          p->timer_endless, p->receive_timed,
                          p->trap_exit,     p->sensitive,
                          p->save_calls,    p->async_dist,
                          p->system,        p->message_queue_off_heap,
                          p->has_fetched,   p->port,
                          p->closed,        p->answer_message != 0};
    uint64_t bits = 0;
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) bits |= (uint64_t)flags[i] << i;
    const uint64_t numbers[] = {p->status,        p->catches,
                                p->atomic,        p->alternatives,
                                p->chosen,        p->priority,
                                p->suspended,     p->early,
                                p->unique,        p->randoms,
                                p->min_heap_size, p->fullsweep_after,
                                p->heap_limit,    p->timer_armed ? p->timeout_length : 0,
                                p->fetched};
    put_word(w, bits);
    put_numbers(w, numbers, sizeof numbers / sizeof *numbers);
    put_time(w, p->time);
    put_time(w, p->latest_deadline);
}

static void put_counters(Writer *w, const Process *p) {
    const uint64_t numbers[] = {p->references, p->spawned, p->choices, p->walks};
    for (size_t i = 0; w->exact && i < sizeof numbers / sizeof *numbers; i++) put_number(w, numbers[i]);
    if (w->machine->keeps_processes) put_number(w, p->spawned);   // what its next child will be
    if (w->machine->exact_work) put_number(w, p->reductions);
}

static void put_process(Writer *w, const Process *p) {
    const Term terms[] = {p->dictionary, p->name, p->group_leader, p->error_handler, p->initial_call, p->settings};
    bool inquisitive = w->machine->inquisitive;
    put_address(w, p->ip);
    put_address(w, p->timeout_ip);
    put_flags(w, p);
    put_stack(w, p);
    put_mailbox(w, p);
    put_terms(w, terms, sizeof terms / sizeof *terms);
    put_word(w, w->machine->roles.of[term_pid_index(p->pid)]);
    if (is_ending(p)) put_exception(w, p);
    if (p->returned) put_term(w, p->result);
    if (p->dying) put_term(w, p->exit_reason);
    if (p->answered) put_term(w, p->answer);
    if (inquisitive) put_list_as_set(w, p->entered);
    put_pid(w, pid_at(w->machine, p->parent));
    put_told(w, p->told);
    put_map_as_set(w, p->aliases);
    put_map_as_set(w, p->monitors);
    put_map_as_set(w, p->watchers);
    put_map_as_set(w, p->links);
    put_map_as_set(w, p->unlinking);
    put_map_as_set(w, p->suspending);
    put_tables(w, p->tables);
    put_walk(w, p);
    put_counters(w, p);
}

// What is left of a process that has ended.
static void put_estate(Writer *w, const Process *p) {
    put_term(w, p->name);
    put_term(w, p->exit_reason);
    put_time(w, p->time);
    put_map_as_set(w, p->watchers);
    put_map_as_set(w, p->links);
    put_map_as_set(w, p->suspending);
    put_tables(w, p->tables);
}

// --- parts --------------------------------------------------------------------------------------------------

static Writer *part_begin(Snapshot *s) {
    Writer *w = &s->writer;
    w->out.bytes.count = w->out.names.count = 0;
    hash_clear(&w->known);
    return w;
}

static void part_end(Snapshot *s, uint64_t whose, PartKind kind) {
    const Buffer *out = &s->writer.out;
    StatePart part = {.whose = whose,
                      .kind = kind,
                      .changed = true,
                      .bytes = out->bytes.items,
                      .size = out->bytes.count,
                      .names = out->names.items,
                      .name_count = out->names.count};
    s->take(s->context, &part);
}

static void part_same(Snapshot *s, uint64_t whose, PartKind kind) {
    StatePart part = {.whose = whose, .kind = kind};
    s->take(s->context, &part);
}

// Times count from the clock, so if that has moved all parts may have changed.
static bool has_changed(const Snapshot *s, const Record *record) {
    return s->all || record->epoch >= s->writer.machine->store.mark_epoch;
}

static PartKind kind_of(const Snapshot *s, uint32_t index) {
    return is_resident(s->writer.machine, index) ? PART_RESIDENT : PART_PROCESS;
}

static void take_process(Snapshot *s, uint32_t index, const Process *p, bool ending) {
    PartKind kind = ending ? PART_OTHER : kind_of(s, index);
    bool walks = p->walk && has_changed(s, &p->walk->record);
    if (!walks && !has_changed(s, &p->record) && !has_changed(s, &p->rest)) {
        part_same(s, snapshot_pid_name(index), kind);
        return;
    }
    Writer *w = part_begin(s);
    put_byte(w, ending ? 'e' : 'p');
    put_pid(w, p->pid);
    if (ending)
        put_estate(w, p);
    else
        put_process(w, p);
    part_end(s, snapshot_pid_name(index), kind);
}

static void take_table(Snapshot *s, const Table *table) {
    const Term terms[] = {table->id, table->name, table->owner, table->heir, table->heir_data};
    uint64_t whose = reference_name(table->id);
    if (!has_changed(s, &table->record)) {
        part_same(s, whose, PART_TABLE);
        return;
    }
    Writer *w = part_begin(s);
    put_byte(w, 't');
    put_terms(w, terms, sizeof terms / sizeof *terms);
    put_number(w, (uint64_t)table->type << 16 | (uint64_t)table->protection << 8 | table->named);
    put_number(w, table->key_position);
    put_number(w, (uint64_t)table->part_bits << 8 | (uint64_t)table->remembers << 3 | (uint64_t)table->compressed << 2 |
                      (uint64_t)table->read_concurrency << 1 | table->decentralized_counters);
    put_term(w, table->write_concurrency);
    if (w->exact && table_is_fixed(table)) put_number(w, table->fixed_since);
    put_map_as_set(w, table->ghosts);
    put_map_as_set(w, table->fixers);
    put_rows(w, table);
    part_end(s, whose, PART_TABLE);
}

static void take_tables(Snapshot *s) {
    HamtIterator all = hamt_iterate(s->writer.machine->tables->by_id);
    for (Term leaf; !term_is_none(leaf = hamt_iterator_next(&all));)
        take_table(s, (const Table *)term_to_small(term_tail(leaf)));
}

static void put_tree(Writer *w, Term root) {
    HamtIterator all = hamt_iterate(root);
    for (Term leaf; !term_is_none(leaf = hamt_iterator_next(&all));) put_term(w, leaf);
}

static int64_t deadline_of(Term node) { return term_to_small(term_elements(tree_key(node))[0]); }

static uint32_t owner_of(Term node) {
    Term who = tree_value(node);
    return term_is_local_pid(who) ? term_pid_index(who) : (uint32_t)term_reference_maker(who);
}

// How many of its owner's come before it that have the same deadline; `first` is the first one that has it.
static uint32_t place_in_moment(const Machine *m, Term first, Term node) {
    uint32_t place = 0;
    for (; !term_same(first, node); first = tree_next(m->globals->queue, tree_key(first)))
        place += owner_of(first) == owner_of(node);
    return place;
}

// The deadline of a receive or timer counts from now. Of a timer it is told who it is for, what it
// sends, whose it is, how long it was to take and after how many others (vm/run/timer.c).
static void take_deadline(Snapshot *s, Term node, uint32_t place) {
    Machine *m = s->writer.machine;
    Term who = tree_value(node);
    int64_t deadline = deadline_of(node);
    Writer *w = part_begin(s);
    put_byte(w, 'd');
    put_term(w, who);
    put_signed(w, w->exact ? deadline : deadline - (int64_t)m->globals->clock);
    put_number(w, place);
    uint64_t whose = SNAPSHOT_RECEIVE | term_pid_index(who);
    if (!term_is_local_pid(who)) {
        put_terms(w, term_elements(map_get(m->globals->timers, who)) + 1, 5);
        whose = SNAPSHOT_TIMER | reference_name(who);
    }
    part_end(s, whose, PART_OTHER);
}

static void take_deadlines(Snapshot *s) {
    const Machine *m = s->writer.machine;
    Term queue = m->globals->queue, first = tree_first(queue);
    for (Term node = first; !term_is_none(node); node = tree_next(queue, tree_key(node))) {
        if (deadline_of(node) != deadline_of(first)) first = node;
        take_deadline(s, node, place_in_moment(m, first, node));
    }
}

enum { PID_BITS = 28 };   // of a channel's key (vm/run/delivery.c)

static void take_channel(Snapshot *s, uint64_t pair, Term channel) {
    Writer *w = part_begin(s);
    put_byte(w, 'c');
    put_pid(w, pid_at(w->machine, (uint32_t)(pair >> PID_BITS)));
    put_pid(w, pid_at(w->machine, (uint32_t)(pair & ((1u << PID_BITS) - 1))));
    for (Term cell = term_elements(channel)[0]; term_is_cons(cell); cell = term_tail(cell)) {
        const Term *fields = term_elements(term_head(cell));
        put_byte(w, TAG_CONS);
        put_terms(w, fields, 6);   // from whom, kind, value, reference, item, tag
        put_time(w, (uint64_t)term_to_small(fields[6]));
    }
    part_end(s, SNAPSHOT_CHANNEL | pair, PART_OTHER);
}

static void take_channels(Snapshot *s) {
    Term key, channel;
    MapIterator it;
    for (map_iterate(&it, s->writer.machine->globals->channels); map_next(&it, &key, &channel);)
        take_channel(s, (uint64_t)term_to_small(key), channel);
}

// --- what has happened and will be judged -------------------------------------------------------------------

static void add_handler(void *set, Term pid) {
    put_pid(set_open(set), pid);
    set_close(set);
}

static void put_handlers(Writer *w, Term crash) {
    Set handlers;
    set_begin(&handlers, w);
    outcome_open_handlers(w->machine, crash, add_handler, &handlers);
    set_end(&handlers, w);
}

// Why a process crashed, and why those did that it did so because of, and whether that was handled; not who they were.
static void put_reasons(Writer *w, Term crash) {
    int64_t left = term_list_length(w->machine->globals->crashes);   // two may have ended each other
    for (; !term_is_none(crash) && left > 0; crash = outcome_cause(w->machine, crash), left--) {
        put_terms(w, term_elements(crash) + 1, 3);
        put_byte(w, outcome_is_handled(w->machine, crash));
        put_handlers(w, crash);
    }
}

// Crashes of which nothing more can come, whoever they were of, are the same if they were alike, however many there
// were: a server whose workers crash again and again has finitely many states. Others are told apart by who crashed.
// Their order is no matter.
static void put_crashes(Writer *w) {
    Machine *m = w->machine;
    Set settled, others;
    set_begin(&settled, w);
    set_begin(&others, w);
    for (Term list = m->globals->crashes; term_is_cons(list); list = term_tail(list)) {
        Term crash = term_head(list);
        bool is_settled = outcome_is_settled(m, crash);
        Set *set = is_settled ? &settled : &others;
        Writer *entry = set_open(set);
        if (!is_settled) put_terms(entry, term_elements(crash), term_tuple_size(crash));
        put_reasons(entry, crash);
        if (is_settled) entry->out.names.count = 0;
        set_close(set);
    }
    set_unify(&settled, w);
    set_end(&settled, w);
    set_end(&others, w);
}

// Which nodes are up, how they see each other, and what may still break.
static void put_network(Writer *w) {
    const Globals *globals = w->machine->globals;
    put_term(w, globals->nodes);
    put_term(w, globals->connections);
    put_map_as_set(w, globals->node_watchers);
    put_term(w, globals->budgets);
}

static void put_globals(Writer *w) {
    Machine *m = w->machine;
    const Globals *globals = m->globals;
    const Term terms[] = {globals->environment, globals->handles,  globals->files,   globals->directory,
                          globals->code_path,   globals->settings, globals->outcome, globals->tracing};
    const Term asked[] = {globals->loaded, globals->atoms, globals->brought};
    put_map_as_set(w, globals->sticky);
    put_term(w, globals->names);
    put_map_as_set(w, globals->cells);
    put_terms(w, terms, sizeof terms / sizeof *terms);
    put_map_as_set(w, globals->facts);
    if (m->monitors) put_term(w, globals->monitors);
    if (m->inquisitive) put_terms(w, asked, sizeof asked / sizeof *asked);
    if (w->machine->has_nodes) put_network(w);
    put_number(w, globals->monotonic);
    put_number(w, (uint64_t)globals->livelock << 1 | m->halted);
    if (m->halted) put_number(w, (uint64_t)(uint32_t)m->halt_status);   // else it is of another state
    if (w->exact) put_number(w, globals->clock), put_term(w, globals->lateness);
    put_crashes(w);
    put_tree(w, m->tables->persistent);
    put_tree(w, m->tables->atomics);
}

// What is changed in place, or no part of the record, is not announced by it. Nor is what makes crashes settled.
static void take_globals(Snapshot *s) {
    const Machine *m = s->writer.machine;
    bool in_place = !term_is_nil(m->tables->atomics) || m->halted || term_is_cons(m->globals->crashes);
    if (!in_place && !has_changed(s, &m->globals->record) && !has_changed(s, &m->tables->record)) {
        part_same(s, 0, PART_GLOBALS);
        return;
    }
    Writer *w = part_begin(s);
    put_byte(w, 'g');
    put_globals(w);
    part_end(s, 0, PART_GLOBALS);
}

// --- the door -----------------------------------------------------------------------------------------------

Snapshot *snapshot_new(Machine *m) {
    Snapshot *s = memory_zeroed(1, sizeof *s);
    s->writer.machine = m;
    return s;
}

void snapshot_free(Snapshot *s) {
    if (!s) return;
    array_free(&s->writer.out.bytes);
    array_free(&s->writer.out.names);
    hash_free(&s->writer.known);
    memory_free(s);
}

static void take_processes(Snapshot *s) {
    Machine *m = s->writer.machine;
    for (uint32_t i = 0; i < m->pid_count; i++)
        if (m->processes[i])
            take_process(s, i, m->processes[i], false);
        else if (m->ending_count > 0 && m->ending[i])
            take_process(s, i, m->ending[i], true);
}

void machine_parts(Machine *m, bool all, TakePart take, void *context) {
    if (!m->snapshot) m->snapshot = snapshot_new(m);
    Snapshot *s = m->snapshot;
    s->take = take;
    s->context = context;
    s->all = all || m->globals->clock_epoch >= m->store.mark_epoch;
    s->writer.exact = m->exact;
    take_globals(s);
    take_processes(s);
    take_tables(s);
    take_deadlines(s);
    take_channels(s);
}

uint32_t machine_exactness(const Machine *m) { return (uint32_t)m->exact + m->exact_work; }

void machine_keep_processes(Machine *m) { m->keeps_processes = true; }

uint32_t machine_owed(const Machine *m, Actor actor) {
    enum { OF_TIMERS = 1 << 30 };
    if (actor >= m->descent_count) return actor;
    const Descent *descent = &m->descents[actor];
    if (descent->child & DESCENT_ALTERNATIVE) return descent->parent;
    bool one_of_several = descent->child & DESCENT_ESTATE && descent->child != DESCENT_ESTATE;
    if (one_of_several) return pids_number(&m->pids, descent->parent, DESCENT_ESTATE);
    return descent->child & DESCENT_TIMER ? descent->parent | OF_TIMERS : actor;
}
