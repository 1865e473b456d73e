#include "base/utf8.h"

size_t utf8_size(const char *text, uint32_t *code) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *at = (const unsigned char *)text;
    size_t size = *at < 0x80 ? 1 : *at >> 5 == 6 ? 2 : *at >> 4 == 14 ? 3 : *at >> 3 == 30 ? 4 : 0;
    uint32_t c = size == 1 ? *at : *at & (0x7F >> size);
    for (size_t i = 1; i < size; i++) {
        if ((at[i] & 0xC0) != 0x80) return 0;   // the NUL is no such byte either
        c = c << 6 | (at[i] & 63);
    }
    if (size && (c < least[size] || c > 0x10FFFF || (c >= 0xD800 && c < 0xE000))) return 0;
    if (code) *code = c;
    return size;
}

size_t utf8_visible(const char *at, uint32_t *code) {
    size_t size = utf8_size(at, code);
    if (size == 0 || *code == 0xFFFE || *code == 0xFFFF)
        *code = 0xFFFD;
    else if (*code == 0x7F)
        *code = 0x2421;
    else if (*code < 0x20 && *code != '\n' && *code != '\r' && *code != '\t')
        *code += 0x2400;
    else if (*code >= 0x80 && *code < 0xA0)
        *code = 0xFFFD;   // control characters without pictures
    return size ? size : 1;
}
