// The page for people: web/ has its code, and web/src/types.ts says what is written here.
//
// The page is a constant of this program with a mark where the data belongs. Of a suite only the tests are shown that
// did not go well; the others are counted.
#include <string.h>

#include "base/memory.h"
#include "report/delta.h"
#include "report/format.h"
#include "report/hint.h"
#include "report/rows.h"
#include "report/source.h"
#include "report/wording.h"

extern const char html_page[];   // of html_page.c, made from web/dist/page.html

enum {                        // bytes
    TEXT_MOST = 20000,        // of what a program printed at one place
    SOURCE_MOST = 400000,     // of a file
    SOURCES_MOST = 4000000,   // of all of them
};

static const char mark[] = "/*data*/";

static const char *find_mark(void) { return strstr(html_page, mark); }

// --- texts -----------------------------------------------------------------------------------------------

static void add_text(JsonWriter *w, const char *name, const Text *text) { json_text_cut(w, name, text, TEXT_MOST); }

static void add_optional(JsonWriter *w, const char *name, const Text *text) {
    if (text->size) add_text(w, name, text);
}

static void add_lines(JsonWriter *w, const char *name, const Text *lines) {
    if (!lines->size) return;
    json_array(w, name);
    for (const char *line = text_string(lines); *line;) {
        size_t size = strcspn(line, "\n");
        Text one = {0};
        text_add_bytes(&one, line, size);
        add_text(w, NULL, &one);
        text_free(&one);
        line += size + (line[size] == '\n');
    }
    json_end(w);
}

// --- stories ---------------------------------------------------------------------------------------------

typedef struct {
    Sheet *sheet;
    JsonWriter *json;
    Sources *sources;
    Names processes;   // of the story that is being told
    Wording wording;
    Names objects;           // whose contents were told,
    const Text **contents;   // and the last ones, NULL: it was gone
    uint32_t capacity;
    uint32_t before;     // so many steps come before those of the test
    struct Told *told;   // of each step, for the story that is told beside this one; NULL: nobody wants it
    const Story
        *beside;   // what steps have in common with their twins there need not be told again; NULL: there is none
    const struct Told *told_beside;
} Telling;

// In whose lane a step stands: of a timer, who started it; of a delivery, who gets it.
static uint32_t lane_of(Telling *t, const Text *actor) {
    const char *owner;
    size_t size;
    wording_owner(text_string(actor), &owner, &size);
    return names_add(&t->processes, owner, size);
}

static void add_file(Telling *t, const char *file_name, const char *line_name, const Text *file, uint32_t line) {
    if (!file->size) return;
    json_number(t->json, file_name, names_add(&t->sheet->files, file->data, file->size));
    if (line) json_number(t->json, line_name, line);
}

static const char *const sights[] = {[SIGHT_MAILBOX] = "mailbox", [SIGHT_TABLE] = "table", [SIGHT_NAME] = "name"};

// Where the last contents of the same thing are kept.
static const Text **contents_of(Telling *t, const StoryChange *change) {
    Text object = {0};
    text_format(&object, "%s %s", sights[change->kind], text_string(&change->name));
    uint32_t number = names_add(&t->objects, object.data, object.size);
    text_free(&object);
    if (number >= t->capacity) {
        uint32_t old = t->capacity;
        t->capacity = 2 * number + 16;
        t->contents = memory_resize(t->contents, t->capacity * sizeof *t->contents);
        memset(t->contents + old, 0, (t->capacity - old) * sizeof *t->contents);
    }
    return &t->contents[number];
}

// In full, or what is new compared with the last ones.
static void add_contents(Telling *t, const StoryChange *change) {
    const Text **last = contents_of(t, change);
    Delta delta = {0};
    if (*last) delta_find(&delta, *last, &change->items);
    if (delta.prefix || delta.kept) {
        json_array(t->json, "keep");
        json_number(t->json, NULL, delta.prefix);
        json_number(t->json, NULL, delta.from);
        json_number(t->json, NULL, delta.kept);
        json_end(t->json);
        add_lines(t->json, "items", &delta.middle);
        add_lines(t->json, "tail", &delta.tail);
    } else {
        add_lines(t->json, "items", &change->items);
    }
    delta_free(&delta);
    *last = change->gone ? NULL : &change->items;
}

