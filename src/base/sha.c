#include "base/sha.h"

#include <stdbool.h>
#include <string.h>

// The first 64 bits of the fractional parts of the cube roots of the first 80 primes. SHA-256 uses the
// first halves of 64 of them.
static const uint64_t roots[80] = {
    0x428a2f98d728ae22, 0x7137449123ef65cd, 0xb5c0fbcfec4d3b2f, 0xe9b5dba58189dbbc, 0x3956c25bf348b538,
    0x59f111f1b605d019, 0x923f82a4af194f9b, 0xab1c5ed5da6d8118, 0xd807aa98a3030242, 0x12835b0145706fbe,
    0x243185be4ee4b28c, 0x550c7dc3d5ffb4e2, 0x72be5d74f27b896f, 0x80deb1fe3b1696b1, 0x9bdc06a725c71235,
    0xc19bf174cf692694, 0xe49b69c19ef14ad2, 0xefbe4786384f25e3, 0x0fc19dc68b8cd5b5, 0x240ca1cc77ac9c65,
    0x2de92c6f592b0275, 0x4a7484aa6ea6e483, 0x5cb0a9dcbd41fbd4, 0x76f988da831153b5, 0x983e5152ee66dfab,
    0xa831c66d2db43210, 0xb00327c898fb213f, 0xbf597fc7beef0ee4, 0xc6e00bf33da88fc2, 0xd5a79147930aa725,
    0x06ca6351e003826f, 0x142929670a0e6e70, 0x27b70a8546d22ffc, 0x2e1b21385c26c926, 0x4d2c6dfc5ac42aed,
    0x53380d139d95b3df, 0x650a73548baf63de, 0x766a0abb3c77b2a8, 0x81c2c92e47edaee6, 0x92722c851482353b,
    0xa2bfe8a14cf10364, 0xa81a664bbc423001, 0xc24b8b70d0f89791, 0xc76c51a30654be30, 0xd192e819d6ef5218,
    0xd69906245565a910, 0xf40e35855771202a, 0x106aa07032bbd1b8, 0x19a4c116b8d2d0c8, 0x1e376c085141ab53,
    0x2748774cdf8eeb99, 0x34b0bcb5e19b48a8, 0x391c0cb3c5c95a63, 0x4ed8aa4ae3418acb, 0x5b9cca4f7763e373,
    0x682e6ff3d6b2b8a3, 0x748f82ee5defb2fc, 0x78a5636f43172f60, 0x84c87814a1f0ab72, 0x8cc702081a6439ec,
    0x90befffa23631e28, 0xa4506cebde82bde9, 0xbef9a3f7b2c67915, 0xc67178f2e372532b, 0xca273eceea26619c,
    0xd186b8c721c0c207, 0xeada7dd6cde0eb1e, 0xf57d4f7fee6ed178, 0x06f067aa72176fba, 0x0a637dc5a2c898a6,
    0x113f9804bef90dae, 0x1b710b35131c471b, 0x28db77f523047d84, 0x32caab7b40c72493, 0x3c9ebe0a15c9bebc,
    0x431d67c49c100d4c, 0x4cc5d4becb3e42b6, 0x597f299cfc657e2a, 0x5fcb6fab3ad6faec, 0x6c44198c4a475817,
};

static const uint64_t beginnings[][8] = {
    [SHA_1] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0},
    [SHA_224] = {0xc1059ed8, 0x367cd507, 0x3070dd17, 0xf70e5939, 0xffc00b31, 0x68581511, 0x64f98fa7, 0xbefa4fa4},
    [SHA_256] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19},
    [SHA_384] = {0xcbbb9d5dc1059ed8, 0x629a292a367cd507, 0x9159015a3070dd17, 0x152fecd8f70e5939, 0x67332667ffc00b31,
                 0x8eb44a8768581511, 0xdb0c2e0d64f98fa7, 0x47b5481dbefa4fa4},
    [SHA_512] = {0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1, 0x510e527fade682d1,
                 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179},
};

static bool is_wide(ShaKind kind) { return kind >= SHA_384; }

size_t sha_block_size(ShaKind kind) { return is_wide(kind) ? 128 : 64; }

size_t sha_size(ShaKind kind) {
    static const size_t sizes[] = {20, 28, 32, 48, 64};
    return sizes[kind];
}

static uint64_t word_at(const uint8_t *at, size_t bytes) {
    uint64_t word = 0;
    for (size_t i = 0; i < bytes; i++) word = word << 8 | at[i];
    return word;
}

// --- SHA-1 ---------------------------------------------------------------------------------------------

static uint32_t left(uint32_t word, unsigned by) { return word << by | word >> (32 - by); }

static uint32_t mix(unsigned round, uint32_t b, uint32_t c, uint32_t d) {
    switch (round) {
    case 0: return (b & c) | (~b & d);
    case 2: return (b & c) | (b & d) | (c & d);
    default: return b ^ c ^ d;
    }
}

