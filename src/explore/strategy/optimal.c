// Optimal DPOR, Abdulla et al. 2014, Algorithm 2; names as there.
#include "explore/sleep.h"
#include "explore/strategy.h"

static Choice *choose(Trace *trace, Order order) {
    const Step *step = trace_top(trace);
    bool free = !step->taken && !step->wakeup;
    return free ? strategy_default(trace, order) : strategy_follow(trace, order);
}

// Whether the place in the sequence is of a step up to the race's second: it is there in every execution
// that has the race.
static bool is_settled(const Trace *trace, const Race *race, uint32_t at) {
    const Sequence *sequence = &trace->sequence;
    if (sequence->conditional || at == sequence->count) return false;
    return sequence->items[at].position == NO_POSITION || sequence->items[at].position <= race->second;
}

// Plans v := notdep(e, E).e' in the state before e, unless it was explored: a sleeper could begin it.
// True: the sleeper does not occur in what all executions with this race have in common, so that the
// answer holds for this one only.
static bool reverse(Trace *trace, Race *race) {
    Step *step = &trace->steps[race->first];
    uint32_t at;
    strategy_reversal(trace, race);
    race->cover = sleep_cover(step, &trace->sequence, &at);
    if (race->cover) return !is_settled(trace, race, at);
    if (sleep_dozer_covers(trace, step, &trace->sequence)) return true;
    wakeup_insert(&trace->wakeups, &step->wakeup, &trace->sequence);
    return false;
}

// Whether the sleeper could still begin it, now that the steps from `first` on are others. Where the answer may
// depend on who takes which message, it is asked for again.
static bool is_covered(const Trace *trace, const Race *race, uint32_t first) {
    if (trace->observing) return false;
    const Action *asleep = race->cover->asleep;
    for (uint32_t i = first; i < trace->length; i++) {
        const Step *step = &trace->steps[i];
        if (trace_before(trace, race->first, i)) continue;
        if (step->actor == asleep->actor) return true;
        if (action_conflicts(step->action, asleep)) return false;
    }
    return !race->cover->passed;
}

static void reverse_open(Trace *trace, uint32_t first) {
    for (Race **at = &trace->open; *at;) {
        Race *race = *at;
        if (is_covered(trace, race, first) || reverse(trace, race)) at = &race->next_open;
        else *at = race->next_open;
    }
}

static void reverse_new(Trace *trace, uint32_t first) {
    for (uint32_t late = first; late < trace->length; late++)
        for (Race *race = trace->steps[late].races; race; race = race->next)
            if (reverse(trace, race)) {
                race->next_open = trace->open;
                trace->open = race;
            }
}

// The paper reverses all races at every end. Here older ones are not seen again unless what spoke
// against them may have changed. An attempt leaves no step whose own races would tell what else
// could come before it, so it is tried at every end.
static void ended(Trace *trace, uint32_t first) {
    reverse_open(trace, first);
    reverse_new(trace, first);
    for (uint32_t i = 0; trace->attempts && i < trace->length; i++)
        for (Race *race = trace->steps[i].attempts; race; race = race->next)
            if (region_lets(trace, race)) reverse(trace, race);
}

const Strategy strategy_optimal = {
    .name = "optimal",
    .about = "optimal DPOR: each class of interleavings once, none in vain",
    .sleeps = true,
    .takes_lonely_steps = true,
    .observes = true,
    .choose = choose,
    .ended = ended,
};
