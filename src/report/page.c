#include "report/page.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/display.h"

static const char *const glyphs[GLYPH_COUNT][2] = {
    [GLYPH_LINE] = {"-", "─"}, [GLYPH_BAR] = {"|", "│"},   [GLYPH_MORE] = {"...", "⋯"}, [GLYPH_TO] = {"->", "→"},
    [GLYPH_RACE] = {">", "▶"}, [GLYPH_CROSS] = {"x", "✗"}, [GLYPH_SWITCH] = {"~", "⇢"}, [GLYPH_CUT] = {"~", "…"},
    [GLYPH_TOP] = {".", "╮"},  [GLYPH_SIDE] = {"|", "│"},  [GLYPH_BOTTOM] = {"'", "╯"},
};

static const char *const colors[] = {
    [INK_PLAIN] = "",        [INK_STRONG] = "\033[1m", [INK_ERROR] = "\033[1;31m", [INK_WARNING] = "\033[1;33m",
    [INK_OK] = "\033[1;32m", [INK_RACE] = "\033[33m",  [INK_NOTE] = "\033[36m",    [INK_FAINT] = "\033[2m",
};

const char *page_glyph(const Page *page, Glyph glyph) { return glyphs[glyph][page->style.utf8]; }

static void add(Page *page, Ink ink, const char *text, size_t size) {
    bool colored = page->style.color && ink != INK_PLAIN && size > 0;
    if (colored) text_add(page->out, colors[ink]);
    text_add_bytes(page->out, text, size);
    if (colored) text_add(page->out, "\033[0m");
}

void page_ink(Page *page, Ink ink, const char *text) { add(page, ink, text, strlen(text)); }

void page_format(Page *page, Ink ink, const char *format, ...) {
    char small[512];
    va_list values;
    va_start(values, format);
    int size = vsnprintf(small, sizeof small, format, values);
    va_end(values);
    add(page, ink, small, size < 0 ? 0 : (size_t)size < sizeof small ? (size_t)size : sizeof small - 1);
}

void page_fill(Page *page, size_t columns) {
    while (columns-- > 0) text_add_char(page->out, ' ');
}

void page_line(Page *page, size_t columns) {
    Text line = {0};
    while (columns-- > 0) text_add(&line, page_glyph(page, GLYPH_LINE));
    page_ink(page, INK_FAINT, text_string(&line));
    text_free(&line);
}

void page_cell(Page *page, Ink ink, const char *text, size_t size, size_t columns) {
    size_t width = display_width(text, size);
    if (width <= columns) {
        add(page, ink, text, size);
        page_fill(page, columns - width);
        return;
    }
    const char *cut = page_glyph(page, GLYPH_CUT);
    size_t fits = display_fit(text, size, columns - 1);
    add(page, ink, text, fits);
    page_ink(page, INK_FAINT, cut);
    page_fill(page, columns - 1 - display_width(text, fits));
}

// Where a text without blanks is best broken: behind what opens or separates.
static size_t break_in_word(const char *text, size_t fits) {
    for (size_t end = fits; end > fits / 2; end--)
        if (strchr("([{,/|", text[end - 1])) return end;
    return fits;
}

size_t page_break(const char *text, size_t size, size_t columns, size_t *rest) {
    size_t fits = display_fit(text, size, columns), end = fits;
    if (fits < size) {
        while (end > 0 && text[end] != ' ') end--;
        size_t word = end;
        while (word > 0 && text[word - 1] == ' ') word--;
        if (word == 0) end = fits > 0 ? break_in_word(text, fits) : size;   // a word longer than the line
    }
    *rest = end;
    while (*rest < size && text[*rest] == ' ') ++*rest;
    while (end > 0 && text[end - 1] == ' ') end--;
    return end;
}

void page_wrap(Page *page, Ink ink, const char *text, size_t at, size_t indent) {
    size_t size = strlen(text), width = page->style.width ? page->style.width : SIZE_MAX;
    while (size > 0) {
        size_t rest, fits = page_break(text, size, width > at + 20 ? width - at : 20, &rest);
        add(page, ink, text, fits);
        text_add(page->out, "\n");
        text += rest;
        size -= rest;
        at = indent;
        if (size > 0) page_fill(page, indent);
    }
}
