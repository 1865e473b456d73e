// Built-ins that are declared PURE answer the same whatever others did in between.
//
//     pure WALKS DELIVERY OTP_ROOT FOLDER MODULE FUNCTION...
//
// Programs are run at random. A process that stands before an action asks all such built-ins, with arguments from a
// pool; then all others act, and the process asks again. Every call is taken back.
#include "base/array.h"
#include "subject.h"
#include "vm/bif/bifs.h"
#include "vm/run/machine_state.h"
#include "vm/term/map.h"
#include "vm/term/print.h"

enum { STEPS_BEFORE = 8, STEPS_BETWEEN = 40, ARGUMENTS_MAX = 8, MIXTURES = 24 };

static uint64_t any(uint64_t *seed, uint64_t below) {
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (*seed >> 33) % below;
}

// --- which ----------------------------------------------------------------------------------------------

static const Bif *pure[2048];
static uint32_t pure_count;

// They move their caller, or begin a test: their answer is not the point. How many reductions a process has used
// depends on how often it has looked at its messages: that is a figure about the machine (docs/limits.md), not about
// the program.
static bool is_left_out(const Bif *bif) {
    return strncmp(bif->module, "weft", 4) == 0 || strcmp(bif->function, "hibernate") == 0 ||
           strcmp(bif->function, "bump_reductions") == 0 || strcmp(bif->function, "statistics") == 0;
}

static void add_table(const Bif *bifs) {
    for (; bifs->module; bifs++)
        if (!bifs->footprint && !is_left_out(bifs) && pure_count < sizeof pure / sizeof *pure)
            pure[pure_count++] = bifs;
}

static void find_pure(void) {
#define BIFS(name) add_table(name##_bifs);
#include "vm/bif/bif.def"
#undef BIFS
}

// --- one call -------------------------------------------------------------------------------------------

static const char *const atoms[] = {
    "t",      "u",          "r",     "n",      "k",    "x",      "y",         "server",     "guest", "made_a",
    "made_b", "true",       "false", "utf8",   "safe", "normal", "undefined", "reductions", "path",  "run_queue",
    "io",     "wall_clock", "links", "second", "all",  "info",   "scheduler", "kernel",
};
enum { ATOMS = sizeof atoms / sizeof *atoms, PIDS = 8, OTHERS = 9, POOL = ATOMS + PIDS + OTHERS };

// The same from the same number, whatever has happened.
static Term argument(Process *p, uint64_t number) {
    Heap *heap = p->heap;
    if (number < ATOMS) return atom_from_text(atoms[number]);
    number -= ATOMS;
    if (number < PIDS) return term_pid(term_pid_index(p->machine->first) + (uint32_t)number);
    switch (number - PIDS) {
    case 0: return term_small(0);
    case 1: return term_small(1);
    case 2: return TERM_NIL;
    case 3: return heap_list_from_text(heap, "made_a");
    case 4: return heap_binary_from(heap, "made_a", 6);
    case 5: return heap_tuple2(heap, atom_from_text("k"), term_small(1));
    case 6: return heap_cons(heap, heap_tuple2(heap, atom_from_text("k"), term_small(3)), TERM_NIL);
    case 7: return map_put(heap, map_empty(heap), atom_from_text("k"), term_small(2));
    default: return p->pid;
    }
}

// What a call returns or raises, as text. The machine is as it was afterwards.
static void ask(Process *p, const Bif *bif, uint64_t mixture, Text *out) {
    Machine *m = p->machine;
    Term args[ARGUMENTS_MAX];
    uint64_t epoch = m->store.mark_epoch, seed = mixture;
    Mark mark = machine_mark(m);
    process_touch(p);
    for (uint32_t i = 0; i < bif->arity; i++) args[i] = argument(p, bif->arity == 1 ? mixture : any(&seed, POOL));
    Term value = bif->call(p, args);
    text_clear(out);
    if (!term_is_none(value))
        term_print(out, value, PRINT_READABLE);
    else if (!m->unsupported)
        term_print(out, p->reason, PRINT_READABLE);
    machine_undo(m, mark);
    store_drop(&m->store, mark.depth);
    m->store.mark_epoch = epoch;
}

static uint32_t mixtures(const Bif *bif) { return bif->arity == 0 ? 1 : bif->arity == 1 ? POOL : MIXTURES; }

// --- all of them ----------------------------------------------------------------------------------------

typedef struct {
    Machine *machine;
    const char *name;
    ARRAY(uint64_t) answers;   // their hashes
    Text text;
} Asking;

static void ask_all(Asking *asking, Process *p) {
    array_clear(&asking->answers);
    for (uint32_t i = 0; i < pure_count; i++)
        for (uint32_t mixture = 0; mixture < mixtures(pure[i]); mixture++) {
            ask(p, pure[i], mixture, &asking->text);
            array_push(&asking->answers, hash_bytes(text_string(&asking->text), asking->text.size));
        }
}

static bool answers_are_the_same(Asking *asking, Process *p) {
    uint32_t answer = 0;
    for (uint32_t i = 0; i < pure_count; i++)
        for (uint32_t mixture = 0; mixture < mixtures(pure[i]); mixture++) {
            ask(p, pure[i], mixture, &asking->text);
            if (asking->answers.items[answer++] == hash_bytes(text_string(&asking->text), asking->text.size)) continue;
            printf("%s bad: the answer of %s:%s/%u (%u) changes while others act, to %s\n", asking->name,
                   pure[i]->module, pure[i]->function, pure[i]->arity, mixture, text_string(&asking->text));
            return false;
        }
    return true;
}

// One that can act, but for this one; NO_ACTOR: there is none.
static Actor any_actor(Machine *m, Actor but, uint64_t *seed) {
    Actor actors[SUBJECT_ACTORS];
    uint32_t count = machine_enabled(m, actors, SUBJECT_ACTORS);
    if (count == 0 || (count == 1 && actors[0] == but)) return NO_ACTOR;
    Actor actor;
    do actor = actors[any(seed, count)];
    while (actor == but);
    return actor;
}

static void take_steps(Machine *m, Actor but, uint64_t steps, uint64_t *seed) {
    for (Actor actor; steps > 0 && (actor = any_actor(m, but, seed)) != NO_ACTOR; steps--) machine_step(m, actor);
}

static bool take_walk(Asking *asking, uint64_t *seed) {
    Machine *m = asking->machine;
    take_steps(m, NO_ACTOR, any(seed, STEPS_BEFORE), seed);
    Actor asker = any_actor(m, NO_ACTOR, seed);
    Process *p = asker == NO_ACTOR ? NULL : m->processes[asker];
    if (!p || !p->standing) return true;
    ask_all(asking, p);
    take_steps(m, asker, STEPS_BETWEEN, seed);
    return m->processes[asker] != p || answers_are_the_same(asking, p);   // it may have ended
}

static bool check(Machine *machine, const char *name, int walks) {
    uint64_t seed = 40503;
    Asking asking = {.machine = machine, .name = name};
    Mark start = machine_mark(machine);
    bool good = true;
    for (; good && walks > 0; walks--) {
        good = take_walk(&asking, &seed);
        machine_undo(machine, start);
    }
    if (good) printf("%s good\n", name);
    array_free(&asking.answers);
    text_free(&asking.text);
    return good;
}

int main(int argc, char **argv) {
    find_pure();
    return subject_check_each(argc, argv, check);
}