static void add_block_1(Sha *sha, const uint8_t *block) {
    static const uint32_t constants[4] = {0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6};
    uint32_t words[80], s[5];
    for (size_t i = 0; i < 16; i++) words[i] = (uint32_t)word_at(block + 4 * i, 4);
    for (size_t i = 16; i < 80; i++) words[i] = left(words[i - 3] ^ words[i - 8] ^ words[i - 14] ^ words[i - 16], 1);
    for (size_t i = 0; i < 5; i++) s[i] = (uint32_t)sha->state[i];
    for (unsigned i = 0; i < 80; i++) {
        uint32_t sum = left(s[0], 5) + mix(i / 20, s[1], s[2], s[3]) + s[4] + constants[i / 20] + words[i];
        s[4] = s[3];
        s[3] = s[2];
        s[2] = left(s[1], 30);
        s[1] = s[0];
        s[0] = sum;
    }
    for (size_t i = 0; i < 5; i++) sha->state[i] = (uint32_t)(sha->state[i] + s[i]);
}

// --- SHA-2: the same with words of 32 and 64 bits --------------------------------------------------------

typedef struct {
    unsigned bits, rounds;
    uint8_t sums[2][3];    // rotations of the capital sigmas
    uint8_t small[2][3];   // rotations of the others; the last is a shift
} Width;

static const Width narrow = {32, 64, {{2, 13, 22}, {6, 11, 25}}, {{7, 18, 3}, {17, 19, 10}}};
static const Width wide = {64, 80, {{28, 34, 39}, {14, 18, 41}}, {{1, 8, 7}, {19, 61, 6}}};

static uint64_t right(const Width *w, uint64_t word, unsigned by) { return word >> by | word << (w->bits - by); }

static uint64_t cut(const Width *w, uint64_t word) { return w->bits == 64 ? word : (uint32_t)word; }

static uint64_t sum(const Width *w, uint64_t word, const uint8_t by[3]) {
    return cut(w, right(w, word, by[0]) ^ right(w, word, by[1]) ^ right(w, word, by[2]));
}

static uint64_t sigma(const Width *w, uint64_t word, const uint8_t by[3]) {
    return cut(w, right(w, word, by[0]) ^ right(w, word, by[1]) ^ word >> by[2]);
}

static void add_block_2(Sha *sha, const Width *w, const uint8_t *block) {
    uint64_t words[80], s[8];
    for (size_t i = 0; i < 16; i++) words[i] = word_at(block + i * w->bits / 8, w->bits / 8);
    for (size_t i = 16; i < w->rounds; i++)
        words[i] = cut(w, sigma(w, words[i - 2], w->small[1]) + words[i - 7] + sigma(w, words[i - 15], w->small[0]) +
                              words[i - 16]);
    memcpy(s, sha->state, sizeof s);
    for (size_t i = 0; i < w->rounds; i++) {
        uint64_t root = roots[i] >> (64 - w->bits);
        uint64_t one = s[7] + sum(w, s[4], w->sums[1]) + ((s[4] & s[5]) ^ (~s[4] & s[6])) + root + words[i];
        uint64_t two = sum(w, s[0], w->sums[0]) + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
        memmove(s + 1, s, 7 * sizeof *s);
        s[4] = cut(w, s[4] + one);
        s[0] = cut(w, one + two);
    }
    for (size_t i = 0; i < 8; i++) sha->state[i] = cut(w, sha->state[i] + s[i]);
}

// --- feeding -------------------------------------------------------------------------------------------

static void add_block(Sha *sha, const uint8_t *block) {
    if (sha->kind == SHA_1)
        add_block_1(sha, block);
    else
        add_block_2(sha, is_wide(sha->kind) ? &wide : &narrow, block);
}

void sha_init(Sha *sha, ShaKind kind) {
    *sha = (Sha){.kind = kind};
    memcpy(sha->state, beginnings[kind], sizeof sha->state);
}

void sha_update(Sha *sha, const void *bytes, size_t size) {
    const uint8_t *at = bytes;
    size_t room = sha_block_size(sha->kind), waiting = sha->size % room;
    sha->size += size;
    if (waiting && waiting + size >= room) {
        size_t missing = room - waiting;
        memcpy(sha->block + waiting, at, missing);
        add_block(sha, sha->block);
        at += missing;
        size -= missing;
        waiting = 0;
    }
    if (!waiting)
        for (; size >= room; at += room, size -= room) add_block(sha, at);
    if (size) memcpy(sha->block + waiting, at, size);
}

// A 1 bit, zeros, and the number of bits in the last words of the block.
void sha_final(Sha *sha, uint8_t *digest) {
    uint64_t size = sha->size;
    size_t room = sha_block_size(sha->kind), length = room / 8, word = is_wide(sha->kind) ? 8 : 4;
    uint8_t tail[2 * SHA_BLOCK_MAX] = {0x80};
    size_t padding = room - (size + length) % room;
    for (unsigned i = 0; i < 8; i++) tail[padding + length - 1 - i] = (uint8_t)(size << 3 >> 8 * i);
    sha_update(sha, tail, padding + length);
    for (size_t i = 0; i < sha_size(sha->kind); i++)
        digest[i] = (uint8_t)(sha->state[i / word] >> 8 * (word - 1 - i % word));
}
