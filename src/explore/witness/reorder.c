#include "explore/witness/reorder.h"

#include <string.h>

#include "base/memory.h"

enum { WIDTH_MAX = 256, WORK_MAX = 5000000 };   // states of a level; about how many lanes are looked at

static uint32_t *reserve(ReorderArray *array, size_t count) {
    if (count >= array->capacity) {   // never NULL
        array->capacity = count * 2 + 8;
        array->items = memory_resize(array->items, array->capacity * sizeof *array->items);
    }
    return array->items;
}

void reorder_free(Reorder *work) {
    ReorderArray *const arrays[] = {&work->actors,    &work->lane_actors, &work->starts, &work->positions, &work->needs,
                                    &work->states,    &work->next,        &work->blocks, &work->table,     &work->slots,
                                    &work->following, &work->fronts,      &work->order,  &work->waits};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) memory_free(arrays[i]->items);
    normal_free(&work->normal);
    *work = (Reorder){0};
}

// --- lanes -----------------------------------------------------------------------------------------------

static void sort_by_name(Actor *actors, uint32_t count, const Cast *cast) {
    for (uint32_t i = 1; i < count; i++) {
        Actor actor = actors[i];
        uint32_t at = i, rank = cast_rank(cast, actor);
        for (; at > 0 && cast_rank(cast, actors[at - 1]) > rank; at--) actors[at] = actors[at - 1];
        actors[at] = actor;
    }
}

// The actors by name, and the steps of each.
static void make_lanes(Reorder *work, const Execution *execution, Cast *cast) {
    work->execution = execution;
    work->length = execution->length;
    work->lanes = execution->slots;
    uint32_t *actors = reserve(&work->lane_actors, work->lanes + 1);
    uint32_t *starts = reserve(&work->starts, work->lanes + 2);
    uint32_t *positions = reserve(&work->positions, work->length + 1);
    uint32_t *lane_of = reserve(&work->slots, work->lanes + 1);   // by slot
    for (uint32_t i = 0; i < work->length; i++) actors[execution->steps[i].slot] = execution->steps[i].actor;
    for (uint32_t i = 0; i < work->lanes; i++) cast_meet(cast, actors[i]);
    sort_by_name(actors, work->lanes, cast);
    for (uint32_t i = 0; i < work->lanes; i++) lane_of[execution->actors[actors[i]].slot] = i;
    memset(starts, 0, (work->lanes + 2) * sizeof *starts);
    for (uint32_t i = 0; i < work->length; i++) starts[lane_of[execution->steps[i].slot] + 2]++;
    for (uint32_t i = 0; i < work->lanes; i++) starts[i + 2] += starts[i + 1];
    for (uint32_t i = 0; i < work->length; i++) positions[starts[lane_of[execution->steps[i].slot] + 1]++] = i;
}

static uint32_t lane_length(const Reorder *work, uint32_t lane) {
    return work->starts.items[lane + 1] - work->starts.items[lane];
}

