#include "vm/run/circle.h"

enum { CALLS = 32, COMPARISONS = 4 };

// --- stepping --------------------------------------------------------------------------------------------------

Circle circle_begin(const Machine *m) { return (Circle){.start = m->reductions, .next = CIRCLE_PATIENCE}; }

int64_t circle_slice(const Circle *circle, int64_t slice) { return circle->calls > 0 ? 1 : slice; }

CircleEnd circle_look(Circle *circle, Machine *m, const Process *p) {
    uint64_t spent = m->reductions - circle->start;
    if (m->reduction_limit && spent > m->reduction_limit) return CIRCLE_LONG;
    if (circle->calls > 0) {
        circle->calls--;
        return process_hash(p) == circle->hash ? CIRCLE_CLOSED : CIRCLE_OPEN;
    }
    if (spent < circle->next) return CIRCLE_OPEN;
    circle->next = spent * CIRCLE_GROWTH;
    circle->hash = process_hash(p);
    circle->calls = CALLS;
    return CIRCLE_OPEN;
}

// --- running ---------------------------------------------------------------------------------------------------

// A state tells much, so it is noted only where the process is in the same place again, as deep in its calls.
typedef struct {
    const Code *ip;
    ptrdiff_t depth;
} Spot;

static Spot spot_of(const Process *p) { return (Spot){p->ip, p->stack_high - p->stack}; }

static bool is_there(const Process *p, Spot spot) {
    Spot now = spot_of(p);
    return now.ip == spot.ip && now.depth == spot.depth;
}

// Makes at most so many calls. False: it has come to something else than the end of a slice, or nowhere near.
static bool comes_back(Machine *m, Process *p, Spot spot, uint32_t calls, RunResult *result) {
    for (; calls > 0; calls--) {
        *result = interp_run(m, p, 1);
        if (*result != RUN_YIELDED) return false;
        if (is_there(p, spot)) return true;
    }
    return false;
}

bool circle_walk(Machine *m, Process *p, RunResult *result) {
    Spot spot = spot_of(p);
    if (!comes_back(m, p, spot, CALLS, result)) return false;
    uint64_t before = machine_hash(m);
    for (uint32_t compared = 0; compared < COMPARISONS; compared++) {
        if (!comes_back(m, p, spot, CALLS, result)) return false;
        if (machine_hash(m) == before) return true;
    }
    return false;
}
