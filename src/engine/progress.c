#include "engine/progress.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/display.h"
#include "engine/terminal.h"

enum { EVENTS_BETWEEN_LOOKS = 4096 };
static const double first_line = 0.3, between_lines = 0.2, first_plain_line = 10;

bool progress_begin(Progress *p, bool quiet) {
    if (quiet) return false;
    p->terminal = terminal_is_live(STDERR_FILENO);
    p->utf8 = terminal_is_utf8();
    p->width = terminal_width(STDERR_FILENO);
    p->start = bound_now();
    p->next = p->start + (p->terminal ? first_line : first_plain_line);
    p->wait = p->terminal ? between_lines : first_plain_line;
    return true;
}

// --- words -----------------------------------------------------------------------------------------------

// 1234567 as 1,234,567.
static void add_number(Text *out, double number) {
    char digits[32];
    int size = snprintf(digits, sizeof digits, "%.0f", number);
    for (int i = 0; i < size; i++) {
        text_add_char(out, digits[i]);
        if ((size - i) % 3 == 1 && i + 1 < size) text_add_char(out, ',');
    }
}

// Two digits are as many as a guess deserves.
static double round_guess(double number) {
    double unit = 1;
    while (number / unit >= 100) unit *= 10;
    return (double)(uint64_t)(number / unit + 0.5) * unit;
}

static void add_seconds(Text *out, double seconds) {
    if (seconds < 90)
        text_format(out, "%.0f s", seconds < 1 ? 1 : seconds);
    else if (seconds < 90 * 60)
        text_format(out, "%.0f min", seconds / 60);
    else if (seconds < 48 * 3600)
        text_format(out, "%.0f h", seconds / 3600);
    else if (seconds < 1000.0 * 24 * 3600)
        text_format(out, "%.0f days", seconds / (24 * 3600));
    else
        text_add(out, "years");
}

static void add_range(Text *out, double low, double high, void (*add)(Text *, double)) {
    Text from = {0}, to = {0};
    add(&from, low);
    add(&to, high);
    if (strcmp(text_string(&from), text_string(&to)) == 0)
        text_format(out, "about %s", text_string(&to));
    else
        text_format(out, "%s to %s", text_string(&from), text_string(&to));
    text_free(&from);
    text_free(&to);
}

static double left(double total, uint64_t explored, double rate) {
    return total > (double)explored ? (total - (double)explored) / rate : 0;
}

static void add_range_of_total(Text *out, const char *between, const Total *total, uint64_t explored, double rate) {
    text_add(out, between);
    add_range(out, round_guess(total->low), round_guess(total->high), add_number);
    text_format(out, " in all%s", between);
    add_range(out, left(total->low, explored, rate), left(total->high, explored, rate), add_seconds);
    text_add(out, " left");
}

static void add_total(Text *out, const char *between, const Total *total, uint64_t explored, double rate) {
    if (total->high == 0) {
        if (total->least <= explored) return;
        text_format(out, "%sat least ", between);
        add_number(out, (double)total->least);
        text_add(out, " in all");
    } else if (isfinite(total->high)) {
        add_range_of_total(out, between, total, explored, rate);
    } else {
        text_format(out, "%sprobably more than ", between);
        add_number(out, round_guess(total->low));
        text_add(out, " in all");
    }
}

static void add_line(const Progress *p, const SearchResult *result, const Total *total, double seconds, Text *out) {
    const char *between = p->utf8 ? " · " : ", ";
    double rate = (double)result->explored / seconds;
    if (p->title) text_format(out, "%s%s", p->title, between);
    add_number(out, (double)result->explored);
    text_format(out, " %s%s%s", p->unit ? p->unit : "interleaving", text_plural(result->explored), between);
    if (!p->terminal) text_format(out, "%.0f s%s", seconds, between);
    add_number(out, rate);
    text_format(out, "/s%s%u error%s", between, p->errors, text_plural(p->errors));
    if (p->bound != BOUND_NONE)
        text_format(out, "%s%u %s%s", between, result->rounds, p->bound == BOUND_DELAY ? "delay" : "preemption",
                    text_plural(result->rounds));
    if (p->depth) text_format(out, "%s%llu steps deep", between, (unsigned long long)p->depth);
    if (p->bytes) text_format(out, "%s%.0f MB", between, (double)p->bytes / 1e6);
    if (total) add_total(out, between, total, result->explored, rate > 0 ? rate : 1e-9);
}

// --- when ------------------------------------------------------------------------------------------------

static void write_line(Progress *p, const Text *line) {
    Text plain = {0};
    display_add(&plain, text_string(line), line->size, false);
    if (p->terminal) {
        size_t fits = display_fit(text_string(&plain), plain.size, p->width > 1 ? p->width - 1 : 79);
        fprintf(stderr, "\r%.*s\033[K", (int)fits, text_string(&plain));
    } else {
        fprintf(stderr, "weft: %s\n", text_string(&plain));
    }
    text_free(&plain);
    fflush(stderr);
    p->shown = true;
}

static void show(Progress *p, const SearchResult *result, const Total *total) {
    Text line = {0};
    double now = bound_now();
    add_line(p, result, total, now - p->start, &line);
    write_line(p, &line);
    text_free(&line);
    p->next = now + p->wait;
    if (!p->terminal) p->wait *= 2;
}

void progress_look(Progress *p, const Search *search) {
    if (search->execution.events < p->look) return;
    p->look = search->execution.events + EVENTS_BETWEEN_LOOKS;
    if (bound_now() < p->next) return;
    Total total = estimate_look(&p->estimate, search);
    if (search->execution.length > p->depth) p->depth = search->execution.length;
    p->errors = p->findings->finding_count;
    show(p, &search->result, p->bound == BOUND_NONE ? &total : NULL);
}

void progress_look_from_afar(Progress *p, const SearchResult *result, uint32_t errors) {
    if (bound_now() < p->next) return;
    p->errors = errors;
    show(p, result, NULL);
}

void progress_end(Progress *p) {
    if (p->terminal && p->shown) fputs("\r\033[K", stderr);
    fflush(stderr);
    p->shown = false;
}
