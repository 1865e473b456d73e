// JUnit: the XML that continuous integration shows. A suite is a module, a case a test.
#include <string.h>

#include "base/xml.h"
#include "report/format.h"

static void add_counts(Text *out, const uint64_t counts[REPORT_VERDICTS], uint64_t failures, double seconds) {
    uint64_t all = 0;
    for (int i = 0; i < REPORT_VERDICTS; i++) all += counts[i];
    xml_attribute_number(out, "tests", all);
    xml_attribute_number(out, "failures", failures);
    xml_attribute_number(out, "errors", counts[REPORT_UNABLE]);
    xml_attribute_number(out, "skipped", counts[REPORT_SKIPPED]);
    text_format(out, " time=\"%.6f\"", seconds);
}

// What is known of the current module goes to the others.
static void close_suite(Sheet *sheet) {
    if (!sheet->part.size) return;
    text_add(&sheet->body, "  <testsuite");
    xml_attribute(&sheet->body, "name", text_string(&sheet->group));
    add_counts(&sheet->body, sheet->part_counts, sheet->part_failures, sheet->part_seconds);
    text_format(&sheet->body, ">\n%s  </testsuite>\n", text_string(&sheet->part));
    text_clear(&sheet->part);
    memset(sheet->part_counts, 0, sizeof sheet->part_counts);
    sheet->part_failures = 0;
    sheet->part_seconds = 0;
}

static void open_suite(Sheet *sheet, const Report *r) {
    const char *module = strncmp(r->module, "Elixir.", 7) == 0 ? r->module + 7 : r->module;
    if (sheet->part.size && strcmp(text_string(&sheet->group), module) == 0) return;   // it goes on
    close_suite(sheet);
    text_clear(&sheet->group);
    text_add(&sheet->group, *module ? module : "weft");
}

static void add_property(Text *out, const char *name, const char *value) {
    text_add(out, "        <property");
    xml_attribute(out, "name", name);
    xml_attribute(out, "value", value);
    text_add(out, "/>\n");
}

static void add_number(Text *out, const char *name, uint64_t value) {
    text_add(out, "        <property");
    xml_attribute(out, "name", name);
    xml_attribute_number(out, "value", value);
    text_add(out, "/>\n");
}

static void add_properties(Text *out, const Report *r) {
    text_add(out, "      <properties>\n");
    add_property(out, "weft.verdict", report_verdicts[report_verdict(r)]);
    add_property(out, "weft.search", r->strategy);
    add_property(out, "weft.complete", r->search.complete ? "true" : "false");
    add_number(out, "weft.interleavings", r->search.explored);
    add_number(out, "weft.steps", r->search.events);
    for (uint32_t i = 0; i < r->findings->finding_count; i++)
        add_property(out, "weft.schedule", text_string(&r->findings->findings[i].schedule.names));
    text_add(out, "      </properties>\n");
}

static void add_failure(Text *out, const Report *r) {
    const Finding *first = r->findings->finding_count ? &r->findings->findings[0] : NULL;
    Text text = {0};
    if (!first)
        text_add(&text, "no error found, but the search is not exhaustive");
    else if (!report_timing(r, first, &text))
        report_headline(first, &text);
    if (r->findings->finding_count > 1) text_format(&text, " (and %u more)", r->findings->finding_count - 1);
    text_add(out, "      <failure");
    xml_attribute(out, "message", text_string(&text));
    xml_attribute(out, "type", !first ? "open" : first->timing ? "timing" : finding_names[first->kind]);
    text_add(out, ">");
    text_clear(&text);
    report_text(r, report_file_style(r), &text);
    xml_text(out, text_string(&text));
    text_add(out, "</failure>\n");
    text_free(&text);
}

static void add_message(Text *out, const char *tag, const char *message, const char *type) {
    text_format(out, "      <%s", tag);
    xml_attribute(out, "message", message);
    if (type) xml_attribute(out, "type", type);
    text_add(out, "/>\n");
}

// Of a test that passes, what the report says besides: what bounded the search, who was left behind.
static void add_remarks(Text *out, const Report *r) {
    Text text = {0};
    report_text(r, report_file_style(r), &text);
    text_add(out, "      <system-out>");
    xml_text(out, text_string(&text));
    text_add(out, "</system-out>\n");
    text_free(&text);
}

// The title without the module, which is the suite's.
static const char *case_name(const Sheet *sheet, const Report *r) {
    size_t size = sheet->group.size;
    bool begins =
        r->title && strncmp(r->title, text_string(&sheet->group), size) == 0 && strncmp(r->title + size, ": ", 2) == 0;
    return begins ? r->title + size + 2 : r->title ? r->title : *r->function ? r->function : "weft";
}

static void add_case(Sheet *sheet, const Report *r) {
    Text *out = &sheet->part;
    Text text = {0};
    text_add(out, "    <testcase");
    xml_attribute(out, "name", case_name(sheet, r));
    xml_attribute(out, "classname", text_string(&sheet->group));
    if (r->file && *r->file) {
        sheet_path(sheet, r->file, strlen(r->file), &text);
        xml_attribute(out, "file", text_string(&text));
        if (r->line) xml_attribute_number(out, "line", r->line);
    }
    text_format(out, " time=\"%.6f\">\n", r->search.seconds);
    text_free(&text);
}

static void add(Sheet *sheet, const Report *r) {
    Text *out = &sheet->part;
    ReportVerdict verdict = report_verdict(r);
    open_suite(sheet, r);
    sheet->part_counts[verdict]++;
    sheet->part_failures += report_fails(r);
    sheet->part_seconds += r->search.seconds;
    add_case(sheet, r);
    if (verdict != REPORT_SKIPPED && verdict != REPORT_UNABLE) add_properties(out, r);
    switch (verdict) {
    case REPORT_SKIPPED: add_message(out, "skipped", r->skipped, NULL); break;
    case REPORT_UNABLE: add_message(out, "error", r->message, "unable"); break;
    default: report_fails(r) ? add_failure(out, r) : add_remarks(out, r);
    }
    text_add(out, "    </testcase>\n");
}

static void end(Sheet *sheet) {
    close_suite(sheet);
    text_add(&sheet->out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"weft\"");
    add_counts(&sheet->out, sheet->counts, sheet->failures, sheet->seconds);
    text_format(&sheet->out, ">\n%s</testsuites>\n", text_string(&sheet->body));
}

const Format format_junit = {.add = add, .end = end};
