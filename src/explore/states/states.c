#include "explore/states/states.h"

#include <string.h>

#include "base/chance.h"
#include "base/memory.h"
#include "explore/dpor/bound.h"
#include "explore/states/alone.h"

// A state on the path.
typedef struct {
    StateParts parts;
    Mark mark;
    Actor *actors;   // who can act, in the arena
    uint32_t count, next;
    Actor prefers;     // who is to act first, if its step is taken alone
    uint32_t wholes;   // states before it on the path of which all steps are taken
    bool part;         // of this one not all are
    bool pruned;       // none is, by StatesConfig.prunes
    uint32_t alone;    // so many of them, the first ones, may do for all
    uint32_t crashes;
    Actor by;      // whose step led here from the one before,
    Actor *then;   // and those that were taken alone behind it, in the arena
    uint32_t then_count;
    uint32_t steps;    // from the start of the path
    uint32_t number;   // of the state
} Level;

typedef struct {
    uint32_t parent;   // the state from which it was met first; 0: it is the first
    Actor actor;       // by whose step
} Origin;

typedef struct StatesWalk {
    Machine *machine;
    const StatesConfig *config;
    StatesResult *result;
    Mark start;
    Vectors vectors;
    StateStore store;
    ARRAY(Level) path;
    ARRAY(Actor) enabled, lonely, chain;
    Chance chance;
    Hash following;   // of each state, by number, a digest of those that follow; for tests
    uint64_t look;    // transitions at which the limits are looked at next
    double began;
    Alone alone;
    bool notes_start;        // what happens before the first choice can happen again
    uint32_t start_states;   // of those states, how many there are; while there was no choice yet:
                             // UINT32_MAX
    uint32_t exactness;      // of the states that are stored
    // Of each state, by number, its place on the path, from 1; only exact stores know them.
    ARRAY(uint32_t) on_path;
    ARRAY(Origin) origins;   // of each state, by number minus 1; only where states are visited in the order of breadth
    ARRAY(uint32_t) route;
    uint32_t chain_limit;   // of steps of states that are passed through
    Actor prefers;          // of the state that comes next
    bool returns;           // the last step closed a cycle
    bool reduces;           // as wanted, unless every step is seen
    bool stopped, again;
} Walk;

void states_result_free(StatesResult *result) {
    for (uint32_t i = 0; i < result->seen_count; i++) seen_free(&result->seen[i]);
    memory_free(result->seen);
    array_free(&result->graph.edges);
    array_free(&result->graph.able);
    array_free(&result->graph.able_first);
    array_free(&result->wrong);
    *result = (StatesResult){0};
}

// --- what states show ---------------------------------------------------------------------------------------

static void tell_path(const Walk *walk, Text *out) {
    for (uint32_t i = 1; i < walk->path.count; i++) {
        const Level *level = &walk->path.items[i];
        if (i > 1) text_add(out, " ");
        machine_actor_name(walk->machine, level->by, out);
        for (uint32_t j = 0; j < level->then_count; j++) {
            text_add(out, " ");
            machine_actor_name(walk->machine, level->then[j], out);
        }
    }
}

static Seen *find_seen(StatesResult *result, uint64_t hash) {
    for (uint32_t i = 0; i < result->seen_count; i++)
        if (result->seen[i].showing.hash == hash) return &result->seen[i];
    return NULL;
}

static Seen *add_seen(StatesResult *result, const Showing *showing, uint64_t number) {
    if (result->seen_count == result->seen_capacity) {
        result->seen_capacity = result->seen_capacity * 2 + 16;
        result->seen = memory_resize(result->seen, result->seen_capacity * sizeof *result->seen);
    }
    result->seen[result->seen_count] = (Seen){.showing = *showing, .first = number};
    return &result->seen[result->seen_count++];
}

static void stop(Walk *walk, StatesCut cut) {
    walk->stopped = true;
    walk->result->cuts |= cut;
}

