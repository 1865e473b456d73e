#include "verdict/judge.h"

#include <stdlib.h>
#include <string.h>

#include "base/chance.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "explore/witness/scene.h"
#include "verdict/pattern.h"

// One execution, being judged.
typedef struct {
    Machine *machine;
    const JudgeOptions *options;
    Finding *errors;
    uint32_t count;
    CrashNotes notes;
    uint32_t crashes;   // of the execution itself: those that come later, when it goes on, are only noted
    bool over;          // the first process had ended, and the rest went on
    bool decided;       // how the first process would end was clear before
    bool undecided;     // it went on until nobody could act, or it was interrupted
    bool circled;       // all went round in a circle, and only time could end that
    bool forever;       // and no time that passes will end it
    bool late;          // it went on for longer than anybody waits
    Text result;        // of the first process; empty: none
} Hearing;

static bool is_wanted(const JudgeOptions *options, FindingKind kind) {
    return !options->ignored[kind] && !(options->assertions_only && kind != FINDING_ASSERTION);
}

// The texts are the caller's to fill.
static Finding *accuse(Hearing *hearing, FindingKind kind) {
    hearing->errors = memory_resize(hearing->errors, (hearing->count + 1) * sizeof(Finding));
    hearing->errors[hearing->count] = (Finding){.kind = kind};
    return &hearing->errors[hearing->count++];
}

// --- crashes ---------------------------------------------------------------------------------------------

static bool is_normal(const JudgeOptions *options, const char *reason) {
    const char *colon = strstr(reason, ": ");
    for (size_t i = 0; i < options->normal_count; i++)
        if (pattern_matches(options->normal[i], colon ? colon + 2 : reason)) return true;
    return false;
}

static bool is_first(Machine *machine, Actor actor) {
    Text name = {0};
    machine_actor_name(machine, actor, &name);
    bool first = strcmp(text_string(&name), "P") == 0;
    text_free(&name);
    return first;
}

static FindingKind kind_of(const Crash *crash) {
    return crash->unexplained ? FINDING_NOT_LINEARIZABLE : crash->assertion ? FINDING_ASSERTION : FINDING_ABNORMAL_EXIT;
}

// Crashes of an execution, in order, and what came of each.
typedef struct {
    Crash *items;
    int64_t *roots;    // the one that began it; -1: that was no crash
    int64_t *errors;   // the error it is; -1: none
    bool *handled;     // by root: somebody was told of it, or of one that it took along
    bool *fatal;       // by root: the first process is among those that it took along
    uint32_t count;
} Crashes;

// Goes from a process that a signal ended to the one that began it: -1 when that one did not crash itself.
static int64_t root_of(const Crash *crashes, uint32_t count, uint32_t index) {
    for (uint32_t i = index; i < count && crashes[i].by_signal;) {
        uint32_t cause = 0;
        while (cause < i && crashes[cause].actor != crashes[i].from) cause++;
        if (cause == i) return -1;
        index = i = cause;
    }
    return index;
}

// Whether one ends with exit for the very reason of another, with its trace: a supervisor whose parent crashed, say,
// which traps exits and passes on what it was told. Reasons are printed as "error: badarg" and "exit:
// {badarg,[{m,f,1,...".
static bool passes_on(const Crash *crash, const Crash *earlier) {
    static const char error[] = "error: ";
    Text whole = {0};
    if (strncmp(text_string(&earlier->reason), error, strlen(error)) != 0) return false;
    text_format(&whole, "exit: {%s,[{", text_string(&earlier->reason) + strlen(error));
    bool same = strncmp(text_string(&crash->reason), text_string(&whole), whole.size) == 0;
    text_free(&whole);
    return same;
}

// Then it is taken for one that a signal ended.
static void find_passed_on(Crash *crashes, uint32_t index) {
    for (uint32_t i = 0; i < index && !crashes[index].by_signal; i++) {
        if (!passes_on(&crashes[index], &crashes[i])) continue;
        crashes[index].by_signal = true;
        crashes[index].from = crashes[i].actor;
    }
}

