#include "report/report.h"

#include <string.h>

const char *const report_verdicts[REPORT_VERDICTS] = {
    [REPORT_OK] = "ok",     [REPORT_FAILED] = "FAILS",    [REPORT_TIMING] = "timing",
    [REPORT_OPEN] = "open", [REPORT_SKIPPED] = "skipped", [REPORT_UNABLE] = "unable",
};

ReportVerdict report_verdict(const Report *r) {
    if (r->skipped) return REPORT_SKIPPED;
    if (r->message) return REPORT_UNABLE;
    for (uint32_t i = 0; i < r->findings->finding_count; i++)
        if (!r->findings->findings[i].timing) return REPORT_FAILED;
    if (r->findings->finding_count) return REPORT_TIMING;
    return r->search.complete || r->replayed ? REPORT_OK : REPORT_OPEN;
}

void report_summary(const uint64_t counts[REPORT_VERDICTS], uint64_t interleavings, double seconds, Text *out) {
    static const char *const told[REPORT_VERDICTS] = {
        "ok", "failed", "a matter of timing", "not exhaustive", "skipped", "could not be checked"};
    uint64_t all = 0;
    for (int i = 0; i < REPORT_VERDICTS; i++) all += counts[i];
    text_format(out, "%llu test%s: ", (unsigned long long)all, text_plural(all));
    const char *comma = "";
    for (int i = 0; i < REPORT_VERDICTS; i++) {
        if (!counts[i] && i != REPORT_OK) continue;
        text_format(out, "%s%llu %s", comma, (unsigned long long)counts[i], told[i]);
        comma = ", ";
    }
    text_format(out, "; %llu interleaving%s, %.2f s\n", (unsigned long long)interleavings, text_plural(interleavings),
                seconds);
}

const char *report_unit(const Report *r) { return r->sampled ? "run" : r->states ? "state" : "interleaving"; }

bool report_fails(const Report *r) {
    ReportVerdict verdict = report_verdict(r);
    return verdict == REPORT_FAILED || (verdict == REPORT_TIMING && r->timing_fails) ||
           (verdict == REPORT_OPEN && r->open_fails) || (verdict == REPORT_SKIPPED && r->skip_fails);
}

// --- scheduling bounds -----------------------------------------------------------------------------------

static const char *bound_noun(const Report *r) { return r->bound == BOUND_DELAY ? "delay" : "preemption"; }

void report_cost(const Report *r, uint32_t cost, Text *out) {
    if (cost)
        text_format(out, "%u %s%s", cost, bound_noun(r), text_plural(cost));
    else
        text_format(out, "no %s", bound_noun(r));
}

// What has less than the errors have, and was explored all.
static uint32_t rounds_proved(const Report *r) {
    uint32_t rounds = r->search.rounds;
    for (uint32_t i = 0; i < r->findings->finding_count; i++)
        if (r->findings->findings[i].cost < rounds) rounds = r->findings->findings[i].cost;
    return r->search.cuts & CUT_DEPTH ? 0 : rounds;
}

bool report_proved(const Report *r, Text *out) {
    uint32_t rounds = rounds_proved(r);
    if (r->bound == BOUND_NONE || r->search.complete || !rounds) return false;
    if (rounds == 1)
        text_format(out, "no schedule without %ss fails", bound_noun(r));
    else
        text_format(out, "no schedule with at most %u %s%s fails", rounds - 1, bound_noun(r), text_plural(rounds - 1));
    return true;
}

bool report_left_out(const Report *r, Text *out) {
    if (r->search.cuts != CUT_BUDGET && r->search.cuts != (CUT_BUDGET | CUT_DEPTH)) return false;
    uint32_t most = r->search.rounds - 1;
    if (most)
        text_format(out, "interleavings with more than %u %s%s were left out", most, bound_noun(r), text_plural(most));
    else
        text_format(out, "interleavings with %ss were left out", bound_noun(r));
    return true;
}

// --- errors ----------------------------------------------------------------------------------------------

const char *report_trouble(FindingKind kind) {
    static const char *const troubles[FINDING_KINDS] = {
#define FINDING(KIND, name, happens, ...) [FINDING_##KIND] = happens,
#include "explore/witness/finding.def"
    };
    return troubles[kind];
}

// What an assertion expected, in one line: the details up to the trace.
static void add_expectation(const Finding *f, Text *out) {
    const char *comma = "";
    for (const char *line = text_string(&f->details); *line;) {
        line += strspn(line, " ");
        size_t size = strcspn(line, "\n");
        if (strncmp(line, "in ", 3) == 0) return;
        text_format(out, "%s%.*s", comma, (int)size, line);
        comma = "; ";
        line += size + (line[size] == '\n');
    }
}

uint32_t report_told_before(const Report *r, const Finding *f) {
    const Finding *first = r->findings->findings;
    const char *names = text_string(&f->schedule.names);
    for (const Finding *other = first; other < f; other++)
        if (other->story.length == f->story.length && strcmp(text_string(&other->schedule.names), names) == 0)
            return (uint32_t)(other - first) + 1;
    return 0;
}

void report_headline(const Finding *f, Text *out) {
    text_format(out, "%s: ", report_trouble(f->kind));
    size_t size = out->size;
    if (f->kind == FINDING_ASSERTION) add_expectation(f, out);
    if (out->size > size) return;
    if (f->kind == FINDING_ABNORMAL_EXIT || f->kind == FINDING_ASSERTION)
        text_format(out, "%s ends with %s", text_string(&f->process), text_string(&f->reason));
    else
        text_add(out, text_string(&f->reason));
}

Style report_file_style(const Report *r) { return (Style){.width = 100, .utf8 = !r->ascii}; }

void report_name(const Report *r, Text *out) {
    if (r->title)
        text_add(out, r->title);
    else if (!*r->module)
        text_add(out, "weft");   // it was not even said what to check
    else if (strncmp(r->module, "Elixir.", 7) == 0)
        text_format(out, "%s.%s/0", r->module + 7, r->function);
    else
        text_format(out, "%s:%s/0", r->module, r->function);
}

uint32_t report_outcomes_listed(const Findings *findings) {
    enum { OUTCOMES_MOST = 10000, BYTES_LISTED = 16 << 20 };
    size_t bytes = 0;
    for (uint32_t i = 0; i < findings->outcome_count; i++) {
        const OutcomeSeen *seen = &findings->outcomes[i];
        bytes += seen->result.size + seen->schedule.names.size;
        if (i == OUTCOMES_MOST || (i > 0 && bytes > BYTES_LISTED)) return i;
    }
    return findings->outcome_count;
}