// Takes over the text. Where a state is only cut off it matters only if there is an error.
static void note(Walk *walk, Showing *showing, bool ended) {
    bool matters = ended || showing->wrong || showing->unable;
    Seen *seen = matters ? find_seen(walk->result, showing->hash) : NULL;
    if (seen || !matters) text_free(&showing->text);
    if (!matters) return;
    if (!seen) seen = add_seen(walk->result, showing, walk->store.count ? walk->store.count : 1);
    seen->count++;
    if (walk->config->graph && seen->showing.wrong)
        array_push(&walk->result->wrong, (uint64_t)(seen - walk->result->seen) << 32 | array_last(&walk->path)->number);
    if (seen->example_count < seen_examples_wanted(seen)) tell_path(walk, &seen->examples[seen->example_count++]);
    if (seen->showing.unable || (seen->showing.wrong && !walk->config->keep_going && !walk->config->shortest))
        stop(walk, STATES_CUT_STOPPED);
}

static void judge(Walk *walk, bool ended) {
    Showing showing = {0};
    walk->config->judge(walk->config->context, walk->machine, ended, &showing);
    note(walk, &showing, ended);
}

// A step that was left where it was leads to no state: the machine goes back.
static bool is_unfinished(Walk *walk, Mark mark) {
    if (!machine_was_stopped(walk->machine)) return false;
    machine_undo(walk->machine, mark);
    stop(walk, STATES_CUT_STOPPED);
    return true;
}

// --- limits -------------------------------------------------------------------------------------------------

enum { TRANSITIONS_BETWEEN_LOOKS = 256 };

static void tell_result(Walk *walk) {
    StatesResult *result = walk->result;
    result->states = walk->store.count;
    result->store = walk->store.kind;
    result->parts = intern_count(&walk->vectors.parts);
    result->part_bytes = vectors_memory(&walk->vectors);
    result->store_bytes = state_store_memory(&walk->store);
    result->missed = state_store_missed(&walk->store);
    result->depth = walk->path.count ? array_last(&walk->path)->steps : 0;
    result->exactness = walk->exactness;
    result->seconds = bound_now() - walk->began;
}

static void look_at_limits(Walk *walk) {
    const StatesConfig *config = walk->config;
    walk->look = walk->result->transitions + TRANSITIONS_BETWEEN_LOOKS;
    if (config->stop && *config->stop) stop(walk, STATES_CUT_STOPPED);
    if (config->seconds > 0 && bound_now() - walk->began >= config->seconds) stop(walk, STATES_CUT_TIME);
    uint64_t memory = state_store_memory(&walk->store) + vectors_memory(&walk->vectors);
    if (config->store != STORE_BITSTATE && config->store_memory && memory > config->store_memory)
        stop(walk, STATES_CUT_MEMORY);
    if (walk->vectors.full) stop(walk, STATES_CUT_MEMORY);
    if (!config->pause) return;
    tell_result(walk);
    config->pause(config->pause_context, walk->result);
}

// --- walking ------------------------------------------------------------------------------------------------

static void find_enabled(Walk *walk) {
    for (;;) {
        uint32_t count = machine_enabled(walk->machine, walk->enabled.items, walk->enabled.capacity);
        walk->enabled.count = count;
        if (count < walk->enabled.capacity) return;
        array_reserve(&walk->enabled, (uint64_t)walk->enabled.capacity * 2 + 64);
    }
}

static void shuffle(Walk *walk) {
    for (uint32_t i = walk->enabled.count; i > 1; i--) {
        uint32_t other = chance_below(&walk->chance, i);
        Actor actor = walk->enabled.items[i - 1];
        walk->enabled.items[i - 1] = walk->enabled.items[other];
        walk->enabled.items[other] = actor;
    }
}

// --- for tests ----------------------------------------------------------------------------------------------

// A number for the state in which the machine is, from all of its parts.
static uint64_t digest_now(Walk *walk) {
    Vectors *vectors = &walk->vectors;
    StateParts parts = vectors_take(vectors, NULL);
    vectors_make(vectors, &parts);
    vectors_drop(vectors, &parts);
    return digest128(vectors->bytes.items, vectors->bytes.count, 1).low;
}

