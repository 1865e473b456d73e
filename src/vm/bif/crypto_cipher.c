// crypto: ciphers, by libcrypto. What is asked for follows from its arguments only.
//
// The state of a cipher that is fed piece by piece is the program's reference to a cell (vm/run/port.h) with all that
// it was fed so far: it is changed by those who feed it, as crypto's own states are, and taken back like everything
// else.
#include "vm/bif/crypto.h"

#include <openssl/evp.h>

#include "base/memory.h"
#include "base/text.h"
#include "vm/run/port.h"
#include "vm/term/bits.h"
#include "vm/term/iolist.h"
#include "vm/term/map.h"

// --- names ----------------------------------------------------------------------------------------------

typedef struct {
    const char *name;    // as Erlang calls it
    const char *other;   // as libcrypto does
    size_t key;          // bytes of its key, which chooses among those of a name
} Cipher;

static const Cipher ciphers[] = {
#define AES(mode, other)                                                              \
    {"aes_128_" mode, "AES-128-" other, 16}, {"aes_192_" mode, "AES-192-" other, 24}, \
        {"aes_256_" mode, "AES-256-" other, 32}, {"aes_" mode, "AES-128-" other, 16}, \
        {"aes_" mode, "AES-192-" other, 24}, {                                        \
        "aes_" mode, "AES-256-" other, 32                                             \
    }
    AES("ecb", "ECB"),
    AES("cbc", "CBC"),
    AES("ctr", "CTR"),
    AES("cfb8", "CFB8"),
    AES("cfb128", "CFB"),
    AES("ofb", "OFB"),
    AES("gcm", "GCM"),
    AES("ccm", "CCM"),
#undef AES
    {"chacha20", "ChaCha20", 32},
    {"chacha20_poly1305", "ChaCha20-Poly1305", 32},
    {"des_ede3_cbc", "DES-EDE3-CBC", 24},
    {"des_ede3_cfb", "DES-EDE3-CFB8", 24},
};

// Those that libcrypto has only in a library of its own, which weft does not load.
static const char *const others[] = {"rc4",          "rc2_cbc",        "des_cbc",        "des_cfb",     "des_ecb",
                                     "blowfish_cbc", "blowfish_cfb64", "blowfish_ofb64", "blowfish_ecb"};

#define COUNT(array) (sizeof(array) / sizeof *(array))

static bool is_named(Term name, const char *text) { return term_is_atom(name) && strcmp(atom_string(name), text) == 0; }

static bool is_other(Term name) {
    for (size_t i = 0; i < COUNT(others); i++)
        if (is_named(name, others[i])) return true;
    return false;
}

// The first of that name, or the one with that size of key; NULL: there is none.
static const Cipher *find_cipher(Term name, const size_t *key) {
    for (size_t i = 0; i < COUNT(ciphers); i++)
        if (is_named(name, ciphers[i].name) && (!key || ciphers[i].key == *key)) return &ciphers[i];
    return NULL;
}

static EVP_CIPHER *fetch(const Cipher *cipher) { return cipher ? EVP_CIPHER_fetch(NULL, cipher->other, NULL) : NULL; }

// --- failing --------------------------------------------------------------------------------------------

// As crypto does it, but for the place in its own source.
static Term raise_cipher(Process *p, Term class, const char *file, const char *why) {
    Heap *heap = p->heap;
    Term place = heap_tuple2(heap, heap_list_from_text(heap, file), term_small(0));
    return process_raise(p, heap_tuple3(heap, class, place, heap_list_from_text(heap, why)));
}

static Term bad(Process *p, const char *why) { return raise_cipher(p, ATOM(badarg), "api_ng.c", why); }

static Term lacks(Process *p, Term name) {
    Text text = {0};
    text_format(&text, "the cipher %s of crypto; --external M:F/A lets a real erl evaluate the call",
                atom_string(name));
    process_unsupported(p, text_string(&text));
    text_free(&text);
    return NO_TERM;
}

// --- what is asked for ----------------------------------------------------------------------------------

typedef enum { PADDING_UNDEFINED, PADDING_NONE, PADDING_PKCS, PADDING_ZERO, PADDING_RANDOM } Padding;

