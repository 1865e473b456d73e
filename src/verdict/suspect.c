#include "verdict/suspect.h"

#include <stdio.h>
#include <string.h>

#include "base/memory.h"

// --- before a step --------------------------------------------------------------------------------------------

static uint32_t file_of(const Suspects *s, const Text *file) {
    if (!file->size) return 0;
    for (uint32_t i = 0; i < s->count; i++)
        if (strcmp(s->items[i].file, text_string(file)) == 0) return i + 1;
    return 0;
}

static bool has_exchange(const Suspect *suspect, const char *module, uint32_t number) {
    if (strcmp(suspect->module, module) != 0) return false;
    for (uint32_t i = 0; i < suspect->exchange_count; i++)
        if (suspect->exchanges[i] == number) return true;
    return false;
}

static uint32_t exchange_of(const Suspects *s, Machine *machine, Actor actor) {
    Text module = {0};
    uint32_t number, found = 0;
    bool exchanges = machine_exchange(machine, actor, &module, &number);
    for (uint32_t i = 0; exchanges && !found && i < s->count; i++)
        if (has_exchange(&s->items[i], text_string(&module), number)) found = i + 1;
    text_free(&module);
    return found;
}

static void note_how(Suspect *suspect, Machine *machine, Actor actor, const Description *step) {
    if (suspect->how.size) return;
    machine_actor_name(machine, actor, &suspect->how);
    text_format(&suspect->how, " %s", text_string(&step->what));
}

void suspects_watch(Suspects *s, Machine *machine, uint32_t position, Actor actor) {
    Description step;
    machine_describe(machine, actor, &step);
    while (s->marks.count <= position) array_add(&s->marks);
    SuspectMark *mark = &s->marks.items[position];
    *mark = (SuspectMark){.file = file_of(s, &step.user_file),
                          .line = step.user_line,
                          .calls = step.kind == ACTION_CALL,
                          .exchange = exchange_of(s, machine, actor)};
    bool clause = mark->exchange && s->items[mark->exchange - 1].kind == SUSPECT_CLAUSE;
    if (clause) note_how(&s->items[mark->exchange - 1], machine, actor, &step);
    description_free(&step);
}

// --- at an end ------------------------------------------------------------------------------------------------

typedef struct {
    Suspects *suspects;
    Suspect *suspect;
    const ExecutionEnd *end;
    bool met, shown, refuted;
} Trial;

static bool is_at(const Trial *t, uint32_t position, uint32_t line) {
    const SuspectMark *mark = &t->suspects->marks.items[position];
    return mark->file && mark->line == line && strcmp(t->suspects->items[mark->file - 1].file, t->suspect->file) == 0;
}

static bool is_exchange(const Trial *t, uint32_t position) {
    uint32_t number = (uint32_t)(t->suspect - t->suspects->items) + 1;
    return t->suspects->marks.items[position].exchange == number;
}

static void try_clause(Trial *t) {
    for (uint32_t i = 0; i < t->end->execution->length; i++) t->refuted |= is_exchange(t, i);
    t->met = t->refuted;
}

static void try_message(Trial *t) {
    const Step *steps = t->end->execution->steps;
    for (uint32_t i = 0; i < t->end->execution->length; i++) {
        if (t->suspect->exchange_count ? !is_exchange(t, i) : !is_at(t, i, t->suspect->line)) continue;
        for (const Mail *mail = steps[i].mails; mail; mail = mail->beside) {
            t->met = true;
            if (mail->taken)
                t->refuted = true;
            else
                t->shown |= t->end->kind == END_COMPLETE;
        }
    }
}

// The last look of that process before a change: its position plus 1; 0: there is none.
static uint32_t find_look(const Trial *t, uint32_t change) {
    const Step *steps = t->end->execution->steps;
    uint32_t look = change;
    while (look > 0 && (steps[look - 1].actor != steps[change].actor || !is_at(t, look - 1, t->suspect->look_line)))
        look--;
    return look;
}

static bool is_changed_between(const Trial *t, uint32_t look, uint32_t change) {
    const Execution *execution = t->end->execution;
    const Step *steps = execution->steps;
    for (uint32_t i = look + 1; i < change; i++)
        if (steps[i].actor != steps[change].actor && t->suspects->marks.items[i].calls &&
            action_conflicts(execution->orders, steps[look].action, steps[i].action))
            return true;
    return false;
}

static void try_race(Trial *t) {
    for (uint32_t change = 0; change < t->end->execution->length && !t->shown; change++) {
        uint32_t look = is_at(t, change, t->suspect->line) ? find_look(t, change) : 0;
        t->met |= look > 0;
        t->shown |= look > 0 && is_changed_between(t, look - 1, change);
    }
}

static void note(const Trial *t, Findings *findings) {
    Finding seen = {.kind = FINDING_SUSPECT};
    text_add(&seen.process, "P");
    text_format(&seen.reason, "%s:%u: %s", t->suspect->file, t->suspect->line, t->suspect->sentence);
    text_format(&seen.key, "%d %zu", FINDING_SUSPECT, (size_t)(t->suspect - t->suspects->items));
    findings_note(findings, &seen, t->end->execution, t->end->number);
}

