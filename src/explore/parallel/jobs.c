#include "explore/parallel/jobs.h"

#include <assert.h>
#include <sys/mman.h>

#include "explore/parallel/keeper.h"

enum {
    REGIONS_PER_WORKER = 4,
    JOIN_AT = 1 << 16,   // bytes of what was found
    LOSSES_MAX = 2
};

// --- units -----------------------------------------------------------------------------------------------

Task *keeper_task(Keeper *k, uint32_t number) {
    while (k->tasks.count <= number) array_push(&k->tasks, (Task){0});
    return &k->tasks.items[number];
}

double keeper_seconds_between(const Keeper *k) {
    return k->jobs->journal ? k->jobs->journal->seconds : k->jobs->sharing ? k->jobs->sharing->seconds : 1;
}

// Pieces become one when there is three times as much of them as when that was done last.
static void join_found(const Keeper *k, WorkUnit *unit) {
    Text joined = {0}, found = {0};
    if (!k->jobs->join || unit->found.size < JOIN_AT + 3 * unit->joined) return;
    k->jobs->join(k->config->context, &unit->found, &joined);
    parcel_add_text(&found, text_string(&joined), joined.size);
    text_free(&joined);
    text_free(&unit->found);
    unit->found = found;
    unit->joined = found.size;
}

bool keeper_add_slice(Keeper *k, const Slice *slice) {
    if (slice->unit == NO_UNIT)
        return fail(k->err, "the program does not go the way that was kept of it: it depends on something that is not "
                            "the same any more, such as a file that it reads");
    if (slice->unit >= k->tasks.count) return fail(k->err, "a worker's result cannot be read");
    Task *task = &k->tasks.items[slice->unit];
    task->losses = 0;
    task->agreed = 0;
    work_unit_add(&task->unit, slice);
    join_found(k, &task->unit);
    slice_teach(slice, &k->learned->orders);
    return true;
}

void keeper_save_task(const Keeper *k, uint32_t number, Text *out) {
    const WorkUnit *unit = &k->tasks.items[number].unit;
    const Orders *orders = &k->learned->orders;
    uint64_t *keys = memory_new((orders->ordered + 1) * sizeof *keys);
    parcel_add_number(out, number);
    region_save(&unit->region, out);
    parcel_add_text(out, text_string(&unit->position), unit->position.size);
    parcel_add_text(out, text_string(&unit->orders), unit->position.size ? unit->orders.size : 0);
    parcel_add_number(out, orders_keys(orders, keys, orders->ordered));
    parcel_add(out, keys, orders->ordered * sizeof *keys);
    memory_free(keys);
}

void keeper_hand_out(Keeper *k, uint32_t number, uint32_t worker, Text *out) {
    Task *task = &k->tasks.items[number];
    Count *count = &k->shared->counts[worker];
    task->taken = true;
    if (!task->unit.position.size) task->since = bound_now();
    k->task_of[worker] = number;
    atomic_store(&count->drop, false);
    atomic_store(&count->done, 0);
    keeper_save_task(k, number, out);
}

static void let_go(Keeper *k, uint32_t worker) {
    if (k->task_of[worker] != NO_UNIT) k->tasks.items[k->task_of[worker]].taken = false;
    k->task_of[worker] = NO_UNIT;
}

void keeper_drop(Keeper *k, uint32_t number) {
    for (uint32_t i = 0; i < k->jobs->workers; i++) {
        if (k->task_of[i] != number) continue;
        atomic_store(&k->shared->counts[i].drop, true);
        let_go(k, i);
    }
}

// --- actors ----------------------------------------------------------------------------------------------

// An actor that nobody has met before gets the next number.
static uint32_t give_number(void *context, Actor maker, uint64_t child) {
    Keeper *k = context;
    if (k->jobs->sharing) return sharing_number(k, maker, child);
    Actor number = machine_next_actor(k->machine);
    kept_add_actor(k, number, maker, child);
    return number;
}

static void answer(void *context, const char *question, size_t size, Text *out) {
    const Keeper *k = context;
    Parcel in = parcel_open(question, size);
    Actor maker = (Actor)parcel_number(&in);
    uint64_t child = parcel_number(&in);
    parcel_add_number(out, machine_actor(k->machine, maker, child));
}

// --- what the crew asks ----------------------------------------------------------------------------------