static void add_changes(Telling *t, const char *name, const StoryChange *changes, uint32_t count) {
    JsonWriter *w = t->json;
    if (!count) return;
    json_array(w, name);
    for (uint32_t i = 0; i < count; i++) {
        const StoryChange *change = &changes[i];
        json_object(w, NULL);
        json_text(w, "kind", sights[change->kind]);
        json_text(w, "name", text_string(&change->name));
        add_optional(w, "owner", &change->owner);
        add_contents(t, change);
        if (change->total > change->shown) json_number(w, "total", change->total);
        if (change->gone) json_boolean(w, "gone", true);
        json_end(w);
    }
    json_end(w);
}

static void add_messages(JsonWriter *w, const StoryStep *step) {
    if (!step->message_count) return;
    json_array(w, "messages");
    for (uint32_t i = 0; i < step->message_count; i++) json_number(w, NULL, step->messages[i]);
    json_end(w);
}

// Compilers give receives the line of the code before them.
static uint32_t line_of(Telling *t, const StoryStep *step, const Text *file, uint32_t line) {
    bool receives = step->kind == ACTION_RECEIVE || step->kind == ACTION_TIMEOUT;
    return receives && !step->library && file->size
               ? sources_receive(t->sources, file->data, line, text_string(&step->stack))
               : line;
}

// In a place of the project's own code.
static bool is_at_home(const StoryStep *step) {
    return !step->library && strcmp(text_string(&step->user_file), text_string(&step->file)) == 0;
}

static void add_place(Telling *t, const StoryStep *step) {
    JsonWriter *w = t->json;
    add_file(t, "file", "line", &step->file, line_of(t, step, &step->file, step->line));
    if (step->stack.size) json_number(w, "stack", names_add(&t->sheet->stacks, step->stack.data, step->stack.size));
    if (step->library) json_boolean(w, "library", true);
    if (is_at_home(step)) return;
    add_optional(w, "user", &step->user_function);
    add_file(t, "userFile", "userLine", &step->user_file, step->user_line);
}

static bool same_but_blanks(const char *a, const char *b) {
    for (;; a++, b++) {
        a += strspn(a, " ");
        b += strspn(b, " ");
        if (*a != *b) return false;
        if (!*a) return true;
    }
}

// What the page says of a step, in few words.
typedef struct Told {
    Text what, result, call;
} Told;

static void told_free(Told *told) {
    text_free(&told->what);
    text_free(&told->result);
    text_free(&told->call);
}

static Told tell_step(Telling *t, const StoryStep *step) {
    Told told = {0};
    StoryStep alone = *step;
    alone.result = (Text){0};   // which the page sets apart
    wording_tell(&t->wording, &alone, &told.what);
    wording_shorten(&t->wording, text_string(&step->result), &told.result);
    if (step->call.size && !is_at_home(step)) wording_shorten(&t->wording, text_string(&step->call), &told.call);
    return told;
}

// What makes the test ready, runs it and clears up; the page shows what races or fails all the same.
static bool is_offstage(const Telling *t, const Story *story, uint32_t number) {
    return story->steps[number - 1].offstage || number <= t->before || rows_is_over(story, number);
}

static bool same_text(const Text *a, const Text *b) { return strcmp(text_string(a), text_string(b)) == 0; }

// Whether the page can take all of a step from its twin but who takes part, messages and changes.
static bool is_like(const StoryStep *a, const Told *x, const StoryStep *b, const Told *y) {
    const bool same[] = {
        a->kind == b->kind,
        a->line == b->line,
        a->library == b->library,
        a->user_line == b->user_line,
        a->raises == b->raises,
        !a->call_number == !b->call_number,
        same_text(&x->what, &y->what),
        same_text(&x->result, &y->result),
        same_text(&x->call, &y->call),
        same_text(&a->what, &b->what),
        same_text(&a->file, &b->file),
        same_text(&a->stack, &b->stack),
        same_text(&a->user_function, &b->user_function),
        same_text(&a->user_file, &b->user_file),
        same_text(&a->probes, &b->probes),
    };
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        if (!same[i]) return false;
    return true;
}

