// Semantics: options that have a say in what a schedule leads to and how it is judged. weft check takes them from the
// command line; schedule files keep them, so that weft replay comes to the same verdict.
#pragma once
#include "engine/network.h"
#include "option/program.h"
#include "verdict/judge.h"

typedef struct {
    const char *timeouts, *delivery, *signals, *pieces, *from_probe;
    uint64_t short_timeout, depth;
    bool for_states, system_races, strict_deadlock, strict_exits, first_process_only, assertions_only, crashes_fail;
    TextList ignored, normal;
    Network network;
} Semantics;

extern const Option semantics_options[];

enum { DEPTH_DEFAULT = 5000 };

// What the options mean for the machine and for the judge. False: they contradict each other, or are not known.
// The program gets the bounds that stepping needs if it has none.
bool semantics_apply(const Semantics *semantics, Program *program, MachineConfig *config, JudgeOptions *judge,
                     Error *err);
// What holds in every interleaving because of them, a line each.
void semantics_tell(const Semantics *semantics, const MachineConfig *config, Text *out);
uint32_t semantics_depth(const Semantics *semantics);

// Which of some words was given, 0 when none was. False: it is not among them.
bool semantics_choose(const char *option, const char *given, const char *const *words, int *out, Error *err);
