// Crypto: what the files of that module share.
#pragma once
#include "vm/run/bif.h"

// Before anything else: libcrypto reads no file of settings, so it does the same everywhere.
void crypto_begin(void);

// Bytes of the process's own stream, which follows from its descent: the same whatever others do.
void crypto_random(Process *p, uint8_t *out, size_t size);

Term crypto_raise(Process *p, Term class, const char *file,
                  const char *why);   // as crypto does it, {Class, Place, Why}

// What libcrypto calls a digest; NULL: it is none, or not here.
const char *crypto_digest_name(Term type);

// From here on random numbers of libcrypto are the process's own.
void crypto_draw_for(Process *p);

// --- keys that are lists of numbers: rsa, dss, dh -------------------------------------------------------

typedef struct evp_pkey_st CryptoKey;
typedef struct evp_pkey_ctx_st CryptoContext;

bool crypto_has_numbers(Term type);                                     // rsa or dss
CryptoKey *crypto_key_of_numbers(Term type, Term list, bool private);   // NULL: it is none
Term crypto_generate_rsa(Process *p, Term sizes);
Term crypto_generate_dh(Process *p, Term parameters, Term given);
Term crypto_compute_dh(Process *p, const Term *args);

// Options for RSA.
typedef struct {
    int padding, salt;
    bool salted;
    const char *mask, *oaep, *signature;   // digests: of MGF1, of OAEP, of what is signed
    Term label;                            // of OAEP, or nil
} CryptoPadding;

bool crypto_read_padding(Term options, CryptoPadding *out);   // an atom or a list; false: not valid
bool crypto_set_padding(CryptoContext *context, const CryptoPadding *padding);
