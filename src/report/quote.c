#include "report/quote.h"

#include <stdlib.h>
#include <string.h>

#include "base/display.h"
#include "base/memory.h"

enum { TAB = 4, LABEL_LEAST = 24, GAP = 2 };   // GAP: lines between two places that are shown rather than left out

// --- which part of a line --------------------------------------------------------------------------------

static bool is_word_letter(char c) {
    bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'), digit = c >= '0' && c <= '9';
    return letter || digit || c == '_' || c == '@' || c == ':' || c == '.';
}

// Built-ins may be called with their module.
static size_t prefix_size(const char *line, const char *at) {
    static const char *const prefixes[] = {"erlang:", ":erlang.", ":"};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        size_t size = strlen(prefixes[i]);
        if ((size_t)(at - line) >= size && strncmp(at - size, prefixes[i], size) == 0) return size;
    }
    return 0;
}

// Where a call of the function begins in the line; NULL: nowhere, or more than once.
static const char *find_call(const char *line, const char *word) {
    const char *found = NULL;
    size_t size = strlen(word);
    for (const char *at = strstr(line, word); at; at = strstr(at + 1, word)) {
        const char *begin = at - prefix_size(line, at);
        bool whole = (begin == line || !is_word_letter(begin[-1])) && at[size] == '(';
        if (whole && found) return NULL;
        if (whole) found = begin;
    }
    return found;
}

// Behind the parenthesis that closes the call, or the end of the line if it goes on.
static const char *end_of_call(const char *at) {
    int depth = 0;
    char quote = 0;
    for (; *at; at++) {
        if (quote && *at == '\\' && at[1])
            at++;
        else if (quote)
            quote = *at == quote ? 0 : quote;
        else if (*at == '"' || *at == '\'')
            quote = *at;
        else if (strchr("([{", *at))
            depth++;
        else if (strchr(")]}", *at) && --depth == 0)
            return at + 1;
    }
    return at;
}

// The code of a line without what separates it from the next.
static void find_code(const char *line, const char **from, const char **to) {
    *from = line + strspn(line, " ");
    *to = line + strlen(line);
    while (*to > *from && strchr(" ,;.", (*to)[-1])) --*to;
}

static void find_span(const char *line, const char *word, const char **from, const char **to) {
    const char *call = word ? find_call(line, word) : NULL;
    if (!call && word && strchr(word, ':')) call = find_call(line, strchr(word, ':') + 1);
    find_code(line, from, to);
    if (!call) return;
    *from = call;
    *to = end_of_call(call);
    while (*to > *from && (*to)[-1] == ' ') --*to;
}

// --- lines -----------------------------------------------------------------------------------------------

typedef struct {
    Page *page;
    uint32_t digits;   // of the largest number
} Quoting;

static void add_gutter(const Quoting *q, uint32_t number) {
    if (number)
        page_format(q->page, INK_FAINT, "%*u ", (int)q->digits + 2, number);
    else
        page_fill(q->page, q->digits + 3);
    page_ink(q->page, INK_FAINT, page_glyph(q->page, GLYPH_BAR));
}

static void expand_tabs(const char *line, size_t size, Text *out) {
    for (size_t i = 0; i < size; i++) {
        if (line[i] != '\t')
            text_add_char(out, (unsigned char)line[i] < 0x20 ? ' ' : line[i]);
        else
            do text_add_char(out, ' ');
            while (out->size % TAB);
    }
}

static void add_code(const Quoting *q, const Text *code, uint32_t number) {
    size_t room = q->page->style.width ? q->page->style.width - q->digits - 5 : SIZE_MAX;
    size_t width = display_width(text_string(code), code->size);
    add_gutter(q, number);
    if (width) text_add(q->page->out, " ");
    page_cell(q->page, INK_PLAIN, text_string(code), code->size, width < room ? width : room);
    text_add(q->page->out, "\n");
}

static void add_label(const Quoting *q, const Quoted *place, size_t at) {
    Text label = {0};
    size_t width = q->page->style.width ? q->page->style.width : 4096, gutter = q->digits + 4;
    text_add(&label, text_string(&place->label));
    for (size_t size = label.size, done = 0, rest; done < label.size; done += rest, size -= rest) {
        size_t fits = page_break(label.data + done, size, width > at + LABEL_LEAST ? width - at : LABEL_LEAST, &rest);
        if (done) {
            add_gutter(q, 0);
            page_fill(q->page, at > gutter ? at - gutter : 0);
        }
        page_cell(q->page, place->main ? INK_ERROR : INK_RACE, label.data + done, fits,
                  display_width(label.data + done, fits));
        text_add(q->page->out, "\n");
    }
    if (!label.size) text_add(q->page->out, "\n");
    text_free(&label);
}

typedef struct {
    size_t start, length;   // in columns of the code
} Span;

static Span span_of(const Quoting *q, const Text *code, const char *word) {
    const char *line = text_string(code), *from, *to;
    find_span(line, word, &from, &to);
    Span span = {display_width(line, (size_t)(from - line)), display_width(from, (size_t)(to - from))};
    size_t width = q->page->style.width ? q->page->style.width : 4096, begin = q->digits + 5 + span.start;
    if (begin + span.length > width) span.length = width > begin ? width - begin : 1;
    return span;
}

