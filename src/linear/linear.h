// Linear: whether a recorded history of operations can be explained by doing them one after the other.
//
// A history says of each operation who called it, when, and when it returned what; operations of different clients
// overlap. It is linearizable if each operation can be thought to happen at one moment between its call and its
// return, such that a model, which knows only one operation after the other, gives the same results.
//
// The checker goes through the history from return to return and keeps the set of configurations: a state of the model,
// and which of the open operations have already happened. Only when an operation returns that has not happened in a
// configuration are open ones made to happen, in every order that leads to it (just-in-time linearization, Lowe 2017).
// Where the model falls into independent parts by key, each part of the history is judged on its own.
#pragma once
#include "base/error.h"
#include "base/text.h"

#define NO_VALUE UINT32_MAX
#define NEVER UINT32_MAX

typedef struct {
    uint32_t number;         // from 1, in the order of calls
    uint32_t client;         // index of its name
    uint32_t name;           // a value
    uint32_t arguments[3];   // values
    uint32_t argument_count;
    uint32_t result;     // a value; NO_VALUE: it did not return
    uint32_t from, to;   // events of the history, from 0; to: NEVER
    uint32_t line;       // of the file, where it is called
    uint32_t code;       // what the model calls it
    bool reads;          // it never changes the state
} LinearOperation;

typedef struct {
    Text *values;   // each text once, as an Erlang term; value 0 is "undefined"
    uint32_t value_count, value_capacity;
    uint32_t *value_slots, value_slot_count;   // a hash table: value plus 1, or 0
    uint32_t *clients;                         // names, as values
    uint32_t client_count, client_capacity;
    LinearOperation *operations;
    uint32_t count, capacity;
    uint32_t events;   // calls and returns
} LinearHistory;

// Reads a history, one event in a line (linear_read.c tells of the forms).
bool linear_read(LinearHistory *history, const char *bytes, size_t size, Error *err);
bool linear_read_file(LinearHistory *history, const char *path, Error *err);
void linear_free(LinearHistory *history);

uint32_t linear_value(LinearHistory *history, const char *text, size_t size);
const char *linear_text(const LinearHistory *history, uint32_t value);
bool linear_integer(const LinearHistory *history, uint32_t value, int64_t *out);   // false: it is none

// Writers of histories may put several arguments into one list, and the key of an operation into its result.
void linear_spread(LinearHistory *history, LinearOperation *operation, uint32_t arguments);
void linear_strip_key(LinearHistory *history, LinearOperation *operation);

void linear_call_text(const LinearHistory *history, const LinearOperation *operation, Text *out);   // write(3)

// --- models ------------------------------------------------------------------------------------------------

typedef struct LinearStates LinearStates;   // what states stand for

typedef struct {
    const char *names;   // of the operation, separated by blanks
    uint32_t code;
    uint32_t arguments;
    bool reads;   // it never changes the state
} LinearName;

typedef struct {
    const char *name, *about;
    const LinearName *operations;
    bool by_key;      // operations with different first arguments have nothing to do with each other
    bool may_begin;   // --initial makes sense
    uint64_t (*begin)(LinearStates *states, uint32_t initial);   // `initial`: a value, NO_VALUE: the usual one
    // False: in this state the operation would not have had this result. Without a result, any will do.
    bool (*step)(LinearStates *states, uint64_t state, const LinearOperation *operation, uint64_t *next);
    void (*tell)(const LinearStates *states, uint64_t state, Text *out);
} LinearModel;

const LinearModel *linear_model_at(uint32_t index);       // NULL: there are not so many
const LinearModel *linear_model_find(const char *name);   // NULL: there is none

// Gives every operation the model's code for it. False: the model has none for one of them.
bool linear_prepare(LinearHistory *history, const LinearModel *model, Error *err);

// --- the verdict -------------------------------------------------------------------------------------------

typedef struct {
    uint32_t operation;   // index
    Text why;
} LinearStuck;

typedef struct {
    bool holds;
    uint32_t *order;        // indices of operations: all of them or, if it does not hold, the longest prefix of the
    uint32_t order_count;   // history for which there is an order
    Text state;             // after them
    uint32_t until;         // the event up to which that prefix goes: the return that cannot be explained
    LinearStuck *stuck;     // operations that cannot come next
    uint32_t stuck_count;
    uint32_t key;              // of the part that does not hold; NO_VALUE: the model has no parts
    uint64_t configurations;   // looked at
    bool gave_up;              // there were too many at `until`; then it neither holds nor not
} LinearVerdict;

enum { LINEAR_CONFIGURATIONS = 2000000 };   // at one event: beyond that a check gives up

void linear_check(LinearHistory *history, const LinearModel *model, uint32_t initial, LinearVerdict *verdict);
void linear_verdict_free(LinearVerdict *verdict);
