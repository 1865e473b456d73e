// Machine: an Erlang system that can be stepped and taken back.
//
// This header is the only door between running programs and searching them. A search asks who can
// run, runs one process to its next visible action, and later returns to an earlier mark. Nothing
// above the door knows terms or bytecode; nothing below it knows strategies.
#pragma once
#include <signal.h>
#include <stddef.h>

#include "base/error.h"
#include "base/text.h"
#include "vm/event.h"

typedef struct Machine Machine;

typedef struct {
    const char *const *paths;   // directories with .beam files, searched in order
    size_t path_count;
    const char *directory;      // the working folder as the program sees it; NULL: that of weft
    const char *const *roots;   // directories whose files the program may read; NULL: the one that weft was started in
    size_t root_count;
    const char *loaded_path;   // of them, the one whose modules count as loaded from the beginning; NULL: none
    const char *otp_root;      // of the libraries in use, such as /usr/lib/erlang
    size_t max_memory;         // bytes of heap
    uint64_t max_reductions;   // 0: no limit
    uint32_t print_depth;      // of terms in stories; 0: the usual
    bool collect_always;       // stress: collect at every chance
    uint8_t part_bits;         // of the number of parts that tables are walked over in (vm/ets/walk.h); 0: the usual
    uint64_t short_timeout;    // stepping: timeouts below so many milliseconds may fire at any moment; 0: 1000
    bool idle_timeouts;        // stepping: timeouts fire only when nothing else can happen
    bool async_delivery;       // stepping: signals are under way for a while (vm/run/delivery.h)
    bool signals_at_once;      // stepping: they are handled as they arrive, and an end is one step (vm/run/estate.h)
    bool any_pieces;           // a stream's bytes arrive in any pieces, not only in those that were sent
    bool to_verdict;           // stepping: the first process runs a test of a framework, and its end is the last step
                               // (vm/step.c)
    const char *node;          // the name of the node that the first process is on; NULL: there is no distribution
    const char *nodes;         // other nodes, separated by commas (vm/run/node.h); NULL: none
    bool unconnected;          // they do not see each other from the beginning
    uint32_t crashes, restarts, disconnects, reconnects, kills;   // how many of these may happen (vm/run/fault.h)
    bool reconnects_limited;                                      // or else there may be any number of them
    const char *const *crash_of, *const *disconnect_of, *const *kill_of;   // only these; none: any
    size_t crash_of_count, disconnect_of_count, kill_of_count;
    const char *on_start;     // module:function to call on each node that comes up; NULL: nothing
    bool every_exit;          // an end for the reason shutdown is noted as a crash is (machine_crash)
    const char *from_probe;   // stepping: the first steps are those of one order, until this is marked; NULL: none are
    bool stateful;            // stepping: for a search over states, which does not mind what only footprints depend on
    bool any_told_first;      // stepping: any of those who are told of an end may be the first, as if it is stateful
    bool system_races;        // stepping: the system's own processes take steps, too (vm/run/quiet.h)
    const char *const *externals;   // functions that a real erl evaluates, each as M:F/A (vm/world/external.h)
    size_t external_count;
    const volatile sig_atomic_t *interrupted;                        // set when a run is to end; NULL: never
    void (*output)(void *context, const char *bytes, size_t size);   // standard output; NULL: dropped
    void (*error_output)(void *context, const char *bytes, size_t size);
    void *output_context;
} MachineConfig;

// Whether there is such a node from the beginning. Names without @ get @weft.
enum { MACHINE_NODES = 64 };
bool machine_names_node(const MachineConfig *config, const char *name, size_t size);

typedef enum {
    MACHINE_RETURNED,      // the first process's function returned
    MACHINE_CRASHED,       // the first process ended otherwise
    MACHINE_HALTED,        // erlang:halt
    MACHINE_DEADLOCK,      // nothing can happen and the first process still waits
    MACHINE_UNSUPPORTED,   // weft lacks something: see machine_message
    MACHINE_LIMIT,         // a limit was hit: see machine_message
    MACHINE_INTERRUPTED,   // MachineConfig.interrupted was set
} MachineEnd;

// What comes before a test may say that it is not to be run (MACHINE_UNSUPPORTED; machine_message says why).
typedef enum { SKIPPED_NOT, SKIPPED_AS_WANTED, SKIPPED_BY_FAILURE } MachineSkip;

Machine *machine_new(const MachineConfig *config, Error *err);
void machine_free(Machine *machine);

// Loads a module from a file, ahead of the code path.
bool machine_load(Machine *machine, const char *path, Error *err);

