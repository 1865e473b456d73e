#include "explore/jobs.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/memory.h"
#include "explore/unit.h"
#include "explore/worker.h"

typedef struct Node {          // a state of the tree that is not one worker's own
    struct Node *parent;
    struct Node *next;         // of those that have a tree
    uint32_t depth;
    uint32_t place;            // in the parent's list of those taken
    uint32_t users;            // children, and a worker that is at work below it
    char **taken;              // names of who was explored, or is being explored, from here, in order
    uint32_t taken_count;
    bool led;                  // something was planned from it when it was taken
    bool early;                // others were exploring earlier branches then
    Wakeup *tree;              // what is to be explored from here and was not handed out
    bool listed;               // among those that have a tree
} Node;

enum { UNITS_MAX = 16 };       // handed out at once

typedef struct {
    Channel channel;
    pid_t process;
    Node *units[UNITS_MAX];    // their roots; the worker is at the first
    uint32_t unit_count;
    bool asked, finished;
    WorkerCount done;          // as far as it has told
} Hand;

typedef struct {
    const Jobs *jobs;
    const SearchConfig *config;
    Trace trace;               // to plan in
    Cast cast;
    Node *open;                // nodes that have a tree
    Text here;                 // the unit that led to where the trace is
    Hand *hands;
    uint32_t count;
    SearchResult result;
    bool vain;                 // sharing is of no use: one worker is to do it all
    bool stopping;
    Text unit;                 // scratch
    Error *err;
} Keeper;

// --- nodes -------------------------------------------------------------------------------------------

// Somebody is taken from the node: whoever is taken later finds it explored.
static void node_add_taken(Node *node, const char *name, size_t size) {
    char *copy = memory_new(size + 1);
    memcpy(copy, name, size);
    copy[size] = 0;
    node->taken = memory_resize(node->taken, (node->taken_count + 1) * sizeof(char *));
    node->taken[node->taken_count++] = copy;
}

// The state that the one who was taken last leads to.
static Node *node_child(Node *parent, bool led) {
    Node *node = memory_zeroed(1, sizeof *node);
    node->users = 1;
    node->led = led;
    if (!parent) return node;
    node->parent = parent;
    node->depth = parent->depth + 1;
    node->place = parent->taken_count - 1;
    parent->users++;
    return node;
}

static void node_free(Node *node) {
    for (uint32_t i = 0; i < node->taken_count; i++) memory_free(node->taken[i]);
    memory_free(node->taken);
    memory_free(node);
}

// One user less; what nobody needs any more goes.
static void node_leave(Node *node) {
    while (node && --node->users == 0 && !node->listed) {
        Node *parent = node->parent;
        node_free(node);
        node = parent;
    }
}

static void list_node(Keeper *k, Node *node) {
    if (node->listed || !node->tree) return;
    node->listed = true;
    node->next = k->open;
    k->open = node;
}

static void unlist_empty(Keeper *k) {
    for (Node **at = &k->open; *at;) {
        Node *node = *at;
        if (node->tree) {
            at = &node->next;
            continue;
        }
        *at = node->next;
        node->listed = false;
        node->users++;
        node_leave(node);
    }
}

// Also what was handed out and never done, because somebody stopped.
static void nodes_free(Keeper *k) {
    for (Hand *hand = k->hands; hand < k->hands + k->count; hand++)
        while (hand->unit_count) node_leave(hand->units[--hand->unit_count]);
    for (Node *node = k->open; node; node = node->next) {
        wakeup_drop(&k->trace.wakeups, node->tree);
        node->tree = NULL;
    }
    unlist_empty(k);
}

// A line of a unit for each step that leads to the node, first ones first.
static void add_prefix(const Node *node, Text *out) {
    const Node **path = memory_new((node->depth + 1) * sizeof *path);
    for (const Node *at = node; at->parent; at = at->parent) path[at->depth - 1] = at;
    for (uint32_t i = 0; i < node->depth; i++) {
        char *const *taken = path[i]->parent->taken;
        text_format(out, "%s%s%s", path[i]->led ? "*" : "", path[i]->early ? "!" : "", taken[path[i]->place]);
        for (uint32_t j = 0; j < path[i]->place; j++) text_format(out, " %s", taken[j]);
        text_add(out, "\n");
    }
    memory_free(path);
}