// In few words, and in all of them where these are others.
static void add_content(Telling *t, const StoryStep *step, const Told *told) {
    json_text(t->json, "kind", story_kinds[step->kind]);
    add_text(t->json, "what", &told->what);
    if (!same_but_blanks(text_string(&told->what), text_string(&step->what))) add_text(t->json, "exact", &step->what);
    add_optional(t->json, step->raises ? "raises" : "result", &told->result);
    add_place(t, step);
    add_optional(t->json, "call", &told->call);
    add_lines(t->json, "probes", &step->probes);
}

// Whether all of it is known from the story beside.
static bool is_told_there(const Telling *t, const StoryStep *step, const Told *told) {
    if (!t->beside || !step->twin) return false;
    return is_like(step, told, &t->beside->steps[step->twin - 1], &t->told_beside[step->twin - 1]);
}

static void add_step(Telling *t, const Story *story, uint32_t number, bool past_known) {
    JsonWriter *w = t->json;
    const StoryStep *step = &story->steps[number - 1];
    uint32_t lane = lane_of(t, &step->process);
    json_object(w, NULL);
    json_number(w, "process", lane);
    if (strcmp(t->processes.items[lane], text_string(&step->process)) != 0) add_text(w, "actor", &step->process);
    Told told = tell_step(t, step);
    if (is_told_there(t, step, &told))
        json_boolean(w, "like", true);
    else
        add_content(t, step, &told);
    if (step->partner.size) json_number(w, "partner", lane_of(t, &step->partner));
    if (step->call_number) json_number(w, "callNumber", step->call_number);
    add_messages(w, step);
    if (past_known && !step->past) json_boolean(w, "unrelated", true);
    if (is_offstage(t, story, number)) json_boolean(w, "offstage", true);
    if (step->twin) json_number(w, "twin", step->twin);
    add_changes(t, "changes", step->changes, step->change_count);
    json_end(w);
    if (t->told)
        t->told[number - 1] = told;
    else
        told_free(&told);
}

static const StoryProcess *process_named(const Story *story, const char *name) {
    for (uint32_t i = 0; i < story->process_count; i++)
        if (strcmp(text_string(&story->processes[i].name), name) == 0) return &story->processes[i];
    return NULL;
}

static void add_process(Telling *t, const char *name, const StoryProcess *process) {
    JsonWriter *w = t->json;
    json_object(w, NULL);
    json_text(w, "name", name);
    if (process) {
        add_optional(w, "initial", &process->initial);
        if (process->parent.size) json_number(w, "parent", lane_of(t, &process->parent));
        add_optional(w, "registered", &process->registered);
        add_optional(w, "ending", &process->ending);
        if (process->ended) json_number(w, "ended", process->ended);
    }
    json_end(w);
}

// Whoever occurs: parents may be told that take no other part.
static void add_processes(Telling *t, const Story *story) {
    for (uint32_t i = 0; i < story->process_count; i++) lane_of(t, &story->processes[i].name);
    json_array(t->json, "processes");
    for (uint32_t i = 0; i < t->processes.count; i++)
        add_process(t, t->processes.items[i], process_named(story, t->processes.items[i]));
    json_end(t->json);
}

// `before`: so many steps come before those of the test.
static void add_story(const Telling *telling, const char *name, const Story *story, uint32_t before) {
    Telling t = *telling;
    t.before = before;
    bool past_known = rows_know_past(story);
    for (uint32_t i = 0; i < story->process_count; i++) lane_of(&t, &story->processes[i].name);
    json_object(t.json, name);
    if (story->failure) json_number(t.json, "failure", story->failure);
    add_lines(t.json, "probes", &story->probes);
    add_changes(&t, "start", story->changes, story->change_count);
    json_array(t.json, "steps");
    for (uint32_t i = 1; i <= story->length; i++) add_step(&t, story, i, past_known);
    json_end(t.json);
    add_processes(&t, story);
    json_end(t.json);
    names_free(&t.processes);
    names_free(&t.objects);
    memory_free(t.contents);
    wording_free(&t.wording);
}