static void crashes_read(Crashes *crashes, Machine *machine) {
    uint32_t count = crashes->count = machine_crash_count(machine);
    crashes->items = memory_zeroed(count, sizeof *crashes->items);
    crashes->roots = memory_zeroed(count, sizeof *crashes->roots);
    crashes->errors = memory_zeroed(count, sizeof *crashes->errors);
    crashes->handled = memory_zeroed(count, sizeof *crashes->handled);
    crashes->fatal = memory_zeroed(count, sizeof *crashes->fatal);
    for (uint32_t i = 0; i < count; i++) {
        Crash *crash = &crashes->items[i];
        machine_crash(machine, i, crash);
        find_passed_on(crashes->items, i);
        int64_t root = crashes->roots[i] = root_of(crashes->items, count, i);
        if (root < 0) continue;
        crashes->handled[root] |= crash->handled;
        crashes->fatal[root] |= is_first(machine, crash->actor);
    }
}

static void crashes_free(Crashes *crashes) {
    for (uint32_t i = 0; i < crashes->count; i++) crash_free(&crashes->items[i]);
    void *parts[] = {crashes->items, crashes->roots, crashes->errors, crashes->handled, crashes->fatal};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) memory_free(parts[i]);
}

// Whether a crash is to be spoken of at all: what is normal by --treat-as-normal, and what a signal did, is not.
static bool is_own(const Hearing *hearing, const Crashes *crashes, uint32_t index) {
    const Crash *crash = &crashes->items[index];
    int64_t root = crashes->roots[index];
    if (is_normal(hearing->options, text_string(&crash->reason))) return false;
    if (!crash->by_signal || hearing->options->strict_exits) return true;
    bool explained = root >= 0 && crashes->errors[root] >= 0;
    return !explained && is_first(hearing->machine, crash->actor);
}

static bool is_crash_error(const Hearing *hearing, const Crashes *crashes, uint32_t index) {
    const JudgeOptions *options = hearing->options;
    const Crash *crash = &crashes->items[index];
    bool first = is_first(hearing->machine, crash->actor);
    if (!is_wanted(options, kind_of(crash)) || (options->first_process_only && !first)) return false;
    if (index >= hearing->crashes && !(first && hearing->decided)) return false;
    if (first || options->strict_exits || crashes->fatal[index]) return true;
    return !crashes->handled[index] && (!options->framework || options->crashes_fail);
}

static void add_key(const Crash *crash, FindingKind kind, bool first, Text *out) {
    text_format(out, "%d %s %s%s", kind, first ? "P" : "", text_string(&crash->shape), text_string(&crash->place));
}

static void add_crash(Hearing *hearing, const Crash *crash) {
    Finding *error = accuse(hearing, kind_of(crash));
    machine_actor_name(hearing->machine, crash->actor, &error->process);
    text_add(&error->reason, text_string(&crash->reason));
    if (crash->by_signal) {
        text_add(&error->details, "  by an exit signal");
        if (crash->from != NO_ACTOR) text_add(&error->details, " from ");
        if (crash->from != NO_ACTOR) machine_actor_name(hearing->machine, crash->from, &error->details);
        text_add(&error->details, "\n");
    }
    text_add(&error->details, text_string(&crash->trace));
    text_add(&error->history, text_string(&crash->history));
    add_key(crash, error->kind, strcmp(text_string(&error->process), "P") == 0, &error->key);
}

static void add_note(Hearing *hearing, const Crash *crash, bool handled) {
    CrashNote *note = array_add(&hearing->notes);
    note->handled = handled;
    machine_actor_name(hearing->machine, crash->actor, &note->process);
    text_add(&note->reason, text_string(&crash->reason));
    text_add(&note->trace, text_string(&crash->trace));
    add_key(crash, kind_of(crash), false, &note->key);
}

static void add_consequence(Hearing *hearing, const Crash *crash, Finding *error) {
    text_add(&error->details, "  and takes along ");
    machine_actor_name(hearing->machine, crash->actor, &error->details);
    text_add(&error->details, "\n");
}

