// Sha: the digests of FIPS 180-4, fed piece by piece.
//
//     Sha sha; sha_init(&sha, SHA_256); sha_update(&sha, bytes, size); sha_final(&sha, digest);
#pragma once
#include <stddef.h>
#include <stdint.h>

typedef enum { SHA_1, SHA_224, SHA_256, SHA_384, SHA_512 } ShaKind;

enum { SHA_SIZE_MAX = 64, SHA_BLOCK_MAX = 128 };

typedef struct {
    ShaKind kind;
    uint64_t state[8];              // words of 32 bits in all but the last two kinds
    uint64_t size;                  // bytes fed so far
    uint8_t block[SHA_BLOCK_MAX];   // of the last ones, those that wait for the rest of their block
} Sha;

size_t sha_size(ShaKind kind);   // of its digest, in bytes
size_t sha_block_size(ShaKind kind);

void sha_init(Sha *sha, ShaKind kind);
void sha_update(Sha *sha, const void *bytes, size_t size);
void sha_final(Sha *sha, uint8_t *digest);
