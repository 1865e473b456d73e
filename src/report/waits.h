// Waits: who waits for whom, where nobody acts any more.
//
// A process waits for the one that it has sent something last, if it has taken nothing of that one since: an answer, as
// of a call, or what comes next between the two. That is a guess, and so those who wait in a circle are told as such
// only if it is no accident: at least two of them have something of the one before in their mailboxes that they do not
// take.
#pragma once
#include "explore/witness/finding.h"

enum { WAITS_MAX = 16 };

typedef struct {
    const char *names[WAITS_MAX];   // each waits for the next, and in a circle the last for the first
    uint32_t count;
} Circle;

// All of these look at a story after so many of its steps.

// The step with which a process asked for what it waits for; NULL: it is not known.
const StoryStep *waits_asked(const Story *story, uint32_t steps, const char *process);

// The last step of a process that waits in a function, if both are within a call of the library; NULL: they are not.
const StoryStep *waits_call(const Story *story, uint32_t steps, const char *process, const char *function);

// Those who wait, one for the next, for one that has ended, which is the last. Each has asked by a message that names
// who is to get the answer, or by a call, or leaves what it was asked in its mailbox. False: there is no such.
bool waits_for_ended(const Story *story, uint32_t steps, const char *process, Circle *chain);

// Those who wait for each other, if a process is one of them or waits for one of them. False: there are none.
bool waits_circle(const Story *story, uint32_t steps, const char *process, Circle *circle);