// The first process will call module:function(Arguments), where arguments is a list of strings given as one
// argument, or no argument when `arguments` is NULL.
bool machine_start(Machine *machine, const char *module, const char *function, const char *const *arguments,
                   size_t argument_count, Error *err);

struct Host *machine_host(const Machine *machine);   // through which it reads files (vm/world/host.h)

bool machine_knows(const Machine *machine, const char *module);   // it is loaded

// Runs everything deterministically to the end.
MachineEnd machine_run(Machine *machine);
int machine_halt_status(const Machine *machine);
MachineSkip machine_skipped(const Machine *machine);
const char *machine_message(Machine *machine);   // why it ended; the result, printed
bool machine_result_is_ok(const Machine *machine);
bool machine_result_bytes(const Machine *machine, Text *out);   // false: it is no binary

// --- searching -------------------------------------------------------------------------------------
//
// What a search relies on; test/completeness/commute.c checks it by doing, docs/search.md needs it for its proof. F(E,
// p) is what the step of p touches after the execution E, as machine_step returns it; p and q are different actors,
// enabled after E.
// - Actors are small numbers, listed in ascending order, and the same whatever others did before. The same step from
//   the same state does the same.
// - C1: if F(E, p) and F(E, q) do not conflict, then after both orders the state, who is enabled and the results are
//   the same, and each step touches the same in both.
// - C2: a step touches one thing after the other, and which comes next follows from its actor's state and what it has
//   seen so far. So a conflict survives: if F(E, p) and F(E, q) conflict, F(E.q, p) conflicts with F(E, q).
// - C3: what enables or disables p conflicts with p's step, and so do those with each other. Who comes to a step that
//   others have disabled before (a lock that is taken) takes it all the same, to find that out: else nobody would see
//   that it could have come first.
// - C4: machine_pending covers F(E, p); if it says `fixed`, it is F(E', p) in every state in which p has not moved; and
//   what has no say in it (footprint_depends) does not change it.
typedef struct {
    size_t depth;
} Mark;

// From now on the machine moves by machine_step only.
void machine_begin_stepping(Machine *machine);
// The same in two parts, for many calls of one module in a row: what a call has done is taken back by undoing a mark
// that was made before it. The first process, whatever it has done to prepare itself, calls that function instead of
// the one it was started with.
void machine_prepare_stepping(Machine *machine);
void machine_begin_call(Machine *machine, const char *function, const char *const *arguments, size_t argument_count);
// Actors get numbers in the order in which they are first met; from then on each has its own in every execution.
// Machines that search one program together have to agree: one of them is asked by the others, and says who is what
// number. `number` gives it to the `child`th actor that the maker makes, which this machine has not met before; NULL:
// the next one. It may be kept, and told to another machine of the same program that stands at the start.
typedef uint32_t NumberActor(void *context, Actor maker, uint64_t child);
void machine_number_actors(Machine *machine, NumberActor *number, void *context);
Actor machine_next_actor(const Machine *machine);                     // the number that would be next
Actor machine_actor(Machine *machine, Actor maker, uint64_t child);   // NO_ACTOR: there is no such maker
// Who can act, in order of age; how many. Timers and receives whose time may be over are among them.
uint32_t machine_enabled(Machine *machine, Actor *actors, uint32_t max);
// From now on, and wherever the machine is taken back to, timeouts fire only when nothing else can happen, or else as
// the configuration says; what was the case before. A search is all of one kind.
bool machine_let_time_wait(Machine *machine, bool wait);
// From now on a step looks at the flag now and then, and leaves its local code where it is when the flag is set; NULL:
// steps come back when they are done. What an unfinished step has left is good for nothing but being undone.
void machine_heed(Machine *machine, const volatile sig_atomic_t *stop);
bool machine_was_stopped(const Machine *machine);   // a step since then is unfinished
void machine_pending(Machine *machine, Actor actor, Footprint *footprint);
// Whether an actor that has just acted rests: it is a process in a receive that has found nothing, or that has ended,
// or no process at all. `footprint` is what it looks at meanwhile: whatever makes it a process that could go on
// conflicts with that.
bool machine_waiting(Machine *machine, Actor actor, Footprint *footprint);
// Whether a search may let this actor's step and that of another one wait for each other. Not a fault: that it could
// have come later is seen by nothing but what takes it away (vm/run/fault.h).
bool machine_may_wait(const Machine *machine, Actor actor);
const Event *machine_step(Machine *machine,
                          Actor actor);   // until the next step, and the next question what is pending
