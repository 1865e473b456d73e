// Jail: the process that runs somebody's code, and the one outside that watches over it.
//
//     supervisor                                        inside
//     finds and compiles the project, makes a machine
//     opens files that it asks for   <- door ->         loads and runs code, searches, tells;
//     watches time, memory, signals  <- answer --       opens nothing (jail/cage.h)
//     writes reports, cleans up
//     adds to a file              <- keep ->            says what is to be kept (weft check --checkpoint)
//     asks the user                  <- talk ->         asks what to do next (weft debug)
//     asks a server                  <- exchange ->     asks for work, says what came of it (--queue)
//
// Whatever happens inside, the supervisor goes on: a crash, a lack of memory or a step that does not come back cost
// what was being done, are told as what they are, and nothing else is lost. Who is inside ends with the supervisor.
#pragma once
#include "project/project.h"
#include "vm/machine.h"

// What is said outside to a question from inside. It may take as long as the user takes: who asked does nothing
// meanwhile, so nothing is watched over. An interrupt that comes before the next question ends what is being done then,
// and not the process inside.
typedef struct {
    void (*reply)(void *context, const char *question, size_t size, Text *answer);
    void *context;
} JailTalk;

// What is to be kept outside of a search while it goes on (engine/checkpoint.h).
typedef struct {
    void (*keep)(void *context, const char *bytes, size_t size);
    void (*keep_anew)(void *context, const char *records, size_t size);   // texts of a parcel, instead of all
    void (*look)(void *context);                                          // now and then
    void *context;
} JailJournal;

// What several machines do together (engine/joint.h). Questions are as those of a talk, but it is no user who answers:
// interrupts mean what they always do.
typedef struct {
    void (*reply)(void *context, const char *question, size_t size, Text *answer);
    void (*leave)(void *context);   // inside, where nobody may reach the server
    // Whether the program may read a file of this machine: others may not have it. NULL: all that it may otherwise.
    bool (*allows)(void *context, const char *path);
    void *context;
} JailExchange;

typedef struct {
    Machine *machine;               // whose world says which files may be read
    const Project *project;         // whose sources may be quoted
    uint64_t seconds;               // after which it should have ended by itself; 0: no limit
    uint64_t memory;                // bytes that it may use in all; 0: no limit
    bool forks;                     // it may have processes of its own
    bool open;                      // no cage: for those who debug weft itself
    const JailTalk *talk;           // NULL: nobody answers questions
    const JailJournal *journal;     // NULL: nothing is kept
    const JailExchange *exchange;   // NULL: nobody else takes part
} Jail;

typedef enum {
    JAIL_ENDED,         // by itself, with an exit status
    JAIL_FAILED,        // it said why it could not go on
    JAIL_CRASHED,       // by a signal
    JAIL_STUCK,         // it did not end when it had to
    JAIL_INTERRUPTED,   // the user would not wait
} JailEndKind;

typedef struct {
    JailEndKind kind;
    int status;     // exit status, or the signal
    Text answer;    // what it had to say
    Text partial;   // what it had noted last, if it did not come to an answer
    Text message;   // in words, why it did not end by itself
} JailEnd;

// True in the process inside. Outside, returns false when that one has ended.
bool jail_begin(const Jail *jail, JailEnd *end);
// Inside: what came of it, and the end.
void jail_answer(const Text *answer);
void jail_note(const Text *partial);   // in case that there will be no answer; only the process that went inside does
// In the journal; likewise.
void jail_keep(const Text *record);
void jail_keep_anew(const Text *records);
// Asks outside and waits for what is said there. False: nobody is there any more.
bool jail_ask(const Text *question, Text *answer);
// Likewise, of the exchange. False: nobody is there any more.
bool jail_trade(const Text *question, Text *answer);
_Noreturn void jail_finish(int status);
bool jail_is_inside(void);
void jail_end_free(JailEnd *end);