// The same for states that are the same but for names, also where several parts could come first.
static uint64_t digest_nameless(Walk *walk) {
    uint64_t digest = 0;
    StateParts parts = vectors_take(&walk->vectors, NULL);
    for (uint32_t i = 0; i < parts.base->count; i++) digest += chance_mix(parts.base->holdings[i].part);
    for (uint32_t i = 0; i < parts.count; i++) digest += chance_mix(parts.holdings[i].part);
    vectors_drop(&walk->vectors, &parts);
    return chance_mix(digest);
}

static uint64_t digest_following(Walk *walk) {
    uint64_t digest = 1;
    find_enabled(walk);
    Mark mark = machine_mark(walk->machine);
    for (uint32_t i = 0; i < walk->enabled.count; i++) {
        machine_step_blindly(walk->machine, walk->enabled.items[i]);
        digest += digest_nameless(walk) | 1;   // in whatever order
        machine_undo(walk->machine, mark);
    }
    return digest;
}

// States that count as one are followed by the same states; and the parts that were told to be
// unchanged are.
static void check_state(Walk *walk, uint64_t number) {
    Vectors *vectors = &walk->vectors;
    uint64_t digest = digest128(vectors->bytes.items, vectors->bytes.count, 1).low;
    walk->result->mistakes += digest_now(walk) != digest;
    uint64_t following = digest_following(walk);
    HashEntry *entry = hash_insert(&walk->following, number);
    walk->result->mistakes += entry->number && entry->number != following;
    entry->number = following;
}

static bool is_new_abstract(Walk *walk, uint64_t *number) {
    Text text = {0};
    walk->config->abstract(walk->config->context, walk->machine, &text);
    bool new = state_store_add(&walk->store, (const uint8_t *)text_string(&text), (uint32_t)text.size, number);
    text_free(&text);
    return new;
}

static bool is_new(Walk *walk, const StateParts *parts, uint32_t *out) {
    uint64_t number;
    if (walk->config->abstract) {
        bool new = is_new_abstract(walk, &number);
        *out = (uint32_t)number;
        return new;
    }
    vectors_make(&walk->vectors, parts);
    bool new = state_store_add(&walk->store, walk->vectors.bytes.items, walk->vectors.bytes.count, &number);
    if (walk->config->check) check_state(walk, number);
    *out = (uint32_t)number;
    return new;
}

// The one to go on with comes before all others (see step).
static void prefer(Walk *walk) {
    Actor *items = walk->lonely.items;
    uint32_t at = 0;
    while (at < walk->lonely.count && items[at] != walk->prefers) at++;
    if (at == walk->lonely.count) return;
    memmove(items + 1, items, at * sizeof *items);
    items[0] = walk->prefers;
}

// Those whose steps may be taken alone come first; how many.
static uint32_t find_alone(Walk *walk) {
    uint32_t count = walk->enabled.count;
    Footprint footprint;
    if (walk->start_states == UINT32_MAX && count > 1) walk->start_states = (uint32_t)walk->store.count;
    if (walk->start_states == UINT32_MAX && !walk->notes_start) return 0;
    for (uint32_t i = 0; i < count; i++) {
        machine_pending(walk->machine, walk->enabled.items[i], &footprint);
        alone_note(&walk->alone, walk->machine, walk->enabled.items[i], &footprint);
    }
    // The youngest first: they come to an end, while those who made them may go on and make more.
    uint32_t others = count;
    for (uint32_t i = count; i > 0 && count > 1; i--) {
        Actor actor = walk->enabled.items[i - 1];
        machine_pending(walk->machine, actor, &footprint);
        bool is_alone = alone_is(&walk->alone, walk->machine, actor, &footprint);
        if (is_alone)
            array_push(&walk->lonely, actor);
        else
            walk->enabled.items[--others] = actor;
    }
    prefer(walk);
    uint32_t alone = walk->lonely.count;
    if (alone) memcpy(walk->enabled.items, walk->lonely.items, alone * sizeof(Actor));
    array_clear(&walk->lonely);
    return alone;
}

