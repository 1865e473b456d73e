// What was found, for people: the verdict, then each error, what else is worth knowing, what to do next.
#include <string.h>

#include "base/display.h"
#include "base/lines.h"
#include "report/error.h"
#include "report/sample.h"
#include "report/states.h"

enum { OUTCOMES_TOLD = 20, ERRORS_TOLD = 10, REASON_WIDEST = 80 };

// --- the verdict -----------------------------------------------------------------------------------------

static void add_verdict(const Report *r, Page *page) {
    const SearchResult *s = &r->search;
    uint32_t errors = r->findings->finding_count;
    Text name = {0};
    report_name(r, &name);
    if (errors)
        page_format(page, INK_ERROR, "%u error%s", errors, text_plural(errors));
    else if (r->replayed)
        page_ink(page, INK_OK, "no error");
    else if (s->complete)
        page_ink(page, INK_OK, "ok");
    else
        page_ink(page, INK_WARNING, "no error found");
    if (!errors && r->replayed)
        text_add(page->out, " in this interleaving of ");
    else
        text_add(page->out, !errors && s->complete ? ": no schedule of " : " in ");
    text_add(page->out, text_string(&name));
    if (report_verdict(r) == REPORT_TIMING)
        text_add(page->out, errors > 1 ? ", matters of timing" : ", a matter of timing");
    if (!errors && !r->replayed) text_add(page->out, s->complete ? " fails" : ", but the search is not exhaustive");
    if (!errors && r->budgets) text_format(page->out, ", with %s", r->budgets);
    text_add(page->out, "\n");
    text_free(&name);
}

static void add_numbers(const Report *r, Text *out) {
    const SearchResult *s = &r->search;
    if (r->replayed) {
        text_format(out, "%llu step%s replayed\n", (unsigned long long)s->events, text_plural(s->events));
        return;
    }
    text_format(out, "%llu interleaving%s explored", (unsigned long long)s->explored, text_plural(s->explored));
    if (s->blocked) text_format(out, ", %llu given up as seen already", (unsigned long long)s->blocked);
    if (s->outside) text_format(out, ", %llu seen by two jobs", (unsigned long long)s->outside);
    text_format(out, ", %llu steps, %.2f s, search %s\n", (unsigned long long)s->events, s->seconds, r->strategy);
}

static void add_left_out(const Report *r, Text *out) {
    text_add(out, " ");
    if (report_left_out(r, out))
        text_add(out, ";");
    else
        out->size--;
}

static void add_proved(const Report *r, Page *page) {
    Text proved = {0};
    if (report_proved(r, &proved)) {
        page_ink(page, INK_OK, "proved:");
        text_format(page->out, " %s\n", text_string(&proved));
    }
    text_free(&proved);
}

static void add_cuts(const Report *r, Page *page) {
    unsigned cuts = r->search.cuts;
    Text why = {0};
    if (!cuts) return;
    if (cuts & CUT_DEPTH) text_add(&why, " some interleavings were cut at --depth-bound;");
    if (cuts & CUT_INTERLEAVINGS) text_add(&why, " --interleaving-bound was reached;");
    if (cuts & CUT_TIME) text_add(&why, " --max-seconds was reached;");
    if (cuts & CUT_BUDGET) add_left_out(r, &why);
    if (cuts & CUT_CONTRACT) text_add(&why, " weft was wrong about what a step touches, please report this test;");
    if (cuts & CUT_STOPPED)
        text_format(&why, " %s;",
                    r->interrupted ? r->interrupted : "stopped at the first error (--keep-going finds more)");
    why.data[why.size - 1] = 0;
    page_ink(page, INK_WARNING, "not exhaustive:");
    text_format(page->out, "%s\n", text_string(&why));
    text_free(&why);
}

// --- the rest --------------------------------------------------------------------------------------------

static void add_outcome(const OutcomeSeen *seen, Page *page) {
    enum { BEFORE = 16, LINES = 2 };
    const char *result = text_string(&seen->result);
    size_t room = page->style.width > BEFORE ? LINES * page->style.width - BEFORE : SIZE_MAX;
    size_t line = strcspn(result, "\n"), fits = display_fit(result, line, room);
    text_format(page->out, "  %6llu time%s  %.*s%s\n", (unsigned long long)seen->count, seen->count == 1 ? " " : "s",
                (int)fits, result, fits < line ? page_glyph(page, GLYPH_CUT) : "");
}

static void add_outcomes(const Report *r, Page *page) {
    const Findings *f = r->findings;
    if (f->outcome_count < 2) return;
    text_add(page->out, "\nthe test function ends in different ways under different schedules:\n");
    for (uint32_t i = 0; i < f->outcome_count && i < OUTCOMES_TOLD; i++) add_outcome(&f->outcomes[i], page);
    if (f->outcome_count > OUTCOMES_TOLD)
        text_format(page->out, "  and %u more ways (--json FILE has %s of them)\n", f->outcome_count - OUTCOMES_TOLD,
                    report_outcomes_listed(f) == f->outcome_count ? "all" : "more");
}

enum { LEFT_WIDTH = 400 };   // of a line about who is left behind: mailboxes may be huge; the report file has all of it

static void add_left(const Report *r, Page *page) {
    const LeftBehind *left = &r->findings->left;
    if (!left->count || !left->told.size) return;   // or else it was only what runs the test
    text_add(page->out, "\n");
    page_ink(page, left->with_messages ? INK_WARNING : INK_NOTE, left->with_messages ? "warning:" : "note:");
    text_add(page->out, " processes are left behind");
    if (!r->replayed)
        text_format(page->out, " after %llu %s%s", (unsigned long long)left->count, report_unit(r),
                    text_plural(left->count));
    if (left->with_messages && left->with_messages < left->count)
        text_format(page->out, ", after %llu of them", (unsigned long long)left->with_messages);
    if (left->with_messages) text_add(page->out, " with messages that nobody takes");
    text_add(page->out, " (--strict-deadlock makes this an error)\n");
    text_add_lines(page->out, text_string(&left->told), LEFT_WIDTH);
}