typedef struct {
    const Cipher *cipher;
    EVP_CIPHER *evp;
    Text key, vector, data;
    bool encrypt;
    Padding padding;
} Job;

static void job_free(Job *job) {
    EVP_CIPHER_free(job->evp);
    text_free(&job->key);
    text_free(&job->vector);
    text_free(&job->data);
}

static bool read_padding(Process *p, Term value, Padding *padding) {
    static const struct {
        Term name;
        Padding padding;
    } names[] = {
        {ATOM_INIT(undefined), PADDING_UNDEFINED}, {ATOM_INIT(none), PADDING_NONE},
        {ATOM_INIT(pkcs_padding), PADDING_PKCS},   {ATOM_INIT(zero), PADDING_ZERO},
        {ATOM_INIT(random), PADDING_RANDOM},
    };
    for (size_t i = 0; i < COUNT(names); i++)
        if (term_same(names[i].name, value)) return *padding = names[i].padding, true;
    bad(p, "Bad 'padding' option value");
    return false;
}

static bool is_boolean(Term t) { return term_same(t, ATOM(true)) || term_same(t, ATOM(false)); }

static bool read_option(Process *p, Term option, Job *job) {
    if (!term_is_tuple_of(option, 2)) return bad(p, "Bad option format"), false;
    Term name = term_elements(option)[0], value = term_elements(option)[1];
    if (term_same(name, ATOM(padding))) return read_padding(p, value, &job->padding);
    if (!term_same(name, ATOM(encrypt))) return bad(p, "Unknown option name"), false;
    if (!is_boolean(value)) return bad(p, "Bad 'encrypt' option value"), false;
    job->encrypt = term_same(value, ATOM(true));
    return true;
}

// A boolean, or a list of {encrypt, boolean} and {padding, Name}.
static bool read_options(Process *p, Term given, Job *job) {
    job->encrypt = true;
    if (is_boolean(given)) {
        job->encrypt = term_same(given, ATOM(true));
        return true;
    }
    if (term_list_length(given) < 0) return bad(p, "Options are not a boolean or a proper list"), false;
    for (; term_is_cons(given); given = term_tail(given))
        if (!read_option(p, term_head(given), job)) return false;
    return true;
}

static bool is_aead(const EVP_CIPHER *evp) { return EVP_CIPHER_get_flags(evp) & EVP_CIPH_FLAG_AEAD_CIPHER; }

// False after raising. The caller frees the job in any case.
static bool read_job(Process *p, Term name, Term key, Term vector, Term options, Job *job) {
    *job = (Job){.encrypt = true};
    if (!term_is_atom(name)) return bad(p, "Cipher id is not an atom"), false;
    if (is_other(name)) return lacks(p, name), false;
    if (!find_cipher(name, NULL)) return bad(p, "Unknown cipher"), false;
    if (!iolist_add(&job->key, key)) return bad(p, "Bad key"), false;
    if (!iolist_add(&job->vector, vector)) return bad(p, "Bad iv type"), false;
    job->cipher = find_cipher(name, &job->key.size);
    if (!job->cipher) return bad(p, "Bad key size"), false;
    job->evp = fetch(job->cipher);
    if (is_aead(job->evp)) return bad(p, "Missing arguments for this cipher"), false;
    size_t size = (size_t)EVP_CIPHER_get_iv_length(job->evp);
    if (size > 0 && job->vector.size != size) return bad(p, "Bad iv size"), false;
    return read_options(p, options, job);
}

// --- doing it -------------------------------------------------------------------------------------------

static const uint8_t *bytes_of(const Text *text) { return (const uint8_t *)text_string(text); }

// What has come out before `final`, and then all of it. False: the end is not as it should be.
typedef struct {
    uint8_t *bytes;
    size_t before, all;
} Output;

static bool run(const Job *job, Output *out) {
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    int size = 0, more = 0;
    out->bytes = memory_new(job->data.size + 2 * EVP_MAX_BLOCK_LENGTH);
    EVP_CipherInit_ex2(context, job->evp, bytes_of(&job->key), bytes_of(&job->vector), job->encrypt, NULL);
    EVP_CIPHER_CTX_set_padding(context, job->padding == PADDING_PKCS);
    EVP_CipherUpdate(context, out->bytes, &size, bytes_of(&job->data), (int)job->data.size);
    bool good = job->padding != PADDING_PKCS || EVP_CipherFinal_ex(context, out->bytes + size, &more);
    out->before = (size_t)size;
    out->all = (size_t)(size + more);
    EVP_CIPHER_CTX_free(context);
    return good;
}

