#include "explore/parallel/jobs.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/memory.h"
#include "explore/dpor/position.h"
#include "explore/parallel/crew.h"
#include "explore/parallel/work_unit.h"

enum {
    REGIONS_PER_WORKER = 4,
    JOIN_AT = 1 << 16,   // bytes of what was found
    LOSSES_MAX = 2,
    SHARE_OF_TELLING = 100,
    EVENTS_BETWEEN_LOOKS = 1024,
    NO_UNIT = UINT32_MAX
};
enum { KEPT_UNITS = 'U', KEPT_SLICE = 'S', KEPT_ACTOR = 'A' };   // first byte of a record

typedef struct {   // what a worker has done so far of its unit
    _Atomic uint64_t explored, blocked, events;
    atomic_uint errors;
} Count;

typedef struct {   // memory of all processes
    atomic_bool stop;
    Count counts[];   // by worker
} Shared;

typedef struct {
    WorkUnit unit;
    bool taken;        // somebody searches it
    uint32_t losses;   // of those who did, since something was heard of it
    uint64_t agreed;   // with so many orders, and one; 0: nobody looked
} Task;

typedef struct {
    Machine *machine;
    const Jobs *jobs;
    const SearchConfig *config;
    double start;
    Task *tasks;
    uint32_t task_count;
    uint32_t *task_of;   // by worker; NO_UNIT: none
    Learned *learned;
    Shared *shared;
    Text actors;   // their records, as texts of a parcel
    size_t kept;   // bytes, since all was kept anew
    SearchResult result;
    Error *err;
} Keeper;

// --- splitting -------------------------------------------------------------------------------------------

// The first execution of a region shows by which race it can be split.
static bool split(Keeper *k, Region *region) {
    SearchConfig config = *k->config;
    Search search;
    Execution *execution = &search.execution;
    uint32_t depth = config.bound.depth;
    config.region = region;
    config.learned = k->learned;
    search_begin(&search, k->machine, &config);
    for (Choice *choice;
         (!depth || execution->length < depth) && (choice = config.strategy->choose(execution, config.order));)
        execution_forward(execution, choice);
    execution_compute_clocks(execution);
    Region half = *region;
    bool found = region_split(execution, &half);
    search_finish(&search);
    learned_begin_again(k->learned);   // nothing was relied on
    *region = half;
    return found;
}

// All are split in two, round by round, as long as there are races.
static void split_all(Keeper *k) {
    uint32_t wanted = k->jobs->regions ? k->jobs->regions : REGIONS_PER_WORKER * k->jobs->workers;
    uint32_t before = 0;
    k->tasks = memory_zeroed(wanted, sizeof *k->tasks);
    k->task_count = 1;
    while (before < k->task_count && k->task_count < wanted) {
        before = k->task_count;
        for (uint32_t i = 0; i < before && k->task_count < wanted; i++) {
            if (!split(k, &k->tasks[i].unit.region)) continue;
            Region *other = &k->tasks[k->task_count++].unit.region;
            *other = k->tasks[i].unit.region;
            region_turn_last(other);
        }
    }
}

// --- a worker --------------------------------------------------------------------------------------------

typedef struct {
    Keeper *keeper;
    Channel *back;
    Count *count;
    SearchConfig config;
    Region region;
    Search search;
    Slice slice;            // that is told next
    uint32_t orders_told;   // pairs
    double next;            // when it is
    uint64_t look;          // events at which the clock is looked at next
    bool told_to_stop;
} Worker;

static void count_errors(const Worker *w) {
    const Jobs *jobs = w->keeper->jobs;
    uint32_t errors = jobs->errors ? jobs->errors(w->config.context) : 0;
    if (errors > atomic_load_explicit(&w->count->errors, memory_order_relaxed))
        atomic_store_explicit(&w->count->errors, errors, memory_order_relaxed);
}

// The clock is looked at after some events.
static bool is_time(Worker *w, const JobsJournal *journal) {
    if (journal->seconds > 0 && w->search.execution.events < w->look) return false;
    w->look = w->search.execution.events + EVENTS_BETWEEN_LOOKS;
    return bound_now() >= w->next;
}

