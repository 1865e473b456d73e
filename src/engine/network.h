// Network: options for distributed programs: which nodes there are, and what may break (vm/run/node.h, vm/run/fault.h).
// Part of Semantics, as they have a say in what a schedule leads to.
#pragma once
#include "option/options.h"
#include "vm/machine.h"

typedef struct {
    const char *node, *nodes, *on_start;
    bool unconnected;
    uint64_t crashes, restarts, disconnects, reconnects, kills;
    TextList crash_of, disconnect_of, kill_of;
} Network;

extern const Option network_options[];

bool network_apply(const Network *network, bool reconnects_given, MachineConfig *config, Error *err);
void network_tell(const MachineConfig *config, Text *out);   // what holds in every interleaving because of them
void network_tell_claim(const MachineConfig *config,
                        Text *out);   // "at most 1 crash of a node and ..."; empty: no faults
