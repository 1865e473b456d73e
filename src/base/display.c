#include "base/display.h"

#include <string.h>

#include "base/memory.h"

typedef struct {
    uint32_t first, last;
} Range;

// Letters of no width: marks, joiners, selectors of variants.
static const Range marks[] = {
    {0x0300, 0x036f}, {0x0483, 0x0489}, {0x0591, 0x05bd},   {0x05bf, 0x05bf}, {0x05c1, 0x05c2}, {0x0610, 0x061a},
    {0x064b, 0x065f}, {0x0670, 0x0670}, {0x06d6, 0x06dc},   {0x0730, 0x074a}, {0x0900, 0x0902}, {0x093c, 0x093c},
    {0x0941, 0x0948}, {0x094d, 0x094d}, {0x0e31, 0x0e31},   {0x0e34, 0x0e3a}, {0x0e47, 0x0e4e}, {0x1ab0, 0x1aff},
    {0x1dc0, 0x1dff}, {0x200b, 0x200f}, {0x202a, 0x202e},   {0x2060, 0x2064}, {0x20d0, 0x20ff}, {0xfe00, 0xfe0f},
    {0xfe20, 0xfe2f}, {0xfeff, 0xfeff}, {0xe0100, 0xe01ef},
};

static const Range wide[] = {
    {0x1100, 0x115f},   {0x231a, 0x231b},   {0x2329, 0x232a},   {0x23e9, 0x23ec},   {0x23f0, 0x23f0},
    {0x23f3, 0x23f3},   {0x25fd, 0x25fe},   {0x2614, 0x2615},   {0x2648, 0x2653},   {0x267f, 0x267f},
    {0x2693, 0x2693},   {0x26a1, 0x26a1},   {0x26aa, 0x26ab},   {0x26bd, 0x26be},   {0x26c4, 0x26c5},
    {0x26ce, 0x26ce},   {0x26d4, 0x26d4},   {0x26ea, 0x26ea},   {0x26f2, 0x26f3},   {0x26f5, 0x26f5},
    {0x26fa, 0x26fa},   {0x26fd, 0x26fd},   {0x2705, 0x2705},   {0x270a, 0x270b},   {0x2728, 0x2728},
    {0x274c, 0x274c},   {0x274e, 0x274e},   {0x2753, 0x2755},   {0x2757, 0x2757},   {0x2795, 0x2797},
    {0x27b0, 0x27b0},   {0x27bf, 0x27bf},   {0x2b1b, 0x2b1c},   {0x2b50, 0x2b50},   {0x2b55, 0x2b55},
    {0x2e80, 0x303e},   {0x3041, 0x33ff},   {0x3400, 0x4dbf},   {0x4e00, 0xa4cf},   {0xa960, 0xa97f},
    {0xac00, 0xd7a3},   {0xf900, 0xfaff},   {0xfe30, 0xfe6f},   {0xff00, 0xff60},   {0xffe0, 0xffe6},
    {0x16fe0, 0x18aff}, {0x1b000, 0x1b2ff}, {0x1f004, 0x1f004}, {0x1f0cf, 0x1f0cf}, {0x1f18e, 0x1f18e},
    {0x1f191, 0x1f19a}, {0x1f200, 0x1f320}, {0x1f32d, 0x1f335}, {0x1f337, 0x1f37c}, {0x1f37e, 0x1f393},
    {0x1f3a0, 0x1f3ca}, {0x1f3cf, 0x1f3d3}, {0x1f3e0, 0x1f3f0}, {0x1f3f4, 0x1f3f4}, {0x1f3f8, 0x1f43e},
    {0x1f440, 0x1f440}, {0x1f442, 0x1f4fc}, {0x1f4ff, 0x1f53d}, {0x1f54b, 0x1f567}, {0x1f57a, 0x1f57a},
    {0x1f595, 0x1f596}, {0x1f5a4, 0x1f5a4}, {0x1f5fb, 0x1f64f}, {0x1f680, 0x1f6c5}, {0x1f6cc, 0x1f6cc},
    {0x1f6d0, 0x1f6d7}, {0x1f6dc, 0x1f6df}, {0x1f6eb, 0x1f6ec}, {0x1f6f4, 0x1f6fc}, {0x1f7e0, 0x1f7eb},
    {0x1f90c, 0x1f9ff}, {0x1fa70, 0x1faff}, {0x20000, 0x3fffd},
};

