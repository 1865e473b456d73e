#include <string.h>

#include "base/json.h"
#include "base/lines.h"
#include "report/format.h"
#include "report/hint.h"
#include "report/sample.h"
#include "report/states.h"

enum {
    TEXT_MOST = 100000,     // bytes of one text that a program has made
    CHANGES_MOST = 500000   // of all changes of a story: mailboxes and tables again and again
};

static void add_term(JsonWriter *w, const char *name, const Text *text) { json_text_cut(w, name, text, TEXT_MOST); }

static void add_text(JsonWriter *w, const char *name, const Text *text) {
    if (text->size) add_term(w, name, text);
}

static void add_lines(JsonWriter *w, const char *name, const Text *lines) {
    json_array(w, name);
    for (const char *line = text_string(lines); *line;) {
        size_t size = strcspn(line, "\n");
        Text one = {0};
        text_add_bytes(&one, line, size);
        add_term(w, NULL, &one);
        text_free(&one);
        line += size + (line[size] == '\n');
    }
    json_end(w);
}

// What there is of the visible state, of stories that have it.
static void add_changes(JsonWriter *w, const char *name, const StoryChange *changes, uint32_t count) {
    static const char *const kinds[] = {[SIGHT_MAILBOX] = "mailbox", [SIGHT_TABLE] = "table", [SIGHT_NAME] = "name"};
    if (count == 0) return;
    json_array(w, name);
    for (uint32_t i = 0; i < count; i++) {
        json_object(w, NULL);
        json_text(w, "of", kinds[changes[i].kind]);
        json_text(w, "name", text_string(&changes[i].name));
        add_text(w, "owner", &changes[i].owner);
        if (changes[i].gone)
            json_boolean(w, "gone", true);
        else if (changes[i].kind != SIGHT_NAME) {
            add_lines(w, "items", &changes[i].items);
            json_number(w, "total", changes[i].total);
        }
        json_end(w);
    }
    json_end(w);
}

// What not every step has is left out where it has it not. The twin is the step's number in the schedule that passes.
static void add_details(JsonWriter *w, const StoryStep *step, size_t *room) {
    json_text(w, "kind", story_kinds[step->kind]);
    add_text(w, "partner", &step->partner);
    if (step->message) json_number(w, "message", step->message);
    if (step->result.size) add_term(w, step->raises ? "raises" : "returns", &step->result);
    if (step->milliseconds) json_number(w, "milliseconds", step->milliseconds);
    if (step->sleeps) json_boolean(w, "sleep", true);
    if (step->early) json_boolean(w, "early", true);
    if (step->library) json_boolean(w, "library", true);
    if (step->user_function.size) {
        json_text(w, "user_function", text_string(&step->user_function));
        json_text(w, "user_file", text_string(&step->user_file));
        json_number(w, "user_line", step->user_line);
    }
    add_text(w, "call", &step->call);
    if (step->call_number) json_number(w, "call_number", step->call_number);
    add_text(w, "stack", &step->stack);
    json_boolean(w, "past", step->past);
    if (step->twin) json_number(w, "twin", step->twin);
    size_t before = w->out->size;
    if (*room > 0)
        add_changes(w, "changes", step->changes, step->change_count);
    else if (step->change_count)
        json_number(w, "changes_left_out", step->change_count);
    size_t taken = w->out->size - before;
    *room -= taken < *room ? taken : *room;
}

static void add_processes(JsonWriter *w, const Story *story) {
    json_array(w, "processes");
    for (uint32_t i = 0; i < story->process_count; i++) {
        const StoryProcess *process = &story->processes[i];
        json_object(w, NULL);
        json_text(w, "name", text_string(&process->name));
        add_text(w, "registered", &process->registered);
        add_text(w, "initial", &process->initial);
        add_text(w, "parent", &process->parent);
        if (process->ended) {
            add_term(w, "ending", &process->ending);
            json_number(w, "ended", process->ended);
        }
        json_end(w);
    }
    json_end(w);
}

// Steps by their numbers; "step": 0 stands for the start.
static void add_doom(JsonWriter *w, const Finding *f) {
    if (f->story.failure) json_number(w, "failure", f->story.failure);
    if (f->doom == DOOM_UNKNOWN) return;
    json_object(w, "point_of_no_return");
    json_number(w, "step", f->doomed);
    json_text(w, "error", f->doom == DOOM_SAME ? "same" : "any");
    json_end(w);
}

static void add_events(JsonWriter *w, const Story *story) {
    size_t room = CHANGES_MOST;
    json_array(w, "events");
    for (uint32_t i = 0; i < story->length; i++) {
        const StoryStep *step = &story->steps[i];
        json_object(w, NULL);
        json_number(w, "step", i + 1);
        json_text(w, "process", text_string(&step->process));
        add_term(w, "what", &step->what);
        json_text(w, "file", text_string(&step->file));
        json_number(w, "line", step->line);
        if (step->probes.size) add_term(w, "probes", &step->probes);
        add_details(w, step, &room);
        json_end(w);
    }
    json_end(w);
}

