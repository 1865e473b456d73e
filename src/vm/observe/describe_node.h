// How stories call nodes, what stands for them, and what happens to them.
#pragma once
#include "base/text.h"
#include "vm/run/machine_state.h"

void describe_node(Text *out,
                   uint32_t node);   // without the host that names get by themselves; a later life with its number
void describe_node_part(Machine *machine, Actor actor, Text *out);   // the name of an actor that is no process
void describe_node_step(Machine *machine, Actor actor, Description *out);