// How many steps of the lane happen before the step: the first ones, so they are found by halving.
static uint32_t count_before(const Reorder *work, uint32_t lane, uint32_t step) {
    const uint32_t *positions = work->positions.items + work->starts.items[lane];
    uint32_t low = 0, high = lane_length(work, lane);
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (positions[middle] < step && execution_before(work->execution, positions[middle], step))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void find_needs(Reorder *work) {
    uint32_t *needs = reserve(&work->needs, (size_t)work->length * work->lanes);
    for (uint32_t lane = 0; lane < work->lanes; lane++)
        for (uint32_t i = work->starts.items[lane]; i < work->starts.items[lane + 1]; i++)
            for (uint32_t other = 0; other < work->lanes; other++)
                needs[(size_t)i * work->lanes + other] =
                    other == lane ? 0 : count_before(work, other, work->positions.items[i]);
}

static bool is_ready(const Reorder *work, const uint32_t *state, uint32_t lane) {
    if (state[lane] == lane_length(work, lane)) return false;
    const uint32_t *needs = work->needs.items + (size_t)(work->starts.items[lane] + state[lane]) * work->lanes;
    for (uint32_t i = 0; i < work->lanes; i++)
        if (state[i] < needs[i]) return false;
    return true;
}

// --- few switches ------------------------------------------------------------------------------------------

// Level by level, all states that so many blocks of steps can lead to. A lane that runs goes on as long as it can:
// to stop earlier never saves a switch. Equal states are kept once. When there are more of them than `width`,
// those who have come farthest are kept; what is kept depends on lanes and steps alone, not on the order they came in.
typedef struct {
    Reorder *work;
    uint32_t width;
    uint32_t count;         // of states in this level
    uint32_t first_block;   // of this level; of each block: lane, and predecessor's block
    uint32_t block_count;
} Levels;

static uint32_t progress(const Reorder *work, const uint32_t *state) {
    uint32_t done = 0;
    for (uint32_t i = 0; i < work->lanes; i++) done += state[i];
    return done;
}

static uint64_t hash_state(const Reorder *work, const uint32_t *state) {
    uint64_t hash = 0xcbf29ce484222325;
    for (uint32_t i = 0; i < work->lanes; i++) hash = (hash ^ state[i]) * 0x100000001b3;
    return hash ^ hash >> 31;
}

// True: the state at `index` of the next level is there already.
static bool is_known(Reorder *work, uint32_t table_size, uint32_t index) {
    size_t bytes = work->lanes * sizeof(uint32_t);
    const uint32_t *state = work->next.items + (size_t)index * work->lanes;
    for (uint32_t at = (uint32_t)hash_state(work, state) & (table_size - 1);; at = (at + 1) & (table_size - 1)) {
        uint32_t *slot = &work->table.items[at];
        if (*slot == 0) return *slot = index + 1, false;
        if (memcmp(work->next.items + (size_t)(*slot - 1) * work->lanes, state, bytes) == 0) return true;
    }
}

static void run_lane(const Reorder *work, uint32_t *state, uint32_t lane) {
    do state[lane]++;
    while (is_ready(work, state, lane));
}

// All states one block further. Returns how many; their blocks follow those of this level.
static uint32_t expand(Levels *levels) {
    Reorder *work = levels->work;
    uint32_t most = levels->count * work->lanes, table_size = 16, count = 0;
    while (table_size < most * 2) table_size *= 2;
    memset(reserve(&work->table, table_size), 0, table_size * sizeof(uint32_t));
    reserve(&work->next, (size_t)most * work->lanes);
    reserve(&work->blocks, 2 * ((size_t)levels->block_count + most));
    for (uint32_t i = 0; i < levels->count; i++)
        for (uint32_t lane = 0; lane < work->lanes; lane++) {
            const uint32_t *state = work->states.items + (size_t)i * work->lanes;
            if (!is_ready(work, state, lane)) continue;
            uint32_t *to = work->next.items + (size_t)count * work->lanes;
            memcpy(to, state, work->lanes * sizeof *to);
            run_lane(work, to, lane);
            if (is_known(work, table_size, count)) continue;
            uint32_t *block = work->blocks.items + 2 * ((size_t)levels->block_count + count++);
            block[0] = lane;
            block[1] = levels->first_block + i;
        }
    return count;
}

// How far a state of the next level must have come to be kept, and how many of those that are just there.
static uint32_t find_threshold(Reorder *work, uint32_t count, uint32_t keep, uint32_t *at_threshold) {
    uint32_t *having = reserve(&work->table, work->length + 2), farther = 0, threshold = work->length;
    memset(having, 0, (work->length + 2) * sizeof *having);
    for (uint32_t i = 0; i < count; i++) having[progress(work, work->next.items + (size_t)i * work->lanes)]++;
    while (farther + having[threshold] < keep) farther += having[threshold--];
    *at_threshold = keep - farther;
    return threshold;
}

// Keeps the `width` states that have come farthest, in their order, and makes them the level.
static void advance(Levels *levels, uint32_t count) {
    Reorder *work = levels->work;
    uint32_t keep = count < levels->width ? count : levels->width, kept = 0, at_threshold;
    uint32_t threshold = find_threshold(work, count, keep, &at_threshold);
    uint32_t *states = reserve(&work->states, (size_t)keep * work->lanes + 1);
    uint32_t *blocks = work->blocks.items + 2 * (size_t)levels->block_count;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t *state = work->next.items + (size_t)i * work->lanes;
        uint32_t done = progress(work, state);
        if (done < threshold || (done == threshold && at_threshold == 0)) continue;
        if (done == threshold) at_threshold--;
        memcpy(states + (size_t)kept * work->lanes, state, work->lanes * sizeof *states);
        memmove(blocks + 2 * (size_t)kept++, blocks + 2 * (size_t)i, 2 * sizeof *blocks);
    }
    levels->first_block = levels->block_count;
    levels->block_count += keep;
    levels->count = keep;
}