// One that only happens when the machine goes on from a state on the way is judged where that happens.
static bool is_now(const Hearing *hearing, uint32_t index) {
    return !hearing->options->in_passing || index < hearing->crashes;
}

// First those that are errors of their own, then what follows from them.
static void judge_crashes(Hearing *hearing) {
    Crashes crashes;
    if (machine_crash_count(hearing->machine) == 0) return;
    crashes_read(&crashes, hearing->machine);
    for (uint32_t i = 0; i < crashes.count; i++) {
        const Crash *crash = &crashes.items[i];
        int64_t root = crashes.roots[i];
        bool own = is_own(hearing, &crashes, i);
        crashes.errors[i] = -1;
        if (own && is_crash_error(hearing, &crashes, i)) {
            crashes.errors[i] = hearing->count;
            add_crash(hearing, crash);
        } else if (crash->by_signal && root >= 0 && crashes.errors[root] >= 0) {
            add_consequence(hearing, crash, &hearing->errors[crashes.errors[root]]);
        } else if (own && !crash->by_signal && is_wanted(hearing->options, kind_of(crash)) && is_now(hearing, i)) {
            add_note(hearing, crash, crashes.handled[i]);
        }
    }
    crashes_free(&crashes);
}

// --- who waits ---------------------------------------------------------------------------------------------

static void tell_blocked(Machine *machine, const Blocked *blocked, const char *does, Text *out) {
    text_add(out, "  ");
    machine_actor_name(machine, blocked->actor, out);
    text_format(out, " %s %s", does, text_string(&blocked->function));
    if (blocked->line) text_format(out, " (%s:%u)", text_string(&blocked->file), blocked->line);
    if (blocked->messages)
        text_format(out, "; in its mailbox: %s", text_string(&blocked->mailbox));
    else
        text_add(out, "; its mailbox is empty");
    text_add(out, "\n");
}

static int compare_texts(const void *a, const void *b) { return strcmp(text_string(a), text_string(b)); }

// Tells who is left and adds where they are to the key, each place once.
static void tell_all_blocked(Machine *machine, const char *does, Text *out, Text *key) {
    uint32_t count = machine_blocked_count(machine);
    Text *places = memory_zeroed(count + 1, sizeof *places);
    for (uint32_t i = 0; i < count; i++) {
        Blocked blocked;
        machine_blocked(machine, i, &blocked);
        if (!scene_is_function_of_hand(text_string(&blocked.function))) tell_blocked(machine, &blocked, does, out);
        text_format(&places[i], " %s:%u", text_string(&blocked.function), blocked.line);
        blocked_free(&blocked);
    }
    qsort(places, count, sizeof *places, compare_texts);
    for (uint32_t i = 0; i < count; i++)
        if (key && (i == 0 || compare_texts(&places[i - 1], &places[i]))) text_add(key, text_string(&places[i]));
    for (uint32_t i = 0; i < count; i++) text_free(&places[i]);
    memory_free(places);
}

void judge_tell_left(Machine *machine, Text *out) { tell_all_blocked(machine, "waits in", out, NULL); }

void judge_tell_waiting(Stage *stage, Finding *finding) {
    if (finding->kind != FINDING_DEADLOCK || !stage_follow(stage, &finding->schedule.names)) return;
    uint32_t count = machine_blocked_count(stage->machine);
    finding->waiting = memory_zeroed(count + 1, sizeof(Waiting));
    for (; finding->waiting_count < count; finding->waiting_count++) {
        Waiting *waiting = &finding->waiting[finding->waiting_count];
        Blocked blocked;
        machine_blocked(stage->machine, finding->waiting_count, &blocked);
        machine_actor_name(stage->machine, blocked.actor, &waiting->process);
        *waiting = (Waiting){waiting->process, blocked.function, blocked.file,
                             blocked.mailbox,  blocked.line,     blocked.messages};
    }
}

// --- the rest ----------------------------------------------------------------------------------------------

