// Finding: an error of the program, and what a search found altogether.
//
// Plain data between those who judge executions (verdict/judge.h) and those who tell about it (report). What is kept of
// the many interleavings that show the same error, or the same result, does not depend on who found them in which
// order: of an error, the schedule with the fewest switches, then the shortest, then the first by name; of a result,
// the first by name. So the findings of several searches, each over a part of the interleavings, can be merged.
#pragma once
#include "base/text.h"
#include "explore/dpor/execution.h"
#include "explore/witness/cast.h"
#include "explore/witness/note.h"
#include "explore/witness/reorder.h"
#include "explore/witness/story.h"

// The kinds of errors, by finding.def.
typedef enum {
#define FINDING(KIND, ...) FINDING_##KIND,
#define FEARED(KIND, ...)
#include "explore/witness/finding.def"
    FINDING_ERRORS,   // so many a search can find of any test
    FINDING_BEFORE_FEARED = FINDING_ERRORS - 1,
#define FINDING(KIND, ...)
#define FEARED(KIND, ...) FINDING_##KIND,
#include "explore/witness/finding.def"
    FINDING_KINDS
} FindingKind;

extern const char *const finding_names[FINDING_KINDS];   // as --ignore_error and the JSON file name them

typedef struct {     // who acted, step by step
    Actor *actors;   // in the machine that ran it
    uint32_t length;
    Text names;   // "P P.1 P": in any machine, once findings_settle was called
} Schedule;

typedef struct {   // two steps of a story that could be the other way round, numbered from 1
    uint32_t first;
    uint32_t second;   // 0: it is not in the story, because the first took away the chance
    Text late;         // then: who would have done what
} StoryRace;

typedef enum {
    CAUSE_UNKNOWN,   // nobody looked
    CAUSE_RACE,      // with `race` the other way round there is an interleaving that passes
    CAUSE_NO_RACE,   // the story has no race: what happens does not depend on the schedule
    CAUSE_ALWAYS,    // every interleaving fails
    CAUSE_GAVE_UP,   // reversing any of those that were tried still fails, and the budget did not last for more
} Cause;

typedef enum {      // from where on an error cannot be avoided any more
    DOOM_UNKNOWN,   // nobody looked, or it would have taken too long
    DOOM_SAME,      // whatever happens after step `doomed`, there will be this error; before it, there was a way out
    DOOM_ANY,       // the same with this error or another one
} Doom;

typedef enum {       // whether it takes a timeout that fires although somebody else could act
    TIMING_NONE,     // it does not, or nobody looked
    TIMING_SO_FAR,   // all interleavings that are known to have it have one
    TIMING_ONLY,     // there is none without
} Timing;

typedef struct {                             // a process that waits where nobody acts any more
    Text process, function, file, mailbox;   // of the receive; mailbox: what it does not take
    uint32_t line, messages;
} Waiting;

typedef struct {
    FindingKind kind;
    Text process, reason;   // who and why, one line each
    Text details;           // stack trace, or what everybody waits for
    Text unnoticed;         // crashes before it that nobody was told of, and that are no errors of their own
    uint32_t cycle_from;    // the step of the schedule with which what repeats for ever begins, from 1; 0: nothing does
    Text history;           // of operations that nothing explains, as JSON
    Text key;               // equal for the same error met again
    uint64_t count;         // interleavings that have it
    uint64_t interleaving;   // the first of them, by number in the search; 0: of several searches
    uint64_t last;           // the last of them
    uint32_t cost;           // preemptions or delays that it takes, where these are bounded (rounds.h)
    uint32_t switches;       // between actors, in the schedule
    Schedule schedule;       // that is told
    Schedule met;            // the same execution in the order in which the search met it

    Timing timing;      // decided by a search of its own, in which time passes only when nothing else can happen,
    uint64_t patient;   // of so many interleavings

    // Filled by random/shrink.h.
    uint32_t tries;            // schedules that were tried to find a simpler one; 0: nobody tried
    uint32_t found_switches;   // in the schedule that was found first
    bool minimal;              // of the last ones none that is simpler failed; else there were too many to try

    // Filled by explain.h.
    Story story;
    StoryRace *races;   // all of the story
    uint32_t race_count;
    Cause cause;
    uint32_t race;      // index of the one that decides
    Schedule passing;   // names of the nearest interleaving that passes
    Story other;        // that one told, its steps paired with those of the story; empty: there is none
    Doom doom;
    uint32_t doomed;    // after this step of the story every continuation has an error; 0: from the start
    Waiting *waiting;   // of a deadlock, once judge_tell_waiting was called
    uint32_t waiting_count;
} Finding;

typedef struct {   // a result of the test function
    Text result;
    uint64_t count;
    Schedule schedule;
} OutcomeSeen;

typedef struct {              // processes that still waited when the test function had returned
    uint64_t count;           // interleavings
    uint64_t with_messages;   // of them, those where messages lie in their mailboxes that nobody will take
    Schedule schedule;        // of an example, with messages if there is one
    Text told;                // the example
} LeftBehind;

typedef struct {
    Finding *findings;
    uint32_t finding_count;
    OutcomeSeen *outcomes;
    uint32_t outcome_count, outcome_capacity;
    uint32_t *outcome_slots;   // a hash table: index into outcomes plus 1, or 0
    uint32_t slot_count;
    LeftBehind left;
    CrashNotes notes;
    uint64_t weight;   // of an execution that is noted: it stands for so many; 0: for itself
    bool weightless;   // it is not counted at all, being another way to meet what was counted
    Cast cast;
    Reorder reorder;
} Findings;

// Whether the very schedule is what is wrong, and not what is equivalent to it.
static inline bool finding_is_of_path(const Finding *finding) {
    return finding->kind == FINDING_MONITOR || finding->kind == FINDING_LIVENESS;
}

// Whether it makes sense to ask which race is to blame.
static inline bool finding_has_cause(const Finding *finding) {
    return !finding_is_of_path(finding) && finding->kind != FINDING_SUSPECT;
}

void findings_init(Findings *findings, Machine *machine);
void findings_free(Findings *findings);

// The execution shows an error: the texts of `seen` are taken over.
void findings_note(Findings *findings, Finding *seen, const Execution *execution, uint64_t number);
void findings_note_outcome(Findings *findings, Text *result, const Execution *execution);   // takes over the text
void findings_note_left(Findings *findings, bool messages, const Execution *execution);
void findings_note_crash(Findings *findings, CrashNote *note, uint64_t number);   // takes over the texts

// The same of runs whose execution nobody kept, one of which went as these names say.
void findings_add_outcome(Findings *findings, Text *result, uint64_t count, const Text *names);
void findings_add_left(Findings *findings, bool messages, uint64_t count, const Text *names);

void findings_drop_uncounted(Findings *findings);   // errors

// After a search: schedules become names.
void findings_settle(Findings *findings);

// Adds what another search over other interleavings of the same program found; both are settled. `from` is left empty.
void findings_merge(Findings *into, Findings *from);

Finding *findings_find(const Findings *findings, const Text *key);   // NULL: there is none
void findings_adopt(Findings *findings, Finding *finding);           // takes over an error that is not among them

// Errors by whether it takes a timeout that is early, then by how simple they are, those of one interleaving by when
// they happen if they were explained; results by how frequent: an order that tells nothing of the search.
void findings_sort(Findings *findings);

void finding_free(Finding *finding);
