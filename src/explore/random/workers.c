#include "explore/random/workers.h"

#include "base/array.h"
#include "base/parcel.h"
#include "explore/dpor/bound.h"
#include "explore/parallel/crew.h"

enum { DRAWS_MAX = 256, UNITS_AHEAD = 16, LOSSES_MAX = 2 };
static const double unit_seconds = 0.05;   // a unit should take

// Some draws in a row, which one process does. What came of them waits for those before.
typedef struct {
    uint64_t first;
    uint32_t count, member;
    bool taken, here;   // by the member; back from it
    double since;
    Log log;   // but for what is seen, which is the member's
} Unit;

typedef struct {
    Workers *workers;
    Error *err;
    ARRAY(Unit) units;   // not told yet, in order
    Log *logs;           // of each member, what it has seen so far
    uint32_t *losses;    // of each, since something was heard of it
    uint64_t next;       // draw that belongs to no unit
    uint32_t size;       // of the next unit
    bool enough;
} Foreman;

// --- one of them ---------------------------------------------------------------------------------------------

static void work(void *context, uint32_t index, const char *unit, size_t size, Channel *back) {
    const Foreman *f = context;
    Worker *worker = f->workers->worker;
    Parcel in = parcel_open(unit, size);
    uint64_t first = parcel_number(&in), count = parcel_number(&in);
    Text bytes = {0};
    (void)index;
    for (uint64_t i = 0; i < count && !worker_is_late(worker); i++) worker_draw(worker, first + i);
    log_save(&worker->log, &bytes);
    crew_say(back, &bytes);
    log_clear(&worker->log);
    text_free(&bytes);
}

// --- the one who puts together -------------------------------------------------------------------------------

static void free_unit(Unit *unit) {
    unit->log.seen = NULL;
    unit->log.seen_count = unit->log.seen_capacity = 0;
    log_free(&unit->log);
}

// The log of a unit is the member's but for what is seen, which stays there and grows.
static bool read_log(Foreman *f, Unit *unit, const char *bytes, size_t size) {
    Log *log = &f->logs[unit->member];
    bool sound = log_load(log, bytes, size);
    unit->log = *log;
    *log = (Log){.seen = log->seen, .seen_count = log->seen_count, .seen_capacity = log->seen_capacity};
    return sound || fail(f->err, "what a worker says cannot be read");
}

// False: it was the last one that is wanted, or what came of it was cut short.
static bool tell(Foreman *f, Unit *unit) {
    Workers *workers = f->workers;
    unit->log.seen = f->logs[unit->member].seen;
    unit->log.seen_count = f->logs[unit->member].seen_count;
    for (uint32_t i = 0, first = 0; i < unit->log.draw_count; i++) {
        if (!workers->take(workers->context, &unit->log, i, first)) return false;
        first += unit->log.draws[i].runs;
    }
    if (unit->log.draw_count == unit->count) return true;
    workers->cuts = worker_is_late(workers->worker);
    return false;
}

// In the order of their draws, as far as they are there.
static void tell_all(Foreman *f) {
    uint32_t told = 0;
    while (told < f->units.count && f->units.items[told].here && !f->enough) {
        f->enough = !tell(f, &f->units.items[told]);
        free_unit(&f->units.items[told++]);
    }
    for (uint32_t i = told; i < f->units.count; i++) f->units.items[i - told] = f->units.items[i];
    f->units.count -= told;
}

static Unit *unit_of(Foreman *f, uint32_t member) {
    for (uint32_t i = 0; i < f->units.count; i++)
        if (f->units.items[i].member == member && f->units.items[i].taken && !f->units.items[i].here)
            return &f->units.items[i];
    return NULL;
}

static void choose_size(Foreman *f, double seconds) {
    if (seconds < unit_seconds && f->size < DRAWS_MAX) f->size *= 2;
    if (seconds > 2 * unit_seconds && f->size > 1) f->size /= 2;
}

static bool hear(void *context, uint32_t member, const char *bytes, size_t size, Error *err) {
    Foreman *f = context;
    Unit *unit = unit_of(f, member);
    if (!unit) return fail(err, "what a worker says cannot be read");
    if (!read_log(f, unit, bytes, size)) return false;
    unit->here = true;
    f->losses[member] = 0;
    choose_size(f, bound_now() - unit->since);
    tell_all(f);
    return true;
}

// A member that lost what it had done comes first to that: others may have seen what comes later, and say less of it.
static Unit *left_behind(Foreman *f, uint32_t member) {
    for (uint32_t i = 0; i < f->units.count; i++)
        if (f->units.items[i].member == member && !f->units.items[i].taken) return &f->units.items[i];
    return NULL;
}

static Unit *begin_unit(Foreman *f, uint32_t member) {
    if (f->units.count >= UNITS_AHEAD * f->workers->jobs) return NULL;
    array_push(&f->units, (Unit){.first = f->next, .count = f->size, .member = member});
    f->next += f->size;
    return array_last(&f->units);
}

static bool next(void *context, uint32_t member, Text *out) {
    Foreman *f = context;
    Unit *unit = f->enough ? NULL : left_behind(f, member);
    if (!unit && !f->enough) unit = begin_unit(f, member);
    if (!unit) return false;
    unit->taken = true;
    unit->since = bound_now();
    parcel_add_number(out, unit->first);
    parcel_add_number(out, unit->count);
    return true;
}

static void log_forget(Log *log) {
    log_free(log);
    *log = (Log){.seen = NULL};
}

// What it has seen is known by numbers that its successor does not know: all that was not told yet is done again.
static bool lose(void *context, uint32_t member, Error *err) {
    Foreman *f = context;
    log_forget(&f->logs[member]);
    for (uint32_t i = 0; i < f->units.count; i++) {
        Unit *unit = &f->units.items[i];
        if (unit->member != member) continue;
        if (unit->here) free_unit(unit);
        *unit = (Unit){.first = unit->first, .count = unit->count, .member = member};
    }
    return ++f->losses[member] < LOSSES_MAX || fail(err, "a worker ended before it was done");
}

static bool is_enough(void *context) { return ((const Foreman *)context)->enough; }

static void look(void *context) {
    Foreman *f = context;
    unsigned late = worker_is_late(f->workers->worker);
    if (!late || f->enough) return;
    f->workers->cuts = late;
    f->enough = true;
}

bool workers_run(Workers *workers, Error *err) {
    Foreman f = {.workers = workers,
                 .err = err,
                 .logs = memory_zeroed(workers->jobs, sizeof(Log)),
                 .losses = memory_zeroed(workers->jobs, sizeof(uint32_t)),
                 .next = workers->next,
                 .size = 1};
    Crew crew = {.workers = workers->jobs,
                 .work = work,
                 .next = next,
                 .enough = is_enough,
                 .hear = hear,
                 .lose = lose,
                 .look = look,
                 .context = &f};
    workers->worker->log.seen_saved = 0;
    bool done = crew_run(&crew, err);
    for (uint32_t i = 0; i < f.units.count; i++) free_unit(&f.units.items[i]);
    for (uint32_t i = 0; i < workers->jobs; i++) log_free(&f.logs[i]);
    array_free(&f.units);
    memory_free(f.logs);
    memory_free(f.losses);
    return done;
}
