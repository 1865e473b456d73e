// Aes: the block cipher of FIPS 197.
//
//     Aes aes; aes_init(&aes, key, 16); aes_encrypt(&aes, from, to);
//
// It is plain and slow, and how long it takes tells of the key: for tests, not for secrets.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { AES_BLOCK = 16, AES_ROUNDS_MAX = 14 };

typedef struct {
    uint8_t box[256], inverse[256];                    // the substitution and the way back
    uint8_t keys[(AES_ROUNDS_MAX + 1) * AES_BLOCK];
    unsigned rounds;
} Aes;

bool aes_init(Aes *aes, const uint8_t *key, size_t size);   // false: a key has 16, 24 or 32 bytes
void aes_encrypt(const Aes *aes, const uint8_t from[AES_BLOCK], uint8_t to[AES_BLOCK]);
void aes_decrypt(const Aes *aes, const uint8_t from[AES_BLOCK], uint8_t to[AES_BLOCK]);