static bool hear_slice(Keeper *k, const char *bytes, size_t size, uint32_t worker) {
    Slice slice;
    Parcel in = parcel_open(bytes, size);
    bool sound = slice_load(&slice, &in) && parcel_is_sound(&in);
    if (!sound) fail(k->err, "a worker's result cannot be read");
    bool wanted = sound && (slice.unit == NO_UNIT || slice.unit == k->task_of[worker]);
    sound = sound && (!wanted || keeper_add_slice(k, &slice));
    if (sound && wanted) kept_add_slice(k, bytes, size);
    if (sound && wanted && k->jobs->sharing) sharing_tell(k, &slice);
    slice_free(&slice);
    return sound;
}

static bool hear(void *context, uint32_t worker, const char *bytes, size_t size, Error *err) {
    Keeper *k = context;
    (void)err;
    return hear_slice(k, bytes, size, worker) && !k->broken;
}

static bool lose(void *context, uint32_t worker, Error *err) {
    Keeper *k = context;
    uint32_t number = k->task_of[worker];
    let_go(k, worker);
    if (number == NO_UNIT) return true;
    if (k->jobs->sharing) {   // others count, too
        sharing_release(k, number, true);
        return !k->broken;
    }
    return ++k->tasks.items[number].losses < LOSSES_MAX || fail(err, "a worker ended before it was done");
}

// Whether the unit is to be searched. What contradicts what others have learned meanwhile is done again, and so is what
// nobody can go on with.
static bool is_open(const Keeper *k, Task *task) {
    WorkUnit *unit = &task->unit;
    const Orders *orders = &k->learned->orders;
    uint64_t known = (uint64_t)orders->ordered + 1;
    if (task->taken) return false;
    if (task->agreed != known && !work_unit_agrees(unit, orders)) work_unit_forget(unit);
    if (!unit->done && !unit->position.size) work_unit_forget(unit);
    task->agreed = known;
    return !unit->done;
}

static bool next_own(Keeper *k, uint32_t worker, Text *out) {
    for (uint32_t i = 0; i < k->tasks.count; i++) {
        if (!is_open(k, &k->tasks.items[i])) continue;
        keeper_hand_out(k, i, worker, out);
        return true;
    }
    return false;
}

// A worker has nothing to do. What is searched for long becomes two units.
static bool split_one(Keeper *k) {
    Region other;
    uint32_t number = splitting_candidate(k);
    if (number == NO_UNIT || k->tasks.count == UNITS_MAX || !splitting_split(k, number, &other)) return false;
    keeper_task(k, k->tasks.count)->unit.region = other;
    kept_add_half(k, number);
    return true;
}

static bool next(void *context, uint32_t worker, Text *out) {
    Keeper *k = context;
    let_go(k, worker);
    if (atomic_load(&k->shared->stop) || k->broken) return false;
    if (k->jobs->sharing) return sharing_next(k, worker, out);
    return next_own(k, worker, out) || (split_one(k) && next_own(k, worker, out));
}

static bool waits(void *context) {
    const Keeper *k = context;
    return k->jobs->sharing && !k->over && !k->broken && !atomic_load(&k->shared->stop);
}

static void add_counts(SearchResult *sum, const SearchResult *result) {
    sum->explored += result->explored;
    sum->blocked += result->blocked;
    sum->outside += result->outside;
    sum->events += result->events;
    sum->running += result->running;
    sum->cuts |= result->cuts;
}

// Of a unit that is being searched its worker has counted more than was told.
static void show(const Keeper *k) {
    SearchResult all = {0};
    uint32_t most = 0;
    for (uint32_t i = 0; i < k->tasks.count; i++)
        if (!k->tasks.items[i].taken) add_counts(&all, &k->tasks.items[i].unit.result);
    for (uint32_t i = 0; i < k->jobs->workers; i++) {
        Count *count = &k->shared->counts[i];
        SearchResult now = {.explored = atomic_load(&count->explored),
                            .blocked = atomic_load(&count->blocked),
                            .events = atomic_load(&count->events)};
        uint32_t errors = atomic_load(&count->errors);
        if (k->task_of[i] != NO_UNIT) add_counts(&all, &now);
        if (errors > most) most = errors;
    }
    k->jobs->progress(k->config->context, &all, most);
}

// Also when nobody has a unit whose search would end for want of time.
static void heed_limits(Keeper *k) {
    const Bound *bound = &k->config->bound;
    if (bound->stop && *bound->stop) atomic_store(&k->shared->stop, true);
    if (!k->jobs->sharing || bound->seconds <= 0 || bound_now() - k->start < bound->seconds) return;
    k->late = true;
    atomic_store(&k->shared->stop, true);
}