// --- planning ----------------------------------------------------------------------------------------

static void plan(Keeper *k, Node *node, const char *names, size_t size) {
    Trace *trace = &k->trace;
    text_clear(&k->unit);
    add_prefix(node, &k->unit);
    uint32_t kept;
    if (!unit_follow(trace, &k->cast, &k->here, text_string(&k->unit), &kept)) return;
    for (uint32_t i = 0; i < node->taken_count; i++)
        unit_explored(trace, &k->cast, node->taken[i], strlen(node->taken[i]));
    trace_top(trace)->wakeup = node->tree;
    unit_plan(trace, &k->cast, names, size);
    node->tree = trace_top(trace)->wakeup;
    trace_top(trace)->wakeup = NULL;
    list_node(k, node);
}

static void handle_planned(Keeper *k, const Hand *hand, const char *bytes, size_t size) {
    char *names;
    uint32_t depth = (uint32_t)strtoul(bytes, &names, 10);
    Node *node = hand->units[0];
    while (node->depth > depth) node = node->parent;
    names++;
    plan(k, node, names, size - (size_t)(names - bytes));
}

// The worker's own state becomes a node that others use, and the next one its own.
static Node *share_state(Node *node, const char *line, const char *end) {
    bool led = *line == '*';
    line += led;
    const char *blank = memchr(line, ' ', (size_t)(end - line));
    for (const char *at = blank; at && at < end;) {
        const char *name = at + 1, *next = memchr(name, ' ', (size_t)(end - name));
        node_add_taken(node, name, (size_t)((next ? next : end) - name));
        at = next;
    }
    node_add_taken(node, line, (size_t)((blank ? blank : end) - line));
    return node_child(node, led);
}

static void handle_shared(Keeper *k, Hand *hand, const char *bytes, size_t size) {
    Node *node = NULL;
    for (const char *line = bytes, *end; line < bytes + size; line = end + 1) {
        end = memchr(line, '\n', (size_t)(bytes + size - line));
        if (*line == '>') {
            plan(k, node, line + 1, (size_t)(end - line - 1));
            continue;
        }
        node = hand->units[0];
        hand->units[0] = share_state(node, line, end);
        node_leave(node);   // its child still uses it
    }
    hand->asked = false;
}

// --- handing out -------------------------------------------------------------------------------------

// Whether a state comes before what is still to be taken from a node, in the order in which one process would explore.
static bool comes_before(const Node *state, const Node *node) {
    uint32_t place = node->taken_count;
    while (state->depth > node->depth + 1) state = state->parent;
    for (; node->depth + 1 > state->depth; node = node->parent) place = node->place;
    for (; state->parent != node; state = state->parent, node = node->parent) place = node->place;
    return state->place < place;
}

// Whether others are still at work on, or will be, what comes before the rest of a node: what they leave to it
// is not there yet.
static bool is_early(const Keeper *k, const Node *node) {
    for (uint32_t i = 0; i < k->count; i++)
        for (uint32_t j = 0; j < k->hands[i].unit_count; j++)
            if (comes_before(k->hands[i].units[j], node)) return true;
    for (const Node *other = k->open; other; other = other->next)
        if (other != node && other->depth > 0 && comes_before(other, node)) return true;
    return false;
}

// The node nearest to the root that has something to do.
static Node *find_work(Keeper *k) {
    Node *best = NULL;
    unlist_empty(k);
    for (Node *node = k->open; node; node = node->next)
        if (!best || node->depth <= best->depth) best = node;
    return best;
}

static void add_branch(Keeper *k, Hand *hand, Node *node) {
    Wakeup *children;
    bool early = is_early(k, node);
    Actor actor = wakeup_take(&k->trace.wakeups, &node->tree, &children);
    const char *name = cast_name(&k->cast, actor);
    node_add_taken(node, name, strlen(name));
    Node *child = node_child(node, children != NULL);
    child->early = early;
    if (hand->unit_count) text_add(&k->unit, "\n");
    hand->units[hand->unit_count++] = child;
    add_prefix(child, &k->unit);
    unit_add_tree(&k->cast, children, &k->unit);
    wakeup_drop(&k->trace.wakeups, children);
}

