// Walks random schedules of a program and asks at every state whether what footprints promise is true.
//
// F(E, p) is what the next event of p touches in state E, as machine_step tells it. For all p and q enabled at E:
//
//     covered       what was pending at E covers F(E, p)
//     commutation   if F(E, p) and F(E, q) do not conflict then both orders can run, lead to the same state and
//                   results, enable the same actors, and each event touches the same in both
//     survival      if they conflict and q does not disable p then F(E.q, p) conflicts with F(E, q), too
//     disabling     if q disables p then they conflict; two that do not conflict do not disable p together either
//     enabling      if p needs q, alone or with another event that does not conflict with q, then an access shows that
//                   p could not have come first, or p decides by what q touches, or waits for all others to rest
//     settled       if q does not conflict with what p decides by, before it or after it, then p touches the same
//     fixed         what is pending as fixed is exactly what is touched, as long as the actor has not moved
//
//     commute WALKS DELIVERY OTP-ROOT DIRECTORY MODULE FUNCTION...
//
// A line for each function: its name and "good", or "bad" and why. Then follow the schedule that leads to the state,
// and the two events.
#include "subject.h"

enum { STEPS_MAX = 1000 };

static uint32_t any(uint64_t *seed, uint32_t below) {
    *seed ^= *seed << 13, *seed ^= *seed >> 7, *seed ^= *seed << 17;
    return (uint32_t)(*seed >> 16) % below;
}

// --- comparing footprints ------------------------------------------------------------------------------------

static bool conflicting(const Footprint *footprint, Access access) {
    for (uint32_t i = 0; i < footprint->count; i++)
        if (access_conflicts(footprint->items[i], access)) return true;
    return false;
}

// Whatever conflicts with the access conflicts with the footprint, too.
static bool covers_access(const Footprint *footprint, Access access) {
    const uint64_t values[] = {0, access.value, ~access.value};
    for (AccessKind kind = 0; kind < ACCESS_COUNT; kind++)
        for (int i = 0; i < 3; i++) {
            Access other = {access.object, values[i], kind};
            if (access_conflicts(access, other) && !conflicting(footprint, other)) return false;
        }
    return true;
}

static bool covers(const Footprint *footprint, const Footprint *other) {
    if (footprint->everything) return true;
    if (other->everything) return false;
    for (uint32_t i = 0; i < other->count; i++)
        if (!access_begins(other->items[i]) && !covers_access(footprint, other->items[i])) return false;
    return true;
}

static bool has(const Footprint *footprint, Access access) {
    for (uint32_t i = 0; i < footprint->count; i++) {
        Access item = footprint->items[i];
        if (item.object == access.object && item.kind == access.kind && item.value == access.value) return true;
    }
    return false;
}

static bool includes(const Footprint *a, const Footprint *b, bool with_begun) {
    for (uint32_t i = 0; i < b->count; i++)
        if (!has(a, b->items[i]) && (with_begun || !access_begins(b->items[i]))) return false;
    return true;
}

// What an action brings into being depends on what it found, also where the rest does not.
static bool are_same(const Footprint *a, const Footprint *b, bool with_begun) {
    if (a->everything || b->everything) return a->everything == b->everything;
    return includes(a, b, with_begun) && includes(b, a, with_begun);
}

// Whoever looks for a race of the two learns that the second could not have come first: an access says so, or what the
// second does is not known before it is tried.
static bool enables(const Footprint *first, const Footprint *second) {
    if (second->idle || footprint_depends(second, first)) return true;
    for (uint32_t i = 0; i < first->count; i++)
        for (uint32_t j = 0; j < second->count; j++)
            if (access_enables(first->items[i], second->items[j])) return true;
    return false;
}

// --- states ----------------------------------------------------------------------------------------------------

typedef struct {
    Actor actors[SUBJECT_ACTORS];
    uint32_t count;
} Enabled;

static void see_enabled(Machine *machine, Enabled *out) {
    out->count = machine_enabled(machine, out->actors, SUBJECT_ACTORS);
}

