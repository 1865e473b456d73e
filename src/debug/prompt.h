// Prompt: the terminal of the debugger, in the process outside; the machine is in the one inside (jail/jail.h).
//
// Inside asks for the next command with a question: what stands before it, which words there are to complete here, and
// what is to be written into the file that the user has just named. The name of that file never goes through the
// process inside: only what the user has typed is written to.
//
// On a terminal lines are edited, with Tab and a history (libedit); from a pipe each line is shown behind its prompt,
// as if it had been typed, so that what comes out can be read.
#pragma once
#include "base/text.h"

// Inside: the question, and what was heard. False: there is nothing more to come. `heard` becomes the line.
void prompt_question(Text *question, const Text *prompt, const Text *known, const Text *to_write);
bool prompt_heard(Text *heard);

// Outside: JailTalk.reply, with a Prompt as its context.
typedef struct Prompt Prompt;
Prompt *prompt_new(void);
void prompt_free(Prompt *prompt);
void prompt_reply(void *prompt, const char *question, size_t size, Text *answer);