// What is different in the story of another error.
static void add_same_story(JsonWriter *w, const Story *story, uint32_t same) {
    json_object(w, "story");
    json_number(w, "same", same);
    if (story->failure) json_number(w, "failure", story->failure);
    if (rows_know_past(story)) {
        json_array(w, "past");
        for (uint32_t i = 1; i <= story->length; i++)
            if (story->steps[i - 1].past) json_number(w, NULL, i);
        json_end(w);
    }
    json_end(w);
}

// --- errors ----------------------------------------------------------------------------------------------

static const char *const causes[] = {
    [CAUSE_UNKNOWN] = "unknown", [CAUSE_RACE] = "race",       [CAUSE_NO_RACE] = "no_race",
    [CAUSE_ALWAYS] = "always",   [CAUSE_GAVE_UP] = "gave_up",
};

static void add_race(JsonWriter *w, const char *name, const StoryRace *race) {
    json_object(w, name);
    json_number(w, "first", race->first);
    if (race->second)
        json_number(w, "second", race->second);
    else
        add_text(w, "late", &race->late);
    json_end(w);
}

static void add_explanation(JsonWriter *w, const Finding *f) {
    const char *hint = hint_for(f);
    json_text(w, "cause", causes[f->cause]);
    if (hint) json_text(w, "hint", hint);
    if (f->cause == CAUSE_RACE) add_race(w, "race", &f->races[f->race]);
    uint32_t outdated = hint_outdated(f);
    if (outdated) json_number(w, "outdated", outdated);
    json_array(w, "races");
    for (uint32_t i = 0; i < f->race_count; i++) add_race(w, NULL, &f->races[i]);
    json_end(w);
    if (f->doom == DOOM_UNKNOWN) return;
    json_object(w, "doom");
    json_number(w, "after", f->doomed);
    json_text(w, "with", f->doom == DOOM_SAME ? "same" : "any");
    json_end(w);
}

// The page has the file for weft replay in it; perhaps there is one already.
static void add_schedule(Sheet *sheet, const Report *r, const Finding *f) {
    Text text = {0};
    long number = f - r->findings->findings + 1;
    report_schedule(r, &f->story, &text);
    json_text(&sheet->json, "schedule", text_string(&text));
    text_clear(&text);
    if (r->scheduled && number == 1)
        text_format(&text, "weft replay %s", r->scheduled);
    else if (r->written)
        text_format(&text, number > 1 ? "weft replay %s --error %ld" : "weft replay %s", r->written, number);
    add_optional(&sheet->json, "replay", &text);
    text_free(&text);
}

// It is JSON already, but not yet fit to stand inside a page.
static void add_history(JsonWriter *w, const Text *history) {
    Text safe = {0};
    if (!history->size) return;
    for (const char *at = text_string(history); *at; at++) {
        if (*at == '<')
            text_add(&safe, "\\u003c");
        else
            text_add_char(&safe, *at);
    }
    json_written(w, "history", text_string(&safe));
    text_free(&safe);
}

static void add_waiting(Sheet *sheet, const Finding *f) {
    Telling t = {.sheet = sheet, .json = &sheet->json};
    if (!f->waiting_count) return;
    json_array(t.json, "waiting");
    for (uint32_t i = 0; i < f->waiting_count; i++) {
        json_object(t.json, NULL);
        json_text(t.json, "process", text_string(&f->waiting[i].process));
        add_optional(t.json, "in", &f->waiting[i].function);
        add_file(&t, "file", "line", &f->waiting[i].file, f->waiting[i].line);
        json_end(t.json);
    }
    json_end(t.json);
}

// The one that fails, and beside it the one that passes.
static void add_stories(Sheet *sheet, Sources *sources, const Report *r, const Finding *f) {
    Telling telling = {.sheet = sheet, .json = &sheet->json, .sources = sources};
    uint32_t same = report_told_before(r, f), length = f->story.length;
    Told *told = !same && f->other.length ? memory_zeroed(length, sizeof *told) : NULL;
    telling.told = told;
    if (same)
        add_same_story(&sheet->json, &f->story, same - 1);
    else
        add_story(&telling, "story", &f->story, rows_before(f));
    telling.told = NULL;
    if (told) telling.beside = &f->story, telling.told_beside = told;
    if (f->other.length) add_story(&telling, "passing", &f->other, f->other.before);
    for (uint32_t i = 0; told && i < length; i++) told_free(&told[i]);
    memory_free(told);
}

