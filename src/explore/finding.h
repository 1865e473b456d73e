// Finding: an error of the program, and what a search found altogether.
//
// Plain data between those who judge executions (monitor) and those who tell about it (report).
#pragma once
#include "base/text.h"
#include "vm/event.h"

typedef enum {
    FINDING_ABNORMAL_EXIT,
    FINDING_ASSERTION,
    FINDING_DEADLOCK,
    FINDING_DEPTH_BOUND,
    FINDING_LIVELOCK,
    FINDING_HALT,
    FINDING_KINDS
} FindingKind;

extern const char *const finding_names[FINDING_KINDS];   // as --ignore_error and the JSON file name them

typedef struct {           // who acted, step by step
    Actor *actors;
    uint32_t length;
} Schedule;

typedef struct {           // one step, told
    Text process, what, file;
    uint32_t line;
} StoryStep;

typedef struct {
    StoryStep *steps;
    uint32_t length;
} Story;

typedef struct {
    FindingKind kind;
    Text process, reason;  // who and why, one line each
    Text details;          // stack trace, or what everybody waits for
    Text key;              // equal for the same error met again
    uint64_t count;        // interleavings that have it
    uint64_t interleaving; // the first of them
    uint32_t switches;     // between processes, in the schedule that is kept: the fewest seen
    Schedule schedule;
    Story story;
} Finding;

typedef struct {           // a result of the test function
    Text result;
    uint64_t count;
    Schedule schedule;
} OutcomeSeen;

typedef struct {
    Finding *findings;
    uint32_t finding_count;
    OutcomeSeen *outcomes;
    uint32_t outcome_count, outcome_capacity;
    uint32_t *outcome_slots;   // a hash table: index into outcomes plus 1, or 0
    uint32_t slot_count;
    uint64_t left_behind;  // interleavings after which processes still waited
    Text left;             // who, in the first of them
} Findings;

void schedule_free(Schedule *schedule);
void story_free(Story *story);
void findings_free(Findings *findings);

// "P P.1 P": names of the story's processes.
void story_schedule(const Story *story, Text *out);
