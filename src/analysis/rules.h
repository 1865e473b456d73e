// Rules: what they share that look for findings when all is known about a unit.
#pragma once
#include "analysis/unit.h"

typedef struct {
    Unit *unit;
    LintResult *result;
    HashSet *told;   // places that were told under a weaker assumption
} Teller;

const FlowFunction *rules_flow(const Unit *unit, uint32_t function, const ModuleCode **code);

// The server that a message goes to: the role that it names, or the only one with the name. OUTSIDE: something else, or
// it is not known.
uint32_t rules_server(const Unit *unit, const Post *post);

LintFinding *rules_add_finding(Teller *teller, LintKind kind, uint32_t function, uint32_t at);
bool rules_is_new(Teller *teller, uint32_t module, uint32_t at);   // whether this place was not told before

void rules_add_atom(const Unit *unit, uint32_t atom, Text *out);
void rules_add_function(const Unit *unit, uint32_t function, Text *out);                              // name/arity
void rules_add_place(const Unit *unit, uint32_t module, uint32_t function, uint32_t at, Text *out);   // file:line

void rules_add_roles(const Unit *unit, uint32_t function, Text *out);   // who runs it

void rules_add_role(const Unit *unit, uint32_t role, Text *out);
BeamLine rules_line(const ModuleCode *code, const FlowFunction *flow,
                    uint32_t at);   // the last one named before an instruction

// Whether a server is the only one of its module: every start gives it one and the same name.
bool rules_is_single(const Unit *unit, uint32_t role);

void rules_judge_cycles(Teller *teller);       // cycle.c: servers that call each other
void rules_judge_names(Teller *teller);        // name.c: messages to names that nobody has
void rules_judge_races(Teller *teller);        // race.c: what is looked up and then changed
void rules_collect_topology(Teller *teller);   // topology.c: who sends what to whom