static void attend(Search *search) {
    Worker *w = search->pause_context;
    const JobsJournal *journal = w->keeper->jobs->journal;
    atomic_store_explicit(&w->count->explored, search->result.explored, memory_order_relaxed);
    atomic_store_explicit(&w->count->blocked, search->result.blocked, memory_order_relaxed);
    atomic_store_explicit(&w->count->events, search->execution.events, memory_order_relaxed);
    count_errors(w);
    w->told_to_stop = atomic_load_explicit(&w->keeper->shared->stop, memory_order_relaxed);
    if (w->told_to_stop) search_stop(search, CUT_STOPPED);
    if (journal && is_time(w, journal)) search_halt(search);
}

// What it found ended the search, and not somebody else.
static bool stops_all(const Worker *w) {
    const Search *search = &w->search;
    const volatile sig_atomic_t *stop = w->config.bound.stop;
    return search->stopped && search->result.cuts & CUT_STOPPED && !w->told_to_stop && !(stop && *stop);
}

// Where telling takes long it is done less often, so that it costs a hundredth at most.
static void plan_next(Worker *w, double spent) {
    double usual = w->keeper->jobs->journal->seconds, least = SHARE_OF_TELLING * spent;
    w->next = bound_now() + (usual > 0 && least > usual ? least : usual);
}

// What is new since the last slice. Without a journal nobody will go on from where it stands.
static void tell(Worker *w, bool done) {
    Slice *slice = &w->slice;
    Text bytes = {0};
    double start = bound_now();
    const Keeper *k = w->keeper;
    const Orders *orders = &w->config.learned->orders;
    slice->done = done;
    slice->stops = stops_all(w);
    slice->result = w->search.result;
    slice->result.events = w->search.execution.events;
    slice->result.cuts |= w->search.execution.broken ? CUT_CONTRACT : 0;
    orders_save(orders, w->orders_told, &slice->orders);
    w->orders_told = orders->pairs.count;
    if (k->jobs->journal && !done) position_save(&w->search, &slice->position);
    k->jobs->save(w->config.context, &slice->found);
    slice_save(slice, &bytes);
    crew_say(w->back, &bytes);
    text_free(&bytes);
    slice_free(slice);
    *slice = (Slice){.unit = slice->unit};
    k->config->forget(w->config.context);
    if (k->jobs->journal) plan_next(w, bound_now() - start);
}

// What was told before does not count: the search has begun again, and with it what is found.
static void tell_afresh(Worker *w) {
    slice_free(&w->slice);
    w->slice = (Slice){.unit = w->slice.unit, .fresh = true};
    w->orders_told = 0;
}

// Where it would begin again there is nothing to tell.
static bool has_news(const Search *search) {
    const Learned *learned = search->learned;
    return !search->again && !learned->outdated && !learned->broken && !learned->orders.refuted;
}

static void explore(Worker *w) {
    Search *search = &w->search;
    bool done;
    do {
        search_walk(search);
        done = !search->stopped && !search->halted;
        if (search->stopped && !search->again) atomic_store(&w->keeper->shared->stop, true);
        if (search->again && search_begin_again(search))
            tell_afresh(w);
        else if (done || search->stopped || has_news(search))
            tell(w, done);
    } while (!done && !search->stopped);
    search_finish(search);
}

// --- a unit on its way to a worker -------------------------------------------------------------------------

// With it goes all that is known of the order of messages.
static void save_task(const Keeper *k, uint32_t index, Text *out) {
    const WorkUnit *unit = &k->tasks[index].unit;
    const Orders *orders = &k->learned->orders;
    uint64_t *keys = memory_new((orders->ordered + 1) * sizeof *keys);
    parcel_add_number(out, index);
    region_save(&unit->region, out);
    parcel_add_text(out, text_string(&unit->position), unit->position.size);
    parcel_add_text(out, text_string(&unit->orders), unit->position.size ? unit->orders.size : 0);
    parcel_add_number(out, orders_keys(orders, keys, orders->ordered));
    parcel_add(out, keys, orders->ordered * sizeof *keys);
    memory_free(keys);
}

static bool load_orders(Learned *learned, Parcel *in, Text *pieces) {
    parcel_text(in, pieces);
    Parcel piece = parcel_open(text_string(pieces), pieces->size);
    while (piece.at < piece.end)
        if (!orders_load(&learned->orders, &piece)) return false;
    return true;
}

static bool load_keys(Learned *learned, Parcel *in) {
    for (uint64_t left = parcel_number(in); left && !in->broken; left--)
        orders_learn_key(&learned->orders, parcel_number(in));
    return parcel_is_sound(in);
}

