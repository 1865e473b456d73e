// Snapshot: the state of a machine in parts (vm/machine.h), as bytes and names.
#pragma once
#include "vm/run/machine_state.h"

typedef struct Snapshot Snapshot;

Snapshot *snapshot_new(Machine *machine);
void snapshot_free(Snapshot *snapshot);

// Names are numbers: the index of a pid, or a reference; and of parts that nobody can name, whose they are.
#define SNAPSHOT_PID ((uint64_t)1 << 60)
#define SNAPSHOT_REFERENCE ((uint64_t)2 << 60)
#define SNAPSHOT_RECEIVE ((uint64_t)3 << 60)   // the deadline of a process
#define SNAPSHOT_CHANNEL ((uint64_t)4 << 60)
#define SNAPSHOT_TIMER ((uint64_t)8 << 60)   // and its reference
enum { SNAPSHOT_MAKER_BITS = 28 };           // of a reference, whose number stands before them

static inline uint64_t snapshot_pid_name(uint32_t index) { return SNAPSHOT_PID | index; }
