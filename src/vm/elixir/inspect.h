// Inspect: terms as Elixir's inspect writes them, on one line.
//
//     nil  :atom  Some.Module  "text"  'charlist'  [key: 1]  {1, 2}  %{a: 1, "b" => 2}  %Struct{field: 1}  1..3
//
// Structs are known by the modules of options.structs: those that define a struct say in which order its fields were
// defined. Structs that Elixir's library shows in a way of their own are shown so (vm/elixir/inspect_struct.c); for
// others that implement the protocol Inspect the program's own code is asked (vm/elixir/guest.h).
//
// term_print with PRINT_ELIXIR comes here.
#pragma once
#include "base/words.h"
#include "vm/term/print.h"

typedef struct {
    Text *out;
    size_t limit;   // the size of `out` that is enough
    PrintOptions options;
    Words steps;   // what is left to do
} Inspector;

void inspect_steps(Inspector *inspector, Term term);   // until nothing is left, or the limit is reached

// To be done later: what is pushed last comes first.
void inspect_push_term(Inspector *inspector, Term term);
void inspect_push_text(Inspector *inspector, const char *text);   // which stays where it is
void inspect_push_pairs(Inspector *inspector, const Term *pairs, size_t count, const char *end);

// A struct as %Name{...} or in a way of its own. False: it is a map like others.
bool inspect_struct(Inspector *inspector, Term map);

// Names of functions and modules: Module.function, with quotes where they are needed.
void inspect_module(Text *out, Term module);
void inspect_function(Text *out, Term module, Term function,
                      uint32_t arity);   // Module.function/1; anonymous fn/1 in ...
