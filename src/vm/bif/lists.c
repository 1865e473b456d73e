// Functions of the module lists, and those of erlang that take and give lists.
#include "base/memory.h"
#include "vm/run/bif.h"
#include "vm/term/compare.h"
#include "vm/term/hash.h"

// --- looking for elements ------------------------------------------------------------------------
static Term lists_member_2(Process *p, const Term *args) {
    Term list = args[1];
    for (; term_is_cons(list); list = term_tail(list))
        if (term_identical(args[0], term_head(list))) return ATOM(true);
    return term_is_nil(list) ? ATOM(false) : process_badarg(p);
}

// Erlang's ==, except that a small integer is rounded to a float before it is compared with one.
// OTP does so, and above 2^53 it shows.
static bool key_matches(Term key, Term element) {
    if (term_is_small(key) && term_is_float(element)) return (double)term_to_small(key) == term_to_double(element);
    return term_equal(key, element);
}

// args: Key, N, List. The first tuple whose Nth element == Key, or false.
static Term find_by_key(Process *p, const Term *args) {
    if (!term_is_small(args[1]) || term_to_small(args[1]) < 1) return process_badarg(p);
    size_t position = (size_t)term_to_small(args[1]);
    Term list = args[2];
    for (; term_is_cons(list); list = term_tail(list)) {
        Term tuple = term_head(list);
        if (term_is_tuple(tuple) && position <= term_tuple_size(tuple) &&
            key_matches(args[0], term_elements(tuple)[position - 1]))
            return tuple;
    }
    return term_is_nil(list) ? ATOM(false) : process_badarg(p);
}

static Term lists_keyfind_3(Process *p, const Term *args) { return find_by_key(p, args); }

static Term lists_keymember_3(Process *p, const Term *args) {
    Term found = find_by_key(p, args);
    return term_is_tuple(found) ? ATOM(true) : found;
}

static Term lists_keysearch_3(Process *p, const Term *args) {
    Term found = find_by_key(p, args);
    return term_is_tuple(found) ? heap_tuple2(p->heap, ATOM(value), found) : found;
}

// --- putting lists together and taking them apart ------------------------------------------------
static Term lists_reverse_2(Process *p, const Term *args) {
    Term list = args[0], result = args[1];
    for (; term_is_cons(list); list = term_tail(list)) result = heap_cons(p->heap, term_head(list), result);
    return term_is_nil(list) ? result : process_badarg(p);
}

static Term erlang_append_2(Process *p, const Term *args) {
    int64_t count = term_list_length(args[0]);
    if (count < 0) return process_badarg(p);
    if (count == 0) return args[1];
    if (term_is_nil(args[1])) return args[0];
    Term *to = heap_take(p->heap, 2 * (size_t)count), *at = to;
    for (Term list = args[0]; term_is_cons(list); list = term_tail(list), at += 2) {
        at[0] = term_head(list);
        at[1] = term_from_list_words(at + 2);
    }
    at[-1] = args[1];
    return term_from_list_words(to);
}

// The elements that subtraction still has to take away. A few are kept as they are; many in a table
// with open addressing, at most half full: each different one once, and how many of it are left.
enum { WANTED_FEW = 8 };

typedef struct {
    uint64_t hash;
    Term term;   // NO_TERM: free
    size_t count;
} WantedSlot;

typedef struct {
    size_t left;   // elements still to take away
    Term few[WANTED_FEW];
    WantedSlot *slots;   // NULL: there were few
    size_t mask;
} Wanted;

static WantedSlot *wanted_slot(const Wanted *wanted, Term term, uint64_t hash) {
    size_t at = hash & wanted->mask;
    for (WantedSlot *slot; !term_is_none((slot = &wanted->slots[at])->term); at = (at + 1) & wanted->mask)
        if (slot->hash == hash && term_identical(slot->term, term)) break;
    return &wanted->slots[at];
}

static void wanted_init(Wanted *wanted, Term list, size_t count) {
    *wanted = (Wanted){.left = count};
    if (count <= WANTED_FEW) {
        for (size_t i = 0; i < count; i++, list = term_tail(list)) wanted->few[i] = term_head(list);
        return;
    }
    size_t capacity = 4 * WANTED_FEW;
    while (capacity < 2 * count) capacity *= 2;
    wanted->slots = memory_zeroed(capacity, sizeof *wanted->slots);
    wanted->mask = capacity - 1;
    for (; term_is_cons(list); list = term_tail(list)) {
        uint64_t hash = term_hash(term_head(list));
        WantedSlot *slot = wanted_slot(wanted, term_head(list), hash);
        *slot = (WantedSlot){hash, term_head(list), slot->count + 1};
    }
}

static bool take_of_few(Wanted *wanted, Term term) {
    for (size_t i = 0; i < wanted->left; i++) {
        if (!term_identical(wanted->few[i], term)) continue;
        wanted->few[i] = wanted->few[--wanted->left];
        return true;
    }
    return false;
}

static bool wanted_take(Wanted *wanted, Term term) {
    if (!wanted->slots) return take_of_few(wanted, term);
    WantedSlot *slot = wanted_slot(wanted, term, term_hash(term));
    if (slot->count == 0) return false;
    slot->count--;
    wanted->left--;
    return true;
}

// The rest of `from` is shared once nothing is left to take away.
static Term subtract(Heap *heap, Term from, Wanted *wanted) {
    Term result, *tail = &result;
    for (; term_is_cons(from) && wanted->left > 0; from = term_tail(from)) {
        if (wanted_take(wanted, term_head(from))) continue;
        *tail = heap_cons(heap, term_head(from), TERM_NIL);
        tail = term_list_words(*tail) + 1;
    }
    *tail = from;
    return result;
}

static Term erlang_subtract_2(Process *p, const Term *args) {
    int64_t from = term_list_length(args[0]), count = term_list_length(args[1]);
    if (from < 0 || count < 0) return process_badarg(p);
    if (from == 0 || count == 0) return args[0];
    Wanted wanted;
    wanted_init(&wanted, args[1], (size_t)count);
    Term result = subtract(p->heap, args[0], &wanted);
    memory_free(wanted.slots);
    return result;
}

// --- single cells --------------------------------------------------------------------------------
static Term erlang_length_1(Process *p, const Term *args) {
    int64_t length = term_list_length(args[0]);
    return length < 0 ? process_badarg(p) : term_small(length);
}

static Term erlang_hd_1(Process *p, const Term *args) {
    return term_is_cons(args[0]) ? term_head(args[0]) : process_badarg(p);
}

static Term erlang_tl_1(Process *p, const Term *args) {
    return term_is_cons(args[0]) ? term_tail(args[0]) : process_badarg(p);
}

const Bif lists_bifs[] = {
    BIF(lists, member, 2, PURE),
    BIF(lists, keyfind, 3, PURE),
    BIF(lists, keymember, 3, PURE),
    BIF(lists, keysearch, 3, PURE),
    BIF(lists, reverse, 2, PURE),
    BIF(erlang, append, 2, PURE),
    BIF_NAMED("erlang", "++", 2, erlang_append_2, PURE),
    BIF(erlang, subtract, 2, PURE),
    BIF_NAMED("erlang", "--", 2, erlang_subtract_2, PURE),
    BIF(erlang, length, 1, PURE),
    BIF(erlang, hd, 1, PURE),
    BIF(erlang, tl, 1, PURE),
    {0},
};
