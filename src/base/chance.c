#include "base/chance.h"

enum { FIRST_TURN = 7, LAST_TURN = 45, SHIFT = 17 };   // of xoshiro256**

static uint64_t splitmix(uint64_t *state) { return chance_mix(*state += 0x9e3779b97f4a7c15u); }

Chance chance_new(uint64_t seed, uint64_t number) {
    Chance chance;
    uint64_t state = chance_mix(seed) + chance_mix(~number);
    for (int i = 0; i < 4; i++) chance.state[i] = splitmix(&state);
    return chance;
}

static uint64_t turn(uint64_t word, int bits) { return word << bits | word >> (64 - bits); }

uint64_t chance_next(Chance *chance) {
    uint64_t *s = chance->state, result = turn(s[1] * 5, FIRST_TURN) * 9, shifted = s[1] << SHIFT;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = turn(s[3], LAST_TURN);
    return result;
}

// The upper half of a product; the few values that some results would get too many of are drawn again (Lemire 2019).
uint32_t chance_below(Chance *chance, uint32_t limit) {
    for (;;) {
        uint64_t product = (chance_next(chance) >> 32) * limit;
        if ((uint32_t)product >= -limit % limit) return (uint32_t)(product >> 32);
    }
}