static bool find_complete(const Levels *levels, uint32_t *index) {
    const Reorder *work = levels->work;
    for (*index = 0; *index < levels->count; ++*index)
        if (progress(work, work->states.items + (size_t)*index * work->lanes) == work->length) return true;
    return false;
}

// Runs the blocks that led to a state again, and writes down who acts.
static void write_result(Reorder *work, uint32_t block, uint32_t level) {
    uint32_t *lanes = reserve(&work->table, level + 1), *state = reserve(&work->states, work->lanes + 1);
    uint32_t *actors = reserve(&work->actors, work->length + 1), written = 0;
    for (uint32_t i = level; i > 0; i--) {
        lanes[i - 1] = work->blocks.items[2 * (size_t)block];
        block = work->blocks.items[2 * (size_t)block + 1];
    }
    memset(state, 0, work->lanes * sizeof *state);
    for (uint32_t i = 0; i < level; i++) {
        uint32_t before = state[lanes[i]];
        run_lane(work, state, lanes[i]);
        for (; before < state[lanes[i]]; before++) actors[written++] = work->lane_actors.items[lanes[i]];
    }
}

static uint32_t search_levels(Reorder *work, uint32_t width, uint32_t limit) {
    Levels levels = {.work = work, .width = width, .count = 1, .block_count = 1};
    find_needs(work);
    memset(reserve(&work->states, work->lanes + 1), 0, (work->lanes + 1) * sizeof(uint32_t));
    reserve(&work->blocks, 2);
    uint32_t found, level = 0;
    for (; !find_complete(&levels, &found); level++) {
        if (level > limit) return REORDER_TOO_MANY;   // as many switches as blocks before the last one
        advance(&levels, expand(&levels));
    }
    write_result(work, levels.first_block + found, level);
    return level ? level - 1 : 0;
}

// --- one step after the other --------------------------------------------------------------------------------

// Clocks are compared with the fronts, which say for each slot the position of the next step to be told.

enum { NO_STEP = UINT32_MAX };

// Links the steps of each slot and sorts the slots by name.
static void begin_steps(Reorder *work, const Execution *execution, Cast *cast) {
    uint32_t slots = execution->slots, *actors = reserve(&work->lane_actors, slots + 1);
    uint32_t *following = reserve(&work->following, execution->length + 1), *fronts = reserve(&work->fronts, slots + 1);
    work->execution = execution;
    work->length = execution->length;
    work->lanes = slots;
    for (uint32_t i = 0; i < execution->length; i++) {
        const Step *step = &execution->steps[i];
        following[i] = NO_STEP;
        if (step->previous) {
            following[step->previous - 1] = i;
        } else {
            fronts[step->slot] = i;
            actors[step->slot] = step->actor;
        }
    }
    uint32_t *order = reserve(&work->order, slots + 1);
    for (uint32_t i = 0; i < slots; i++) cast_meet(cast, actors[i]);
    for (uint32_t i = 0; i < slots; i++) {
        uint32_t at = i, rank = cast_rank(cast, actors[i]);
        for (; at > 0 && cast_rank(cast, actors[order[at - 1]]) > rank; at--) order[at] = order[at - 1];
        order[at] = i;
    }
    memset(reserve(&work->waits, 2 * (size_t)slots), 0, 2 * (size_t)slots * sizeof(uint32_t));
    reserve(&work->actors, work->length + 1);
}

