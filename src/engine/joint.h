// Joint: a search that several machines do together, by way of a server (--queue).
//
// The process outside of the jail is the one that talks to the server (jail/jail.h): it does the operations that the
// one inside asks for, on this run and no other, and knows nothing of what they are about. The one inside has no
// connection.
#pragma once
#include "engine/bundle.h"
#include "explore/parallel/jobs.h"
#include "jail/jail.h"

typedef struct {
    const char *address;   // --queue; NULL: it is searched here only
    bool insecure;
    uint64_t patience;   // seconds
    Queue *queue;
    char identity[QUEUE_IDENTITY + 1];
    Text header;
    const Program *program;   // may read its code here, and no other file; NULL: what a program always may
    Text stray;               // what it would have read besides
    JailExchange exchange;
    JobsSharing sharing;
} Joint;

extern const Option joint_options[];

bool joint_connect(Joint *joint, Error *err);
// What the program is, and its modules, for all who join. False: the run is of something else.
bool joint_offer(Joint *joint, const Program *program, Error *err);
// What the run is, of which only the name is known. `waits`: for it to begin, as long as for the server. False: there
// is none.
bool joint_look(Joint *joint, bool waits, Bundle *bundle, Error *err);
bool joint_suits(const Joint *joint, const Bundle *bundle, const Program *program,
                 Error *err);   // weft and OTP are those of the run
// As somebody who joins it, with what was unpacked of it.
bool joint_accept(Joint *joint, const Bundle *bundle, const Program *program, Error *err);
// The next process (jail/jail.h) takes part. `helps`: and does not want to know what comes of it.
void joint_begin(Joint *joint, bool helps);
// Another operation on the run, by its words, of which the first is its name. NULL: it could not be done.
Reply *joint_do(Joint *joint, const char *const *words, uint32_t count, Error *err);
void joint_free(Joint *joint);