static uint32_t branches_of(const Node *node) {
    uint32_t count = 0;
    for (const Wakeup *branch = node->tree; branch; branch = branch->sibling) count++;
    return count;
}

// Not all at once: those who come later want some, too.
static bool hand_branches(Keeper *k, Hand *hand) {
    Node *node = find_work(k);
    if (!node) return false;
    uint32_t share = branches_of(node) / k->count;
    text_clear(&k->unit);
    do add_branch(k, hand, node);
    while (hand->unit_count < share && hand->unit_count < UNITS_MAX && node->tree);
    hand->asked = false;
    return channel_send(&hand->channel, MESSAGE_UNIT, k->unit.data, k->unit.size);
}

static void ask_to_share(Keeper *k) {
    for (uint32_t i = 0; i < k->count; i++) {
        Hand *hand = &k->hands[i];
        if (!hand->unit_count || hand->asked) continue;
        hand->asked = true;
        channel_send(&hand->channel, MESSAGE_SHARE, NULL, 0);
    }
}

static void stop(Keeper *k) {
    if (k->stopping) return;
    k->stopping = true;
    for (uint32_t i = 0; i < k->count; i++) channel_send(&k->hands[i].channel, MESSAGE_STOP, NULL, 0);
}

static void hand_out(Keeper *k) {
    bool busy = false, idle = false;
    if (k->stopping) return;
    for (uint32_t i = 0; i < k->count; i++) {
        Hand *hand = &k->hands[i];
        bool works = hand->unit_count || hand_branches(k, hand);
        busy |= works;
        idle |= !works;
    }
    if (!busy) stop(k);
    else if (idle) ask_to_share(k);
}

// --- listening ---------------------------------------------------------------------------------------

static bool handle_result(Keeper *k, Hand *hand, const char *bytes, size_t size) {
    SearchResult part;
    if (size < sizeof part) return fail(k->err, "a worker's result cannot be read");
    memcpy(&part, bytes, sizeof part);
    k->result.explored += part.explored;
    k->result.blocked += part.blocked;
    k->result.events += part.events;
    k->result.cuts |= part.cuts;
    hand->finished = true;
    if (k->jobs->load(k->config->context, bytes + sizeof part, size - sizeof part)) return true;
    return fail(k->err, "a worker's findings cannot be read");
}

static bool handle(Keeper *k, Hand *hand, char kind, const char *bytes, size_t size) {
    switch (kind) {
    case MESSAGE_PLANNED: handle_planned(k, hand, bytes, size); return true;
    case MESSAGE_SHARED: handle_shared(k, hand, bytes, size); return true;
    case MESSAGE_DONE:
        if (((const WorkerDone *)bytes)->stopped) stop(k);
        node_leave(hand->units[0]);
        memmove(hand->units, hand->units + 1, --hand->unit_count * sizeof(Node *));
        return true;
    case MESSAGE_COUNT: memcpy(&hand->done, bytes, sizeof hand->done); return true;
    case MESSAGE_VAIN: k->vain = !k->stopping; return true;
    case MESSAGE_RESULT: return handle_result(k, hand, bytes, size);
    }
    return fail(k->err, "a worker says something unknown");
}

static bool listen_to(Keeper *k, Hand *hand) {
    char kind;
    const char *bytes;
    size_t size;
    while (!hand->finished) {
        ChannelState state = channel_receive(&hand->channel, false, &kind, &bytes, &size);
        if (state == CHANNEL_EMPTY) return true;
        if (state == CHANNEL_CLOSED) return fail(k->err, "a worker ended before it was done");
        if (!handle(k, hand, kind, bytes, size)) return false;
    }
    return true;
}

