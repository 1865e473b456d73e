// Unit: modules that are analysed together, and what is learned about them. The files of this room share it.
//
//     unit.c       what there is: functions, entries from outside; the fixpoint
//     walk.c       one function, instruction by instruction, with values in place of terms
//     call.c       calls, and what library functions do
//     receive.c    which messages a receive may find, and which of its clauses they reach
//     misread.c    messages of the run-time system with their places in another order
//     behaviour.c  processes whose receive is in the library: which clause of a callback takes a message
//     clause.c     clauses as they are in the source
//     rules.c      what is wrong with that; cycle.c, name.c, race.c: more of it; topology.c: a picture
//     pattern.c    the text of a clause's pattern, from its code
//
// A *role* stands for all processes that are started at one place. Role 0 is the world outside: every process of
// unknown origin that calls an exported function, or runs a fun that was given away. A function is analysed once for
// all roles that run it; what it is called with and what it returns are joins over all calls.
//
// Messages are *posts*: one for each place that sends and each role that it may reach. A message to somebody unknown
// (role TO_UNKNOWN) may reach every role that is lost, and what it holds is lost with it.
//
// Everything grows only: values, sets of roles, what is lost. A function is walked again when something that it relied
// on has grown.
#pragma once
#include "analysis/library.h"
#include "analysis/lint.h"
#include "analysis/modules.h"
#include "analysis/value.h"

typedef struct {
    uint32_t module;   // of Modules
    uint32_t flow;     // the flow's number of it
    uint32_t x_count, y_count;
    Value *arguments;
    uint8_t *widened;   // how often each of them has grown
    Value result;
    uint8_t result_grown;
    uint32_t roles;     // set
    uint32_t callers;   // set of functions that use the result
    uint32_t calls;     // set of functions that it calls in its own process
    bool is_entry;      // code outside may call it
    bool reached, queued;
    bool relies;        // on what is not lost
    bool receives;      // messages
    bool callback;      // of a server, and called by nobody else
    bool native;        // it may be another than its code says
    uint32_t context;   // 0, or: a guest of the unit, walked for one of the places that call libraries
} UnitFunction;

typedef struct {   // a fun, made at one place
    uint32_t function, free_count;
    Value *free;   // values of its variables
    uint32_t origin;
    uint8_t given;   // how far it was given away, as far as that was dealt with
} Lambda;

typedef enum {
    REASON_NONE,
    REASON_CALLERS,
    REASON_GIVEN,
    REASON_CALLBACK,
    REASON_LIBRARY
} Reason;   // why a role may be sent anything

typedef ARRAY(uint32_t) PostList;

typedef struct {
    uint32_t module, at;   // the instruction that starts it
    uint32_t origin;       // of its pid
    uint32_t entries;      // set of functions that it begins with
    uint32_t named;        // those of them that the start names: they have to be exported
    uint32_t names;        // set of atoms that it is registered as
    bool any_name;         // or as one that is not known
    bool nameless;         // a server that is also started without a name
    bool foreign;          // it runs code that is not known, and so may receive what is not seen here
    Reason reason;
    uint32_t reason_module, reason_function;   // atoms: the library function
    PostList posts;                            // that are for it
    bool asked;                                // others who know it ask it by libraries
    uint32_t behaviour;                        // not 0: all processes that a module's callbacks run in (behaviour.c)
} Role;

enum { SHARED_CONTEXT = 1 };   // of guests that start no processes

enum { TO_UNKNOWN = UINT32_MAX, OUTSIDE = 0 };

typedef struct {
    uint32_t module, at;   // the instruction that sends; of a message of the run-time system, what makes it come
    uint32_t function;     // that it is in
    uint32_t role;         // that gets it, or TO_UNKNOWN
    uint32_t name;         // the registered name that it goes to, 0: none
    Value value;
    uint8_t grown;
    bool system;          // no code sends it
    bool every;           // the message holds any pid at all
    bool direct;          // every destination of the place is a known role
    bool taken;           // some clause takes it
    bool taken_outside;   // a clause that processes from outside run
} Post;

typedef struct {                     // a receive
    uint32_t module, function, at;   // loop_rec
    bool after, flush;               // it has a timeout; which is 0
    bool met;                        // a process gets there
    bool open;                       // some message that is not known may come
    uint32_t leaves;                 // set of instructions: remove_message that belong to it
    uint32_t live;                   // set: those that some message reaches
    uint32_t limit;                  // the last instruction of its decision code
    uint32_t messages;               // how many known messages there are for it
} Receive;