static void add_trace(const char *trace, const char *indent, Text *out) {
    const char *line;
    size_t size;
    while ((line = lines_next(&trace, &size))) text_format(out, "%s%.*s\n", indent, (int)size, line);
}

static void add_note(const Report *r, const CrashNote *note, const char *indent, Text *out) {
    const char *reason = text_string(&note->reason);
    size_t fits = display_fit(reason, note->reason.size, REASON_WIDEST);
    text_format(out, "%snote: %s ends with %.*s%s", indent, text_string(&note->process), (int)fits, reason,
                fits < note->reason.size ? "..." : "");
    if (!r->replayed && note->count < r->search.explored)
        text_format(out, " in %llu of %llu interleavings", (unsigned long long)note->count,
                    (unsigned long long)r->search.explored);
    text_add(out,
             note->handled ? ", which is handled\n" : ", and nobody is told (--crashes-fail makes this an error)\n");
    add_trace(text_string(&note->trace), indent, out);
}

void report_notes_text(const Report *r, const char *indent, Text *out) {
    const CrashNotes *notes = &r->findings->notes;
    for (uint32_t i = 0; i < notes->count; i++)
        if (!notes->items[i].handled || r->show_handled) add_note(r, &notes->items[i], indent, out);
    if (r->search.running)
        text_format(out, "%snote: others go on and on after the test, and were left to themselves after a while\n",
                    indent);
}

static void add_notes(const Report *r, Text *out) {
    Text notes = {0};
    uint32_t handled = r->show_handled ? 0 : notes_count(&r->findings->notes, true);
    report_notes_text(r, "", &notes);
    if (handled)
        text_format(&notes, "note: %u kind%s of crashes %s handled (--show-handled)\n", handled, text_plural(handled),
                    handled == 1 ? "is" : "are");
    if (notes.size) text_format(out, "\n%s", text_string(&notes));
    text_free(&notes);
}

static void add_externals(const Report *r, Text *out) {
    if (!r->externals || !*r->externals) return;
    text_add(out, "\nanswered by a real erl, and taken to be the same in every interleaving (--external):\n");
    for (const char *line = r->externals; *line;) {
        size_t size = strcspn(line, "\n");
        text_format(out, "  %.*s\n", (int)size, line);
        line += size + (line[size] == '\n');
    }
}

// "a, b and c"
static void add_words(const char *lines, Text *out) {
    const char *word, *before = "";
    size_t size;
    while ((word = lines_next(&lines, &size))) {
        text_format(out, "%s%.*s", before, (int)size, word);
        const char *rest = lines;
        size_t ignored;
        before = lines_next(&rest, &ignored) && *rest ? ", " : " and ";
    }
}

void report_hidden_text(const Report *r, Text *out) {
    const Hidden *hidden = r->hidden;
    if (r->replayed || !hidden || !(hidden->output || hidden->servers.size)) return;
    text_add(out, "\nnot explored:");
    if (hidden->output) text_add(out, " in what order processes print and log;");
    if (hidden->servers.size) {
        text_add(out, " the steps inside ");
        add_words(text_string(&hidden->servers), out);
        text_add(out, ";");
    }
    out->size--;
    text_add(out, " (--system-races explores this)\n");
}

static void add_next(const Report *r, Page *page) {
    bool errors = r->findings->finding_count > 0;
    if (r->replayed || !errors || (!r->written && !r->scheduled)) return;
    text_add(page->out, "\n");
    page_ink(page, INK_NOTE, "replay: ");
    text_format(page->out, "weft replay %s\n", r->scheduled ? r->scheduled : r->written);
    if (!r->written) return;
    page_ink(page, INK_NOTE, "report: ");
    text_format(page->out, "%s (all steps, races, options, what was assumed)\n", r->written);
}

// --- all of it -------------------------------------------------------------------------------------------

static void add_errors(const Report *r, Page *page, Sources *sources) {
    uint32_t count = r->findings->finding_count;
    for (uint32_t i = 0; i < count && i < ERRORS_TOLD; i++) error_show(page, sources, r, i);
    if (count > ERRORS_TOLD)
        text_format(page->out, "\nand %u more error%s: --output FILE or --json FILE has all of them\n",
                    count - ERRORS_TOLD, text_plural(count - ERRORS_TOLD));
}

void report_verdict_text(const Report *r, Style style, Text *out) {
    Page page = {out, style};
    if (r->sampled) {
        sample_verdict(r, out);
        return;
    }
    if (r->states) {
        states_verdict(r, style, out);
        return;
    }
    add_verdict(r, &page);
    add_numbers(r, out);
    if (r->drawn) sample_drawn(r, out);
    add_cuts(r, &page);
    add_proved(r, &page);
}

void report_text(const Report *r, Style style, Text *out) {
    Text text = {0};
    Page page = {&text, style};
    Sources sources = {.folders = r->folders, .folder_count = r->folder_count};
    report_verdict_text(r, style, &text);
    add_errors(r, &page, &sources);
    add_outcomes(r, &page);
    add_left(r, &page);
    add_notes(r, &text);
    add_externals(r, &text);
    report_hidden_text(r, &text);
    add_next(r, &page);
    if (!style.utf8) display_to_ascii(&text);
    text_add_bytes(out, text_string(&text), text.size);
    text_free(&text);
    sources_free(&sources);
}
