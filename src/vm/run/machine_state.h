// MachineState: the fields of a Machine, for the files of this room only.
#pragma once
#include "vm/machine.h"
#include "vm/run/code.h"
#include "vm/run/pids.h"
#include "vm/run/role.h"

enum {
    X_REGISTERS = 1024,
    MESSAGE_NEXT = 1,
    MESSAGE_VALUE = 2,
    MESSAGE_TIME = 3,
    MESSAGE_FROM = 4,
    MESSAGE_OBJECT = 5,
    MESSAGE_WORDS = 5
};

// What a machine has besides its processes and tables, in a record so that undo brings it back.
typedef struct {
    Record record;
    Term names;         // a map: registered name => pid
    Term timers;        // a map: reference => timer (vm/run/timer.h)
    Term queue;         // deadlines in order (vm/run/timer.h)
    Term channels;      // a map: signals under way between two processes (vm/run/delivery.c)
    Term environment;   // a map: variable => value, both strings
    Term loaded;        // a map: module => true, of modules the program knows to be loaded
    Term handles;       // a map: reference => open file or buffer (vm/world/handle.h)
    Term files;         // a map: the file system as the program changed it (vm/world/inode.h)
    Term directory;     // the working directory, a binary; nil: where weft was started
    Term code_path;     // a list of strings; nil: the one it began with (vm/world/world.h)
    Term sticky;     // a map: module => whether it may not be replaced, where the program has said so (vm/bif/code.c)
    Term settings;   // a map: what system_flag and its kin set; nil: nothing (vm/bif/setting.h)
    Term outcome;    // of the first process: nil, {returned, Value} or {Class, Reason, Trace}
    Term crashes;    // a list, latest first: {Pid, Class, Reason, Trace}, or {Pid, signal, Reason, Trace, From}
    Term handled;    // a map: {Pid, Who} => true, Who took a message that tells of the crash of Pid; Pid => Reason, it
                     // has told who started it that it fails (vm/observe/outcome.c)
    Term probes;     // a list, latest first, of tuples of PROBE_FIELDS
    Term lateness;   // a map: what was touched => when (vm/run/lateness.h)
    Term unsent;     // a list: messages of the step under way to those that have ended (mailbox_note_unsent)
    Term atoms;      // a map: atom => true, of those that the program has made (vm/run/vocabulary.h); nil: none
    Term brought;    // a map: which code it has loaded, for the atoms in it (vm/run/vocabulary.c) => true; nil: none
    Term cells;      // a map: what ports share (vm/run/port.h)
    Term walkers;    // a map: pid => true, of those that walk over a table (vm/ets/walk.h); nil: nobody does
    Term nodes;      // a map: name => {life, whether it is up} (vm/run/node.h); nil: there is no distribution
    Term connections;     // a map: how a node sees its connection to another one (vm/run/node.h)
    Term node_watchers;   // a map: who wants to be told of nodes (vm/run/node.h)
    Term newcomers;       // a list: processes of a node that boots, which have to be told of the nodes it sees already
    Term budgets;         // a tuple: how many faults of each kind may still happen (vm/run/fault.h); nil: none
    Term booted;          // a list, latest first: what nodes were booted for (vm/world/boot.h)
    Term facts;      // a map: {Name} or {Name, Term} => true, what the program says to hold (bif/weft.c); nil: nothing
    Term monitors;   // {Verdict, State, ...}: what monitors know, and say of the last step (vm/observe/monitor.h); nil:
                     // none
    Term happened;   // a list: what the step under way did, if somebody watches (vm/run/happened.h)
    Term tracing;    // who is traced, and what (vm/run/tracing.h); nil: nobody
    Process *ready_first, *ready_last;
    uint64_t clock_epoch;   // of the store, when the clock was advanced
    uint64_t clock;         // nanoseconds since the start, as far as idling advanced it
    uint64_t output_size;   // bytes written to standard output so far
    uint64_t monotonic;     // unique integers given out in the order of asking
    uint32_t pids;          // pid numbers given out
    bool livelock;          // local code of some process used more reductions than allowed: it does not act any more
    bool circle;            // that code was seen to come back to a state in which it had been
} Globals;

