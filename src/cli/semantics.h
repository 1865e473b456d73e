// Semantics: options that have a say in what a schedule leads to and how it is judged. weft check takes them from the
// command line; schedule files keep them, so that weft replay comes to the same verdict.
#pragma once
#include "cli/options.h"
#include "monitor/judge.h"

typedef struct {
    const char *timeouts, *delivery;
    uint64_t short_timeout, depth;
    bool strict_deadlock, strict_exits, first_process_only, assertions_only;
    TextList ignored, normal;
} Semantics;

#define SEMANTICS_FIELD(type, name) offsetof(type, semantics) + offsetof(Semantics, name)

// Lines for the table of a command whose struct `type` has a field `semantics`.
#define SEMANTICS_OPTIONS(type)                                                                                       \
    {"--after-timeout", "MS", "timeouts from MS on fire only when nothing else can happen (1000)", OPTION_NUMBER,     \
     SEMANTICS_FIELD(type, short_timeout), true},                                                                     \
    {"--timeouts", "HOW", "any: all timeouts may fire at any moment; idle: only when nothing else can", OPTION_TEXT,  \
     SEMANTICS_FIELD(type, timeouts), true},                                                                          \
    {"--delivery", "HOW", "instant (default): a message is there when it is sent; async: some time later",            \
     OPTION_TEXT, SEMANTICS_FIELD(type, delivery), true},                                                             \
    {"--depth-bound", "N", "steps of one interleaving (5000)", OPTION_COUNT, SEMANTICS_FIELD(type, depth), true},     \
    {"--strict-exits", NULL, "any exit that is not normal is an error, also by a signal", OPTION_FLAG,                \
     SEMANTICS_FIELD(type, strict_exits), true},                                                                      \
    {"--strict-deadlock", NULL, "processes that are left behind are an error", OPTION_FLAG,                           \
     SEMANTICS_FIELD(type, strict_deadlock), true},                                                                   \
    {"--first-process-errors-only", NULL, "crashes of other processes are no errors", OPTION_FLAG,                    \
     SEMANTICS_FIELD(type, first_process_only), true},                                                                \
    {"--assertions-only", NULL, "only failed assertions are errors", OPTION_FLAG,                                     \
     SEMANTICS_FIELD(type, assertions_only), true},                                                                   \
    {"--ignore-error", "KIND", "abnormal_exit, assertion, deadlock, depth_bound, livelock or halt", OPTION_LIST,      \
     SEMANTICS_FIELD(type, ignored), true},                                                                           \
    {"--treat-as-normal", "REASON", "a process that ends with REASON has not crashed", OPTION_LIST,                   \
     SEMANTICS_FIELD(type, normal), true}

enum { DEPTH_DEFAULT = 5000 };

// What the options mean for the machine and for the judge. False: they contradict each other, or are not known.
// The program gets the bounds that stepping needs if it has none.
bool semantics_apply(const Semantics *semantics, Program *program, MachineConfig *config, JudgeOptions *judge, Error *err);
uint32_t semantics_depth(const Semantics *semantics);

// Which of some words was given, 0 when none was. False: it is not among them.
bool semantics_choose(const char *option, const char *given, const char *const *words, int *out, Error *err);
