// crypto: keys that are lists of numbers, of RSA, DSA and Diffie-Hellman, and encryption with those of RSA, by
// libcrypto.
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <openssl/rsa.h>

#include "base/memory.h"
#include "base/text.h"
#include "vm/bif/crypto.h"
#include "vm/term/iolist.h"
#include "vm/term/number.h"

enum { NUMBERS_MAX = 8 };

// --- numbers --------------------------------------------------------------------------------------------

// An integer, or its bytes. NULL: something else.
static BIGNUM *number_of(Term term) {
    Text bytes = {0};
    BIGNUM *number = NULL;
    if (term_is_integer(term) && !number_is_negative(term)) {
        size_t size = (number_bit_count(term) + 7) / 8;
        for (size_t i = 0; i < size; i++) text_add_char(&bytes, 0);
        number_to_bytes(term, (uint8_t *)bytes.data, size, false);
        number = BN_bin2bn((const uint8_t *)text_string(&bytes), (int)size, NULL);
    } else if (term_is_bitstring(term) && iolist_add(&bytes, term)) {
        number = BN_bin2bn((const uint8_t *)text_string(&bytes), (int)bytes.size, NULL);
    }
    text_free(&bytes);
    return number;
}

static Term binary_of(Process *p, const BIGNUM *number) {
    Text bytes = {0};
    size_t size = (size_t)BN_num_bytes(number);
    for (size_t i = 0; i < size; i++) text_add_char(&bytes, 0);
    BN_bn2bin(number, (uint8_t *)bytes.data);
    Term binary = heap_binary_from(p->heap, text_string(&bytes), size);
    text_free(&bytes);
    return binary;
}

typedef struct {
    BIGNUM *items[NUMBERS_MAX];
    uint32_t count;   // 0: they could not be read
} Numbers;

static void numbers_free(Numbers *numbers) {
    for (uint32_t i = 0; i < NUMBERS_MAX; i++) BN_clear_free(numbers->items[i]);
}

static Numbers numbers_of(Term list) {
    Numbers out = {0};
    int64_t length = term_list_length(list);
    for (; length <= NUMBERS_MAX && term_is_cons(list); list = term_tail(list)) {
        out.items[out.count] = number_of(term_head(list));
        if (!out.items[out.count++]) break;
    }
    if (!term_is_nil(list) || (out.count && !out.items[out.count - 1])) out.count = 0;
    return out;
}

// base^exponent mod modulus
static BIGNUM *power(const BIGNUM *base, const BIGNUM *exponent, const BIGNUM *modulus) {
    BN_CTX *context = BN_CTX_new();
    BIGNUM *out = BN_new();
    if (BN_is_zero(modulus) || BN_mod_exp(out, base, exponent, modulus, context) != 1) BN_free(out), out = NULL;
    BN_CTX_free(context);
    return out;
}

// --- keys -----------------------------------------------------------------------------------------------

static EVP_PKEY *key_from(const char *type, const char *const *names, const Numbers *numbers, int selection) {
    EVP_PKEY *key = NULL;
    OSSL_PARAM_BLD *build = OSSL_PARAM_BLD_new();
    for (uint32_t i = 0; i < numbers->count; i++) OSSL_PARAM_BLD_push_BN(build, names[i], numbers->items[i]);
    OSSL_PARAM *parameters = OSSL_PARAM_BLD_to_param(build);
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, type, NULL);
    EVP_PKEY_fromdata_init(context);
    if (EVP_PKEY_fromdata(context, &key, selection, parameters) != 1) key = NULL;
    EVP_PKEY_CTX_free(context);
    OSSL_PARAM_free(parameters);
    OSSL_PARAM_BLD_free(build);
    return key;
}

// [E, N], [E, N, D] or [E, N, D, P, Q, D mod P-1, D mod Q-1, 1/Q mod P]
static EVP_PKEY *rsa_key(const Numbers *numbers, bool private) {
    static const char *const names[] = {OSSL_PKEY_PARAM_RSA_E,         OSSL_PKEY_PARAM_RSA_N,
                                        OSSL_PKEY_PARAM_RSA_D,         OSSL_PKEY_PARAM_RSA_FACTOR1,
                                        OSSL_PKEY_PARAM_RSA_FACTOR2,   OSSL_PKEY_PARAM_RSA_EXPONENT1,
                                        OSSL_PKEY_PARAM_RSA_EXPONENT2, OSSL_PKEY_PARAM_RSA_COEFFICIENT1};
    bool fits = private ? numbers->count == 3 || numbers->count == 8 : numbers->count == 2;
    return fits ? key_from("RSA", names, numbers, private ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY) : NULL;
}