static void choose_from(Walk *walk, Level *level) {
    const StatesConfig *config = walk->config;
    find_enabled(walk);
    level->pruned = config->prunes && config->prunes(config->context, walk->machine);
    if (level->pruned) array_clear(&walk->enabled);
    if (walk->config->order == ORDER_RANDOM) shuffle(walk);
    if (walk->reduces) level->alone = find_alone(walk);
    level->count = walk->enabled.count;
    level->prefers = walk->prefers;
    level->actors = arena_take(&walk->vectors.arena, (level->count + 1) * sizeof(Actor));
    if (level->count) memcpy(level->actors, walk->enabled.items, level->count * sizeof(Actor));
    level->then_count = walk->chain.count;
    level->then = arena_take(&walk->vectors.arena, (level->then_count + 1) * sizeof(Actor));
    if (level->then_count) memcpy(level->then, walk->chain.items, level->then_count * sizeof(Actor));
    level->mark = machine_mark(walk->machine);
}

// --- the graph ----------------------------------------------------------------------------------------------

static uint32_t letter_now(Walk *walk, bool ended, bool repeated) {
    return walk->config->letter ? walk->config->letter(walk->config->context, walk->machine, ended, repeated) : 0;
}

// The machine stands where it leads to.
static void add_edge(Walk *walk, const Level *to) {
    StateGraph *graph = &walk->result->graph;
    Actor first;
    bool ended = walk->config->letter && machine_enabled(walk->machine, &first, 1) == 0;
    uint32_t letter = letter_now(walk, ended, false);
    if (walk->path.count == 0)
        graph->first_letter = letter;
    else
        array_push(&graph->edges, (StateEdge){array_last(&walk->path)->number, to->number, to->by, letter});
}

static void add_node(Walk *walk, const Level *level) {
    StateGraph *graph = &walk->result->graph;
    array_push(&graph->able_first, graph->able.count);
    for (uint32_t i = 0; i < level->count; i++) array_push(&graph->able, machine_owed(walk->machine, level->actors[i]));
    if (level->count == 0 && !level->pruned)
        array_push(&graph->edges, (StateEdge){level->number, level->number, NO_ACTOR, letter_now(walk, true, true)});
}

static uint32_t place_on_path(const Walk *walk, uint32_t number) {
    return number < walk->on_path.count ? walk->on_path.items[number] : 0;
}

static void set_on_path(Walk *walk, uint32_t number, uint32_t place) {
    if (!walk->reduces || walk->config->store != STORE_EXACT) return;
    while (walk->on_path.count <= number) array_push(&walk->on_path, 0);
    walk->on_path.items[number] = place;
}

// Whether a step from the last state of the path to this one closes a cycle of states of each of
// which but one step was taken.
static bool closes_cycle(const Walk *walk, uint32_t number) {
    uint32_t place = place_on_path(walk, number);
    return place > 0 && array_last(&walk->path)->wholes == walk->path.items[place - 1].wholes;
}

// The program comes back to where it was before the first choice.
static void note_return(Walk *walk, const Level *to) {
    bool forgets = walk->config->store != STORE_EXACT;
    if (!walk->reduces || walk->notes_start || walk->start_states == UINT32_MAX) return;
    if (forgets || to->number > walk->start_states) return;
    walk->notes_start = walk->again = true;
}

// What must always hold is asked of each step, also of those that lead back to what is known.
static void inspect(Walk *walk, const Level *level) {
    Showing showing = {0};
    Actor first;
    if (!walk->config->holds) return;
    bool ended = machine_enabled(walk->machine, &first, 1) == 0;
    if (walk->config->holds(walk->config->context, walk->machine, ended, &showing)) return;
    array_push(&walk->path, *level);
    array_last(&walk->path)->then = walk->chain.items;
    array_last(&walk->path)->then_count = walk->chain.count;
    note(walk, &showing, ended);
    walk->path.count--;
}

// --- states that are not stored -----------------------------------------------------------------------------
//
// A step that is taken alone leads to a state from which, often, another one is. Such states are passed through: only
// where such a chain of steps ends is a state told, stored and gone back to. A chain has an end, so cycles have states
// that are stored, and condition C3 (alone.h) is about these. Where chains do not end by themselves, the program goes
// in circles, and longer ones only lead round and round: the limit becomes lower, until chains end before it again.

enum { CHAIN_MOST = 100, CHAIN_LEAST = 4 };

