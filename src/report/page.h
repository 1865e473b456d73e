// Page: text for a terminal, as wide, as colourful and with the letters it can show.
#pragma once
#include "base/text.h"

typedef struct {
    uint32_t width;   // in columns; 0: as wide as it takes
    bool color;
    bool utf8;   // else ASCII only
} Style;

typedef struct {
    Text *out;
    Style style;
} Page;

typedef enum {   // what a text is, not how it looks
    INK_PLAIN,
    INK_STRONG,
    INK_ERROR,
    INK_WARNING,
    INK_OK,
    INK_RACE,    // the steps whose order decides
    INK_NOTE,    // headings such as help:
    INK_FAINT,   // lines, numbers, what may be skipped
} Ink;

typedef enum {
    GLYPH_LINE,    // of a table
    GLYPH_BAR,     // beside source lines
    GLYPH_MORE,    // something was left out
    GLYPH_TO,      // what comes of it
    GLYPH_RACE,    // before a step
    GLYPH_CROSS,   // the step that fails
    GLYPH_SWITCH,
    GLYPH_CUT,   // a text goes on
    GLYPH_TOP,
    GLYPH_SIDE,
    GLYPH_BOTTOM,   // of a bracket around lines
    GLYPH_COUNT
} Glyph;

const char *page_glyph(const Page *page, Glyph glyph);

void page_ink(Page *page, Ink ink, const char *text);
void page_format(Page *page, Ink ink, const char *format, ...) __attribute__((format(printf, 3, 4)));

void page_fill(Page *page, size_t columns);   // blanks
void page_line(Page *page, size_t columns);   // of a table
// Exactly so many columns of a text: cut off or filled up.
void page_cell(Page *page, Ink ink, const char *text, size_t size, size_t columns);

// A paragraph, broken between words. The page stands at column `at`; lines that follow begin at `indent`.
void page_wrap(Page *page, Ink ink, const char *text, size_t at, size_t indent);

// Breaks a text that is at most `columns` wide off another: how many bytes go onto this line. `*rest` is where the
// next one begins.
size_t page_break(const char *text, size_t size, size_t columns, size_t *rest);