enum { GLOBALS_TERMS = 32 };
_Static_assert(offsetof(Globals, ready_first) == offsetof(Globals, names) + GLOBALS_TERMS * sizeof(Term),
               "all terms are counted");

enum {
    PROBE_PID,
    PROBE_NAME,
    PROBE_VALUE,
    PROBE_FILE,
    PROBE_LINE,
    PROBE_FIELDS
};   // of a probe; the name is in a list, or []

typedef struct {
    uint32_t parent;
    uint64_t child;   // from 1; of a timer, the number of its reference with the bit DESCENT_TIMER
    Term name;        // of the application it is the first process of; none for others
} Descent;

#define DESCENT_TIMER ((uint64_t)1 << 62)
#define DESCENT_CHANNEL \
    ((uint64_t)1 << 61)   // of a channel (vm/run/delivery.h): from its maker to the pid index in `child`

#define DESCENT_ALTERNATIVE ((uint64_t)1 << 60)   // of an alternative (vm/run/alternative.h)
#define DESCENT_ESTATE ((uint64_t)1 << 59)        // of what its maker leaves (vm/run/estate.h)
#define DESCENT_WALK ((uint64_t)1 << 58)          // of a part of what its maker walks over (vm/ets/walk.h)
#define DESCENT_PORT ((uint64_t)1 << 57)          // of a port (vm/run/port.h)
#define DESCENT_CLOCK ((uint64_t)1 << 55)         // of the clock (vm/run/timer.c)
#define DESCENT_NODE ((uint64_t)1 << 56)          // of what there is of a node besides processes (vm/run/node.h)
#define DESCENT_FAR 28                            // of a child on another node than its parent: from here on the node

typedef enum {
    RUN_YIELDED,   // its slice is over
    RUN_WAITING,   // in a receive
    RUN_EXITED,
    RUN_STOPPED,     // stands before a visible action
    RUN_ATTENTION,   // halt, unsupported, a signal to itself
} RunResult;