static bool is_enabled(const Enabled *enabled, Actor actor) {
    for (uint32_t i = 0; i < enabled->count; i++)
        if (enabled->actors[i] == actor) return true;
    return false;
}

static bool same_enabled(const Enabled *a, const Enabled *b) {
    return a->count == b->count && memcmp(a->actors, b->actors, a->count * sizeof(Actor)) == 0;
}

// Who is told to have crashed, and why: the sum does not depend on the order.
static uint64_t crashes(Machine *machine) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < machine_crash_count(machine); i++) {
        Crash crash;
        Text told = {0};
        machine_crash(machine, i, &crash);
        text_format(&told, "%u %u %d %s\n%s", crash.actor, crash.from, crash.by_signal, text_string(&crash.reason),
                    text_string(&crash.trace));
        uint64_t hash = 14695981039346656037u;
        for (const char *at = text_string(&told); *at; at++) hash = (hash ^ (uint8_t)*at) * 1099511628211u;
        sum += hash;
        text_free(&told);
        crash_free(&crash);
    }
    return sum;
}

// The execution is cut here: what others could still do does not matter.
static bool is_cut(Machine *machine) {
    Outcome outcome = machine_outcome(machine);
    return outcome == OUTCOME_LIVELOCK || outcome == OUTCOME_UNSUPPORTED;
}

// --- both orders -----------------------------------------------------------------------------------------------

typedef struct {
    Footprint pending, done;
} Deed;

typedef struct {
    bool possible, cut;   // the second could follow; it did not matter
    Deed first, second;
    Enabled between, after;
    uint64_t state, told;   // after both
    Text outcome;
} Order;

static void act(Machine *machine, Actor actor, Deed *out) {
    machine_pending(machine, actor, &out->pending);
    out->done = machine_step(machine, actor)->footprint;
}

static void try_order(Machine *machine, Mark mark, Actor first, Actor second, Order *out) {
    act(machine, first, &out->first);
    see_enabled(machine, &out->between);
    out->cut = is_cut(machine);
    out->possible = is_enabled(&out->between, second);
    if (out->possible) {
        act(machine, second, &out->second);
        out->cut |= is_cut(machine);
        see_enabled(machine, &out->after);
        out->state = machine_hash(machine);
        out->told = crashes(machine);
        machine_outcome_text(machine, &out->outcome);
    }
    machine_undo(machine, mark);
}

static const char *judge_commutation(const Order *one, const Order *other) {
    if (!one->possible || !other->possible) return "disabling: one makes the other impossible";
    if (one->state != other->state) return "commutation: the state depends on the order";
    if (!same_enabled(&one->after, &other->after)) return "commutation: who is enabled depends on the order";
    if (strcmp(text_string(&one->outcome), text_string(&other->outcome)) != 0)
        return "commutation: the result depends on the order";
    if (one->told != other->told) return "commutation: what is told of crashes depends on the order";
    if (!are_same(&one->first.done, &other->second.done, true) ||
        !are_same(&one->second.done, &other->first.done, true))
        return "commutation: what they touch depends on the order";
    return NULL;
}

// What an event touches before another one and after it, and whether that was to be the same.
static const char *judge_fixed(const Deed *before, const Deed *after, const Deed *other) {
    bool independent =
        !footprint_depends(&before->done, &other->done) || !footprint_depends(&after->done, &other->done);
    if (independent && !are_same(&before->done, &after->done, false))
        return "settled: what one touches depends on the other";
    if (!before->pending.fixed && !after->pending.fixed) return NULL;
    bool same = are_same(&before->pending, &after->pending, false) && are_same(&before->done, &after->done, false) &&
                are_same(&before->pending, &before->done, false);
    return same ? NULL : "fixed: what one touches depends on the other";
}

