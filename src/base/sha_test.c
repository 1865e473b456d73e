#include "base/sha.h"

#include <stdio.h>
#include <string.h>

#include "tap.h"

static const char *hex(ShaKind kind, const char *text, size_t piece) {
    static char out[2 * SHA_SIZE_MAX + 1];
    uint8_t digest[SHA_SIZE_MAX];
    Sha sha;
    sha_init(&sha, kind);
    for (size_t at = 0, size = strlen(text); at < size; at += piece)
        sha_update(&sha, text + at, size - at < piece ? size - at : piece);
    sha_final(&sha, digest);
    for (size_t i = 0; i < sha_size(kind); i++) snprintf(out + 2 * i, 3, "%02x", digest[i]);
    return out;
}

TEST(the_digests_of_abc_are_those_of_the_standard) {
    CHECK_TEXT(hex(SHA_1, "abc", 3), "a9993e364706816aba3e25717850c26c9cd0d89d");
    CHECK_TEXT(hex(SHA_224, "abc", 3), "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7");
    CHECK_TEXT(hex(SHA_256, "abc", 3), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    CHECK_TEXT(hex(SHA_384, "abc", 3),
               "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7");
    CHECK_TEXT(hex(SHA_512, "abc", 3), "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
                                       "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f");
}

TEST(the_digest_of_nothing_is_that_of_the_standard) {
    CHECK_TEXT(hex(SHA_1, "", 1), "da39a3ee5e6b4b0d3255bfef95601890afd80709");
    CHECK_TEXT(hex(SHA_256, "", 1), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

TEST(pieces_give_the_digest_of_the_whole) {
    char text[400], whole[2 * SHA_SIZE_MAX + 1];
    for (size_t size = 50; size < sizeof text; size += 7) {
        memset(text, 'x', size);
        text[size] = 0;
        for (int kind = SHA_1; kind <= SHA_512; kind++) {
            strcpy(whole, hex((ShaKind)kind, text, size));
            CHECK_TEXT(hex((ShaKind)kind, text, 13), whole);
        }
    }
}
