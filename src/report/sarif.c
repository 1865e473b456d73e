// SARIF 2.1.0 (OASIS): errors for code scanning. A kind of error is a rule, an error a result: its place, the two steps
// of the race as related locations, and the story as a code flow with a thread for each process.
#include <stdio.h>
#include <string.h>

#include "base/md5.h"
#include "report/sarif.h"

enum { FLOW_MAX = 1000, FLOW_START = 100 };   // steps of a story that are written, and of them from its beginning

// --- rules -------------------------------------------------------------------------------------------------

static const SarifRule rules[FINDING_KINDS] = {
#define FINDING(KIND, name, happens, title, rule, help) [FINDING_##KIND] = {title, rule, help},
#include "explore/witness/finding.def"
};

void sarif_message(JsonWriter *w, const char *name, const char *text) {
    json_object(w, name);
    json_text(w, "text", text);
    json_end(w);
}

void sarif_rule(JsonWriter *w, const char *id, const SarifRule *rule) {
    json_object(w, NULL);
    json_text(w, "id", id);
    if (rule->name) json_text(w, "name", rule->name);
    sarif_message(w, "shortDescription", rule->about);
    if (rule->help) sarif_message(w, "help", rule->help);
    json_object(w, "defaultConfiguration");
    json_text(w, "level", "error");
    json_end(w);
    json_object(w, "properties");
    json_array(w, "tags");
    json_text(w, NULL, "concurrency");
    json_end(w);
    json_end(w);
    json_end(w);
}

static void add_rules(JsonWriter *w) {
    for (int kind = 0; kind < FINDING_ERRORS; kind++) sarif_rule(w, finding_names[kind], &rules[kind]);
}

// --- places ------------------------------------------------------------------------------------------------

static void add_uri(Text *out, const char *path) {
    for (; *path; path++) {
        bool plain =
            (*path >= 'a' && *path <= 'z') || (*path >= 'A' && *path <= 'Z') || strchr("0123456789-._~/", *path);
        if (plain)
            text_add_char(out, *path);
        else
            text_format(out, "%%%02X", (unsigned char)*path);
    }
}

void sarif_place(Sheet *sheet, Place place) {
    JsonWriter *w = &sheet->json;
    Text path = {0}, uri = {0};
    bool below = sheet_path(sheet, place.file, place.size, &path);
    if (!below) text_add(&uri, "file://");
    add_uri(&uri, text_string(&path));
    json_object(w, "physicalLocation");
    json_object(w, "artifactLocation");
    json_text(w, "uri", text_string(&uri));
    if (below) json_text(w, "uriBaseId", "%SRCROOT%");
    json_end(w);
    json_object(w, "region");
    json_number(w, "startLine", place.line);
    json_end(w);
    json_end(w);
    text_free(&path);
    text_free(&uri);
}

static void add_location(Sheet *sheet, const char *name, uint64_t id, Place place, const char *message) {
    JsonWriter *w = &sheet->json;
    json_object(w, name);
    if (id) json_number(w, "id", id);
    if (place.file) sarif_place(sheet, place);
    if (message) sarif_message(w, "message", message);
    json_end(w);
}

// The place of an error, and the function that the test is.
static void add_main_location(Sheet *sheet, const Report *r, Place place) {
    JsonWriter *w = &sheet->json;
    Text name = {0};
    report_name(r, &name);
    if (!place.file && r->file && *r->file) place = (Place){r->file, strlen(r->file), r->line ? r->line : 1};
    json_array(w, "locations");
    json_object(w, NULL);
    if (place.file) sarif_place(sheet, place);
    json_array(w, "logicalLocations");
    json_object(w, NULL);
    json_text(w, "fullyQualifiedName", text_string(&name));
    json_text(w, "kind", "function");
    json_end(w);
    json_end(w);
    json_end(w);
    json_end(w);
    text_free(&name);
}

// --- the story ---------------------------------------------------------------------------------------------

// Where a process was last, at a step or before it. `process` is the beginning of a name.
static Place last_place(const Story *story, uint32_t index, const char *process, size_t size) {
    for (uint32_t i = index + 1; i > 0; i--) {
        const StoryStep *step = &story->steps[i - 1];
        bool same = step->process.size == size && memcmp(text_string(&step->process), process, size) == 0;
        Place place = same ? place_of_step(step) : (Place){0};
        if (place.file) return place;
    }
    return (Place){0};
}

// Where a step of the story is. One that has no place of its own is where its process was before, and the first of a
// process where the one was that started it: P for P.1.
static Place step_place(const Story *story, uint32_t index) {
    const Text *process = &story->steps[index].process;
    for (size_t size = process->size; size > 0; size--) {
        if (size < process->size && process->data[size] != '.') continue;
        Place place = last_place(story, index, process->data, size);
        if (place.file) return place;
    }
    return (Place){0};
}

