// Confine: a command with one program, run in a jail (jail/jail.h).
#pragma once
#include "engine/output.h"
#include "jail/jail.h"
#include "option/program.h"

// A machine that stands before the program's first step, in a process of its own that is locked in and in which this
// returns. The process that called waits for its end, writes the outputs that it hands over, cleans up and ends with
// the same status. `outputs` are begun; NULL: there are none. `seconds` is the limit of the search, 0: none. NULL: the
// program cannot be started.
Machine *confine_start(Program *program, MachineConfig *config, Outputs *outputs, uint64_t seconds, Error *err);

// The same for a search that is kept as it goes on, by processes of its own.
Machine *confine_keep(Program *program, MachineConfig *config, Outputs *outputs, uint64_t seconds,
                      const JailJournal *journal, Error *err);

// The same for one that other machines take part in.
Machine *confine_share(Program *program, MachineConfig *config, Outputs *outputs, uint64_t seconds,
                       const JailExchange *exchange, Error *err);

// The same for a command that asks its user what to do (jail/jail.h); it has no outputs.
Machine *confine_converse(Program *program, MachineConfig *config, const JailTalk *talk, Error *err);

// Whether the process that ended had noted something: then the program has it, and a new one can tell it.
bool confine_can_recall(Program *program, JailEnd *end);

// The jail for a machine of that program.
Jail confine_jail(const Program *program, const MachineConfig *config, Machine *machine, uint64_t seconds,
                  uint64_t jobs);
