// External: functions that a real erl evaluates, --external M:F/A.
//
// A call is one step that touches nothing: the function is taken to be pure, and the first answer to the same arguments
// is the answer in every interleaving. Arguments and answers travel as bytes, so they may not contain what means
// something on one side only: pids, ports, references, funs.
#pragma once
#include "base/error.h"
#include "vm/machine.h"

typedef struct CodeServer CodeServer;
typedef struct External External;

// Gives the functions that the configuration names a body that asks. NULL and no error: it names none.
bool external_new(const MachineConfig *config, CodeServer *code, External **out, Error *err);
void external_free(External *external);   // may be NULL
