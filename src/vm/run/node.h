// Node: the nodes of a machine, and how they see each other.
//
// All nodes share one machine: its heap, its code, its files. A term is the same word everywhere, so a message between
// nodes costs what a local one does. What makes a node is that
//
// - a pid carries its node (vm/store/term.h): two pids are of one node iff the upper bits of their words are the same,
//   so whoever runs on one node never asks more than that;
// - names, named tables and persistent terms are a node's own: names of all but the first node are kept in the same
//   tables as private atoms, which no program ever sees (node_private);
// - each node has processes of the system of its own (vm/world/boot.h), and a state: up, or crashed. A node that comes
//   up again under the same name is another life of it, whose pids are others.
//
// Signals between nodes are always under way for a while (vm/run/delivery.h): first in, first out for each pair of
// processes. They need a connection, of which each side has its own view:
//
//     a sees b:  up      b sees a:  up       connected, in epoch 1
//                down               doomed   the connection is broken; a has noticed it, b will
//                down               down     b has noticed it, too
//                pending            down     a wants to send something: it waits in its channel
//                up                 up       epoch 2
//
// A signal belongs to an epoch. It may arrive as long as its receiver's view is of that epoch, so when a side notices
// that the connection is lost, what was under way to it is lost from some point on: no signal is lost alone, none comes
// twice, none overtakes another one of its pair. What that side's processes are told then (exits and 'DOWN' for
// noconnection, nodedown) is under way to each of them on its own. Whoever has noticed nothing goes on sending into the
// void, as on real nodes; a crash therefore touches nothing that its survivors do between themselves.
//
// A message to {Name, Node} is for whoever has the name when it arrives. It travels in the channel to the process that
// has it when it is sent, so that it does not overtake what goes to that process by its pid, or else in one to the
// name.
#pragma once
#include "vm/run/delivery.h"
#include "vm/term/identity.h"

void nodes_begin(Machine *machine);   // those that the configuration names
void nodes_end(Machine *machine);
void nodes_boot(Machine *machine);   // all but the first

static inline bool nodes_are_many(const Machine *m) { return !term_is_nil(m->globals->nodes); }
bool node_is_alive(const Machine *machine, uint32_t node);   // it has a name that others could know
Term node_name_from(const char *text);                       // as options give it
// The present life of a name, or the last one; NODE_ELSEWHERE: there never was one.
uint32_t node_now(const Machine *machine, Term name);
bool node_is_up(const Machine *machine, uint32_t node);   // this life of it
void node_start(Machine *machine, Term name);             // a new life; nothing is connected to it
void node_stop(Machine *machine, uint32_t node);          // a crash: nothing that it had is left
// The same in the name of a process of the program: done when it has come out of its call, and before anything else
// happens, so that it may also stop the node that it is on.
void node_order(Machine *machine, Term name, bool up);
void node_order_halt(Machine *machine, Term name);   // some time later
void node_obey(Machine *machine);
void node_touches_order(const Machine *machine, Term name, bool up, Footprint *out);
uint64_t node_set_object(void);   // which names of nodes there are
static inline Term node_of(const Process *p) { return identity_node_name(term_pid_node(p->pid)); }
static inline bool node_same_name(uint32_t a, uint32_t b) { return ((a ^ b) & ((1u << NODE_NAME_BITS) - 1)) == 0; }

// What a name of a node is called among the names of all nodes, and back.
Term node_private_name(Machine *machine, uint32_t node, Term name);
static inline Term node_private(Machine *m, uint32_t node, Term name) {
    return node_same_name(node, m->node) ? name : node_private_name(m, node, name);
}
Term node_public(Term name);   // of a private name or any other
static inline Term name_known(const Process *p, Term name) {
    return node_private(p->machine, term_pid_node(p->pid), name);
}
uint64_t node_names_object(uint32_t node);   // which of them there are
// The same for keys that may be any term.
Term node_key(const Process *p, Term key);
bool node_owns_key(Machine *machine, uint32_t node, Term key);

