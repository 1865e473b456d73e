// Digest: md5 and the SHA family under one roof, and keyed digests made of them.
#pragma once
#include "base/md5.h"
#include "base/sha.h"

typedef struct {
    const char *name;
    size_t size, block;      // in bytes
    int sha;                 // ShaKind; -1: md5
} DigestKind;

const DigestKind *digest_kind(const char *name);   // md5, sha, sha224, sha256, sha384, sha512; NULL: another

typedef struct {
    const DigestKind *kind;
    union {
        Md5 md5;
        Sha sha;
    } state;
} Digest;

void digest_init(Digest *digest, const DigestKind *kind);
void digest_update(Digest *digest, const void *bytes, size_t size);
void digest_final(Digest *digest, uint8_t *out);   // at most SHA_SIZE_MAX bytes

// HMAC of RFC 2104.
typedef struct {
    Digest inner;
    uint8_t key[SHA_BLOCK_MAX];
} Hmac;

void hmac_init(Hmac *hmac, const DigestKind *kind, const void *key, size_t size);
void hmac_update(Hmac *hmac, const void *bytes, size_t size);
void hmac_final(Hmac *hmac, uint8_t *out);
