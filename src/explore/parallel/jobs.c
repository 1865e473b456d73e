#include "explore/parallel/jobs.h"

#include <poll.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/memory.h"
#include "explore/parallel/fork.h"

enum { REGIONS_PER_WORKER = 4, RESULT = 'R' };   // RESULT: a Part, orders of messages, then what was found

typedef struct {   // what a worker has done so far
    _Atomic uint64_t explored, blocked, events;
    atomic_uint errors;
} Count;

typedef struct {        // memory of all processes
    atomic_uint next;   // region that nobody has taken
    atomic_bool stop;
    Count counts[];   // by worker
} Shared;

typedef struct {   // of the result, that a worker tells
    SearchResult result;
    uint32_t orders;   // of messages that it has learned
} Part;

typedef struct {
    Machine *machine;
    const Jobs *jobs;
    const SearchConfig *config;
    double start;
    Region *regions;
    uint32_t region_count;
    Learned *learned;
    uint32_t known_orders;   // that every worker knew of
    Shared *shared;
    Fork *forks;      // workers
    bool *finished;   // which of them
    uint32_t count;
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
    k->regions = memory_zeroed(wanted, sizeof *k->regions);
    k->region_count = 1;
    while (before < k->region_count && k->region_count < wanted) {
        before = k->region_count;
        for (uint32_t i = 0; i < before && k->region_count < wanted; i++) {
            if (!split(k, &k->regions[i])) continue;
            Region *other = &k->regions[k->region_count++];
            *other = k->regions[i];
            region_turn_last(other);
        }
    }
}

// --- a worker --------------------------------------------------------------------------------------------

typedef struct {
    Keeper *keeper;
    Channel *channel;
    Count *count;
    SearchConfig config;
    SearchResult result;
    uint32_t *taken;   // regions
    uint32_t taken_count;
    bool again;   // all that it has taken is to be searched again
} Worker;

static _Noreturn void give_up(void) { _exit(EXIT_FAILURE); }

static void attend(Search *search) {
    const Worker *w = search->pause_context;
    Count *count = w->count;
    atomic_store_explicit(&count->explored, search->result.explored, memory_order_relaxed);
    atomic_store_explicit(&count->blocked, search->result.blocked, memory_order_relaxed);
    atomic_store_explicit(&count->events, search->execution.events, memory_order_relaxed);
    if (w->keeper->jobs->errors)
        atomic_store_explicit(&count->errors, w->keeper->jobs->errors(w->config.context), memory_order_relaxed);
    if (atomic_load_explicit(&w->keeper->shared->stop, memory_order_relaxed)) search_stop(search, CUT_STOPPED);
}

// Counts go on from one region to the next. Of what was found nothing can be taken away, so that whoever has to begin
// again with one region begins again with all.
static void explore(Worker *w, const Region *region) {
    const Bound *bound = &w->keeper->config->bound;
    double spent = bound_now() - w->keeper->start;
    Search search;
    w->config.region = region;
    if (bound->seconds > 0) w->config.bound.seconds = bound->seconds > spent ? bound->seconds - spent : 1e-9;
    search_begin(&search, w->keeper->machine, &w->config);
    search.result = w->result;
    search.execution.events = w->result.events;
    search.pause = attend;
    search.pause_context = w;
    search_walk(&search);
    w->again = search_begin_again(&search);
    if (search.stopped) atomic_store(&w->keeper->shared->stop, true);
    w->result = search_finish(&search);
}

static bool take_region(Worker *w) {
    Shared *shared = w->keeper->shared;
    if (atomic_load(&shared->stop)) return false;
    uint32_t region = atomic_fetch_add(&shared->next, 1);
    if (region < w->keeper->region_count) w->taken[w->taken_count++] = region;
    return region < w->keeper->region_count;
}

static void tell_result(Worker *w) {
    Text message = {0};
    const Orders *orders = &w->config.learned->orders;
    Part part = {w->result, orders->ordered};
    uint64_t *keys = memory_new((orders->ordered + 1) * sizeof *keys);
    orders_keys(orders, keys, orders->ordered);
    text_add_bytes(&message, &part, sizeof part);
    text_add_bytes(&message, keys, orders->ordered * sizeof *keys);
    memory_free(keys);
    w->keeper->jobs->save(w->config.context, &message);
    if (!channel_send(w->channel, RESULT, message.data, message.size)) give_up();
    text_free(&message);
}

static _Noreturn void work(void *context, uint32_t index, Channel *channel) {
    Keeper *k = context;
    Worker w = {.keeper = k, .channel = channel, .count = &k->shared->counts[index], .config = *k->config};
    w.config.learned = k->learned;
    w.taken = memory_new(k->region_count * sizeof *w.taken);
    for (uint32_t done = 0; done < w.taken_count || take_region(&w); done = w.again ? 0 : done + 1) {
        explore(&w, &k->regions[w.taken[done]]);
    }
    tell_result(&w);
    _exit(EXIT_SUCCESS);
}

// --- the first process -----------------------------------------------------------------------------------

// What one of them has learned of the order of messages all should know.
static void learn_orders(Keeper *k, uint32_t count, const char *bytes) {
    for (uint32_t i = 0; i < count; i++) {
        uint64_t key;
        memcpy(&key, bytes + i * sizeof key, sizeof key);
        orders_learn_key(&k->learned->orders, key);
    }
    if (count < k->known_orders) k->known_orders = count;
}

