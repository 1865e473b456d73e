// Surroundings: what every report says besides what was found: what was run, with which options, what was assumed,
// which modules took part.
//
// There is one way to make a Report, whatever command it is of: begin, search and tell, see what the machine knows in
// the end.
#pragma once
#include "engine/semantics.h"
#include "report/report.h"

typedef struct {
    Text options, command, assumed, budgets, modules, externals;
    Hidden hidden;
    PathList folders, libraries;   // of sources
} Surroundings;

// A report of the program with nothing found in it yet. What it points to is in `out`, and in the program.
Report surroundings_begin(Surroundings *out, const Program *program, const Findings *findings, const char *strategy);
// When the search is over and nothing has been told yet (telling loads modules, too): what held in every interleaving,
// how weft was called (`command` is its word), and which modules took part.
void surroundings_searched(Surroundings *out, const Program *program, const Semantics *semantics,
                           const MachineConfig *config, const char *command, Machine *machine, Report *report);
// What the machine knows when all has been told: answers from outside, what no interleaving shows.
void surroundings_end(Surroundings *out, Machine *machine, Report *report);
void surroundings_free(Surroundings *surroundings);

// Of something that could not be done: it needs no freeing.
Report surroundings_refuse(const Program *program, const Findings *none, const char *strategy, const char *message);
