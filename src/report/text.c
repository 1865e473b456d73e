#include <string.h>

#include "report/report.h"

static const char *plural(uint64_t count) { return count == 1 ? "" : "s"; }

static void add_verdict(const Report *r, Text *out) {
    const SearchResult *s = &r->search;
    uint32_t errors = r->findings->finding_count;
    if (errors == 0 && s->complete)
        text_format(out, "ok: no schedule of %s:%s/0 fails\n", r->module, r->function);
    else if (errors == 0)
        text_format(out, "no error found in %s:%s/0, but the search is not exhaustive\n", r->module, r->function);
    else
        text_format(out, "%u error%s in %s:%s/0\n", errors, plural(errors), r->module, r->function);
    text_format(out, "%llu interleaving%s explored", (unsigned long long)s->explored, plural(s->explored));
    if (s->blocked) text_format(out, ", %llu given up as seen already", (unsigned long long)s->blocked);
    text_format(out, ", %llu steps, %.2f s, search %s\n", (unsigned long long)s->events, s->seconds, r->strategy);
}

static void add_cuts(const Report *r, Text *out) {
    unsigned cuts = r->search.cuts;
    if (!cuts) return;
    text_add(out, "not exhaustive:");
    if (cuts & CUT_DEPTH) text_add(out, " some interleavings were cut at --depth-bound;");
    if (cuts & CUT_INTERLEAVINGS) text_add(out, " --interleaving-bound was reached;");
    if (cuts & CUT_TIME) text_add(out, " --max-seconds was reached;");
    if (cuts & CUT_BUDGET) text_format(out, " %s;", r->bound ? r->bound : "the scheduling bound left some out");
    if (cuts & CUT_STOPPED)
        text_add(out, r->findings->finding_count ? " stopped at the first error (--keep-going finds more);" : " interrupted;");
    out->data[out->size - 1] = '\n';
}

static size_t widest_process(const Story *story) {
    size_t width = 1;
    for (uint32_t i = 0; i < story->length; i++)
        if (story->steps[i].process.size > width) width = story->steps[i].process.size;
    return width;
}

static void add_story(const Story *story, Text *out) {
    size_t width = widest_process(story);
    for (uint32_t i = 0; i < story->length; i++) {
        const StoryStep *step = &story->steps[i];
        text_format(out, "  %4u  %-*s  %s", i + 1, (int)width, text_string(&step->process), text_string(&step->what));
        if (step->line) text_format(out, "   (%s:%u)", text_string(&step->file), step->line);
        text_add(out, "\n");
    }
}

static void add_finding(const Report *r, const Finding *f, uint32_t number, Text *out) {
    static const char *const headings[FINDING_KINDS] = {
        [FINDING_ABNORMAL_EXIT] = "a process crashes", [FINDING_ASSERTION] = "an assertion fails",
        [FINDING_DEADLOCK] = "deadlock",               [FINDING_DEPTH_BOUND] = "depth bound",
        [FINDING_LIVELOCK] = "possible livelock",      [FINDING_HALT] = "halt",
    };
    text_format(out, "\nerror %u: %s (%s)\n", number, headings[f->kind], finding_names[f->kind]);
    if (f->kind == FINDING_ABNORMAL_EXIT || f->kind == FINDING_ASSERTION)
        text_format(out, "  %s ends with %s\n", text_string(&f->process), text_string(&f->reason));
    else
        text_format(out, "  %s\n", text_string(&f->reason));
    text_add(out, text_string(&f->details));
    text_format(out, "  in %llu of %llu interleavings explored, first in number %llu\n", (unsigned long long)f->count,
                (unsigned long long)r->search.explored, (unsigned long long)f->interleaving);
    text_add(out, "how it comes about:\n");
    add_story(&f->story, out);
}

static void add_outcomes(const Report *r, Text *out) {
    const Findings *f = r->findings;
    if (f->outcome_count < 2) return;
    text_add(out, "\nthe test function ends in different ways under different schedules:\n");
    for (uint32_t i = 0; i < f->outcome_count; i++)
        text_format(out, "  %6llu times  %s\n", (unsigned long long)f->outcomes[i].count,
                    text_string(&f->outcomes[i].result));
}

static void add_left(const Report *r, Text *out) {
    if (!r->findings->left_behind) return;
    text_format(out, "\nleft behind after %llu interleaving%s (--strict-deadlock makes this an error), for example:\n%s",
                (unsigned long long)r->findings->left_behind, plural(r->findings->left_behind),
                text_string(&r->findings->left));
}

void report_text(const Report *r, Text *out) {
    add_verdict(r, out);
    add_cuts(r, out);
    for (uint32_t i = 0; i < r->findings->finding_count; i++) add_finding(r, &r->findings->findings[i], i + 1, out);
    add_outcomes(r, out);
    add_left(r, out);
}

void report_schedule(const Report *r, const Story *story, Text *out) {
    text_add(out, "# Who acts, step by step: weft replay FILE follows it. Lines may be taken out, moved and added.\n");
    text_format(out, "module: %s\nfunction: %s\n", r->module, r->function);
    for (size_t i = 0; i < r->file_count; i++) text_format(out, "file: %s\n", r->files[i]);
    text_add(out, "\n");
    size_t width = widest_process(story);
    for (uint32_t i = 0; i < story->length; i++) {
        const StoryStep *step = &story->steps[i];
        text_format(out, "%-*s  # %s\n", (int)width, text_string(&step->process), text_string(&step->what));
    }
}
