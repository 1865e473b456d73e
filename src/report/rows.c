#include "report/rows.h"

#include <string.h>

#include "base/memory.h"
#include "report/hint.h"

enum { NEAR = 3, BEGINNING = 6, END = 8 };   // rows that stay in a long story

const StoryRace *rows_race(const Finding *f) { return f->cause == CAUSE_RACE ? &f->races[f->race] : NULL; }

// --- which steps -----------------------------------------------------------------------------------------

static bool is_racing(const Finding *f, uint32_t step) {
    const StoryRace *race = rows_race(f);
    return race && (step == race->first || step == race->second);
}

static bool is_failure(const Finding *f, uint32_t step) { return f->story.failure == step; }

bool rows_know_past(const Story *story) {
    for (uint32_t i = 0; i < story->length; i++)
        if (story->steps[i].past) return true;
    return false;
}

// What the libraries do on their own, and nobody would ask for: not a message of the program.
static bool is_inner(const StoryStep *step) {
    const char *what = text_string(&step->what);
    if (!step->library) return false;
    if (strstr(what, "s {ack,P") || strstr(what, "s {:ack, #PID<P")) return true;   // of proc_lib: it is up
    return !step->user_function.size && (step->kind == ACTION_CALL || step->kind == ACTION_OTHER);
}

// How it comes to a racing step that the failing one does not need: what its process did right before.
static bool leads_to_race(const Finding *f, uint32_t number) {
    enum { STEPS = 4 };
    const StoryRace *race = rows_race(f);
    uint32_t late = race ? race->second : 0, steps = 0;
    if (late <= number || f->story.steps[late - 1].past) return false;
    const char *process = text_string(&f->story.steps[late - 1].process);
    for (uint32_t i = late - 1; i >= number && steps < STEPS; i--)
        if (strcmp(text_string(&f->story.steps[i - 1].process), process) == 0 && (++steps, i == number)) return true;
    return false;
}

typedef enum {
    SHOWN,
    OMITTED,     // without a word
    UNRELATED,   // it has nothing to do with the error
    BEFORE,      // it makes ready what the test needs
} Visibility;

uint32_t rows_before(const Finding *f) {
    const StoryRace *race = rows_race(f);
    return race && race->first <= f->story.before ? 0 : f->story.before;
}

bool rows_is_over(const Story *story, uint32_t number) {
    return story->staged && story->failure && number > story->failure;
}

static Visibility is_hidden(const Finding *f, uint32_t number, bool slice, uint32_t outdated) {
    const StoryStep *step = &f->story.steps[number - 1];
    if (is_racing(f, number) || is_failure(f, number) || number == outdated) return SHOWN;
    bool leads = leads_to_race(f, number);
    if (step->offstage || (rows_is_over(&f->story, number) && !leads)) return OMITTED;
    if (number <= rows_before(f)) return BEFORE;
    if (slice && !step->past && !leads) return UNRELATED;
    return is_inner(step) ? OMITTED : SHOWN;
}

// What reads a table for a process acts for it: P/part1 for P.
static bool same_process(const StoryStep *a, const StoryStep *b) {
    const char *x = text_string(&a->process), *y = text_string(&b->process);
    size_t size = strcspn(x, "/");
    return size == strcspn(y, "/") && strncmp(x, y, size) == 0;
}

static bool same_call(const StoryStep *a, const StoryStep *b) {
    return a->call_number && a->call_number == b->call_number && same_process(a, b);
}

// --- rows ------------------------------------------------------------------------------------------------

static Row *add_row(Rows *rows, uint32_t *capacity, uint32_t step) {
    if (rows->count == *capacity) {
        *capacity = *capacity * 2 + 32;
        rows->rows = memory_resize(rows->rows, *capacity * sizeof(Row));
    }
    rows->rows[rows->count] = (Row){.first = step, .last = step, .number = step, .place = step};
    return &rows->rows[rows->count++];
}

// A line that says that one step is left out is no shorter than the step.
static void tell_lonely(Rows *rows) {
    for (uint32_t i = 0; i < rows->count; i++)
        if (rows->rows[i].hidden == 1 && !rows->rows[i].before) rows->rows[i].hidden = 0;
}