static size_t missing(const Job *job) {
    size_t block = (size_t)EVP_CIPHER_get_block_size(job->evp);
    return block > 1 ? (block - job->data.size % block) % block : 0;
}

// What padding there is to be at the end that libcrypto does not know: 0 or random bytes. NULL, or why it cannot be.
static const char *pad(Process *p, Job *job) {
    size_t count = missing(job);
    if (count == 0) return NULL;
    if (job->padding == PADDING_NONE) return "Padding 'none' but unfilled last block";
    if (!job->encrypt || job->padding == PADDING_UNDEFINED || job->padding == PADDING_PKCS) return NULL;
    size_t start = job->data.size;
    for (size_t i = 0; i < count; i++) text_add_char(&job->data, 0);
    if (job->padding == PADDING_RANDOM) crypto_random(p, (uint8_t *)job->data.data + start, count);
    return NULL;
}

static Term finish(Process *p, Job *job, size_t given) {
    Output out = {0};
    const char *wrong = pad(p, job);
    if (!wrong && !run(job, &out)) wrong = "Can't finalize";
    Term result = wrong ? raise_cipher(p, ATOM(error), "api_ng.c", wrong)
                        : heap_binary_from(p->heap, out.bytes + given, out.all - given);
    memory_free(out.bytes);
    return result;
}

