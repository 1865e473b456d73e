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
    return f->clause_line ? f->clause_line
                          : sources_receive(sources, text_string(&f->file), f->line, text_string(&f->function));
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
    uint32_t places[] = {lint_line(sources, f),
                         sources_receive(sources, text_string(&f->file), f->line, text_string(&f->function))};
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
    page_format(page, INK_PLAIN, ": %s%s: %s\n",
                has_line(f)                        ? ""
                : f->kind == LINT_receive_unneeded ? "clause "
                                                   : "",
                text_string(&f->pattern), text_string(&f->text));
}

static void add_note(Page *page, const char *word, const char *text) {
    page_format(page, INK_FAINT, "  %s: ", word);
    page_wrap(page, INK_PLAIN, text, strlen(word) + 4, 4);
}

// What is said at the place itself.
static const char *const labels[LINT_KIND_COUNT] = {
    [LINT_receive_nothing] = "no such message comes",    [LINT_receive_wrong] = "no such message comes",
    [LINT_receive_unneeded] = "no such message comes",   [LINT_send_unreceived] = "nobody takes it",
    [LINT_send_unregistered] = "nobody is there",        [LINT_deadlock] = "waits in a circle",
    [LINT_race] = "not what was seen any more, perhaps",
};

// A dead clause is confirmed by nothing.
static bool is_of_receive(const LintFinding *f) { return !has_line(f); }

static void add_seen(const LintReport *report, size_t index, Text *out) {
    const LintConfirmation *c = report->confirmation;
    const LintOutcome *o = &c->outcomes[index];
    const char *all = c->complete ? ", all that matter" : ", not all";
    unsigned long long explored = c->explored, some = o->interleavings;
    if (o->seen == LINT_SHOWN)
        text_format(out, "it happens in %llu of %llu interleavings of %s:%s/0, as told below", some, explored,
                    c->module, c->function);
    else if (is_of_receive(&report->result->findings[index]))
        text_format(out, "no interleaving of %s:%s/0 takes such a message (%llu%s)", c->module, c->function, explored,
                    all);
    else if (o->seen == LINT_NOT_MET)
        text_format(out, "%s:%s/0 does not show it: no interleaving comes to that (%llu%s)", c->module, c->function,
                    explored, all);
    else
        text_format(out, "%s:%s/0 comes there, and no interleaving shows it (%llu%s)", c->module, c->function, explored,
                    all);
}

static void add_finding(Page *page, const LintReport *report, size_t index) {
    const LintFinding *f = &report->result->findings[index];
    add_heading(page, report->sources, f);
    Quoted place = {.file = text_string(&f->file), .line = lint_line(report->sources, f), .main = true};
    text_add(&place.label, labels[f->kind]);
    quote_show(page, report->sources, &place, 1);
    text_free(&place.label);
    Text where = {0};
    text_format(&where, "%s:%s", text_string(&f->module), text_string(&f->function));
    add_note(page, "in", text_string(&where));
    if (f->roles.size)
        add_note(page, f->kind == LINT_send_unreceived ? "to processes" : "run by processes", text_string(&f->roles));
    if (f->nearest.size) add_note(page, "the nearest", text_string(&f->nearest));
    text_clear(&where);
    text_format(&where, "%s, %s", lint_assumptions[f->certainty], lint_assumed[f->certainty]);
    add_note(page, "certainty", text_string(&where));
    text_clear(&where);
    if (report->confirmation) add_seen(report, index, &where);
    if (where.size) add_note(page, "the test", text_string(&where));
    text_add(page->out, "\n");
    text_free(&where);
}

static void add_withdrawn(Page *page, const LintReport *report) {
    const LintConfirmation *c = report->confirmation;
    for (size_t i = report->result->count; i < report->result->count + report->withdrawn; i++) {
        const LintFinding *f = &report->result->findings[i];
        Text why = {0};
        text_format(&why, "%s:%s/0 does it, in %llu of %llu interleavings", c->module, c->function,
                    (unsigned long long)c->outcomes[i].interleavings, (unsigned long long)c->explored);
        if (c->outcomes[i].how.size) text_format(&why, ": %s", text_string(&c->outcomes[i].how));
        page_format(page, INK_STRONG, "%s:%u: ", text_string(&f->file), lint_line(report->sources, f));
        page_format(page, INK_PLAIN, "withdrawn: %s: %s\n", lint_kinds[f->kind], text_string(&f->pattern));
        add_note(page, "because", text_string(&why));
        text_add(page->out, "\n");
        text_free(&why);
    }
}