struct Machine {
    Term x[X_REGISTERS];
    double floats[X_REGISTERS];
    Store store;
    Globals *globals;
    struct Tables *tables;   // of ets (vm/ets/table.h)
    CodeServer *code;
    Process **processes;      // by pid index; NULL: gone. Written through the trail
    Process **ending;         // those that have ended and left something, by the actor for that (vm/run/estate.h)
    uint64_t ending_count;    // of those. Written through the trail, both
    uint64_t *standing;       // a bit for each process that stands before an action. Written through the trail
    uint64_t *trapped;        // a bit for each process that trapped exits when it ended. Written through the trail
    uint32_t *nodes_of;       // by actor: its node
    uint64_t process_count;   // of those that have not ended. Written through the trail
    uint32_t pid_count;       // numbers given out; never taken back
    uint32_t residents;       // of them, those given out before the first step of a search
    uint32_t system_pids;     // of them, those below all others, for processes of the node
    Pids pids;                // which number belongs to which child, once there are marks
    Term first;               // pid of the process that runs the test
    bool elixir;              // the test is written in Elixir, so its terms are told as Elixir does
    Process *current;
    const MachineConfig *config;
    Release release;   // of the libraries in use
    // bit syntax under construction (old instructions)
    uint8_t *building;
    size_t building_offset, building_end;
    // stepping
    bool stepping;             // stop before visible actions
    bool granted;              // the next one may happen
    bool again;                // the built-in that was called is to be called again, in another step
    bool inquisitive;          // the program can ask which code and which atoms there are (vm/world/inquiry.h)
    bool looks_at_processes;   // and how far processes have come (the same)
    bool fixes_tables;         // it fixes tables itself (the same)
    bool links;                // it links to processes that are there already (the same)
    bool looks_at_mailboxes;   // and what is in a mailbox (the same)
    bool traces;               // and it can trace what processes do (the same)
    bool opens_sockets;        // and it names a module that asks inet_db (the same)
    uint32_t atom_limit;       // atoms that were there before the first step of a search are below this one
    uint8_t *
        booted_atoms;   // a byte for each atom that a booted node has, by index, once it is asked (vm/run/vocabulary.c)
    uint32_t booted_atom_count;
    bool prologue;                       // the test has not begun (vm/world/boot.h)
    Term trace_session;                  // of which session of tracing the step is asked (vm/run/tracing.h)
    bool idle_timeouts;                  // time passes only when nothing else can happen
    bool quiet;                          // processes of the system take no steps of their own (vm/run/quiet.h)
    bool text_passed;                    // text was passed on that way,
    Text servers;                        // or something was asked: of these
    uint64_t *served;                    // a bit for each of them, by pid index
    bool going_on;                       // the verdict is given or not asked for (machine_go_on)
    bool choosing;                       // some process has stood before a choice
    uint32_t place;                      // of the alternative whose footprint is asked for; 0: it is none
    bool acting;                         // the footprint asked for is that of a step about to be taken
    uint64_t begun;                      // the object of the timers that the step under way has started; 0: none yet
    Actor actor;                         // who takes the step under way
    uint32_t handling;                   // pid index of who handles a signal in it; 0: nobody
    Event event;                         // the action under way or, between steps, the one asked for last
    Actor foreseen;                      // whose that is; NO_ACTOR: nobody's
    Process *matcher;                    // finds out for machine_accepts what a receive would take
    bool sent;                           // there are sends in it, noted while it happened
    uint32_t sent_to[FOOTPRINT_MAX];     // pid indexes of those that they are to
    uint64_t reductions;                 // executed by all processes, up to the beginning of the slice under way
    const volatile sig_atomic_t *stop;   // stepping: set when a step is to be left unfinished; NULL: never
    bool stopped;                        // one has been
    uint64_t busy_since;                 // running: nobody has done anything but use up slices since so many of them,
    uint64_t busy_until;                 // and until so many nobody looks whether they go round in circles
    int64_t slice, slice_left;           // of the slice under way
    uint64_t reduction_limit;
    uint64_t backtrace_depth;   // system_flag(backtrace_depth, N)
    // how the run ended
    bool halted;
    int halt_status;
    bool attention;   // the interpreter must return to the scheduler
    bool stopping;    // init:stop was called: the run goes on until the applications are down
    bool booting;     // processes of the node wait to be run first (vm/world/boot.h)
    bool unsupported;
    MachineSkip skipped;   // then this is no lack of weft's: what comes before the test says that it is not to be run
    bool followed, leaves_time;   // of the process that takes a step (vm/run/lateness.h)
    char message[1024];           // why it could not go on
    Term scratch[X_REGISTERS];    // arguments of funs and apply in flight
    Term *gc_scratch;             // survivors of a collection, while it runs
    Text arguments;               // of the first call, a line each
    Text result;                  // how the first process ended, printed
    NumberActor *number;          // of an actor that is met first; NULL: the next one
    void *number_context;
    Descent *descents;   // by pid, once stepping: where its name comes from
    uint32_t descent_count;
    struct World *world;
    NodeNames node_names;        // of all nodes there ever were
    uint32_t node;               // of the first process (term_pid_node)
    Term ordered;                // a node that is to be started or stopped now (node_order)
    bool orders_start;           // which of that
    bool has_nodes;              // there are others (vm/run/node.h)
    bool has_budgets;            // for faults,
    bool has_faults;             // some may happen (vm/run/fault.h), or nodes be stopped
    struct Targets *targets;     // which nodes and connections may break (vm/run/fault.h)
    struct Private *privates;    // what names are called that a node has for itself (vm/run/node.h)
    struct External *external;   // NULL: nothing is asked elsewhere
    bool showed;                 // the step that was taken last set or ended a fact that formulas speak of
    Roles roles;                 // of processes; only for searches over states
    struct Monitors *monitors;   // who watches each step; NULL: nobody
    struct Watched *watched;     // what is to be noted of steps; NULL: nothing
    struct Snapshot *snapshot;   // NULL: nobody has asked for one yet
    bool exact;                  // states are told exactly (machine_exactness),
    bool keeps_processes;        // pids are told as they are (machine_keep_processes)
    bool exact_work;             // reductions, too
    struct Teller *teller;       // NULL: nobody tells a story
    uint64_t checks;             // how often a build with assertions was asked to look at all of it
    struct Teller *overture;     // what it noted before the first step; NULL: there was none yet
};