void machine_step_blindly(Machine *machine, Actor actor);   // the same, for who does not want to know what was touched
// Whether the first process stands before its end, which waits for all others (MachineConfig.to_verdict).
bool machine_has_verdict(Machine *machine);
// Goes on in one order that is fair, for at most so many steps: to see what would come of an execution that was cut,
// until the first process has ended; or, if it has, what else happens without time passing. True: until nobody could
// act.
bool machine_go_on(Machine *machine, uint32_t steps);
// While it goes on: the next deadline comes although others could act, as time does not wait for them. False: there is
// none up to this moment of the virtual clock.
bool machine_let_time_pass(Machine *machine, uint64_t until);
uint64_t machine_now(const Machine *machine);   // the virtual clock, in nanoseconds
// Whether that would come back to the state of now after at most so many turns of all: it never ends.
bool machine_goes_round(Machine *machine, uint32_t rounds);
Mark machine_mark(Machine *machine);
void machine_undo(Machine *machine, Mark mark);
void machine_drop(Machine *machine, Mark mark);   // what was done since was done since the mark before it
uint64_t machine_hash(Machine *machine);

// --- states ----------------------------------------------------------------------------------------
//
// A state is told in parts: what all share, each process, each table, each signal and deadline that is under way. A
// part is bytes, and names (pids, references) that stand in the bytes by their places in the list. Two states are the
// same iff there is a way to pair the parts and the names of one with those of the other, so that parts with equal
// bytes have paired names. Then the same can happen in both, except for what depends on the order, the text or the hash
// of names, or on what time it is: once the program asks for that in any state, all states are told exactly, with names
// in the bytes, and what was learned before is worth nothing (machine_exactness).
typedef enum {
    PART_GLOBALS,    // comes first
    PART_RESIDENT,   // processes that were there before the first step, in order; no part is named by them
    PART_PROCESS,    // `whose` is the name of its pid; comes first in its names
    PART_TABLE,      // `whose` is the name of its reference
    PART_OTHER,      // nobody can name it
} PartKind;
typedef struct {
    uint64_t whose;
    PartKind kind;
    bool changed;   // since the last mark; if not, there is nothing else to be told
    const uint8_t *bytes;
    size_t size;
    const uint64_t *names;
    uint32_t name_count;
} StatePart;
typedef void (*TakePart)(void *context, const StatePart *part);
// `all`: as if all had changed.
void machine_parts(Machine *machine, bool all, TakePart take, void *context);
// Processes keep their names in states, so that what a state's actors are is the same in all states that count as one.
void machine_keep_processes(Machine *machine);
// To whom a step of this actor is owed by a fair scheduler, as a number: a process, whichever alternative it chooses;
// the timers of a process together; the deliveries between two processes.
uint32_t machine_owed(const Machine *machine, Actor actor);
// What a process is, as a number that is the same for all that run the same function from the beginning
// (vm/run/role.h); whether several processes had it, in whatever states; how many roles there are of which that is so.
uint64_t machine_role(const Machine *machine, uint32_t process);
bool machine_role_is_shared(const Machine *machine, uint64_t role);
uint32_t machine_shared_roles(const Machine *machine);
// A number for objects that are alike: those of one kind that belong to processes of one role, or to no process. It is
// the same in states that count as one.
uint64_t machine_object_class(const Machine *machine, uint64_t object);
// Whether an actor's next step may take away what another one would have done or touched, so that nothing shows
// afterwards that the other could have come first: it ends somebody, or what ties processes to each other.
bool machine_takes_away(const Machine *machine, Actor actor);
// Whether the step that was taken last can be seen by what watches: it changed a fact, or did what some formula speaks
// of.
bool machine_showed(const Machine *machine);
bool machine_shows_all(const Machine *machine);   // every step can: monitors or functions look at states
uint32_t machine_exactness(
    const Machine *machine);   // 0: names are names; it may grow with a step, and undoing does not undo that

