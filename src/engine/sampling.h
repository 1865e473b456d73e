// Sampling: schedules of one test drawn by chance, for weft random, and for what a search could not explore all.
#pragma once
#include "engine/progress.h"
#include "explore/random/random.h"
#include "verdict/judge.h"

// Runs are judged as the options say, which must stay.
void sampling_judge(RandomConfig *config, JudgeOptions *judge);
// They are counted on the terminal.
void sampling_show(RandomConfig *config, Progress *progress);

// Whether some run met what weft lacks, which is added to the message.
bool sampling_unable(const RandomResult *result, Text *message);

// Runs with errors again, makes them simpler, and settles what they are. The machine stands at the start before and
// after.
void sampling_harvest(Machine *machine, const RandomConfig *config, const RandomResult *result, bool errors_only,
                      Findings *findings);
