// Port: a process that the program sees as a port.
//
// What a driver of a real node does for a port, a function of weft's own does in such a process
// (erlang/weft_port.erl): it is an actor like any other, and what it is sent, links, ends and undo
// are those of processes. A program knows it by a port in place of its pid, and the two are
// exchanged where a program names it or is told of it.
//
// What ports share are cells: a map from any term to any term, each with an object of its own in
// footprints. The cell of a port's pid is its state, for those who have to know that before they
// send to it; there is none when it is closed.
#pragma once
#include "vm/run/machine_state.h"

static inline bool port_is(const Machine *m, Term pid) {
    if (!term_is_local_pid(pid)) return false;
    uint32_t index = term_pid_index(pid);
    return index < m->descent_count && (m->descents[index].child & DESCENT_PORT);
}

// What a program calls the process.
static inline Term port_seen(const Machine *m, Term pid) {
    return port_is(m, pid) ? term_port(term_pid_index(pid)) : pid;
}

// The pid behind a port; any other term as it is.
static inline Term port_process(const Machine *m, Term term) {
    if (!term_is_local_port(term)) return term;
    Term pid = pid_at(m, term_port_index(term));
    return port_is(m, pid) ? pid : term;
}

uint64_t port_cell_object(Term key);
Term port_cell(const Machine *m, Term key);             // NO_TERM: there is none
void port_set_cell(Machine *m, Term key, Term value);   // NO_TERM: there is to be none