static void add_finding(Sheet *sheet, Sources *sources, const Report *r, const Finding *f) {
    JsonWriter *w = &sheet->json;
    Text timing = {0};
    json_object(w, NULL);
    json_text(w, "kind", finding_names[f->kind]);
    json_text(w, "process", text_string(&f->process));
    add_text(w, "reason", &f->reason);
    add_text(w, "details", &f->details);
    json_number(w, "count", f->count);
    json_number(w, "switches", f->switches);
    if (report_timing(r, f, &timing)) add_text(w, "timing", &timing);
    add_explanation(w, f);
    if (f->story.length) add_schedule(sheet, r, f);
    add_waiting(sheet, f);
    add_history(w, &f->history);
    add_stories(sheet, sources, r, f);
    json_end(w);
    text_free(&timing);
}

// --- tests -----------------------------------------------------------------------------------------------

static void add_left_out(JsonWriter *w, const Findings *findings) {
    uint32_t left_out = findings->outcome_count - report_outcomes_listed(findings);
    Text words = {0};
    text_format(&words, "%u more results are not listed", left_out);
    if (left_out) json_text(w, NULL, text_string(&words));
    text_free(&words);
}

static void add_cuts(JsonWriter *w, const Report *r) {
    unsigned cuts = r->search.cuts;
    json_array(w, "cuts");
    if (cuts & CUT_DEPTH) json_text(w, NULL, "some interleavings were cut at --depth-bound");
    if (cuts & CUT_INTERLEAVINGS) json_text(w, NULL, "--interleaving-bound was reached");
    if (cuts & CUT_TIME) json_text(w, NULL, "--max-seconds was reached");
    Text left_out = {0}, proved = {0};
    if (report_left_out(r, &left_out)) json_text(w, NULL, text_string(&left_out));
    if (cuts & CUT_STOPPED)
        json_text(w, NULL, r->interrupted ? r->interrupted : "stopped at the first error (--keep-going finds more)");
    if (report_proved(r, &proved)) json_text(w, NULL, text_string(&proved));
    add_left_out(w, r->findings);
    json_end(w);
    text_free(&left_out);
    text_free(&proved);
}

static void add_outcomes(JsonWriter *w, const Findings *findings) {
    uint32_t listed = report_outcomes_listed(findings);
    json_array(w, "outcomes");
    for (uint32_t i = 0; i < listed; i++) {
        json_object(w, NULL);
        add_text(w, "result", &findings->outcomes[i].result);
        json_number(w, "count", findings->outcomes[i].count);
        json_end(w);
    }
    json_end(w);
    if (!findings->left.count) return;
    json_object(w, "left");
    json_number(w, "count", findings->left.count);
    json_number(w, "withMessages", findings->left.with_messages);
    add_text(w, "told", &findings->left.told);
    json_end(w);
}

static void add_heading(JsonWriter *w, const Report *r) {
    static const char *const verdicts[REPORT_VERDICTS] = {
        [REPORT_OK] = "ok",     [REPORT_FAILED] = "error",    [REPORT_TIMING] = "timing",
        [REPORT_OPEN] = "open", [REPORT_SKIPPED] = "skipped", [REPORT_UNABLE] = "unable",
    };
    Text title = {0}, place = {0};
    report_name(r, &title);
    json_text(w, "title", text_string(&title));
    if (r->file && *r->file) text_add(&place, r->file);
    if (place.size && r->line) text_format(&place, ":%u", r->line);
    add_optional(w, "place", &place);
    json_text(w, "verdict", verdicts[report_verdict(r)]);
    if (r->message) json_text(w, "message", r->message);
    text_free(&title);
    text_free(&place);
}

static void add_search(JsonWriter *w, const Report *r) {
    json_boolean(w, "complete", r->search.complete);
    if (r->replayed) json_boolean(w, "replayed", true);
    json_number(w, "explored", r->search.explored);
    json_number(w, "blocked", r->search.blocked);
    json_number(w, "steps", r->search.events);
    json_seconds(w, "seconds", r->search.seconds);
    json_text(w, "strategy", r->strategy ? r->strategy : "");
    if (r->externals && *r->externals) json_text(w, "externals", r->externals);
    add_cuts(w, r);
}

