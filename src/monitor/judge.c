#include "monitor/judge.h"

#include <string.h>

#include "base/memory.h"

// --- keeping -------------------------------------------------------------------------------------------

static Schedule copy_schedule(const Trace *trace) {
    Schedule copy = {memory_new((trace->length + 1) * sizeof(Actor)), trace->length};
    for (uint32_t i = 0; i < trace->length; i++) copy.actors[i] = trace->steps[i].actor;
    return copy;
}

static uint32_t count_switches(const Trace *trace) {
    uint32_t switches = 0;
    for (uint32_t i = 1; i < trace->length; i++) switches += trace->steps[i].actor != trace->steps[i - 1].actor;
    return switches;
}

static Finding *find(Findings *findings, const char *key) {
    for (uint32_t i = 0; i < findings->finding_count; i++)
        if (strcmp(text_string(&findings->findings[i].key), key) == 0) return &findings->findings[i];
    return NULL;
}

static Finding *add(Findings *findings) {
    size_t size = (findings->finding_count + 1) * sizeof(Finding);
    findings->findings = memory_resize(findings->findings, size);
    return &findings->findings[findings->finding_count++];
}

static void drop(Finding *seen) {
    text_free(&seen->process);
    text_free(&seen->reason);
    text_free(&seen->details);
    text_free(&seen->key);
}

// Takes over the texts of `seen`.
static void note(Findings *findings, Finding *seen, const Execution *execution) {
    uint32_t switches = count_switches(execution->trace);
    Finding *known = find(findings, text_string(&seen->key));
    if (!known) {
        known = add(findings);
        *known = *seen;
        known->count = 1;
        known->interleaving = execution->number;
    } else {
        drop(seen);
        known->count++;
        if (switches >= known->switches) return;
        schedule_free(&known->schedule);
    }
    known->switches = switches;
    known->schedule = copy_schedule(execution->trace);
}

static uint64_t hash_text(const Text *text) {
    uint64_t h = 0xcbf29ce484222325u;
    for (size_t i = 0; i < text->size; i++) h = (h ^ (unsigned char)text->data[i]) * 0x100000001b3u;
    return h ^ h >> 29;
}

static bool same_text(const Text *a, const Text *b) {
    return a->size == b->size && memcmp(text_string(a), text_string(b), a->size) == 0;
}

static uint32_t *outcome_slot(const Findings *findings, const Text *result) {
    uint32_t mask = findings->slot_count - 1;
    for (uint32_t i = (uint32_t)hash_text(result) & mask;; i = (i + 1) & mask) {
        uint32_t *slot = &findings->outcome_slots[i];
        if (*slot == 0 || same_text(&findings->outcomes[*slot - 1].result, result)) return slot;
    }
}

static void grow_outcomes(Findings *findings) {
    findings->outcome_capacity = findings->outcome_capacity ? findings->outcome_capacity * 2 : 16;
    findings->outcomes = memory_resize(findings->outcomes, findings->outcome_capacity * sizeof(OutcomeSeen));
    memory_free(findings->outcome_slots);
    findings->slot_count = findings->outcome_capacity * 2;
    findings->outcome_slots = memory_zeroed(findings->slot_count, sizeof(uint32_t));
    for (uint32_t i = 0; i < findings->outcome_count; i++)
        *outcome_slot(findings, &findings->outcomes[i].result) = i + 1;
}

// Takes over the text.
static void note_outcome(Findings *findings, const Execution *execution, Text *result) {
    if (findings->outcome_count == findings->outcome_capacity) grow_outcomes(findings);
    uint32_t *slot = outcome_slot(findings, result);
    if (*slot) {
        findings->outcomes[*slot - 1].count++;
        text_free(result);
        return;
    }
    findings->outcomes[findings->outcome_count++] = (OutcomeSeen){*result, 1, copy_schedule(execution->trace)};
    *slot = findings->outcome_count;
}

// --- judging -------------------------------------------------------------------------------------------

static bool is_normal(const JudgeOptions *options, const char *reason) {
    const char *colon = strstr(reason, ": ");
    for (size_t i = 0; i < options->normal_count; i++)
        if (strcmp(options->normal[i], colon ? colon + 2 : reason) == 0) return true;
    return false;
}

static bool judge_crash(Findings *findings, const Execution *execution, const JudgeOptions *options, uint32_t index) {
    Machine *machine = execution->machine;
    Crash crash;
    machine_crash(machine, index, &crash);
    Finding seen = {.kind = crash.assertion ? FINDING_ASSERTION : FINDING_ABNORMAL_EXIT};
    machine_actor_name(machine, crash.actor, &seen.process);
    bool other = strcmp(text_string(&seen.process), "P") != 0;
    bool wanted = !options->ignored[seen.kind] && !(other && options->first_process_only) &&
                  !(options->assertions_only && !crash.assertion) && !is_normal(options, text_string(&crash.reason));
    text_add(&seen.reason, text_string(&crash.reason));
    text_add(&seen.details, text_string(&crash.trace));
    text_format(&seen.key, "%d %s %s %s", seen.kind, text_string(&seen.process), text_string(&crash.place),
                text_string(&crash.reason));
    crash_free(&crash);
    if (wanted) note(findings, &seen, execution);
    else drop(&seen);
    return wanted;
}

