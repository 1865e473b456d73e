// Library: what functions do to messages that are not among the modules in question.
//
// Some are believed to do what library.def says. Of all others the code is looked at: a function that only computes,
// and calls nothing but such functions and funs that it was given, is pure. What does more, but is not much code, is a
// guest (analysis/guest.h). What is none of these may do anything.
#pragma once
#include "analysis/modules.h"

typedef enum {
    EFFECT_PURE,     // returns something made of its arguments; may call funs among them
    EFFECT_PLAIN,    // the same, but calls no funs
    EFFECT_TAME,     // talks to others; takes the answers; nobody gets to know the process that calls
    EFFECT_KEEPS,    // gives its arguments to somebody outside
    EFFECT_ASKS,     // the same, and lets them know the process that calls; an answer may come late
    EFFECT_CALL,     // the same, and a request is sent to a server
    EFFECT_CAST,     // a request that is not answered
    EFFECT_START,    // starts a server; else as the next
    EFFECT_NOISE,    // anything may be sent to the process that calls, or to what it is given
    EFFECT_TRACE,    // the same, and they may hold any pid
    EFFECT_SOCKET,   // messages of sockets may come
    EFFECT_PORT,     // and of a port
    EFFECT_TABLE,    // makes a table, which may have an heir
    EFFECT_SYSTEM,   // answers at once if it is asked by an atom, else by messages
    EFFECT_GUEST,    // whatever its code does (analysis/guest.h)
    EFFECT_SELF,
    EFFECT_SEND,
    EFFECT_SEND_AFTER,
    EFFECT_TIMER_SEND,
    EFFECT_START_TIMER,
    EFFECT_SPAWN,
    EFFECT_SPAWN_MONITOR,
    EFFECT_SPAWN_OPT,
    EFFECT_PROC_SPAWN,
    EFFECT_MONITOR,
    EFFECT_MONITOR_NODE,
    EFFECT_SYSTEM_MESSAGE,   // goes on in the functions of a module that sys calls
    EFFECT_MAKE_FUN,         // of a function by its name
    EFFECT_FRESH,            // a reference that nobody has seen
    EFFECT_RAISE,
    EFFECT_FLAG,
    EFFECT_PROCESS_INFO,
    EFFECT_DICTIONARY,
    EFFECT_PROCESSES,
    EFFECT_EVERY_PID,
    EFFECT_REGISTER,
    EFFECT_APPLY,
    EFFECT_HIBERNATE,
    EFFECT_ELEMENT,
    EFFECT_SET_ELEMENT,
    EFFECT_HEAD,
    EFFECT_TAIL,
} Effect;

typedef struct {
    Effect effect;
    uint32_t result;   // kinds; 0: as the effect has it
    bool listed;       // in library.def; else its code was looked at
    bool calls;        // it may call funs that it is given
} Model;

// Of a module's index and the flow's number of a function: whether its code does nothing but compute.
bool library_only_computes(Modules *modules, uint32_t module, uint32_t function);
bool library_starts(const Modules *modules, uint32_t module, uint32_t function, uint32_t arity);      // a process
bool library_is_listed(const Modules *modules, uint32_t module, uint32_t function, uint32_t arity);   // in library.def
Model library_model(Modules *modules, uint32_t module, uint32_t function, uint32_t arity);