static void look(void *context) {
    Keeper *k = context;
    heed_limits(k);
    if (k->jobs->sharing) sharing_look(k);
    if (k->jobs->progress) show(k);
}

static bool run_crew(Keeper *k) {
    Crew crew = {.workers = k->jobs->workers,
                 .work = searcher_work,
                 .next = next,
                 .waits = waits,
                 .hear = hear,
                 .lose = lose,
                 .answer = answer,
                 .look = look,
                 .context = k};
    return crew_run(&crew, k->err) && !k->broken;
}

// --- the door --------------------------------------------------------------------------------------------------

// An error that ended the search ends it again; what else did does not count any more.
static void stop_if_it_was(Keeper *k) {
    for (uint32_t i = 0; i < k->tasks.count; i++) {
        WorkUnit *unit = &k->tasks.items[i].unit;
        if (unit->stops)
            atomic_store(&k->shared->stop, true);
        else
            unit->result.cuts &= ~(unsigned)(CUT_TIME | CUT_STOPPED);
    }
}

static bool load_found(const Keeper *k, const WorkUnit *unit) {
    Text piece = {0};
    bool sound = true;
    Parcel in = parcel_open(text_string(&unit->found), unit->found.size);
    while (sound && in.at < in.end) {
        parcel_text(&in, &piece);
        sound = !in.broken && k->jobs->load(k->config->context, text_string(&piece), piece.size);
    }
    text_free(&piece);
    return sound || fail(k->err, "a worker's findings cannot be read");
}

static bool sum_up(Keeper *k) {
    bool all_done = true, sound = true;
    for (uint32_t i = 0; i < k->tasks.count && sound; i++) {
        const WorkUnit *unit = &k->tasks.items[i].unit;
        all_done &= unit->done;
        add_counts(&k->result, &unit->result);
        sound = load_found(k, unit);
    }
    if (k->late) k->result.cuts |= CUT_TIME;
    if (!all_done && !(k->result.cuts & (CUT_TIME | CUT_STOPPED))) k->result.cuts |= CUT_STOPPED;
    return sound;
}

static bool run_here(Keeper *k) {
    uint32_t wanted = k->jobs->regions ? k->jobs->regions : REGIONS_PER_WORKER * k->jobs->workers;
    if (!kept_read(k)) return false;
    machine_number_actors(k->machine, give_number, k);
    if (!k->tasks.count) splitting_all(k, wanted), kept_add_units(k);
    stop_if_it_was(k);
    bool done = run_crew(k);
    return sum_up(k) && done;
}

static bool run_shared(Keeper *k) {
    if (!sharing_begin(k)) return false;
    machine_number_actors(k->machine, give_number, k);
    bool done = run_crew(k);
    sharing_end(k);
    if (!done || k->jobs->sharing->helps) return done;
    if (!sharing_collect(k) || !sum_up(k)) return false;
    return !k->all_done || !(k->result.cuts & (CUT_TIME | CUT_STOPPED)) ||
           fail(k->err, "the units of the run are not what the server says that they are");
}

bool jobs_run(Machine *machine, const SearchConfig *config, const Jobs *jobs, SearchResult *result, Error *err) {
    Keeper k = {.machine = machine, .jobs = jobs, .config = config, .start = bound_now(), .err = err};
    size_t size = sizeof *k.shared + jobs->workers * sizeof(Count);
    assert(config->forget);
    k.shared = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (k.shared == MAP_FAILED) return fail(err, "there is no memory to share");
    Learned own;
    learned_init(&own, config->every_order);
    k.learned = config->learned ? config->learned : &own;
    k.task_of = memory_new(jobs->workers * sizeof *k.task_of);
    k.next_ask = memory_zeroed(jobs->workers, sizeof *k.next_ask);
    for (uint32_t i = 0; i < jobs->workers; i++) k.task_of[i] = NO_UNIT;
    bool done = jobs->sharing ? run_shared(&k) : run_here(&k);
    machine_number_actors(machine, NULL, NULL);
    munmap(k.shared, size);
    learned_free(&own);
    for (uint32_t i = 0; i < k.tasks.count; i++) work_unit_free(&k.tasks.items[i].unit);
    array_free(&k.tasks);
    memory_free(k.task_of);
    memory_free(k.next_ask);
    text_free(&k.actors);
    k.result.seconds = bound_now() - k.start;
    k.result.complete = k.result.cuts == 0;
    *result = k.result;
    return done;
}
