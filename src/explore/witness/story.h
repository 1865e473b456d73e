// Story: one interleaving as data: who takes part, what each step does, and what is worth knowing about it.
//
// Reports choose what to show of it; nothing here is laid out for a reader. Steps and processes are numbered from 1,
// so that 0 can say "none".
#pragma once
#include "base/text.h"
#include "vm/machine.h"

typedef struct {   // a part of the visible state that a step changed, as it is afterwards (full stories only)
    SightKind kind;
    Text name;               // the process whose mailbox it is, the table, the registered name
    Text owner;              // of a table, and who has the name
    Text items;              // messages or objects, printed, a line each
    uint32_t shown, total;   // how many of them are there, and how many there were
    bool gone;               // the mailbox is empty, the table was deleted, the name is free again
} StoryChange;

typedef struct {   // one step, told
    ActionKind kind;
    Text process, what, file;
    uint32_t line;
    Text probes;          // what the program marked on the way to the next step, a line each
    Text partner;         // whom it concerns: receiver, sender, child, who is linked ...; empty: nobody
    uint32_t message;     // ties a step that sends (a message, 'DOWN', an exit signal) to its delivery and to the step
                          // that takes it, which have the same number; of several the first; 0: none
    uint32_t *messages;   // all that it sends or takes
    uint32_t message_count;
    Text result;             // what a call returned, printed; empty: nothing to tell
    bool raises;             // the result is an exception, "error:badarg"
    uint64_t milliseconds;   // of the timeout or timer that fires
    bool sleeps;             // it waited for nothing else
    bool early;              // somebody else could have acted before that

    // Where it happens.
    Text stack;           // a line for each frame, innermost first: "m:f/1 (m.erl:12)"
    bool library;         // inside the library of Erlang or Elixir, not the project's own code
    Text user_function;   // the innermost frame of the project's own code, "m:f/1"; empty: there is none
    Text user_file;
    uint32_t user_line;
    Text call;              // the library's function that this frame called, with arguments where these are known
    uint32_t call_number;   // equal for steps of a process within one such call, which may be told as one; 0: in none

    // What it has to do with the error.
    bool past;       // it happens before the error, or is the error: without it, it might not have come to it
    bool offstage;   // it is no part of the test, but of what runs it (scene.h)
    uint32_t twin;   // the same step of the other story; 0: there is none
    StoryChange *changes;
    uint32_t change_count;
} StoryStep;

typedef struct {       // who takes part
    Text name;         // as steps have it
    Text registered;   // the first name it was registered with; empty: none
    Text initial;      // what it was started with: "m:f/1", or the fun
    Text parent;       // empty: the first process
    Text ending;       // the reason it ended for; empty: it was still there at the end
    uint32_t ended;    // the step with which it ended; 0: it did not
    bool hand;         // it belongs to what runs the test
} StoryProcess;

typedef struct {
    StoryStep *steps;
    uint32_t length;
    Text probes;               // marked before the first step
    StoryProcess *processes;   // by when they began
    uint32_t process_count;
    StoryChange *changes;   // the visible state before the first step (full stories only)
    uint32_t change_count;
    uint32_t failure;   // the step with which the error happens; 0: no single one, as in a deadlock
    bool staged;        // a test of a framework, which something else runs
    uint32_t before;    // then: so many steps come before those of the test itself
} Story;

extern const char *const story_kinds[ACTION_KINDS];   // as JSON has them

void story_free(Story *story);
void story_step_free(StoryStep *step);
void story_change_free(StoryChange *change);
