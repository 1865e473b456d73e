// Timing: which errors come about only if a timeout fires although somebody else could act.
//
// They are decided by a second search of the same test, in which time passes only when nothing else can happen. An
// error that it meets, too, is no matter of time, and is told as it was met there; errors that only it has met are
// added, if they are errors where time does not wait: a program that is never idle keeps sleepers waiting for ever in
// that search, and only there.
#pragma once
#include "verdict/judge.h"

// Whether there is an error to be decided: one whose interleaving is none of the second search. The machine stands at
// the start.
bool timing_is_in_question(Machine *machine, const Findings *findings);
// Decides all errors by what the second search found. True: it found errors that were not known.
bool timing_decide(Machine *machine, JudgeOptions *judge, Findings *findings, Findings *patient,
                   const SearchResult *search);
// How the second search judges.
JudgeOptions timing_judge(const JudgeOptions *judge, const Findings *findings);