static Finding *accuse_simply(Hearing *hearing, FindingKind kind, const char *reason) {
    if (!is_wanted(hearing->options, kind)) return NULL;
    Finding *error = accuse(hearing, kind);
    text_add(&error->process, "P");
    text_add(&error->reason, reason);
    text_format(&error->key, "%d", kind);
    return error;
}

// Of a crash that nobody was told of, and that is no error of its own: perhaps somebody waits for the one that crashed.
static void tell_unnoticed(const CrashNotes *notes, Text *out) {
    for (uint32_t i = 0; i < notes->count; i++) {
        const CrashNote *note = &notes->items[i];
        if (note->handled) continue;
        text_format(out, "  %s has ended with %s, and nobody was told\n", text_string(&note->process),
                    text_string(&note->reason));
        text_format(out, "%s", text_string(&note->trace));
    }
}

static void judge_deadlock(Hearing *hearing, const char *reason) {
    Finding *error = accuse_simply(hearing, FINDING_DEADLOCK, reason);
    if (!error) return;
    tell_all_blocked(hearing->machine, "waits in", &error->details, &error->key);
    tell_unnoticed(&hearing->notes, &error->unnoticed);
}

static void judge_halt(Hearing *hearing) {
    int status = machine_halt_status(hearing->machine);
    if (status == 0) return;
    Finding *error = accuse_simply(hearing, FINDING_HALT, "");
    if (!error) return;
    text_format(&error->reason, "the program halts with status %d%s", status,
                hearing->over ? " after the test has ended" : "");
    text_format(&error->key, " %d", status);
}

static void judge_livelock(Hearing *hearing) {
    Finding *error =
        accuse_simply(hearing, FINDING_LIVELOCK,
                      machine_has_circle(hearing->machine)
                          ? "goes round in a circle without an action that others could notice: it never ends"
                          : "goes on and on without an action that others could notice: perhaps it never ends");
    if (error) tell_all_blocked(hearing->machine, "is in", &error->details, NULL);
}

static void judge_outcome(Hearing *hearing) {
    switch (machine_outcome(hearing->machine)) {
    case OUTCOME_WAITING: judge_deadlock(hearing, "the test function never returns: nobody can act any more"); return;
    case OUTCOME_HALTED: judge_halt(hearing); return;
    case OUTCOME_LIVELOCK: judge_livelock(hearing); return;
    default: return;
    }
}

static bool leaves_behind(Machine *machine) {
    Outcome outcome = machine_outcome(machine);
    return (outcome == OUTCOME_RETURNED || outcome == OUTCOME_CRASHED) && machine_blocked_count(machine) > 0;
}

// A run that goes on fairly, and still the first process does not end, or only because it has waited long enough. A
// test of a framework may just be long: nothing is said of it unless it is clear that it does not end.
static void judge_depth(Hearing *hearing) {
    Outcome outcome = machine_outcome(hearing->machine);
    bool waits = outcome == OUTCOME_WAITING && !hearing->undecided, gave_up = outcome == OUTCOME_CRASHED;
    bool clear = hearing->circled || hearing->late;
    if (!(waits && (clear || !hearing->options->framework)) && !(gave_up && hearing->circled)) return;
    Finding *error =
        accuse_simply(hearing, FINDING_DEPTH_BOUND,
                      !waits             ? "others go round in a circle until the test has waited long enough"
                      : hearing->forever ? "it comes back to a state in which it was, whoever has a turn: it never ends"
                                         : "more steps than --depth-bound: perhaps it never ends");
    if (error) tell_all_blocked(hearing->machine, "is in", &error->details, NULL);
}

// At most, to see what comes of a run that was cut, or of a test that is over; and of one whose others have gone on for
// long already.
enum { STEPS_MORE = 700000, STEPS_AFTER = 10000, STEPS_BEYOND = 1000, ROUNDS = 8 };
// Those who are busy take about as long for a step as on a slow machine, in nanoseconds; after so many steps those
// whose time is over meanwhile go on.
enum { TIME_OF_A_STEP = 10000, STEPS_OF_A_MOMENT = 1000 };