// What formulas speak of (property/property.h): events of the step that led to a state, and facts that hold in it.
typedef enum { SAYING_NAMED, SAYING_CALL, SAYING_NONE } SayingKind;   // none: it is decided elsewhere
typedef struct {
    SayingKind kind;
    const char *module;             // of a call: module:name(arguments) says whether it holds (erlang/weft_view.erl)
    const char *name;               // send, receive, exit, crash, spawn, deadlock; else of a probe or fact
    const char *const *arguments;   // patterns; of a call, terms
    uint32_t argument_count;
} Saying;
typedef struct {
    const char *text;     // of a variable's value; NULL: it has no part in it
    bool has_reference;   // which has other numbers in other states that count as the same
} SayingValue;
enum { SAYING_VARIABLES = 64 };
typedef void (*TakeSaying)(void *context, uint32_t saying, const SayingValue *values);
// From now on steps are noted, for these. `variable` gives the number of a variable. False: a pattern is none, of
// saying number `wrong`.
bool machine_watch(Machine *machine, const Saying *sayings, uint32_t count,
                   uint32_t (*variable)(void *context, const char *name), void *context, uint32_t *wrong, Error *err);
// Each way in which a saying holds. `ended`: nobody can act; `repeated`: this state, without the step that led to it.
void machine_say(Machine *machine, bool ended, bool repeated, TakeSaying take, void *context);

// Monitors in Erlang (erlang/weft_monitor.erl): modules that are told of each step from now on. What they know is a
// part of the state. One that crashes, computes on and on or would do more than look makes the machine unable to go on.
bool machine_monitor(Machine *machine, const char *module, const char *argument, Error *err);   // a term, or nothing
typedef enum {
    MONITOR_CONTENT,
    MONITOR_PRUNES,    // what follows from this state is of no interest
    MONITOR_OBJECTS,   // it is wrong; `out`, which may be NULL, says what
} MonitorVerdict;
MonitorVerdict machine_monitored(Machine *machine, Text *out);   // what they say of the last step

// What module:abstract(View) makes of this state, as bytes. False: it makes nothing of it, and the machine cannot go
// on.
bool machine_abstract(Machine *machine, const char *module, Text *out);

// A receive that is about to take a message or to find none, so that it can be asked later what else it would have
// taken: as long as the machine is not taken back beyond the mark before its step.
typedef struct {
    const void *code, *frame;
    Actor actor;
} Receive;
bool machine_receive(Machine *machine, Actor actor, Receive *out);   // false: the actor's next step is no receive
bool machine_accepts(Machine *machine, const Receive *receive, uint64_t message);

// By which instruction a process is about to send a message or to take one: the n-th of its module that do so, from 0
// (beam_is_exchange). False: it is about to do something else.
bool machine_exchange(Machine *machine, Actor actor, Text *module, uint32_t *number);

// --- telling ---------------------------------------------------------------------------------------
// P for the first process, P.2 for its second child, P.2.1 for the first child of that one.
void machine_actor_name(Machine *machine, Actor actor, Text *out);

typedef enum {
    ACTION_OTHER,
    ACTION_SPAWN,
    ACTION_SEND,
    ACTION_RECEIVE,
    ACTION_TIMEOUT,    // a receive goes on without a message
    ACTION_DELIVERY,   // a signal that was under way arrives, or a timer sends its message
    ACTION_CALL,       // a built-in that touches something shared: a table, a name, links, monitors, timers ...
    ACTION_CHOICE,     // of weft:choose/1
    ACTION_EXIT,
    ACTION_CRASH,
    ACTION_FAULT,   // a node crashes or comes back, a connection breaks, a process is killed
    ACTION_KINDS
} ActionKind;

// What an enabled actor is about to do, in words; where in the source (an empty file name: unknown).
typedef struct {
    ActionKind kind;
    Text what, file;
    uint32_t line;
    Actor partner;                         // the process that it concerns; NO_ACTOR: none
    Text stack;                            // a line for each frame, innermost first
    bool library;                          // the innermost frame is of the library of Erlang or Elixir
    Text user_function, user_file, call;   // the innermost frame of other code, and what it called there
    uint32_t user_line;
    uint32_t call_number;   // tells calls apart; 0: unknown, unless machine_tell is on
    Text result;            // what a built-in will return, or raise; empty: nothing, unless machine_tell is on
    bool raises;
    uint64_t milliseconds;   // of the timeout or timer that fires
    bool sleeps;             // it waited for nothing else
} Description;
// Stories need more than states have: from now on the machine notes it, until it is taken back to before. Costs time.
void machine_tell(Machine *machine, bool on);
void machine_describe(Machine *machine, Actor actor, Description *out);
void description_free(Description *description);

typedef enum {
    OUTCOME_WAITING,   // the test function has not returned
    OUTCOME_RETURNED,
    OUTCOME_CRASHED,   // its process ended otherwise
    OUTCOME_HALTED,
    OUTCOME_LIVELOCK,   // local code used more reductions than allowed, or goes round in a circle
    OUTCOME_UNSUPPORTED,
} Outcome;
Outcome machine_outcome(const Machine *machine);
bool machine_has_circle(
    const Machine *machine);   // of OUTCOME_LIVELOCK: it was seen to come back to a state, so it never ends
