// Walks random schedules of a program and asks at every state whether what footprints promise is true.
//
// Wherever two actors can act, both orders are tried. Where what they are about to touch does not conflict, or what they
// touched in one of the orders does not, their order must not matter: each leaves the other its chance, each touches
// the same in both orders, and both lead to the same state. What an action touches must be covered by what it was
// about to touch, also before others acted that it does not conflict with.
//
//     commute WALKS DELIVERY OTP-ROOT DIRECTORY MODULE FUNCTION...
//
// A line for each function: its name and "good", or "bad" and why.
#include "subject.h"

enum { STEPS_MAX = 1000 };

static uint32_t any(uint64_t *seed, uint32_t below) {
    *seed ^= *seed << 13, *seed ^= *seed >> 7, *seed ^= *seed << 17;
    return (uint32_t)(*seed >> 16) % below;
}

static bool is_enabled(Machine *machine, Actor actor) {
    Actor actors[SUBJECT_ACTORS];
    uint32_t count = machine_enabled(machine, actors, SUBJECT_ACTORS);
    for (uint32_t i = 0; i < count; i++)
        if (actors[i] == actor) return true;
    return false;
}

// --- comparing footprints ------------------------------------------------------------------------------------

static bool minds(const Footprint *footprint, Access access) {
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
            if (access_conflicts(access, other) && !minds(footprint, other)) return false;
        }
    return true;
}

static bool covers(const Footprint *footprint, const Footprint *other) {
    if (footprint->everything) return true;
    if (other->everything) return false;
    for (uint32_t i = 0; i < other->count; i++)
        if (!covers_access(footprint, other->items[i])) return false;
    return true;
}

static bool are_equal(const Footprint *a, const Footprint *b) { return covers(a, b) && covers(b, a); }

// --- both orders -----------------------------------------------------------------------------------------------

typedef struct {
    bool possible;                        // the second could follow
    Footprint pending_first, pending_second;   // before either
    Footprint first, second;              // what they touched
    uint64_t state;                       // after both
} Order;

static void try_order(Machine *machine, Mark mark, Actor first, Actor second, Order *out) {
    machine_pending(machine, first, &out->pending_first);
    machine_pending(machine, second, &out->pending_second);
    out->first = machine_step(machine, first)->footprint;
    out->possible = is_enabled(machine, second);
    if (out->possible) {
        out->second = machine_step(machine, second)->footprint;
        out->state = machine_hash(machine);
    }
    machine_undo(machine, mark);
}

// NULL, or what is wrong with the pair.
static const char *judge(const Order *one, const Order *other) {
    if (!covers(&one->pending_first, &one->first)) return "the first touches more than it was about to";
    bool foreseen = !footprint_conflicts(&one->pending_first, &one->pending_second);
    bool happened = one->possible && !footprint_conflicts(&one->first, &one->second);
    if (!foreseen && !happened) return NULL;
    if (!one->possible || !other->possible) return "one makes the other impossible";
    if (one->state != other->state) return "the order matters";
    if (!are_equal(&one->first, &other->second) || !are_equal(&one->second, &other->first))
        return "what they touch depends on the order";
    if (foreseen && !covers(&one->pending_second, &one->second)) return "the second touches more than it was about to";
    return NULL;
}

static void tell_footprint(const char *what, const Footprint *footprint) {
    printf("  %s%s:", what, footprint->everything ? " everything" : "");
    for (uint32_t i = 0; i < footprint->count; i++) {
        Access access = footprint->items[i];
        printf(" %u(%04x,%04x)", access.kind, (unsigned)(access.object & 0xffff), (unsigned)(access.value & 0xffff));
    }
    printf("\n");
}

static void tell(Machine *machine, const char *name, const char *why, Actor a, Actor b, const Order *order) {
    printf("%s bad: %s\n", name, why);
    subject_tell(machine, a);
    subject_tell(machine, b);
    tell_footprint("first, before", &order->pending_first);
    tell_footprint("first, done", &order->first);
    tell_footprint("second, before", &order->pending_second);
    if (order->possible) tell_footprint("second, done", &order->second);
}

static bool commute(Machine *machine, const char *name, Mark mark, Actor a, Actor b) {
    Order one, other;
    try_order(machine, mark, a, b, &one);
    try_order(machine, mark, b, a, &other);
    const char *why = judge(&one, &other);
    if (why) tell(machine, name, why, a, b, &one);
    else if ((why = judge(&other, &one))) tell(machine, name, why, b, a, &other);
    return !why;
}

// --- walking ---------------------------------------------------------------------------------------------------

static bool all_commute(Machine *machine, const char *name, const Actor *actors, uint32_t count) {
    Mark mark = machine_mark(machine);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = i + 1; j < count; j++)
            if (!commute(machine, name, mark, actors[i], actors[j])) return false;
    return true;
}

static bool walk(Machine *machine, const char *name, uint64_t *seed) {
    Actor actors[SUBJECT_ACTORS];
    for (int step = 0; step < STEPS_MAX; step++) {
        uint32_t count = machine_enabled(machine, actors, SUBJECT_ACTORS);
        if (count == 0) break;
        if (!all_commute(machine, name, actors, count)) return false;
        machine_step(machine, actors[any(seed, count)]);
    }
    return true;
}

static bool check(Machine *machine, const char *name, int walks) {
    uint64_t seed = 2654435769u;
    Mark start = machine_mark(machine);
    bool good = true;
    for (; good && walks > 0; walks--) {
        good = walk(machine, name, &seed);
        machine_undo(machine, start);
    }
    if (good) printf("%s good\n", name);
    return good;
}

int main(int argc, char **argv) {
    if (argc < 7) return 2;
    bool good = true;
    for (int i = 6; i < argc; i++) {
        Subject subject;
        if (!subject_open(&subject, argv[2], argv[3], argv[4], argv[5], argv[i])) return 2;
        good &= check(subject.machine, argv[i], atoi(argv[1]));
        subject_close(&subject);
    }
    return good ? 0 : 1;
}
