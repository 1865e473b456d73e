#include "report/states.h"

#include <math.h>
#include <string.h>

#include "base/lines.h"

enum { RATE_FROM = 1000 };   // states, to say how many in a second

static void add_count(Text *out, uint64_t number, const char *noun) {
    text_format(out, "%llu %s%s", (unsigned long long)number, noun, text_plural(number));
}

static void add_verdict(const Report *r, Page *page) {
    uint32_t errors = r->findings->finding_count;
    if (errors)
        page_format(page, INK_ERROR, "%u error%s", errors, text_plural(errors));
    else if (r->search.complete)
        page_ink(page, INK_OK, "ok");
    else
        page_ink(page, INK_WARNING, "no error found");
    text_add(page->out, errors ? " in " : r->search.complete ? ": no state of " : " in ");
    report_name(r, page->out);
    if (!errors) text_add(page->out, r->search.complete ? " is wrong" : ", but not all states were visited");
    text_add(page->out, "\n");
}

static void add_numbers(const StatesResult *s, Text *out) {
    add_count(out, s->states, "state");
    text_add(out, s->complete ? ", complete, " : ", ");
    add_count(out, s->transitions, "transition");
    text_format(out, ", %u step%s deep, %.2f s", s->deepest, text_plural(s->deepest), s->seconds);
    if (s->states >= RATE_FROM && s->seconds > 0) text_format(out, ", %.0f states/s", (double)s->states / s->seconds);
    text_add(out, "\n");
}

static void add_memory(const StatesResult *s, Text *out) {
    uint64_t bytes = s->store_bytes + s->part_bytes;
    text_format(out, "store %s: %.1f MB", store_names[s->store], (double)bytes / 1e6);
    if (s->states >= RATE_FROM) text_format(out, ", %.0f bytes a state", (double)s->store_bytes / (double)s->states);
    text_add(out, ", ");
    add_count(out, s->parts, "part");
    text_format(out, " of states kept once each (%.1f MB)\n", (double)s->part_bytes / 1e6);
}

static void add_missed(const StatesResult *s, Text *out) {
    if (s->store == STORE_EXACT || s->states == 0) return;
    if (s->missed < 1e-12)
        text_add(out, "two states of one hash are to be expected less than once in 10^12 such searches\n");
    else
        text_format(out,
                    "states that may have been taken for others: %.2g are to be expected at most "
                    "(--store exact misses none)\n",
                    s->missed);
}

static void add_cuts(const Report *r, Page *page) {
    const StatesResult *s = r->states;
    Text why = {0};
    if (s->complete) return;
    if (s->cuts & STATES_CUT_TIME) text_add(&why, " --max-seconds was reached;");
    if (s->cuts & STATES_CUT_COUNT) text_add(&why, " --max-states was reached;");
    if (s->cuts & STATES_CUT_DEPTH) text_add(&why, " paths were cut at --depth-bound;");
    if (s->cuts & STATES_CUT_MEMORY) text_add(&why, " --store-memory was reached;");
    if (s->cuts & STATES_CUT_STORE) text_add(&why, " --store bitstate may take a state for another one;");
    if (s->cuts & STATES_CUT_ABSTRACT)
        text_add(&why, " the verdict is about the abstraction, in which different states count as one;");
    if (s->cuts & STATES_CUT_STOPPED)
        text_format(&why, " %s;",
                    r->interrupted ? r->interrupted : "stopped at the first error (--keep-going finds more)");
    why.data[why.size - 1] = 0;
    page_ink(page, INK_WARNING, "not complete:");
    text_format(page->out, "%s\n", text_string(&why));
    text_free(&why);
}

static void add_exact(const StatesResult *s, Page *page) {
    if (!s->exactness) return;
    page_ink(page, INK_NOTE, "note:");
    text_add(page->out, " the program looks at the order or text of pids or references, or at a "
                        "clock, so states that differ in these are not the same\n");
}

static void add_properties(const Report *r, Page *page) {
    const char *line, *rest = r->properties;
    size_t size;
    while (rest && (line = lines_next(&rest, &size))) {
        const char *colon = memchr(line, ':', size);
        size_t label = colon ? (size_t)(colon - line) + 1 : 0;
        Text word = {0};
        text_add_bytes(&word, line, label);
        page_ink(page, strncmp(line, "note", 4) == 0 ? INK_NOTE : INK_OK, text_string(&word));
        text_format(page->out, "%.*s\n", (int)(size - label), line + label);
        text_free(&word);
    }
}

void states_verdict(const Report *r, Style style, Text *out) {
    Page page = {out, style};
    add_verdict(r, &page);
    add_numbers(r->states, out);
    add_memory(r->states, out);
    add_missed(r->states, out);
    add_cuts(r, &page);
    add_exact(r->states, &page);
    add_properties(r, &page);
}

void states_json(const Report *r, JsonWriter *w) {
    const StatesResult *s = r->states;
    json_object(w, "verify");
    json_text(w, "store", store_names[s->store]);
    json_number(w, "states", s->states);
    json_number(w, "transitions", s->transitions);
    json_number(w, "ends", s->ends);
    json_number(w, "deepest", s->deepest);
    json_number(w, "stored_bytes", s->store_bytes + s->part_bytes);
    json_number(w, "parts", s->parts);
    json_boolean(w, "exact_names", s->exactness > 0);
    json_seconds(w, "missed", s->missed);
    json_seconds(w, "processor_seconds", s->processor);
    json_end(w);
}