static bool is_among(const Range *ranges, size_t count, uint32_t letter) {
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (ranges[middle].last < letter)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && ranges[low].first <= letter;
}

static size_t letter_width(uint32_t letter) {
    if (letter < 0x300) return 1;
    if (is_among(marks, sizeof marks / sizeof *marks, letter)) return 0;
    return is_among(wide, sizeof wide / sizeof *wide, letter) ? 2 : 1;
}

// Of the letter at the beginning, its bytes; `letter` is what it is.
static size_t letter_size(const unsigned char *text, size_t size, uint32_t *letter) {
    *letter = text[0];
    size_t bytes = text[0] >= 0xf0 ? 4 : text[0] >= 0xe0 ? 3 : text[0] >= 0xc0 ? 2 : 1;
    if (bytes == 1 || bytes > size) return 1;
    uint32_t value = text[0] & (0x7fu >> bytes);
    for (size_t i = 1; i < bytes; i++) {
        if ((text[i] & 0xc0) != 0x80) return 1;
        value = value << 6 | (text[i] & 0x3f);
    }
    *letter = value;
    return bytes;
}

size_t display_width(const char *text, size_t size) {
    size_t width = 0;
    uint32_t letter;
    for (size_t at = 0; at < size; width += letter_width(letter))
        at += letter_size((const unsigned char *)text + at, size - at, &letter);
    return width;
}

size_t display_fit(const char *text, size_t size, size_t columns) {
    size_t width = 0, at = 0;
    while (at < size) {
        uint32_t letter;
        size_t bytes = letter_size((const unsigned char *)text + at, size - at, &letter);
        width += letter_width(letter);
        if (width > columns) break;
        at += bytes;
    }
    return at;
}

// --- text that does nothing -------------------------------------------------------------------------------

static bool is_steering(uint32_t letter) {
    static const Range ranges[] = {{0x00, 0x08},     {0x0b, 0x1f},     {0x7f, 0x9f},
                                   {0x061c, 0x061c}, {0x200e, 0x200f}, {0x202a, 0x202e},
                                   {0x2066, 0x2069}, {0xfff9, 0xfffb}, {0xe0000, 0xe007f}};
    return is_among(ranges, sizeof ranges / sizeof *ranges, letter);
}

// The size of one of weft's own colours at the beginning, 0: there is none (report/page.c).
static size_t ink_size(const char *text, size_t size) {
    static const char *const inks[] = {"\033[0m",  "\033[1m",    "\033[2m",    "\033[33m",
                                       "\033[36m", "\033[1;31m", "\033[1;32m", "\033[1;33m"};
    for (size_t i = 0; i < sizeof inks / sizeof *inks; i++)
        if (size >= strlen(inks[i]) && memcmp(text, inks[i], strlen(inks[i])) == 0) return strlen(inks[i]);
    return 0;
}

void display_add(Text *out, const char *text, size_t size, bool inks) {
    for (size_t at = 0, bytes; at < size; at += bytes) {
        uint32_t letter;
        bytes = letter_size((const unsigned char *)text + at, size - at, &letter);
        size_t ink = inks && letter == 0x1b ? ink_size(text + at, size - at) : 0;
        if (ink) bytes = ink;
        bool alone = bytes == 1 && letter >= 0x80;   // a byte that is no UTF-8
        if (!ink && (alone || is_steering(letter)))
            text_format(out, "\\x{%X}", letter);
        else
            text_add_bytes(out, text + at, bytes);
    }
}

void display_to_ascii(Text *text) {
    Text plain = {0};
    for (size_t at = 0; at < text->size;) {
        uint32_t letter;
        size_t bytes = letter_size((const unsigned char *)text->data + at, text->size - at, &letter);
        if (bytes == 1 && letter < 0x80)
            text_add_char(&plain, (char)letter);
        else
            for (size_t width = letter_width(letter); width > 0; width--) text_add_char(&plain, '?');
        at += bytes;
    }
    text_free(text);
    *text = plain;
}
