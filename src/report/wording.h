// Wording: what steps do, in fewer words than the machine has for them.
//
// References become ref1, ref2 in the order of their appearance, pids and funs lose their brackets, and messages of
// OTP's servers are told by what they mean: {'$gen_call', {P.1, _}, get} is the call get of P.1.
#pragma once
#include "explore/witness/story.h"

typedef struct {
    Text refs;   // those met so far, a line each
} Wording;

void wording_free(Wording *wording);

void wording_shorten(Wording *wording, const char *text, Text *out);
void wording_tell(Wording *wording, const StoryStep *step, Text *out);

// "m:f/0-fun-1", as the compiler names what stands in a function, is "fun in m:f/0".
void wording_tell_function(const char *function, Text *out);

// Messages with commas between them: requests of OTP's servers by what they mean, others shortened.
void wording_tell_mailbox(Wording *wording, const char *messages, Text *out);

// What a call gives back, if that is worth telling: " = undefined", " raises error:badarg".
void wording_tell_result(Wording *wording, const StoryStep *step, Text *out);

// Of a call such as "ets:insert(visits, {home,1})" the function; false: it is none.
bool wording_function(const char *what, Text *out);

// Whose part of a story it is: of a timer, the process that started it; of a delivery, who gets it.
void wording_owner(const char *process, const char **name, size_t *size);