bool suspects_judge(Suspects *s, const ExecutionEnd *end, Findings *findings) {
    static void (*const tries[])(Trial *) = {
        [SUSPECT_CLAUSE] = try_clause, [SUSPECT_MESSAGE] = try_message, [SUSPECT_RACE] = try_race};
    bool shown = false;
    for (uint32_t i = 0; i < s->count; i++) {
        Trial trial = {.suspects = s, .suspect = &s->items[i], .end = end};
        if (s->items[i].kind == SUSPECT_ERROR) continue;
        tries[s->items[i].kind](&trial);
        s->items[i].met += trial.met;
        s->items[i].refuted += trial.refuted;
        s->items[i].shown += trial.shown;
        if (trial.shown) note(&trial, findings);
        shown |= trial.shown;
    }
    return shown;
}

void suspects_forget(Suspects *s) {
    for (uint32_t i = 0; i < s->count; i++) {
        s->items[i].met = s->items[i].shown = s->items[i].refuted = 0;
        text_clear(&s->items[i].how);
    }
}

// --- stories ---------------------------------------------------------------------------------------------------

static bool step_is_at(const StoryStep *step, const Suspect *suspect, uint32_t line) {
    return step->user_line == line && strcmp(text_string(&step->user_file), suspect->file) == 0;
}

static bool is_same_process(const StoryStep *a, const StoryStep *b) {
    return strcmp(text_string(&a->process), text_string(&b->process)) == 0;
}

// Somebody else's change of the same kind between a look and what goes by it; 0: there is none.
static uint32_t find_change(const Story *story, const Suspect *suspect, uint32_t look, uint32_t change) {
    for (uint32_t i = look + 1; i < change; i++)
        if (!is_same_process(&story->steps[i], &story->steps[look]) &&
            step_is_at(&story->steps[i], suspect, suspect->line))
            return i;
    return 0;
}

static void add_step(const Story *story, uint32_t step, const char *what, Text *out) {
    text_format(out, "  step %u: %s %s\n", step + 1, text_string(&story->steps[step].process), what);
}

// Equivalent schedules are told by the simplest one, so which steps they are is known only now.
static void explain_race(const Suspect *suspect, Finding *f) {
    const Story *story = &f->story;
    for (uint32_t change = 0; change < story->length; change++) {
        if (!step_is_at(&story->steps[change], suspect, suspect->line)) continue;
        uint32_t look = change;
        while (look > 0 && !(is_same_process(&story->steps[look - 1], &story->steps[change]) &&
                             step_is_at(&story->steps[look - 1], suspect, suspect->look_line)))
            look--;
        uint32_t between = look > 0 ? find_change(story, suspect, look - 1, change) : 0;
        if (!between) continue;
        add_step(story, look - 1, "looks", &f->details);
        add_step(story, between, "changes that", &f->details);
        add_step(story, change, "goes by what it saw", &f->details);
        return;
    }
}

void suspects_explain(const Suspects *s, Findings *findings) {
    for (uint32_t i = 0; i < findings->finding_count; i++) {
        Finding *f = &findings->findings[i];
        unsigned kind, number;
        if (sscanf(text_string(&f->key), "%u %u", &kind, &number) != 2 || kind != FINDING_SUSPECT) continue;
        if (s->items[number].kind == SUSPECT_RACE) explain_race(&s->items[number], f);
    }
}

// --- errors of the test ------------------------------------------------------------------------------------------

// The line of a stack trace, or of what is waited for.
static bool is_named(const Suspect *suspect, const Text *details) {
    Text place = {0};
    text_format(&place, "%s:%u", suspect->file, suspect->line);
    const char *found = strstr(text_string(details), text_string(&place));
    bool named = found && (found[place.size] < '0' || found[place.size] > '9');
    text_free(&place);
    return named;
}

static bool has_reason(const Suspect *suspect, const Finding *f) {
    for (const char *const *reason = suspect->reasons; reason && *reason; reason++)
        if (strstr(text_string(&f->reason), *reason)) return true;
    return false;
}

// What fails is told something from there; or it has done that itself, last of all that it did.
static bool comes_from(const Suspect *suspect, const Finding *f) {
    bool told = false, last = false;
    for (uint32_t i = 0; i < f->story.length; i++) {
        const StoryStep *step = &f->story.steps[i];
        bool here = step->user_line == suspect->line && strcmp(text_string(&step->user_file), suspect->file) == 0;
        if (step->kind == ACTION_CRASH || step->kind == ACTION_EXIT) continue;
        if (strcmp(text_string(&step->process), text_string(&f->process)) == 0)
            last = here;
        else
            told |= here && strcmp(text_string(&step->partner), text_string(&f->process)) == 0;
    }
    return last || told;
}

bool suspect_is_shown_by(const Suspect *suspect, const Finding *error) {
    if (suspect->kind != SUSPECT_ERROR || error->kind == FINDING_SUSPECT) return false;
    bool named = is_named(suspect, &error->details);
    if (error->kind == FINDING_DEADLOCK) return named;
    return has_reason(suspect, error) && (named || comes_from(suspect, error));
}

void suspects_ask_errors(Suspects *s, const Findings *findings) {
    for (uint32_t i = 0; i < s->count; i++)
        for (uint32_t k = 0; k < findings->finding_count; k++)
            if (suspect_is_shown_by(&s->items[i], &findings->findings[k]))
                s->items[i].shown += findings->findings[k].count;
}

void suspects_free(Suspects *s) {
    for (uint32_t i = 0; i < s->count; i++) text_free(&s->items[i].how);
    memory_free(s->items);
    array_free(&s->marks);
    *s = (Suspects){0};
}
