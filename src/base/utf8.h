// Utf8: taking texts of unknown origin apart into characters.
#pragma once
#include <stddef.h>
#include <stdint.h>

// The size of the UTF-8 character at `at`, which is not beyond the NUL that ends the text; 0 if there is none: a stray
// byte, a surrogate, a form that is longer than need be. `code`, unless NULL, becomes its code point.
size_t utf8_size(const char *at, uint32_t *code);

// The same, for texts that shall be seen: line ends and tabs stay, other control characters become their pictures
// (U+2400 ...), what is no character becomes U+FFFD. Returns how many bytes were taken, at least 1.
size_t utf8_visible(const char *at, uint32_t *code);
