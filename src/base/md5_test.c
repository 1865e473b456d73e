#include "base/md5.h"

#include <stdio.h>

#include "tap.h"

static const char *digest_of(const char *text, size_t piece) {
    static char hex[2 * MD5_SIZE + 1];
    uint8_t digest[MD5_SIZE];
    Md5 md5;
    md5_init(&md5);
    for (size_t at = 0, size = strlen(text); at < size; at += piece) {
        md5_update(&md5, text + at, piece < size - at ? piece : size - at);
    }
    md5_final(&md5, digest);
    for (size_t i = 0; i < MD5_SIZE; i++) snprintf(hex + 2 * i, 3, "%02x", digest[i]);
    return hex;
}

TEST(md5_gives_the_digests_of_the_rfc) {
    CHECK_TEXT(digest_of("", 1), "d41d8cd98f00b204e9800998ecf8427e");
    CHECK_TEXT(digest_of("a", 1), "0cc175b9c0f1b6a831c399e269772661");
    CHECK_TEXT(digest_of("message digest", 64), "f96b697d7cb7938d525a2f31aaf161d0");
    CHECK_TEXT(digest_of("abcdefghijklmnopqrstuvwxyz", 64), "c3fcd3d76192e4007dfb496cca67e13b");
}

TEST(md5_does_not_depend_on_how_the_bytes_are_cut) {
    const char *text = "1234567890123456789012345678901234567890123456789012345678901234567890123456"
                       "7890123456789012345678901234567890123456789012345678901234567890123456789012";
    char whole[2 * MD5_SIZE + 1];
    memcpy(whole, digest_of(text, strlen(text)), sizeof whole);
    for (size_t piece = 1; piece < strlen(text); piece++) CHECK_TEXT(digest_of(text, piece), whole);
}

TEST(md5_pads_texts_of_every_length_around_a_block) {
    // The lengths where the padding changes shape; the digests are md5sum's.
    char text[65] = {0};
    memset(text, 'x', 55);
    CHECK_TEXT(digest_of(text, 64), "04364420e25c512fd958a70738aa8f72");
    memset(text, 'x', 56);
    CHECK_TEXT(digest_of(text, 64), "668a72d5ba17f08e62dabcafad6db14b");
    memset(text, 'x', 64);
    CHECK_TEXT(digest_of(text, 64), "c1bb4f81d892b2d57947682aeb252456");
}
