// Md5: the digest of RFC 1321, fed piece by piece.
//
//     Md5 md5; md5_init(&md5); md5_update(&md5, bytes, size); md5_final(&md5, digest);
//
// It tells whether two things are the same, not whether someone has tampered with one.
#pragma once
#include <stddef.h>
#include <stdint.h>

enum { MD5_SIZE = 16 };

typedef struct {
    uint32_t state[4];   // A, B, C, D of the RFC
    uint64_t size;       // bytes fed so far
    uint8_t block[64];   // the first size % 64 of them wait here for the rest of their block
} Md5;

void md5_init(Md5 *md5);
void md5_update(Md5 *md5, const void *bytes, size_t size);
void md5_final(Md5 *md5, uint8_t digest[MD5_SIZE]);
