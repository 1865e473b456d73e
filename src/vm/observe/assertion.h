// Assertion: what those of EUnit and ExUnit raise, told as these tell it.
//
//     assertEqual                              Assertion with == failed
//       expression total()                       code:  assert total() == 2
//       expected   2                             left:  1
//       got        1                             right: 2
#pragma once
#include "vm/run/machine_state.h"

bool assertion_is(Term reason);
void assertion_print(Machine *machine, Text *out, Term reason);   // lines; the first says what it was
