// Scene: which steps of a story are the test of a framework, and which are those of stage hands.
//
// Modules of weft run tests in place of EUnit's and ExUnit's own processes. What these do, what
// sets a test up and clears up behind it, and what OTP and Elixir do unasked (log, greet a task) is
// offstage: reports leave it out, unless it races or fails. A failing test is told where its own
// process hands its failure in, not where a stage hand learns of it.
#pragma once
#include "explore/witness/story.h"

// The story knows its failing step, but not yet what happens before it. The same for one that
// passes.
void scene_set(Story *story);

// Whether the process, or the function that somebody waits in, is a stage hand's.
bool scene_is_hand(const Story *story, const char *process);
bool scene_is_function_of_hand(const char *function);
