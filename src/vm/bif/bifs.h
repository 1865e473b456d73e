// Bifs: the tables of all built-ins, from bif.def.
#pragma once
#include "vm/run/bif.h"

#define BIFS(name) extern const Bif name##_bifs[];
#include "vm/bif/bif.def"
#undef BIFS
