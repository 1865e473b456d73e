// Session: one interleaving in somebody's hands.
//
//     step          1   2   3   4   5   6   7
//     mark        0   1   2   3   4             the machine stands after step 4; 5 to 7 are ahead
//
// Its line is all that is known of it: what was done, and what comes after that in the schedule that one began with, or
// has gone back from. Going back undoes what was done since a mark. Taking another step than the next of the line
// forgets what was ahead. Whatever has to run the interleaving again (its story, what happens before what) leaves the
// machine where it stood.
#pragma once
#include "base/array.h"
#include "explore/witness/stage.h"
#include "explore/witness/story.h"

typedef struct {
    Stage stage;         // its path is the line up to here
    ARRAY(Mark) marks;   // before each step that was done
    ARRAY(Actor) line;
    Story story;   // of the line, if `told`
    bool told;
} Session;

void session_init(Session *session, Machine *machine);   // the machine stands at the start
void session_free(Session *session);

static inline uint32_t session_at(const Session *session) { return session->stage.length; }
static inline uint32_t session_ahead(const Session *session) { return session->line.count - session->stage.length; }

// The next of the line. False: there is none, or it cannot act, as the machine stands now.
bool session_next(Session *session, Actor *actor);
void session_step(Session *session, Actor actor);           // it can act
void session_go(Session *session, uint32_t at);             // to where the line has `at` steps behind it
bool session_extend(Session *session, const Text *names);   // these are ahead now; false: as far as they can act
void session_replace(Session *session, const Actor *line, uint32_t count);   // another line, and back to its start

const Story *session_story(Session *session);   // of the whole line
// What happens before what, of the steps that were done; then the machine is to be put back.
void session_execution(Session *session, Execution *out);
void session_return(Session *session);