static void limit_chains(Walk *walk) {
    uint32_t length = walk->chain.count;
    if (length >= walk->chain_limit)
        walk->chain_limit = walk->chain_limit / 2 > CHAIN_LEAST ? walk->chain_limit / 2 : CHAIN_LEAST;
    else if (length * 2 > walk->chain_limit)
        walk->chain_limit = walk->chain_limit * 2 < CHAIN_MOST ? walk->chain_limit * 2 : CHAIN_MOST;
}

// Takes a step, unless it is seen by what watches.
static bool try_alone(Walk *walk, Actor actor) {
    Footprint footprint;
    machine_pending(walk->machine, actor, &footprint);
    Mark mark = machine_mark(walk->machine);
    machine_step_blindly(walk->machine, actor);
    walk->result->transitions++;
    bool unseen = !is_unfinished(walk, mark) && !machine_showed(walk->machine);
    if (unseen)
        alone_rely(&walk->alone, walk->machine, actor, &footprint);
    else
        machine_undo(walk->machine, mark);
    machine_drop(walk->machine, mark);
    walk->result->alone += unseen;
    return unseen;
}

static bool follow_alone(Walk *walk) {
    find_enabled(walk);
    if (walk->start_states == UINT32_MAX && walk->enabled.count < 2) return false;
    uint32_t count = find_alone(walk);
    for (uint32_t i = 0; i < count; i++) {
        Actor actor = walk->enabled.items[i];
        if (!try_alone(walk, actor)) continue;
        array_push(&walk->chain, actor);
        walk->again |= machine_exactness(walk->machine) != walk->exactness || walk->alone.wrong;
        return !walk->again && !walk->stopped;
    }
    return false;
}

// What is seen of a step is gone with the next one, so that is looked at, too.
static void follow_chain(Walk *walk, const Level *level) {
    array_clear(&walk->chain);
    if (!walk->reduces) return;
    inspect(walk, level);
    while (!walk->stopped && walk->chain.count < walk->chain_limit && follow_alone(walk))
        if (walk->chain.count == 1) inspect(walk, level);
    limit_chains(walk);
}

// The state in which the machine is, if it is new: it stands on the path from then on. False: it
// was met before.
static bool enter(Walk *walk, Actor by) {
    const Level *before = walk->path.count ? array_last(&walk->path) : NULL;
    uint32_t crashes_before = before ? before->crashes : 0;
    Level level = {.by = by, .crashes = machine_crash_count(walk->machine)};
    follow_chain(walk, &level);
    if (walk->again) return false;
    level.steps = before ? before->steps + 1 + walk->chain.count : 0;
    level.parts = vectors_take(&walk->vectors, before ? &before->parts : NULL);
    bool new = is_new(walk, &level.parts, &level.number);
    if (!new) note_return(walk, &level);
    walk->returns = !new && (walk->config->store != STORE_EXACT || closes_cycle(walk, level.number));
    if (!walk->reduces) inspect(walk, &level);
    if (walk->config->graph) add_edge(walk, &level);
    if (!new) {
        vectors_drop(&walk->vectors, &level.parts);
        return false;
    }
    choose_from(walk, &level);
    walk->result->pruned += level.pruned;
    if (walk->config->graph) add_node(walk, &level);
    if (walk->config->order == ORDER_BREADTH) array_push(&walk->origins, (Origin){before ? before->number : 0, by});
    array_push(&walk->path, level);
    set_on_path(walk, level.number, walk->path.count);
    if (level.steps > walk->result->deepest) walk->result->deepest = level.steps;
    if ((level.count == 0 && !level.pruned) || machine_outcome(walk->machine) == OUTCOME_UNSUPPORTED)
        walk->result->ends++, judge(walk, true);
    else if (level.crashes > crashes_before)
        judge(walk, false);
    if (walk->config->max_states && walk->store.count >= walk->config->max_states) stop(walk, STATES_CUT_COUNT);
    return true;
}

static void leave(Walk *walk) {
    Level level = array_pop(&walk->path);
    set_on_path(walk, level.number, 0);
    vectors_drop(&walk->vectors, &level.parts);
}

static bool is_deep(const Walk *walk) {
    return walk->config->depth && array_last(&walk->path)->steps >= walk->config->depth;
}