static void add_stories(Page *page, const LintConfirmation *c) {
    text_add_bytes(page->out, text_string(&c->stories), c->stories.size);
    if (c->stories.size) text_add(page->out, "\n");
    if (c->others)
        page_format(page, INK_PLAIN, "%s:%s/0 has %llu other error%s: weft check tells of %s\n\n", c->module,
                    c->function, (unsigned long long)c->others, text_plural(c->others), c->others == 1 ? "it" : "them");
}

static void add_reasons(Page *page, const LintResult *r) {
    for (size_t i = 0; i < r->reason_count; i++) {
        const LintReason *reason = &r->reasons[i];
        page_format(page, INK_PLAIN, "  %llu not decided: %s", (unsigned long long)reason->count,
                    text_string(&reason->reason));
        if (reason->first.size)
            page_format(page, INK_PLAIN, " (%s%s)", reason->count > 1 ? "one at " : "at ", text_string(&reason->first));
        page_format(page, INK_PLAIN, "\n");
    }
}

void lint_text(const LintReport *report, Style style, Text *out) {
    const LintResult *r = report->result;
    Page page = {out, style};
    for (size_t i = 0; i < r->count; i++) add_finding(&page, report, i);
    if (report->confirmation) {
        add_withdrawn(&page, report);
        add_stories(&page, report->confirmation);
    }
    page_format(&page, r->count ? INK_STRONG : INK_OK, "%zu finding%s", r->count, text_plural(r->count));
    page_format(&page, INK_PLAIN, "; %llu of %llu receive%s decided, %llu send%s; %.2f s\n",
                (unsigned long long)r->decided, (unsigned long long)r->receives, text_plural(r->receives),
                (unsigned long long)r->sends, text_plural(r->sends), report->seconds);
    if (report->why) add_reasons(&page, r);
}

// --- JSON -------------------------------------------------------------------------------------------------------

static void add_json(JsonWriter *w, Sources *sources, const LintFinding *f) {
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
}

static void add_json_outcome(JsonWriter *w, const LintOutcome *o) {
    static const char *const words[] = {
        [LINT_NOT_MET] = "not_met", [LINT_NOT_SHOWN] = "not_shown", [LINT_SHOWN] = "shown", [LINT_REFUTED] = "refuted"};
    json_text(w, "seen", words[o->seen]);
    if (o->interleavings) json_number(w, "interleavings", o->interleavings);
}

static void add_json_findings(JsonWriter *w, const LintReport *report, const char *name, size_t first, size_t count) {
    json_array(w, name);
    for (size_t i = first; i < first + count; i++) {
        json_object(w, NULL);
        add_json(w, report->sources, &report->result->findings[i]);
        if (report->confirmation) add_json_outcome(w, &report->confirmation->outcomes[i]);
        json_end(w);
    }
    json_end(w);
}

static void add_json_confirmation(JsonWriter *w, const LintConfirmation *c) {
    json_object(w, "test");
    json_text(w, "module", c->module);
    json_text(w, "function", c->function);
    json_number(w, "explored", c->explored);
    json_boolean(w, "complete", c->complete);
    json_number(w, "other_errors", c->others);
    json_end(w);
}

void lint_json(const LintReport *report, Text *out) {
    const LintResult *r = report->result;
    JsonWriter w = {.out = out};
    json_object(&w, NULL);
    json_text(&w, "tool", "weft");
    add_json_findings(&w, report, "findings", 0, r->count);
    if (report->confirmation) {
        add_json_findings(&w, report, "withdrawn", r->count, report->withdrawn);
        add_json_confirmation(&w, report->confirmation);
    }
    json_number(&w, "receives", r->receives);
    json_number(&w, "sends", r->sends);
    json_number(&w, "decided", r->decided);
    json_array(&w, "undecided");
    for (size_t i = 0; i < r->reason_count; i++) {
        json_object(&w, NULL);
        json_text(&w, "reason", text_string(&r->reasons[i].reason));
        json_number(&w, "count", r->reasons[i].count);
        if (r->reasons[i].first.size) json_text(&w, "first", text_string(&r->reasons[i].first));
        json_end(&w);
    }
    json_end(&w);
    json_seconds(&w, "seconds", report->seconds);
    json_end(&w);
    text_add(out, "\n");
}