// Whether all that happens before the next step of a slot was told. If not, the slot waits for one of those.
static bool is_next(Reorder *work, uint32_t slot) {
    const uint32_t *fronts = work->fronts.items;
    uint32_t *wait = work->waits.items + 2 * (size_t)slot;
    if (fronts[slot] == NO_STEP || fronts[wait[0]] < wait[1]) return false;
    Clock clock = work->execution->steps[fronts[slot]].clock;
    for (uint32_t i = 0; i < clock.size; i++) {
        if (fronts[i] >= clock.seen[i] || i == slot) continue;
        wait[0] = i;
        wait[1] = clock.seen[i];
        return false;
    }
    return true;
}

static Actor tell_next(Reorder *work, uint32_t slot) {
    work->fronts.items[slot] = work->following.items[work->fronts.items[slot]];
    return work->lane_actors.items[slot];
}

static uint32_t first_next(Reorder *work) {
    const uint32_t *slot = work->order.items;
    while (!is_next(work, *slot)) slot++;
    return *slot;
}

// Each lane goes on as long as it can, then the first that can.
static uint32_t run_greedily(Reorder *work, const Execution *execution, Cast *cast) {
    begin_steps(work, execution, cast);
    uint32_t switches = 0, slot = work->length ? work->order.items[0] : 0;
    for (uint32_t i = 0; i < work->length; i++) {
        if (!is_next(work, slot)) {
            slot = first_next(work);
            switches += i > 0;
        }
        work->actors.items[i] = tell_next(work, slot);
    }
    return switches;
}

bool reorder_first(Reorder *work, const Execution *execution, Cast *cast, const Actor *best, uint32_t length) {
    const Normal *normal = &work->normal;
    normal_update(&work->normal, execution, cast);
    uint32_t node = normal->next[0], same = 0;
    while (best && node && same < length && normal->actors[node] == best[same]) node = normal->next[node], same++;
    if (best && same == length) return false;
    if (best && node && cast_rank(cast, normal->actors[node]) > cast_rank(cast, best[same])) return false;
    Actor *actors = reserve(&work->actors, execution->length + 1);
    work->length = 0;
    for (node = normal->next[0]; node; node = normal->next[node]) actors[work->length++] = normal->actors[node];
    return true;
}

// --- the door ------------------------------------------------------------------------------------------------

uint32_t reorder_fewest(Reorder *work, const Execution *execution, Cast *cast, uint32_t limit) {
    make_lanes(work, execution, cast);
    if (work->lanes > 0 && work->lanes - 1 > limit) return REORDER_TOO_MANY;
    uint64_t width = WORK_MAX / ((uint64_t)(work->lanes + 1) * (work->lanes + 1) * (work->length + 1));
    if (width == 0) return run_greedily(work, execution, cast);
    return search_levels(work, width < WIDTH_MAX ? (uint32_t)width : WIDTH_MAX, limit);
}

int reorder_compare(const Cast *cast, const Actor *a, uint32_t a_length, const Actor *b, uint32_t b_length) {
    for (uint32_t i = 0; i < a_length && i < b_length; i++)
        if (a[i] != b[i]) return cast_rank(cast, a[i]) < cast_rank(cast, b[i]) ? -1 : 1;
    return a_length < b_length ? -1 : a_length > b_length;
}