// One step was taken for all of a state.
static void do_for_all(Walk *walk, Level *level, Actor actor, const Footprint *footprint) {
    level->part = level->next < level->count;
    walk->result->alone += level->part;
    level->count = level->next;
    alone_rely(&walk->alone, walk->machine, actor, footprint);
}

static void step(Walk *walk, Level *level) {
    Actor actor = level->actors[level->next++];
    Footprint footprint;
    if (level->next <= level->alone) machine_pending(walk->machine, actor, &footprint);
    // Where one has gone round and the next one is tried, that one goes round, too, before the first acts again: else
    // cycles of several would be gone through in every combination.
    if (level->next > 1 && level->next <= level->alone)
        walk->prefers = actor;
    else
        walk->prefers = level->prefers;
    machine_step_blindly(walk->machine, actor);
    walk->result->transitions++;
    if (is_unfinished(walk, level->mark)) return;
    walk->again |= machine_exactness(walk->machine) != walk->exactness;
    if (walk->again) return;
    uint32_t depth = walk->path.count;
    bool may_do = level->next <= level->alone && !machine_showed(walk->machine);
    bool new = enter(walk, actor);
    if (may_do && (new || !walk->returns)) do_for_all(walk, &walk->path.items[depth - 1], actor, &footprint);
    if (new) array_last(&walk->path)->wholes = walk->path.items[depth - 1].wholes + !walk->path.items[depth - 1].part;
    if (!new) machine_undo(walk->machine, walk->path.items[depth - 1].mark);
    walk->again |= walk->alone.wrong;
    if (walk->result->transitions >= walk->look) look_at_limits(walk);
}

// --- in the order of breadth --------------------------------------------------------------------------------
//
// The states are their own queue: they are visited in the order of their numbers, which is that of their distances from
// the first one. Of each is kept from where and by whose step it was met first, so that there is a tree of shortest
// paths. The machine stands on one of its paths, with a mark at each state; it goes to the next state back to where
// their paths part, and forth from there. States that follow each other in the queue have most of their paths in
// common.

// The machine has just taken a step that was taken before.
static void push_again(Walk *walk, uint32_t number, Actor by) {
    const Level *before = array_last(&walk->path);
    Level level = {.by = by, .number = number, .steps = before->steps + 1};
    level.crashes = machine_crash_count(walk->machine);
    level.parts = vectors_take(&walk->vectors, &before->parts);
    choose_from(walk, &level);
    array_push(&walk->path, level);
}

static void go_to(Walk *walk, uint32_t number) {
    array_clear(&walk->route);
    for (uint32_t at = number; at; at = walk->origins.items[at - 1].parent) array_push(&walk->route, at);
    uint32_t common = 1, length = walk->route.count;
    const uint32_t *from_end = walk->route.items + length - 1;
    while (common < walk->path.count && common < length && walk->path.items[common].number == *(from_end - common))
        common++;
    while (walk->path.count > common) leave(walk);
    machine_undo(walk->machine, array_last(&walk->path)->mark);
    for (; common < length; common++) {
        uint32_t next = *(from_end - common);
        machine_step_blindly(walk->machine, walk->origins.items[next - 1].actor);
        if (is_unfinished(walk, array_last(&walk->path)->mark)) return;
        push_again(walk, next, walk->origins.items[next - 1].actor);
    }
}

// Takes each step from the last state of the path, and comes back.
static void expand(Walk *walk) {
    uint32_t depth = walk->path.count;
    while (!walk->stopped && !walk->again) {
        Level *level = &walk->path.items[depth - 1];
        if (level->next == level->count) return;
        if (is_deep(walk)) {
            walk->result->cuts |= STATES_CUT_DEPTH;
            return;
        }
        step(walk, level);
        if (walk->path.count > depth) leave(walk), machine_undo(walk->machine, walk->path.items[depth - 1].mark);
    }
}

static void walk_breadth(Walk *walk) {
    for (uint32_t at = 1; at <= walk->origins.count && !walk->stopped && !walk->again; at++) {
        go_to(walk, at);
        expand(walk);
    }
}

// --- in the order of depth ----------------------------------------------------------------------------------

