#include "linear/tell.h"

#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"

enum { WIDTH = 100, SHOWN = 40, LABEL = 28, ORDER_TOLD = 30 };

// --- the drawing -------------------------------------------------------------------------------------------
//
//     client 1  |--1 write(1)--|        |==3 read() -> 1==|
//     client 2      |------2 write(2)------|
//
// An event is a column or more to the right of the one before it, and a return far enough to the right of its call for
// what is written between them. Bars of = cannot be placed.

typedef struct {
    const LinearOperation *operation;
    Text label;
    uint32_t left, right;   // columns
    uint32_t row;
    bool begun, ends, stuck;   // begun: its call is in the drawing; ends: so is its return
} Bar;

typedef struct {
    uint32_t at, bar;
    bool returns;
} Point;

typedef struct {
    const LinearReport *report;
    uint32_t from, until;   // events
    Bar *bars;
    uint32_t count;
    Point *points;
    uint32_t point_count;
    uint32_t width;
    uint32_t *row_clients, row_count;
} Drawing;

static bool is_stuck(const LinearVerdict *verdict, uint32_t index) {
    for (uint32_t i = 0; i < verdict->stuck_count; i++)
        if (verdict->stuck[i].operation == index) return true;
    return false;
}

static void label_of(const LinearHistory *h, const LinearOperation *o, Text *out) {
    text_format(out, "%u ", o->number);
    linear_call_text(h, o, out);
    if (o->result != NO_VALUE) text_format(out, " -> %s", linear_text(h, o->result));
    if (out->size <= LABEL) return;
    out->size = LABEL - 2;
    while (out->size && ((unsigned char)out->data[out->size] & 0xC0) == 0x80) out->size--;   // not within a character
    out->data[out->size] = 0;
    text_add(out, "..");
}

static void drawing_free(Drawing *d) {
    for (uint32_t i = 0; i < d->count; i++) text_free(&d->bars[i].label);
    memory_free(d->bars);
    memory_free(d->points);
    memory_free(d->row_clients);
}

static int compare_points(const void *a, const void *b) {
    uint32_t left = ((const Point *)a)->at, right = ((const Point *)b)->at;
    return left < right ? -1 : left > right;
}

static void add_bar(Drawing *d, uint32_t index) {
    const LinearOperation *o = &d->report->history->operations[index];
    bool begun = o->from >= d->from, ends = o->to <= d->until;
    d->bars[d->count] =
        (Bar){.operation = o, .begun = begun, .ends = ends, .stuck = is_stuck(d->report->verdict, index)};
    label_of(d->report->history, o, &d->bars[d->count].label);
    if (begun) d->points[d->point_count++] = (Point){o->from, d->count, false};
    if (ends) d->points[d->point_count++] = (Point){o->to, d->count, true};
    d->count++;
}

// Operations of the part that are open between the two events.
static void choose_bars(Drawing *d) {
    const LinearHistory *h = d->report->history;
    uint32_t key = d->report->verdict->key;
    d->bars = memory_new((h->count + 1) * sizeof *d->bars);
    d->points = memory_new((2 * (size_t)h->count + 1) * sizeof *d->points);
    for (uint32_t i = 0; i < h->count; i++) {
        const LinearOperation *o = &h->operations[i];
        if (key != NO_VALUE && o->arguments[0] != key) continue;
        if (o->from <= d->until && o->to >= d->from) add_bar(d, i);
    }
    qsort(d->points, d->point_count, sizeof *d->points, compare_points);
}

static uint32_t bar_end(const Bar *bar) { return bar->left + (uint32_t)bar->label.size + 3; }

static void place_columns(Drawing *d) {
    uint32_t column = 0;
    for (uint32_t i = 0; i < d->point_count; i++) {
        Bar *bar = &d->bars[d->points[i].bar];
        column++;
        if (!d->points[i].returns)
            bar->left = column;
        else
            column = bar->right = column > bar_end(bar) ? column : bar_end(bar);
    }
    for (uint32_t i = 0; i < d->count; i++)
        if (!d->bars[i].ends && bar_end(&d->bars[i]) > column) column = bar_end(&d->bars[i]);
    for (uint32_t i = 0; i < d->count; i++)
        if (!d->bars[i].ends) d->bars[i].right = column + 1;
    d->width = column + 2;
}

