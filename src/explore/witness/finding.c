#include "explore/witness/finding.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

const char *const finding_names[FINDING_KINDS] = {
#define FINDING(KIND, name, ...) [FINDING_##KIND] = name,
#include "explore/witness/finding.def"
};

// --- life ------------------------------------------------------------------------------------------------

static void schedule_free(Schedule *schedule) {
    memory_free(schedule->actors);
    text_free(&schedule->names);
    *schedule = (Schedule){0};
}

void finding_free(Finding *finding) {
    text_free(&finding->process);
    text_free(&finding->reason);
    text_free(&finding->details);
    text_free(&finding->unnoticed);
    text_free(&finding->history);
    text_free(&finding->key);
    schedule_free(&finding->schedule);
    schedule_free(&finding->met);
    schedule_free(&finding->passing);
    story_free(&finding->story);
    story_free(&finding->other);
    for (uint32_t i = 0; i < finding->race_count; i++) text_free(&finding->races[i].late);
    memory_free(finding->races);
    for (uint32_t i = 0; i < finding->waiting_count; i++) {
        Waiting *waiting = &finding->waiting[i];
        Text *texts[] = {&waiting->process, &waiting->function, &waiting->file, &waiting->mailbox};
        for (size_t j = 0; j < sizeof texts / sizeof *texts; j++) text_free(texts[j]);
    }
    memory_free(finding->waiting);
    *finding = (Finding){0};
}

void findings_init(Findings *findings, Machine *machine) {
    *findings = (Findings){0};
    cast_init(&findings->cast, machine);
}

void findings_free(Findings *findings) {
    for (uint32_t i = 0; i < findings->finding_count; i++) finding_free(&findings->findings[i]);
    for (uint32_t i = 0; i < findings->outcome_count; i++) {
        text_free(&findings->outcomes[i].result);
        schedule_free(&findings->outcomes[i].schedule);
    }
    memory_free(findings->findings);
    memory_free(findings->outcomes);
    memory_free(findings->outcome_slots);
    schedule_free(&findings->left.schedule);
    text_free(&findings->left.told);
    notes_free(&findings->notes);
    cast_free(&findings->cast);
    reorder_free(&findings->reorder);
    *findings = (Findings){0};
}

// --- schedules -------------------------------------------------------------------------------------------

static void set_schedule(Schedule *schedule, const Actor *actors, uint32_t length) {
    schedule->actors = memory_resize(schedule->actors, (length + 1) * sizeof(Actor));
    memcpy(schedule->actors, actors, length * sizeof(Actor));
    schedule->length = length;
}

static void set_met(Schedule *schedule, const Execution *execution) {
    schedule->actors = memory_resize(schedule->actors, (execution->length + 1) * sizeof(Actor));
    for (uint32_t i = 0; i < execution->length; i++) schedule->actors[i] = execution->steps[i].actor;
    schedule->length = execution->length;
}

static void settle_schedule(Cast *cast, Schedule *schedule) {
    if (!schedule->actors) return;   // it has been settled from the beginning
    text_clear(&schedule->names);
    for (uint32_t i = 0; i < schedule->length; i++) {
        if (i) text_add(&schedule->names, " ");
        text_add(&schedule->names, cast_name(cast, schedule->actors[i]));
    }
}

static uint64_t weight_of(const Findings *findings) {
    if (findings->weightless) return 0;
    return findings->weight ? findings->weight : 1;
}

// --- errors ----------------------------------------------------------------------------------------------

static Finding *find(const Findings *findings, const Text *key) {
    for (uint32_t i = 0; i < findings->finding_count; i++)
        if (strcmp(text_string(&findings->findings[i].key), text_string(key)) == 0) return &findings->findings[i];
    return NULL;
}

static Finding *add(Findings *findings) {
    size_t size = (findings->finding_count + 1) * sizeof(Finding);
    findings->findings = memory_resize(findings->findings, size);
    findings->findings[findings->finding_count] = (Finding){0};
    return &findings->findings[findings->finding_count++];
}

// Whether the order found for the execution is a better story than the known one.
static bool is_simpler(Findings *findings, const Finding *known, uint32_t switches) {
    const Reorder *order = &findings->reorder;
    if (switches != known->switches) return switches < known->switches;
    if (order->length != known->schedule.length) return order->length < known->schedule.length;
    return reorder_compare(&findings->cast, order->actors.items, order->length, known->schedule.actors,
                           known->schedule.length) < 0;
}

