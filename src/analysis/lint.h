// Lint: what is wrong with the messages of a program, found without running it.
//
// Modules are given with the number of the unit that they belong to: an application, or a program. Units are analysed
// one by one; whatever is not in a unit is outside for it. A finding names what it assumes about the outside:
//
//   proved   nothing: it holds whatever other code exists, as long as that does not look for processes by
//            erlang:processes/0 and the like
//   api      code outside hands pids of the unit's processes back to the unit's functions, but sends them nothing
//            itself; nor does it call functions that are there for processes to begin with (analysis/hidden.h), or
//            send tuples that are like messages of the run-time system but for their order (analysis/misread.c)
//   closed   there is no code outside but libraries
#pragma once
#include "base/array.h"
#include "base/bytes.h"
#include "base/text.h"

typedef enum { LINT_PROVED, LINT_API, LINT_CLOSED, LINT_ASSUMPTIONS } LintAssumption;

#define LINT_KINDS(KIND)                                                                            \
    KIND(receive_nothing, "a receive of processes to which nothing is sent")                        \
    KIND(receive_wrong, "a receive that takes none of the messages that are sent to its processes") \
    KIND(receive_unneeded, "a clause of a receive that no message matches")                         \
    KIND(send_unreceived, "a message that no receive of its receiver takes")                        \
    KIND(send_unregistered, "a message to a name that nothing registers")                           \
    KIND(deadlock, "servers that call each other, or one that calls itself")                        \
    KIND(race, "something that is looked up and then changed, while others may change it")

typedef enum {
#define KIND(name, about) LINT_##name,
    LINT_KINDS(KIND)
#undef KIND
        LINT_KIND_COUNT
} LintKind;

extern const char *const lint_kinds[LINT_KIND_COUNT];
extern const char *const lint_about[LINT_KIND_COUNT];
extern const char *const lint_assumptions[LINT_ASSUMPTIONS];

typedef struct {
    LintKind kind;
    LintAssumption certainty;
    Text file;               // of the source, as the .beam file names it
    uint32_t line;           // 0: unknown
    Text module, function;   // mod, name/arity
    Text pattern;            // of the clause, or the message
    uint32_t clause_line;    // 0: unknown
    Text text;               // what is wrong, in one sentence
    Text nearest;            // the message that comes nearest, and where it is sent; empty: none
    Text roles;              // who runs it
    bool timeout;            // of a receive that goes on after a while
    // The clauses that are dead, or the send: which of the module's instructions (beam_is_exchange), from 0.
    ARRAY(uint32_t) exchanges;
    uint32_t look_line;   // of a race: where what it goes by is looked up
    bool served;          // a message: what it goes to is a server, which takes all that comes
} LintFinding;

typedef enum { LINT_NODE_PROCESS, LINT_NODE_SERVER, LINT_NODE_NAME, LINT_NODE_OUTSIDE } LintNodeKind;

typedef struct {   // somebody who sends or receives
    LintNodeKind kind;
    Text name;
} LintNode;

typedef struct {         // a place that sends, for each sender and receiver
    uint32_t from, to;   // nodes
    Text message, file;
    uint32_t line;
} LintEdge;

typedef struct {
    Text reason, first;   // the place of the first one: file:line
    uint64_t count;
} LintReason;

typedef struct {
    LintFinding *findings;
    size_t count;
    uint64_t receives, sends, decided;
    LintReason *reasons;   // for what was not decided
    size_t reason_count;
    LintNode *nodes;   // if they were asked for
    LintEdge *edges;
    size_t node_count, edge_count;
    Text trouble;   // a line for each unit that could not be analysed
} LintResult;

typedef struct Lint Lint;

// `find` gives the .beam file of a library module, which lint frees.
Lint *lint_new(bool (*find)(void *context, const char *module, Bytes *file), void *context);
bool lint_add(Lint *lint, const char *path, Bytes file, uint32_t unit, Error *err);
void lint_ask_topology(Lint *lint);   // who sends what to whom shall be among the result, too
void lint_run(Lint *lint, LintAssumption most, LintResult *result);   // what needs no more assumptions than that
void lint_result_free(LintResult *result);
void lint_free(Lint *lint);
