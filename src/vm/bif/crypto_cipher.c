// crypto: AES in the modes ECB, CBC and CTR, all at once.
#include "base/aes.h"

#include "base/memory.h"
#include "base/text.h"
#include "vm/bif.h"
#include "vm/bits.h"
#include "vm/iolist.h"

typedef enum { MODE_ECB, MODE_CBC, MODE_CTR } Mode;

typedef struct {
    const char *name;
    size_t key;      // bytes; 0: any that AES has
    Mode mode;
} Cipher;

static const Cipher *cipher_find(Term name) {
    static const Cipher ciphers[] = {
        {"aes_128_ecb", 16, MODE_ECB}, {"aes_192_ecb", 24, MODE_ECB}, {"aes_256_ecb", 32, MODE_ECB}, {"aes_ecb", 0, MODE_ECB},
        {"aes_128_cbc", 16, MODE_CBC}, {"aes_192_cbc", 24, MODE_CBC}, {"aes_256_cbc", 32, MODE_CBC}, {"aes_cbc", 0, MODE_CBC},
        {"aes_128_ctr", 16, MODE_CTR}, {"aes_192_ctr", 24, MODE_CTR}, {"aes_256_ctr", 32, MODE_CTR}, {"aes_ctr", 0, MODE_CTR},
    };
    for (size_t i = 0; term_is_atom(name) && i < sizeof ciphers / sizeof *ciphers; i++)
        if (strcmp(ciphers[i].name, atom_string(name)) == 0) return &ciphers[i];
    return NULL;
}

typedef struct {
    bool encrypt;
    bool pad;       // so that whole blocks come out, and away again
    bool whole;     // there must be no part of a block
} CipherOptions;

// A boolean, or a list of {encrypt, boolean} and {padding, none | pkcs_padding}.
static bool read_options(Term given, CipherOptions *out) {
    *out = (CipherOptions){.encrypt = true};
    if (term_same(given, ATOM(true)) || term_same(given, ATOM(false))) {
        out->encrypt = term_same(given, ATOM(true));
        return true;
    }
    for (; term_is_cons(given); given = term_tail(given)) {
        if (!term_is_tuple_of(term_head(given), 2)) return false;
        Term name = term_elements(term_head(given))[0], value = term_elements(term_head(given))[1];
        if (term_same(name, ATOM(encrypt))) out->encrypt = term_same(value, ATOM(true));
        else if (!term_same(name, ATOM(padding))) return false;
        else if (term_same(value, ATOM(pkcs_padding))) out->pad = true;
        else if (term_same(value, ATOM(none))) out->whole = true;
        else if (!term_same(value, ATOM(undefined))) return false;
    }
    return term_is_nil(given);
}

static void add_to(uint8_t *block, const uint8_t *other) {
    for (size_t i = 0; i < AES_BLOCK; i++) block[i] ^= other[i];
}

static void count_up(uint8_t *counter) {
    for (size_t i = AES_BLOCK; i > 0 && ++counter[i - 1] == 0; i--) {}
}

// Bytes that do not fill a block are left out, but for CTR.
static void run_cipher(const Aes *aes, Mode mode, bool encrypt, uint8_t *vector, const uint8_t *from, uint8_t *to, size_t size) {
    for (; mode == MODE_CTR ? size > 0 : size >= AES_BLOCK;) {
        size_t part = size < AES_BLOCK ? size : AES_BLOCK;
        uint8_t block[AES_BLOCK] = {0};
        memcpy(block, from, part);
        if (mode == MODE_CTR) {
            uint8_t stream[AES_BLOCK];
            aes_encrypt(aes, vector, stream);
            count_up(vector);
            add_to(block, stream);
        } else if (encrypt) {
            if (mode == MODE_CBC) add_to(block, vector);
            aes_encrypt(aes, block, block);
            if (mode == MODE_CBC) memcpy(vector, block, AES_BLOCK);
        } else {
            aes_decrypt(aes, block, block);
            if (mode == MODE_CBC) add_to(block, vector);
            if (mode == MODE_CBC) memcpy(vector, from, AES_BLOCK);
        }
        memcpy(to, block, part);
        from += part, to += part, size -= part;
    }
}

static void add_padding(Text *data) {
    size_t missing = AES_BLOCK - data->size % AES_BLOCK;
    for (size_t i = 0; i < missing; i++) text_add_char(data, (char)missing);
}

