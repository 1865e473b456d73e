#include "report/github.h"
#include "report/rows.h"

#include <string.h>

#include "base/utf8.h"
#include "base/xml.h"

// --- annotations -------------------------------------------------------------------------------------------

// Values of properties end at a comma, and a command's properties at a colon.
static void add_escaped(Text *out, const char *text, bool property) {
    while (*text) {
        uint32_t c;
        text += utf8_visible(text, &c);
        bool special = c == '%' || c == '\r' || c == '\n' || (property && (c == ':' || c == ','));
        if (special)
            text_format(out, "%%%02X", c);
        else
            text_add_utf8(out, c);
    }
}

static void add_place(Sheet *sheet, Place place, Text *out) {
    Text path = {0};
    if (!place.file) return;
    sheet_path(sheet, place.file, place.size, &path);
    text_add(out, "file=");
    add_escaped(out, text_string(&path), true);
    text_format(out, ",line=%u,", place.line);
    text_free(&path);
}

void github_command(Sheet *sheet, const char *level, Place place, const char *title, const char *message) {
    Text *out = &sheet->out;
    text_format(out, "::%s ", level);
    add_place(sheet, place, out);
    text_add(out, "title=");
    add_escaped(out, title, true);
    text_add(out, "::");
    add_escaped(out, message, false);
    text_add(out, "\n");
}

// In the words of the text, with the place in the project's own code if there is one.
static void describe_step(const Finding *f, uint32_t number, Wording *wording, Text *out) {
    const StoryStep *step = &f->story.steps[number - 1];
    bool own = step->user_line > 0;
    text_format(out, "  %s  ", text_string(&step->process));
    if (step->call.size && step->library)
        rows_tell_call(wording, &f->story, 1, number, out);
    else
        wording_tell(wording, step, out);
    if (own || step->line)
        text_format(out, "   (%s:%u)", text_string(own ? &step->user_file : &step->file),
                    own ? step->user_line : step->line);
    text_add(out, "\n");
}

static void describe_race(const Finding *f, Text *out) {
    if (f->cause != CAUSE_RACE) return;
    const StoryRace *race = &f->races[f->race];
    Wording wording = {0};
    text_add(out, "The other way round, the test passes:\n");
    describe_step(f, race->first, &wording, out);
    if (race->second)
        describe_step(f, race->second, &wording, out);
    else
        text_format(out, "  %s\n", text_string(&race->late));
    wording_free(&wording);
}

static Place test_place(const Report *r) {
    return r->file && *r->file ? (Place){r->file, strlen(r->file), r->line ? r->line : 1} : (Place){0};
}

static void annotate_error(Sheet *sheet, const Report *r, const Finding *f) {
    Text title = {0}, message = {0};
    Place place = place_of_finding(f);
    report_name(r, &title);
    text_format(&title, ": %s", report_trouble(f->kind));
    if (report_timing(r, f, &message)) text_add(&message, "\n");
    report_headline(f, &message);
    text_format(&message, "\n%s", text_string(&f->details));
    describe_race(f, &message);
    github_command(sheet, f->timing && !r->timing_fails ? "warning" : "error", place.file ? place : test_place(r),
                   text_string(&title), text_string(&message));
    text_free(&title);
    text_free(&message);
}

static void annotate(Sheet *sheet, const Report *r) {
    Text name = {0};
    report_name(r, &name);
    switch (report_verdict(r)) {
    case REPORT_FAILED:
    case REPORT_TIMING:
        for (uint32_t i = 0; i < r->findings->finding_count; i++) annotate_error(sheet, r, &r->findings->findings[i]);
        break;
    case REPORT_UNABLE:
        text_add(&name, " could not be checked");
        github_command(sheet, "error", test_place(r), text_string(&name), r->message);
        break;
    case REPORT_OPEN:
        github_command(sheet, r->open_fails ? "error" : "notice", test_place(r), text_string(&name),
                       "no error found, but the search is not exhaustive");
        break;
    default: break;
    }
    text_free(&name);
}

const Format format_annotations = {.plain = true, .add = annotate, .lines = true};

// --- the summary -------------------------------------------------------------------------------------------

