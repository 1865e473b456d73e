// Process: one Erlang process as it stands before its next visible action.
//
// A process that is not running has its live X registers below its stack pointer and its next
// instruction in `ip`. Its stack grows down; a frame is its Y registers, then the return address.
// Built-ins use: p->heap to build terms, process_raise and its kin to fail.
#pragma once
#include "vm/store/atom.h"
#include "vm/store/store.h"

typedef struct Machine Machine;
typedef uint32_t Code;   // a word of decoded instructions (vm/run/code.h)

typedef enum {
    PROCESS_READY,       // stands before an action that can happen
    PROCESS_WAITING,     // in a receive; nothing in the mailbox matched so far
    PROCESS_SUSPENDED,   // erlang:suspend_process
    PROCESS_EXITED,      // gone: only its record is left, to be freed
} ProcessStatus;

// What changes whenever a process runs comes first, so that running on after a mark logs no more than that. The rest
// has a header of its own, and is logged when it is changed: process_touch announces a change of any field,
// process_touch_run one of the first part.
typedef struct Process {
    Record record;
    // --- terms (PROCESS_TERMS of them) ---
    Term first, last;   // mailbox: KIND_MESSAGE objects, nil when empty
    Term save;          // mailbox: the message looked at last, nil: none yet (vm/mailbox.h)
    Term reason;        // exception under way: reason
    Term trace;         // exception under way: raw stack trace
    Term cause;         // exception under way: what error_info says, or nil
    Term raise_args;    // of error/2,3: arguments to show for the caller's frame, or none
    Term raise_info;    // of error/3: what to add to that frame, or nil
    Term result;        // what its first function returned, if `returned`
    // --- raw ---
    Term pid;
    const Code *ip;    // next instruction
    Term *stack;       // E: the lowest word in use
    Term *stack_low;   // the block the stack is in
    Term *stack_high;
    Term *stack_frozen;   // words from here up belong to an earlier mark: see vm/stack.h
    uint64_t ran;         // store->mark_epoch when it last ran: frames of before that are frozen
    uint32_t live;        // X registers saved below `stack`
    uint32_t status;      // ProcessStatus
    uint32_t class;       // exception under way: ExceptionClass
    uint32_t catches;     // active catch and try blocks
    uint32_t mailbox_count;
    uint32_t fetched;        // of them, those that a look at itself shows for sure (vm/run/glance.h)
    uint32_t atomic;         // how many weft:atomic/1 it is inside (vm/run/atomic.h)
    uint32_t alternatives;   // of the choice it stands before (vm/run/alternative.h); 0: none
    uint32_t chosen;         // of them, from 1
    bool queued;             // can run: in the queue or, if it stands, in the set
    bool standing;           // stepping: it stands before a visible action; changes while not queued
    bool unbegun;   // that action is its beginning: it has run nothing of its function yet (vm/world/inquiry.h)
    bool closed;    // that action is its end, and it handles no link any more that arrives (vm/run/estate.h)
    bool dying, returned, hibernating;
    bool hibernated;         // it has not acted since: a message had to come first
    bool refused;            // it would wait inside weft:atomic/1, and has to hear that it must not
    bool asking, answered;   // the call it stands before: it waits for the answer, it has it
    bool timer_armed;        // a receive with `after` runs its timeout
    bool timed_out;          // the clock ended its receive
    bool timer_endless;      // or `after infinity`, which may come from a register that nobody keeps while it waits
    bool receive_timed;      // stepping: the receive it is in has an `after`
    bool released_timed;     // stepping: when it was released, the time of its receive could already be over
    bool has_fetched;        // it may have fetched something: it has taken, sent to itself or looked for a message
    bool telling;            // it stands before a call, a return or an exception that is traced (vm/run/tracing.h)
    bool call_told;          // of the traced call that it stands in; next is the function's first instruction
    bool plain_raise;        // the exception shows no frame of the BIF that raised it (error/1, exit/1 ...)
    bool function_raise;     // the BIF is a function of Erlang in OTP: a last call to it leaves no frame of the caller
    uint64_t reductions;
    uint64_t received;   // messages taken so far
    uint64_t sent;
    uint64_t released;        // stepping: it has not acted since another let it go on, by which object; 0: it has
    uint64_t time;            // virtual nanoseconds that this process has seen pass (vm/run/timer.c)
    const Code *receive_ip;   // stepping: the loop_rec of the receive it is in
    const Code *timeout_ip;   // where a receive goes on when its time is over; NULL: never
    struct Process *next, *previous;   // queue of ready processes

    Record rest;
    // --- terms (PROCESS_REST_TERMS of them) ---
    Term dictionary;   // a map
    Term links;        // a map: pid or port => true, or false if it is over (vm/run/signal.c)
    Term unlinking;    // a map: pid => which unlink it has still to confirm (vm/run/signal.c)
    Term monitors;     // a map: reference => {process, Target} ...: made by this process
    Term watchers;     // a map: reference => {Pid, Item, Tag}: others that watch this one
    Term aliases;      // a map: reference => alias option, or false if it is over (vm/run/signal.c)
    Term tables;       // a list of ets table ids it owns
    Term suspending;   // a map: pid => how many times this process has suspended that one
    Term group_leader;
    Term name;   // registered name or nil
    Term error_handler;
    Term initial_call;   // {M,F,A}
    Term exit_reason;    // of a signal that must end this process before it goes on, if `dying`
    Term settings;       // a map: what process_flag set and has no field here; nil: nothing
    Term answer;         // to the call it stands before, if `answered`; none: that raised (vm/run/request.h)
    Term entered;        // a list: modules that it has called (vm/run/entry.h)
    Term told;           // the last message 'EXIT' or 'DOWN' of a crash that it took out of its mailbox, or nil
    // --- raw ---
    Machine *machine;
    Heap *heap;
    Store *store;
    uint64_t answer_message;   // in its mailbox: the answer to the call it stands before; 0: none (vm/run/request.h)
    uint32_t parent;           // pid index
    uint32_t min_heap_size, fullsweep_after;
    uint32_t heap_limit;   // words (vm/run/heap_limit.h); 0: none
    uint32_t priority;
    uint32_t suspended;   // how many times, by all others
    bool trap_exit, sensitive, save_calls, async_dist, system;
    bool port;   // programs see it as a port (vm/run/port.h)
    bool message_queue_off_heap;
    uint64_t choices;           // made so far
    uint64_t randoms;           // groups of random bytes drawn so far (bif/crypto.c)
    uint64_t deadline;          // of the timeout of its receive, virtual nanoseconds
    uint64_t timeout_length;    // how long it was to take
    uint64_t latest_deadline;   // of all timers that it ever started, at least 1; 0: none
    uint64_t early;             // timeouts and timers of its that could fire at any moment, so far (vm/run/timer.c)
    uint64_t references;        // made so far
    uint64_t spawned;           // children so far
    uint64_t unique;            // unique integers so far
    uint64_t traced;            // events of its own that tracers were told of so far
    struct Walk *walk;          // over a table, which it stands within (vm/ets/walk.h); NULL: none
    uint64_t walks;             // begun so far
} Process;