// [P, Q, G, Y], or X in place of Y
static EVP_PKEY *dsa_key(const Numbers *numbers, bool private) {
    static const char *const names[] = {OSSL_PKEY_PARAM_FFC_P, OSSL_PKEY_PARAM_FFC_Q, OSSL_PKEY_PARAM_FFC_G,
                                        OSSL_PKEY_PARAM_PUB_KEY, OSSL_PKEY_PARAM_PRIV_KEY};
    if (numbers->count != 4) return NULL;
    Numbers all = *numbers;
    if (private) {
        all.items[3] = power(numbers->items[2], numbers->items[3], numbers->items[0]);
        all.items[4] = numbers->items[3];
        all.count = all.items[3] ? 5 : 0;
    }
    EVP_PKEY *key = all.count ? key_from("DSA", names, &all, private ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY) : NULL;
    if (private) BN_free(all.items[3]);
    return key;
}

bool crypto_has_numbers(Term type) { return term_same(type, ATOM(rsa)) || term_same(type, ATOM(dss)); }

EVP_PKEY *crypto_key_of_numbers(Term type, Term list, bool private) {
    Numbers numbers = numbers_of(list);
    EVP_PKEY *key = NULL;
    if (numbers.count) key = term_same(type, ATOM(rsa)) ? rsa_key(&numbers, private) : dsa_key(&numbers, private);
    numbers_free(&numbers);
    return key;
}

// --- padding --------------------------------------------------------------------------------------------

static bool read_padding(Term option, CryptoPadding *out) {
    static const struct {
        Term name;
        int padding;
    } paddings[] = {{ATOM_INIT(rsa_pkcs1_padding), RSA_PKCS1_PADDING},
                    {ATOM_INIT(rsa_pkcs1_oaep_padding), RSA_PKCS1_OAEP_PADDING},
                    {ATOM_INIT(rsa_pkcs1_pss_padding), RSA_PKCS1_PSS_PADDING},
                    {ATOM_INIT(rsa_x931_padding), RSA_X931_PADDING},
                    {ATOM_INIT(rsa_no_padding), RSA_NO_PADDING}};
    for (size_t i = 0; i < sizeof paddings / sizeof *paddings; i++) {
        if (!term_same(paddings[i].name, option)) continue;
        out->padding = paddings[i].padding;
        return true;
    }
    return false;
}

static bool read_option(Term option, CryptoPadding *out) {
    if (!term_is_tuple_of(option, 2)) return false;
    Term name = term_elements(option)[0], value = term_elements(option)[1];
    if (term_same(name, ATOM(rsa_padding)) || term_same(name, ATOM(rsa_pad))) return read_padding(value, out);
    if (term_same(name, ATOM(rsa_mgf1_md))) return (out->mask = crypto_digest_name(value)) != NULL;
    if (term_same(name, ATOM(rsa_oaep_md))) return (out->oaep = crypto_digest_name(value)) != NULL;
    if (term_same(name, ATOM(signature_md))) return (out->signature = crypto_digest_name(value)) != NULL;
    if (term_same(name, ATOM(rsa_pss_saltlen))) {
        out->salted = term_is_small(value);
        out->salt = out->salted ? (int)term_to_small(value) : 0;
        return out->salted;
    }
    out->label = value;
    return term_same(name, ATOM(rsa_oaep_label)) && term_is_bitstring(value);
}

bool crypto_read_padding(Term options, CryptoPadding *out) {
    *out = (CryptoPadding){.padding = RSA_PKCS1_PADDING, .label = TERM_NIL};
    if (term_is_atom(options)) return read_padding(options, out);
    for (; term_is_cons(options); options = term_tail(options))
        if (!read_option(term_head(options), out)) return false;
    return term_is_nil(options);
}

static bool set_label(EVP_PKEY_CTX *context, Term label) {
    Text bytes = {0};
    if (term_is_nil(label)) return true;
    if (!iolist_add(&bytes, label)) return false;
    void *copy = OPENSSL_memdup(text_string(&bytes), bytes.size);   // the context frees it
    size_t size = bytes.size;
    text_free(&bytes);
    return EVP_PKEY_CTX_set0_rsa_oaep_label(context, copy, (int)size) == 1;
}

