#include <string.h>

#include "base/lines.h"
#include "report/report.h"
#include "report/sample.h"

enum { STORY_WHOLE = 100, STORY_END = 20, OUTCOMES_TOLD = 20, RACES_TOLD = 100 };

static const char *plural(uint64_t count) { return count == 1 ? "" : "s"; }

// --- the verdict -----------------------------------------------------------------------------------------

static void add_verdict(const Report *r, Text *out) {
    const SearchResult *s = &r->search;
    uint32_t errors = r->findings->finding_count;
    if (errors) text_format(out, "%u error%s in ", errors, plural(errors));
    else if (r->replayed) text_add(out, "no error in this interleaving of ");
    else if (s->complete) text_add(out, "ok: no schedule of ");
    else text_add(out, "no error found in ");
    report_name(r, out);
    if (!errors && !r->replayed) text_add(out, s->complete ? " fails" : ", but the search is not exhaustive");
    text_add(out, "\n");
    if (r->replayed) {
        text_format(out, "%llu step%s replayed\n", (unsigned long long)s->events, plural(s->events));
        return;
    }
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
        text_add(out, r->interrupted ? " interrupted;" : " stopped at the first error (--keep-going finds more);");
    out->data[out->size - 1] = '\n';
}

// --- errors ----------------------------------------------------------------------------------------------

static const StoryRace *decisive_race(const Finding *f) {
    return f->cause == CAUSE_RACE ? &f->races[f->race] : NULL;
}

static void add_step(const Story *story, uint32_t number, const char *mark, size_t width, Text *out) {
    const StoryStep *step = &story->steps[number - 1];
    text_format(out, "%s%4u  %-*s  %s", mark, number, (int)width, text_string(&step->process), text_string(&step->what));
    if (step->line) text_format(out, "   (%s:%u)", text_string(&step->file), step->line);
    text_add(out, "\n");
}

static void add_probes(const Text *lines, Text *out) {
    for (const char *line = text_string(lines); *line;) {
        size_t size = strcspn(line, "\n");
        text_format(out, "     *  %.*s\n", (int)size, line);
        line += size + (line[size] == '\n');
    }
}

// A very long one without its middle.
static void add_story(const Finding *f, Text *out) {
    const StoryRace *race = decisive_race(f);
    size_t width = report_widest_process(&f->story);
    add_probes(&f->story.probes, out);
    for (uint32_t i = 1; i <= f->story.length; i++) {
        bool marked = race && (i == race->first || i == race->second);
        if (f->story.length > STORY_WHOLE && i == STORY_END + 1) {
            i = f->story.length - STORY_END;
            text_format(out, "        ... %u steps (--schedule FILE writes all of them) ...\n", i - STORY_END);
        } else {
            add_step(&f->story, i, marked ? "> " : "  ", width, out);
            add_probes(&f->story.steps[i - 1].probes, out);
        }
    }
}

// The two steps in the order that passes.
static void add_race(const Finding *f, const StoryRace *race, Text *out) {
    size_t width = report_widest_process(&f->story);
    if (race->second) {
        text_format(out, "the race: with step %u before step %u the test passes\n", race->second, race->first);
        add_step(&f->story, race->second, "  ", width, out);
    } else {
        text_format(out, "the race: if this comes before step %u, which takes away the chance, the test passes\n", race->first);
        text_format(out, "        %s\n", text_string(&race->late));
    }
    add_step(&f->story, race->first, "  ", width, out);
}

static void add_cause(const Report *r, const Finding *f, Text *out) {
    bool all = r->search.complete && f->count == r->search.explored;
    switch (f->cause) {
    case CAUSE_RACE: add_race(f, decisive_race(f), out); return;
    case CAUSE_NO_RACE: text_add(out, "no race: nothing in it could happen in another order\n"); return;
    case CAUSE_SEVERAL:
        if (all) text_add(out, "no race to blame: every interleaving fails\n");
        else text_add(out, "no single race to blame: with any two of them the other way round it does not pass\n");
        return;
    case CAUSE_GAVE_UP:
        text_add(out, "the race to blame was not found: there are too many to try all of them\n");
        return;
    case CAUSE_UNKNOWN: return;
    }
}

