#include "base/aes.h"

#include <string.h>

// Products of bytes as polynomials, modulo x^8 + x^4 + x^3 + x + 1.
static uint8_t times(uint8_t a, uint8_t b) {
    uint8_t product = 0;
    for (; b; b >>= 1) {
        if (b & 1) product ^= a;
        a = (uint8_t)(a << 1 ^ (a & 0x80 ? 0x1b : 0));
    }
    return product;
}

static uint8_t left(uint8_t byte, unsigned by) { return (uint8_t)(byte << by | byte >> (8 - by)); }

// The multiplicative inverse, and then an affine map. Powers of 3 are all bytes but 0; those of its inverse 0xf6 run
// along as their inverses.
static void make_boxes(Aes *aes) {
    uint8_t power = 1, inverse = 1;
    do {
        aes->box[power] = (uint8_t)(inverse ^ left(inverse, 1) ^ left(inverse, 2) ^ left(inverse, 3) ^ left(inverse, 4) ^ 0x63);
        power = times(power, 3);
        inverse = times(inverse, 0xf6);
    } while (power != 1);
    aes->box[0] = 0x63;
    for (unsigned i = 0; i < 256; i++) aes->inverse[aes->box[i]] = (uint8_t)i;
}

bool aes_init(Aes *aes, const uint8_t *key, size_t size) {
    if (size != 16 && size != 24 && size != 32) return false;
    make_boxes(aes);
    aes->rounds = (unsigned)size / 4 + 6;
    memcpy(aes->keys, key, size);
    uint8_t constant = 1;
    for (size_t at = size; at < (aes->rounds + 1) * AES_BLOCK; at += 4) {
        uint8_t word[4];
        memcpy(word, aes->keys + at - 4, 4);
        if (at % size == 0) {
            uint8_t first = word[0];
            for (unsigned i = 0; i < 4; i++) word[i] = aes->box[i < 3 ? word[i + 1] : first];
            word[0] ^= constant;
            constant = times(constant, 2);
        } else if (size > 24 && at % size == 16) {
            for (unsigned i = 0; i < 4; i++) word[i] = aes->box[word[i]];
        }
        for (unsigned i = 0; i < 4; i++) aes->keys[at + i] = aes->keys[at - size + i] ^ word[i];
    }
    return true;
}

static void add_key(const Aes *aes, unsigned round, uint8_t *s) {
    for (unsigned i = 0; i < AES_BLOCK; i++) s[i] ^= aes->keys[round * AES_BLOCK + i];
}

// Substitutes all bytes, and moves those of row r (every fourth) by r columns.
static void substitute(const uint8_t box[256], bool back, uint8_t *s) {
    uint8_t from[AES_BLOCK];
    memcpy(from, s, AES_BLOCK);
    for (unsigned i = 0; i < AES_BLOCK; i++) {
        unsigned row = i % 4, column = i / 4;
        s[i] = box[from[((column + (back ? 4 - row : row)) % 4) * 4 + row]];
    }
}

static void mix(const uint8_t by[4], uint8_t *s) {
    for (unsigned column = 0; column < 4; column++) {
        uint8_t from[4];
        memcpy(from, s + 4 * column, 4);
        for (unsigned i = 0; i < 4; i++)
            s[4 * column + i] = times(from[i], by[0]) ^ times(from[(i + 1) % 4], by[1]) ^ times(from[(i + 2) % 4], by[2]) ^
                                times(from[(i + 3) % 4], by[3]);
    }
}

void aes_encrypt(const Aes *aes, const uint8_t from[AES_BLOCK], uint8_t to[AES_BLOCK]) {
    static const uint8_t by[4] = {2, 3, 1, 1};
    memmove(to, from, AES_BLOCK);
    add_key(aes, 0, to);
    for (unsigned round = 1; round <= aes->rounds; round++) {
        substitute(aes->box, false, to);
        if (round < aes->rounds) mix(by, to);
        add_key(aes, round, to);
    }
}

void aes_decrypt(const Aes *aes, const uint8_t from[AES_BLOCK], uint8_t to[AES_BLOCK]) {
    static const uint8_t by[4] = {14, 11, 13, 9};
    memmove(to, from, AES_BLOCK);
    for (unsigned round = aes->rounds; round > 0; round--) {
        add_key(aes, round, to);
        if (round < aes->rounds) mix(by, to);
        substitute(aes->inverse, true, to);
    }
    add_key(aes, 0, to);
}