// The pid of an actor that is a process.
static inline Term pid_at(const Machine *m, uint32_t index) { return term_pid_at(m->nodes_of[index], index); }

// --- processes (process.c) ----------------------------------------------------------------------
Process *process_find(Machine *machine, Term pid);   // NULL when it is gone
bool process_traps(Machine *machine, Term pid);      // traps exits, or did so when it ended
uint64_t process_hash(const Process *p);             // of all that its own code can tell

static inline void process_touch_run(Process *p) {
    if (p->record.epoch == p->store->epoch) return;
    store_log(p->store, p, offsetof(Process, rest) / sizeof(uint64_t));
    p->record.epoch = p->store->epoch;
}

static inline void process_touch(Process *p) {
    process_touch_run(p);
    store_touch(p->store, &p->rest);
}

// Whether it belongs to the program that is being searched: whoever was there before the first step, the first process
// aside, is there for other reasons.
static inline bool process_is_searched(const Machine *m, const Process *p) {
    if (!p || p->system || p->port) return false;
    return term_pid_index(p->pid) >= m->residents || term_same(p->pid, m->first);
}

typedef struct {
    bool link, monitor;
    Term monitor_reference;   // filled by process_spawn when monitor is set
    Term monitor_tag;         // 'DOWN' or what {tag, T} says
    Term alias_option;        // nil: none
    uint32_t priority;
    uint32_t min_heap_size, fullsweep_after;
    Term heap_limit;   // max_heap_size: a size or a map; nil: it is not said
    bool off_heap;
    bool system;       // it belongs to the system, whoever spawned it
    bool port;         // it is a port (vm/run/port.h)
    bool far;          // on another node than its parent,
    uint32_t node;     // which
    uint32_t maker;    // the parent, by number: it may have ended,
    uint64_t child;    // the how manieth of that it is,
    Term leader;       // its group leader
    uint64_t time;     // and what time it was there
    uint64_t orphan;   // without a parent: tells it from others that have none
} SpawnOptions;
// A process that will call M:F(Args...). NULL parent: the first one.
uint32_t process_number(Machine *machine, const Process *parent,
                        const SpawnOptions *options);   // of the one that is next
Process *process_spawn(Machine *machine, Process *parent, Term module, Term function, Term args, SpawnOptions *options);
void process_exit(Process *p, Term reason);   // the end, with signals to whom it concerns
void process_vanish(Process *p);              // the same without any: its node has crashed
void process_free(Process *p);                // its record, when nothing is left to do
void process_enqueue(Process *p);             // ready to run
void process_dequeue(Process *p);
void process_set_standing(Machine *machine, uint32_t index, bool stands);   // in the set of those who stand, or not
uint32_t pid_for(Machine *machine, uint32_t parent, uint64_t child, uint32_t node);   // its number (machine.c)
uint32_t actor_for(Machine *machine, uint32_t maker, uint64_t child);                 // the same in every interleaving

// Tells actors apart by their descent, in the same way in every search.
uint64_t machine_descent_hash(const Machine *machine, Actor actor);

// Puts an actor in its place among `count` others.
static inline void actor_insert(Actor *actors, uint32_t count, Actor actor) {
    for (; count > 0 && actors[count - 1] > actor; count--) actors[count] = actors[count - 1];
    actors[count] = actor;
}