static void add_all_races(const Finding *f, Text *out) {
    size_t width = report_widest_process(&f->story);
    text_format(out, "%s:\n", f->race_count ? "all races of this interleaving, latest first" : "there is no race in this interleaving");
    for (uint32_t i = 0; i < f->race_count && i < RACES_TOLD; i++) {
        const StoryRace *race = &f->races[i];
        if (race->second) {
            text_format(out, "  steps %u and %u could be the other way round\n", race->first, race->second);
            add_step(&f->story, race->first, "    ", width, out);
            add_step(&f->story, race->second, "    ", width, out);
        } else {
            text_format(out, "  step %u takes away the chance of another one\n", race->first);
            add_step(&f->story, race->first, "    ", width, out);
            text_format(out, "          %s\n", text_string(&race->late));
        }
    }
    if (f->race_count > RACES_TOLD) text_format(out, "  and %u more\n", f->race_count - RACES_TOLD);
    if (f->passing.length) text_format(out, "passes: %s\n", text_string(&f->passing.names));
}

static void add_frequency(const Report *r, const Finding *f, Text *out) {
    if (r->replayed) return;
    if (r->sampled) {
        text_format(out, "  in %llu of %llu run%s sampled\n", (unsigned long long)f->count,
                    (unsigned long long)r->search.explored, plural(r->search.explored));
        return;
    }
    text_format(out, "  in %llu of %llu interleaving%s%s\n", (unsigned long long)f->count,
                (unsigned long long)r->search.explored, plural(r->search.explored),
                r->search.complete ? "" : " explored so far");
}

static void add_finding(const Report *r, const Finding *f, uint32_t number, Text *out) {
    static const char *const headings[FINDING_KINDS] = {
        [FINDING_ABNORMAL_EXIT] = "a process crashes (abnormal_exit)",
        [FINDING_ASSERTION] = "an assertion fails (assertion)",
        [FINDING_DEADLOCK] = "deadlock",
        [FINDING_DEPTH_BOUND] = "an interleaving does not end (depth_bound)",
        [FINDING_LIVELOCK] = "a process computes on and on (livelock)",
        [FINDING_HALT] = "halt",
        [FINDING_NOT_LINEARIZABLE] = "the results have no explanation (not_linearizable)",
    };
    text_format(out, "\nerror %u: %s\n", number, headings[f->kind]);
    if (f->kind == FINDING_ABNORMAL_EXIT)
        text_format(out, "  %s ends with %s\n", text_string(&f->process), text_string(&f->reason));
    else if (f->kind == FINDING_ASSERTION)
        text_format(out, "  of %s:\n", text_string(&f->process));
    else
        text_format(out, "  %s\n", text_string(&f->reason));
    text_add(out, text_string(&f->details));
    add_frequency(r, f, out);
    if (!f->story.length) return;
    text_add(out, "how it comes about:\n");
    add_story(f, out);
    if (r->sampled) sample_tries(f, out);
    add_cause(r, f, out);
    if (r->show_races) add_all_races(f, out);
}

// --- the rest --------------------------------------------------------------------------------------------

static void add_outcomes(const Report *r, Text *out) {
    const Findings *f = r->findings;
    if (f->outcome_count < 2) return;
    text_add(out, "\nthe test function ends in different ways under different schedules:\n");
    for (uint32_t i = 0; i < f->outcome_count && i < OUTCOMES_TOLD; i++)
        text_format(out, "  %6llu time%s  %s\n", (unsigned long long)f->outcomes[i].count,
                    f->outcomes[i].count == 1 ? " " : "s", text_string(&f->outcomes[i].result));
    if (f->outcome_count > OUTCOMES_TOLD)
        text_format(out, "  and %u more ways (--json FILE has all of them)\n", f->outcome_count - OUTCOMES_TOLD);
}

static void add_left(const Report *r, Text *out) {
    const LeftBehind *left = &r->findings->left;
    if (!left->count) return;
    text_format(out, "\n%s: processes are left behind", left->with_messages ? "warning" : "note");
    if (!r->replayed)
        text_format(out, " after %llu %s%s", (unsigned long long)left->count, r->sampled ? "run" : "interleaving",
                    plural(left->count));
    if (left->with_messages && left->with_messages < left->count)
        text_format(out, ", after %llu of them", (unsigned long long)left->with_messages);
    if (left->with_messages) text_add(out, " with messages that nobody takes");
    text_format(out, " (--strict-deadlock makes this an error)\n%s", text_string(&left->told));
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

static void add_hidden(const Report *r, Text *out) {
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

void report_text(const Report *r, Text *out) {
    if (r->sampled) sample_verdict(r, out);
    else add_verdict(r, out);
    if (!r->sampled) add_cuts(r, out);
    for (uint32_t i = 0; i < r->findings->finding_count; i++) add_finding(r, &r->findings->findings[i], i + 1, out);
    add_outcomes(r, out);
    add_left(r, out);
    add_externals(r, out);
    add_hidden(r, out);
}
