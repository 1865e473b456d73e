// The report file: everything that is known of a search, for whoever has to look into it later. The steps of every
// error, all races, results, what was loaded and what was taken for granted; and schedules, so that weft replay takes
// it, too.
#include <string.h>

#include "base/display.h"
#include "base/lines.h"
#include "report/error.h"
#include "report/format.h"

enum { WIDTH = 100 };

static void add_section(Text *out, const char *title) {
    text_format(out, "\n%s\n", title);
    for (size_t i = strlen(title); i > 0; i--) text_add_char(out, '-');
    text_add(out, "\n");
}

static void add_lines(Text *out, const char *lines) {
    const char *line;
    size_t size;
    while ((line = lines_next(&lines, &size))) text_format(out, "  %.*s\n", (int)size, line);
}

static void add_heading(const Report *r, Text *out) {
    Text name = {0};
    report_name(r, &name);
    text_format(out, "weft %s on %s\n", r->version, text_string(&name));
    if (r->command) add_lines(out, r->command);
    text_free(&name);
}

// --- tips --------------------------------------------------------------------------------------------------

static void add_tip(Text *out, const char *tip) {
    Page page = {out, {.width = WIDTH}};
    text_add(out, "  * ");
    page_wrap(&page, INK_PLAIN, tip, 4, 4);
}

static void add_tips(const Report *r, Text *out) {
    unsigned cuts = r->search.cuts;
    Text tips = {0};
    if (r->findings->finding_count)
        add_tip(&tips,
                "weft replay takes this file and follows the schedule of error 1, or with --error N that of another.");
    if ((cuts & CUT_STOPPED) && !r->interrupted) add_tip(&tips, "--keep-going goes on after the first error.");
    if (cuts & CUT_DEPTH)
        add_tip(&tips,
                "An interleaving that was cut at --depth-bound is perhaps one that never ends; else raise the bound.");
    if (cuts & (CUT_TIME | CUT_INTERLEAVINGS))
        add_tip(&tips, "Fewer processes, messages or rounds in the test make the search complete sooner than more time "
                       "does; --jobs N uses more processors; --scheduling-bound-type preemption first tries the "
                       "interleavings with few preemptions.");
    if (r->bound == BOUND_NONE && r->search.blocked > r->search.explored)
        add_tip(&tips, "Most interleavings were given up as seen already: --dpor optimal explores none twice.");
    if (r->findings->outcome_count > 1 && !r->findings->finding_count)
        add_tip(
            &tips,
            "The test function has different results and none of them is an error: if only one is right, assert it.");
    if (r->findings->left.count)
        add_tip(&tips, "--strict-deadlock tells how it comes about that processes are left behind.");
    if (tips.size) {
        add_section(out, "Tips");
        text_add_bytes(out, tips.data, tips.size);
    }
    text_free(&tips);
}

// --- the rest ----------------------------------------------------------------------------------------------

static void add_errors(const Report *r, Text *out, Sources *sources) {
    Page page = {out, {.width = WIDTH, .utf8 = true}};
    if (!r->findings->finding_count) return;
    add_section(out, r->findings->finding_count == 1 ? "The error" : "Errors");
    for (uint32_t i = 0; i < r->findings->finding_count; i++) error_show_whole(&page, sources, r, i);
}

static void add_outcomes(const Report *r, Text *out) {
    const Findings *f = r->findings;
    if (!f->outcome_count) return;
    add_section(out, "Results of the test function");
    uint32_t listed = report_outcomes_listed(f);
    for (uint32_t i = 0; i < listed; i++)
        text_format(out, "  %8llu x  %s\n", (unsigned long long)f->outcomes[i].count,
                    text_string(&f->outcomes[i].result));
    if (listed < f->outcome_count)
        text_format(out, "  and %u more results, which are not listed\n", f->outcome_count - listed);
}

enum { LEFT_WIDTH = 1 << 20 };   // of a line about who is left behind: mailboxes may be huge

static void add_left(const Report *r, Text *out) {
    const LeftBehind *left = &r->findings->left;
    if (!left->count) return;
    add_section(out, "Left behind");
    text_format(out, "  after %llu interleavings, of these %llu with messages that nobody takes; for example:\n",
                (unsigned long long)left->count, (unsigned long long)left->with_messages);
    text_add_lines(out, text_string(&left->told), LEFT_WIDTH);
}

static void add_notes(const Report *r, Text *out) {
    Report whole = *r;
    whole.show_handled = true;
    if (!r->findings->notes.count) return;
    add_section(out, "Crashes that are no errors");
    report_notes_text(&whole, "  ", out);
}

static void add_assumptions(const Report *r, Text *out) {
    if (!r->assumed) return;
    add_section(out, "What was taken for granted");
    add_lines(out, r->assumed);
    report_hidden_text(r, out);
    if (!r->externals || !*r->externals) return;
    text_add(out, "  Answered by a real erl, and the same in every interleaving:\n");
    add_lines(out, r->externals);
}

static void add_modules(const Report *r, Text *out) {
    if (!r->modules || !*r->modules) return;
    add_section(out, "Modules that were loaded");
    add_lines(out, r->modules);
}

static void add_schedules(const Report *r, Text *out) {
    for (uint32_t i = 0; i < r->findings->finding_count; i++) {
        Text title = {0};
        text_format(&title, "Schedule of error %u", i + 1);
        add_section(out, text_string(&title));
        report_schedule(r, &r->findings->findings[i].story, out);
        text_add(out, "# the end\n");
        text_free(&title);
    }
}

static void add(Sheet *sheet, const Report *r) {
    Text *out = &sheet->out;
    Sources sources = {.folders = r->folders, .folder_count = r->folder_count};
    if (out->size) text_add(out, "\n\n");
    add_heading(r, out);
    if (r->skipped) {
        text_format(out, "skipped: %s\n", r->skipped);
    } else if (r->message) {
        text_format(out, "could not be done: %s\n", r->message);
    } else {
        text_add(out, "\n");
        report_verdict_text(r, (Style){.width = WIDTH, .utf8 = true}, out);
        add_tips(r, out);
        add_errors(r, out, &sources);
        add_outcomes(r, out);
        add_left(r, out);
        add_notes(r, out);
        add_assumptions(r, out);
        add_modules(r, out);
        add_schedules(r, out);
    }
    if (r->ascii) display_to_ascii(out);
    sources_free(&sources);
}

const Format format_output = {.plain = true, .add = add};
