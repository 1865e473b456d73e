// crypto: digests, keyed digests, and random bytes that are the same in every run.
//
// States of digests are what was fed so far: {weft_hash, Type, Bytes} and {weft_mac, Type, Key, Bytes}. What is not here
// ends in a native function that weft does not have, and says so.
#include "base/digest.h"

#include "base/memory.h"
#include "base/text.h"
#include "vm/bif.h"
#include "vm/bits.h"
#include "vm/hash.h"
#include "vm/iolist.h"
#include "vm/machine_state.h"
#include "vm/number.h"

static Term lacks(Process *p, const char *what, Term name) {
    Text text = {0};
    text_format(&text, "crypto has no %s %s in weft; --external M:F/A lets a real erl evaluate the call", what,
                term_is_atom(name) ? atom_string(name) : "of that kind");
    process_unsupported(p, text_string(&text));
    text_free(&text);
    return NO_TERM;
}

// NULL after raising or giving up.
static const DigestKind *digest_of(Process *p, Term type) {
    const DigestKind *kind = term_is_atom(type) ? digest_kind(atom_string(type)) : NULL;
    if (!term_is_atom(type)) process_badarg(p);
    else if (!kind) lacks(p, "digest", type);
    return kind;
}

static Term binary_of(Process *p, Term iodata) {
    Term binary = iolist_to_binary(p->heap, iodata);
    return term_is_none(binary) ? process_badarg(p) : binary;
}

// --- digests --------------------------------------------------------------------------------------------

static bool feed_digest(void *context, const uint8_t *bytes, size_t size) { return digest_update(context, bytes, size), true; }
static bool feed_hmac(void *context, const uint8_t *bytes, size_t size) { return hmac_update(context, bytes, size), true; }

static Term digest_data(Process *p, const DigestKind *kind, Term iodata) {
    Digest digest;
    uint8_t out[SHA_SIZE_MAX];
    digest_init(&digest, kind);
    if (!iolist_walk(iodata, feed_digest, &digest)) return process_badarg(p);
    digest_final(&digest, out);
    return heap_binary_from(p->heap, out, kind->size);
}

static Term crypto_hash_2(Process *p, const Term *args) {
    const DigestKind *kind = digest_of(p, args[0]);
    return kind ? digest_data(p, kind, args[1]) : NO_TERM;
}

static Term crypto_hash_init_1(Process *p, const Term *args) {
    if (!digest_of(p, args[0])) return NO_TERM;
    return heap_tuple3(p->heap, ATOM(weft_hash), args[0], TERM_NIL);
}

static bool is_state(Term state, Term tag, size_t size) {
    return term_is_tuple_of(state, size) && term_same(term_elements(state)[0], tag);
}

// The last element of a state, with more.
static Term fed(Process *p, Term state, Term iodata) {
    uint32_t size = term_tuple_size(state);
    Term binary = binary_of(p, iodata);
    if (term_is_none(binary)) return NO_TERM;
    Term more = heap_tuple(p->heap, size);
    for (uint32_t i = 0; i < size; i++) term_elements(more)[i] = term_elements(state)[i];
    term_elements(more)[size - 1] = heap_cons(p->heap, term_elements(state)[size - 1], binary);
    return more;
}

static Term crypto_hash_update_2(Process *p, const Term *args) {
    return is_state(args[0], ATOM(weft_hash), 3) ? fed(p, args[0], args[1]) : process_badarg(p);
}

static Term crypto_hash_final_1(Process *p, const Term *args) {
    if (!is_state(args[0], ATOM(weft_hash), 3)) return process_badarg(p);
    const DigestKind *kind = digest_of(p, term_elements(args[0])[1]);
    return kind ? digest_data(p, kind, term_elements(args[0])[2]) : NO_TERM;
}

static Term crypto_hash_equals_nif_2(Process *p, const Term *args) {
    bool binaries = term_is_bitstring(args[0]) && term_is_bitstring(args[1]);
    if (!binaries || term_bits(args[0]).size != term_bits(args[1]).size) return process_badarg(p);
    return process_boolean(bits_equal(term_bits(args[0]), term_bits(args[1])));
}

