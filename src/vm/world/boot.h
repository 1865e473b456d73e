// Boot: when a program gets those parts of a node that are processes: logger, applications, global names.
//
// Few programs need them, and starting them takes longer than running a small program. So a machine that runs freely
// boots before the first call into a module that needs it (boot_want), and a machine that is to be searched boots
// before its first step (boot_for_search), so that no interleaving has to. The work is done by erlang/weft_boot.erl.
// For the same reason the applications of a project start in a prologue, freely, before the first step of its tests.
#pragma once
#include "vm/run/machine_state.h"

// Whether a module only works on a booted node.
bool boot_is_needed(Term module);
// Whether a module is OTP's or weft's own.
bool boot_is_of_system(Machine *machine, Term module);
// Starts a process of the node: `what` is a module that needs it, an event for the logger, or {on_load, Module}.
// machine_boot must come next.
void boot_start(Machine *machine, Term what);
// If a module that was just loaded has a function to be called first, `p` gives up its slice for that.
void boot_on_load(Process *p, const Module *version);
// Starts what a module needs that `p` is about to call, which gives up its slice.
void boot_want(Process *p, Term module);
// A process that the system starts with this call belongs to the program if it starts an application of the program's,
// or calls its code as timers do: then the name of the application or module. Else NO_TERM.
Term boot_program(Machine *machine, Term module, Term function, Term args);
// Whether a process that the program starts with this call belongs to the system all the same: OTP's database does so.
bool boot_serves(Machine *machine, Term module, Term function, Term args);
bool boot_serves_fun(Machine *machine, Term fun);   // the same of one that calls a fun
// A node has just come up: what all nodes have, and what the configuration says.
void boot_node(Machine *machine, uint32_t node);
// Whether the first process does something before the test begins, which it says by weft_boot:begin_test/0, or that
// there will be none by weft_boot:skip/2.
bool boot_has_prologue(Machine *machine);
// Whether each of the calls of a machine that stands ready has one of its own (machine_begin_call).
bool boot_call_has_prologue(Machine *machine);
// Starts those processes of a node that the program's modules loaded so far name. What weft has no such process for is
// one that takes no message: the first stops the run as unsupported.
void boot_names(Machine *machine);
// The same for a module that the program has just made: the process that has loaded it gives up its slice for that.
void boot_names_of(Machine *machine, const Module *module);
// Starts what all programs may need, and what the modules loaded so far mention.
void boot_for_search(Machine *machine);
void boot_for_sockets(Machine *machine);   // the same, where the program may open some (vm/world/inquiry.h)
