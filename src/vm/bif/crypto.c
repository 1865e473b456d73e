// crypto: digests and message authentication codes by libcrypto, and random bytes that are the same in every run.
//
// States of digests are what was fed so far: {weft_hash, Type, Bytes} and {weft_mac, Type, Subtype, Key, Bytes}. What
// is not here ends in a native function that weft does not have, and says so.
#include "vm/bif/crypto.h"

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/params.h>

#include "base/memory.h"
#include "base/text.h"
#include "vm/run/machine_state.h"
#include "vm/run/observed.h"
#include "vm/term/bits.h"
#include "vm/term/hash.h"
#include "vm/term/iolist.h"
#include "vm/term/map.h"
#include "vm/term/number.h"

static Term lacks(Process *p, const char *what, Term name) {
    Text text = {0};
    text_format(&text, "crypto has no %s %s in weft; --external M:F/A lets a real erl evaluate the call", what,
                term_is_atom(name) ? atom_string(name) : "of that kind");
    process_unsupported(p, text_string(&text));
    text_free(&text);
    return NO_TERM;
}

// As crypto does it, but for the place in its own source.
Term crypto_raise(Process *p, Term class, const char *file, const char *why) {
    Heap *heap = p->heap;
    Term place = heap_tuple2(heap, heap_list_from_text(heap, file), term_small(0));
    return process_raise(p, heap_tuple3(heap, class, place, heap_list_from_text(heap, why)));
}

static Term binary_of(Process *p, Term iodata) {
    Term binary = iolist_to_binary(p->heap, iodata);
    return term_is_none(binary) ? process_badarg(p) : binary;
}

void crypto_begin(void) { OPENSSL_init_crypto(OPENSSL_INIT_NO_LOAD_CONFIG, NULL); }

// --- digests --------------------------------------------------------------------------------------------

static const struct {
    const char *name, *other;
    int type;
} digests[] = {
    {"md5", "MD5", NID_md5},
    {"sha", "SHA1", NID_sha1},
    {"sha224", "SHA2-224", NID_sha224},
    {"sha256", "SHA2-256", NID_sha256},
    {"sha384", "SHA2-384", NID_sha384},
    {"sha512", "SHA2-512", NID_sha512},
    {"sha3_224", "SHA3-224", NID_sha3_224},
    {"sha3_256", "SHA3-256", NID_sha3_256},
    {"sha3_384", "SHA3-384", NID_sha3_384},
    {"sha3_512", "SHA3-512", NID_sha3_512},
    {"blake2b", "BLAKE2B-512", NID_blake2b512},
    {"blake2s", "BLAKE2S-256", NID_blake2s256},
    {"ripemd160", "RIPEMD160", NID_ripemd160},
};

enum { DIGESTS = sizeof digests / sizeof *digests, UNKNOWN = -1 };

// Its place among them.
static int digest_number(Term type) {
    for (int i = 0; term_is_atom(type) && i < DIGESTS; i++)
        if (strcmp(digests[i].name, atom_string(type)) == 0) return i;
    return UNKNOWN;
}

const char *crypto_digest_name(Term type) {
    int number = digest_number(type);
    return number == UNKNOWN ? NULL : digests[number].other;
}

// libcrypto has it only in a library of its own, which weft does not load.
static bool is_elsewhere(Term type) { return term_is_atom(type) && strcmp(atom_string(type), "md4") == 0; }

// NULL after raising or giving up.
static EVP_MD *digest_of(Process *p, Term type) {
    int number = digest_number(type);
    if (is_elsewhere(type))
        lacks(p, "digest", type);
    else if (number == UNKNOWN)
        crypto_raise(p, ATOM(badarg), "hash.c", "Bad digest type");
    return number == UNKNOWN ? NULL : EVP_MD_fetch(NULL, digests[number].other, NULL);
}

static bool feed_digest(void *context, const uint8_t *bytes, size_t size) {
    return EVP_DigestUpdate(context, bytes, size) == 1;
}

static Term digest_data(Process *p, EVP_MD *kind, Term iodata) {
    uint8_t out[EVP_MAX_MD_SIZE];
    unsigned size = 0;
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    EVP_DigestInit_ex(context, kind, NULL);
    bool good = iolist_walk(iodata, feed_digest, context) && EVP_DigestFinal_ex(context, out, &size);
    EVP_MD_CTX_free(context);
    EVP_MD_free(kind);
    return good ? heap_binary_from(p->heap, out, size) : process_badarg(p);
}