// What is told of an error belongs together: the reason may have other data in another interleaving.
static void take_texts(Finding *known, Finding *seen) {
    Finding old = *known;
    known->process = seen->process;
    known->reason = seen->reason;
    known->details = seen->details;
    known->unnoticed = seen->unnoticed;
    known->history = seen->history;
    known->key = seen->key;
    seen->process = old.process;
    seen->reason = old.reason;
    seen->details = old.details;
    seen->unnoticed = old.unnoticed;
    seen->history = old.history;
    seen->key = old.key;
}

void findings_note(Findings *findings, Finding *seen, const Execution *execution, uint64_t number) {
    Finding *known = find(findings, &seen->key);
    bool first = !known;
    if (first) {
        known = add(findings);
        known->kind = seen->kind;
        known->interleaving = number;
    }
    if (known->last != number) known->count += weight_of(findings);
    known->last = number;
    uint32_t switches =
        reorder_fewest(&findings->reorder, execution, &findings->cast, first ? UINT32_MAX - 1 : known->switches);
    if (first && finding_is_of_path(seen)) {
        take_texts(known, seen);
        known->cycle_from = seen->cycle_from;
        known->switches = switches;
        set_met(&known->schedule, execution);
        set_met(&known->met, execution);
    } else if (!finding_is_of_path(seen) &&
               (first || (switches != REORDER_TOO_MANY && is_simpler(findings, known, switches)))) {
        take_texts(known, seen);
        known->switches = switches;
        set_schedule(&known->schedule, findings->reorder.actors.items, execution->length);
        set_met(&known->met, execution);
    }
    finding_free(seen);
}

void findings_drop_uncounted(Findings *findings) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < findings->finding_count; i++) {
        if (findings->findings[i].count)
            findings->findings[kept++] = findings->findings[i];
        else
            finding_free(&findings->findings[i]);
    }
    findings->finding_count = kept;
}

// --- results ---------------------------------------------------------------------------------------------

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

static void fill_slots(Findings *findings) {
    memset(findings->outcome_slots, 0, findings->slot_count * sizeof(uint32_t));
    for (uint32_t i = 0; i < findings->outcome_count; i++)
        *outcome_slot(findings, &findings->outcomes[i].result) = i + 1;
}

static void grow_outcomes(Findings *findings) {
    findings->outcome_capacity = findings->outcome_capacity ? findings->outcome_capacity * 2 : 16;
    findings->outcomes = memory_resize(findings->outcomes, findings->outcome_capacity * sizeof(OutcomeSeen));
    findings->slot_count = findings->outcome_capacity * 2;
    findings->outcome_slots = memory_resize(findings->outcome_slots, findings->slot_count * sizeof(uint32_t));
    fill_slots(findings);
}

// The entry of a result; takes over the text.
static OutcomeSeen *outcome_of(Findings *findings, Text *result) {
    if (findings->outcome_count == findings->outcome_capacity) grow_outcomes(findings);
    uint32_t *slot = outcome_slot(findings, result);
    if (*slot) {
        text_free(result);
        return &findings->outcomes[*slot - 1];
    }
    findings->outcomes[findings->outcome_count++] = (OutcomeSeen){.result = *result};
    *slot = findings->outcome_count;
    return &findings->outcomes[*slot - 1];
}

static void keep_first(Findings *findings, Schedule *schedule, const Execution *execution) {
    if (reorder_first(&findings->reorder, execution, &findings->cast, schedule->actors, schedule->length))
        set_schedule(schedule, findings->reorder.actors.items, execution->length);
}

void findings_note_outcome(Findings *findings, Text *result, const Execution *execution) {
    OutcomeSeen *outcome = outcome_of(findings, result);
    outcome->count += weight_of(findings);
    keep_first(findings, &outcome->schedule, execution);
}

void findings_note_left(Findings *findings, bool messages, const Execution *execution) {
    LeftBehind *left = &findings->left;
    left->count += weight_of(findings);
    if (messages && left->with_messages == 0) schedule_free(&left->schedule);
    if (messages) left->with_messages += weight_of(findings);
    if (messages || left->with_messages == 0) keep_first(findings, &left->schedule, execution);
}

void findings_note_crash(Findings *findings, CrashNote *note, uint64_t number) {
    notes_add(&findings->notes, note, number, weight_of(findings));
}

static void set_names(Schedule *schedule, const Text *names) {
    schedule_free(schedule);
    text_add_bytes(&schedule->names, text_string(names), names->size);
    for (size_t i = 0; i < names->size; i++) schedule->length += names->data[i] == ' ';
    schedule->length += names->size > 0;
}

