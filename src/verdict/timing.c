#include "verdict/timing.h"

// Whether the schedule can be followed to its end if time waits for everything else.
static bool can_wait(Machine *machine, const Schedule *schedule) {
    Stage stage;
    bool before = machine_let_time_wait(machine, true);
    stage_init(&stage, machine);
    bool followed = stage_follow(&stage, &schedule->names);
    stage_begin(&stage);
    stage_free(&stage);
    machine_let_time_wait(machine, before);
    return followed;
}

// Whether the schedule shows the error where time does not wait.
static bool shows(Machine *machine, JudgeOptions *judge, const Finding *error) {
    Stage stage;
    stage_init(&stage, machine);
    bool shown = stage_follow(&stage, &error->schedule.names) &&
                 judge_run(judge, machine, stage.enabled_count == 0, text_string(&error->key)).same;
    stage_begin(&stage);
    stage_free(&stage);
    return shown;
}

JudgeOptions timing_judge(const JudgeOptions *judge, const Findings *findings) {
    JudgeOptions own = *judge;
    own.ignored[FINDING_DEPTH_BOUND] = true;
    for (uint32_t i = 0; i < findings->finding_count; i++)
        if (findings->findings[i].kind == FINDING_DEPTH_BOUND)
            own.ignored[FINDING_DEPTH_BOUND] = judge->ignored[FINDING_DEPTH_BOUND];
    return own;
}

bool timing_is_in_question(Machine *machine, const Findings *findings) {
    for (uint32_t i = 0; i < findings->finding_count; i++)
        if (!can_wait(machine, &findings->findings[i].schedule)) return true;
    return false;
}

static void exchange_schedules(Finding *a, Finding *b) {
    Finding kept = *a;
    a->schedule = b->schedule, a->met = b->met, a->switches = b->switches;
    b->schedule = kept.schedule, b->met = kept.met, b->switches = kept.switches;
}

static void decide(Machine *machine, JudgeOptions *judge, Finding *error, Finding *same, const SearchResult *search) {
    bool early = !can_wait(machine, &error->schedule);
    error->patient = search->explored;
    if (!early) return;
    if (!same)
        error->timing = search->complete ? TIMING_ONLY : TIMING_SO_FAR;
    else if (shows(machine, judge, same))
        exchange_schedules(error, same);
}

bool timing_decide(Machine *machine, JudgeOptions *judge, Findings *findings, Findings *patient,
                   const SearchResult *search) {
    bool more = false;
    for (uint32_t i = 0; i < findings->finding_count; i++)
        decide(machine, judge, &findings->findings[i], findings_find(patient, &findings->findings[i].key), search);
    for (uint32_t i = 0; i < patient->finding_count; i++) {
        Finding *error = &patient->findings[i];
        if (findings_find(findings, &error->key) || !shows(machine, judge, error)) continue;
        findings_adopt(findings, error);
        more = true;
    }
    return more;
}