// --- how it ended (outcome.c) ---------------------------------------------------------------------
bool step_holds(const Process *p);   // it is to end, but only when all others are done (vm/step.c)
// Whether it does not matter any more which process this crash was of: it was handled, or a signal of one that was.
bool outcome_is_settled(const Machine *machine, Term crash);
Term outcome_cause(const Machine *machine, Term crash);   // the crash that it is because of, or NO_TERM
bool outcome_is_handled(const Machine *machine, Term crash);
// Of those who have handled it, those that may yet turn out to have been taken along.
void outcome_open_handlers(const Machine *machine, Term crash, void (*see)(void *context, Term pid), void *context);
void outcome_note_crash(Process *p);         // an exception ends it
bool outcome_is_unexplained(Term reason);    // it is {not_linearizable, ...} of weft_verdict
bool outcome_is_orderly(const Process *p);   // that exception is no crash: exit(normal), exit(shutdown)
void outcome_note_signal(Process *p, Term from, Term reason);   // an exit signal ends it
void logger_note_crash(Process *p);                             // the same, for the logger (bif/logger.c)
void outcome_note_told(Process *p, Term message);               // it takes a message out of its mailbox
void outcome_note_report(Process *p, Term message);             // it sends one
void outcome_note_end(Process *p, Term reason);                 // whatever ends it
void process_ensure_stack(Process *p, size_t words);            // room below p->stack
Term *process_grow_stack(Process *p, Term *stack, size_t words);
// Copies a frame of an earlier mark to below `live`; returns the new stack pointer (stack.c).
Term *stack_copy_frame(Process *p, const Term *frozen, Term *live);
void stack_freeze(Process *p);
// The addresses that frames return to, innermost first, and how many there are: both at most `max`.
size_t stack_returns(const Term *stack, const Code **addresses, size_t max);
size_t stack_depth(const Term *stack, size_t max);
void stack_init(Process *p);
void stack_free(Process *p);
void stack_reset(Process *p);
// Makes the process call a function next, with the elements of a list.
void process_set_entry(Process *p, Term module, Term function, Term args);

// --- messages and signals (mailbox.c, signal.c) ---------------------------------------------------
// `object` identifies the message in footprints.
void mailbox_append(Process *to, Term message, uint64_t time, Term from, uint64_t object);
uint64_t mailbox_message_object(const Process *sender, uint64_t number);   // its number-th message
// A message counts as sent even if nobody is there to get it: so the sender's footprint does not depend on whether
// the receiver has ended. (One to an alias does: aliases end with their maker, and are objects of their own. So does
// the news of a monitor.)
void mailbox_note_unsent(Machine *machine, Term to_pid, Term message, Term from, uint64_t object);
void mailbox_note_signal(Machine *machine, Term to_pid, uint64_t object);   // one has arrived that messages wait behind
// Lies in the mailbox from now on, though it was sent earlier, and noted then.
void mailbox_admit(Process *to, Term message, uint64_t time, Term from, uint64_t object);
Term mailbox_peek(const Process *p);   // the message after `save`, or nil
void mailbox_skip(Process *p);
void mailbox_remove(Process *p);
void mailbox_unlink(Process *p, Term before, Term message);
void process_send(Machine *machine, Process *from, Term to_pid, Term message);
// Where a name or pid leads; NULL when there is nobody. False in *valid when a name is unregistered.
bool send_to(Process *from, Term to, Term message);   // false: badarg
void signal_process_ended(Process *p, Term reason);   // links, monitors, names, tables

// --- exceptions (exception.c) ----------------------------------------------------------------------
// Fills p->trace: `ip` is where it happened, `stack` the stack pointer there.
void exception_capture(Process *p, const Code *ip, const Term *stack);
void exception_capture_call(Process *p, Term module, Term function, const Term *args, uint32_t arity, bool error_info,
                            const Code *ip, const Term *stack);
