// Errors that are a matter of timing, in a sentence: which timeout has to fire before what.
#include <string.h>

#include "report/rows.h"
#include "report/source.h"
#include "report/timing.h"
#include "report/wording.h"

typedef struct {
    const StoryStep *timeout;
    const StoryStep
        *later;         // what it came before, and which the other way round makes the test pass; NULL: unknown, or
    const char *late;   // it did not happen, and is this
} Blame;

// The last early one that led to the error, of the first `length` steps of the story.
static const StoryStep *last_early(const Finding *f, uint32_t length) {
    const StoryStep *last = NULL;
    for (uint32_t i = 0; i < length; i++) {
        const StoryStep *step = &f->story.steps[i];
        if (step->early && (step->past || !last || !last->past)) last = step;
    }
    return last;
}

// The race may be that of what its process does next.
static Blame blame(const Finding *f) {
    const StoryRace *race = rows_race(f);
    const StoryStep *timeout = race ? last_early(f, race->first) : NULL;
    if (!timeout) return (Blame){.timeout = last_early(f, f->story.length)};
    bool known = strcmp(text_string(&timeout->process), text_string(&f->story.steps[race->first - 1].process)) == 0;
    if (!known) return (Blame){.timeout = timeout};
    return (Blame){timeout, race->second ? &f->story.steps[race->second - 1] : NULL,
                   race->second ? NULL : text_string(&race->late)};
}

const StoryStep *timing_step(const Finding *f) { return f->timing ? blame(f).timeout : NULL; }

static void add_place(const Report *r, const StoryStep *step, Text *out) {
    Sources sources = {.folders = r->folders, .folder_count = r->folder_count};
    const char *file;
    uint32_t line = sources_place(&sources, step, &file);
    if (line) text_format(out, " at %s:%u", file, line);
    sources_free(&sources);
}

// "a timer sends M to P"
static void add_timer(Wording *w, const StoryStep *step, Text *out) {
    const char *what = text_string(&step->what);
    bool sends = strncmp(what, "a timer ", 8) == 0;
    text_format(out, "the %llu ms timer", (unsigned long long)step->milliseconds);
    if (sends) text_add(out, " that ");
    if (sends) wording_shorten(w, what + 8, out);
    text_add(out, " fires");
}

static void add_timeout(const Report *r, Wording *w, const StoryStep *step, Text *out) {
    if (step->kind != ACTION_TIMEOUT) {
        add_timer(w, step, out);
        return;
    }
    text_format(out, "the %llu ms %s", (unsigned long long)step->milliseconds, step->sleeps ? "sleep" : "timeout of ");
    if (!step->sleeps && !(step->library && wording_function(text_string(&step->call), out)))
        text_add(out, "the receive");
    add_place(r, step, out);
    text_add(out, step->sleeps ? " is over" : " fires");
}

static void add_later(Wording *w, const Blame *b, Text *out) {
    Text words = {0};
    bool calls = b->later && b->later->kind == ACTION_CALL && wording_function(text_string(&b->later->what), &words);
    if (b->later && !calls) wording_tell(w, b->later, &words);
    if (calls)
        text_format(out, " before %s of %s", text_string(&words), text_string(&b->later->process));
    else if (b->later && strncmp(text_string(&words), "replies ", 8) == 0)
        text_add(out, " before the reply");
    else if (b->later)
        text_format(out, " before %s %s", text_string(&b->later->process), text_string(&words));
    else if (b->late)
        text_add(out, " before "), wording_shorten(w, b->late, out);
    else
        text_add(out, " early");
    text_free(&words);
}

bool report_timing(const Report *r, const Finding *f, Text *out) {
    Wording wording = {0};
    Blame b = f->timing ? blame(f) : (Blame){0};
    if (!f->timing) return false;
    text_add(out, "passes unless ");
    if (b.timeout)
        add_timeout(r, &wording, b.timeout, out);
    else
        text_add(out, "timeouts fire");
    add_later(&wording, &b, out);
    if (f->timing == TIMING_SO_FAR)
        text_format(out, " (so far: of the interleavings in which time waits not all were explored, but %llu)",
                    (unsigned long long)f->patient);
    wording_free(&wording);
    return true;
}
