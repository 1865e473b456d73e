// ReadTerm: terms from Erlang text, so that tests can say {1, 'A b', [x | y], #{k => 2.5}, "text"}.
#pragma once
#include "vm/store/heap.h"

// Aborts on anything it does not know: it reads what a test says, nothing else.
Term read_term(Heap *heap, const char *text);
