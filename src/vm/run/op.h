// Op: the machine's instructions, from op.def.
#pragma once
#include <stdint.h>

typedef enum {
#define OP(name) OP_##name,
#include "vm/run/op.def"
#undef OP
    OP_COUNT
} Op;

extern const char *const op_names[OP_COUNT];