static void hide(Rows *rows, uint32_t *capacity, uint32_t step, Visibility why) {
    Row *last = rows->count ? &rows->rows[rows->count - 1] : NULL;
    if (!last || !last->hidden || last->before != (why == BEFORE)) {
        last = add_row(rows, capacity, step);
        last->unrelated = why == UNRELATED;
        last->before = why == BEFORE;
    }
    last->last = step;
    last->hidden++;
    last->unrelated &= why == UNRELATED;
}

// A step within the library call that the last shown row is about belongs to that row.
static Row *open_row(Rows *rows, const Story *story, uint32_t step) {
    uint32_t i = rows->count;
    while (i > 0 && rows->rows[i - 1].hidden) i--;
    if (i == 0) return NULL;
    Row *row = &rows->rows[i - 1];
    return same_call(&story->steps[row->last - 1], &story->steps[step - 1]) ? row : NULL;
}

static bool began_before(const Rows *rows, const Story *story, uint32_t step) {
    for (uint32_t i = rows->count; i > 0; i--) {
        const Row *row = &rows->rows[i - 1];
        if (!row->hidden && same_call(&story->steps[row->first - 1], &story->steps[step - 1])) return true;
    }
    return false;
}

static void choose_steps(Rows *rows, const Finding *f, bool all) {
    const Story *story = &f->story;
    bool slice = rows_know_past(story);
    uint32_t capacity = 0, outdated = hint_outdated(f);
    for (uint32_t i = 1; i <= story->length; i++) {
        Visibility visibility = all ? SHOWN : is_hidden(f, i, slice, outdated);
        Row *row = all || visibility != SHOWN ? NULL : open_row(rows, story, i);
        if (visibility == OMITTED) continue;
        if (visibility != SHOWN) {
            hide(rows, &capacity, i, visibility);
            continue;
        }
        if (!row) {
            bool goes_on = !all && began_before(rows, story, i);
            row = add_row(rows, &capacity, i);
            row->goes_on = goes_on;
        }
        row->last = i;
        if (is_racing(f, i) || i == outdated) row->number = i;
        row->races |= is_racing(f, i);
        row->outdated |= i == outdated;
        row->fails |= is_failure(f, i);
    }
}

// The monitor with which a library's call begins is worth no row of its own, where others come in before the request.
static bool is_beginning_of_call(const Rows *rows, const Story *story, uint32_t index) {
    const Row *row = &rows->rows[index];
    const StoryStep *step = &story->steps[row->first - 1];
    bool monitor = step->kind == ACTION_CALL && strncmp(text_string(&step->what), "monitor(", 8) == 0;
    return monitor && row->first == row->last && !row->hidden && !row->races && !row->fails && !row->goes_on &&
           step->library && step->call.size;
}

static Row *row_of_call(Rows *rows, const Story *story, uint32_t from, const StoryStep *step) {
    for (uint32_t i = from; i < rows->count; i++)
        if (!rows->rows[i].hidden && same_call(&story->steps[rows->rows[i].first - 1], step)) return &rows->rows[i];
    return NULL;
}

static void join_calls(Rows *rows, const Story *story) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < rows->count; i++) {
        const StoryStep *step = &story->steps[rows->rows[i].first - 1];
        Row *rest = is_beginning_of_call(rows, story, i) ? row_of_call(rows, story, i + 1, step) : NULL;
        if (rest)
            rest->goes_on = false;
        else
            rows->rows[count++] = rows->rows[i];
    }
    rows->count = count;
}

// --- words -----------------------------------------------------------------------------------------------

static const StoryStep *find_kind(const Story *story, const Row *row, ActionKind kind) {
    for (uint32_t i = row->first; i <= row->last; i++)
        if (story->steps[i - 1].kind == kind && same_call(&story->steps[i - 1], &story->steps[row->first - 1]))
            return &story->steps[i - 1];
    return NULL;
}

// A call that somebody came into: how it goes on.
static void tell_rest(Wording *w, const Story *story, const Row *row, Text *out) {
    const StoryStep *step = find_kind(story, row, ACTION_CRASH);
    if (!step) step = find_kind(story, row, ACTION_TIMEOUT);
    if (!step) step = find_kind(story, row, ACTION_RECEIVE);
    if (!step) step = find_kind(story, row, ACTION_SEND);
    wording_tell(w, step ? step : &story->steps[row->last - 1], out);
}

