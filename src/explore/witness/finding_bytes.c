#include "explore/witness/finding_bytes.h"

#include <string.h>

#include "base/memory.h"

// --- saving ------------------------------------------------------------------------------------------

static void save_number(Text *out, uint64_t number) { text_add_bytes(out, &number, sizeof number); }

static void save_text(Text *out, const Text *text) {
    save_number(out, text->size);
    text_add_bytes(out, text_string(text), text->size);
}

static void save_schedule(Text *out, const Schedule *schedule) {
    save_number(out, schedule->length);
    save_text(out, &schedule->names);
}

static void save_finding(Text *out, const Finding *f) {
    const uint64_t numbers[] = {f->kind, f->count, f->interleaving, f->last, f->switches, f->timing, f->patient};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) save_number(out, numbers[i]);
    const Text *texts[] = {&f->process, &f->reason, &f->details, &f->unnoticed, &f->history, &f->key};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) save_text(out, texts[i]);
    save_schedule(out, &f->schedule);
    save_schedule(out, &f->met);
}

static void save_notes(Text *out, const CrashNotes *notes) {
    save_number(out, notes->count);
    for (uint32_t i = 0; i < notes->count; i++) {
        const CrashNote *note = &notes->items[i];
        const Text *texts[] = {&note->key, &note->process, &note->reason, &note->trace};
        for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) save_text(out, texts[k]);
        save_number(out, note->handled);
        save_number(out, note->count);
    }
}

void findings_save(const Findings *findings, Text *out) {
    const LeftBehind *left = &findings->left;
    save_number(out, findings->finding_count);
    for (uint32_t i = 0; i < findings->finding_count; i++) save_finding(out, &findings->findings[i]);
    save_number(out, findings->outcome_count);
    for (uint32_t i = 0; i < findings->outcome_count; i++) {
        save_text(out, &findings->outcomes[i].result);
        save_number(out, findings->outcomes[i].count);
        save_schedule(out, &findings->outcomes[i].schedule);
    }
    save_number(out, left->count);
    save_number(out, left->with_messages);
    save_schedule(out, &left->schedule);
    save_text(out, &left->told);
    save_notes(out, &findings->notes);
}

// --- loading -----------------------------------------------------------------------------------------

typedef struct {
    const char *at, *end;
    bool cut;   // there was less than expected
} Input;

static uint64_t load_number(Input *in) {
    uint64_t number = 0;
    in->cut |= (size_t)(in->end - in->at) < sizeof number;
    if (in->cut) return 0;
    memcpy(&number, in->at, sizeof number);
    in->at += sizeof number;
    return number;
}

static void load_text(Input *in, Text *text) {
    uint64_t size = load_number(in);
    in->cut |= (size_t)(in->end - in->at) < size;
    if (in->cut) return;
    text_add_bytes(text, in->at, size);
    in->at += size;
}

static void load_schedule(Input *in, Schedule *schedule) {
    schedule->length = (uint32_t)load_number(in);
    load_text(in, &schedule->names);
}

static void load_finding(Input *in, Finding *f) {
    f->kind = (FindingKind)load_number(in);
    f->count = load_number(in);
    f->interleaving = load_number(in);
    f->last = load_number(in);
    f->switches = (uint32_t)load_number(in);
    f->timing = (Timing)load_number(in);
    f->patient = load_number(in);
    in->cut |= f->timing > TIMING_ONLY;
    Text *texts[] = {&f->process, &f->reason, &f->details, &f->unnoticed, &f->history, &f->key};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) load_text(in, texts[i]);
    load_schedule(in, &f->schedule);
    load_schedule(in, &f->met);
}

static void load_outcome(Input *in, OutcomeSeen *outcome) {
    load_text(in, &outcome->result);
    outcome->count = load_number(in);
    load_schedule(in, &outcome->schedule);
}

// How many follow. Each takes some bytes, so there cannot be more of them than bytes.
static uint64_t load_count(Input *in) {
    uint64_t count = load_number(in);
    in->cut |= count > (uint64_t)(in->end - in->at);
    return in->cut ? 0 : count;
}

static void load_notes(Input *in, CrashNotes *notes) {
    uint64_t count = load_count(in);
    for (uint64_t i = 0; i < count && !in->cut; i++) {
        CrashNote *note = array_add(notes);
        Text *texts[] = {&note->key, &note->process, &note->reason, &note->trace};
        for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) load_text(in, texts[k]);
        note->handled = load_number(in) != 0;
        note->count = load_number(in);
    }
}

bool findings_load(Findings *findings, const char **at, const char *end) {
    Input in = {*at, end, false};
    uint64_t count = load_count(&in);
    findings->findings = memory_zeroed(count, sizeof(Finding));
    for (uint64_t i = 0; i < count && !in.cut; i++) load_finding(&in, &findings->findings[findings->finding_count++]);
    count = load_count(&in);
    findings->outcomes = memory_zeroed(count, sizeof(OutcomeSeen));
    for (uint64_t i = 0; i < count && !in.cut; i++) load_outcome(&in, &findings->outcomes[findings->outcome_count++]);
    findings->outcome_capacity = findings->outcome_count;
    findings->left.count = load_number(&in);
    findings->left.with_messages = load_number(&in);
    load_schedule(&in, &findings->left.schedule);
    load_text(&in, &findings->left.told);
    load_notes(&in, &findings->notes);
    *at = in.at;
    return !in.cut;
}