void findings_add_outcome(Findings *findings, Text *result, uint64_t count, const Text *names) {
    OutcomeSeen *outcome = outcome_of(findings, result);
    if (!outcome->count) set_names(&outcome->schedule, names);
    outcome->count += count;
}

void findings_add_left(Findings *findings, bool messages, uint64_t count, const Text *names) {
    LeftBehind *left = &findings->left;
    if (!left->count || (messages && !left->with_messages)) set_names(&left->schedule, names);
    left->count += count;
    if (messages) left->with_messages += count;
}

// --- many searches ---------------------------------------------------------------------------------------

void findings_settle(Findings *findings) {
    Cast *cast = &findings->cast;
    for (uint32_t i = 0; i < findings->finding_count; i++) {
        settle_schedule(cast, &findings->findings[i].schedule);
        settle_schedule(cast, &findings->findings[i].met);
    }
    for (uint32_t i = 0; i < findings->outcome_count; i++) settle_schedule(cast, &findings->outcomes[i].schedule);
    settle_schedule(cast, &findings->left.schedule);
}

static int compare_names(const Schedule *a, const Schedule *b) {
    return strcmp(text_string(&a->names), text_string(&b->names));
}

// The step with which it happens; the last of all: no single one, or nobody has looked yet.
static uint32_t begins_at(const Finding *finding) { return finding->story.failure - 1; }

static int compare_findings(const void *a, const void *b) {
    const Finding *x = a, *y = b;
    if (!x->timing != !y->timing) return x->timing ? 1 : -1;
    if (x->switches != y->switches) return x->switches < y->switches ? -1 : 1;
    if (x->schedule.length != y->schedule.length) return x->schedule.length < y->schedule.length ? -1 : 1;
    int names = compare_names(&x->schedule, &y->schedule);
    if (names) return names;
    if (begins_at(x) != begins_at(y)) return begins_at(x) < begins_at(y) ? -1 : 1;
    return strcmp(text_string(&x->key), text_string(&y->key));
}

static int compare_outcomes(const void *a, const void *b) {
    const OutcomeSeen *x = a, *y = b;
    if (x->count != y->count) return x->count > y->count ? -1 : 1;
    return strcmp(text_string(&x->result), text_string(&y->result));
}

void findings_sort(Findings *findings) {
    if (findings->finding_count) qsort(findings->findings, findings->finding_count, sizeof(Finding), compare_findings);
    notes_sort(&findings->notes);
    if (!findings->outcome_count) return;
    qsort(findings->outcomes, findings->outcome_count, sizeof(OutcomeSeen), compare_outcomes);
    fill_slots(findings);
}

static void merge_finding(Findings *into, Finding *from) {
    Finding *known = find(into, &from->key);
    if (!known) {
        *add(into) = *from;
        return;
    }
    uint64_t count = known->count + from->count;
    if (compare_findings(from, known) < 0) {
        Finding worse = *known;
        *known = *from;
        *from = worse;
    }
    known->count = count;
    known->interleaving = 0;
    finding_free(from);
}

Finding *findings_find(const Findings *findings, const Text *key) { return find(findings, key); }

void findings_adopt(Findings *findings, Finding *finding) {
    *add(findings) = *finding;
    *finding = (Finding){0};
}

static void merge_schedule(Schedule *into, Schedule *from) {
    if (!into->length || (from->length && compare_names(from, into) < 0)) {
        Schedule worse = *into;
        *into = *from;
        *from = worse;
    }
    schedule_free(from);
}

static void merge_left(LeftBehind *into, LeftBehind *from) {
    if (!into->with_messages == !from->with_messages)
        merge_schedule(&into->schedule, &from->schedule);
    else if (from->with_messages)
        schedule_free(&into->schedule), into->schedule = from->schedule;
    else
        schedule_free(&from->schedule);
    into->count += from->count;
    into->with_messages += from->with_messages;
    from->schedule = (Schedule){0};
}

void findings_merge(Findings *into, Findings *from) {
    for (uint32_t i = 0; i < from->finding_count; i++) merge_finding(into, &from->findings[i]);
    for (uint32_t i = 0; i < from->outcome_count; i++) {
        OutcomeSeen *seen = &from->outcomes[i], *known = outcome_of(into, &seen->result);
        known->count += seen->count;
        merge_schedule(&known->schedule, &seen->schedule);
    }
    merge_left(&into->left, &from->left);
    notes_merge(&into->notes, &from->notes);
    from->finding_count = from->outcome_count = 0;
    findings_free(from);
}
