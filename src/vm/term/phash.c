#include "vm/term/phash.h"

#include "base/memory.h"
#include "base/words.h"
#include "vm/run/code.h"
#include "vm/store/atom.h"
#include "vm/term/bits.h"
#include "vm/term/identity.h"
#include "vm/term/map.h"

uint32_t atom_phash(Term atom) {
    Bytes name = atom_text(atom);
    uint32_t hash = 0;
    for (size_t i = 0; i < name.size; i++) {
        uint8_t byte = name.data[i];
        bool latin1 = (byte & 0xFE) == 0xC2 && i + 1 < name.size;   // two bytes for 128 .. 255
        if (latin1) byte = (uint8_t)(byte << 6 | (name.data[++i] & 0x3F));
        hash = (hash << 4) + byte;
        uint32_t high = hash & 0xF0000000;
        hash ^= high >> 24 ^ high;
    }
    return hash;
}

static uint64_t float_bits(Term t) {
    double value = term_to_double(t);
    if (value == 0) value = 0;   // -0.0 hashes as 0.0
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static bool is_byte(Term t) { return term_is_small(t) && (uint64_t)term_to_small(t) < 256; }

static const Term *fun_environment(Term fun) { return term_words(fun) + 3; }
static size_t fun_environment_size(Term fun) { return term_size(fun) - 2; }

// --- phash2 -----------------------------------------------------------------------------------
// The state is one 32-bit number; each part of a term is stirred into it with a constant for its
// kind. Both the stirring and the hash of blocks of bytes are Bob Jenkins' (Dr. Dobb's Journal,
// 1997). The constants are multiples of the golden ratio.
#define GOLDEN(n) ((uint32_t)(UINT32_C(0x9e3779b9) * (n)))

#define STIR(a, b, c)                 \
    do {                              \
        a -= b, a -= c, a ^= c >> 13; \
        b -= c, b -= a, b ^= a << 8;  \
        c -= a, c -= b, c ^= b >> 13; \
        a -= b, a -= c, a ^= c >> 12; \
        b -= c, b -= a, b ^= a << 16; \
        c -= a, c -= b, c ^= b >> 5;  \
        a -= b, a -= c, a ^= c >> 3;  \
        b -= c, b -= a, b ^= a << 10; \
        c -= a, c -= b, c ^= b >> 15; \
    } while (0)

static uint32_t stir2(uint32_t hash, uint32_t x, uint32_t y, uint32_t constant) {
    uint32_t a = constant + x, b = constant + y;
    STIR(a, b, hash);
    return hash;
}

static uint32_t stir(uint32_t hash, uint32_t x, uint32_t constant) { return stir2(hash, x, 0, constant); }

static uint32_t little32(const uint8_t *at) {
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static uint32_t hash_block(const uint8_t *bytes, size_t size, uint32_t start) {
    uint32_t a = GOLDEN(1), b = GOLDEN(1), c = start;
    size_t left = size;
    for (; left >= 12; left -= 12, bytes += 12) {
        a += little32(bytes);
        b += little32(bytes + 4);
        c += little32(bytes + 8);
        STIR(a, b, c);
    }
    uint8_t rest[12] = {0};
    memcpy(rest, bytes, left);
    a += little32(rest);
    b += little32(rest + 4);
    c += (little32(rest + 8) << 8) + (uint32_t)size;   // the lowest byte is for the size
    STIR(a, b, c);
    return c;
}

static uint32_t hash2_bitstring(uint32_t hash, Term t) {
    Bits bits = term_bits(t);
    uint32_t start = GOLDEN(13) + hash;
    if (bits.size == 0) return start;
    size_t rest = bits.size % 8;
    // Sizes are taken modulo 2^32, as ever.
    Bits whole = {bits.bytes, bits.offset, (bits.size / 8 & UINT32_MAX) * 8};
    uint8_t *scratch;
    Bytes bytes = bits_bytes(whole, &scratch);
    hash = hash_block(bytes.data, bytes.size, start);
    memory_free(scratch);
    if (rest == 0) return hash;
    uint64_t tail = bits_load(bits.bytes, bits.offset + whole.size, rest);
    return stir2(hash, (uint32_t)rest, (uint32_t)tail, GOLDEN(15));
}

static uint32_t hash2_small(uint32_t hash, int64_t value) {
    if (value >= -(1 << 27) && value < 1 << 27) {
        if (value < 0) hash = stir(hash, (uint32_t)-value, GOLDEN(1));
        return stir(hash, (uint32_t)value, GOLDEN(1));
    }
    uint64_t magnitude = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    return stir2(hash, (uint32_t)magnitude, (uint32_t)(magnitude >> 32), GOLDEN(value < 0 ? 10 : 11));
}

static uint32_t hash2_bignum(uint32_t hash, Term t) {
    const Term *limbs = term_words(t) + 1;
    uint32_t constant = GOLDEN(term_kind(t) == KIND_NEGATIVE ? 10 : 11);
    for (size_t i = 0; i < term_size(t); i++)
        hash = stir2(hash, (uint32_t)limbs[i].bits, (uint32_t)(limbs[i].bits >> 32), constant);
    return hash;
}

static uint32_t hash2_identity(uint32_t hash, Term t) {
    Identity identity = identity_of(t);
    if (term_is_pid(t)) return stir(hash, identity.ids[0], GOLDEN(5));
    if (term_is_port(t)) return stir2(hash, identity.ids[0], identity.ids[1], GOLDEN(6));
    return stir(hash, identity.ids[0], GOLDEN(7));
}

// Work that is left, as words on a stack: terms, and these (which are no terms: their tag is 0).
enum { MAP_PAIR = 1 << 2, MAP_END = 2 << 2 };   // under MAP_END: hash and pairs of the outer map

typedef struct {
    uint32_t hash;
    uint32_t pairs;   // of the map under way: its pairs' hashes, in any order
    Words left;
} Hash2;

// Bytes at the front of a list are taken four at a time. What is left is the first other element,
// and the tail behind it.
static void hash2_list(Hash2 *h, Term list) {
    uint32_t four = 0;
    unsigned count = 0;
    for (; term_is_cons(list) && is_byte(term_head(list)); list = term_tail(list)) {
        four = four << 8 | (uint32_t)term_to_small(term_head(list));
        if (++count < 4) continue;
        h->hash = stir(h->hash, four, GOLDEN(4));
        four = count = 0;
    }
    if (count) h->hash = stir(h->hash, four, GOLDEN(4));
    if (term_is_cons(list)) {
        words_push(&h->left, term_tail(list).bits);
        list = term_head(list);
    }
    words_push(&h->left, list.bits);
}

static void push_backwards(Words *left, const Term *terms, size_t count) {
    while (count) words_push(left, terms[--count].bits);
}

// Each pair is hashed alone, and all of them are joined in a way that has no order.
static void hash2_map(Hash2 *h, Term map) {
    h->hash = stir(h->hash, (uint32_t)map_count(map), GOLDEN(16));
    if (map_count(map) == 0) return;
    words_push(&h->left, h->pairs);
    words_push(&h->left, h->hash);
    words_push(&h->left, MAP_END);
    h->hash = h->pairs = 0;
    MapIterator it;
    map_iterate(&it, map);
    for (Term key, value; map_next(&it, &key, &value);) {
        words_push(&h->left, MAP_PAIR);
        words_push(&h->left, value.bits);
        words_push(&h->left, key.bits);
    }
}

static void hash2_map_end(Hash2 *h) {
    h->hash = stir((uint32_t)words_pop(&h->left), h->pairs, GOLDEN(19));
    h->pairs = (uint32_t)words_pop(&h->left);
}

static void hash2_fun(Hash2 *h, Term fun) {
    if (term_kind(fun) == KIND_EXPORT) {
        const Export *export = fun_export(fun);
        h->hash = stir2(h->hash, export->arity, atom_phash(export->module), GOLDEN(1));
        h->hash = stir(h->hash, atom_phash(export->function), GOLDEN(14));
        return;
    }
    const FunEntry *entry = fun_entry(fun);
    size_t free_count = fun_environment_size(fun);
    h->hash = stir2(h->hash, (uint32_t)free_count, atom_phash(entry->module), GOLDEN(1));
    h->hash = stir2(h->hash, entry->index, entry->old_uniq, GOLDEN(1));
    push_backwards(&h->left, fun_environment(fun), free_count);
}

static void hash2_boxed(Hash2 *h, Term t) {
    switch (term_kind(t)) {
    case KIND_TUPLE:
    case KIND_RECORD:
        h->hash = stir(h->hash, (uint32_t)term_size(t), GOLDEN(9));
        push_backwards(&h->left, term_elements(t), term_size(t));
        return;
    case KIND_MAP:
    case KIND_HASHMAP: hash2_map(h, t); return;
    case KIND_FUN:
    case KIND_EXPORT: hash2_fun(h, t); return;
    case KIND_BINARY:
    case KIND_SUBBINARY: h->hash = hash2_bitstring(h->hash, t); return;
    case KIND_POSITIVE:
    case KIND_NEGATIVE: h->hash = hash2_bignum(h->hash, t); return;
    case KIND_FLOAT: {
        uint64_t bits = float_bits(t);
        h->hash = stir2(h->hash, (uint32_t)(bits >> 32), (uint32_t)bits, GOLDEN(12));
        return;
    }
    default: h->hash = hash2_identity(h->hash, t); return;
    }
}

// A state of 0 means that nothing came before; atoms and [] are then not stirred at all.
static void hash2_term(Hash2 *h, Term t) {
    if (term_is_small(t))
        h->hash = hash2_small(h->hash, term_to_small(t));
    else if (term_is_atom(t))
        h->hash = h->hash == 0 ? atom_phash(t) : stir(h->hash, atom_phash(t), GOLDEN(3));
    else if (term_is_nil(t))
        h->hash = h->hash == 0 ? UINT32_C(3468870702) : stir(h->hash, 2, GOLDEN(2));
    else if (term_is_cons(t))
        hash2_list(h, t);
    else if (term_is_boxed(t))
        hash2_boxed(h, t);
    else
        h->hash = hash2_identity(h->hash, t);
}

uint32_t term_phash2(Term term) {
    Hash2 h = {0};
    words_init(&h.left);
    words_push(&h.left, term.bits);
    while (h.left.count) {
        uint64_t next = words_pop(&h.left);
        if (next == MAP_PAIR) {
            h.pairs ^= h.hash;
            h.hash = 0;
        } else if (next == MAP_END) {
            hash2_map_end(&h);
        } else {
            hash2_term(&h, (Term){next});
        }
    }
    words_free(&h.left);
    return h.hash;
}

// --- phash --------------------------------------------------------------------------------------
// The older one: hash * prime + part, where the prime depends on the kind of the part. They are
// the first primes above 2^28 or so; the numbers are those that history gave them.
enum {
    PRIME_1 = 268440163,
    PRIME_2 = 268439161,
    PRIME_3 = 268435459,
    PRIME_4 = 268436141,
    PRIME_5 = 268438633,
    PRIME_6 = 268437017,
    PRIME_8 = 268437511,
    PRIME_9 = 268439627,
    PRIME_10 = 268440479,
    PRIME_11 = 268440577,
    PRIME_12 = 268440581,
    PRIME_13 = 268440593,
    PRIME_14 = 268440611,
};

static uint32_t add_bytes(uint32_t hash, uint64_t value, unsigned bytes, uint32_t prime) {
    for (; bytes; bytes--, value >>= 8) hash = hash * prime + (uint8_t)value;
    return hash;
}

// The magnitude, in as many groups of four bytes as it needs and at least one.
static uint32_t hash1_integer(uint32_t hash, Term t) {
    bool negative;
    uint64_t last;
    if (term_is_small(t)) {
        int64_t value = term_to_small(t);
        negative = value < 0;
        last = negative ? 0 - (uint64_t)value : (uint64_t)value;
    } else {
        const Term *limbs = term_words(t) + 1;
        size_t count = term_size(t) - 1;
        for (size_t i = 0; i < count; i++) hash = add_bytes(hash, limbs[i].bits, 8, PRIME_2);
        last = limbs[count].bits;
        negative = term_kind(t) == KIND_NEGATIVE;
    }
    hash = add_bytes(hash, last, last >> 32 ? 8 : 4, PRIME_2);
    return hash * (negative ? PRIME_4 : PRIME_3);
}

static uint32_t hash1_bitstring(uint32_t hash, Term t) {
    Bits bits = term_bits(t);
    size_t size = bits.size / 8, rest = bits.size % 8;
    for (size_t i = 0; i < size; i++) hash = hash * PRIME_1 + (uint32_t)bits_load(bits.bytes, bits.offset + i * 8, 8);
    if (rest) {
        uint32_t tail = (uint32_t)bits_load(bits.bytes, bits.offset + size * 8, rest);
        hash = (hash * PRIME_1 + tail) * PRIME_12 + (uint32_t)rest;
    }
    return hash * PRIME_4 + (uint32_t)size;
}

static uint32_t hash1_identity(uint32_t hash, Term t) {
    Identity identity = identity_of(t);
    if (term_is_pid(t)) return add_bytes(hash, identity.ids[0], 4, PRIME_5) * PRIME_6;
    if (term_is_port(t) && identity.ids[1]) hash = add_bytes(hash, identity.ids[1], 4, PRIME_11);
    return add_bytes(hash, identity.ids[0], 4, PRIME_9) * PRIME_10;
}

// Work that is left: terms, and these. LIST_REST stands above the rest of a list, TUPLE_END above
// an arity.
enum { LIST_REST = 1 << 2, LIST_END = 2 << 2, TUPLE_END = 3 << 2 };

static uint32_t hash1_list(uint32_t hash, Term list, Words *left) {
    for (; term_is_cons(list) && is_byte(term_head(list)); list = term_tail(list))
        hash = hash * PRIME_2 + (uint32_t)term_to_small(term_head(list));
    if (term_is_cons(list)) {
        words_push(left, term_tail(list).bits);
        words_push(left, LIST_REST);
        list = term_head(list);
    } else {
        words_push(left, LIST_END);
    }
    words_push(left, list.bits);
    return hash;
}

static uint32_t hash1_fun(uint32_t hash, Term fun, Words *left) {
    if (term_kind(fun) == KIND_EXPORT) {
        const Export *export = fun_export(fun);
        hash = hash * PRIME_11 + export->arity;
        hash = hash * PRIME_1 + atom_phash(export->module);
        return hash * PRIME_1 + atom_phash(export->function);
    }
    const FunEntry *entry = fun_entry(fun);
    size_t free_count = fun_environment_size(fun);
    hash = hash * PRIME_10 + (uint32_t)free_count;
    hash = hash * PRIME_1 + atom_phash(entry->module);
    hash = hash * PRIME_2 + entry->index;
    hash = hash * PRIME_2 + entry->old_uniq;
    push_backwards(left, fun_environment(fun), free_count);
    return hash;
}

static uint32_t hash1_boxed(uint32_t hash, Term t, Words *left) {
    switch (term_kind(t)) {
    case KIND_TUPLE:
    case KIND_RECORD:
        words_push(left, term_size(t));
        words_push(left, TUPLE_END);
        push_backwards(left, term_elements(t), term_size(t));
        return hash;
    case KIND_MAP:
    case KIND_HASHMAP: return hash * PRIME_13 + PRIME_14 + term_phash2(t);
    case KIND_FUN:
    case KIND_EXPORT: return hash1_fun(hash, t, left);
    case KIND_BINARY:
    case KIND_SUBBINARY: return hash1_bitstring(hash, t);
    case KIND_POSITIVE:
    case KIND_NEGATIVE: return hash1_integer(hash, t);
    case KIND_FLOAT: {
        uint64_t bits = float_bits(t);
        return hash * PRIME_6 + ((uint32_t)bits ^ (uint32_t)(bits >> 32));
    }
    default: return hash1_identity(hash, t);
    }
}

static uint32_t hash1_term(uint32_t hash, Term t, Words *left) {
    if (term_is_small(t)) return hash1_integer(hash, t);
    if (term_is_atom(t)) return hash * PRIME_1 + atom_phash(t);
    if (term_is_nil(t)) return hash * PRIME_3 + 1;
    if (term_is_cons(t)) return hash1_list(hash, t, left);
    if (term_is_boxed(t)) return hash1_boxed(hash, t, left);
    return hash1_identity(hash, t);
}

// The rest of a list behind an element that is no byte: more of the list, or its end.
static uint32_t hash1_rest(uint32_t hash, Term rest, Words *left) {
    if (term_is_cons(rest)) return hash1_list(hash, rest, left);
    words_push(left, LIST_END);
    words_push(left, rest.bits);
    return hash;
}

uint32_t term_phash(Term term) {
    uint32_t hash = 0;
    Words left;
    words_init(&left);
    words_push(&left, term.bits);
    while (left.count) {
        uint64_t next = words_pop(&left);
        if (next == LIST_REST)
            hash = hash1_rest(hash, (Term){words_pop(&left)}, &left);
        else if (next == LIST_END)
            hash *= PRIME_8;
        else if (next == TUPLE_END)
            hash = hash * PRIME_9 + (uint32_t)words_pop(&left);
        else
            hash = hash1_term(hash, (Term){next}, &left);
    }
    words_free(&left);
    return hash;
}
