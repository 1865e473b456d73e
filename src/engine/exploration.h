// Exploration: one test under every schedule that can matter, as the options say. weft check does one, weft test many.
#pragma once
#include <stdio.h>

#include "engine/progress.h"
#include "engine/surroundings.h"
#include "explore/dpor/search.h"
#include "explore/parallel/jobs.h"
#include "explore/random/random.h"
#include "explore/witness/tree.h"
#include "verdict/suspect.h"

typedef struct {
    const char *strategy, *order, *patterns, *bound_kind;
    uint64_t budget, interleavings, seconds, jobs, draws;
    const char *timing, *open;
    bool keep_going, show_races, show_handled;
    bool timing_fails, open_fails;   // what the two mean
    SearchConfig search;             // what they mean, from here on
    MachineConfig machine;
    JudgeOptions judge;
    uint32_t depth;
    bool full;                    // stories say what each step changes of the visible state
    bool silent;                  // nothing is shown while it runs
    bool gathers;                 // the tree of what was explored, for --graph
    bool ascii;                   // what is shown has no other letters
    const char *title;            // of the test, where it is one of many
    const char *command;          // the name of the command that explores
    const Semantics *semantics;   // that hold
    Suspects *suspects;           // of the code, to be looked for as well (weft lint --confirm); NULL: there are none
    const char *splits;           // the option besides --jobs because of which it is split into parts; NULL: none
    const JobsJournal *journal;   // it is kept as it goes on, there
    const JobsSharing *sharing;   // other machines take part in it
    FILE *diary;                  // all interleavings are noted there; NULL: nowhere
    bool log_all;                 // and that was asked for
} Exploration;

extern const Option exploration_options[];

int exploration_status(void);         // of a command that found nothing wrong: 0, or what says that it was interrupted
bool exploration_interrupted(void);   // by a signal, or because a limit is reached

// What the options mean. False: they contradict each other, or are not known.
bool exploration_prepare(Exploration *exploration, const Semantics *semantics, Program *program, Error *err);

typedef struct {
    Report report;
    Findings findings;
    Surroundings around;
    Text message;
    Tree tree;
    RandomResult drawn;   // what was drawn by chance besides
} ExplorationResult;

// All the seconds that searching may take; 0: no limit.
uint64_t exploration_seconds(const Exploration *exploration);

// Searches from where the machine stands, before its first step. report.message says so if that could not be done.
void exploration_run(const Exploration *exploration, const Program *program, Machine *machine, ExplorationResult *out);
// Fills the stories and causes of settled findings. The machine stands at the start.
void exploration_tell(const Exploration *exploration, Machine *machine, const SearchResult *search, Findings *findings);
// The same report, of something that could not even begin.
void exploration_refuse(const Exploration *exploration, const Program *program, const char *why,
                        ExplorationResult *out);
void exploration_result_free(ExplorationResult *result);
