// TAP: a line for each test, as prove and other harnesses read it (Test Anything Protocol 13).
#include <string.h>

#include "base/utf8.h"
#include "report/format.h"

// A # would begin a directive.
static void add_description(Text *out, const char *text) {
    while (*text) {
        uint32_t c;
        text += utf8_visible(text, &c);
        if (c == '#' || c == '\\') text_add_char(out, '\\');
        text_add_utf8(out, c < 0x20 ? ' ' : c);
    }
}

// A text of several lines, each behind something.
static void add_lines(Text *out, const char *before, const char *text) {
    bool begins = true;
    while (*text) {
        uint32_t c;
        text += utf8_visible(text, &c);
        if (begins) text_add(out, before);
        begins = c == '\n';
        text_add_utf8(out, c == '\r' || c == '\t' ? ' ' : c);
    }
    if (!begins) text_add(out, "\n");
}

// A block of YAML. Strings of JSON are strings of YAML.
static void add_story(Text *out, const Report *r) {
    Text text = {0};
    JsonWriter w = {.out = out};
    if (!report_timing(r, &r->findings->findings[0], &text)) report_headline(&r->findings->findings[0], &text);
    text_add(out, "  ---\n  message: ");
    json_text(&w, NULL, text_string(&text));
    text_format(out, "\n  severity: fail\n  kind: %s\n", finding_names[r->findings->findings[0].kind]);
    text_format(out, "  interleavings: %llu\n  story: |\n", (unsigned long long)r->search.explored);
    text_clear(&text);
    report_text(r, report_file_style(r), &text);
    add_lines(out, "    ", text_string(&text));
    text_add(out, "  ...\n");
    text_free(&text);
}

static void add_timing(Text *out, const Report *r) {
    Text text = {0};
    report_timing(r, &r->findings->findings[0], &text);
    add_lines(out, "# ", text_string(&text));
    text_add(out, "\n");
    text_free(&text);
}

static void begin(Sheet *sheet) { text_add(&sheet->out, "TAP version 13\n"); }

static void add(Sheet *sheet, const Report *r) {
    Text *out = &sheet->out, name = {0};
    ReportVerdict verdict = report_verdict(r);
    bool wrong = report_fails(r) || verdict == REPORT_UNABLE;
    report_name(r, &name);
    text_format(out, "%s %llu - ", wrong ? "not ok" : "ok", (unsigned long long)sheet->tests);
    add_description(out, text_string(&name));
    if (verdict == REPORT_SKIPPED) {
        text_add(out, " # SKIP ");
        add_description(out, r->skipped);
    }
    text_add(out, "\n");
    if (verdict == REPORT_FAILED || (verdict == REPORT_TIMING && wrong))
        add_story(out, r);
    else if (verdict == REPORT_TIMING)
        add_timing(out, r);
    if (verdict == REPORT_UNABLE) add_lines(out, "# ", r->message);
    if (verdict == REPORT_OPEN) text_add(out, "# no error found, but the search is not exhaustive\n");
    text_free(&name);
}

static void end(Sheet *sheet) { text_format(&sheet->out, "1..%llu\n", (unsigned long long)sheet->tests); }

const Format format_tap = {.plain = true, .begin = begin, .add = add, .end = end, .lines = true};