bool crypto_set_padding(EVP_PKEY_CTX *context, const CryptoPadding *padding) {
    bool good = EVP_PKEY_CTX_set_rsa_padding(context, padding->padding) == 1;
    if (padding->padding == RSA_PKCS1_OAEP_PADDING) {
        if (padding->oaep) good = good && EVP_PKEY_CTX_set_rsa_oaep_md_name(context, padding->oaep, NULL) == 1;
        good = good && set_label(context, padding->label);
    }
    bool masked = padding->padding == RSA_PKCS1_OAEP_PADDING || padding->padding == RSA_PKCS1_PSS_PADDING;
    if (masked && padding->mask) good = good && EVP_PKEY_CTX_set_rsa_mgf1_md_name(context, padding->mask, NULL) == 1;
    if (padding->padding == RSA_PKCS1_PSS_PADDING && padding->salted)
        good = good && EVP_PKEY_CTX_set_rsa_pss_saltlen(context, padding->salt) == 1;
    return good;
}

// --- encryption -----------------------------------------------------------------------------------------

typedef int (*Begin)(EVP_PKEY_CTX *context);
typedef int (*Apply)(EVP_PKEY_CTX *context, unsigned char *out, size_t *size, const unsigned char *in, size_t in_size);

typedef struct {
    bool private;
    Begin begin;
    Apply apply;
} Operation;

static Term apply(Process *p, EVP_PKEY *key, const Operation *operation, const Text *data,
                  const CryptoPadding *padding) {
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new(key, NULL);
    size_t size = (size_t)EVP_PKEY_get_size(key);
    uint8_t *out = memory_new(size);
    bool good = operation->begin(context) == 1 && crypto_set_padding(context, padding) &&
                operation->apply(context, out, &size, (const uint8_t *)text_string(data), data->size) == 1;
    Term result =
        good ? heap_binary_from(p->heap, out, size) : crypto_raise(p, ATOM(error), "pkey.c", "Couldn't do it");
    memory_free(out);
    EVP_PKEY_CTX_free(context);
    return result;
}

// (rsa, Data, Key, Padding or options)
static Term crypt(Process *p, const Term *args, Operation operation) {
    CryptoPadding padding;
    Text data = {0};
    Term result;
    if (!term_same(args[0], ATOM(rsa))) return crypto_raise(p, ATOM(badarg), "pkey.c", "Bad algorithm");
    EVP_PKEY *key = crypto_key_of_numbers(args[0], args[2], operation.private);
    crypto_draw_for(p);
    if (!key)
        result = crypto_raise(p, ATOM(badarg), "pkey.c", "Couldn't get the key");
    else if (!crypto_read_padding(args[3], &padding))
        result = crypto_raise(p, ATOM(badarg), "pkey.c", "Bad options");
    else if (!iolist_add(&data, args[1]))
        result = crypto_raise(p, ATOM(badarg), "pkey.c", "Bad data");
    else
        result = apply(p, key, &operation, &data, &padding);
    text_free(&data);
    EVP_PKEY_free(key);
    return result;
}

static Term crypto_public_encrypt_4(Process *p, const Term *args) {
    return crypt(p, args, (Operation){false, EVP_PKEY_encrypt_init, EVP_PKEY_encrypt});
}

static Term crypto_private_decrypt_4(Process *p, const Term *args) {
    return crypt(p, args, (Operation){true, EVP_PKEY_decrypt_init, EVP_PKEY_decrypt});
}

static Term crypto_private_encrypt_4(Process *p, const Term *args) {
    return crypt(p, args, (Operation){true, EVP_PKEY_sign_init, EVP_PKEY_sign});
}

static Term crypto_public_decrypt_4(Process *p, const Term *args) {
    return crypt(p, args, (Operation){false, EVP_PKEY_verify_recover_init, EVP_PKEY_verify_recover});
}

// --- making keys ----------------------------------------------------------------------------------------

static Term numbers_of_key(Process *p, EVP_PKEY *key, const char *const *names, size_t count) {
    Term list = TERM_NIL;
    for (size_t i = count; i-- > 0;) {
        BIGNUM *number = NULL;
        EVP_PKEY_get_bn_param(key, names[i], &number);
        list = heap_cons(p->heap, binary_of(p, number), list);
        BN_clear_free(number);
    }
    return list;
}

