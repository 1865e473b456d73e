// Observed: whether the program has looked at what states leave out (vm/observe/snapshot.c).
//
// To a search over states, pids and references are names: which numbers they have is no part of a state. The few things
// that depend on the numbers are noted here: the order of two of them, the order of entries in maps and tables under
// keys that have them, their text and hash. The same holds for what time it is. Once the program has asked, states are
// told exactly (machine_exactness). What the system's own processes do with names (print them, say) has no say in what
// the program does.
#pragma once
#include "vm/run/machine_state.h"
#include "vm/term/compare.h"

struct Table;   // vm/ets/table.h

static inline bool observed_matters(const Process *p) {
    return p->machine->stepping && !p->machine->exact && p->machine->config->stateful && !p->system;
}

void observed_names_deeply(Process *p, Term t);
void observed_order_deeply(Process *p, Term a, Term b);
void observed_map_deeply(Process *p, Term map);
void observed_table_deeply(Process *p, const struct Table *table);

// Something was made of the term that depends on the names in it.
static inline void observed_names(Process *p, Term t) {
    if (observed_matters(p)) observed_names_deeply(p, t);
}
// Names were made of something else, or put into an order; or a number was given out that is unlike all others.
static inline void observed_all(Process *p) {
    if (observed_matters(p)) p->machine->exact = true;
}
// How much work was done so far: nearly no two states are the same then.
static inline void observed_work(Process *p) {
    observed_all(p);
    if (p->machine->stepping && p->machine->config->stateful && !p->system) p->machine->exact_work = true;
}
static inline void observed_order(Process *p, Term a, Term b) {
    if (observed_matters(p)) observed_order_deeply(p, a, b);
}
static inline int compare_observed(Process *p, Term a, Term b) {
    observed_order(p, a, b);
    return term_compare(a, b);
}
// The program goes through the keys.
static inline void observed_map(Process *p, Term map) {
    if (observed_matters(p)) observed_map_deeply(p, map);
}
static inline void observed_table(Process *p, const struct Table *table) {
    if (observed_matters(p)) observed_table_deeply(p, table);
}