// Absolute, for an editor that may have been started anywhere.
static void add_path(const Sheet *sheet, JsonWriter *w, const char *path) {
    Text absolute = {0};
    if (*path != '/') text_format(&absolute, "%s/", sheet->folder);
    text_add(&absolute, path);
    json_text(w, "path", text_string(&absolute));
    text_free(&absolute);
}

// The texts of files that were not met before, in the sheet's second text: they come last, when no report is there any
// more.
static void add_sources(Sheet *sheet, Sources *sources, Sources *library, uint32_t known) {
    JsonWriter w = {.out = &sheet->body, .compact = true};
    for (uint32_t i = known; i < sheet->files.count; i++) {
        const Source *source = sources_find(sources, sheet->files.items[i]);
        if (!source) source = sources_find(library, sheet->files.items[i]);
        if (i) text_add_char(&sheet->body, ',');
        json_object(&w, NULL);
        json_text(&w, "name", sheet->files.items[i]);
        if (source && sheet->editor) add_path(sheet, &w, source->path);
        if (!source)
            json_text(&w, "note", "The source of this module was not found.");
        else if (source->text.size > SOURCE_MOST)
            json_text(&w, "note", "The file is too long to be shown here.");
        else if (sheet->body.size > SOURCES_MOST)
            json_text(&w, "note", "There are too many files to show all of them here.");
        else
            json_text(&w, "text", text_string(&source->text));
        json_end(&w);
    }
}

static void add(Sheet *sheet, const Report *r) {
    JsonWriter *w = &sheet->json;
    ReportVerdict verdict = report_verdict(r);
    uint32_t known = sheet->files.count;
    Sources sources = {.folders = r->folders, .folder_count = r->folder_count};
    Sources library = {.folders = r->library_folders, .folder_count = r->library_folder_count};
    if (sheet->many && verdict != REPORT_FAILED && verdict != REPORT_TIMING && verdict != REPORT_UNABLE) return;
    json_object(w, NULL);
    add_heading(w, r);
    add_search(w, r);
    add_outcomes(w, r->findings);
    json_array(w, "errors");
    for (uint32_t i = 0; i < r->findings->finding_count; i++)
        add_finding(sheet, &sources, r, &r->findings->findings[i]);
    json_end(w);
    json_end(w);
    add_sources(sheet, &sources, &library, known);
    sources_free(&sources);
    sources_free(&library);
}

// --- the whole -------------------------------------------------------------------------------------------

static void begin(Sheet *sheet) {
    JsonWriter *w = &sheet->json;
    text_add_bytes(&sheet->out, html_page, (size_t)(find_mark() - html_page));
    *w = (JsonWriter){.out = &sheet->out, .compact = true};
    json_object(w, NULL);
    json_text(w, "tool", "weft");
    json_text(w, "version", WEFT_VERSION);
    json_array(w, "tests");
}

static void add_counts(JsonWriter *w, const Sheet *sheet) {
    static const char *const words[REPORT_VERDICTS] = {
        [REPORT_OK] = "ok",
        [REPORT_FAILED] = "failed",
        [REPORT_TIMING] = "a matter of timing",
        [REPORT_OPEN] = "not exhaustive",
        [REPORT_SKIPPED] = "skipped",
        [REPORT_UNABLE] = "could not be checked",
    };
    json_object(w, "counts");
    for (int i = 0; i < REPORT_VERDICTS; i++) json_number(w, words[i], sheet->counts[i]);
    json_end(w);
}

static void end(Sheet *sheet) {
    JsonWriter *w = &sheet->json;
    json_end(w);
    if (sheet->many) add_counts(w, sheet);
    if (sheet->editor) json_text(w, "editor", sheet->editor);
    json_array(w, "stacks");
    for (uint32_t i = 0; i < sheet->stacks.count; i++) json_text(w, NULL, sheet->stacks.items[i]);
    json_end(w);
    json_array(w, "files");
    text_add(&sheet->out, text_string(&sheet->body));
    json_end(w);
    json_end(w);
    text_add(&sheet->out, find_mark() + strlen(mark));
}

const Format format_html = {.begin = begin, .add = add, .end = end};
