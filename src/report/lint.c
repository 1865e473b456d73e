#include "report/lint.h"

#include <string.h>

#include "base/json.h"
#include "report/quote.h"

// --- places -----------------------------------------------------------------------------------------------------

// Receives have none in the code.
static bool has_line(const LintFinding *f) { return f->kind >= LINT_send_unreceived; }

uint32_t lint_line(Sources *sources, const LintFinding *f) {
    if (f->line == 0) return f->clause_line;
    if (has_line(f)) return f->line;
    return f->clause_line ? f->clause_line : sources_receive(sources, text_string(&f->file), f->line, text_string(&f->function));
}

// The words behind "weft: ignore" name the kind, or nothing.
static bool line_ignores(const char *line, size_t size, const char *kind) {
    Text text = {0};
    text_add_bytes(&text, line, size);
    const char *mark = text.data ? strstr(text.data, "weft: ignore") : NULL;
    const char *comment = text.data ? strpbrk(text.data, "%#") : NULL;
    bool ignores = mark && comment && comment < mark;
    if (ignores) {
        const char *word = mark + strlen("weft: ignore");
        word += strspn(word, " \t");
        size_t length = strcspn(word, " \t\r\n");
        ignores = length == 0 || (strlen(kind) == length && strncmp(word, kind, length) == 0);
    }
    text_free(&text);
    return ignores;
}

static bool ignored_at(const Source *source, uint32_t line, const char *kind) {
    const char *text;
    size_t size;
    return line > 0 && source_line(source, line, &text, &size) && line_ignores(text, size, kind);
}

bool lint_is_ignored(Sources *sources, const LintFinding *f) {
    const Source *source = sources_find(sources, text_string(&f->file));
    if (!source) return false;
    uint32_t places[] = {lint_line(sources, f), sources_receive(sources, text_string(&f->file), f->line, text_string(&f->function))};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        for (uint32_t above = 0; above < 2; above++)
            if (places[i] > above && ignored_at(source, places[i] - above, lint_kinds[f->kind])) return true;
    return false;
}

// --- text -------------------------------------------------------------------------------------------------------

const char *const lint_assumed[LINT_ASSUMPTIONS] = {
    [LINT_PROVED] = "whatever other code exists",
    [LINT_API] = "assuming that other applications send nothing to its processes but through its functions",
    [LINT_CLOSED] = "assuming that these modules are the whole program",
};

static void add_heading(Page *page, Sources *sources, const LintFinding *f) {
    page_format(page, INK_STRONG, "%s:%u: ", text_string(&f->file), lint_line(sources, f));
    page_ink(page, INK_WARNING, lint_kinds[f->kind]);
    page_format(page, INK_PLAIN, ": %s%s: %s\n", has_line(f) ? "" : f->kind == LINT_receive_unneeded ? "clause " : "", text_string(&f->pattern),
                text_string(&f->text));
}

static void add_note(Page *page, const char *word, const char *text) {
    page_format(page, INK_FAINT, "  %s: ", word);
    page_wrap(page, INK_PLAIN, text, strlen(word) + 4, 4);
}

// What is said at the place itself.
static const char *const labels[LINT_KIND_COUNT] = {
    [LINT_receive_nothing] = "no such message comes", [LINT_receive_wrong] = "no such message comes",
    [LINT_receive_unneeded] = "no such message comes", [LINT_send_unreceived] = "nobody takes it", [LINT_send_unregistered] = "nobody is there",
    [LINT_deadlock] = "waits in a circle", [LINT_race] = "not what was seen any more, perhaps",
};

static void add_finding(Page *page, const LintReport *report, const LintFinding *f) {
    add_heading(page, report->sources, f);
    Quoted place = {.file = text_string(&f->file), .line = lint_line(report->sources, f), .main = true};
    text_add(&place.label, labels[f->kind]);
    quote_show(page, report->sources, &place, 1);
    text_free(&place.label);
    Text where = {0};
    text_format(&where, "%s:%s", text_string(&f->module), text_string(&f->function));
    add_note(page, "in", text_string(&where));
    if (f->roles.size) add_note(page, f->kind == LINT_send_unreceived ? "to processes" : "run by processes", text_string(&f->roles));
    if (f->nearest.size) add_note(page, "the nearest", text_string(&f->nearest));
    text_clear(&where);
    text_format(&where, "%s, %s", lint_assumptions[f->certainty], lint_assumed[f->certainty]);
    add_note(page, "certainty", text_string(&where));
    text_add(page->out, "\n");
    text_free(&where);
}

static void add_reasons(Page *page, const LintResult *r) {
    for (size_t i = 0; i < r->reason_count; i++)
        page_format(page, INK_PLAIN, "  %llu not decided: %s\n", (unsigned long long)r->reasons[i].count, text_string(&r->reasons[i].reason));
}

void lint_text(const LintReport *report, Style style, Text *out) {
    const LintResult *r = report->result;
    Page page = {out, style};
    for (size_t i = 0; i < r->count; i++) add_finding(&page, report, &r->findings[i]);
    page_format(&page, r->count ? INK_STRONG : INK_OK, "%zu finding%s", r->count, text_plural(r->count));
    page_format(&page, INK_PLAIN, "; %llu of %llu receive%s decided, %llu send%s; %.2f s\n", (unsigned long long)r->decided,
                (unsigned long long)r->receives, text_plural(r->receives), (unsigned long long)r->sends, text_plural(r->sends), report->seconds);
    if (report->why) add_reasons(&page, r);
}

// --- JSON -------------------------------------------------------------------------------------------------------

static void add_json(JsonWriter *w, Sources *sources, const LintFinding *f) {
    json_object(w, NULL);
    json_text(w, "kind", lint_kinds[f->kind]);
    json_text(w, "file", text_string(&f->file));
    json_number(w, "line", lint_line(sources, f));
    json_text(w, "module", text_string(&f->module));
    json_text(w, "function", text_string(&f->function));
    json_text(w, "pattern", text_string(&f->pattern));
    json_text(w, "certainty", lint_assumptions[f->certainty]);
    json_text(w, "text", text_string(&f->text));
    if (f->nearest.size) json_text(w, "nearest", text_string(&f->nearest));
    json_text(w, "roles", text_string(&f->roles));
    json_boolean(w, "timeout", f->timeout);
    json_end(w);
}

void lint_json(const LintReport *report, Text *out) {
    const LintResult *r = report->result;
    JsonWriter w = {.out = out};
    json_object(&w, NULL);
    json_text(&w, "tool", "weft");
    json_array(&w, "findings");
    for (size_t i = 0; i < r->count; i++) add_json(&w, report->sources, &r->findings[i]);
    json_end(&w);
    json_number(&w, "receives", r->receives);
    json_number(&w, "sends", r->sends);
    json_number(&w, "decided", r->decided);
    json_array(&w, "undecided");
    for (size_t i = 0; i < r->reason_count; i++) {
        json_object(&w, NULL);
        json_text(&w, "reason", text_string(&r->reasons[i].reason));
        json_number(&w, "count", r->reasons[i].count);
        json_end(&w);
    }
    json_end(&w);
    json_seconds(&w, "seconds", report->seconds);
    json_end(&w);
    text_add(out, "\n");
}