void machine_outcome_text(Machine *machine, Text *out);   // the result or the exit reason

// Processes that ended for a reason other than normal and, unless MachineConfig.every_exit is set, shutdown, in order:
// by an exception of their own that nobody caught, or by a signal, which makes it a consequence of what `from` did.
typedef struct {
    Actor actor, from;   // from: who sent the signal, itself perhaps; NO_ACTOR: no process
    bool by_signal;
    bool handled;         // a process of the program has been told, or those who started it
    bool assertion;       // of EUnit or ExUnit
    bool unexplained;     // no order of the operations of a history explains what they returned
    Text reason, trace;   // trace: a line for each frame; after a signal, where it stood
    Text history;         // then: the operations, and what was tried, as JSON
    Text place, shape;    // trace and reason without data: the same for the same fault met with other values
} Crash;
uint32_t machine_crash_count(const Machine *machine);
void machine_crash(Machine *machine, uint32_t index, Crash *out);
void crash_free(Crash *crash);

// What the program marked by weft:probe/1,2, a line each: all but the first `seen`. Returns how many there are by now.
uint32_t machine_probes(Machine *machine, uint32_t seen, Text *out);

// The processes of the program that are there now, in order of age; how many.
uint32_t machine_processes(Machine *machine, Actor *actors, uint32_t max);

typedef struct {
    Text registered;   // empty: it has no name
    Text initial;      // the function that it was started with
    Text ending;       // the reason it ended for; only if machine_tell was on
    Actor parent;      // NO_ACTOR: it is the first, or has ended
} ProcessSight;
bool machine_process(Machine *machine, Actor actor, ProcessSight *out);   // false: it has ended
void process_sight_free(ProcessSight *sight);

// What else can be seen of the program's state: mailboxes that are not empty, tables, names.
typedef enum { SIGHT_MAILBOX, SIGHT_TABLE, SIGHT_NAME } SightKind;
typedef struct {
    SightKind kind;
    Text name;               // of the mailbox's process, of the table; the name
    Text owner;              // of the table or name, a process
    Text items;              // messages or objects, a line each
    uint32_t shown, total;   // how many of them
} Sight;
// The texts are the caller's only if `see` takes them over and clears them.
void machine_look(Machine *machine, void (*see)(void *context, Sight *sight), void *context);

// The value of an Erlang expression in this state, printed; erlang/weft_view.erl says what it can look at. Nothing is
// left of having asked. False: it has none, and `out` says why.
bool machine_evaluate(Machine *machine, const char *expression, Text *out);

// Signals that were sent and are not handled yet, a line each: from whom to whom, and what.
void machine_signals(Machine *machine, Text *out);

// What kind of thing an object of a footprint is, in a word: "mailbox", "table"; whose it is, if it belongs to a
// process; and whether that says more than that something somewhere is touched.
const char *machine_object(uint64_t object);
bool machine_object_owner(const Machine *machine, uint64_t object, Actor *owner);
bool machine_object_is_plain(uint64_t object);

// Whether what a process is about to do happens in a function, given as m:f, or in what that calls.
bool machine_acts_in(Machine *machine, Actor actor, const char *name);

// What was answered by a real erl: a line for each function that the configuration names.
void machine_externals(const Machine *machine, Text *out);

// What no interleaving shows, because the system's own processes take no steps: adds to what is there.
typedef struct {
    bool output;    // in what order processes print and log
    Text servers;   // what these do between being asked and answering (base/lines.h)
} Hidden;
void machine_hidden(const Machine *machine, Hidden *out);

// Modules that were loaded so far, in order: a line each, the name and the file it came from.
void machine_modules(const Machine *machine, Text *out);
// Reads the files of those among such lines that have not been read, which makes loading them later a matter of no
// time.
void machine_foresee_modules(Machine *machine, const char *lines);

// Processes that are left: number, and what the n-th waits for.
typedef struct {
    Actor actor;
    Text file, function, mailbox;   // of the receive; unmatched messages
    uint32_t line, messages;
} Blocked;
uint32_t machine_blocked_count(Machine *machine);
bool machine_blocked_has_messages(Machine *machine);   // in any of their mailboxes
void machine_blocked(Machine *machine, uint32_t index, Blocked *out);
void blocked_free(Blocked *blocked);
