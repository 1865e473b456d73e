#include "vm/run/circle.h"

enum { GROWTH = 4, CALLS = 32 };

// --- stepping --------------------------------------------------------------------------------------------------

Circle circle_begin(const Machine *m) { return (Circle){.start = m->reductions, .next = CIRCLE_PATIENCE}; }

int64_t circle_slice(const Circle *circle, int64_t slice) { return circle->calls > 0 ? 1 : slice; }

bool circle_closes(Circle *circle, Machine *m, const Process *p) {
    uint64_t spent = m->reductions - circle->start;
    if (m->reduction_limit && spent > m->reduction_limit) return true;
    if (circle->calls > 0) {
        circle->calls--;
        return process_hash(p) == circle->hash;
    }
    if (spent < circle->next) return false;
    circle->next = spent * GROWTH;
    circle->hash = process_hash(p);
    circle->calls = CALLS;
    return false;
}

// --- running ---------------------------------------------------------------------------------------------------

bool circle_walk(Machine *m, Process *p, RunResult *result) {
    uint64_t before = machine_hash(m);
    for (uint32_t calls = 0; calls < CALLS; calls++) {
        *result = interp_run(m, p, 1);
        if (*result != RUN_YIELDED) return false;
        if (machine_hash(m) == before) return true;
    }
    return false;
}