static void underline(const Quoting *q, bool main, size_t length) {
    Text line = {0};
    for (size_t i = 0; i < length; i++) text_add_char(&line, main ? '^' : '-');
    page_ink(q->page, main ? INK_ERROR : INK_RACE, text_string(&line));
    text_free(&line);
}

// The part of the line that is meant is underlined, unless the place before was the same; what is said of it stands
// behind, or below if there is no room.
static void add_mark(const Quoting *q, const Quoted *place, Span span, bool main, bool again) {
    size_t width = q->page->style.width ? q->page->style.width : 4096, gutter = q->digits + 5;
    size_t label = display_width(text_string(&place->label), place->label.size);
    size_t room = width - (gutter + span.start + span.length);
    bool behind = label + 1 <= room || room >= 2 * LABEL_LEAST;
    add_gutter(q, 0);
    page_fill(q->page, span.start + 1);
    if (!again) underline(q, main, span.length);
    if (behind) {
        page_fill(q->page, again ? span.length + 1 : 1);
        add_label(q, place, gutter + span.start + span.length + 1);
        return;
    }
    if (!again) {
        text_add(q->page->out, "\n");
        add_gutter(q, 0);
        page_fill(q->page, span.start + 1);
    }
    add_label(q, place, gutter + span.start);
}

// --- files -----------------------------------------------------------------------------------------------

static int compare_lines(const void *a, const void *b) {
    const Quoted *x = *(const Quoted *const *)a, *y = *(const Quoted *const *)b;
    if (x->line != y->line) return x->line < y->line ? -1 : 1;
    return x < y ? -1 : 1;
}

static void add_between(const Quoting *q, const Source *source, uint32_t before, uint32_t line) {
    const char *text;
    size_t size;
    if (!before || line <= before + 1) return;
    if (line - before - 1 > GAP) {
        page_fill(q->page, q->digits + 3);
        page_ink(q->page, INK_FAINT, page_glyph(q->page, GLYPH_MORE));
        text_add(q->page->out, "\n");
        return;
    }
    for (uint32_t i = before + 1; i < line; i++) {
        Text code = {0};
        if (source_line(source, i, &text, &size)) expand_tabs(text, size, &code);
        add_code(q, &code, i);
        text_free(&code);
    }
}

static void add_heading(const Quoting *q, const Source *source, const Quoted *const *places, uint32_t count) {
    uint32_t line = places[0]->line;
    for (uint32_t i = 0; i < count; i++)
        if (places[i]->main) line = places[i]->line;
    page_fill(q->page, q->digits + 1);
    page_ink(q->page, INK_FAINT, "-->");
    page_format(q->page, INK_PLAIN, " %s:%u\n", source->path, line);
    add_gutter(q, 0);
    text_add(q->page->out, "\n");
}

typedef struct {
    Text code;
    Span span;
} Shown;

static bool same_span(const Quoted *a, Span x, const Quoted *b, Span y) {
    return a->line == b->line && x.start == y.start && x.length == y.length;
}

static void show_place(const Quoting *q, const Source *source, const Quoted **places, const Shown *shown,
                       uint32_t count, uint32_t at) {
    const Quoted *place = places[at];
    uint32_t before = at ? places[at - 1]->line : 0;
    bool main = place->main, again = at && same_span(places[at - 1], shown[at - 1].span, place, shown[at].span);
    for (uint32_t i = at + 1; i < count && same_span(place, shown[at].span, places[i], shown[i].span); i++)
        main |= places[i]->main;
    if (place->line != before) {
        add_between(q, source, before, place->line);
        add_code(q, &shown[at].code, place->line);
    }
    add_mark(q, place, shown[at].span, main, again);
}

static void show_file(Page *page, const Source *source, const Quoted **places, uint32_t count) {
    Quoting q = {page, 1};
    Shown *shown = memory_zeroed(count, sizeof *shown);
    qsort(places, count, sizeof *places, compare_lines);
    for (uint32_t most = places[count - 1]->line; most > 9; most /= 10) q.digits++;
    for (uint32_t i = 0; i < count; i++) {
        const char *line;
        size_t size;
        source_line(source, places[i]->line, &line, &size);
        expand_tabs(line, size, &shown[i].code);
        shown[i].span = span_of(&q, &shown[i].code, places[i]->word);
    }
    add_heading(&q, source, places, count);
    for (uint32_t i = 0; i < count; i++) show_place(&q, source, places, shown, count, i);
    for (uint32_t i = 0; i < count; i++) text_free(&shown[i].code);
    memory_free(shown);
}

static bool is_there(Sources *sources, const Quoted *place, const Source **source) {
    const char *line;
    size_t size;
    *source = place->line ? sources_find(sources, place->file) : NULL;
    return *source && source_line(*source, place->line, &line, &size);
}

uint32_t quote_show(Page *page, Sources *sources, const Quoted *places, uint32_t count) {
    bool *done = memory_zeroed(count + 1, sizeof *done);
    const Quoted **same = memory_new((count + 1) * sizeof *same);
    uint32_t shown = 0;
    for (uint32_t i = 0; i < count; i++) {
        const Source *source, *other;
        uint32_t found = 0;
        if (done[i] || !is_there(sources, &places[i], &source)) continue;
        for (uint32_t j = i; j < count; j++) {
            if (done[j] || !is_there(sources, &places[j], &other) || other != source) continue;
            done[j] = true;
            same[found++] = &places[j];
        }
        show_file(page, source, same, found);
        shown += found;
    }
    memory_free(done);
    memory_free(same);
    return shown;
}