static bool is_written(const Story *story, uint32_t index) {
    return story->length <= FLOW_MAX || index < FLOW_START || index >= story->length - (FLOW_MAX - FLOW_START);
}

static bool is_essential(const Finding *f, uint32_t number) {
    const StoryRace *race = f->cause == CAUSE_RACE ? &f->races[f->race] : NULL;
    return number == f->story.length || (race && (race->first == number || race->second == number));
}

static void add_step(Sheet *sheet, const Finding *f, uint32_t index) {
    JsonWriter *w = &sheet->json;
    json_object(w, NULL);
    add_location(sheet, "location", 0, step_place(&f->story, index), text_string(&f->story.steps[index].what));
    json_number(w, "executionOrder", index + 1);
    if (is_essential(f, index + 1)) json_text(w, "importance", "essential");
    json_end(w);
}

static void add_thread(Sheet *sheet, const Finding *f, uint32_t first) {
    JsonWriter *w = &sheet->json;
    const char *process = text_string(&f->story.steps[first].process);
    json_object(w, NULL);
    json_text(w, "id", process);
    json_array(w, "locations");
    for (uint32_t i = first; i < f->story.length; i++)
        if (is_written(&f->story, i) && strcmp(text_string(&f->story.steps[i].process), process) == 0)
            add_step(sheet, f, i);
    json_end(w);
    json_end(w);
}

// Whether no step before it that is written is of the same process.
static bool is_first(const Story *story, uint32_t index) {
    for (uint32_t i = 0; i < index; i++)
        if (is_written(story, i) &&
            strcmp(text_string(&story->steps[i].process), text_string(&story->steps[index].process)) == 0)
            return false;
    return is_written(story, index);
}

static void add_flow(Sheet *sheet, const Finding *f) {
    JsonWriter *w = &sheet->json;
    if (!f->story.length) return;
    json_array(w, "codeFlows");
    json_object(w, NULL);
    char message[80] = "how it comes about";
    if (f->story.length > FLOW_MAX)
        snprintf(message, sizeof message, "how it comes about, without %u steps of its middle",
                 f->story.length - FLOW_MAX);
    sarif_message(w, "message", message);
    json_array(w, "threadFlows");
    for (uint32_t i = 0; i < f->story.length; i++)
        if (is_first(&f->story, i)) add_thread(sheet, f, i);
    json_end(w);
    json_end(w);
    json_end(w);
}

static void add_related_step(Sheet *sheet, const Finding *f, uint32_t id, uint32_t number) {
    const StoryStep *step = &f->story.steps[number - 1];
    Text message = {0};
    text_format(&message, "step %u, %s: %s", number, text_string(&step->process), text_string(&step->what));
    add_location(sheet, NULL, id, step_place(&f->story, number - 1), text_string(&message));
    text_free(&message);
}

static void add_race(Sheet *sheet, const Finding *f) {
    if (f->cause != CAUSE_RACE) return;
    const StoryRace *race = &f->races[f->race];
    json_array(&sheet->json, "relatedLocations");
    add_related_step(sheet, f, 1, race->first);
    if (race->second) add_related_step(sheet, f, 2, race->second);
    json_end(&sheet->json);
}

// --- results -----------------------------------------------------------------------------------------------

// The key without places and numbers of lines, so that an error is the same after lines have moved.
static void add_key(Text *out, const char *key) {
    while (*key) {
        const char *close = *key == '(' ? strchr(key, ')') : NULL;
        size_t digits = *key == ':' ? strspn(key + 1, "0123456789") : 0;
        if (close && close[-1] >= '0' && close[-1] <= '9' && memchr(key, ':', (size_t)(close - key)))
            key = close + 1;
        else if (digits)
            key += digits + 1;
        else
            text_add_char(out, *key++);
    }
}

static void add_identity(const Report *r, const Finding *f, Text *out) {
    text_format(out, "%s %s %s ", r->module, r->function, finding_names[f->kind]);
    const char *rest = text_string(&f->key);
    add_key(out, rest + strspn(rest, "0123456789"));   // which only number the kind
}

// How many of the errors before it differ from it in nothing but lines.
static uint32_t count_alike(const Report *r, const Finding *f, const Text *identity) {
    uint32_t count = 0;
    Text other = {0};
    for (const Finding *before = r->findings->findings; before < f; before++) {
        text_clear(&other);
        add_identity(r, before, &other);
        count += strcmp(text_string(&other), text_string(identity)) == 0;
    }
    text_free(&other);
    return count;
}

void sarif_fingerprint(JsonWriter *w, const char *name, const Text *identity, uint32_t number) {
    Text hex = {0};
    Md5 md5;
    uint8_t digest[MD5_SIZE];
    md5_init(&md5);
    md5_update(&md5, text_string(identity), identity->size);
    md5_final(&md5, digest);
    for (int i = 0; i < MD5_SIZE; i++) text_format(&hex, "%02x", digest[i]);
    text_format(&hex, ":%u", number);
    json_object(w, "partialFingerprints");
    json_text(w, name, text_string(&hex));
    json_end(w);
    text_free(&hex);
}