static Term crypto_hash_2(Process *p, const Term *args) {
    EVP_MD *kind = digest_of(p, args[0]);
    return kind ? digest_data(p, kind, args[1]) : NO_TERM;
}

static Term crypto_hash_init_1(Process *p, const Term *args) {
    EVP_MD *kind = digest_of(p, args[0]);
    EVP_MD_free(kind);
    return kind ? heap_tuple3(p->heap, ATOM(weft_hash), args[0], TERM_NIL) : NO_TERM;
}

static Term crypto_hash_info_1(Process *p, const Term *args) {
    int number = digest_number(args[0]);
    if (is_elsewhere(args[0])) return lacks(p, "digest", args[0]);
    if (number == UNKNOWN) return process_badarg(p);
    EVP_MD *kind = digest_of(p, args[0]);
    Term pairs[] = {ATOM(block_size), term_small(EVP_MD_get_block_size(kind)),
                    ATOM(size),       term_small(EVP_MD_get_size(kind)),
                    ATOM(type),       term_small(digests[number].type)};
    EVP_MD_free(kind);
    return map_from_pairs(p->heap, pairs, 3, NULL);
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
    EVP_MD *kind = digest_of(p, term_elements(args[0])[1]);
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

// --- message authentication codes -----------------------------------------------------------------------

// A code that is begun; NULL after raising.
static EVP_MAC_CTX *begin_mac(Process *p, const char *name, const char *parameter, const char *value, const Text *key) {
    EVP_MAC *mac = EVP_MAC_fetch(NULL, name, NULL);
    EVP_MAC_CTX *context = EVP_MAC_CTX_new(mac);
    char *text = memory_text(value ? value : "");
    OSSL_PARAM parameters[] = {
        parameter ? OSSL_PARAM_construct_utf8_string(parameter, text, 0) : OSSL_PARAM_construct_end(),
        OSSL_PARAM_construct_end()};
    const uint8_t *bytes = (const uint8_t *)text_string(key);
    bool good = EVP_MAC_init(context, bytes, key->size, parameters) == 1;
    EVP_MAC_free(mac);
    memory_free(text);
    if (good) return context;
    EVP_MAC_CTX_free(context);
    crypto_raise(p, ATOM(error), "mac.c", "Can't initialize");
    return NULL;
}

static EVP_MAC_CTX *begin_hmac(Process *p, Term type, const Text *key) {
    int number = digest_number(type);
    if (is_elsewhere(type)) return lacks(p, "digest", type), NULL;
    if (number == UNKNOWN) return crypto_raise(p, ATOM(badarg), "mac.c", "Bad digest algorithm for HMAC"), NULL;
    return begin_mac(p, "HMAC", OSSL_MAC_PARAM_DIGEST, digests[number].other, key);
}

// Of the ciphers that work by blocks of 16 bytes, and of triple DES.
static EVP_MAC_CTX *begin_cmac(Process *p, Term cipher, const Text *key) {
    static const struct {
        const char *name, *other;
        size_t size;
    } ciphers[] = {
        {"aes_128_cbc", "AES-128-CBC", 16},   {"aes_192_cbc", "AES-192-CBC", 24}, {"aes_256_cbc", "AES-256-CBC", 32},
        {"aes_cbc", "AES-128-CBC", 16},       {"aes_cbc", "AES-192-CBC", 24},     {"aes_cbc", "AES-256-CBC", 32},
        {"aes_128_ecb", "AES-128-CBC", 16},   {"aes_192_ecb", "AES-192-CBC", 24}, {"aes_256_ecb", "AES-256-CBC", 32},
        {"des_ede3_cbc", "DES-EDE3-CBC", 24},
    };
    bool known = false;
    for (size_t i = 0; term_is_atom(cipher) && i < sizeof ciphers / sizeof *ciphers; i++) {
        if (strcmp(ciphers[i].name, atom_string(cipher)) != 0) continue;
        known = true;
        if (ciphers[i].size == key->size) return begin_mac(p, "CMAC", OSSL_MAC_PARAM_CIPHER, ciphers[i].other, key);
    }
    crypto_raise(p, ATOM(badarg), "mac.c", known ? "Bad key size" : "Unknown cipher");
    return NULL;
}

static EVP_MAC_CTX *begin_poly1305(Process *p, const Text *key) {
    if (key->size != 32) return crypto_raise(p, ATOM(badarg), "mac.c", "Bad key length"), NULL;
    return begin_mac(p, "POLY1305", NULL, NULL, key);
}

static EVP_MAC_CTX *mac_context(Process *p, Term type, Term subtype, Term key) {
    Text text = {0};
    EVP_MAC_CTX *context = NULL;
    if (!iolist_add(&text, key))
        crypto_raise(p, ATOM(badarg), "mac.c", "Bad key");
    else if (term_same(type, ATOM(hmac)))
        context = begin_hmac(p, subtype, &text);
    else if (term_same(type, ATOM(cmac)))
        context = begin_cmac(p, subtype, &text);
    else if (term_same(type, ATOM(poly1305)))
        context = begin_poly1305(p, &text);
    else
        crypto_raise(p, ATOM(badarg), "mac.c", "Unknown mac algorithm");
    text_free(&text);
    return context;
}

static bool feed_mac(void *context, const uint8_t *bytes, size_t size) {
    return EVP_MAC_update(context, bytes, size) == 1;
}

static Term mac_data(Process *p, Term type, Term subtype, Term key, Term iodata, Term length) {
    uint8_t out[EVP_MAX_MD_SIZE];
    size_t size = 0;
    EVP_MAC_CTX *context = mac_context(p, type, subtype, key);
    if (!context) return NO_TERM;
    bool good = iolist_walk(iodata, feed_mac, context) && EVP_MAC_final(context, out, &size, sizeof out);
    EVP_MAC_CTX_free(context);
    if (!good) return crypto_raise(p, ATOM(badarg), "mac.c", "Bad text");
    if (!term_is_none(length)) {
        if (!term_is_small(length) || term_to_small(length) < 0 || (uint64_t)term_to_small(length) > size)
            return process_badarg(p);
        size = (size_t)term_to_small(length);
    }
    return heap_binary_from(p->heap, out, size);
}

static Term crypto_mac_3(Process *p, const Term *args) {
    return mac_data(p, args[0], ATOM(undefined), args[1], args[2], NO_TERM);
}
static Term crypto_mac_4(Process *p, const Term *args) {
    return mac_data(p, args[0], args[1], args[2], args[3], NO_TERM);
}
static Term crypto_macN_4(Process *p, const Term *args) {
    return mac_data(p, args[0], ATOM(undefined), args[1], args[2], args[3]);
}
static Term crypto_macN_5(Process *p, const Term *args) {
    return mac_data(p, args[0], args[1], args[2], args[3], args[4]);
}
static Term crypto_hmac_3(Process *p, const Term *args) {
    return mac_data(p, ATOM(hmac), args[0], args[1], args[2], NO_TERM);
}
static Term crypto_hmac_4(Process *p, const Term *args) {
    return mac_data(p, ATOM(hmac), args[0], args[1], args[2], args[3]);
}

enum { MAC_FIELDS = 5 };

static Term init_mac(Process *p, Term type, Term subtype, Term key) {
    EVP_MAC_CTX *context = mac_context(p, type, subtype, key);
    EVP_MAC_CTX_free(context);
    Term binary = context ? binary_of(p, key) : NO_TERM;
    if (term_is_none(binary)) return binary;
    Term state = heap_tuple(p->heap, MAC_FIELDS);
    const Term fields[MAC_FIELDS] = {ATOM(weft_mac), type, subtype, binary, TERM_NIL};
    memcpy(term_elements(state), fields, sizeof fields);
    return state;
}

static Term crypto_mac_init_2(Process *p, const Term *args) { return init_mac(p, args[0], ATOM(undefined), args[1]); }
static Term crypto_mac_init_3(Process *p, const Term *args) { return init_mac(p, args[0], args[1], args[2]); }

static Term crypto_mac_update_2(Process *p, const Term *args) {
    return is_state(args[0], ATOM(weft_mac), MAC_FIELDS) ? fed(p, args[0], args[1]) : process_badarg(p);
}

static Term end_mac(Process *p, Term state, Term length) {
    if (!is_state(state, ATOM(weft_mac), MAC_FIELDS)) return process_badarg(p);
    const Term *fields = term_elements(state);
    return mac_data(p, fields[1], fields[2], fields[3], fields[4], length);
}

static Term crypto_mac_final_1(Process *p, const Term *args) { return end_mac(p, args[0], NO_TERM); }
static Term crypto_mac_finalN_2(Process *p, const Term *args) { return end_mac(p, args[0], args[1]); }

// pbkdf2_hmac(Digest, Password, Salt, Iterations, Length)
static Term crypto_pbkdf2_hmac_5(Process *p, const Term *args) {
    EVP_MD *kind = digest_of(p, args[0]);
    Text password = {0}, salt = {0};
    Term result = NO_TERM;
    bool counts = term_is_small(args[3]) && term_is_small(args[4]) && term_to_small(args[3]) < INT32_MAX &&
                  term_to_small(args[4]) < INT32_MAX;
    if (!kind) return NO_TERM;
    if (!iolist_add(&password, args[1]) || !iolist_add(&salt, args[2]) || !counts) {
        process_badarg(p);
    } else if (term_to_small(args[3]) < 1 || term_to_small(args[4]) < 1) {
        crypto_raise(p, ATOM(badarg), "pbkdf2_hmac.c", "Must be > 0");
    } else {
        uint8_t *out;
        size_t size = (size_t)term_to_small(args[4]);
        result = bits_new(p->heap, size * 8, &out);
        PKCS5_PBKDF2_HMAC(text_string(&password), (int)password.size, (const uint8_t *)text_string(&salt),
                          (int)salt.size, (int)term_to_small(args[3]), kind, (int)size, out);
    }
    EVP_MD_free(kind);
    text_free(&password);
    text_free(&salt);
    return result;
}

// --- random bytes ---------------------------------------------------------------------------------------
// A stream for each process, which follows from its descent: the same whatever others do.

void crypto_random(Process *p, uint8_t *out, size_t size) {
    uint64_t seed = machine_descent_hash(p->machine, term_pid_index(p->pid));
    observed_all(p);
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
    crypto_random(p, out, size);
    return result;
}

// Eight bytes more than needed make all numbers below equally likely, as far as anyone can tell.
static Term random_below(Process *p, Term range, size_t size) {
    Text scratch = {0};
    for (size_t i = 0; i < size + 8; i++) text_add_char(&scratch, 0);
    crypto_random(p, (uint8_t *)scratch.data, scratch.size);
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

// --- what there is --------------------------------------------------------------------------------------

static Term crypto_hash_algorithms_0(Process *p, const Term *args) {
    (void)args;
    Term list = TERM_NIL;
    for (int i = DIGESTS; i-- > 0;) list = heap_cons(p->heap, atom_from_text(digests[i].name), list);
    return list;
}

static Term crypto_mac_algorithms_0(Process *p, const Term *args) {
    static const Term types[] = {ATOM_INIT(poly1305), ATOM_INIT(hmac), ATOM_INIT(cmac)};
    (void)args;
    return heap_list_from(p->heap, types, 3, TERM_NIL);
}

const Bif crypto_bifs[] = {
    BIF(crypto, hash_algorithms, 0, PURE),
    BIF(crypto, mac_algorithms, 0, PURE),
    BIF(crypto, hash, 2, PURE),
    BIF(crypto, hash_init, 1, PURE),
    BIF(crypto, hash_update, 2, PURE),
    BIF(crypto, hash_final, 1, PURE),
    BIF(crypto, hash_equals_nif, 2, PURE),
    BIF(crypto, do_exor, 2, PURE),
    BIF(crypto, hash_info, 1, PURE),
    BIF(crypto, pbkdf2_hmac, 5, PURE),
    BIF(crypto, mac, 3, PURE),
    BIF(crypto, mac, 4, PURE),
    BIF(crypto, macN, 4, PURE),
    BIF(crypto, macN, 5, PURE),
    BIF(crypto, hmac, 3, PURE),
    BIF(crypto, hmac, 4, PURE),
    BIF(crypto, mac_init, 2, PURE),
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