static Term crypto_do_exor_2(Process *p, const Term *args) {
    Bytes a, b;
    uint8_t *scratch_a = NULL, *scratch_b = NULL, *out;
    bool good = bits_of_binary(args[0], &a, &scratch_a) && bits_of_binary(args[1], &b, &scratch_b) && a.size == b.size;
    Term result = good ? bits_new(p->heap, a.size * 8, &out) : process_badarg(p);
    for (size_t i = 0; !term_is_none(result) && i < a.size; i++) out[i] = a.data[i] ^ b.data[i];
    memory_free(scratch_a);
    memory_free(scratch_b);
    return result;
}

// --- keyed digests --------------------------------------------------------------------------------------

static bool begin_hmac(Process *p, Hmac *hmac, Term type, Term key) {
    const DigestKind *kind = digest_of(p, type);
    Text text = {0};
    if (!kind) return false;
    bool good = iolist_add(&text, key);
    if (good) hmac_init(hmac, kind, text_string(&text), text.size);
    else process_badarg(p);
    text_free(&text);
    return good;
}

static Term mac_data(Process *p, Term type, Term key, Term iodata, Term length) {
    Hmac hmac;
    uint8_t out[SHA_SIZE_MAX];
    if (!begin_hmac(p, &hmac, type, key)) return NO_TERM;
    size_t size = hmac.inner.kind->size;
    if (!iolist_walk(iodata, feed_hmac, &hmac)) return process_badarg(p);
    hmac_final(&hmac, out);
    if (!term_is_none(length)) {
        if (!term_is_small(length) || term_to_small(length) < 1 || (uint64_t)term_to_small(length) > size) return process_badarg(p);
        size = (size_t)term_to_small(length);
    }
    return heap_binary_from(p->heap, out, size);
}

static bool is_hmac(Process *p, Term type) {
    if (term_same(type, ATOM(hmac))) return true;
    lacks(p, "message authentication code", type);
    return false;
}

static Term crypto_mac_3(Process *p, const Term *args) { return lacks(p, "message authentication code", args[0]); }

static Term crypto_mac_4(Process *p, const Term *args) {
    return is_hmac(p, args[0]) ? mac_data(p, args[1], args[2], args[3], NO_TERM) : NO_TERM;
}

static Term crypto_macN_5(Process *p, const Term *args) {
    return is_hmac(p, args[0]) ? mac_data(p, args[1], args[2], args[3], args[4]) : NO_TERM;
}

static Term crypto_hmac_3(Process *p, const Term *args) { return mac_data(p, args[0], args[1], args[2], NO_TERM); }
static Term crypto_hmac_4(Process *p, const Term *args) { return mac_data(p, args[0], args[1], args[2], args[3]); }

static Term crypto_mac_init_3(Process *p, const Term *args) {
    if (!is_hmac(p, args[0]) || !digest_of(p, args[1])) return NO_TERM;
    Term key = binary_of(p, args[2]);
    return term_is_none(key) ? key : heap_tuple4(p->heap, ATOM(weft_mac), args[1], key, TERM_NIL);
}

static Term crypto_mac_update_2(Process *p, const Term *args) {
    return is_state(args[0], ATOM(weft_mac), 4) ? fed(p, args[0], args[1]) : process_badarg(p);
}

static Term end_mac(Process *p, Term state, Term length) {
    if (!is_state(state, ATOM(weft_mac), 4)) return process_badarg(p);
    const Term *fields = term_elements(state);
    return mac_data(p, fields[1], fields[2], fields[3], length);
}

static Term crypto_mac_final_1(Process *p, const Term *args) { return end_mac(p, args[0], NO_TERM); }
static Term crypto_mac_finalN_2(Process *p, const Term *args) { return end_mac(p, args[0], args[1]); }

// --- random bytes ---------------------------------------------------------------------------------------
// A stream for each process, which follows from its descent: the same whatever others do.