static void add_fingerprint(JsonWriter *w, const Report *r, const Finding *f) {
    Text identity = {0};
    add_identity(r, f, &identity);
    sarif_fingerprint(w, "weftError/v1", &identity, count_alike(r, f, &identity) + 1);
    text_free(&identity);
}

static void add_properties(JsonWriter *w, const Report *r, const Finding *f) {
    json_object(w, "properties");
    json_number(w, "failingInterleavings", f->count);
    json_number(w, "exploredInterleavings", r->search.explored);
    json_boolean(w, "complete", r->search.complete);
    json_text(w, "schedule", text_string(&f->schedule.names));
    json_end(w);
}

static void describe(const Report *r, const Finding *f, Text *out) {
    report_headline(f, out);
    text_add(out, ". ");
    if (f->cause == CAUSE_RACE && f->races[f->race].second)
        text_add(out, "It depends on which of [this step](1) and [that one](2) comes first: the other way round, the "
                      "test passes. ");
    else if (f->cause == CAUSE_RACE)
        text_format(out, "It depends on [this step](1) coming before another: %s. ",
                    text_string(&f->races[f->race].late));
    if (report_timing(r, f, out)) text_add(out, ". ");
    text_add(out, "Test: ");
    report_name(r, out);
    text_add(out, ".");
}

static uint32_t rule_index(FindingKind kind) { return (uint32_t)kind; }   // all rules are listed

static void add_result(Sheet *sheet, const Report *r, const Finding *f) {
    JsonWriter *w = &sheet->json;
    Text message = {0};
    describe(r, f, &message);
    json_object(w, NULL);
    json_text(w, "ruleId", finding_names[f->kind]);
    json_number(w, "ruleIndex", rule_index(f->kind));
    json_text(w, "level", f->timing && !r->timing_fails ? "warning" : "error");
    sarif_message(w, "message", text_string(&message));
    add_main_location(sheet, r, place_of_finding(f));
    add_race(sheet, f);
    add_flow(sheet, f);
    add_fingerprint(w, r, f);
    add_properties(w, r, f);
    json_end(w);
    text_free(&message);
}

// What could not be done, for the end; a part of an array.
static void note_unable(Sheet *sheet, const Report *r) {
    Text message = {0};
    JsonWriter w = {.out = &sheet->body};
    report_name(r, &message);
    text_format(&message, ": %s", r->message);
    if (sheet->body.size) text_add(&sheet->body, ",");
    json_object(&w, NULL);
    json_text(&w, "level", "error");
    sarif_message(&w, "message", text_string(&message));
    json_end(&w);
    text_free(&message);
}

void sarif_begin(Sheet *sheet, void (*list_rules)(JsonWriter *w)) {
    JsonWriter *w = &sheet->json;
    Text root = {0};
    *w = (JsonWriter){.out = &sheet->out};
    json_object(w, NULL);
    json_text(w, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    json_text(w, "version", "2.1.0");
    json_array(w, "runs");
    json_object(w, NULL);
    json_object(w, "tool");
    json_object(w, "driver");
    json_text(w, "name", "weft");
    json_text(w, "semanticVersion", WEFT_VERSION);
    json_array(w, "rules");
    list_rules(w);
    json_end(w);
    json_end(w);
    json_end(w);
    json_object(w, "originalUriBaseIds");
    json_object(w, "%SRCROOT%");
    text_add(&root, "file://");
    add_uri(&root, sheet->root);
    text_add(&root, "/");
    json_text(w, "uri", text_string(&root));
    json_end(w);
    json_end(w);
    json_text(w, "columnKind", "unicodeCodePoints");
    json_array(w, "results");
    text_free(&root);
}

static void add(Sheet *sheet, const Report *r) {
    if (r->message)
        note_unable(sheet, r);
    else
        for (uint32_t i = 0; i < r->findings->finding_count; i++) add_result(sheet, r, &r->findings->findings[i]);
}

void sarif_end(Sheet *sheet) {
    JsonWriter *w = &sheet->json;
    json_end(w);
    json_array(w, "invocations");
    json_object(w, NULL);
    json_boolean(w, "executionSuccessful", sheet->body.size == 0);
    json_array(w, "toolExecutionNotifications");
    text_add(&sheet->out, text_string(&sheet->body));
    json_end(w);
    json_end(w);
    json_end(w);
    while (w->depth) json_end(w);
    text_add(&sheet->out, "\n");
}

static void begin(Sheet *sheet) { sarif_begin(sheet, add_rules); }

const Format format_sarif = {.begin = begin, .add = add, .end = sarif_end};
