// Confirm: what all interleavings of a test show of findings of lint.
#pragma once
#include "analysis/lint.h"
#include "engine/terminal.h"
#include "option/program.h"
#include "report/lint.h"

// Explores the program's test, in a jail, for so many seconds (0: no limit), for what shows or refutes each of the
// findings. The outcomes are in their order. False: that could not be done.
bool confirm_findings(Program *program, const LintResult *result, uint64_t seconds, const Look *look,
                      LintConfirmation *out, Error *err);