static void random_fill(Process *p, uint8_t *out, size_t size) {
    uint64_t seed = machine_descent_hash(p->machine, term_pid_index(p->pid));
    process_touch(p);
    for (size_t i = 0; i < size; i++) {
        if (i % 8 == 0) p->randoms++;
        out[i] = (uint8_t)(hash_join(seed, p->randoms) >> i % 8 * 8);
    }
}

static Term crypto_strong_rand_bytes_nif_1(Process *p, const Term *args) {
    uint8_t *out;
    if (!term_is_small(args[0]) || term_to_small(args[0]) < 0) return process_badarg(p);
    size_t size = (size_t)term_to_small(args[0]);
    Term result = size > UINT32_MAX ? NO_TERM : bits_new(p->heap, size * 8, &out);
    if (term_is_none(result)) return process_system_limit(p);
    random_fill(p, out, size);
    return result;
}

// Eight bytes more than needed make all numbers below equally likely, as far as anyone can tell.
static Term random_below(Process *p, Term range, size_t size) {
    Text scratch = {0};
    for (size_t i = 0; i < size + 8; i++) text_add_char(&scratch, 0);
    random_fill(p, (uint8_t *)scratch.data, scratch.size);
    Term number = number_from_bytes(p->heap, (const uint8_t *)scratch.data, scratch.size, false, false);
    text_free(&scratch);
    return number_remainder(p->heap, number, range);
}

static Term crypto_strong_rand_range_nif_1(Process *p, const Term *args) {
    Bytes bytes;
    uint8_t *scratch, *out;
    if (!bits_of_binary(args[0], &bytes, &scratch)) return process_badarg(p);
    Term range = number_from_bytes(p->heap, bytes.data, bytes.size, false, false);
    size_t size = bytes.size;
    memory_free(scratch);
    if (term_same(range, term_small(0))) return process_badarg(p);
    Term number = random_below(p, range, size), result = bits_new(p->heap, size * 8, &out);
    if (term_is_none(result)) return process_system_limit(p);
    bits_put_integer(out, 0, size * 8, number, false);
    return result;
}

static Term crypto_rand_uniform_2(Process *p, const Term *args) {
    if (!term_is_integer(args[0]) || !term_is_integer(args[1])) return process_badarg(p);
    Term range = number_subtract(p->heap, args[1], args[0]);
    if (!term_is_small(range) ? term_kind(range) == KIND_NEGATIVE : term_to_small(range) <= 0) return process_badarg(p);
    size_t size = term_is_small(range) ? 8 : term_size(range) * 8;
    return number_add(p->heap, args[0], random_below(p, range, size));
}

static Term crypto_rand_seed_1(Process *p, const Term *args) {
    return term_is_bitstring(args[0]) ? ATOM(ok) : process_badarg(p);
}

const Bif crypto_bifs[] = {
    BIF(crypto, hash, 2, PURE),
    BIF(crypto, hash_init, 1, PURE),
    BIF(crypto, hash_update, 2, PURE),
    BIF(crypto, hash_final, 1, PURE),
    BIF(crypto, hash_equals_nif, 2, PURE),
    BIF(crypto, do_exor, 2, PURE),
    BIF(crypto, mac, 3, PURE),
    BIF(crypto, mac, 4, PURE),
    BIF(crypto, macN, 5, PURE),
    BIF(crypto, hmac, 3, PURE),
    BIF(crypto, hmac, 4, PURE),
    BIF(crypto, mac_init, 3, PURE),
    BIF(crypto, mac_update, 2, PURE),
    BIF(crypto, mac_final, 1, PURE),
    BIF(crypto, mac_finalN, 2, PURE),
    BIF(crypto, strong_rand_bytes_nif, 1, PURE),
    BIF(crypto, strong_rand_range_nif, 1, PURE),
    BIF(crypto, rand_uniform, 2, PURE),
    BIF(crypto, rand_seed, 1, PURE),
    {0},
};
