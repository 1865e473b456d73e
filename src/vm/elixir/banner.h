// Banner: exceptions and stack traces as Elixir tells them.
//
//     ** (MatchError) no match of right hand side value: 1
//         a.ex:17: A.race/0
//
// Errors of the runtime system get the name and message that Elixir gives them. An exception whose module computes its
// message is shown as the struct it is, since its code is not run here.
#pragma once
#include "base/text.h"
#include "vm/term/print.h"

// One line without its end. `trace` is that of the exception, or nil.
void banner_print(Text *out, Term class, Term reason, Term trace, PrintOptions options);

// A line for each frame.
void banner_trace(Text *out, Term trace, PrintOptions options);