// An execution that was cut goes on fairly for a while: if only because of its schedule it did not come to an end, it
// is no error. What a test of a framework leaves is run on, too, because crashes may come of it, and a halt.
static bool goes_on(const Hearing *hearing, bool ended) {
    Outcome outcome = machine_outcome(hearing->machine);
    if (!ended) return !hearing->options->in_passing || hearing->crashes > 0;   // it may be handled soon
    return hearing->options->framework && (outcome == OUTCOME_RETURNED || outcome == OUTCOME_CRASHED);
}

// Longer than frameworks and people wait for a test.
static const uint64_t TIME_MORE = 100000000000;   // nanoseconds

static bool is_over(Machine *machine, uint64_t start) {
    return machine_outcome(machine) != OUTCOME_WAITING || machine_now(machine) - start > TIME_MORE;
}

// Time passes for those who wait while others are busy: no deadline is put off for ever. `time` is how late it is.
static bool go_on_with_time(Machine *machine, uint32_t steps, uint64_t start, uint64_t *time) {
    bool idle = false;
    for (uint32_t done = 0; done < steps && !idle && !is_over(machine, start); done += STEPS_OF_A_MOMENT) {
        if (interrupt_signal()) break;
        idle = machine_go_on(machine, STEPS_OF_A_MOMENT);
        *time += (uint64_t)STEPS_OF_A_MOMENT * TIME_OF_A_STEP;
        while (!idle && !is_over(machine, start) && machine_let_time_pass(machine, *time)) {}
        if (machine_now(machine) > *time) *time = machine_now(machine);
    }
    return idle;
}

// Until the first process has ended, or nobody can act, or all go round in a circle, or long. Who goes round while
// somebody waits for a time that comes does not do so for ever.
static void go_on_for_long(Hearing *hearing) {
    Machine *machine = hearing->machine;
    uint64_t start = machine_now(machine), time = start;
    bool idle = machine_go_on(machine, STEPS_AFTER), round = false;
    for (uint32_t done = STEPS_AFTER, steps = STEPS_AFTER; done < STEPS_MORE && !idle && !round; done += steps) {
        if (is_over(machine, start) || interrupt_signal()) break;
        steps += steps / 2;
        round = machine_goes_round(machine, ROUNDS);
        hearing->circled |= round;
        if (round && machine_let_time_pass(machine, UINT64_MAX)) round = false;
        if (!round) idle = go_on_with_time(machine, steps, start, &time);
    }
    hearing->forever = round;
    hearing->undecided = idle || (interrupt_signal() && !round);
    hearing->late = machine_now(machine) - start > TIME_MORE;
}

static void note_result(Hearing *hearing) {
    Outcome outcome = machine_outcome(hearing->machine);
    if (outcome == OUTCOME_RETURNED || outcome == OUTCOME_CRASHED)
        machine_outcome_text(hearing->machine, &hearing->result);
}

static Hearing judge(Machine *machine, bool ended, const JudgeOptions *options) {
    Hearing hearing = {.machine = machine,
                       .options = options,
                       .crashes = machine_crash_count(machine),
                       .decided = machine_has_verdict(machine)};
    bool more = goes_on(&hearing, ended);
    Mark mark;
    if (more) {
        mark = machine_mark(machine);
        hearing.over = ended;
        bool briefly = ended || hearing.decided || options->in_passing;
        if (briefly)
            hearing.undecided = machine_go_on(machine, hearing.decided ? STEPS_BEYOND : STEPS_AFTER);
        else
            go_on_for_long(&hearing);
    }
    judge_crashes(&hearing);
    if (ended || hearing.decided) note_result(&hearing);
    if (ended)
        judge_outcome(&hearing);
    else if (!options->in_passing)
        judge_depth(&hearing);
    if (ended && options->strict_deadlock && leaves_behind(machine))
        judge_deadlock(&hearing, "processes are left behind");
    if (more) machine_undo(machine, mark);
    return hearing;
}

