#include "base/json.h"
#include "report/report.h"

static void add_events(JsonWriter *w, const Story *story) {
    json_array(w, "events");
    for (uint32_t i = 0; i < story->length; i++) {
        const StoryStep *step = &story->steps[i];
        json_object(w, NULL);
        json_number(w, "step", i + 1);
        json_text(w, "process", text_string(&step->process));
        json_text(w, "what", text_string(&step->what));
        json_text(w, "file", text_string(&step->file));
        json_number(w, "line", step->line);
        json_end(w);
    }
    json_end(w);
}

static void add_finding(JsonWriter *w, const Finding *f) {
    Text schedule = {0};
    story_schedule(&f->story, &schedule);
    json_object(w, NULL);
    json_text(w, "kind", finding_names[f->kind]);
    json_text(w, "process", text_string(&f->process));
    json_text(w, "reason", text_string(&f->reason));
    json_text(w, "details", text_string(&f->details));
    json_number(w, "count", f->count);
    json_number(w, "interleaving", f->interleaving);
    json_text(w, "schedule", text_string(&schedule));
    add_events(w, &f->story);
    json_end(w);
    text_free(&schedule);
}

static const char *status_of(const Report *r) {
    return r->message ? "failed" : r->findings->finding_count ? "error" : "ok";
}

void report_json(const Report *r, Text *out) {
    JsonWriter w = {.out = out};
    json_object(&w, NULL);
    json_text(&w, "tool", "weft");
    json_text(&w, "version", r->version);
    json_text(&w, "module", r->module);
    json_text(&w, "function", r->function);
    json_text(&w, "dpor", r->strategy);
    json_text(&w, "status", status_of(r));
    if (r->message) json_text(&w, "message", r->message);
    json_boolean(&w, "complete", r->search.complete);
    json_number(&w, "explored", r->search.explored);
    json_number(&w, "blocked", r->search.blocked);
    json_number(&w, "events", r->search.events);
    json_seconds(&w, "seconds", r->search.seconds);
    json_array(&w, "outcomes");
    for (uint32_t i = 0; i < r->findings->outcome_count; i++) {
        json_object(&w, NULL);
        json_text(&w, "result", text_string(&r->findings->outcomes[i].result));
        json_number(&w, "count", r->findings->outcomes[i].count);
        json_end(&w);
    }
    json_end(&w);
    json_array(&w, "errors");
    for (uint32_t i = 0; i < r->findings->finding_count; i++) add_finding(&w, &r->findings->findings[i]);
    json_end(&w);
    json_end(&w);
    text_add(out, "\n");
}
