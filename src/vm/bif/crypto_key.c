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

static void draw_for(Process *p) {
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
    {"secp256r1", "prime256v1", false},
    {"prime256v1", "prime256v1", false},
    {"secp224r1", "secp224r1", false},
    {"secp256k1", "secp256k1", false},
    {"secp384r1", "secp384r1", false},
    {"secp521r1", "secp521r1", false},
    {"secp192r1", "prime192v1", false},
    {"prime192v1", "prime192v1", false},
    {"brainpoolP256r1", "brainpoolP256r1", false},
    {"brainpoolP384r1", "brainpoolP384r1", false},
    {"brainpoolP512r1", "brainpoolP512r1", false},
    {"x25519", "X25519", true},
    {"x448", "X448", true},
    {"ed25519", "ED25519", true},
    {"ed448", "ED448", true},
};

static const Curve *find_curve(Term name) {
    for (size_t i = 0; term_is_atom(name) && i < COUNT(curves); i++)
        if (strcmp(curves[i].name, atom_string(name)) == 0) return &curves[i];
    return NULL;
}

static Term lacks(Process *p) {
    return process_unsupported(p, "of crypto's keys weft has those on the common elliptic curves; --external M:F/A "
                                  "lets a real erl evaluate the call");
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
    uint8_t bytes[2 * 66 + 1];
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

static Term raise_key(Process *p, Term class, const char *file, const char *why) {
    Heap *heap = p->heap;
    Term place = heap_tuple2(heap, heap_list_from_text(heap, file), term_small(0));
    return process_raise(p, heap_tuple3(heap, class, place, heap_list_from_text(heap, why)));
}

// --- making them ----------------------------------------------------------------------------------------

static Term binary(Process *p, const Text *text) { return heap_binary_from(p->heap, text_string(text), text->size); }

// As many random bytes as a private key has; of a curve's numbers one that is below its order.
static void draw_private(Process *p, const Curve *curve, Text *out) {
    size_t size;
    if (!curve->edwards) {
        EC_GROUP *group = EC_GROUP_new_by_curve_name(OBJ_txt2nid(curve->other));
        BIGNUM *number = BN_new();
        draw_for(p);
        do BN_priv_rand_range(number, EC_GROUP_get0_order(group));
        while (BN_is_zero(number));
        uint8_t bytes[66];
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
    if (!is_on_curve(type, curve)) return lacks(p);
    if (term_same(given, ATOM(undefined)))
        draw_private(p, curve, &private);
    else if (!iolist_add(&private, given))
        return lacks(p);   // a number
    if (public_of(curve, &private, &public)) {
        Term first = binary(p, &public);
        result = heap_tuple2(p->heap, first, binary(p, &private));
    } else {
        result = raise_key(p, ATOM(error), "ec.c", "Couldn't get EC key");
    }
    text_free(&private);
    text_free(&public);
    return result;
}

static Term crypto_generate_key_2(Process *p, const Term *args) {
    return generate(p, args[0], args[1], ATOM(undefined));
}
static Term crypto_generate_key_3(Process *p, const Term *args) { return generate(p, args[0], args[1], args[2]); }

// compute_key(Type, OthersPublicKey, MyPrivateKey, Curve)
static Term crypto_compute_key_4(Process *p, const Term *args) {
    const Curve *curve = find_curve(args[3]);
    Text other = {0}, own = {0};
    uint8_t out[66];
    size_t size = sizeof out;
    if (!is_on_curve(args[0], curve) || !iolist_add(&other, args[1]) || !iolist_add(&own, args[2])) return lacks(p);
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
                : raise_key(p, ATOM(badarg), "ecdh.c", "Couldn't compute the key");
}

// --- signing --------------------------------------------------------------------------------------------

// [Key, Curve]
static const Curve *read_key(Term type, Term key, Text *bytes) {
    if (term_list_length(key) != 2) return NULL;
    const Curve *curve = find_curve(term_head(term_tail(key)));
    return is_on_curve(type, curve) && iolist_add(bytes, term_head(key)) ? curve : NULL;
}

static const char *digest_name(Term type) {
    static const struct {
        const char *name, *other;
    } names[] = {{"sha", "SHA1"},
                 {"sha224", "SHA2-224"},
                 {"sha256", "SHA2-256"},
                 {"sha384", "SHA2-384"},
                 {"sha512", "SHA2-512"}};
    for (size_t i = 0; term_is_atom(type) && i < COUNT(names); i++)
        if (strcmp(names[i].name, atom_string(type)) == 0) return names[i].other;
    return NULL;
}

// What is signed: a text, or {digest, Bytes}, with a digest that `ecdsa` needs and `eddsa` has not.
typedef struct {
    const char *digest;
    bool digested;
    Text data;
} Message;

static bool read_message(Term type, Term digest, Term message, Message *out) {
    *out = (Message){.digest = digest_name(digest)};
    if (term_same(type, ATOM(ecdsa)) ? !out->digest : !term_same(type, ATOM(eddsa)) || out->digest) return false;
    if (!term_is_tuple_of(message, 2)) return iolist_add(&out->data, message);
    out->digested = out->digest && term_same(term_elements(message)[0], ATOM(digest));
    return out->digested && iolist_add(&out->data, term_elements(message)[1]);
}

static const uint8_t *data_of(const Message *message) { return (const uint8_t *)text_string(&message->data); }

static bool sign_with(EVP_PKEY *key, const Message *message, uint8_t *out, size_t *size) {
    if (message->digested) {
        EVP_PKEY_CTX *context = EVP_PKEY_CTX_new(key, NULL);
        bool good = EVP_PKEY_sign_init(context) == 1 &&
                    EVP_PKEY_sign(context, out, size, data_of(message), message->data.size) == 1;
        EVP_PKEY_CTX_free(context);
        return good;
    }
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    bool good = EVP_DigestSignInit_ex(context, NULL, message->digest, NULL, NULL, key, NULL) == 1 &&
                EVP_DigestSign(context, out, size, data_of(message), message->data.size) == 1;
    EVP_MD_CTX_free(context);
    return good;
}

static bool verify_with(EVP_PKEY *key, const Message *message, const Text *signature) {
    const uint8_t *bytes = (const uint8_t *)text_string(signature);
    if (message->digested) {
        EVP_PKEY_CTX *context = EVP_PKEY_CTX_new(key, NULL);
        bool good = EVP_PKEY_verify_init(context) == 1 &&
                    EVP_PKEY_verify(context, bytes, signature->size, data_of(message), message->data.size) == 1;
        EVP_PKEY_CTX_free(context);
        return good;
    }
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    bool good = EVP_DigestVerifyInit_ex(context, NULL, message->digest, NULL, NULL, key, NULL) == 1 &&
                EVP_DigestVerify(context, bytes, signature->size, data_of(message), message->data.size) == 1;
    EVP_MD_CTX_free(context);
    return good;
}

static Term sign(Process *p, const Term *args, Term options) {
    Text bytes = {0};
    Message message = {0};
    const Curve *curve = read_key(args[0], args[3], &bytes);
    uint8_t out[160];
    size_t size = sizeof out;
    Term result;
    if (!curve || !read_message(args[0], args[1], args[2], &message) || !term_is_nil(options)) {
        result = lacks(p);
    } else {
        draw_for(p);
        EVP_PKEY *key = private_key(curve, &bytes);
        bool good = key && sign_with(key, &message, out, &size);
        result = good ? heap_binary_from(p->heap, out, size) : raise_key(p, ATOM(badarg), "pkey.c", "Couldn't sign");
        EVP_PKEY_free(key);
    }
    text_free(&bytes);
    text_free(&message.data);
    return result;
}

static Term crypto_sign_4(Process *p, const Term *args) { return sign(p, args, TERM_NIL); }
static Term crypto_sign_5(Process *p, const Term *args) { return sign(p, args, args[4]); }

static Term verify(Process *p, const Term *args, Term options) {
    Text bytes = {0}, signature = {0};
    Message message = {0};
    const Curve *curve = read_key(args[0], args[4], &bytes);
    Term result;
    if (!curve || !read_message(args[0], args[1], args[2], &message) || !iolist_add(&signature, args[3]) ||
        !term_is_nil(options)) {
        result = lacks(p);
    } else {
        EVP_PKEY *key = public_key(curve, &bytes);
        result = key ? process_boolean(verify_with(key, &message, &signature))
                     : raise_key(p, ATOM(badarg), "pkey.c", "Couldn't get public key");
        EVP_PKEY_free(key);
    }
    text_free(&bytes);
    text_free(&signature);
    text_free(&message.data);
    return result;
}

static Term crypto_verify_5(Process *p, const Term *args) { return verify(p, args, TERM_NIL); }
static Term crypto_verify_6(Process *p, const Term *args) { return verify(p, args, args[5]); }

const Bif crypto_key_bifs[] = {
    BIF(crypto, generate_key, 2, PURE), BIF(crypto, generate_key, 3, PURE),
    BIF(crypto, compute_key, 4, PURE),  BIF(crypto, sign, 4, PURE),
    BIF(crypto, sign, 5, PURE),         BIF(crypto, verify, 5, PURE),
    BIF(crypto, verify, 6, PURE),       {0},
};