// A client has one row, and another for each operation that never returned while it went on.
static void place_rows(Drawing *d) {
    uint32_t *ends = memory_new((d->count + 1) * sizeof *ends);
    d->row_clients = memory_new((d->count + 1) * sizeof *d->row_clients);
    for (uint32_t i = 0; i < d->count; i++) {
        Bar *bar = &d->bars[i];
        uint32_t row = 0;
        while (row < d->row_count && !(d->row_clients[row] == bar->operation->client && ends[row] < bar->left)) row++;
        if (row == d->row_count) d->row_clients[d->row_count++] = bar->operation->client;
        ends[row] = bar->right;
        bar->row = row;
    }
    memory_free(ends);
}

static void draw_bar(const Bar *bar, char *line) {
    char fill = bar->stuck ? '=' : '-';
    memset(line + bar->left, fill, bar->right - bar->left + 1);
    line[bar->left] = bar->begun ? '|' : '<';
    line[bar->right] = bar->ends ? '|' : '>';
    uint32_t room = bar->right - bar->left - 1, gap = (room - (uint32_t)bar->label.size) / 2;
    memcpy(line + bar->left + 1 + gap, bar->label.data, bar->label.size);
}

static int compare_clients(const void *a, const void *b) {
    uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
    return left < right ? -1 : left > right;
}

static void draw_rows(const Drawing *d, Text *out) {
    const LinearHistory *h = d->report->history;
    size_t widest = 0;
    uint32_t *rows = memory_new((d->row_count + 1) * 2 * sizeof *rows);   // client and row, in the order of clients
    char *line = memory_new(d->width + 1);
    for (uint32_t i = 0; i < d->row_count; i++) {
        size_t size = h->values[h->clients[d->row_clients[i]]].size;
        if (size > widest) widest = size;
        rows[2 * i] = d->row_clients[i];
        rows[2 * i + 1] = i;
    }
    qsort(rows, d->row_count, 2 * sizeof *rows, compare_clients);
    for (uint32_t i = 0; i < d->row_count; i++) {
        memset(line, ' ', d->width);
        for (uint32_t k = 0; k < d->count; k++)
            if (d->bars[k].row == rows[2 * i + 1]) draw_bar(&d->bars[k], line);
        size_t size = d->width;
        while (size > 0 && line[size - 1] == ' ') size--;
        text_format(out, "  %-*s %.*s\n", (int)widest, linear_text(h, h->clients[rows[2 * i]]), (int)size, line);
    }
    memory_free(rows);
    memory_free(line);
}

static void lay_out(Drawing *d) {
    choose_bars(d);
    place_columns(d);
    place_rows(d);
}

// What is stuck, and as much of what came before as there is room for.
static void draw(const LinearReport *report, Text *out) {
    const LinearVerdict *verdict = report->verdict;
    Drawing best = {.report = report, .from = verdict->until, .until = verdict->until};
    for (uint32_t i = 0; i < verdict->stuck_count; i++) {
        uint32_t from = report->history->operations[verdict->stuck[i].operation].from;
        if (from < best.from) best.from = from;
    }
    lay_out(&best);
    while (best.from > 0 && best.count < SHOWN) {
        Drawing wider = {.report = report, .from = best.from - 1, .until = best.until};
        lay_out(&wider);
        bool fits = wider.width <= WIDTH;
        drawing_free(fits ? &best : &wider);
        if (!fits) break;
        best = wider;
    }
    draw_rows(&best, out);
    drawing_free(&best);
}

// --- in words ----------------------------------------------------------------------------------------------

static void tell_operation(const LinearHistory *h, const LinearOperation *o, Text *out) {
    text_format(out, "%u, ", o->number);
    linear_call_text(h, o, out);
    if (o->result != NO_VALUE) text_format(out, " -> %s", linear_text(h, o->result));
    text_format(out, " of client %s (line %u)", linear_text(h, h->clients[o->client]), o->line);
}

static void tell_order(const LinearHistory *h, const LinearVerdict *v, Text *out) {
    uint32_t first = v->order_count > ORDER_TOLD ? v->order_count - ORDER_TOLD : 0;
    text_add(out, "  an order for what returned before:");
    if (first) text_add(out, " ...");
    for (uint32_t i = first; i < v->order_count; i++) text_format(out, " %u", h->operations[v->order[i]].number);
    text_format(out, "%s\n  after it the state is %s\n", v->order_count ? "" : " nothing", text_string(&v->state));
}

