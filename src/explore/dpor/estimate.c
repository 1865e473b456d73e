#include "explore/dpor/estimate.h"

#include <assert.h>
#include <math.h>

enum { GUESSES_NEEDED = 8 };
static const double apart = 8, least_done = 1e-9, much = 1.25;   // guesses that lie farther apart say nothing

static uint32_t planned_branches(const Step *step) {
    uint32_t count = 0;
    for (const Wakeup *branch = step->wakeup; branch; branch = branch->sibling) count++;
    for (uint32_t i = 0; i < step->choice_count; i++) {
        const Choice *choice = &step->choices[i];
        count += choice->planned && !choice->done && !choice->asleep;
    }
    return count;
}

double estimate_done(const Execution *execution, uint64_t *planned) {
    double done = 0, share = 1;
    *planned = 0;
    for (uint32_t i = 0; i < execution->length; i++) {
        const Step *step = &execution->steps[i];
        uint32_t open = planned_branches(step), all = step->taken + open;
        *planned += open;
        if (all == 0) continue;
        done += share * (step->taken - 1) / all;
        share /= all;
    }
    assert(done >= 0 && share > 0 && done + share < 1 + 1e-6);
    return done + share;   // the current one counts as done
}

// Keeps guesses that lie equally far apart in time: when there is no room, every second one goes.
static void keep(Estimate *e, double guess) {
    if (e->stride == 0) e->stride = 1;
    if (++e->skipped < e->stride) return;
    e->skipped = 0;
    if (e->count == ESTIMATE_GUESSES) {
        for (uint32_t i = 0; i < ESTIMATE_GUESSES / 2; i++) e->guesses[i] = e->guesses[2 * i + 1];
        e->count = ESTIMATE_GUESSES / 2;
        e->stride *= 2;
    }
    e->guesses[e->count++] = guess;
}

// Of the later half. Races that are met late add branches near the root, so guesses grow more often than they shrink:
// what they grew by is expected to be added once more, and when it is much, nobody knows where it ends.
static void span(const Estimate *e, double *low, double *high) {
    double last = e->guesses[e->count - 1], growth = last / e->guesses[e->count / 2];
    *low = *high = last;
    for (uint32_t i = e->count / 2; i < e->count; i++) {
        if (e->guesses[i] < *low) *low = e->guesses[i];
        if (e->guesses[i] > *high) *high = e->guesses[i];
    }
    if (growth > much) {
        *low = last;
        *high = INFINITY;
    } else if (growth > 1) {
        *high *= growth;
    }
}

Total estimate_look(Estimate *e, const Search *search) {
    uint64_t planned, explored = search->result.explored;
    double done = estimate_done(&search->execution, &planned);
    Total total = {.least = explored + planned};
    if (explored == 0 || done < least_done) return total;
    keep(e, (double)explored / done);
    if (e->count < GUESSES_NEEDED) return total;
    span(e, &total.low, &total.high);
    if (total.low < (double)total.least) total.low = (double)total.least;
    if (total.high < total.low) total.high = total.low;
    assert((double)total.least <= total.low && total.low <= total.high);
    if (isfinite(total.high) && total.high > apart * total.low) total.low = total.high = 0;
    return total;
}
