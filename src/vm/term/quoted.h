// Quoted: Elixir's quoted expressions as the source they stand for, in one line.
//
//     {:==, [line: 3], [{:x, [line: 3], nil}, 2]}    x == 2
//
// Assertions carry theirs. What is no quoted expression is printed as the term it is.
#pragma once
#include "base/text.h"
#include "vm/term/print.h"

void quoted_print(Text *out, Term quoted, PrintOptions options);