// NULL, or what is wrong with the pair.
static const char *judge(const Order *one, const Order *other) {
    if (one->cut || other->cut) return NULL;
    if (!footprint_conflicts(&one->first.done, &other->first.done)) return judge_commutation(one, other);
    if (one->possible && !footprint_conflicts(&one->first.done, &one->second.done))
        return "survival: a conflict is gone in the other order";
    if (other->possible) return judge_fixed(&one->first, &other->second, &other->first);
    return NULL;
}

// --- telling -----------------------------------------------------------------------------------------------------

typedef struct {
    Machine *machine;
    const char *name;
    Mark start;
    Actor schedule[STEPS_MAX];
    uint32_t length;
} Walk;

static void tell_footprint(const char *what, const Footprint *footprint) {
    static const char *const kinds[ACCESS_COUNT] = {"r", "w", "u", "pr", "pw", "send", "receive", "await"};
    printf("    %s%s%s%s:", what, footprint->everything ? " everything" : "", footprint->idle ? " idle" : "",
           footprint->fixed ? " fixed" : "");
    for (uint32_t i = 0; i < footprint->count; i++) {
        Access access = footprint->items[i];
        printf(" %s%s(%04x,%04x)", kinds[access.kind], footprint_is_settled(footprint, i) ? "'" : "",
               (unsigned)(access.object & 0xffff), (unsigned)(access.value & 0xffff));
    }
    printf("\n");
}

static void tell_deed(const Deed *deed) {
    tell_footprint("pending", &deed->pending);
    tell_footprint("touched", &deed->done);
}

// The machine stands where the schedule leads.
static void tell_schedule(Walk *walk, const char *why) {
    printf("%s bad: %s\n  after", walk->name, why);
    machine_undo(walk->machine, walk->start);
    for (uint32_t i = 0; i < walk->length; i++) {
        Text name = {0};
        machine_actor_name(walk->machine, walk->schedule[i], &name);
        printf(" %s", text_string(&name));
        text_free(&name);
        machine_step(walk->machine, walk->schedule[i]);
    }
    printf("\n");
}

static void tell_pair(Walk *walk, const char *why, Actor a, Actor b, const Order *one, const Order *other) {
    tell_schedule(walk, why);
    subject_tell(walk->machine, a);
    tell_deed(&one->first);
    if (other->possible) printf("   after the other:\n"), tell_deed(&other->second);
    subject_tell(walk->machine, b);
    tell_deed(&other->first);
    if (one->possible) printf("   after the other:\n"), tell_deed(&one->second);
}

static void tell_enabling(Walk *walk, Actor actor, const Deed *deed, Actor enabled, const Deed *next) {
    tell_schedule(walk, "enabling: nothing says that one needs the other");
    subject_tell(walk->machine, actor);
    tell_deed(deed);
    machine_step(walk->machine, actor);
    subject_tell(walk->machine, enabled);
    tell_deed(next);
}

// --- walking ---------------------------------------------------------------------------------------------------

// Who can act after both and after neither of them alone.
static bool takes_both(const Enabled *before, const Order *one, const Order *other, Actor actor) {
    return !is_enabled(before, actor) && !is_enabled(&one->between, actor) && !is_enabled(&other->between, actor);
}

static bool is_commuting(const Order *one, const Order *other) {
    return one->possible && !one->cut && !other->cut && !footprint_conflicts(&one->first.done, &other->first.done);
}

// Whoever comes to both of two that do not conflict sees that the last one takes something away, and never what is
// there with the first one missing.
static bool check_disabled_by_both(Walk *walk, const Enabled *enabled, const Order *one, const Order *other, Actor a,
                                   Actor b) {
    for (uint32_t i = 0; is_commuting(one, other) && i < enabled->count; i++) {
        Actor actor = enabled->actors[i];
        if (actor == a || actor == b || is_enabled(&one->after, actor)) continue;
        if (!is_enabled(&one->between, actor) || !is_enabled(&other->between, actor)) continue;
        tell_pair(walk, "disabling: two that do not conflict take it away together", a, b, one, other);
        subject_tell(walk->machine, actor);
        return false;
    }
    return true;
}

