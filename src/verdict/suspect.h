// Suspects: places of code of which weft lint says something, and what executions show of them.
//
// What lint claims, it claims of every execution, or of some that it has not seen. A search that visits one execution
// of each trace can say more: that something claimed never to happen does happen, or that something feared does. So
// each step is looked at before it is taken, for the place of the program's own code that it comes from, and at each
// end it is known which step took whose message, and which steps conflict. None of that depends on which execution of
// its trace was visited.
//
//   SUSPECT_CLAUSE    no message is taken by these clauses
//                     refuted by a step that takes one so
//   SUSPECT_MESSAGE   nobody takes what is sent here
//                     shown by one that lies there when nobody can act; refuted by a step that takes it
//   SUSPECT_RACE      it goes by a look that may be out of date
//                     shown by a call of somebody else, between look and change, that conflicts with the look
//   SUSPECT_ERROR     something fails because of what is done here
//                     shown by an error of the test that comes from there, for such a reason
#pragma once
#include "verdict/judge.h"

typedef enum { SUSPECT_CLAUSE, SUSPECT_MESSAGE, SUSPECT_RACE, SUSPECT_ERROR } SuspectKind;

typedef struct {
    SuspectKind kind;
    const char *module, *file;
    uint32_t line;        // of the message, the change, or what fails
    uint32_t look_line;   // of a race
    const uint32_t
        *exchanges;   // of clauses, or of the message: as machine_exchange numbers them; none: it is known by its line
    uint32_t exchange_count;
    const char *sentence;   // what is wrong, for the error that shows it
    const char *const
        *reasons;   // of an error: one of these words is in its reason, unless it is a deadlock; ends with NULL
    // What was seen, as numbers of interleavings:
    uint64_t met;   // somebody came there
    uint64_t shown, refuted;
    Text how;   // who did what refutes it first
} Suspect;

typedef struct {     // of a step
    uint32_t file;   // of the suspects: the first one's number plus 1 with the same file; 0: another one
    uint32_t line;
    bool calls;          // a built-in, which changes something perhaps; the end of a process, say, does not
    uint32_t exchange;   // number plus 1 of the suspect whose clause or message it is; 0: none
} SuspectMark;

typedef struct {
    Suspect *items;
    uint32_t count;
    ARRAY(SuspectMark) marks;   // by position, of the execution
} Suspects;

void suspects_watch(Suspects *suspects, Machine *machine, uint32_t position, Actor actor);
// What an execution shows besides its errors. True: something that is feared.
bool suspects_judge(Suspects *suspects, const ExecutionEnd *end, Findings *findings);
void suspects_explain(const Suspects *suspects,
                      Findings *findings);   // once their stories are told: which of their steps it is about
void suspects_forget(Suspects *suspects);    // the search begins again
bool suspect_is_shown_by(const Suspect *suspect, const Finding *error);   // whose story is told
void suspects_ask_errors(Suspects *suspects, const Findings *findings);
void suspects_free(Suspects *suspects);