static Term one_time(Process *p, Term name, Term key, Term vector, Term data, Term options) {
    Job job;
    Term result = NO_TERM;
    if (read_job(p, name, key, vector, options, &job))
        result = iolist_add(&job.data, data) ? finish(p, &job, 0) : bad(p, "expected binary as data");
    job_free(&job);
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

// --- piece by piece -------------------------------------------------------------------------------------
//
// The cell of a state: {Cipher, Key, Vector, Options, Data, Given, Ended}, where Given is how many bytes of the result
// the program has.

enum { STATE_CIPHER, STATE_KEY, STATE_VECTOR, STATE_OPTIONS, STATE_DATA, STATE_GIVEN, STATE_ENDED, STATE_FIELDS };

static void touches_state(Process *p, const Term *args, Footprint *out) {
    (void)p;
    footprint_add(out, port_cell_object(args[0]), ACCESS_WRITE, 0);
}

static Term begin(Process *p, Term name, Term key, Term vector, Term options) {
    Job job;
    bool good = read_job(p, name, key, vector, options, &job);
    Term flat_key = heap_binary_from(p->heap, text_string(&job.key), job.key.size);
    Term flat_vector = heap_binary_from(p->heap, text_string(&job.vector), job.vector.size);
    job_free(&job);
    if (!good) return NO_TERM;
    Term state = heap_tuple(p->heap, STATE_FIELDS), reference = process_new_reference(p);
    const Term fields[STATE_FIELDS] = {name, flat_key, flat_vector, options, TERM_NIL, term_small(0), ATOM(false)};
    memcpy(term_elements(state), fields, sizeof fields);
    port_set_cell(p->machine, reference, state);
    if (p->machine->acting)
        footprint_add_settled(bif_footprint(p), port_cell_object(reference), ACCESS_WRITE, VALUE_BEGINS);
    return reference;
}

static Term crypto_crypto_init_3(Process *p, const Term *args) { return begin(p, args[0], args[1], TERM_NIL, args[2]); }
static Term crypto_crypto_init_4(Process *p, const Term *args) { return begin(p, args[0], args[1], args[2], args[3]); }

static bool read_state(Process *p, Term reference, Term *state, Job *job) {
    *job = (Job){.encrypt = true};
    *state = term_is_reference(reference) ? port_cell(p->machine, reference) : NO_TERM;
    if (!term_is_tuple_of(*state, STATE_FIELDS)) return bad(p, "Bad State"), false;
    const Term *fields = term_elements(*state);
    return read_job(p, fields[STATE_CIPHER], fields[STATE_KEY], fields[STATE_VECTOR], fields[STATE_OPTIONS], job) &&
           iolist_add(&job->data, fields[STATE_DATA]);
}

static void write_state(Process *p, Term reference, Term old, Term data, size_t given, Term ended) {
    Term state = heap_tuple(p->heap, STATE_FIELDS);
    memcpy(term_elements(state), term_elements(old), STATE_FIELDS * sizeof(Term));
    term_elements(state)[STATE_DATA] = data;
    term_elements(state)[STATE_GIVEN] = term_small((int64_t)given);
    term_elements(state)[STATE_ENDED] = ended;
    port_set_cell(p->machine, reference, state);
}

static Term crypto_crypto_update_2(Process *p, const Term *args) {
    Job job;
    Term state, result = NO_TERM;
    if (!read_state(p, args[0], &state, &job)) {
    } else if (term_same(term_elements(state)[STATE_ENDED], ATOM(true))) {
        process_unsupported(p, "crypto:crypto_update/2 after crypto_final/1");
    } else if (!iolist_add(&job.data, args[1])) {
        bad(p, "expected binary");
    } else {
        Output out;
        size_t given = (size_t)term_to_small(term_elements(state)[STATE_GIVEN]);
        run(&job, &out);
        result = heap_binary_from(p->heap, out.bytes + given, out.before - given);
        write_state(p, args[0], state, heap_binary_from(p->heap, text_string(&job.data), job.data.size), out.before,
                    ATOM(false));
        memory_free(out.bytes);
    }
    job_free(&job);
    return result;
}

static Term crypto_crypto_final_1(Process *p, const Term *args) {
    Job job;
    Term state, result = NO_TERM;
    if (!read_state(p, args[0], &state, &job)) {
    } else if (term_same(term_elements(state)[STATE_ENDED], ATOM(true))) {
        process_unsupported(p, "crypto:crypto_final/1 a second time");
    } else {
        size_t given = (size_t)term_to_small(term_elements(state)[STATE_GIVEN]);
        write_state(p, args[0], state, term_elements(state)[STATE_DATA], given, ATOM(true));
        result = finish(p, &job, given);
    }
    job_free(&job);
    return result;
}

static Term padding_name(Padding padding) {
    static const Term names[] = {ATOM_INIT(undefined), ATOM_INIT(none), ATOM_INIT(pkcs_padding), ATOM_INIT(zero),
                                 ATOM_INIT(random)};
    return names[padding];
}

static Term crypto_crypto_get_data_1(Process *p, const Term *args) {
    Job job;
    Term state, result = NO_TERM;
    if (read_state(p, args[0], &state, &job)) {
        bool ended = term_same(term_elements(state)[STATE_ENDED], ATOM(true));
        size_t block = (size_t)EVP_CIPHER_get_block_size(job.evp), padding = missing(&job);
        if (job.padding == PADDING_PKCS && padding == 0) padding = block;
        Term pairs[] = {ATOM(encrypt),      process_boolean(job.encrypt),
                        ATOM(padding_size), term_small(ended && job.encrypt ? (int64_t)padding : 0),
                        ATOM(padding_type), padding_name(job.padding),
                        ATOM(size),         term_small((int64_t)job.data.size)};
        result = map_from_pairs(p->heap, pairs, 4, NULL);
    }
    job_free(&job);
    return result;
}

// --- with authentication --------------------------------------------------------------------------------

enum { TAG_USUAL = 16, TAG_CCM = 12, TAG_MOST = 16 };

typedef struct {
    const Cipher *cipher;
    EVP_CIPHER *evp;
    Text key, vector, added, data, tag;
    size_t tag_size;
    bool encrypt, ccm;
} Sealed;

static void sealed_free(Sealed *s) {
    EVP_CIPHER_free(s->evp);
    Text *texts[] = {&s->key, &s->vector, &s->added, &s->data, &s->tag};
    for (size_t i = 0; i < COUNT(texts); i++) text_free(texts[i]);
}

static Term bad_aead(Process *p, const char *why) { return raise_cipher(p, ATOM(badarg), "aead.c", why); }

// In the order in which crypto looks. False: something is wrong, and raised.
static bool begin_sealed(Process *p, Sealed *s, EVP_CIPHER_CTX *context) {
    int size = 0;
    EVP_CipherInit_ex2(context, s->evp, NULL, NULL, s->encrypt, NULL);
    if (EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_IVLEN, (int)s->vector.size, NULL) != 1)
        return bad_aead(p, "Bad IV length"), false;
    if (s->ccm || !s->encrypt) {
        void *tag = s->encrypt ? NULL : s->tag.data;
        if (EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, (int)s->tag_size, tag) != 1)
            return bad_aead(p, "Can't set tag"), false;
    }
    if (EVP_CipherInit_ex2(context, NULL, bytes_of(&s->key), bytes_of(&s->vector), s->encrypt, NULL) != 1)
        return bad_aead(p, "Can't initialize key or iv"), false;
    if (s->ccm) EVP_CipherUpdate(context, NULL, &size, NULL, (int)s->data.size);
    if (s->added.size > 0) EVP_CipherUpdate(context, NULL, &size, bytes_of(&s->added), (int)s->added.size);
    return true;
}

