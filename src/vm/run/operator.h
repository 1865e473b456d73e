// Operator: what the interpreter does for arithmetic that is not of two small integers, and what its errors show.
#pragma once
#include "vm/run/interp_bits.h"
#include "vm/run/machine_state.h"

Term operator_apply(Heap *heap, Op op, Term a, Term b);   // as the functions of vm/term/number.h answer
Term operator_name(Op op);
// Whether an error shows a frame of the operator at `ip`, and with which operands: small constants come last in a
// product.
bool operator_has_frame(const Process *p, Op op, const Code *ip, Term *operands);