static void begin(Worker *w) {
    const Bound *bound = &w->keeper->config->bound;
    double spent = bound_now() - w->keeper->start;
    w->config.region = &w->region;
    if (bound->seconds > 0) w->config.bound.seconds = bound->seconds > spent ? bound->seconds - spent : 1e-9;
    search_begin(&w->search, w->keeper->machine, &w->config);
    w->search.pause = attend;
    w->search.pause_context = w;
}

static void renew(Learned *learned) {
    bool all = learned->orders.all;
    learned_free(learned);
    learned_init(learned, all);
}

// Where another worker stood, knowing what that one knew; or from the beginning.
static bool set_out(Worker *w, Parcel *in) {
    Learned *learned = w->config.learned;
    Text position = {0}, orders = {0};
    w->slice = (Slice){.unit = (uint32_t)parcel_number(in)};
    bool sound = region_load(&w->region, in);
    parcel_text(in, &position);
    bool moves = position.size > 0;
    if (moves) renew(learned);
    learned_begin_again(learned);
    sound = sound && load_orders(learned, in, &orders);
    w->orders_told = learned->orders.pairs.count;
    sound = sound && load_keys(learned, in);
    Parcel at = parcel_open(text_string(&position), position.size);
    sound = sound && (!moves || position_learn(learned, &at));
    begin(w);
    sound = sound && (!moves || position_go(&w->search, &at));
    if (!moves) tell_afresh(w);
    text_free(&position);
    text_free(&orders);
    return sound;
}

// The first process knows the numbers of all actors.
static uint32_t ask_number(void *context, Actor maker, uint64_t child) {
    Text question = {0}, answer = {0};
    parcel_add_number(&question, maker);
    parcel_add_number(&question, child);
    crew_ask(context, &question, &answer);
    Parcel in = parcel_open(text_string(&answer), answer.size);
    uint32_t number = (uint32_t)parcel_number(&in);
    text_free(&question);
    text_free(&answer);
    return number;
}

// One that cannot get to where its unit stands says so in a slice of no unit.
static void work(void *context, uint32_t index, const char *unit, size_t size, Channel *back) {
    Keeper *k = context;
    Worker w = {.keeper = k, .back = back, .count = &k->shared->counts[index], .config = *k->config};
    Parcel in = parcel_open(unit, size);
    machine_number_actors(k->machine, ask_number, back);
    w.config.learned = k->learned;
    if (k->jobs->journal) w.next = bound_now() + k->jobs->journal->seconds;
    if (set_out(&w, &in)) {
        explore(&w);
        return;
    }
    Text bytes = {0};
    search_finish(&w.search);
    slice_save(&(Slice){.unit = NO_UNIT}, &bytes);
    crew_say(back, &bytes);
    text_free(&bytes);
}

// --- the first process -----------------------------------------------------------------------------------

static void keep(Keeper *k, const Text *record) {
    const JobsJournal *journal = k->jobs->journal;
    if (!journal) return;
    journal->keep(journal->context, record);
    k->kept += record->size;
}

static void keep_slice(Keeper *k, const char *bytes, size_t size) {
    Text record = {0};
    text_add_char(&record, KEPT_SLICE);
    text_add_bytes(&record, bytes, size);
    keep(k, &record);
    text_free(&record);
}

// An actor that nobody has met before gets the next number.
static uint32_t give_number(void *context, Actor maker, uint64_t child) {
    Keeper *k = context;
    Actor number = machine_next_actor(k->machine);
    Text record = {0};
    text_add_char(&record, KEPT_ACTOR);
    parcel_add_number(&record, number);
    parcel_add_number(&record, maker);
    parcel_add_number(&record, child);
    parcel_add_text(&k->actors, record.data, record.size);
    keep(k, &record);
    text_free(&record);
    return number;
}

