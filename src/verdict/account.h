// Account: one execution, judged and told, for commands that do not search but follow a schedule to its end.
#pragma once
#include "verdict/judge.h"

typedef struct {
    JudgeOptions *judge;
    uint32_t depth;     // steps of runs that explanations try, at most
    bool full;          // stories say what each step changes of the visible state
    bool as_followed;   // tell the schedule as it was followed; else the simplest that has the same error
} Account;

// The stage stands at the end of the execution, and at the beginning afterwards. `ended`: nobody could act any more.
void account_give(const Account *account, Stage *stage, bool ended, Findings *out);