// --- connections -----------------------------------------------------------------------------------------
typedef enum { VIEW_DOWN, VIEW_PENDING, VIEW_UP, VIEW_DOOMED } ViewState;
typedef struct {
    ViewState state;
    uint32_t epoch;
} NodeView;
NodeView node_view(const Machine *machine, uint32_t from, uint32_t to);
static inline bool view_is_up(NodeView view) { return view.state == VIEW_UP || view.state == VIEW_DOOMED; }
void node_connect(Machine *machine, uint32_t a, uint32_t b);     // both see each other, at once
bool node_reach(Machine *machine, uint32_t from, uint32_t to);   // the same if need be and possible; whether they do
void node_want(Machine *machine, uint32_t from, uint32_t to);    // connects some time later, if it does not see it
// One side notices that a connection is lost, or cannot be made: those of its processes that care are told.
void node_lose(Machine *machine, uint32_t from, uint32_t to);
// The same, because somebody asked for it or not; the other side will notice.
void node_break(Machine *machine, uint32_t from, uint32_t to, bool asked);

// Who stands for a name on a node, and for the node itself: not a process, but the end of a channel.
Term node_address(Machine *machine, uint32_t node, Term name);
Term node_own_address(Machine *machine, uint32_t node);
// Where a signal to {Name, Node} goes now. That there is no such node is found out by who connects to it.
Term node_target(Machine *machine, Term name, Term node);
// Whom a signal that has come to an address, or by a name, is for now; NO_TERM: nobody.
Term node_resolve(Machine *machine, Term to, const Signal *signal);

Term node_name_meant(Machine *machine, Term to, const Signal *signal);   // the name that this depends on; NO_TERM: none
void node_touches_news(const Machine *machine, Actor source, uint32_t epoch, Footprint *out);

// Whether a signal in a channel may arrive.
bool node_admits(const Machine *machine, uint32_t from, uint32_t to, uint32_t epoch);

// --- watching nodes --------------------------------------------------------------------------------------
void node_watch(Process *p, Term node, bool on);          // erlang:monitor_node
void node_watch_all(Process *p, Term options, bool on);   // net_kernel:monitor_nodes
void node_forget_watcher(Process *p);
void node_welcome(Machine *machine);   // tells those who began to watch while nodes boot of what their node sees
bool nodes_settle(Machine *machine);   // before the first step: some have not yet agreed on what that means

// --- what that touches -----------------------------------------------------------------------------------
uint64_t node_view_object(uint32_t from, uint32_t to);
uint64_t node_life_object(uint32_t node);
uint64_t node_watch_object(uint32_t node);
uint64_t node_dead_object(uint32_t node);                                        // that life of it is over
void node_touches_life(const Machine *machine, uint32_t node, Footprint *out);   // it is up while this happens
void node_touches_sending(const Machine *machine, Term from, Term to, Footprint *out);
void node_touches_arrival(const Machine *machine, Term from, Term to, Footprint *out);
void node_touches_watching(const Process *p, Term node, Footprint *out);   // of node_watch
void node_touches_end(const Process *p, Footprint *out);                   // of a process
void node_touches_losing(Machine *machine, uint32_t from, uint32_t to, Footprint *out);

// --- actors: who connects, and who notices a loss --------------------------------------------------------
typedef enum {
    NODE_ITSELF,
    NODE_NAMED,     // a name on it
    NODE_NOTICE,    // whose channels bring what is told of a loss,
    NODE_NEWS,      // and what is told to those who monitor the node
    NODE_CONNECT,   // of one node to another
    NODE_LOSS,
    NODE_HALT,    // of a node that has been told to stop
    NODE_BREAK,   // faults (vm/run/fault.h)
    NODE_CRASH,
    NODE_RESTART,
    NODE_KILL,
    NODE_PEACE,
} NodePart;
Actor node_actor(Machine *machine, uint32_t maker, NodePart part, uint32_t number);
Actor node_number(Machine *machine, uint32_t node);   // the actor that stands for its name
static inline bool node_is_actor(const Machine *m, Actor actor) {
    return actor < m->descent_count && (m->descents[actor].child >> 56) == DESCENT_NODE >> 56;
}
NodePart node_part(const Machine *machine, Actor actor);
static inline bool node_is_fault(const Machine *m, Actor actor) {
    return node_is_actor(m, actor) && node_part(m, actor) >= NODE_BREAK;
}
uint32_t node_part_number(const Machine *machine, Actor actor);
uint32_t node_actors(Machine *machine, Actor *actors, uint32_t max);
void node_footprint(Machine *machine, Actor actor, Footprint *out);
void node_step(Machine *machine, Actor actor);
uint32_t node_of_actor(const Machine *machine, Actor actor);