static void walk_depth(Walk *walk) {
    while (walk->path.count && !walk->stopped && !walk->again) {
        Level *level = array_last(&walk->path);
        bool deep = is_deep(walk);
        if (deep && level->next < level->count) walk->result->cuts |= STATES_CUT_DEPTH;
        if (level->next < level->count && !deep) {
            step(walk, level);
            continue;
        }
        leave(walk);
        if (walk->path.count) machine_undo(walk->machine, array_last(&walk->path)->mark);
    }
}

Machine *states_machine(Walk *walk) { return walk->machine; }

// --- paths --------------------------------------------------------------------------------------------------

static uint32_t number_now(Walk *walk) {
    uint64_t number;
    StateParts parts = vectors_take(&walk->vectors, NULL);
    vectors_make(&walk->vectors, &parts);
    vectors_drop(&walk->vectors, &parts);
    bool new = state_store_add(&walk->store, walk->vectors.bytes.items, walk->vectors.bytes.count, &number);
    return new ? 0 : (uint32_t)number;
}

// Takes the step that an edge stands for, by whoever it is here: who acts has another number where
// other references were made before.
static bool step_to(Walk *walk, const StateEdge *edge, Text *out) {
    find_enabled(walk);
    Mark mark = machine_mark(walk->machine);
    for (uint32_t pass = 0; pass < 2; pass++)
        for (uint32_t i = 0; i < walk->enabled.count; i++) {
            Actor actor = walk->enabled.items[i];
            if ((machine_owed(walk->machine, actor) == machine_owed(walk->machine, edge->actor)) != (pass == 0))
                continue;
            Text name = {0};
            machine_actor_name(walk->machine, actor, &name);
            machine_step_blindly(walk->machine, actor);
            bool there = number_now(walk) == edge->to;
            if (there) text_format(out, "%s%s", out->size ? " " : "", text_string(&name));
            text_free(&name);
            if (there) return true;
            machine_undo(walk->machine, mark);
        }
    return false;
}

bool states_path(Walk *walk, const StateEdge *edges, const uint32_t *numbers, uint32_t count, Text *out) {
    bool found = true;
    machine_undo(walk->machine, walk->start);
    for (uint32_t i = 0; i < count && found; i++)
        if (edges[numbers[i]].actor != NO_ACTOR) found = step_to(walk, &edges[numbers[i]], out);
    machine_undo(walk->machine, walk->start);
    return found;
}

// Of each state the edge by which it is reached with the fewest steps; UINT32_MAX: it is the first.
static uint32_t *nearest(const StateGraph *graph, uint32_t states) {
    uint32_t *by = memory_new((states + 1) * sizeof *by), *first = memory_zeroed(states + 2, sizeof *first);
    uint32_t *order = memory_new((graph->edges.count + 1) * sizeof *order);
    ARRAY(uint32_t) queue = {0};
    memset(by, 0xFF, (states + 1) * sizeof *by);
    for (uint32_t i = 0; i < graph->edges.count; i++) first[graph->edges.items[i].from + 1]++;
    for (uint32_t i = 1; i < states + 2; i++) first[i] += first[i - 1];
    uint32_t *next = memory_new((states + 2) * sizeof *next);
    memcpy(next, first, (states + 2) * sizeof *next);
    for (uint32_t i = 0; i < graph->edges.count; i++) order[next[graph->edges.items[i].from]++] = i;
    array_push(&queue, 1);
    for (uint32_t at = 0; at < queue.count; at++)
        for (uint32_t i = first[queue.items[at]]; i < first[queue.items[at] + 1]; i++) {
            uint32_t to = graph->edges.items[order[i]].to;
            if (to == 1 || by[to] != UINT32_MAX) continue;
            by[to] = order[i];
            array_push(&queue, to);
        }
    array_free(&queue);
    memory_free(first);
    memory_free(next);
    memory_free(order);
    return by;
}

static uint32_t path_to(const StateGraph *graph, const uint32_t *by, uint32_t state, uint32_t *path) {
    uint32_t count = 0;
    for (; state != 1; state = graph->edges.items[by[state]].from) {
        if (path) path[count] = by[state];
        count++;
    }
    for (uint32_t i = 0; path && i < count / 2; i++) {
        uint32_t edge = path[i];
        path[i] = path[count - 1 - i];
        path[count - 1 - i] = edge;
    }
    return count;
}

