// Describe: how stories write terms, functions and places, for those who tell of a machine.
#pragma once
#include "vm/run/machine_state.h"
#include "vm/term/print.h"

void describe_term(Machine *machine, Text *out, Term term);   // shortened, with the names of stories
void describe_string(Text *out, Term list);                   // its characters as they are
// What the program has written itself, as messages of exceptions; pids and references in it get the names of stories.
void describe_names(Machine *machine, Text *out, const char *text);
// An exception as Elixir shows it, with such names in its message if the options have names.
void describe_banner(Machine *machine, Text *out, Term class, Term reason, Term trace, PrintOptions options);
void describe_function(const Machine *machine, Text *out, Term module, Term function, uint32_t arity);
void describe_frame(Machine *machine, Text *out, const Term *frame);   // of a stack trace: {M, F, A, Place}
// The same with arguments instead of their number.
void describe_call(Machine *machine, Text *out, Term module, Term function, const Term *args, uint32_t arity);
// What a process is about to do that stands before an action, and where (machine_describe).
void describe_action(Process *p, Description *out);