// generate_key(rsa, {Bits, Exponent}): {[E, N], [E, N, D, P, Q ...]}
Term crypto_generate_rsa(Process *p, Term sizes) {
    static const char *const names[] = {OSSL_PKEY_PARAM_RSA_E,         OSSL_PKEY_PARAM_RSA_N,
                                        OSSL_PKEY_PARAM_RSA_D,         OSSL_PKEY_PARAM_RSA_FACTOR1,
                                        OSSL_PKEY_PARAM_RSA_FACTOR2,   OSSL_PKEY_PARAM_RSA_EXPONENT1,
                                        OSSL_PKEY_PARAM_RSA_EXPONENT2, OSSL_PKEY_PARAM_RSA_COEFFICIENT1};
    if (!term_is_tuple_of(sizes, 2) || !term_is_small(term_elements(sizes)[0])) return process_badarg(p);
    BIGNUM *exponent = number_of(term_elements(sizes)[1]);
    if (!exponent) return process_badarg(p);
    EVP_PKEY *key = NULL;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "RSA", NULL);
    crypto_draw_for(p);
    bool good = EVP_PKEY_keygen_init(context) == 1 &&
                EVP_PKEY_CTX_set_rsa_keygen_bits(context, (int)term_to_small(term_elements(sizes)[0])) == 1 &&
                EVP_PKEY_CTX_set1_rsa_keygen_pubexp(context, exponent) == 1 && EVP_PKEY_generate(context, &key) == 1;
    BN_free(exponent);
    EVP_PKEY_CTX_free(context);
    if (!good) return crypto_raise(p, ATOM(error), "rsa.c", "Couldn't generate a key");
    Term public = numbers_of_key(p, key, names, 2), private = numbers_of_key(p, key, names, 8);
    EVP_PKEY_free(key);
    return heap_tuple2(p->heap, public, private);
}

// libcrypto takes no smaller primes.
static bool has_group(const Numbers *numbers) {
    enum { LEAST_BITS = 512 };
    return (numbers->count == 2 || numbers->count == 3) && BN_num_bits(numbers->items[0]) >= LEAST_BITS;
}

// A number of so many bits (0: any) below the prime.
static BIGNUM *draw_below(Process *p, const BIGNUM *prime, uint64_t bits) {
    BIGNUM *number = BN_new();
    crypto_draw_for(p);
    do {
        if (bits)
            BN_priv_rand(number, (int)bits, BN_RAND_TOP_ONE, BN_RAND_BOTTOM_ANY);
        else
            BN_priv_rand_range(number, prime);
    } while (BN_is_zero(number) || BN_is_one(number));
    return number;
}

// generate_key(dh, [P, G] or [P, G, Bits], PrivateKey or undefined): {PublicKey, PrivateKey}
Term crypto_generate_dh(Process *p, Term parameters, Term given) {
    Numbers numbers = numbers_of(parameters);
    uint64_t bits = numbers.count == 3 ? BN_get_word(numbers.items[2]) : 0;
    Term result = NO_TERM;
    if (has_group(&numbers) && bits <= (uint64_t)BN_num_bits(numbers.items[0])) {
        BIGNUM *private = term_same(given, ATOM(undefined)) ? draw_below(p, numbers.items[0], bits) : number_of(given);
        BIGNUM *public = private ? power(numbers.items[1], private, numbers.items[0]) : NULL;
        if (public) {
            Term first = binary_of(p, public);
            result = heap_tuple2(p->heap, first, binary_of(p, private));
        }
        BN_clear_free(private);
        BN_free(public);
    }
    numbers_free(&numbers);
    return term_is_none(result) ? crypto_raise(p, ATOM(error), "dh.c", "Can't generate DH key pair") : result;
}