// Replaces the examples of one error by the shortest path to it.
static void shorten(Walk *walk, const uint32_t *by, uint32_t index) {
    StatesResult *result = walk->result;
    Seen *seen = &result->seen[index];
    uint32_t best = 0, least = UINT32_MAX;
    for (uint32_t i = 0; i < result->wrong.count; i++) {
        if (result->wrong.items[i] >> 32 != index) continue;
        uint32_t state = (uint32_t)result->wrong.items[i], steps = path_to(&result->graph, by, state, NULL);
        if (steps < least) least = steps, best = state;
    }
    if (!best) return;
    Text names = {0};
    uint32_t *path = memory_new((least + 1) * sizeof *path);
    path_to(&result->graph, by, best, path);
    if (states_path(walk, result->graph.edges.items, path, least, &names)) {
        for (uint32_t i = 0; i < seen->example_count; i++) text_free(&seen->examples[i]);
        seen->examples[0] = names;
        seen->example_count = 1;
    }
    memory_free(path);
}

static void shorten_all(Walk *walk) {
    uint32_t *by = nearest(&walk->result->graph, (uint32_t)walk->store.count);
    for (uint32_t i = 0; i < walk->result->seen_count; i++)
        if (walk->result->seen[i].showing.wrong) shorten(walk, by, i);
    memory_free(by);
}

// --- the door -----------------------------------------------------------------------------------------------

static void begin(Walk *walk) {
    double processor = walk->result->processor, seconds = walk->began;
    states_result_free(walk->result);
    walk->result->processor = processor;
    walk->exactness = machine_exactness(walk->machine);
    walk->began = seconds;
    walk->again = false;
    walk->reduces = walk->config->reduce && walk->config->order != ORDER_BREADTH && !machine_shows_all(walk->machine);
    walk->chain_limit = CHAIN_MOST;
    walk->prefers = NO_ACTOR;
    walk->start_states = UINT32_MAX;
    walk->notes_start |= walk->config->store != STORE_EXACT;   // which does not say which state it was
    alone_begin_again(&walk->alone);
    walk->look = TRANSITIONS_BETWEEN_LOOKS;
    walk->chance = chance_new(walk->config->seed, 0);
    vectors_init(&walk->vectors, walk->machine);
    state_store_init(&walk->store, walk->config->store, walk->config->store_memory);
}

static void end(Walk *walk) {
    tell_result(walk);
    if (walk->config->graph) array_push(&walk->result->graph.able_first, walk->result->graph.able.count);
    if (walk->config->graph && walk->config->shortest && !walk->again) shorten_all(walk);
    if (walk->config->done && !walk->again) walk->config->done(walk->config->context, walk);
    machine_undo(walk->machine, walk->start);
    vectors_free(&walk->vectors);
    state_store_free(&walk->store);
    array_free(&walk->path);
    array_free(&walk->enabled);
    array_free(&walk->lonely);
    array_free(&walk->chain);
    array_free(&walk->on_path);
    array_free(&walk->origins);
    array_free(&walk->route);
    hash_free(&walk->following);
}

static void walk_all(Walk *walk) {
    if (is_unfinished(walk, walk->start)) return;   // it does not come to its first state
    machine_heed(walk->machine, walk->config->stop);
    enter(walk, NO_ACTOR);
    if (walk->config->order == ORDER_BREADTH)
        walk_breadth(walk);
    else
        walk_depth(walk);
    machine_heed(walk->machine, NULL);
}

void states_run(Machine *machine, const StatesConfig *config, StatesResult *result) {
    *result = (StatesResult){0};
    Walk walk = {
        .machine = machine, .config = config, .result = result, .start = machine_mark(machine), .began = bound_now()};
    double used = bound_used();
    do {
        begin(&walk);
        walk_all(&walk);
        end(&walk);
    } while (walk.again);
    alone_free(&walk.alone);
    if (config->store == STORE_BITSTATE) result->cuts |= STATES_CUT_STORE;
    if (config->abstract) result->cuts |= STATES_CUT_ABSTRACT;
    result->complete = result->cuts == 0;
    result->processor = bound_used() - used;
}