typedef struct {
    Modules *modules;
    LintAssumption assumption;
    uint32_t number;
    Domain domain;
    Arena arena, scratch;
    ARRAY(UnitFunction) functions;
    Hash by_place;   // function + 1 of module << 32 | flow's number, or of a set's number for guests
    Hash contexts;   // number of each place that calls libraries
    ARRAY(Lambda) lambdas;
    Hash lambda_at;   // lambda + 1 of module << 32 | instruction
    ARRAY(Role) roles;
    Hash role_at;   // role of module << 32 | instruction
    ARRAY(Post) posts;
    PostList to_unknown;
    Hash post_at;    // post + 1 of a hash of module, instruction, role, name and variant
    Hash fresh_at;   // origin + 1 of module << 32 | instruction
    ARRAY(Receive) receives;
    Hash receive_at;                    // receive + 1 of module << 32 | instruction
    uint32_t public_tables;             // set of atoms: of tables that any process may write to
    Hash servers;                       // role of a module's name
    uint32_t state_mark;                // origin of the state that a callback is given; 0: not made so far
    Hash literals;                      // value + 1 of module << 32 | literal
    ARRAY(uint32_t) queue, receivers;   // functions to walk; the latter have receives
    Value raised;                       // what exceptions may carry
    uint32_t dictionary;                // set of origins that dictionaries of processes hold
    bool every_kept;                    // and any pid at all
    uint32_t keepers;                   // set of roles that put it there
    Value top;
    uint32_t erlang, element;   // atoms
    uint32_t names;             // set of atoms that pids of unknown origin are registered as
    bool any_name;              // or as anything
    bool posts_grew;
    bool dynamic;       // functions are called whose names are not known
    bool transparent;   // code looks into processes, so that nothing is hidden
    bool strange;       // something is wrong with the code: nothing is said about the unit
    Text trouble;
    uint32_t walks;
    uint8_t misread[16];   // what misread.c knows of the tuples that the unit makes
    const struct Hidden *hidden;
} Unit;

enum { BY_PLACE_SHIFT = 32 };
static inline uint64_t place_key(uint32_t module, uint32_t at) { return (uint64_t)module << BY_PLACE_SHIFT | at; }

// --- unit.c -------------------------------------------------------------------------------------------------------

void unit_init(Unit *unit, Modules *modules, uint32_t number, LintAssumption assumption, const struct Hidden *hidden);
void unit_run(Unit *unit);
void unit_free(Unit *unit);
uint32_t unit_function(Unit *unit, uint32_t module, uint32_t flow);   // one of the unit's own
uint32_t unit_context(Unit *unit, uint32_t module, uint32_t at);
uint32_t unit_guest(Unit *unit, uint32_t module, uint32_t flow, uint32_t context);
uint32_t unit_function_at(const Unit *unit, uint32_t module,
                          uint32_t at);   // that an instruction is in; NO_FUNCTION: none
void unit_queue(Unit *unit, uint32_t function);
// Joins values into the arguments of a function, roles into those that run it.
void unit_enter(Unit *unit, uint32_t function, const Value *arguments, uint32_t count, uint32_t roles);
void unit_enter_from_outside(Unit *unit, uint32_t function, uint32_t role);   // with arguments that nobody knows
void unit_use_result(Unit *unit, uint32_t function, uint32_t caller);
void unit_lose(Unit *unit, Value value, uint8_t level);   // and lets what is lost be called
static inline bool unit_is_guest(const Unit *unit, uint32_t module) {
    return unit->modules->items.items[module]->unit != unit->number;
}
bool unit_is_open(const Unit *unit, uint32_t role);   // whether unknown messages may come to a role

// --- walk.c -------------------------------------------------------------------------------------------------------

typedef struct {   // what is known at one instruction: of each register its value, and of which tuple it is an element
    Value *values;     // x registers, then y registers
    uint32_t *links;   // (register + 1) << 16 | place; 0: of none
} State;

typedef struct {
    State state;
    uint8_t grown;
    bool there, queued;
} Slot;

typedef enum { BEFORE_GO, BEFORE_SKIP, BEFORE_STOP } Before;   // take the next instruction; leave it out; go no further

