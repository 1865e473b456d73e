// Tracing: what processes do and which functions they call, told to another process as it happens (erlang:trace/3).
//
// Who is traced by whom, and which functions are, is part of the state (Globals.tracing), so an undo takes it back.
// What a tracer is told is a message that the step sends, so in which order it is told by several processes makes
// interleavings only if its receives can tell. A call of a traced function is an action, because it sends. What a step
// will tell is not known before it, so as long as some process is traced a step may touch anything, as one that wakes a
// server of the system does; after it its footprint says what it was. Whoever changes what is traced is in conflict
// with every step of others: each might have been told of otherwise.
//
//     TRACING_PROCESSES   a map: pid => {Flags, Tracer}
//     TRACING_NEW         {Flags, Tracer} of processes that will be spawned, or nil
//     TRACING_FUNCTIONS   a map: {M, F, A} => {global | local | false, match specification or [], {Pid, specification}
//     of meta tracing
//                         or [], TracingCounters}
//     TRACING_SEND, _RECEIVE   true, false or a match specification: which of these events are told
#pragma once
#include "vm/run/machine_state.h"
#include "vm/term/map.h"

//     TRACING_SESSIONS    a map: reference => the same of a session (OTP 27), with its tracer in place of this, its
//     name and number
//
// All of these are of one session, which Machine.trace_session says; nil: the usual one. What happens is told in each
// of them.
enum {
    TRACING_PROCESSES,
    TRACING_NEW,
    TRACING_FUNCTIONS,
    TRACING_SEND,
    TRACING_RECEIVE,
    TRACING_SESSIONS,
    TRACING_FIELDS,
    TRACING_TRACER = TRACING_SESSIONS,
    TRACING_NAME = TRACING_FIELDS,
    TRACING_SESSION_FIELDS
};

enum { TRACED_KIND, TRACED_SPECIFICATION, TRACED_META, TRACED_COUNTING };   // of a function

// Calls are counted in cells of their own (vm/run/port.h), which calls of the same function change in any order.
typedef enum {
    TRACING_COUNTS = 1,
    TRACING_TIMES = 2,
    TRACING_PAUSED = 2
} TracingCounters;   // those << TRACING_PAUSED are paused

// In the order in which erlang:trace_info/2 lists them, last first.
#define TRACE_FLAGS(FLAG)            \
    FLAG(timestamp)                  \
    FLAG(strict_monotonic_timestamp) \
    FLAG(monotonic_timestamp)        \
    FLAG(send)                       \
    FLAG(receive)                    \
    FLAG(set_on_spawn)               \
    FLAG(call)                       \
    FLAG(procs)                      \
    FLAG(set_on_first_spawn)         \
    FLAG(set_on_link)                \
    FLAG(set_on_first_link)          \
    FLAG(arity)                      \
    FLAG(return_to)                  \
    FLAG(silent)

typedef enum {
#define FLAG(name) TRACE_PLACE_##name,
    TRACE_FLAGS(FLAG)
#undef FLAG
        TRACE_FLAG_COUNT
} TraceFlagPlace;

typedef enum {
#define FLAG(name) TRACE_##name = 1 << TRACE_PLACE_##name,
    TRACE_FLAGS(FLAG)
#undef FLAG
} TraceFlag;

typedef struct {
    uint32_t flags;   // 0: it is not traced
    Term tracer;
} Traced;

Term tracing_field(Machine *machine, int field);
void tracing_set_field(Machine *machine, int field, Term value);
Traced tracing_of(Machine *machine, Term pid);

// Sessions: tracing_session_begin says of which one the next calls are, nil for the usual one. False: there is none.
Term tracing_new_session(Process *p, Term name, Term tracer);   // its number
bool tracing_session_begin(Machine *machine, Term number);
void tracing_session_end(Machine *machine);   // back to the usual one
void tracing_drop_session(Machine *machine, Term number);
Term tracing_sessions(Machine *machine);   // the map

typedef struct {
    Term all, before;
    MapIterator it;
    bool begun;
} TracingSessions;

// One after the other, the usual one first: for (TracingSessions s = {0}; tracing_next_session(machine, &s);)
bool tracing_next_session(Machine *machine, TracingSessions *sessions);

// Whether a function is traced in some session from other modules, and by its first instruction.
void tracing_ways(Machine *machine, Term key, bool *global, bool *local);
Traced tracing_read(Term entry);   // {Flags, Tracer}, or nil
void tracing_set(Machine *machine, Term pid, Traced traced);

// What every step of a program that traces touches besides.
void tracing_touches(const Machine *machine, Footprint *out);

// Some process is traced, or will be.
static inline bool tracing_is_on(const Machine *m) { return __builtin_expect(!term_is_nil(m->globals->tracing), 0); }

// --- what happens ----------------------------------------------------------------------------------------------------
// Each is called where it happens, and only if tracing_is_on.

void tracing_sends(Process *p, Term to, Term pid,
                   Term message);   // `to` as the program says it, `pid` whom it leads to
void tracing_receives(Process *p, Term from, Term message, uint64_t object);
void tracing_times_out(Process *p);
// Of the kind procs: what it does, and what another one has done to it by a signal.
void tracing_does(Process *p, Term tag, Term to);
void tracing_undergoes(Process *p, Term tag, Term from, uint64_t signal);
void tracing_spawns(Process *parent, Process *child, Term module, Term function, Term args, bool link);
void tracing_exits(Process *p, Term reason);   // and is traced no longer

// --- calls -----------------------------------------------------------------------------------------------------------

typedef struct {
    Term module, function;
    uint32_t arity;
    Term kind;   // global: from other modules and by apply; local: all
} TracedCall;

// How often a function was called, or [{Pid, Count, 0, 0}]: calls take no time.
Term tracing_counter(Machine *machine, Term key, TracingCounters which);
void tracing_clear_counters(Machine *machine, Term key, uint32_t which, bool really);

void tracing_forgets(Machine *machine, Term module);   // calls go to other code from now on
void tracing_goes_on(Process *p);                      // one that stood in a traced call, or before what is told of one
bool tracing_call(const Process *p, TracedCall *out);   // of which function; false: it returns from that, or leaves it

bool tracing_wants(const Process *p, const TracedCall *call);
bool tracing_wants_here(const Process *p, const Code *entry, TracedCall *out);
// Tells of a call with these arguments. What is to be told of its end, for the frame; nil: nothing.
Term tracing_calls(Process *p, const TracedCall *call, const Term *x, const Term *stack);
bool tracing_catches(Term frame);   // something is to be told also if an exception ends it
bool tracing_wants_return(const Process *p, Term frame);
void tracing_returns(Process *p, Term frame, Term value, const Term *stack);
// The rest of the stack tells where it is caught.
void tracing_raises(Process *p, Term frame, Term class, Term reason, const Term *stack);
