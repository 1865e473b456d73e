#include "report/sample.h"

enum { RATE_FROM = 100 };   // runs, to say how many in a second

// --- the verdict -------------------------------------------------------------------------------------------

static void add_runs(const Report *r, Text *out) {
    const RandomResult *s = r->sampled;
    text_format(out, "%llu run%s, %llu steps, %.2f s", (unsigned long long)s->runs, text_plural(s->runs),
                (unsigned long long)s->steps, s->seconds);
    if (s->runs >= RATE_FROM && s->seconds > 0) text_format(out, ", %.0f/s", (double)s->runs / s->seconds);
    text_format(out, ", strategy %s, seed %llu\n", r->sampler, (unsigned long long)r->seed);
}

static void add_cuts(const Report *r, Text *out) {
    unsigned cuts = r->sampled->cuts;
    if (r->interrupted)
        text_format(out, "%s\n", r->interrupted);
    else if (cuts & CUT_TIME)
        text_add(out, "--max-seconds was reached\n");
    else if (cuts & CUT_STOPPED)
        text_add(out, "stopped at the first error (--keep-going finds more)\n");
}

// Of runs that are independent of each other.
static const Classes *drawn(const RandomResult *s) { return s->drawn.runs ? &s->drawn : &s->classes; }

static double estimate(const RandomResult *s) {
    double guess = classes_estimate(drawn(s));
    return guess > s->classes.count ? guess : s->classes.count;
}

static void add_estimate(const RandomResult *s, Text *out) {
    if (drawn(s)->once == 0)
        text_add(out, ", each of them more than once: the next run is not likely to be of a new one, but rare ones may "
                      "be missing\n");
    else
        text_format(out,
                    ", %llu of them only once: there are about %.0f at least, and another run is of a new one with a "
                    "probability of %.2g\n",
                    (unsigned long long)drawn(s)->once, estimate(s), classes_new_next(drawn(s)));
}

// Runs that differ only in the order of independent steps are of one class.
static void add_classes(const RandomResult *s, Text *out) {
    const Classes *c = &s->classes;
    text_format(out, "%u class%s of equivalent runs met", c->count, c->count == 1 ? "" : "es");
    if (c->runs < s->runs) text_format(out, " in the %llu that were compared", (unsigned long long)c->runs);
    if (drawn(s)->runs > 1)
        add_estimate(s, out);
    else
        text_add(out, "\n");
}

static void add_procrastination(const RandomResult *s, Text *out) {
    if (!s->conflicts) return;
    text_format(out, "procrastination: %llu conflict%s in the runs of %llu draw%s, %llu of them could be reversed\n",
                (unsigned long long)s->conflicts, text_plural(s->conflicts), (unsigned long long)s->draws,
                text_plural(s->draws), (unsigned long long)s->feasible);
}

void sample_verdict(const Report *r, Text *out) {
    uint32_t errors = r->findings->finding_count;
    if (errors)
        text_format(out, "%u error%s in ", errors, text_plural(errors));
    else
        text_add(out, "no error found in ");
    report_name(r, out);
    text_add(out, errors ? "\n" : ", but this is a sample: other schedules may fail\n");
    add_runs(r, out);
    add_cuts(r, out);
    add_classes(r->sampled, out);
    add_procrastination(r->sampled, out);
}

// Errors are theirs: the search had found none.
void sample_drawn(const Report *r, Text *out) {
    const RandomResult *s = r->drawn;
    text_format(out, "%llu more run%s drawn by chance, %.2f s, strategy %s, seed %llu: ", (unsigned long long)s->runs,
                text_plural(s->runs), s->seconds, r->sampler, (unsigned long long)r->seed);
    text_add(out, r->findings->finding_count ? "here is the error\n" : "none of them fails\n");
}

void sample_tries(const Finding *f, Text *out) {
    if (!f->tries) return;
    const char *es = f->switches == 1 ? "" : "es";
    if (f->switches < f->found_switches)
        text_format(out, "made simpler: %u switch%s between processes instead of %u; ", f->switches, es,
                    f->found_switches);
    else
        text_format(out, "with %u switch%s between processes, as it was found; ", f->switches, es);
    text_format(out, "%u schedule%s tried, ", f->tries, text_plural(f->tries));
    text_add(out, f->minimal ? "and none that is simpler fails\n" : "then weft gave up to look for a simpler one\n");
}

// --- for programs ------------------------------------------------------------------------------------------

void sample_json(const Report *r, const RandomResult *s, JsonWriter *w) {
    json_object(w, "sampling");
    json_text(w, "strategy", r->sampler);
    json_number(w, "seed", r->seed);
    json_number(w, "runs", s->runs);
    json_number(w, "draws", s->draws);
    json_number(w, "longest", s->longest);
    json_seconds(w, "processor_seconds", s->processor);
    json_number(w, "classes", s->classes.count);
    json_number(w, "classes_of_runs", s->classes.runs);
    json_number(w, "met_once", drawn(s)->once);
    json_number(w, "met_twice", drawn(s)->twice);
    json_seconds(w, "classes_estimate", estimate(s));
    json_seconds(w, "new_probability", classes_new_next(drawn(s)));
    if (s->conflicts) {
        json_number(w, "conflicts", s->conflicts);
        json_number(w, "feasible", s->feasible);
    }
    json_end(w);
}