// Who is still there deserves a note. A test of a framework that fails stops where it fails: others may be on their way
// to an end.
static bool is_left_noted(Machine *machine, bool ended, bool wrong, const JudgeOptions *options) {
    return ended && !options->strict_deadlock && !(options->framework && wrong) && leaves_behind(machine);
}

// --- the door ----------------------------------------------------------------------------------------------

bool judge_end(Findings *findings, const ExecutionEnd *end, const JudgeOptions *options) {
    Machine *machine = end->machine;
    bool ended = end->kind == END_COMPLETE;
    Hearing hearing = judge(machine, ended, options);
    for (uint32_t i = 0; i < hearing.count; i++)
        findings_note(findings, &hearing.errors[i], end->execution, end->number);
    memory_free(hearing.errors);
    for (uint32_t i = 0; i < hearing.notes.count; i++)
        findings_note_crash(findings, &hearing.notes.items[i], end->number);
    array_free(&hearing.notes);
    if (hearing.result.size) findings_note_outcome(findings, &hearing.result, end->execution);
    if (is_left_noted(machine, ended, hearing.count > 0, options))
        findings_note_left(findings, machine_blocked_has_messages(machine), end->execution);
    return hearing.count > 0;
}

static void hearing_free(Hearing *hearing) {
    for (uint32_t i = 0; i < hearing->count; i++) finding_free(&hearing->errors[i]);
    memory_free(hearing->errors);
    notes_free(&hearing->notes);
    text_free(&hearing->result);
}

Verdict judge_run(void *options, Machine *machine, bool ended, const char *key) {
    if (machine_outcome(machine) == OUTCOME_UNSUPPORTED) return (Verdict){.unknown = true};
    Hearing hearing = judge(machine, ended, options);
    Verdict verdict = {.passes = hearing.count == 0};
    for (uint32_t i = 0; i < hearing.count; i++) verdict.same |= strcmp(text_string(&hearing.errors[i].key), key) == 0;
    verdict.happened = verdict.same;
    for (uint32_t i = 0; i < hearing.notes.count; i++)
        verdict.happened |= strcmp(text_string(&hearing.notes.items[i].key), key) == 0;
    hearing_free(&hearing);
    return verdict;
}

void judge_key(const JudgeOptions *options, Machine *machine, bool ended, Text *out) {
    Hearing hearing = judge(machine, ended, options);
    if (hearing.count) text_add(out, text_string(&hearing.errors[0].key));
    hearing_free(&hearing);
}

// --- runs that are sampled ---------------------------------------------------------------------------------

static uint64_t hash_text(uint64_t hash, const Text *text) {
    for (size_t i = 0; i < text->size; i++) hash = (hash ^ (unsigned char)text->data[i]) * 0x100000001b3u;
    return chance_mix(hash + 1);
}

void judge_sample(void *options, Machine *machine, bool ended, Showing *out) {
    const JudgeOptions *judging = options;
    Outcome outcome = machine_outcome(machine);
    uint64_t hash = (uint64_t)outcome;
    Hearing hearing = {0};
    out->unable = outcome == OUTCOME_UNSUPPORTED;
    if (!out->unable) hearing = judge(machine, ended, judging);
    out->wrong = hearing.count > 0;
    for (uint32_t i = 0; i < hearing.count; i++) hash = hash_text(hash, &hearing.errors[i].key);
    hearing_free(&hearing);
    out->returned = ended && (outcome == OUTCOME_RETURNED || outcome == OUTCOME_CRASHED);
    if (out->returned) machine_outcome_text(machine, &out->text);
    if (out->unable) text_add(&out->text, machine_message(machine));
    out->left = !out->unable && is_left_noted(machine, ended, out->wrong, judging);
    out->messages = out->left && machine_blocked_has_messages(machine);
    out->hash = chance_mix(hash_text(hash, &out->text) + (uint64_t)(out->left + 2 * out->messages));
}

uint64_t judge_glance(void *options, Machine *machine) {
    (void)options;
    return (uint64_t)machine_outcome(machine) + 8 * (uint64_t)machine_crash_count(machine);
}
