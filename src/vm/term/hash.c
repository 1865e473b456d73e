#include "vm/term/hash.h"

#include "base/words.h"
#include "vm/run/code.h"
#include "vm/term/bits.h"
#include "vm/term/identity.h"
#include "vm/term/map.h"

// A term's hash is that of the tokens met on a walk through it, each object before its parts. The
// tokens of different kinds begin with different numbers, and with a size where one is needed, so
// no two terms have the same walk.
enum {
    TOKEN_NIL = 1,
    TOKEN_CONS,
    TOKEN_ATOM,
    TOKEN_PORT,
    TOKEN_TUPLE,
    TOKEN_MAP,
    TOKEN_FUN,
    TOKEN_EXPORT,
    TOKEN_BITS,
    TOKEN_BIGNUM,
    TOKEN_REFERENCE,
    TOKEN_EXTERNAL,
    TOKEN_RECORD,
};

static inline uint64_t token(unsigned kind, uint64_t value) {
    return value * UINT64_C(0x2127599bf4325c37) + (uint64_t)kind * UINT64_C(0x880355f21e6d1965);
}

// Cheaper than hash_join, and not well mixed until the end of the walk.
static inline uint64_t absorb(uint64_t hash, uint64_t next) {
    unsigned __int128 product = (unsigned __int128)(hash ^ next) * UINT64_C(0x9e3779b97f4a7c15);
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static uint64_t load(const void *bytes) {
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return word;
}

// The bytes of a bitstring in pieces of 64 bits; the same whether or not it starts at a byte.
static uint64_t hash_bits(Bits bits) {
    uint64_t hash = bits.size;
    size_t done = 0;
    if (bits.offset % 8 == 0)
        for (; done + 64 <= bits.size; done += 64) hash = absorb(hash, load(bits.bytes + (bits.offset + done) / 8));
    for (; done < bits.size; done += 64) {
        uint8_t piece[8] = {0};
        size_t size = bits.size - done < 64 ? bits.size - done : 64;
        bits_copy(piece, 0, bits.bytes, bits.offset + done, size);
        hash = absorb(hash, load(piece));
    }
    return hash;
}

uint64_t hash_bytes(const void *bytes, size_t size) { return hash_mix(hash_bits((Bits){bytes, 0, size * 8})); }

static uint64_t hash_words(uint64_t hash, const Term *words, size_t count) {
    for (size_t i = 0; i < count; i++) hash = absorb(hash, words[i].bits);
    return hash;
}

static uint64_t hash_double(double value) {
    uint64_t bits;
    if (value == 0) value = 0;   // -0.0 =:= 0.0
    memcpy(&bits, &value, sizeof bits);
    return bits ^ HASH_FLOAT;
}

static inline uint64_t hash_immediate(Term t) {
    if (term_is_small(t)) return (uint64_t)term_to_small(t) ^ HASH_SMALL;
    if (term_is_atom(t)) return token(TOKEN_ATOM, atom_hash(t));
    if (term_is_local_pid(t)) return term_pid_index(t) ^ HASH_PID;
    if (term_is_local_port(t)) return token(TOKEN_PORT, term_port_index(t));
    return token(TOKEN_NIL, 0);
}

// Rows of terms still to visit, two words each.
static void push_row(Words *todo, const Term *row, size_t count) {
    if (count == 0) return;
    words_push(todo, (uint64_t)row);
    words_push(todo, count);
}

// A tuple and the immediates it begins with: how many these are.
static inline size_t hash_tuple(uint64_t *hash, Term tuple) {
    size_t size = term_tuple_size(tuple), done = 0;
    const Term *elements = term_elements(tuple);
    *hash = absorb(*hash, token(TOKEN_TUPLE, size));
    for (; done < size && term_is_immediate(elements[done]); done++)
        *hash = absorb(*hash, hash_immediate(elements[done]));
    return done;
}

static uint64_t hash_fun(uint64_t hash, Term fun, Words *todo) {
    const FunEntry *entry = fun_entry(fun);
    size_t free_count = term_size(fun) - 2;
    push_row(todo, term_words(fun) + 3, free_count);
    hash = absorb(hash, token(TOKEN_FUN, atom_hash(entry->module)));
    hash = absorb(hash, (uint64_t)entry->index << 32 | entry->old_uniq);
    return absorb(hash, free_count);
}

static uint64_t hash_export(uint64_t hash, Term fun) {
    const Export *entry = fun_export(fun);
    hash = absorb(hash, token(TOKEN_EXPORT, atom_hash(entry->module)));
    return absorb(hash, atom_hash(entry->function) + entry->arity);
}

static uint64_t hash_reference(uint64_t hash, Term t) {
    return hash_words(absorb(hash, TOKEN_REFERENCE), term_words(t) + 1, 2);
}

// Of a pid, port or reference of another node. Equal references may have more or fewer zeros at the
// end.
static uint64_t hash_external(uint64_t hash, Term t) {
    Identity identity = identity_of(t);
    while (identity.count && identity.ids[identity.count - 1] == 0) identity.count--;
    hash = absorb(hash, token(TOKEN_EXTERNAL, atom_hash(identity.node) + identity.creation));
    for (size_t i = 0; i < identity.count; i++) hash = absorb(hash, identity.ids[i]);
    return hash;
}

// Trees of equal maps are equal, so their leaves can be taken as they come.
static uint64_t hash_map(uint64_t hash, Term map, Words *todo) {
    hash = absorb(hash, token(TOKEN_MAP, map_count(map)));
    if (!map_is_flat(map)) {
        push_row(todo, term_words(map) + 2, 1);
        return hash;
    }
    push_row(todo, map_flat_values(map), map_count(map));
    push_row(todo, term_elements(map_flat_keys(map)), map_count(map));
    return hash;
}

static uint64_t hash_boxed(uint64_t hash, Term t, Words *todo) {
    const Term *words = term_words(t);
    Kind kind = term_kind(t);
    size_t size = term_size(t);
    switch (kind) {
    case KIND_TUPLE: {
        size_t done = hash_tuple(&hash, t);
        push_row(todo, words + 1 + done, size - done);
        return hash;
    }
    case KIND_RECORD: push_row(todo, words + 1, size); return absorb(hash, token(TOKEN_RECORD, size));
    case KIND_MAP:
    case KIND_HASHMAP: return hash_map(hash, t, todo);
    case KIND_NODE:
    case KIND_COLLISION: push_row(todo, words + 2, size - 1); return hash;
    case KIND_FUN: return hash_fun(hash, t, todo);
    case KIND_EXPORT: return hash_export(hash, t);
    case KIND_BINARY:
    case KIND_SUBBINARY: return absorb(hash, token(TOKEN_BITS, hash_bits(term_bits(t))));
    case KIND_POSITIVE:
    case KIND_NEGATIVE:
        return hash_words(absorb(hash, token(TOKEN_BIGNUM, size * 2 + (kind == KIND_NEGATIVE))), words + 1, size);
    case KIND_FLOAT: return absorb(hash, hash_double(term_to_double(t)));
    case KIND_REFERENCE: return hash_reference(hash, t);
    case KIND_TRACE: return absorb(hash, (uint64_t)kind);   // see identity_of
    case KIND_EXTERNAL_REFERENCE:
    case KIND_EXTERNAL_PID:
    case KIND_EXTERNAL_PORT: return hash_external(absorb(hash, (uint64_t)kind), t);
    default: assert(!"a term that Erlang code can see"); return hash;
    }
}

// Goes down the heads and along the tails of a list; returns the first that is no list.
static Term hash_list(uint64_t *hash, Term list, Words *todo) {
    while (term_is_cons(list)) {
        Term head = term_head(list);
        if (term_is_immediate(head)) {
            *hash = absorb(*hash, token(TOKEN_CONS, hash_immediate(head)));
            list = term_tail(list);
        } else {
            *hash = absorb(*hash, token(TOKEN_CONS, 0));
            push_row(todo, term_list_words(list) + 1, 1);
            list = head;
        }
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

// Apart from hash_deeply, which most often needs no room for what is still to visit.
static __attribute__((noinline)) uint64_t hash_walk(Term t) {
    Words todo;
    words_init(&todo);
    uint64_t hash = 0;
    do {
        t = hash_list(&hash, t, &todo);
        hash = term_is_immediate(t) ? absorb(hash, hash_immediate(t)) : hash_boxed(hash, t, &todo);
    } while (pop(&todo, &t));
    words_free(&todo);
    return hash_mix(hash);
}

uint64_t hash_deeply(Term t) {
    if (term_is_immediate(t)) return hash_mix(hash_immediate(t));
    if (term_is_kind(t, KIND_REFERENCE)) return hash_mix(hash_reference(0, t));
    if (term_is_float(t)) return hash_mix(hash_double(term_to_double(t)));
    uint64_t hash = 0;
    if (term_is_tuple(t) && hash_tuple(&hash, t) == term_tuple_size(t)) return hash_mix(hash);
    return hash_walk(t);
}