// Of two that do not conflict neither comes because of the other, so that each has to be known as a reason.
static bool check_enabled_by_both(Walk *walk, Mark mark, const Enabled *enabled, const Order *one, const Order *other,
                                  Actor a, Actor b) {
    for (uint32_t i = 0; is_commuting(one, other) && i < one->after.count; i++) {
        Deed next;
        Actor actor = one->after.actors[i];
        if (!takes_both(enabled, one, other, actor)) continue;
        machine_step(walk->machine, a);
        machine_step(walk->machine, b);
        act(walk->machine, actor, &next);
        machine_undo(walk->machine, mark);
        if (enables(&one->first.done, &next.done) && enables(&one->second.done, &next.done)) continue;
        tell_pair(walk, "enabling: nothing says that one needs both", a, b, one, other);
        machine_step(walk->machine, a);
        machine_step(walk->machine, b);
        subject_tell(walk->machine, actor);
        tell_deed(&next);
        return false;
    }
    return true;
}

static bool check_pair(Walk *walk, Mark mark, const Enabled *enabled, Actor a, Actor b) {
    Order one = {0}, other = {0};
    try_order(walk->machine, mark, a, b, &one);
    try_order(walk->machine, mark, b, a, &other);
    const char *why = judge(&one, &other);
    if (why)
        tell_pair(walk, why, a, b, &one, &other);
    else if ((why = judge(&other, &one)))
        tell_pair(walk, why, b, a, &other, &one);
    bool good = !why && check_enabled_by_both(walk, mark, enabled, &one, &other, a, b) &&
                check_disabled_by_both(walk, enabled, &one, &other, a, b);
    text_free(&one.outcome);
    text_free(&other.outcome);
    return good;
}

static bool check_one(Walk *walk, Mark mark, const Enabled *enabled, Actor actor) {
    Deed deed, next;
    Enabled after;
    act(walk->machine, actor, &deed);
    see_enabled(walk->machine, &after);
    Mark between = machine_mark(walk->machine);
    for (uint32_t i = 0; i < after.count; i++) {
        if (after.actors[i] == actor || is_enabled(enabled, after.actors[i])) continue;
        act(walk->machine, after.actors[i], &next);
        machine_undo(walk->machine, between);
        if (enables(&deed.done, &next.done)) continue;
        tell_enabling(walk, actor, &deed, after.actors[i], &next);
        return false;
    }
    machine_undo(walk->machine, mark);
    if (covers(&deed.pending, &deed.done)) return true;
    tell_schedule(walk, "covered: it touches more than it was about to");
    subject_tell(walk->machine, actor);
    tell_deed(&deed);
    return false;
}

static bool check_state(Walk *walk, const Enabled *enabled) {
    Mark mark = machine_mark(walk->machine);
    for (uint32_t i = 0; i < enabled->count; i++) {
        if (!check_one(walk, mark, enabled, enabled->actors[i])) return false;
        for (uint32_t j = i + 1; j < enabled->count; j++)
            if (!check_pair(walk, mark, enabled, enabled->actors[i], enabled->actors[j])) return false;
    }
    return true;
}

static bool take_walk(Walk *walk, uint64_t *seed) {
    Enabled enabled;
    for (walk->length = 0; walk->length < STEPS_MAX;) {
        see_enabled(walk->machine, &enabled);
        if (enabled.count == 0) break;
        if (!check_state(walk, &enabled)) return false;
        Actor next = enabled.actors[any(seed, enabled.count)];
        walk->schedule[walk->length++] = next;
        machine_step(walk->machine, next);
    }
    return true;
}

static bool check(Machine *machine, const char *name, int walks) {
    uint64_t seed = 2654435769u;
    Walk walk = {.machine = machine, .name = name, .start = machine_mark(machine)};
    bool good = true;
    for (; good && walks > 0; walks--) {
        good = take_walk(&walk, &seed);
        machine_undo(machine, walk.start);
    }
    if (good) printf("%s good\n", name);
    return good;
}

int main(int argc, char **argv) { return subject_check_each(argc, argv, check); }
