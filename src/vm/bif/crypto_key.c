// crypto: keys on elliptic curves, by libcrypto: made, agreed upon, signed with. Where libcrypto wants random numbers,
// it gets those of the process that asks, so that results are the same in every run.
#define OPENSSL_SUPPRESS_DEPRECATED   // RAND_METHOD is the only way to that in release 3.0
#include "vm/bif/crypto.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <openssl/rand.h>

#include "base/memory.h"
#include "base/text.h"
#include "vm/term/iolist.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

// --- random numbers -------------------------------------------------------------------------------------

static Process *drawing;   // whose call is under way: libcrypto does not say

static int draw(unsigned char *out, int size) {
    crypto_random(drawing, out, (size_t)size);
    return 1;
}

static int is_seeded(void) { return 1; }

void crypto_draw_for(Process *p) {
    static const RAND_METHOD method = {.bytes = draw, .pseudorand = draw, .status = is_seeded};
    drawing = p;
    RAND_set_rand_method(&method);
}

// --- curves ---------------------------------------------------------------------------------------------

typedef struct {
    const char *name, *other;   // as Erlang calls it, and libcrypto
    bool edwards;               // keys are plain bytes
} Curve;

static const Curve curves[] = {
#define NAMED(name) \
    { #name, #name, false }
    NAMED(secp112r1),
    NAMED(secp112r2),
    NAMED(secp128r1),
    NAMED(secp128r2),
    NAMED(secp160k1),
    NAMED(secp160r1),
    NAMED(secp160r2),
    NAMED(secp192k1),
    NAMED(secp224k1),
    NAMED(secp224r1),
    NAMED(secp256k1),
    NAMED(secp384r1),
    NAMED(secp521r1),
    NAMED(prime192v1),
    NAMED(prime192v2),
    NAMED(prime192v3),
    NAMED(prime239v1),
    NAMED(prime239v2),
    NAMED(prime239v3),
    NAMED(prime256v1),
    NAMED(sect113r1),
    NAMED(sect113r2),
    NAMED(sect131r1),
    NAMED(sect131r2),
    NAMED(sect163k1),
    NAMED(sect163r1),
    NAMED(sect163r2),
    NAMED(sect193r1),
    NAMED(sect193r2),
    NAMED(sect233k1),
    NAMED(sect233r1),
    NAMED(sect239k1),
    NAMED(sect283k1),
    NAMED(sect283r1),
    NAMED(sect409k1),
    NAMED(sect409r1),
    NAMED(sect571k1),
    NAMED(sect571r1),
    NAMED(c2pnb163v1),
    NAMED(c2pnb163v2),
    NAMED(c2pnb163v3),
    NAMED(c2pnb176v1),
    NAMED(c2tnb191v1),
    NAMED(c2tnb191v2),
    NAMED(c2tnb191v3),
    NAMED(c2pnb208w1),
    NAMED(c2tnb239v1),
    NAMED(c2tnb239v2),
    NAMED(c2tnb239v3),
    NAMED(c2pnb272w1),
    NAMED(c2pnb304w1),
    NAMED(c2tnb359v1),
    NAMED(c2pnb368w1),
    NAMED(c2tnb431r1),
    NAMED(brainpoolP160r1),
    NAMED(brainpoolP160t1),
    NAMED(brainpoolP192r1),
    NAMED(brainpoolP192t1),
    NAMED(brainpoolP224r1),
    NAMED(brainpoolP224t1),
    NAMED(brainpoolP256r1),
    NAMED(brainpoolP256t1),
    NAMED(brainpoolP320r1),
    NAMED(brainpoolP320t1),
    NAMED(brainpoolP384r1),
    NAMED(brainpoolP384t1),
    NAMED(brainpoolP512r1),
    NAMED(brainpoolP512t1),
#undef NAMED
    {"secp256r1", "prime256v1", false},
    {"secp192r1", "prime192v1", false},
    {"wtls1", "wap-wsg-idm-ecid-wtls1", false},
    {"wtls3", "wap-wsg-idm-ecid-wtls3", false},
    {"wtls4", "wap-wsg-idm-ecid-wtls4", false},
    {"wtls5", "wap-wsg-idm-ecid-wtls5", false},
    {"wtls6", "wap-wsg-idm-ecid-wtls6", false},
    {"wtls7", "wap-wsg-idm-ecid-wtls7", false},
    {"wtls8", "wap-wsg-idm-ecid-wtls8", false},
    {"wtls9", "wap-wsg-idm-ecid-wtls9", false},
    {"wtls10", "wap-wsg-idm-ecid-wtls10", false},
    {"wtls11", "wap-wsg-idm-ecid-wtls11", false},
    {"wtls12", "wap-wsg-idm-ecid-wtls12", false},
    {"ipsec3", "Oakley-EC2N-3", false},
    {"ipsec4", "Oakley-EC2N-4", false},
    {"x25519", "X25519", true},
    {"x448", "X448", true},
    {"ed25519", "ED25519", true},
    {"ed448", "ED448", true},
};

enum { FIELD_BYTES = 72 };   // of the largest

static bool is_binary_of(Term term, const uint8_t *bytes, size_t size) {
    Text text = {0};
    bool same = term_is_bitstring(term) && iolist_add(&text, term) && text.size == size &&
                memcmp(text_string(&text), bytes, size) == 0;
    text_free(&text);
    return same;
}

// Whether these are a curve's generator and order.
static bool has_parameters(const Curve *curve, Term generator, Term order) {
    uint8_t bytes[2 * FIELD_BYTES + 1];
    if (curve->edwards) return false;
    EC_GROUP *group = EC_GROUP_new_by_curve_name(OBJ_txt2nid(curve->other));
    size_t size = (size_t)BN_bn2bin(EC_GROUP_get0_order(group), bytes);
    bool same = is_binary_of(order, bytes, size);
    size = same ? EC_POINT_point2oct(group, EC_GROUP_get0_generator(group), POINT_CONVERSION_UNCOMPRESSED, bytes,
                                     sizeof bytes, NULL)
                : 0;
    same = same && is_binary_of(generator, bytes, size);
    EC_GROUP_free(group);
    return same;
}

// A name, or {Field, Coefficients, Generator, Order, Cofactor} of a curve that has one.
static const Curve *find_curve(Term name) {
    bool described = term_is_tuple_of(name, 5);
    for (size_t i = 0; i < COUNT(curves); i++) {
        bool found = described ? has_parameters(&curves[i], term_elements(name)[2], term_elements(name)[3])
                               : term_is_atom(name) && strcmp(curves[i].name, atom_string(name)) == 0;
        if (found) return &curves[i];
    }
    return NULL;
}

static Term lacks(Process *p) {
    return process_unsupported(p, "of crypto's keys weft has those on the common elliptic curves; --external M:F/A "
                                  "lets a real erl evaluate the call");
}

// A type of another kind, or an unknown curve.
static Term lacks_curve(Process *p, Term type) {
    static const Term types[] = {ATOM_INIT(ecdh), ATOM_INIT(ecdsa), ATOM_INIT(eddh), ATOM_INIT(eddsa)};
    for (size_t i = 0; i < COUNT(types); i++)
        if (term_same(type, types[i])) return crypto_raise(p, ATOM(badarg), "ec.c", "Couldn't get EC key");
    return lacks(p);
}

static bool is_among(Term name, const Term *names, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (term_same(name, names[i])) return true;
    return false;
}

// A key of these types is on a curve of that name.
static bool is_on_curve(Term type, const Curve *curve) {
    static const Term plain[] = {ATOM_INIT(ecdh), ATOM_INIT(ecdsa)}, edwards[] = {ATOM_INIT(eddh), ATOM_INIT(eddsa)};
    if (!curve) return false;
    if (curve->edwards && term_same(type, ATOM(ecdh))) return true;   // as crypto allows, too
    return curve->edwards ? is_among(type, edwards, COUNT(edwards)) : is_among(type, plain, COUNT(plain));
}

// --- keys -----------------------------------------------------------------------------------------------

static BIGNUM *number_of(const Text *bytes) {
    return BN_bin2bn((const uint8_t *)text_string(bytes), (int)bytes->size, NULL);
}

static EVP_PKEY *from_parameters(OSSL_PARAM_BLD *build, int selection) {
    EVP_PKEY *key = NULL;
    OSSL_PARAM *parameters = OSSL_PARAM_BLD_to_param(build);
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    EVP_PKEY_fromdata_init(context);
    if (EVP_PKEY_fromdata(context, &key, selection, parameters) != 1) key = NULL;
    EVP_PKEY_CTX_free(context);
    OSSL_PARAM_free(parameters);
    return key;
}

static EVP_PKEY *public_key(const Curve *curve, const Text *bytes) {
    const uint8_t *data = (const uint8_t *)text_string(bytes);
    if (curve->edwards) return EVP_PKEY_new_raw_public_key_ex(NULL, curve->other, NULL, data, bytes->size);
    OSSL_PARAM_BLD *build = OSSL_PARAM_BLD_new();
    OSSL_PARAM_BLD_push_utf8_string(build, OSSL_PKEY_PARAM_GROUP_NAME, curve->other, 0);
    OSSL_PARAM_BLD_push_octet_string(build, OSSL_PKEY_PARAM_PUB_KEY, data, bytes->size);
    EVP_PKEY *key = from_parameters(build, EVP_PKEY_PUBLIC_KEY);
    OSSL_PARAM_BLD_free(build);
    return key;
}

// The point that belongs to a number, uncompressed.
static bool find_point(const Curve *curve, const BIGNUM *number, Text *out) {
    uint8_t bytes[2 * FIELD_BYTES + 1];
    EC_GROUP *group = EC_GROUP_new_by_curve_name(OBJ_txt2nid(curve->other));
    EC_POINT *point = EC_POINT_new(group);
    bool good = !BN_is_zero(number) && BN_cmp(number, EC_GROUP_get0_order(group)) < 0 &&
                EC_POINT_mul(group, point, number, NULL, NULL, NULL) == 1;
    size_t size = good ? EC_POINT_point2oct(group, point, POINT_CONVERSION_UNCOMPRESSED, bytes, sizeof bytes, NULL) : 0;
    text_add_bytes(out, (const char *)bytes, size);
    EC_POINT_free(point);
    EC_GROUP_free(group);
    return size > 0;
}

static EVP_PKEY *private_key(const Curve *curve, const Text *bytes) {
    if (curve->edwards)
        return EVP_PKEY_new_raw_private_key_ex(NULL, curve->other, NULL, (const uint8_t *)text_string(bytes),
                                               bytes->size);
    Text point = {0};
    EVP_PKEY *key = NULL;
    BIGNUM *number = number_of(bytes);
    if (find_point(curve, number, &point)) {
        OSSL_PARAM_BLD *build = OSSL_PARAM_BLD_new();
        OSSL_PARAM_BLD_push_utf8_string(build, OSSL_PKEY_PARAM_GROUP_NAME, curve->other, 0);
        OSSL_PARAM_BLD_push_BN(build, OSSL_PKEY_PARAM_PRIV_KEY, number);
        OSSL_PARAM_BLD_push_octet_string(build, OSSL_PKEY_PARAM_PUB_KEY, text_string(&point), point.size);
        key = from_parameters(build, EVP_PKEY_KEYPAIR);
        OSSL_PARAM_BLD_free(build);
    }
    BN_free(number);
    text_free(&point);
    return key;
}

// --- making them ----------------------------------------------------------------------------------------

static Term binary(Process *p, const Text *text) { return heap_binary_from(p->heap, text_string(text), text->size); }

// As many random bytes as a private key has; of a curve's numbers one that is below its order.
static void draw_private(Process *p, const Curve *curve, Text *out) {
    size_t size;
    if (!curve->edwards) {
        EC_GROUP *group = EC_GROUP_new_by_curve_name(OBJ_txt2nid(curve->other));
        BIGNUM *number = BN_new();
        crypto_draw_for(p);
        do BN_priv_rand_range(number, EC_GROUP_get0_order(group));
        while (BN_is_zero(number));
        uint8_t bytes[FIELD_BYTES];
        size = (size_t)BN_bn2bin(number, bytes);
        text_add_bytes(out, (const char *)bytes, size);
        BN_free(number);
        EC_GROUP_free(group);
        return;
    }
    size = strcmp(curve->name, "x448") == 0 ? 56 : strcmp(curve->name, "ed448") == 0 ? 57 : 32;
    for (size_t i = 0; i < size; i++) text_add_char(out, 0);
    crypto_random(p, (uint8_t *)out->data, size);
}

static bool public_of(const Curve *curve, const Text *private, Text *out) {
    if (!curve->edwards) {
        BIGNUM *number = number_of(private);
        bool good = find_point(curve, number, out);
        BN_free(number);
        return good;
    }
    uint8_t bytes[57];
    size_t size = sizeof bytes;
    EVP_PKEY *key = private_key(curve, private);
    bool good = key && EVP_PKEY_get_raw_public_key(key, bytes, &size) == 1;
    if (good) text_add_bytes(out, (const char *)bytes, size);
    EVP_PKEY_free(key);
    return good;
}

static Term generate(Process *p, Term type, Term name, Term given) {
    const Curve *curve = find_curve(name);
    Text private = {0}, public = {0};
    Term result;
    if (!is_on_curve(type, curve)) return lacks_curve(p, type);
    if (term_same(given, ATOM(undefined)))
        draw_private(p, curve, &private);
    else if (!iolist_add(&private, given))
        return lacks(p);   // a number
    if (public_of(curve, &private, &public)) {
        Term first = binary(p, &public);
        result = heap_tuple2(p->heap, first, binary(p, &private));
    } else {
        result = crypto_raise(p, ATOM(error), "ec.c", "Couldn't get EC key");
    }
    text_free(&private);
    text_free(&public);
    return result;
}

static Term generate_any(Process *p, Term type, Term parameters, Term given) {
    if (term_same(type, ATOM(rsa))) return crypto_generate_rsa(p, parameters);
    if (term_same(type, ATOM(dh))) return crypto_generate_dh(p, parameters, given);
    return generate(p, type, parameters, given);
}

static Term crypto_generate_key_2(Process *p, const Term *args) {
    return generate_any(p, args[0], args[1], ATOM(undefined));
}
static Term crypto_generate_key_3(Process *p, const Term *args) { return generate_any(p, args[0], args[1], args[2]); }

// compute_key(Type, OthersPublicKey, MyPrivateKey, Curve)
static Term crypto_compute_key_4(Process *p, const Term *args) {
    const Curve *curve = find_curve(args[3]);
    Text other = {0}, own = {0};
    uint8_t out[FIELD_BYTES];
    size_t size = sizeof out;
    if (term_same(args[0], ATOM(dh))) return crypto_compute_dh(p, args);
    if (!is_on_curve(args[0], curve) || !iolist_add(&other, args[1]) || !iolist_add(&own, args[2]))
        return lacks_curve(p, args[0]);
    EVP_PKEY *peer = public_key(curve, &other), *key = private_key(curve, &own);
    EVP_PKEY_CTX *context = key ? EVP_PKEY_CTX_new(key, NULL) : NULL;
    bool good = peer && context && EVP_PKEY_derive_init(context) == 1 && EVP_PKEY_derive_set_peer(context, peer) == 1 &&
                EVP_PKEY_derive(context, out, &size) == 1;
    EVP_PKEY_CTX_free(context);
    EVP_PKEY_free(key);
    EVP_PKEY_free(peer);
    text_free(&other);
    text_free(&own);
    return good ? heap_binary_from(p->heap, out, size)
                : crypto_raise(p, ATOM(badarg), "ecdh.c", "Couldn't compute the key");
}

// --- signing --------------------------------------------------------------------------------------------

// [Key, Curve], or numbers. NULL: it is none, and that has been raised.
static EVP_PKEY *read_key(Process *p, Term type, Term key, bool private) {
    EVP_PKEY *out = NULL;
    Text bytes = {0};
    const Curve *curve = term_list_length(key) == 2 ? find_curve(term_head(term_tail(key))) : NULL;
    if (crypto_has_numbers(type))
        out = crypto_key_of_numbers(type, key, private);
    else if (is_on_curve(type, curve) && iolist_add(&bytes, term_head(key)))
        out = private ? private_key(curve, &bytes) : public_key(curve, &bytes);
    else
        return lacks_curve(p, type), NULL;
    text_free(&bytes);
    if (!out) crypto_raise(p, ATOM(badarg), "pkey.c", private ? "Couldn't get private key" : "Couldn't get public key");
    return out;
}

// What is signed: a text, or {digest, Bytes}; `eddsa` has no digest of its own.
typedef struct {
    const char *digest;
    bool digested, whole;   // it is a digest; it is signed as it is, by eddsa
    Text data;
    CryptoPadding padding;
    bool padded;
} Message;

// False: it has been raised.
static bool read_message(Process *p, const Term *args, Term options, Message *out) {
    Term type = args[0], digest = args[1], message = args[2];
    *out = (Message){.digest = crypto_digest_name(digest), .padded = term_same(type, ATOM(rsa))};
    bool none = term_same(digest, ATOM(none)) || term_same(digest, ATOM(undefined)), valid = out->digest || none;
    out->whole = term_same(type, ATOM(eddsa));
    bool digested = term_is_tuple_of(message, 2) && term_same(term_elements(message)[0], ATOM(digest));
    out->digested = digested || none;
    if (digested) message = term_elements(message)[1];
    const char *why = !valid ? "Bad digest type" : iolist_add(&out->data, message) ? NULL : "Bad data";
    if (!why && !crypto_read_padding(options, &out->padding)) why = "Bad options";
    if (why) crypto_raise(p, ATOM(badarg), "pkey.c", why);
    return !why;
}

static const uint8_t *data_of(const Message *message) { return (const uint8_t *)text_string(&message->data); }

// How a digest is signed, or checked.
static bool prepare(EVP_PKEY_CTX *context, const Message *message) {
    EVP_MD *digest = message->digest ? EVP_MD_fetch(NULL, message->digest, NULL) : NULL;
    bool good = (!digest || EVP_PKEY_CTX_set_signature_md(context, digest) == 1) &&
                (!message->padded || crypto_set_padding(context, &message->padding));
    EVP_MD_free(digest);
    return good;
}

// What is not digested yet is. False: the digest is not there.
static bool digest_message(Message *message) {
    uint8_t bytes[EVP_MAX_MD_SIZE];
    unsigned int size = 0;
    if (message->digested) return true;
    EVP_MD *digest = EVP_MD_fetch(NULL, message->digest, NULL);
    bool good = digest && EVP_Digest(data_of(message), message->data.size, bytes, &size, digest, NULL) == 1;
    text_free(&message->data);
    message->data = (Text){0};
    text_add_bytes(&message->data, (const char *)bytes, size);
    EVP_MD_free(digest);
    return good;
}

static bool sign_with(EVP_PKEY *key, Message *message, uint8_t *out, size_t *size) {
    bool good;
    if (message->whole) {
        EVP_MD_CTX *context = EVP_MD_CTX_new();
        good = EVP_DigestSignInit_ex(context, NULL, NULL, NULL, NULL, key, NULL) == 1 &&
               EVP_DigestSign(context, out, size, data_of(message), message->data.size) == 1;
        EVP_MD_CTX_free(context);
        return good;
    }
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new(key, NULL);
    good = digest_message(message) && EVP_PKEY_sign_init(context) == 1 && prepare(context, message) &&
           EVP_PKEY_sign(context, out, size, data_of(message), message->data.size) == 1;
    EVP_PKEY_CTX_free(context);
    return good;
}

static bool verify_with(EVP_PKEY *key, Message *message, const Text *signature) {
    const uint8_t *bytes = (const uint8_t *)text_string(signature);
    bool good;
    if (message->whole) {
        EVP_MD_CTX *context = EVP_MD_CTX_new();
        good = EVP_DigestVerifyInit_ex(context, NULL, NULL, NULL, NULL, key, NULL) == 1 &&
               EVP_DigestVerify(context, bytes, signature->size, data_of(message), message->data.size) == 1;
        EVP_MD_CTX_free(context);
        return good;
    }
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new(key, NULL);
    good = digest_message(message) && EVP_PKEY_verify_init(context) == 1 && prepare(context, message) &&
           EVP_PKEY_verify(context, bytes, signature->size, data_of(message), message->data.size) == 1;
    EVP_PKEY_CTX_free(context);
    return good;
}

static Term sign(Process *p, const Term *args, Term options) {
    Message message = {0};
    if (!read_message(p, args, options, &message)) return text_free(&message.data), NO_TERM;
    EVP_PKEY *key = read_key(p, args[0], args[3], true);
    Term result = NO_TERM;
    if (key) {
        size_t size = (size_t)EVP_PKEY_get_size(key);
        uint8_t *out = memory_new(size);
        crypto_draw_for(p);
        result = sign_with(key, &message, out, &size) ? heap_binary_from(p->heap, out, size)
                                                      : crypto_raise(p, ATOM(error), "pkey.c", "Can't sign");
        memory_free(out);
    }
    EVP_PKEY_free(key);
    text_free(&message.data);
    return result;
}

static Term crypto_sign_4(Process *p, const Term *args) { return sign(p, args, TERM_NIL); }
static Term crypto_sign_5(Process *p, const Term *args) { return sign(p, args, args[4]); }

static Term verify(Process *p, const Term *args, Term options) {
    Text signature = {0};
    Message message = {0};
    Term result = NO_TERM;
    if (!iolist_add(&signature, args[3])) {
        crypto_raise(p, ATOM(badarg), "pkey.c", "Bad signature");
    } else if (read_message(p, args, options, &message)) {
        EVP_PKEY *key = read_key(p, args[0], args[4], false);
        if (key) result = process_boolean(verify_with(key, &message, &signature));
        EVP_PKEY_free(key);
    }
    text_free(&signature);
    text_free(&message.data);
    return result;
}

static Term crypto_verify_5(Process *p, const Term *args) { return verify(p, args, TERM_NIL); }
static Term crypto_verify_6(Process *p, const Term *args) { return verify(p, args, args[5]); }

// --- what there is --------------------------------------------------------------------------------------

static Term crypto_pubkey_algorithms_0(Process *p, const Term *args) {
    static const Term types[] = {ATOM_INIT(rsa),   ATOM_INIT(dss),  ATOM_INIT(dh),   ATOM_INIT(ecdh),
                                 ATOM_INIT(ecdsa), ATOM_INIT(eddh), ATOM_INIT(eddsa)};
    (void)args;
    return heap_list_from(p->heap, types, COUNT(types), TERM_NIL);
}

static Term crypto_curve_algorithms_0(Process *p, const Term *args) {
    (void)args;
    Term list = TERM_NIL;
    for (size_t i = COUNT(curves); i-- > 0;) list = heap_cons(p->heap, atom_from_text(curves[i].name), list);
    return list;
}

const Bif crypto_key_bifs[] = {
    BIF(crypto, generate_key, 2, PURE),
    BIF(crypto, generate_key, 3, PURE),
    BIF(crypto, compute_key, 4, PURE),
    BIF(crypto, sign, 4, PURE),
    BIF(crypto, sign, 5, PURE),
    BIF(crypto, verify, 5, PURE),
    BIF(crypto, verify, 6, PURE),
    BIF(crypto, pubkey_algorithms, 0, PURE),
    BIF(crypto, curve_algorithms, 0, PURE),
    {0},
};
