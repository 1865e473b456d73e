#include "explore/dpor/estimate.h"
#include "explore/dpor/position.h"
#include "explore/parallel/keeper.h"

enum { SHARE_OF_TELLING = 100, EVENTS_BETWEEN_LOOKS = 1024 };

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
    bool told_to_stop, dropped;
} Worker;

// --- what is said of it ----------------------------------------------------------------------------------

static void count_errors(const Worker *w) {
    const Jobs *jobs = w->keeper->jobs;
    uint32_t errors = jobs->errors ? jobs->errors(w->config.context) : 0;
    if (errors > atomic_load_explicit(&w->count->errors, memory_order_relaxed))
        atomic_store_explicit(&w->count->errors, errors, memory_order_relaxed);
}

// The clock is looked at after some events.
static bool is_time(Worker *w) {
    uint64_t planned;
    if (keeper_seconds_between(w->keeper) > 0 && w->search.execution.events < w->look) return false;
    w->look = w->search.execution.events + EVENTS_BETWEEN_LOOKS;
    atomic_store_explicit(&w->count->done, estimate_done(&w->search.execution, &planned), memory_order_relaxed);
    return keeper_tells(w->keeper) && bound_now() >= w->next;
}

static void attend(Search *search) {
    Worker *w = search->pause_context;
    atomic_store_explicit(&w->count->explored, search->result.explored, memory_order_relaxed);
    atomic_store_explicit(&w->count->blocked, search->result.blocked, memory_order_relaxed);
    atomic_store_explicit(&w->count->events, search->execution.events, memory_order_relaxed);
    count_errors(w);
    w->dropped = atomic_load_explicit(&w->count->drop, memory_order_relaxed);
    w->told_to_stop = w->dropped || atomic_load_explicit(&w->keeper->shared->stop, memory_order_relaxed);
    if (w->told_to_stop) search_stop(search, CUT_STOPPED);
    if (is_time(w)) search_halt(search);
}

// What it found ended the search, and not somebody else.
static bool stops_all(const Worker *w) {
    const Search *search = &w->search;
    const volatile sig_atomic_t *stop = w->config.bound.stop;
    return search->stopped && search->result.cuts & CUT_STOPPED && !w->told_to_stop && !(stop && *stop);
}

// Where telling takes long it is done less often, so that it costs a hundredth at most.
static void plan_next(Worker *w, double spent) {
    double usual = keeper_seconds_between(w->keeper), least = SHARE_OF_TELLING * spent;
    w->next = bound_now() + (usual > 0 && least > usual ? least : usual);
}

// What is new since the last slice. If nobody will go on from where it stands, that is left out.
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
    if (keeper_tells(k) && !done) position_save(&w->search, &slice->position);
    k->jobs->save(w->config.context, &slice->found);
    slice_save(slice, &bytes);
    crew_say(w->back, &bytes);
    text_free(&bytes);
    slice_free(slice);
    *slice = (Slice){.unit = slice->unit};
    k->config->forget(w->config.context);
    if (keeper_tells(k)) plan_next(w, bound_now() - start);
}

// What was told before does not count: the search has begun again, and with it what is found.
static void tell_afresh(Worker *w) {
    slice_free(&w->slice);
    w->slice = (Slice){.unit = w->slice.unit, .fresh = true};
    w->orders_told = 0;
}

// --- searching -----------------------------------------------------------------------------------------------

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
        if (search->stopped && !search->again && !w->dropped) atomic_store(&w->keeper->shared->stop, true);
        if (search->again && search_begin_again(search))
            tell_afresh(w);
        else if (done || search->stopped || has_news(search))
            tell(w, done);
    } while (!done && !search->stopped);
    search_finish(search);
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
void searcher_work(void *context, uint32_t index, const char *unit, size_t size, Channel *back) {
    Keeper *k = context;
    Worker w = {.keeper = k, .back = back, .count = &k->shared->counts[index], .config = *k->config};
    Parcel in = parcel_open(unit, size);
    machine_number_actors(k->machine, ask_number, back);
    w.config.learned = k->learned;
    w.next = bound_now() + keeper_seconds_between(k);
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
