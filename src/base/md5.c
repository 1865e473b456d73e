#include "base/md5.h"

#include <string.h>

// floor(2^32 * abs(sin(i + 1))), the table T of the RFC.
static const uint32_t sines[64] = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
    0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
    0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
    0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
    0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391,
};

static const uint8_t shifts[4][4] = {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};

static uint32_t rotate(uint32_t word, unsigned by) { return word << by | word >> (32 - by); }

static uint32_t word_at(const uint8_t *at) {
    return (uint32_t)at[3] << 24 | (uint32_t)at[2] << 16 | (uint32_t)at[1] << 8 | at[0];
}

static uint32_t mix(unsigned round, uint32_t b, uint32_t c, uint32_t d) {
    switch (round) {
    case 0: return (b & c) | (~b & d);
    case 1: return (b & d) | (c & ~d);
    case 2: return b ^ c ^ d;
    default: return c ^ (b | ~d);
    }
}

static unsigned word_for(unsigned round, unsigned step) {
    static const uint8_t factor[4] = {1, 5, 3, 7}, start[4] = {0, 1, 5, 0};
    return (factor[round] * step + start[round]) % 16;
}

static void add_block(Md5 *md5, const uint8_t *block) {
    uint32_t words[16];
    for (size_t i = 0; i < 16; i++) words[i] = word_at(block + 4 * i);
    uint32_t a = md5->state[0], b = md5->state[1], c = md5->state[2], d = md5->state[3];
    for (unsigned step = 0; step < 64; step++) {
        unsigned round = step / 16;
        uint32_t sum = a + mix(round, b, c, d) + words[word_for(round, step)] + sines[step];
        a = d;
        d = c;
        c = b;
        b += rotate(sum, shifts[round][step % 4]);
    }
    md5->state[0] += a;
    md5->state[1] += b;
    md5->state[2] += c;
    md5->state[3] += d;
}

void md5_init(Md5 *md5) { *md5 = (Md5){.state = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476}}; }

void md5_update(Md5 *md5, const void *bytes, size_t size) {
    const uint8_t *at = bytes;
    size_t waiting = md5->size % 64;
    md5->size += size;
    if (waiting && waiting + size >= 64) {
        size_t missing = 64 - waiting;
        memcpy(md5->block + waiting, at, missing);
        add_block(md5, md5->block);
        at += missing;
        size -= missing;
        waiting = 0;
    }
    if (!waiting) {
        for (; size >= 64; at += 64, size -= 64) add_block(md5, at);
    }
    if (size) memcpy(md5->block + waiting, at, size);
}

void md5_final(Md5 *md5, uint8_t digest[MD5_SIZE]) {
    uint64_t bits = md5->size * 8;
    size_t padding = 64 - (md5->size + 8) % 64;   // a 1 bit, zeros, and room for the length
    uint8_t tail[72] = {0x80};
    for (unsigned i = 0; i < 8; i++) tail[padding + i] = (uint8_t)(bits >> 8 * i);
    md5_update(md5, tail, padding + 8);
    for (unsigned i = 0; i < MD5_SIZE; i++) digest[i] = (uint8_t)(md5->state[i / 4] >> 8 * (i % 4));
}