static Term seal(Process *p, Sealed *s, EVP_CIPHER_CTX *context, uint8_t *out) {
    int size = 0, more = 0;
    uint8_t tag[TAG_MOST];
    bool good = EVP_CipherUpdate(context, out, &size, bytes_of(&s->data), (int)s->data.size) == 1;
    if (!s->encrypt && !good) return ATOM(error);
    good = good && (s->ccm || EVP_CipherFinal_ex(context, out + size, &more) == 1);
    if (!s->encrypt) return good ? heap_binary_from(p->heap, out, (size_t)(size + more)) : ATOM(error);
    if (!good || s->tag_size > TAG_MOST ||
        EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, (int)s->tag_size, tag) != 1)
        return raise_cipher(p, ATOM(error), "aead.c", "Can't get Tag");
    Term bytes = heap_binary_from(p->heap, out, (size_t)(size + more));
    return heap_tuple2(p->heap, bytes, heap_binary_from(p->heap, tag, s->tag_size));
}

static Term do_sealed(Process *p, Sealed *s) {
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    uint8_t *out = memory_new(s->data.size + 2 * EVP_MAX_BLOCK_LENGTH);
    Term result = begin_sealed(p, s, context) ? seal(p, s, context, out) : NO_TERM;
    memory_free(out);
    EVP_CIPHER_CTX_free(context);
    return result;
}

// {error, {badarg, ...}} where the name is none, and the size of a tag, or a tag.
static Term aead(Process *p, const Term *args, Term tag, Term encrypt) {
    Sealed s = {.encrypt = term_same(encrypt, ATOM(true))};
    Term result;
    if (!iolist_add(&s.key, args[1]) || !iolist_add(&s.vector, args[2]) || !iolist_add(&s.data, args[3]) ||
        !iolist_add(&s.added, args[4])) {
        result = bad_aead(p, "non-binary arguments");
    } else if (s.encrypt ? !term_is_small(tag) || term_to_small(tag) < 0 : !iolist_add(&s.tag, tag)) {
        result = bad_aead(p, s.encrypt ? "Bad Tag length" : "Bad Tag");
    } else if (!(s.cipher = find_cipher(args[0], &s.key.size)) || !(s.evp = fetch(s.cipher)) || !is_aead(s.evp)) {
        result = bad_aead(p, "Unknown cipher or invalid key size");
    } else {
        s.tag_size = s.encrypt ? (size_t)term_to_small(tag) : s.tag.size;
        s.ccm = EVP_CIPHER_get_mode(s.evp) == EVP_CIPH_CCM_MODE;
        result = do_sealed(p, &s);
    }
    sealed_free(&s);
    return result;
}

static Term not_aead(Process *p) {
    Heap *heap = p->heap;
    return process_raise(p,
                         heap_tuple2(heap, ATOM(error),
                                     heap_tuple2(heap, ATOM(badarg), heap_list_from_text(heap, "Not an AEAD cipher"))));
}