// How many of the last bytes are padding; 0: they are not.
static size_t padding_at_end(const uint8_t *bytes, size_t size) {
    size_t count = size > 0 ? bytes[size - 1] : 0;
    if (count == 0 || count > AES_BLOCK || count > size) return 0;
    for (size_t i = 1; i <= count; i++)
        if (bytes[size - i] != count) return 0;
    return count;
}

// As crypto does it, but for the place in its own source.
static Term raise_cipher(Process *p, Term class, const char *why) {
    Heap *heap = p->heap;
    Term place = heap_tuple2(heap, heap_list_from_text(heap, "crypto_cipher.c"), term_small(0));
    return process_raise(p, heap_tuple3(heap, class, place, heap_list_from_text(heap, why)));
}

static Term transform(Process *p, const Cipher *cipher, const Aes *aes, uint8_t *vector, Text *data, CipherOptions options) {
    if (options.pad && options.encrypt && cipher->mode != MODE_CTR) add_padding(data);
    if (options.whole && cipher->mode != MODE_CTR && data->size % AES_BLOCK)
        return raise_cipher(p, ATOM(error), "Padding 'none' but unfilled last block");
    size_t size = cipher->mode == MODE_CTR ? data->size : data->size / AES_BLOCK * AES_BLOCK;
    uint8_t *out = memory_new(size + 1);
    run_cipher(aes, cipher->mode, options.encrypt, vector, (const uint8_t *)text_string(data), out, size);
    bool unpad = options.pad && !options.encrypt && cipher->mode != MODE_CTR;
    size_t padding = unpad ? padding_at_end(out, size) : 0;
    Term result = unpad && !padding ? raise_cipher(p, ATOM(error), "Can't finalize") : heap_binary_from(p->heap, out, size - padding);
    memory_free(out);
    return result;
}

// `vector` is an empty list where the mode has none.
static Term one_time(Process *p, Term name, Term key_term, Term vector_term, Term data_term, Term option_term) {
    const Cipher *cipher = cipher_find(name);
    CipherOptions options;
    if (!term_is_atom(name)) return process_badarg(p);
    if (!cipher || !read_options(option_term, &options))
        return process_unsupported(p, "crypto has AES in ECB, CBC and CTR in weft, with no padding or pkcs_padding; --external "
                                      "M:F/A lets a real erl evaluate the call");
    Text key = {0}, vector = {0}, data = {0};
    Aes aes;
    Term result;
    if (!iolist_add(&key, key_term) || !iolist_add(&vector, vector_term) || !iolist_add(&data, data_term))
        result = process_badarg(p);
    else if ((cipher->key && key.size != cipher->key) || !aes_init(&aes, (const uint8_t *)text_string(&key), key.size))
        result = raise_cipher(p, ATOM(badarg), "Bad key size");
    else if (vector.size != (cipher->mode == MODE_ECB ? 0 : AES_BLOCK))
        result = raise_cipher(p, ATOM(badarg), "Bad iv size");
    else
        result = transform(p, cipher, &aes, (uint8_t *)vector.data, &data, options);
    text_free(&key);
    text_free(&vector);
    text_free(&data);
    return result;
}

static Term crypto_crypto_one_time_4(Process *p, const Term *args) {
    return one_time(p, args[0], args[1], TERM_NIL, args[2], args[3]);
}

static Term crypto_crypto_one_time_5(Process *p, const Term *args) {
    return one_time(p, args[0], args[1], args[2], args[3], args[4]);
}

// Up to OTP 23.
static Term crypto_block_encrypt_3(Process *p, const Term *args) {
    return one_time(p, args[0], args[1], TERM_NIL, args[2], ATOM(true));
}

static Term crypto_block_encrypt_4(Process *p, const Term *args) {
    return one_time(p, args[0], args[1], args[2], args[3], ATOM(true));
}

static Term crypto_block_decrypt_3(Process *p, const Term *args) {
    return one_time(p, args[0], args[1], TERM_NIL, args[2], ATOM(false));
}

static Term crypto_block_decrypt_4(Process *p, const Term *args) {
    return one_time(p, args[0], args[1], args[2], args[3], ATOM(false));
}

const Bif crypto_cipher_bifs[] = {
    BIF(crypto, crypto_one_time, 4, PURE),
    BIF(crypto, crypto_one_time, 5, PURE),
    BIF(crypto, block_encrypt, 3, PURE),
    BIF(crypto, block_encrypt, 4, PURE),
    BIF(crypto, block_decrypt, 3, PURE),
    BIF(crypto, block_decrypt, 4, PURE),
    {0},
};