enum { PROCESS_TERMS = 9, PROCESS_REST_TERMS = 17, PROCESS_LIMIT = 1 << 18 };   // the limit is erl's

Process *process_record(Store *store);   // a new one, of which only the memory is there

typedef enum { CLASS_ERROR, CLASS_EXIT, CLASS_THROW } ExceptionClass;

// --- failing: each leaves the exception in the process and returns NO_TERM ---------------------------
Term process_raise(Process *p, Term reason);   // error:Reason
Term process_raise_class(Process *p, ExceptionClass class, Term reason);
Term process_raise_cause(Process *p, Term reason, Term cause);   // error_info's cause: an atom or term
static inline Term process_badarg(Process *p) { return process_raise(p, ATOM(badarg)); }
static inline Term process_badarith(Process *p) { return process_raise(p, ATOM(badarith)); }
static inline Term process_system_limit(Process *p) { return process_raise(p, ATOM(system_limit)); }
// Something weft does not have: stops the run with the place and `advice`, exit status 2.
Term process_unsupported(Process *p, const char *advice);
// The same, for code that relies on something that is not so; the byte is where in its file.
void process_lied_to(Process *p, uint32_t byte);

// The program made more atoms than a node can have, which would end the node.
static inline Term process_too_many_atoms(Process *p) {
    return process_unsupported(p, "more than 1048576 atoms, which would end a real node too");
}

static inline Term process_boolean(bool value) { return value ? ATOM(true) : ATOM(false); }

// Of a built-in that asks another process: the answer, if that has come by a signal (vm/run/request.h).
Term process_take_answer(Process *p);
// Lets a process go on that could not: an answer has come, it is suspended no longer. Its next action may need a
// message as well; that it needs this it shows by the object, which `object` identifies and the step under way brings
// into being. That the time of its receive is over needs nobody's leave.
void process_release(Process *p, uint64_t object);

// Reductions so far, those of the slice under way included.
uint64_t process_reductions(const Process *p);

// A reference nobody has made before; follows from this process's own history.
Term process_new_reference(Process *p);