size_t exception_addresses(const Term *stack, const Code **addresses, size_t max);
bool exception_returns_into(const Term *stack, const Code *from, const Code *to);   // whether some frame does
Term exception_cook(Process *p, Term trace);                                        // the list Erlang code sees
// The handler and its frame, or NULL.
const Code *exception_handler(Process *p, Term **stack);
const Code *exception_next_handler(const Process *p, const Term *stack);   // without going there
ExceptionClass exception_class_of(Term trace);                             // that it was captured with
Term exception_with_class(Process *p, Term trace, ExceptionClass class);
Term exception_class_atom(const Process *p);
Term exception_exit_reason(Process *p);   // what an uncaught one makes of the process

void step_footprint(Process *p, Footprint *out);   // of what a process stands before (step.c)
// Whether a call of a built-in touches anything that others can see (step.c).
bool step_is_visible(Process *p, const Bif *bif, const Term *args);
// A process of the system is about to call a built-in (NULL: to end): the step that woke it did that too (step.c).
void step_note_system(Process *p, const Bif *bif, const Term *args);
void step_note(Machine *machine, Footprint *more);   // adds to what the step did, but for its sends
// What is added next is a send to that process (0: it lies in no mailbox yet).
static inline void step_note_receiver(Machine *m, uint32_t to) {
    if (m->event.footprint.count < FOOTPRINT_MAX) m->sent_to[m->event.footprint.count] = to;
    m->sent = true;
}
// Runs the system's processes until they all wait.
void machine_boot(Machine *machine);
void machine_run_prologue(Machine *machine);   // all that comes before the test, in one way
void machine_set_call(Machine *machine, const char *function, const char *const *arguments, size_t argument_count);
// Sorts out why the interpreter came back with RUN_ATTENTION. True.
bool machine_attend(Machine *machine, Process *p);

// --- running (interp.c) ------------------------------------------------------------------------------
RunResult interp_run(Machine *machine, Process *p, int64_t reductions);
void receive_prepare(Machine *machine);                       // for machine_accepts (receive.c)
void receive_find_messages(Machine *machine, Event *event);   // those that the step sent (receive.c)
extern Code op_words[OP_COUNT];                               // how instructions look in memory
static inline Code interp_word(Op op) { return op_words[op]; }
bool interp_traced_stands_at(const Process *p, Op op);
// Whether a process stands at such an instruction, also if tracing has put another one in its place.
static inline bool interp_stands_at(const Process *p, Op op) {
    if (__builtin_expect(*p->ip == op_words[OP_traced_entry], 0)) return interp_traced_stands_at(p, op);
    return *p->ip == op_words[op];
}
extern const Code *interp_exit_code, *interp_thaw_code, *interp_exit_raise_code, *interp_trace_return_code,
    *interp_trace_exception_code;

// Makes a version of a module the one that calls go to; the one before becomes old, so there must be no old one. Undo
// knows of it (code.c).
void code_switch(Machine *machine, Module *version);
void code_switch_always(Machine *machine, Module *version);   // whatever is undone
void code_delete(Machine *machine, Term module);              // calls go nowhere; what they went to becomes old
void code_purge(Machine *machine, Term module);               // forgets the old one

// --- collecting (gc.c) ---------------------------------------------------------------------------------
void gc_start(Machine *machine);
void gc_end(Machine *machine);
// At a point where `stack` and the first `live` X registers are all that the running process needs.
void gc_collect(Machine *machine, Process *running, Term *stack, uint32_t live);

// --- time (timer.c) ------------------------------------------------------------------------------------
enum { TIME_STEP = 1000 };              // nanoseconds that looking at the clock takes
uint64_t process_now(Process *p);       // virtual nanoseconds
uint64_t process_moment(Process *p);    // the same for who does not show it to the program
uint64_t process_time(Process *p);      // without a look at it, which takes none
bool timer_advance(Machine *machine);   // to the next deadline; false: there is none
void timer_arm_receive(Process *p, uint64_t nanoseconds);
void timer_disarm_receive(Process *p);