// Steps by their numbers; a race whose second step never happened has it in words.
static void add_race(JsonWriter *w, const char *name, const StoryRace *race) {
    json_object(w, name);
    json_number(w, "a", race->first);
    if (race->second)
        json_number(w, "b", race->second);
    else
        add_term(w, "instead", &race->late);
    json_end(w);
}

static const char *const causes[] = {
    [CAUSE_UNKNOWN] = "unknown", [CAUSE_RACE] = "race",       [CAUSE_NO_RACE] = "no_race",
    [CAUSE_ALWAYS] = "always",   [CAUSE_GAVE_UP] = "gave_up",
};

static void add_races(JsonWriter *w, const Report *r, const Finding *f) {
    json_text(w, "cause", causes[f->cause]);
    if (f->cause == CAUSE_RACE) {
        add_race(w, "race", &f->races[f->race]);
        uint32_t outdated = hint_outdated(f);
        if (outdated) json_number(w, "outdated", outdated);
        json_text(w, "passing", text_string(&f->passing.names));
    }
    if (!r->show_races) return;
    json_array(w, "races");
    for (uint32_t i = 0; i < f->race_count; i++) add_race(w, NULL, &f->races[i]);
    json_end(w);
}

static void add_timing(JsonWriter *w, const Report *r, const Finding *f) {
    Text text = {0};
    report_timing(r, f, &text);
    json_object(w, "timing");
    json_text(w, "text", text_string(&text));
    json_boolean(w, "decided", f->timing == TIMING_ONLY);
    json_number(w, "explored", f->patient);
    json_end(w);
    text_free(&text);
}

static void add_finding(JsonWriter *w, const Report *r, const Finding *f) {
    json_object(w, NULL);
    json_text(w, "kind", finding_names[f->kind]);
    if (f->timing) add_timing(w, r, f);
    json_text(w, "process", text_string(&f->process));
    add_term(w, "reason", &f->reason);
    add_term(w, "details", &f->details);
    if (f->unnoticed.size) add_term(w, "unnoticed", &f->unnoticed);
    if (f->cycle_from) json_number(w, "cycle_from", f->cycle_from - 1);
    if (f->history.size) json_written(w, "history", text_string(&f->history));
    json_number(w, "count", f->count);
    json_number(w, "interleaving", f->interleaving);
    if (r->bound != BOUND_NONE) json_number(w, r->bound == BOUND_DELAY ? "delays" : "preemptions", f->cost);
    if (f->tries) {
        json_number(w, "found_switches", f->found_switches);
        json_number(w, "switches", f->switches);
        json_number(w, "simpler_tried", f->tries);
        json_boolean(w, "minimal", f->minimal);
    }
    json_text(w, "schedule", text_string(&f->schedule.names));
    if (f->story.probes.size) add_term(w, "probes", &f->story.probes);
    add_changes(w, "state", f->story.changes, f->story.change_count);
    add_events(w, &f->story);
    add_processes(w, &f->story);
    add_doom(w, f);
    add_races(w, r, f);
    json_end(w);
}

static void add_outcomes(JsonWriter *w, const Findings *findings) {
    uint32_t listed = report_outcomes_listed(findings);
    json_array(w, "outcomes");
    for (uint32_t i = 0; i < listed; i++) {
        json_object(w, NULL);
        add_term(w, "result", &findings->outcomes[i].result);
        json_number(w, "count", findings->outcomes[i].count);
        json_text(w, "schedule", text_string(&findings->outcomes[i].schedule.names));
        json_end(w);
    }
    json_end(w);
    if (listed < findings->outcome_count) json_number(w, "outcomes_left_out", findings->outcome_count - listed);
}

static void add_left(JsonWriter *w, const LeftBehind *left) {
    json_object(w, "left_behind");
    json_number(w, "count", left->count);
    json_number(w, "with_messages", left->with_messages);
    add_term(w, "example", &left->told);
    json_text(w, "schedule", text_string(&left->schedule.names));
    json_end(w);
}

// Crashes that are no errors.
static void add_notes(JsonWriter *w, const char *name, const CrashNotes *notes, bool handled) {
    json_array(w, name);
    for (uint32_t i = 0; i < notes->count; i++) {
        const CrashNote *note = &notes->items[i];
        if (note->handled != handled) continue;
        json_object(w, NULL);
        json_text(w, "process", text_string(&note->process));
        add_term(w, "reason", &note->reason);
        add_term(w, "details", &note->trace);
        json_number(w, "count", note->count);
        json_end(w);
    }
    json_end(w);
}

static void add_hidden(JsonWriter *w, const Hidden *hidden) {
    const char *at = text_string(&hidden->servers), *word;
    size_t size;
    json_object(w, "hidden");
    json_boolean(w, "output_order", hidden->output);
    json_array(w, "servers");
    while ((word = lines_next(&at, &size))) {
        Text name = {0};
        text_add_bytes(&name, word, size);
        json_text(w, NULL, text_string(&name));
        text_free(&name);
    }
    json_end(w);
    json_end(w);
}

