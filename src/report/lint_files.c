// What weft lint has found, for other programs: SARIF, JUnit XML, and GitHub's workflow commands.
#include <string.h>

#include "base/xml.h"
#include "report/github.h"
#include "report/lint.h"
#include "report/sarif.h"

// Where the source was found, if it was: the .beam file may name it otherwise.
static Place place_of(const LintReport *report, const LintFinding *f) {
    const Source *source = sources_find(report->sources, text_string(&f->file));
    const char *file = source && source->path ? source->path : text_string(&f->file);
    uint32_t line = lint_line(report->sources, f);
    return *file ? (Place){file, strlen(file), line ? line : 1} : (Place){0};
}

static void describe(const LintFinding *f, Text *out) {
    text_format(out, "%s: %s", text_string(&f->pattern), text_string(&f->text));
    if (f->nearest.size) text_format(out, ". The nearest: %s", text_string(&f->nearest));
    text_format(out, ". In %s:%s. Certainty: %s, %s.", text_string(&f->module), text_string(&f->function),
                lint_assumptions[f->certainty], lint_assumed[f->certainty]);
}

static Sheet sheet_of(const LintReport *report) { return (Sheet){.root = report->root, .folder = report->folder}; }

static void take(Sheet *sheet, Text *out) {
    text_add_bytes(out, text_string(&sheet->out), sheet->out.size);
    sheet_free(sheet);
}

// --- SARIF ------------------------------------------------------------------------------------------------------

static void list_rules(JsonWriter *w) {
    for (int kind = 0; kind < LINT_KIND_COUNT; kind++)
        sarif_rule(w, lint_kinds[kind], &(SarifRule){.about = lint_about[kind]});
}

// Without lines, so that a finding is the same after lines have moved.
static void identify(const LintFinding *f, Text *out) {
    text_format(out, "%s %s:%s %s", lint_kinds[f->kind], text_string(&f->module), text_string(&f->function),
                text_string(&f->pattern));
}

static uint32_t count_alike(const LintResult *r, const LintFinding *f, const Text *identity) {
    uint32_t count = 1;
    Text other = {0};
    for (const LintFinding *before = r->findings; before < f; before++) {
        text_clear(&other);
        identify(before, &other);
        count += strcmp(text_string(&other), text_string(identity)) == 0;
    }
    text_free(&other);
    return count;
}

static void add_sarif(Sheet *sheet, const LintReport *report, const LintFinding *f) {
    JsonWriter *w = &sheet->json;
    Text text = {0};
    Place place = place_of(report, f);
    json_object(w, NULL);
    json_text(w, "ruleId", lint_kinds[f->kind]);
    json_number(w, "ruleIndex", f->kind);
    json_text(w, "level", "error");
    describe(f, &text);
    sarif_message(w, "message", text_string(&text));
    json_array(w, "locations");
    json_object(w, NULL);
    if (place.file) sarif_place(sheet, place);
    json_end(w);
    json_end(w);
    text_clear(&text);
    identify(f, &text);
    sarif_fingerprint(w, "weftLint/v1", &text, count_alike(report->result, f, &text));
    json_object(w, "properties");
    json_text(w, "certainty", lint_assumptions[f->certainty]);
    json_end(w);
    json_end(w);
    text_free(&text);
}

void lint_sarif(const LintReport *report, Text *out) {
    Sheet sheet = sheet_of(report);
    sarif_begin(&sheet, list_rules);
    for (size_t i = 0; i < report->result->count; i++) add_sarif(&sheet, report, &report->result->findings[i]);
    sarif_end(&sheet);
    take(&sheet, out);
}

// --- JUnit ------------------------------------------------------------------------------------------------------

static void add_case(const LintReport *report, const LintFinding *f, Text *out) {
    Text text = {0}, path = {0};
    Sheet sheet = sheet_of(report);
    Place place = place_of(report, f);
    if (place.file) sheet_path(&sheet, place.file, place.size, &path);
    text_format(&text, "%s in %s, line %u", lint_kinds[f->kind], text_string(&f->function), place.line);
    text_add(out, "    <testcase");
    xml_attribute(out, "name", text_string(&text));
    xml_attribute(out, "classname", text_string(&f->module));
    xml_attribute(out, "file", text_string(&path));
    xml_attribute_number(out, "line", place.line);
    text_add(out, " time=\"0\">\n      <failure");
    text_clear(&text);
    text_format(&text, "%s: %s", text_string(&f->pattern), text_string(&f->text));
    xml_attribute(out, "message", text_string(&text));
    xml_attribute(out, "type", lint_kinds[f->kind]);
    text_clear(&text);
    describe(f, &text);
    text_add(out, ">");
    xml_text(out, text_string(&text));
    text_add(out, "</failure>\n    </testcase>\n");
    text_free(&text);
    text_free(&path);
    sheet_free(&sheet);
}

// A case for each finding; if there is none, one that passes, since CI takes a file without cases for a mistake.
void lint_junit(const LintReport *report, Text *out) {
    const LintResult *r = report->result;
    uint64_t cases = r->count ? r->count : 1;
    text_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    for (int inner = 0; inner < 2; inner++) {
        text_add(out, inner ? "  <testsuite name=\"weft lint\"" : "<testsuites name=\"weft\"");
        xml_attribute_number(out, "tests", cases);
        xml_attribute_number(out, "failures", r->count);
        text_format(out, " errors=\"0\" skipped=\"0\" time=\"%.6f\">\n", report->seconds);
    }
    for (size_t i = 0; i < r->count; i++) add_case(report, &r->findings[i], out);
    if (!r->count)
        text_format(out, "    <testcase name=\"messages\" classname=\"weft lint\" time=\"%.6f\"/>\n", report->seconds);
    text_add(out, "  </testsuite>\n</testsuites>\n");
}

// --- GitHub -----------------------------------------------------------------------------------------------------

void lint_annotations(const LintReport *report, Text *out) {
    Sheet sheet = sheet_of(report);
    for (size_t i = 0; i < report->result->count; i++) {
        const LintFinding *f = &report->result->findings[i];
        Text title = {0}, message = {0};
        text_format(&title, "weft lint: %s", lint_kinds[f->kind]);
        describe(f, &message);
        github_command(&sheet, "error", place_of(report, f), text_string(&title), text_string(&message));
        text_free(&title);
        text_free(&message);
    }
    take(&sheet, out);
}