static void describe_blocked(Machine *machine, Text *details, Text *key) {
    uint32_t count = machine_blocked_count(machine);
    for (uint32_t i = 0; i < count; i++) {
        Blocked blocked;
        machine_blocked(machine, i, &blocked);
        text_add(details, "  ");
        machine_actor_name(machine, blocked.actor, details);
        text_format(details, " waits in %s", text_string(&blocked.function));
        if (blocked.line) text_format(details, " (%s:%u)", text_string(&blocked.file), blocked.line);
        if (blocked.messages) text_format(details, ", in its mailbox: %s", text_string(&blocked.mailbox));
        else text_add(details, ", its mailbox is empty");
        text_add(details, "\n");
        text_format(key, " %u %s %u", blocked.actor, text_string(&blocked.function), blocked.line);
        blocked_free(&blocked);
    }
}

static bool judge_simple(Findings *findings, const Execution *execution, const JudgeOptions *options, FindingKind kind,
                         const char *reason) {
    if (options->ignored[kind] || options->assertions_only) return false;
    Finding seen = {.kind = kind};
    text_add(&seen.process, "P");
    text_add(&seen.reason, reason);
    text_format(&seen.key, "%d", kind);
    if (kind == FINDING_DEADLOCK || kind == FINDING_DEPTH_BOUND)
        describe_blocked(execution->machine, &seen.details, &seen.key);
    note(findings, &seen, execution);
    return true;
}

static bool judge_outcome(Findings *findings, const Execution *execution, const JudgeOptions *options) {
    switch (machine_outcome(execution->machine)) {
    case OUTCOME_WAITING:
        return judge_simple(findings, execution, options, FINDING_DEADLOCK, "the test function never returns");
    case OUTCOME_HALTED:
        if (machine_halt_status(execution->machine) == 0) return false;
        return judge_simple(findings, execution, options, FINDING_HALT, "the program halts with an error status");
    case OUTCOME_LIVELOCK:
        return judge_simple(findings, execution, options, FINDING_LIVELOCK,
                            "a process computes on and on without acting: more reductions than --max-reductions");
    default: return false;
    }
}

static bool judge_left(Findings *findings, const Execution *execution, const JudgeOptions *options) {
    if (machine_outcome(execution->machine) == OUTCOME_WAITING) return false;
    if (machine_blocked_count(execution->machine) == 0) return false;
    if (options->strict_deadlock)
        return judge_simple(findings, execution, options, FINDING_DEADLOCK, "processes are left behind");
    Text key = {0};
    if (findings->left_behind++ == 0) describe_blocked(execution->machine, &findings->left, &key);
    text_free(&key);
    return false;
}

bool judge_end(Findings *findings, const Execution *execution, const JudgeOptions *options) {
    Machine *machine = execution->machine;
    if (execution->end == END_DEPTH)
        return judge_simple(findings, execution, options, FINDING_DEPTH_BOUND,
                            "the interleaving is longer than --depth-bound: perhaps it never ends");
    bool wrong = false;
    uint32_t crashes = machine_crash_count(machine);
    for (uint32_t i = 0; i < crashes; i++) wrong |= judge_crash(findings, execution, options, i);
    wrong |= judge_outcome(findings, execution, options);
    wrong |= judge_left(findings, execution, options);
    Outcome outcome = machine_outcome(machine);
    if (outcome == OUTCOME_RETURNED || outcome == OUTCOME_CRASHED) {
        Text result = {0};
        machine_outcome_text(machine, &result);
        note_outcome(findings, execution, &result);
    }
    return wrong;
}

// --- telling -------------------------------------------------------------------------------------------

static bool can_run(Machine *machine, Actor actor) {
    Actor actors[1024];
    uint32_t count = machine_enabled(machine, actors, 1024);
    for (uint32_t i = 0; i < count; i++)
        if (actors[i] == actor) return true;
    return false;
}

void story_tell(Machine *machine, const Schedule *schedule, Story *out) {
    out->steps = memory_zeroed(schedule->length + 1, sizeof(StoryStep));
    out->length = 0;
    for (uint32_t i = 0; i < schedule->length && can_run(machine, schedule->actors[i]); i++) {
        StoryStep *step = &out->steps[out->length++];
        Description description;
        machine_describe(machine, schedule->actors[i], &description);
        machine_actor_name(machine, schedule->actors[i], &step->process);
        step->what = description.what;
        step->file = description.file;
        step->line = description.line;
        machine_step(machine, schedule->actors[i]);
    }
}