static const char *status_of(const Report *r) {
    if (report_verdict(r) == REPORT_TIMING && !r->timing_fails) return "timing";
    return r->message ? "failed" : r->findings->finding_count ? "error" : "ok";
}

// explored_up_to: all interleavings with at most so many were explored. Absent: not even those with none.
static void add_bound(JsonWriter *w, const Report *r) {
    json_object(w, "scheduling_bound");
    json_text(w, "type", r->bound == BOUND_DELAY ? "delay" : "preemption");
    if (r->search.rounds) json_number(w, "explored_up_to", r->search.rounds - 1);
    json_end(w);
}

static void add_report(JsonWriter *w, const Report *r) {
    json_text(w, "module", r->module);
    json_text(w, "function", r->function);
    json_text(w, "dpor", r->strategy);
    json_text(w, "status", status_of(r));
    if (r->message) json_text(w, "message", r->message);
    json_boolean(w, "complete", r->search.complete);
    json_number(w, "explored", r->search.explored);
    json_number(w, "blocked", r->search.blocked);
    json_number(w, "events", r->search.events);
    if (r->search.running) json_number(w, "running", r->search.running);
    json_seconds(w, "seconds", r->search.seconds);
    if (r->bound != BOUND_NONE) add_bound(w, r);
    if (r->externals && *r->externals) json_text(w, "external", r->externals);
    if (r->hidden) add_hidden(w, r->hidden);
    if (r->more) json_written(w, r->more_name, r->more);
    if (r->sampled) sample_json(r, r->sampled, w);
    if (r->drawn) sample_json(r, r->drawn, w);
    if (r->states) states_json(r, w);
    add_outcomes(w, r->findings);
    if (r->findings->left.count) add_left(w, &r->findings->left);
    add_notes(w, "notes", &r->findings->notes, false);
    add_notes(w, "handled", &r->findings->notes, true);
    json_array(w, "errors");
    for (uint32_t i = 0; i < r->findings->finding_count; i++) add_finding(w, r, &r->findings->findings[i]);
    json_end(w);
}

static void begin(Sheet *sheet) {
    JsonWriter *w = &sheet->json;
    *w = (JsonWriter){.out = &sheet->out};
    json_object(w, NULL);
    json_text(w, "tool", "weft");
    json_text(w, "version", WEFT_VERSION);
    if (sheet->many) json_array(w, "tests");
}

static void add_test(JsonWriter *w, const Report *r) {
    json_object(w, NULL);
    json_text(w, "test", r->title);
    json_text(w, "verdict", report_verdicts[report_verdict(r)]);
    json_text(w, "file", r->file);
    json_number(w, "line", r->line);
    add_report(w, r);
    json_end(w);
}

// Those that are skipped, too, which nothing else is said of.
static void note_done(Text *out, const Report *r) {
    text_format(out, ",\n      {\"number\": %u, \"verdict\": \"%s\"}", r->number, report_verdicts[report_verdict(r)]);
}

static void add(Sheet *sheet, const Report *r) {
    if (sheet->shard && r->number) note_done(&sheet->body, r);
    if (!sheet->many)
        add_report(&sheet->json, r);
    else if (!r->skipped)
        add_test(&sheet->json, r);
}

void report_summary_json(const uint64_t counts[REPORT_VERDICTS], uint64_t interleavings, double seconds,
                         JsonWriter *w) {
    json_object(w, "summary");
    for (int i = 0; i < REPORT_VERDICTS; i++) json_number(w, report_verdicts[i], counts[i]);
    json_number(w, "interleavings", interleavings);
    json_seconds(w, "seconds", seconds);
    json_end(w);
}

static void add_shard(JsonWriter *w, const Sheet *sheet) {
    const SheetShard *shard = sheet->shard;
    Text done = {0};
    text_add(&done, "[");
    json_object(w, "shard");
    json_number(w, "part", shard->part);
    json_number(w, "parts", shard->parts);
    json_number(w, "failures", sheet->failures);
    json_array(w, "tests");
    for (size_t i = 0; i < shard->count; i++) json_text(w, NULL, shard->titles[i]);
    json_end(w);
    if (sheet->body.size) text_format(&done, "%s\n    ", sheet->body.data + 1);   // without the first comma
    text_add(&done, "]");
    json_written(w, "done", text_string(&done));
    json_end(w);
    text_free(&done);
}

static void end(Sheet *sheet) {
    JsonWriter *w = &sheet->json;
    if (sheet->many) {
        json_end(w);
        report_summary_json(sheet->counts, sheet->interleavings, sheet->seconds, w);
    }
    if (sheet->shard) add_shard(w, sheet);
    json_end(w);
    text_add(&sheet->out, "\n");
}

const Format format_json = {.begin = begin, .add = add, .end = end};
