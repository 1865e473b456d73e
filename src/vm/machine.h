// Machine: an Erlang system that can be stepped and taken back.
//
// This header is the only door between running programs and searching them. A search asks who can
// run, runs one process to its next visible action, and later returns to an earlier mark. Nothing
// above the door knows terms or bytecode; nothing below it knows strategies.
#pragma once
#include <stddef.h>

#include "base/error.h"
#include "base/text.h"
#include "vm/event.h"

typedef struct Machine Machine;

typedef struct {
    const char *const *paths;      // directories with .beam files, searched in order
    size_t path_count;
    const char *otp_root;          // of the libraries in use, such as /usr/lib/erlang
    size_t max_memory;             // bytes of heap
    uint64_t max_reductions;       // 0: no limit
    bool collect_always;           // stress: collect at every chance
    void (*output)(void *context, const char *bytes, size_t size);   // standard output; NULL: dropped
    void (*error_output)(void *context, const char *bytes, size_t size);
    void *output_context;
} MachineConfig;

typedef enum {
    MACHINE_RETURNED,      // the first process's function returned
    MACHINE_CRASHED,       // the first process ended otherwise
    MACHINE_HALTED,        // erlang:halt
    MACHINE_DEADLOCK,      // nothing can happen and the first process still waits
    MACHINE_UNSUPPORTED,   // weft lacks something: see machine_message
    MACHINE_LIMIT,         // a limit was hit: see machine_message
} MachineEnd;

Machine *machine_new(const MachineConfig *config, Error *err);
void machine_free(Machine *machine);

// Loads a module from a file, ahead of the code path.
bool machine_load(Machine *machine, const char *path, Error *err);

// The first process will call module:function(Arguments), where arguments is a list of strings given as one
// argument, or no argument when `arguments` is NULL.
bool machine_start(Machine *machine, const char *module, const char *function,
                   const char *const *arguments, size_t argument_count, Error *err);

// Runs everything deterministically to the end.
MachineEnd machine_run(Machine *machine);
int machine_halt_status(const Machine *machine);
const char *machine_message(const Machine *machine);    // why it ended; the result, printed
bool machine_result_is_ok(const Machine *machine);

// --- searching -------------------------------------------------------------------------------------
typedef struct { size_t depth; } Mark;

// From now on the machine moves by machine_step only.
void machine_begin_stepping(Machine *machine);
uint32_t machine_enabled(Machine *machine, Actor *actors, uint32_t max);
void machine_pending(Machine *machine, Actor actor, Footprint *footprint);
Event machine_step(Machine *machine, Actor actor);
Mark machine_mark(Machine *machine);
void machine_undo(Machine *machine, Mark mark);
uint64_t machine_hash(Machine *machine);