void rows_tell_call(Wording *w, const Story *story, uint32_t first, uint32_t last, Text *out) {
    const StoryStep *call = &story->steps[last - 1];
    wording_shorten(w, text_string(&call->call), out);
    for (const StoryStep *step = &story->steps[first - 1]; step <= call; step++) {
        bool waited =
            strncmp(text_string(&step->what), "times out", 9) == 0;   // not: looked whether something is there
        if (step->kind != ACTION_TIMEOUT || !waited || !same_call(step, call)) continue;
        text_add(out, " ");
        wording_tell(w, step, out);
    }
}

static void tell_row(Wording *w, const Finding *f, Row *row, bool all) {
    const Story *story = &f->story;
    const StoryStep *step = &story->steps[row->first - 1];
    if (row->hidden) return;
    if (all || !step->call.size || row->first == row->last)
        wording_tell(w, step, &row->words);
    else if (row->goes_on)
        tell_rest(w, story, row, &row->words);
    else
        rows_tell_call(w, story, row->first, row->last, &row->words);
}

// --- loops -----------------------------------------------------------------------------------------------

enum { REPEATED = 3 };   // rows like the one before that are worth a line of their own

static bool is_like(const Story *story, const Row *a, const Row *b) {
    const StoryStep *x = &story->steps[a->first - 1], *y = &story->steps[b->first - 1];
    return !a->hidden && !b->hidden && !b->races && !b->fails && !b->outdated && x->line == y->line &&
           same_process(x, y) && strcmp(text_string(&a->words), text_string(&b->words)) == 0;
}

// Rows that say the same again and again, as of somebody who looks whether something has happened.
static void fold_loops(Rows *rows, const Story *story) {
    uint32_t count = 0;
    for (uint32_t i = 0, next; i < rows->count; i = next) {
        rows->rows[count++] = rows->rows[i];
        for (next = i + 1; next < rows->count && is_like(story, &rows->rows[i], &rows->rows[next]);) next++;
        if (next - i - 1 < REPEATED) {
            next = i + 1;
            continue;
        }
        for (uint32_t j = i + 1; j < next; j++) text_free(&rows->rows[j].words);
        rows->rows[count++] = (Row){.first = rows->rows[i + 1].first,
                                    .last = rows->rows[next - 1].last,
                                    .hidden = next - i - 1,
                                    .repeated = true};
    }
    rows->count = count;
}

// --- long ones -------------------------------------------------------------------------------------------

static bool stays(const Rows *rows, uint32_t index) {
    if (index < BEGINNING || index + END >= rows->count) return true;
    for (uint32_t i = index > NEAR ? index - NEAR : 0; i < rows->count && i <= index + NEAR; i++)
        if (rows->rows[i].races || rows->rows[i].fails || rows->rows[i].outdated) return true;
    return false;
}

static uint32_t steps_of(const Row *row) { return row->hidden ? row->hidden : row->last - row->first + 1; }

static void shorten(Rows *rows, uint32_t limit) {
    if (rows->count <= limit) return;
    Rows chosen = {0};
    uint32_t capacity = 0;
    for (uint32_t i = 0; i < rows->count; i++) {
        Row *row = &rows->rows[i];
        bool lonely = i > 0 && stays(rows, i - 1) && stays(rows, i + 1);
        if ((!row->hidden || row->repeated) && (lonely || stays(rows, i))) {
            *add_row(&chosen, &capacity, 0) = *row;
            continue;
        }
        Row *last = chosen.count ? &chosen.rows[chosen.count - 1] : NULL;
        if (!last || !last->hidden || last->repeated) {
            last = add_row(&chosen, &capacity, row->first);
            last->unrelated = true;
        }
        last->hidden += steps_of(row);
        last->last = row->last;
        last->unrelated &= row->hidden && row->unrelated;
        text_free(&row->words);
    }
    memory_free(rows->rows);
    *rows = chosen;
}

void rows_choose(Rows *rows, const Finding *f, Wording *wording, uint32_t limit) {
    *rows = (Rows){0};
    choose_steps(rows, f, limit == ROWS_ALL);
    if (limit != ROWS_ALL) join_calls(rows, &f->story);
    tell_lonely(rows);
    for (uint32_t i = 0; i < rows->count; i++) tell_row(wording, f, &rows->rows[i], limit == ROWS_ALL);
    if (limit == ROWS_ALL) return;
    fold_loops(rows, &f->story);
    shorten(rows, limit);
}

void rows_free(Rows *rows) {
    for (uint32_t i = 0; i < rows->count; i++) text_free(&rows->rows[i].words);
    memory_free(rows->rows);
}
