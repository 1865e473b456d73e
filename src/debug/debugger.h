// Debugger: an interleaving, what is to stop it, and the words by which its user moves it and asks about it.
//
//     words.c        the words, and who answers them       prompt.h     the terminal, in another process
//     session.h      the interleaving                      show.h       what is said
//     stops.h        where to stop                         inquiry.c    why, race
//                                                          onward.c     check: all that can follow
#pragma once
#include "debug/show.h"
#include "debug/stops.h"
#include "engine/semantics.h"
#include "engine/surroundings.h"

typedef struct Debugger {
    Program *program;
    const MachineConfig *machine;   // how it was made
    Semantics *semantics;
    JudgeOptions *judge;
    Session session;
    Stops stops;
    Show show;
    Style style;
    Surroundings around;
    bool over;       // the user has quit
    bool trouble;    // a command could not be done
    Text to_write;   // for the file that the user named, outside
    Text command;    // what was said last, to be said again by an empty line
    Text found;      // of the last check: schedules of errors, a line each, from `found_at` on
    uint32_t found_at, found_count;
    Actor *races;   // of the last word race: lines, one behind the other
    uint32_t *race_ends, *race_turns, race_count;
} Debugger;

// A command that cannot be done, and why.
void debugger_refuse(Debugger *debugger, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Who is meant: a name of stories, a registered name. False: nobody, and that was said.
bool debugger_who(Debugger *debugger, const char *word, Actor *out);
bool debugger_knows(Debugger *debugger, const char *word, Text *name);   // the name of stories; nothing is said

void debugger_why(Debugger *debugger, const char *argument);
void debugger_race(Debugger *debugger, const char *argument);
void debugger_swap(Debugger *debugger, const char *argument);
void debugger_check(Debugger *debugger, const char *argument);
void debugger_take(Debugger *debugger, const char *argument);
void debugger_tell_end(Debugger *debugger);   // where nobody can act: what there is to be said of that

// Asks for commands and answers them until there are no more. The exit status.
int debugger_run(Debugger *debugger);