static size_t usual_tag(Term name) {
    static const struct {
        const char *name;
        size_t size;
    } sizes[] = {
        {"aes_ccm", TAG_CCM},       {"aes_128_ccm", TAG_CCM},   {"aes_192_ccm", TAG_CCM},
        {"aes_256_ccm", TAG_CCM},   {"aes_gcm", TAG_USUAL},     {"aes_128_gcm", TAG_USUAL},
        {"aes_192_gcm", TAG_USUAL}, {"aes_256_gcm", TAG_USUAL}, {"chacha20_poly1305", TAG_USUAL},
    };
    for (size_t i = 0; i < COUNT(sizes); i++)
        if (is_named(name, sizes[i].name)) return sizes[i].size;
    return 0;
}

static Term crypto_crypto_one_time_aead_6(Process *p, const Term *args) {
    size_t size = usual_tag(args[0]);
    return size ? aead(p, args, term_small((int64_t)size), args[5]) : not_aead(p);
}

static Term crypto_crypto_one_time_aead_7(Process *p, const Term *args) { return aead(p, args, args[5], args[6]); }

// --- what there is --------------------------------------------------------------------------------------

static Term mode_name(const EVP_CIPHER *evp) {
    switch (EVP_CIPHER_get_mode(evp)) {
    case EVP_CIPH_ECB_MODE: return ATOM(ecb_mode);
    case EVP_CIPH_CBC_MODE: return ATOM(cbc_mode);
    case EVP_CIPH_CFB_MODE: return ATOM(cfb_mode);
    case EVP_CIPH_OFB_MODE: return ATOM(ofb_mode);
    case EVP_CIPH_CTR_MODE: return ATOM(ctr_mode);
    case EVP_CIPH_GCM_MODE: return ATOM(gcm_mode);
    case EVP_CIPH_CCM_MODE: return ATOM(ccm_mode);
    default: return ATOM(stream_cipher);
    }
}

static Term crypto_cipher_info_1(Process *p, const Term *args) {
    const Cipher *cipher = find_cipher(args[0], NULL);
    if (is_other(args[0])) return lacks(p, args[0]);
    if (!cipher) return process_badarg(p);
    EVP_CIPHER *evp = fetch(cipher);
    int type = EVP_CIPHER_get_type(evp);
    Term pairs[] = {ATOM(block_size), term_small(EVP_CIPHER_get_block_size(evp)),
                    ATOM(iv_length),  term_small(EVP_CIPHER_get_iv_length(evp)),
                    ATOM(key_length), term_small(EVP_CIPHER_get_key_length(evp)),
                    ATOM(mode),       mode_name(evp),
                    ATOM(prop_aead),  process_boolean(is_aead(evp)),
                    ATOM(type),       type ? term_small(type) : ATOM(undefined)};
    EVP_CIPHER_free(evp);
    return map_from_pairs(p->heap, pairs, 6, NULL);
}

// Those whose keys have several sizes are listed once.
static Term crypto_cipher_algorithms_0(Process *p, const Term *args) {
    (void)args;
    Term list = TERM_NIL;
    for (size_t i = COUNT(ciphers); i-- > 0;) {
        Term name = atom_from_text(ciphers[i].name);
        if (!term_is_cons(list) || !term_same(term_head(list), name)) list = heap_cons(p->heap, name, list);
    }
    return list;
}

const Bif crypto_cipher_bifs[] = {
    BIF(crypto, crypto_one_time, 4, PURE),
    BIF(crypto, crypto_one_time, 5, PURE),
    BIF(crypto, crypto_one_time_aead, 6, PURE),
    BIF(crypto, crypto_one_time_aead, 7, PURE),
    BIF(crypto, crypto_init, 3, PURE),
    BIF(crypto, crypto_init, 4, PURE),
    BIF(crypto, crypto_update, 2, touches_state),
    BIF(crypto, crypto_final, 1, touches_state),
    BIF(crypto, crypto_get_data, 1, touches_state),
    BIF(crypto, cipher_info, 1, PURE),
    BIF(crypto, cipher_algorithms, 0, PURE),
    BIF(crypto, block_encrypt, 3, PURE),
    BIF(crypto, block_encrypt, 4, PURE),
    BIF(crypto, block_decrypt, 3, PURE),
    BIF(crypto, block_decrypt, 4, PURE),
    {0},
};
