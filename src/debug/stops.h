// Stops: where an interleaving that runs on is to be stopped.
//
//     server:loop, server:loop/1    before a step within that function
//     server.erl:12                 before a step at that line
//     formula                       after a step with which it has come to hold (claim/claim.h): probe NAME, send
//     PATTERN
//                                   and exit WHO are short for such ones
//     watch Expression              after a step with which its value has changed
#pragma once
#include "claim/claim.h"
#include "debug/session.h"

typedef enum { STOP_FUNCTION, STOP_LINE, STOP_FORMULA, STOP_WATCH } StopKind;

typedef struct {
    StopKind kind;
    uint32_t number;   // as the user knows it; 0: it is of `until`
    Text said;
    uint32_t claim;   // of a formula
    bool held;        // it did in the state before
    Text value;       // of what is watched
    bool once;        // it is of `until`
} Stop;

typedef struct {
    ARRAY(Stop) stops;
    uint32_t given;   // numbers
    Claims claims;
    bool unable;   // a formula that was asked last had no answer,
    Error why;     // for this reason
} Stops;

void stops_free(Stops *stops);
// False: it means nothing. `watch`: an expression; `once`: it is for `until`.
bool stops_add(Stops *stops, const char *said, bool watch, bool once, Session *session, Error *err);
bool stops_remove(Stops *stops, uint32_t number);
void stops_remove_once(Stops *stops);
void stops_look(Stops *stops, Session *session);   // at the state that it begins in
// The stop before this actor's next step; NULL: there is none.
const Stop *stops_before(Stops *stops, Session *session, Actor actor);
// The stop after the step that was taken last, and why in words.
const Stop *stops_after(Stops *stops, Session *session, Text *why);
