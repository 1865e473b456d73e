// Load: from the instructions of a .beam file to those of the machine.
#pragma once
#include "beam/beam.h"
#include "vm/run/code.h"

// Fills the code, functions, locations, funs and exports of `module`. Constants are built on `literals`, memory
// that lives as long as the code. The beam was checked when it was read; false only for literals that are no
// terms.
bool load_code(CodeServer *code, Heap *literals, const BeamModule *beam, Module *module, Error *err);
