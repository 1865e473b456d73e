// Exploration: one test under every schedule that can matter, as the options say. weft check does one, weft test many.
#pragma once
#include "cli/semantics.h"
#include "explore/search.h"
#include "report/report.h"

typedef struct {
    const char *strategy, *order, *patterns, *bound_kind;
    uint64_t budget, interleavings, seconds, jobs;
    bool keep_going, show_races;
    SearchConfig search;          // what they mean, from here on
    MachineConfig machine;
    JudgeOptions judge;
    uint32_t depth;
} Exploration;

#define EXPLORATION_FIELD(type, name) offsetof(type, exploration) + offsetof(Exploration, name)

// Lines for the table of a command whose struct `type` has the fields `exploration` and `semantics`.
#define EXPLORATION_OPTIONS(type, seconds_help)                                                                       \
    {"--dpor", "HOW", "optimal (default), source, persistent or none", OPTION_TEXT, EXPLORATION_FIELD(type, strategy),  \
     false},                                                                                                          \
    {"--use-receive-patterns", "BOOL",                                                                                \
     "true (default): the order of messages matters only where a receive could notice", OPTION_TEXT,                  \
     EXPLORATION_FIELD(type, patterns), false},                                                                       \
    {"--scheduling", "HOW", "who runs first: round_robin (default), oldest or newest", OPTION_TEXT,                    \
     EXPLORATION_FIELD(type, order), false},                                                                          \
    {"--scheduling-bound-type", "HOW",                                                                                \
     "none (default), preemption, delay, or bpor: preemption, more thorough and slower", OPTION_TEXT,                 \
     EXPLORATION_FIELD(type, bound_kind), false},                                                                     \
    {"--scheduling-bound", "N", "how many preemptions or delays an interleaving may have", OPTION_NUMBER,              \
     EXPLORATION_FIELD(type, budget), false},                                                                         \
    {"--interleaving-bound", "N", "stop after N interleavings", OPTION_COUNT, EXPLORATION_FIELD(type, interleavings),   \
     false},                                                                                                          \
    {"--max-seconds", "S", seconds_help, OPTION_COUNT, EXPLORATION_FIELD(type, seconds), false},                       \
    {"--jobs", "N", "explore with N processes at once (1)", OPTION_COUNT, EXPLORATION_FIELD(type, jobs), false},       \
    {"--keep-going", NULL, "go on after the first error", OPTION_FLAG, EXPLORATION_FIELD(type, keep_going), false},    \
    SEMANTICS_OPTIONS(type),                                                                                          \
    {"--show-races", NULL, "tell all races of each error, and the nearest interleaving that passes", OPTION_FLAG,      \
     EXPLORATION_FIELD(type, show_races), false}

// From the first signal on that asks weft to end, searches stop; the second one ends it.
void exploration_catch_signals(void);
bool exploration_interrupted(void);

// What the options mean. False: they contradict each other, or are not known.
bool exploration_prepare(Exploration *exploration, const Semantics *semantics, Program *program, Error *err);

typedef struct {
    Report report;
    Findings findings;
    Text message, bound, options, externals;
} ExplorationResult;

// Searches from where the machine stands, before its first step. report.message says so if that could not be done.
void exploration_run(const Exploration *exploration, const Program *program, Machine *machine, ExplorationResult *out);
// The same report, of something that could not even begin.
void exploration_refuse(const Exploration *exploration, const Program *program, const char *why, ExplorationResult *out);
void exploration_result_free(ExplorationResult *result);