enum { STORIES_MAX = 500 * 1000 };   // bytes; the page takes a megabyte

static void add_cell(Text *out, const char *text) {
    while (*text) {
        uint32_t c;
        text += utf8_visible(text, &c);
        if (c < 0x80 && strchr("\\`*_{}[]<>#|~&", (int)c)) text_add_char(out, '\\');
        text_add_utf8(out, c < 0x20 ? ' ' : c);
    }
}

// A story has no line that could end the block: its fence is longer than any of backquotes in it.
static void add_block(Text *out, const char *text) {
    size_t longest = 2;
    for (const char *at = strchr(text, '`'); at; at = strchr(at, '`')) {
        size_t size = strspn(at, "`");
        if (size > longest) longest = size;
        at += size;
    }
    for (size_t i = 0; i <= longest; i++) text_add_char(out, '`');
    text_add(out, "text\n");
    while (*text) {
        uint32_t c;
        text += utf8_visible(text, &c);
        text_add_utf8(out, c);
    }
    if (out->data[out->size - 1] != '\n') text_add(out, "\n");
    for (size_t i = 0; i <= longest; i++) text_add_char(out, '`');
    text_add(out, "\n");
}

static void add_story(Text *out, const Report *r, const char *name) {
    Text text = {0};
    if (r->message)
        text_add(&text, r->message);
    else
        report_text(r, report_file_style(r), &text);
    text_add(out, "\n<details><summary>");
    xml_text(out, name);
    text_add(out, "</summary>\n\n");
    if (out->size + text.size <= STORIES_MAX)
        add_block(out, text_string(&text));
    else
        text_add(out, "The story is too long for this page: the log of the step has it.\n");
    text_add(out, "\n</details>\n");
    text_free(&text);
}

static void summarize(Sheet *sheet, const Report *r) {
    static const char *const marks[REPORT_VERDICTS] = {
        [REPORT_OK] = ":white_check_mark: ok",       [REPORT_FAILED] = ":x: fails",
        [REPORT_TIMING] = ":stopwatch: timing",      [REPORT_OPEN] = ":hourglass: open",
        [REPORT_SKIPPED] = ":fast_forward: skipped", [REPORT_UNABLE] = ":warning: could not be checked",
    };
    ReportVerdict verdict = report_verdict(r);
    Text name = {0}, timing = {0};
    report_name(r, &name);
    text_add(&sheet->part, "| ");
    add_cell(&sheet->part, text_string(&name));
    text_format(&sheet->part, " | %s | ", marks[verdict]);
    if (verdict == REPORT_FAILED) add_cell(&sheet->part, report_trouble(r->findings->findings[0].kind));
    if (verdict == REPORT_TIMING && report_timing(r, &r->findings->findings[0], &timing))
        add_cell(&sheet->part, text_string(&timing));
    if (verdict == REPORT_SKIPPED) add_cell(&sheet->part, r->skipped);
    text_format(&sheet->part, " | %llu | %.2f s |\n", (unsigned long long)r->search.explored, r->search.seconds);
    if (verdict == REPORT_FAILED || verdict == REPORT_TIMING || verdict == REPORT_UNABLE)
        add_story(&sheet->body, r, text_string(&name));
    text_free(&name);
    text_free(&timing);
}

static void end_summary(Sheet *sheet) {
    static const char *const told[REPORT_VERDICTS] = {
        "ok", "failed", "a matter of timing", "not exhaustive", "skipped", "could not be checked"};
    text_add(&sheet->out, "## weft:");
    const char *comma = " ";
    for (int i = 0; i < REPORT_VERDICTS; i++) {
        if (!sheet->counts[i]) continue;
        text_format(&sheet->out, "%s%llu %s", comma, (unsigned long long)sheet->counts[i], told[i]);
        comma = ", ";
    }
    text_add(&sheet->out, "\n\n| test | verdict | | interleavings | time |\n|---|---|---|---:|---:|\n");
    text_add(&sheet->out, text_string(&sheet->part));
    text_add(&sheet->out, text_string(&sheet->body));
    text_add(&sheet->out, "\n");
}

const Format format_summary = {.add = summarize, .end = end_summary};
