#include "verdict/timing.h"

// Whether the schedule can be followed to its end, if time waits for everything else or as the machine has it.
static bool can_follow(Machine *machine, const Schedule *schedule, bool waits) {
    Stage stage;
    bool before = machine_let_time_wait(machine, waits);
    stage_init(&stage, machine);
    bool followed = stage_follow(&stage, &schedule->names);
    stage_begin(&stage);
    stage_free(&stage);
    machine_let_time_wait(machine, before);
    return followed;
}

bool timing_is_in_question(Machine *machine, const Findings *findings) {
    for (uint32_t i = 0; i < findings->finding_count; i++)
        if (!can_follow(machine, &findings->findings[i].schedule, true)) return true;
    return false;
}

static void exchange_schedules(Finding *a, Finding *b) {
    Finding kept = *a;
    a->schedule = b->schedule, a->met = b->met, a->switches = b->switches;
    b->schedule = kept.schedule, b->met = kept.met, b->switches = kept.switches;
}

static void decide(Machine *machine, Finding *error, Finding *same, const SearchResult *search) {
    bool early = !can_follow(machine, &error->schedule, true);
    error->patient = search->explored;
    if (!early) return;
    if (!same) error->timing = search->complete ? TIMING_ONLY : TIMING_SO_FAR;
    else if (can_follow(machine, &same->schedule, false)) exchange_schedules(error, same);
}

bool timing_decide(Machine *machine, Findings *findings, Findings *patient, const SearchResult *search) {
    bool more = false;
    for (uint32_t i = 0; i < findings->finding_count; i++)
        decide(machine, &findings->findings[i], findings_find(patient, &findings->findings[i].key), search);
    for (uint32_t i = 0; i < patient->finding_count; i++) {
        Finding *error = &patient->findings[i];
        if (findings_find(findings, &error->key) || !can_follow(machine, &error->schedule, false)) continue;
        findings_adopt(findings, error);
        more = true;
    }
    return more;
}
