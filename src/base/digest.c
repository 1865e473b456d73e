#include "base/digest.h"

#include <string.h>

const DigestKind *digest_kind(const char *name) {
    static const DigestKind kinds[] = {
        {"md5", MD5_SIZE, 64, -1},    {"sha", 20, 64, SHA_1},       {"sha224", 28, 64, SHA_224},
        {"sha256", 32, 64, SHA_256},  {"sha384", 48, 128, SHA_384}, {"sha512", 64, 128, SHA_512},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i].name, name) == 0) return &kinds[i];
    return NULL;
}

void digest_init(Digest *digest, const DigestKind *kind) {
    digest->kind = kind;
    if (kind->sha < 0) md5_init(&digest->state.md5);
    else sha_init(&digest->state.sha, (ShaKind)kind->sha);
}

void digest_update(Digest *digest, const void *bytes, size_t size) {
    if (digest->kind->sha < 0) md5_update(&digest->state.md5, bytes, size);
    else sha_update(&digest->state.sha, bytes, size);
}

void digest_final(Digest *digest, uint8_t *out) {
    if (digest->kind->sha < 0) md5_final(&digest->state.md5, out);
    else sha_final(&digest->state.sha, out);
}

// --- HMAC ----------------------------------------------------------------------------------------------

static void begin_with_key(Digest *digest, const DigestKind *kind, const uint8_t *key, uint8_t pad) {
    uint8_t block[SHA_BLOCK_MAX];
    for (size_t i = 0; i < kind->block; i++) block[i] = key[i] ^ pad;
    digest_init(digest, kind);
    digest_update(digest, block, kind->block);
}

void hmac_init(Hmac *hmac, const DigestKind *kind, const void *key, size_t size) {
    memset(hmac->key, 0, sizeof hmac->key);
    if (size > kind->block) {
        digest_init(&hmac->inner, kind);
        digest_update(&hmac->inner, key, size);
        digest_final(&hmac->inner, hmac->key);
    } else if (size > 0) {
        memcpy(hmac->key, key, size);
    }
    begin_with_key(&hmac->inner, kind, hmac->key, 0x36);
}

void hmac_update(Hmac *hmac, const void *bytes, size_t size) { digest_update(&hmac->inner, bytes, size); }

void hmac_final(Hmac *hmac, uint8_t *out) {
    const DigestKind *kind = hmac->inner.kind;
    Digest outer;
    digest_final(&hmac->inner, out);
    begin_with_key(&outer, kind, hmac->key, 0x5c);
    digest_update(&outer, out, kind->size);
    digest_final(&outer, out);
}
