#include "explore/worker.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "explore/unit.h"

enum { EVENTS_BETWEEN_LOOKS = 4096, VAIN_RUNS = 64 };   // looks: for messages
static const double seconds_between_counts = 0.2;

typedef struct {
    Channel *channel;
    const SearchConfig *config;
    const Jobs *jobs;
    Search search;
    Cast cast;
    Text here;         // the unit that led to where the trace is
    uint64_t look;     // events at which messages are looked for next
    double counted;    // when the keeper was told how far it has come
    bool asked;        // to share
    uint32_t eager;    // to share, at every so many chances
    uint32_t chances;
    SearchResult before;   // the unit
    bool quit;
    Text message;      // scratch
} Worker;

static _Noreturn void give_up(void) { _exit(EXIT_FAILURE); }

static void tell(Worker *w, char kind, const void *bytes, size_t size) {
    if (!channel_send(w->channel, kind, bytes, size)) give_up();
}

static void planned(Trace *trace, uint32_t position, const Actor *actors, uint32_t count) {
    Worker *w = trace->context;
    text_clear(&w->message);
    text_format(&w->message, "%u\n", position);
    for (uint32_t i = 0; i < count; i++) text_format(&w->message, "%s ", cast_name(&w->cast, actors[i]));
    tell(w, MESSAGE_PLANNED, w->message.data, w->message.size);
}

// --- sharing -----------------------------------------------------------------------------------------

static void add_state(Worker *w, const Step *step) {
    text_format(&w->message, "%s%s", step[1].led ? "*" : "", cast_name(&w->cast, step->actor));
    for (uint32_t i = 0; i < step->choice_count; i++) {
        const Choice *choice = &step->choices[i];
        if (choice->done && choice->actor != step->actor)
            text_format(&w->message, " %s", cast_name(&w->cast, choice->actor));
    }
    text_add(&w->message, "\n");
    unit_add_tree(&w->cast, step->wakeup, &w->message);
}

// Gives up the states up to the first that has branches left, if there is one. Their trees stay, to remember
// what others know already.
static void share(Worker *w, Trace *trace) {
    uint32_t last = trace->root;
    while (last < trace->length && !trace->steps[last].wakeup) last++;
    if (last >= trace->length) return;
    text_clear(&w->message);
    for (; trace->root <= last; trace->root++) add_state(w, &trace->steps[trace->root]);
    tell(w, MESSAGE_SHARED, w->message.data, w->message.size);
    w->asked = false;
}

static void look_for_messages(Worker *w) {
    char kind;
    const char *bytes;
    size_t size;
    ChannelState state;
    while ((state = channel_receive(w->channel, false, &kind, &bytes, &size)) == CHANNEL_MESSAGE) {
        w->asked |= kind == MESSAGE_SHARE;
        w->quit |= kind == MESSAGE_STOP;
    }
    if (state == CHANNEL_CLOSED) give_up();
}

static void tell_count(Worker *w) {
    const Search *search = &w->search;
    double now = bound_now();
    if (!w->jobs->progress || now - w->counted < seconds_between_counts) return;
    w->counted = now;
    WorkerCount count = {search->result.explored, search->result.blocked, search->trace.events,
                         w->jobs->errors(w->config->context)};
    tell(w, MESSAGE_COUNT, &count, sizeof count);
}

// Branches that begin early cannot rely on those before them. In some programs nearly all of their runs then turn out to
// be known.
static bool is_in_vain(const Worker *w) {
    const Search *search = &w->search;
    uint64_t explored = search->result.explored - w->before.explored;
    uint64_t blocked = search->result.blocked - w->before.blocked;
    return search->trace.early != UINT32_MAX && blocked > VAIN_RUNS + explored / 4;
}

static void attend(Search *search) {
    Worker *w = search->pause_context;
    if (search->trace.events >= w->look) {
        w->look = search->trace.events + EVENTS_BETWEEN_LOOKS;
        look_for_messages(w);
        tell_count(w);
    }
    if (!w->eager && is_in_vain(w)) tell(w, MESSAGE_VAIN, NULL, 0);   // the answer is the end
    if (w->quit) search_stop(search, CUT_STOPPED);
    if (w->asked || (w->eager && ++w->chances % w->eager == 0)) share(w, &search->trace);
}

// --- exploring ---------------------------------------------------------------------------------------

static void explore(Worker *w, const char *unit) {
    Search *search = &w->search;
    Trace *trace = &search->trace;
    w->before = search->result;
    trace->root = 0;
    uint32_t kept;
    const char *sequences = unit_follow(trace, &w->cast, &w->here, unit, &kept);
    trace->root = trace->length;
    if (search->seen > kept) search->seen = kept;
    if (sequences) {
        unit_plan_all(trace, &w->cast, sequences);
        search_walk(search);
    }
    WorkerDone done = {search->stopped};
    tell(w, MESSAGE_DONE, &done, sizeof done);
}

// They are separated by empty lines. Who asked before they were handed out asks no longer.
static void explore_all(Worker *w, char *units) {
    w->asked = false;
    for (char *next; units && !w->quit && !w->search.stopped; units = next) {
        next = strstr(units, "\n\n");
        if (next) {
            next[1] = 0;
            next += 2;
        }
        explore(w, units);
    }
}

static void tell_result(Worker *w, const Jobs *jobs) {
    text_clear(&w->message);
    SearchResult result = search_end(&w->search);
    text_add_bytes(&w->message, &result, sizeof result);
    jobs->save(w->config->context, &w->message);
    tell(w, MESSAGE_RESULT, w->message.data, w->message.size);
}

static void begin(Worker *w, Machine *machine) {
    search_begin(&w->search, machine, w->config);
    cast_init(&w->cast, machine);
    w->look = EVENTS_BETWEEN_LOOKS;
    w->search.pause = attend;
    w->search.pause_context = w;
    w->search.trace.planned = planned;
    w->search.trace.context = w;
}

void worker_run(Channel *channel, Machine *machine, const SearchConfig *config, const Jobs *jobs) {
    Worker w = {.channel = channel, .config = config, .jobs = jobs, .eager = jobs->eager};
    char kind;
    const char *bytes;
    size_t size;
    begin(&w, machine);
    while (!w.quit) {
        if (channel_receive(channel, true, &kind, &bytes, &size) != CHANNEL_MESSAGE) give_up();
        if (kind == MESSAGE_STOP) w.quit = true;
        if (kind != MESSAGE_UNIT) continue;
        Text units = {0};
        text_add_bytes(&units, bytes, size);
        text_add(&units, "");
        explore_all(&w, units.data ? units.data : (char[]){""});
        text_free(&units);
    }
    tell_result(&w, jobs);
    _exit(EXIT_SUCCESS);
}