static bool handle_result(Keeper *k, uint32_t index, const char *bytes, size_t size) {
    Part part;
    if (size < sizeof part) return fail(k->err, "a worker's result cannot be read");
    memcpy(&part, bytes, sizeof part);
    size_t head = sizeof part + part.orders * sizeof(uint64_t);
    if (size < head) return fail(k->err, "a worker's result cannot be read");
    k->result.explored += part.result.explored;
    k->result.blocked += part.result.blocked;
    k->result.outside += part.result.outside;
    k->result.events += part.result.events;
    k->result.running += part.result.running;
    k->result.cuts |= part.result.cuts;
    k->finished[index] = true;
    learn_orders(k, part.orders, bytes + sizeof part);
    if (k->jobs->load(k->config->context, bytes + head, size - head)) return true;
    return fail(k->err, "a worker's findings cannot be read");
}

static bool listen_to(Keeper *k, uint32_t index) {
    char kind;
    const char *bytes;
    size_t size;
    ChannelState state = channel_receive(&k->forks[index].channel, false, &kind, &bytes, &size);
    if (state == CHANNEL_CLOSED) return fail(k->err, "a worker ended before it was done");
    return state == CHANNEL_EMPTY || handle_result(k, index, bytes, size);
}

static bool all_finished(const Keeper *k) {
    for (uint32_t i = 0; i < k->count; i++)
        if (!k->finished[i]) return false;
    return true;
}

static void tell_progress(const Keeper *k) {
    SearchResult all = {0};
    uint32_t most = 0;
    if (!k->jobs->progress) return;
    for (Count *count = k->shared->counts; count < k->shared->counts + k->count; count++) {
        uint32_t errors = atomic_load(&count->errors);
        all.explored += atomic_load(&count->explored);
        all.blocked += atomic_load(&count->blocked);
        all.events += atomic_load(&count->events);
        if (errors > most) most = errors;
    }
    k->jobs->progress(k->config->context, &all, most);
}

static bool listen_to_all(Keeper *k) {
    struct pollfd *polls = memory_zeroed(k->count, sizeof *polls);
    bool sound = true;
    while (sound && !all_finished(k)) {
        if (k->config->bound.stop && *k->config->bound.stop) atomic_store(&k->shared->stop, true);
        for (uint32_t i = 0; i < k->count; i++)
            polls[i] = (struct pollfd){.fd = k->finished[i] ? -1 : k->forks[i].channel.socket, .events = POLLIN};
        poll(polls, k->count, 100);
        for (uint32_t i = 0; sound && i < k->count; i++)
            if (polls[i].revents) sound = listen_to(k, i);
        tell_progress(k);
    }
    memory_free(polls);
    return sound;
}

static bool run_workers(Keeper *k) {
    uint32_t wanted = k->jobs->workers < k->region_count ? k->jobs->workers : k->region_count;
    bool started = true;
    k->forks = memory_zeroed(wanted, sizeof *k->forks);
    k->finished = memory_zeroed(wanted, sizeof *k->finished);
    for (uint32_t i = 0; started && i < wanted; i++) {
        started = fork_start(k->forks, i, work, k, k->err);
        k->count += started;
    }
    return started && listen_to_all(k);
}

static void end_workers(Keeper *k) {
    for (uint32_t i = 0; i < k->count; i++) fork_end(&k->forks[i], k->finished[i]);
    memory_free(k->forks);
    memory_free(k->finished);
}

static bool run_all(Keeper *k) {
    bool done = run_workers(k);
    end_workers(k);
    return done;
}

// The numbers of all regions are about one relation: if one of the workers has learned of an order that another one did
// not know of, all begin again with what all know.
static bool run_until_agreed(Keeper *k) {
    for (;;) {
        k->known_orders = UINT32_MAX;
        if (!run_all(k)) return false;
        if (k->known_orders >= k->learned->orders.ordered || k->result.cuts) return true;
        k->result = (SearchResult){.events = k->result.events};
        k->count = 0;
        atomic_store(&k->shared->next, 0);
        atomic_store(&k->shared->stop, k->config->bound.stop && *k->config->bound.stop);
        learned_begin_again(k->learned);
        if (k->config->forget) k->config->forget(k->config->context);
    }
}

bool jobs_run(Machine *machine, const SearchConfig *config, const Jobs *jobs, SearchResult *result, Error *err) {
    Keeper k = {.machine = machine, .jobs = jobs, .config = config, .start = bound_now(), .err = err};
    size_t size = sizeof *k.shared + jobs->workers * sizeof(Count);
    k.shared = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (k.shared == MAP_FAILED) return fail(err, "there is no memory to share");
    Learned own;
    learned_init(&own, config->every_order);
    k.learned = config->learned ? config->learned : &own;
    split_all(&k);
    bool done = run_until_agreed(&k);
    if (atomic_load(&k.shared->stop) && !k.result.cuts) k.result.cuts = CUT_STOPPED;   // before anybody could begin
    munmap(k.shared, size);
    learned_free(&own);
    memory_free(k.regions);
    k.result.seconds = bound_now() - k.start;
    k.result.complete = k.result.cuts == 0;
    *result = k.result;
    return done;
}