static void tell_progress(const Keeper *k) {
    SearchResult all = {0};
    uint32_t errors = 0;
    if (!k->jobs->progress) return;
    for (uint32_t i = 0; i < k->count; i++) {
        const WorkerCount *done = &k->hands[i].done;
        all.explored += done->explored;
        all.blocked += done->blocked;
        all.events += done->events;
        if (done->errors > errors) errors = done->errors;
    }
    k->jobs->progress(k->config->context, &all, errors);
}

static bool all_finished(const Keeper *k) {
    for (uint32_t i = 0; i < k->count; i++)
        if (!k->hands[i].finished) return false;
    return true;
}

static bool keep(Keeper *k) {
    struct pollfd *polls = memory_zeroed(k->count, sizeof *polls);
    bool sound = true;
    while (sound && !k->vain && !all_finished(k)) {
        if (k->config->bound.stop && *k->config->bound.stop) stop(k);
        for (uint32_t i = 0; i < k->count; i++)
            polls[i] = (struct pollfd){.fd = k->hands[i].finished ? -1 : k->hands[i].channel.socket, .events = POLLIN};
        poll(polls, k->count, 100);
        for (uint32_t i = 0; sound && i < k->count; i++)
            if (polls[i].revents) sound = listen_to(k, &k->hands[i]);
        if (sound && !k->vain) hand_out(k);
        tell_progress(k);
    }
    memory_free(polls);
    return sound;
}

// --- workers -----------------------------------------------------------------------------------------

static bool start_worker(Keeper *k, Hand *hand, Machine *machine) {
    Channel other;
    if (!channel_pair(&hand->channel, &other)) return fail(k->err, "no more files can be opened");
    hand->process = fork();
    if (hand->process < 0) {
        channel_close(&hand->channel);
        channel_close(&other);
        return fail(k->err, "no more processes can be started");
    }
    if (hand->process == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        for (Hand *older = k->hands; older <= hand; older++) channel_close(&older->channel);
        worker_run(&other, machine, k->config, k->jobs);
    }
    channel_close(&other);
    return true;
}

static void end_workers(Keeper *k) {
    for (uint32_t i = 0; i < k->count; i++) {
        channel_close(&k->hands[i].channel);
        if (!k->hands[i].finished) kill(k->hands[i].process, SIGKILL);
        while (waitpid(k->hands[i].process, NULL, 0) < 0 && errno == EINTR) {}
    }
}

// The whole search, to begin with.
static bool hand_all(Hand *hand) {
    hand->units[hand->unit_count++] = node_child(NULL, false);
    return channel_send(&hand->channel, MESSAGE_UNIT, "", 0);
}

static void return_to_start(Keeper *k) {
    Trace *trace = &k->trace;
    while (trace->length) trace_back(trace, false);
    if (trace->behind) machine_undo(trace->machine, trace->steps[0].mark);
    trace->behind = false;
    text_clear(&k->here);
}

static bool run_workers(Keeper *k, Machine *machine, uint32_t count) {
    bool started = true;
    k->count = 0;
    memset(k->hands, 0, count * sizeof *k->hands);
    for (uint32_t i = 0; started && i < count; i++) {
        started = start_worker(k, &k->hands[i], machine);
        k->count += started;
    }
    bool done = started && hand_all(&k->hands[0]) && keep(k);
    end_workers(k);
    nodes_free(k);
    return_to_start(k);
    return done;
}

bool jobs_run(Machine *machine, const SearchConfig *config, const Jobs *jobs, SearchResult *result, Error *err) {
    Keeper k = {.jobs = jobs, .config = config, .err = err};
    double start = bound_now();
    k.hands = memory_zeroed(jobs->workers, sizeof *k.hands);
    cast_init(&k.cast, machine);
    trace_init(&k.trace, machine, config->strategy->observes && !config->every_order);
    bool done = run_workers(&k, machine, jobs->workers);
    if (k.vain) {   // then nobody has told a result yet
        k.vain = false;
        done = run_workers(&k, machine, 1);
    }
    trace_free(&k.trace);
    cast_free(&k.cast);
    text_free(&k.unit);
    text_free(&k.here);
    memory_free(k.hands);
    k.result.seconds = bound_now() - start;
    k.result.complete = k.result.cuts == 0;
    *result = k.result;
    return done;
}