static void answer(void *context, const char *question, size_t size, Text *out) {
    const Keeper *k = context;
    Parcel in = parcel_open(question, size);
    Actor maker = (Actor)parcel_number(&in);
    uint64_t child = parcel_number(&in);
    parcel_add_number(out, machine_actor(k->machine, maker, child));
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

static bool add_slice(Keeper *k, const Slice *slice) {
    if (slice->unit == NO_UNIT)
        return fail(k->err, "the program does not go the way that was kept of it: it depends on something that is not "
                            "the same any more, such as a file that it reads");
    if (slice->unit >= k->task_count) return fail(k->err, "a worker's result cannot be read");
    Task *task = &k->tasks[slice->unit];
    task->losses = 0;
    task->agreed = 0;
    work_unit_add(&task->unit, slice);
    join_found(k, &task->unit);
    slice_teach(slice, &k->learned->orders);
    return true;
}

static bool read_slice(Keeper *k, const char *bytes, size_t size) {
    Slice slice;
    Parcel in = parcel_open(bytes, size);
    bool sound = slice_load(&slice, &in) && parcel_is_sound(&in);
    sound = sound ? add_slice(k, &slice) : fail(k->err, "a worker's result cannot be read");
    slice_free(&slice);
    return sound;
}

// --- keeping all of it in fewer bytes --------------------------------------------------------------------------

static void save_units(const Keeper *k, Text *record) {
    text_add_char(record, KEPT_UNITS);
    parcel_add_number(record, k->task_count);
    for (uint32_t i = 0; i < k->task_count; i++) region_save(&k->tasks[i].unit.region, record);
}

static size_t size_of_all(const Keeper *k) {
    size_t size = k->actors.size;
    for (uint32_t i = 0; i < k->task_count; i++) {
        const WorkUnit *unit = &k->tasks[i].unit;
        size += unit->orders.size + unit->position.size + unit->found.size;
    }
    return size;
}

static void add_unit(const Keeper *k, uint32_t number, Text *records) {
    Text pieces = {0}, record = {0};
    WorkUnit unit = k->tasks[number].unit;
    k->jobs->join(k->config->context, &unit.found, &record);
    parcel_add_text(&pieces, text_string(&record), record.size);
    unit.found = pieces;
    text_clear(&record);
    text_add_char(&record, KEPT_SLICE);
    work_unit_tell(&unit, number, &record);
    parcel_add_text(records, record.data, record.size);
    text_free(&pieces);
    text_free(&record);
}

static void keep_anew(Keeper *k) {
    const JobsJournal *journal = k->jobs->journal;
    Text records = {0}, units = {0};
    save_units(k, &units);
    text_add_bytes(&records, text_string(&k->actors), k->actors.size);
    parcel_add_text(&records, units.data, units.size);
    for (uint32_t i = 0; i < k->task_count; i++)
        if (k->tasks[i].unit.found.size) add_unit(k, i, &records);
    journal->keep_anew(journal->context, &records);
    text_free(&units);
    text_free(&records);
}

// As most of what is kept is about where searches stood before, there is little that still counts.
static void keep_anew_if_large(Keeper *k) {
    const JobsJournal *journal = k->jobs->journal;
    if (!journal || !journal->keep_anew || !k->jobs->join) return;
    if (k->kept < journal->room + 4 * size_of_all(k)) return;
    keep_anew(k);
    k->kept = 0;
}

static bool hear(void *context, uint32_t worker, const char *bytes, size_t size, Error *err) {
    Keeper *k = context;
    (void)worker, (void)err;
    if (!read_slice(k, bytes, size)) return false;
    keep_slice(k, bytes, size);
    keep_anew_if_large(k);
    return true;
}

static void let_go(Keeper *k, uint32_t worker) {
    if (k->task_of[worker] != NO_UNIT) k->tasks[k->task_of[worker]].taken = false;
    k->task_of[worker] = NO_UNIT;
}

static bool lose(void *context, uint32_t worker, Error *err) {
    Keeper *k = context;
    Task *task = k->task_of[worker] == NO_UNIT ? NULL : &k->tasks[k->task_of[worker]];
    let_go(k, worker);
    if (!task || ++task->losses < LOSSES_MAX) return true;
    return fail(err, "a worker ended before it was done");
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

static bool next(void *context, uint32_t worker, Text *out) {
    Keeper *k = context;
    let_go(k, worker);
    for (uint32_t i = 0; i < k->task_count && !atomic_load(&k->shared->stop); i++) {
        if (!is_open(k, &k->tasks[i])) continue;
        k->tasks[i].taken = true;
        k->task_of[worker] = i;
        save_task(k, i, out);
        return true;
    }
    return false;
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
static void look(void *context) {
    const Keeper *k = context;
    SearchResult all = {0};
    uint32_t most = 0;
    if (k->config->bound.stop && *k->config->bound.stop) atomic_store(&k->shared->stop, true);
    if (!k->jobs->progress) return;
    for (uint32_t i = 0; i < k->task_count; i++)
        if (!k->tasks[i].taken) add_counts(&all, &k->tasks[i].unit.result);
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

static bool run_crew(Keeper *k) {
    Crew crew = {.workers = k->jobs->workers < k->task_count ? k->jobs->workers : k->task_count,
                 .work = work,
                 .next = next,
                 .hear = hear,
                 .lose = lose,
                 .answer = answer,
                 .look = look,
                 .context = k};
    return crew_run(&crew, k->err);
}

// --- what was kept -------------------------------------------------------------------------------------------

static void keep_units(Keeper *k) {
    Text record = {0};
    save_units(k, &record);
    keep(k, &record);
    text_free(&record);
}

static bool read_units(Keeper *k, const char *bytes, size_t size) {
    Parcel in = parcel_open(bytes, size);
    uint64_t count = parcel_number_below(&in, size);
    if (k->tasks || !count) return false;
    k->tasks = memory_zeroed(count, sizeof *k->tasks);
    k->task_count = (uint32_t)count;
    for (uint64_t i = 0; i < count; i++)
        if (!region_load(&k->tasks[i].unit.region, &in)) return false;
    return parcel_is_sound(&in);
}

static bool read_actor(const Keeper *k, const char *bytes, size_t size) {
    Parcel in = parcel_open(bytes, size);
    Actor number = (Actor)parcel_number(&in), maker = (Actor)parcel_number(&in);
    uint64_t child = parcel_number(&in);
    return parcel_is_sound(&in) && number == machine_next_actor(k->machine) &&
           machine_actor(k->machine, maker, child) == number;
}

static bool read_record(Keeper *k, const Text *record) {
    const char *bytes = record->data + 1;
    if (!record->size) return false;
    if (record->data[0] == KEPT_UNITS) return read_units(k, bytes, record->size - 1);
    if (record->data[0] == KEPT_ACTOR) {
        parcel_add_text(&k->actors, record->data, record->size);
        return read_actor(k, bytes, record->size - 1);
    }
    return record->data[0] == KEPT_SLICE && k->tasks && read_slice(k, bytes, record->size - 1);
}

static bool read_kept(Keeper *k) {
    const JobsJournal *journal = k->jobs->journal;
    Text record = {0};
    bool sound = true;
    Parcel in = parcel_open(journal ? journal->kept : NULL, journal ? journal->kept_size : 0);
    while (sound && in.at < in.end) {
        parcel_text(&in, &record);
        k->kept += record.size;
        sound = !in.broken && read_record(k, &record);
    }
    text_free(&record);
    return sound || fail(k->err, "what was kept of the search cannot be read");
}

// An error that ended the search ends it again; what else did does not count any more.
static void stop_if_it_was(Keeper *k) {
    for (Task *task = k->tasks; task < k->tasks + k->task_count; task++)
        if (task->unit.stops)
            atomic_store(&k->shared->stop, true);
        else
            task->unit.result.cuts &= ~(unsigned)(CUT_TIME | CUT_STOPPED);
}

// --- the door --------------------------------------------------------------------------------------------------

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
    for (uint32_t i = 0; i < k->task_count && sound; i++) {
        const WorkUnit *unit = &k->tasks[i].unit;
        all_done &= unit->done;
        add_counts(&k->result, &unit->result);
        sound = load_found(k, unit);
    }
    if (!all_done && !(k->result.cuts & (CUT_TIME | CUT_STOPPED))) k->result.cuts |= CUT_STOPPED;
    return sound;
}

static bool run(Keeper *k) {
    if (!read_kept(k)) return false;
    machine_number_actors(k->machine, give_number, k);
    if (!k->tasks) split_all(k), keep_units(k);
    stop_if_it_was(k);
    bool done = run_crew(k);
    return sum_up(k) && done;
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
    for (uint32_t i = 0; i < jobs->workers; i++) k.task_of[i] = NO_UNIT;
    bool done = run(&k);
    machine_number_actors(machine, NULL, NULL);
    munmap(k.shared, size);
    learned_free(&own);
    for (uint32_t i = 0; i < k.task_count; i++) work_unit_free(&k.tasks[i].unit);
    memory_free(k.tasks);
    memory_free(k.task_of);
    text_free(&k.actors);
    k.result.seconds = bound_now() - k.start;
    k.result.complete = k.result.cuts == 0;
    *result = k.result;
    return done;
}