// compute_key(dh, OthersPublicKey, MyPrivateKey, [P, G])
Term crypto_compute_dh(Process *p, const Term *args) {
    Numbers numbers = numbers_of(args[3]);
    BIGNUM *other = number_of(args[1]), *own = number_of(args[2]);
    BIGNUM *shared = NULL, *most = has_group(&numbers) ? BN_dup(numbers.items[0]) : NULL;
    if (most) BN_sub_word(most, 1);
    if (most && other && own && BN_cmp(other, BN_value_one()) > 0 && BN_cmp(other, most) < 0)
        shared = power(other, own, numbers.items[0]);
    Term result = shared && !BN_is_one(shared) && !BN_is_zero(shared)
                      ? binary_of(p, shared)
                      : crypto_raise(p, ATOM(error), "dh.c", "Can't get result");
    BN_clear_free(own);
    BN_clear_free(shared);
    BN_free(other);
    BN_free(most);
    numbers_free(&numbers);
    return result;
}

// --- functions of numbers -------------------------------------------------------------------------------

static Term crypto_mod_pow_3(Process *p, const Term *args) {
    Term list = heap_list_from(p->heap, args, 3, TERM_NIL);
    Numbers numbers = numbers_of(list);
    BIGNUM *out = numbers.count == 3 ? power(numbers.items[0], numbers.items[1], numbers.items[2]) : NULL;
    bool found = out && !BN_is_zero(out);
    Term result = found ? binary_of(p, out) : numbers.count == 3 ? ATOM(error) : process_badarg(p);
    BN_free(out);
    numbers_free(&numbers);
    return result;
}

static Term integer_of(Process *p, const BIGNUM *number) {
    Text bytes = {0};
    size_t size = (size_t)BN_num_bytes(number);
    for (size_t i = 0; i < size; i++) text_add_char(&bytes, 0);
    BN_bn2bin(number, (uint8_t *)bytes.data);
    Term integer = number_from_bytes(p->heap, (const uint8_t *)text_string(&bytes), size, false, false);
    text_free(&bytes);
    return integer;
}

// privkey_to_pubkey(rsa | dss, PrivateKey)
static Term crypto_privkey_to_pubkey_2(Process *p, const Term *args) {
    Numbers numbers = numbers_of(args[1]);
    Term result = NO_TERM;
    if (term_same(args[0], ATOM(rsa)) && (numbers.count == 3 || numbers.count == 8)) {
        Term modulus = heap_cons(p->heap, integer_of(p, numbers.items[1]), TERM_NIL);
        result = heap_cons(p->heap, integer_of(p, numbers.items[0]), modulus);
    } else if (term_same(args[0], ATOM(dss)) && numbers.count == 4) {
        BIGNUM *public = power(numbers.items[2], numbers.items[3], numbers.items[0]);
        result = public ? heap_cons(p->heap, integer_of(p, public), TERM_NIL) : NO_TERM;
        for (int i = 3; public && i-- > 0;) result = heap_cons(p->heap, integer_of(p, numbers.items[i]), result);
        BN_free(public);
    }
    numbers_free(&numbers);
    return term_is_none(result) ? crypto_raise(p, ATOM(badarg), "pkey.c", "Couldn't get the key") : result;
}

static Term crypto_rsa_opts_algorithms_0(Process *p, const Term *args) {
    static const Term options[] = {ATOM_INIT(rsa_pkcs1_pss_padding), ATOM_INIT(rsa_pss_saltlen),
                                   ATOM_INIT(rsa_mgf1_md),           ATOM_INIT(rsa_pkcs1_oaep_padding),
                                   ATOM_INIT(rsa_oaep_label),        ATOM_INIT(rsa_oaep_md),
                                   ATOM_INIT(signature_md),          ATOM_INIT(rsa_pkcs1_padding),
                                   ATOM_INIT(rsa_x931_padding),      ATOM_INIT(rsa_no_padding)};
    (void)args;
    return heap_list_from(p->heap, options, sizeof options / sizeof *options, TERM_NIL);
}

// Encapsulation of keys (OTP 28) asks for a later libcrypto.
static Term crypto_kem_algorithms_nif_0(Process *p, const Term *args) {
    (void)p, (void)args;
    return TERM_NIL;
}

const Bif crypto_public_bifs[] = {
    BIF(crypto, kem_algorithms_nif, 0, PURE),
    BIF(crypto, rsa_opts_algorithms, 0, PURE),
    BIF(crypto, public_encrypt, 4, PURE),
    BIF(crypto, private_decrypt, 4, PURE),
    BIF(crypto, private_encrypt, 4, PURE),
    BIF(crypto, public_decrypt, 4, PURE),
    BIF(crypto, mod_pow, 3, PURE),
    BIF(crypto, privkey_to_pubkey, 2, PURE),
    {0},
};