typedef struct Walk {
    Unit *unit;
    uint32_t function;   // of the unit
    uint32_t module, context;
    const ModuleCode *code;
    const FlowFunction *flow;
    uint32_t x_count, size;   // registers
    State now;
    uint32_t base, length;   // the instructions that have slots: all of the function, or the decision code of a receive
    Slot *slots;
    ARRAY(uint32_t) pending;                            // instructions to go on from
    uint32_t receive;                                   // NO_RECEIVE, or: the decision code of this one is walked
    uint32_t reached;                                   // set: leaves that the message in question has reached
    bool elsewhere;                                     // funs are called by others, perhaps
    struct Walk *outer;                                 // walks the function
    Before (*before)(struct Walk *walk, uint32_t at);   // NULL, or: asked before each instruction
} Walk;

enum { NO_RECEIVE = UINT32_MAX };

void walk_function(Unit *unit, uint32_t function);
void walk_from(Walk *walk, uint32_t at);   // with what is known now, up to the next labels
void walk_merge(Walk *walk, uint32_t at, const State *state);
void walk_pending(Walk *walk);   // all that is left to do
void walk_init(Walk *walk, Unit *unit, uint32_t function, uint32_t base, uint32_t length);
void walk_done(Walk *walk);
uint64_t walk_key(Walk *walk, uint32_t at);   // names an instruction, of a guest for each of its contexts
static inline uint32_t walk_roles(const Walk *walk) { return walk->unit->functions.items[walk->function].roles; }
Value walk_value(Walk *walk, const BeamOperand *operand);
void walk_set(Walk *walk, const BeamOperand *destination, Value value);
void walk_trouble(Walk *walk, uint32_t at, const char *what);   // no compiler makes such code
void walk_raise(Walk *walk, Value value);                       // an exception may carry it

// --- call.c -------------------------------------------------------------------------------------------------------

// What a call returns; VALUE_NONE: it never does, or not so far.
Value call_function(Walk *walk, uint32_t function, const Value *arguments, uint32_t count);
Value call_import(Walk *walk, uint32_t import, const Value *arguments, uint32_t count, uint32_t at);
Value call_fun(Walk *walk, Value fun, const Value *arguments, uint32_t count, uint32_t at);
Value call_apply(Walk *walk, Value module, Value function, const Value *arguments, uint32_t count, uint32_t at);
Value call_send(Walk *walk, Value destination, Value message, uint32_t at);
Value literal_value(Unit *unit, uint32_t module, uint32_t literal);
Value literal_term(Unit *unit, Bytes external);

// --- receive.c ----------------------------------------------------------------------------------------------------

void receive_post(Unit *unit, Post post, uint32_t variant);
// What libraries send to a process for anybody who knows its pid: requests of io, sys, gen_server and the like.
void receive_protocols(Unit *unit, Post post, Value who, Value what, uint32_t variant);
uint32_t receive_reach(Walk *walk, uint32_t receive, Value value);   // set: leaves that it may reach
void receive_walk(Walk *walk, uint32_t at);                          // loop_rec: all messages through its decision code
bool receive_may_reach(const Unit *unit, const Post *post, uint32_t role);
// False: it is a catch-all, or too intricate to be told.
bool pattern_text(Unit *unit, const Receive *receive, uint32_t leaf, Text *out);
void pattern_value(Unit *unit, Value value, Text *out);

// --- misread.c ----------------------------------------------------------------------------------------------------

// The leaves that messages of which nothing is known may reach.
uint32_t misread_reach(Walk *walk, uint32_t receive);

// --- behaviour.c --------------------------------------------------------------------------------------------------

typedef enum {
    REQUEST_CALL,
    REQUEST_CAST,
    REQUEST_INFO,
    REQUEST_LIBRARY
} Request;   // which callback takes it; the last: none

// What a server does with a message: a clause that is meant for it takes it, or may; one for everything does, and
// shrugs; no clause does; there is no callback.
typedef enum { TAKING_DONE, TAKING_SHRUG, TAKING_CRASH, TAKING_NONE } Taking;

void behaviour_find_servers(Unit *unit);   // a role for each
uint32_t behaviour_server(const Unit *unit,
                          uint32_t module);              // the role of a module, by its name; OUTSIDE: it is none
Request behaviour_request(Unit *unit, Value *message);   // of a message of one shape; leaves what the callback is given
Taking behaviour_takes(Unit *unit, uint32_t role, Value message, uint32_t *by);   // `by`: the callback, if there is one

// --- clause.c -----------------------------------------------------------------------------------------------------

// Whether it is certain, from debug information, that in the source no clause of a function but those for everything
// may take a message, which is one of its arguments.
bool clause_none_takes(Unit *unit, uint32_t function, uint32_t message, Value value);
