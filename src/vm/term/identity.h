// Identity: the names that pids, ports and references of this node have outside the machine, as
// numbers in printed text and in the external term format.
//
//   pid         <0.Id.Serial>        the low 15 bits of its index, and the rest
//   port        #Port<0.Id>          its index
//   reference   #Ref<0.C.B.A>        A and B: low 18 bits of its number, and the rest; C: its maker
//
// Going there and back gives the same term. Whatever belongs to another node keeps its numbers as
// they came, in an external pid, port or reference.
#pragma once
#include "vm/store/atom.h"
#include "vm/store/heap.h"

#define IDENTITY_NODE ATOM(nonode_nohost)
enum {
    IDENTITY_CREATION = 0,
    IDENTITY_PORT_MAX = (1 << 28) - 1,
    IDENTITY_REFERENCE_LOW = 1 << 18,   // the first id of a reference of this node is below it
    IDENTITY_REFERENCE_IDS = 5,         // the most any node has
};

void identity_pid_numbers(Term pid, uint32_t *id, uint32_t *serial);
Term identity_pid_from_numbers(uint32_t node, uint64_t id, uint64_t serial);   // NO_TERM if no pid has them
void identity_reference_ids(Term reference, uint32_t ids[3]);
Term identity_reference_from_ids(Heap *heap, uint32_t node, const uint32_t ids[3]);   // NO_TERM if none has them

// The node of a pid, as a number (vm/store/term.h), from its name and creation; NODE_ELSEWHERE: none of this machine,
// as far as the heap knows.
#define NODE_ELSEWHERE UINT32_MAX
uint32_t identity_node(const Heap *heap, Term name, uint32_t creation);
Term identity_node_name(uint32_t node);

// Any pid, port or reference, of this node or another, taken apart. The ids are, of a pid: id and
// serial; of a port: the low and the high half of its number; of a reference: all it has.
typedef struct {
    Term node;
    uint32_t creation;
    uint32_t count;                         // of ids in use
    uint32_t ids[IDENTITY_REFERENCE_IDS];   // the others are 0
} Identity;

Identity identity_of(Term term);

// The number that stands for the node in printed text; 0 is the node `here`. The others have numbers of their own, the
// same in every run and on every node.
uint32_t identity_channel(Term here, Term node);

// Terms of other nodes.
Term identity_external_pid(Heap *heap, const Identity *identity);
Term identity_external_port(Heap *heap, const Identity *identity);
Term identity_external_reference(Heap *heap, const Identity *identity);