void linear_tell_failure(const LinearReport *r, Text *out) {
    const LinearHistory *h = r->history;
    const LinearVerdict *v = r->verdict;
    if (v->key != NO_VALUE) text_format(out, "  the key is %s\n", linear_text(h, v->key));
    text_add(out, "\n");
    draw(r, out);
    text_add(out, "\n");
    tell_order(h, v, out);
    for (uint32_t i = 0; i < v->stuck_count; i++) {
        text_add(out, "  then not ");
        tell_operation(h, &h->operations[v->stuck[i].operation], out);
        text_format(out, ": %s\n", text_string(&v->stuck[i].why));
    }
}

void linear_tell_text(const LinearReport *r, Text *out) {
    const LinearHistory *h = r->history;
    text_format(out, "%s: %u operation%s of %u client%s, model %s, %.2f s\n",
                r->verdict->holds ? "linearizable" : "not linearizable", h->count, text_plural(h->count),
                h->client_count, text_plural(h->client_count), r->model, r->seconds);
    if (!r->verdict->holds) linear_tell_failure(r, out);
}

// --- as data -----------------------------------------------------------------------------------------------

static void add_operation(JsonWriter *w, const LinearHistory *h, const LinearOperation *o) {
    Text call = {0};
    linear_call_text(h, o, &call);
    json_object(w, NULL);
    json_number(w, "number", o->number);
    json_text(w, "call", text_string(&call));
    json_text(w, "result", o->result == NO_VALUE ? "?" : linear_text(h, o->result));
    json_number(w, "from", o->from);
    if (o->to != NEVER) json_number(w, "to", o->to);
    json_number(w, "line", o->line);
    json_end(w);
    text_free(&call);
}

// Long histories are shown around the return that nothing explains.
enum { WHOLE = 400, EVENTS_BEFORE = 300, ORDER_SHOWN = 100 };

static bool is_shown(const LinearReport *r, const LinearOperation *o) {
    const LinearVerdict *v = r->verdict;
    if (r->history->count <= WHOLE) return true;
    if (v->key != NO_VALUE && o->arguments[0] != v->key) return false;
    return o->from <= v->until && (o->to == NEVER || o->to + EVENTS_BEFORE >= v->until);
}

static void add_lane(JsonWriter *w, const LinearReport *r, uint32_t client) {
    const LinearHistory *h = r->history;
    json_object(w, NULL);
    json_text(w, "name", linear_text(h, h->clients[client]));
    json_array(w, "operations");
    for (uint32_t i = 0; i < h->count; i++)
        if (h->operations[i].client == client && is_shown(r, &h->operations[i])) add_operation(w, h, &h->operations[i]);
    json_end(w);
    json_end(w);
}

static void add_order(JsonWriter *w, const LinearReport *r, uint32_t most) {
    const LinearVerdict *v = r->verdict;
    json_array(w, "order");
    for (uint32_t i = v->order_count > most ? v->order_count - most : 0; i < v->order_count; i++)
        json_number(w, NULL, r->history->operations[v->order[i]].number);
    json_end(w);
}

void linear_tell_history(const LinearReport *r, Text *out) {
    const LinearHistory *h = r->history;
    const LinearVerdict *v = r->verdict;
    JsonWriter writer = {.out = out}, *w = &writer;
    json_object(w, NULL);
    json_text(w, "model", r->model);
    if (v->key != NO_VALUE) json_text(w, "key", linear_text(h, v->key));
    json_array(w, "lanes");
    for (uint32_t i = 0; i < h->client_count; i++) add_lane(w, r, i);
    json_end(w);
    add_order(w, r, h->count <= WHOLE ? WHOLE : ORDER_SHOWN);
    json_text(w, "state", text_string(&v->state));
    json_array(w, "stuck");
    for (uint32_t i = 0; i < v->stuck_count; i++) {
        json_object(w, NULL);
        json_number(w, "number", h->operations[v->stuck[i].operation].number);
        json_text(w, "why", text_string(&v->stuck[i].why));
        json_end(w);
    }
    json_end(w);
    json_end(w);
}

void linear_tell_summary(const LinearReport *r, Text *out) {
    JsonWriter w = {.out = out};
    json_object(&w, NULL);
    json_text(&w, "model", r->model);
    json_boolean(&w, "linearizable", r->verdict->holds);
    json_number(&w, "operations", r->history->count);
    json_number(&w, "clients", r->history->client_count);
    json_number(&w, "configurations", r->verdict->configurations);
    add_order(&w, r, UINT32_MAX);
    json_text(&w, "state", text_string(&r->verdict->state));
    json_end(&w);
}
