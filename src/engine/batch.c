#include "engine/batch.h"

#include <poll.h>
#include <stdlib.h>

#include "base/interrupt.h"
#include "base/memory.h"
#include "explore/dpor/bound.h"
#include "explore/parallel/fork.h"
#include "jail/jail.h"

enum { LOOK_EVERY_MS = 200, PATIENCE_SECONDS = 10, ANSWER = 'A' };
static const double TELLING_SHARE = 1.5, TELLING_SECONDS = 5;

typedef struct {
    const Batch *batch;
    size_t index;
} Task;

// What it lacks is told by who does the same test on its own.
static void end_silently(const char *words) {
    (void)words;
    _Exit(EXIT_FAILURE);
}

static void work(void *context, uint32_t index, Channel *back) {
    const Task *turn = context;
    Text answer = {0};
    (void)index;
    memory_on_end(end_silently);
    turn->batch->run(turn->batch->context, turn->index, &answer);
    channel_send(back, ANSWER, text_string(&answer), answer.size);
    jail_finish(EXIT_SUCCESS);
}

// The limits of one test, by which the supervisor of the jail goes where it has only one.
typedef struct {
    double end, kill_at;
} Limits;

static Limits limits_of(const Batch *batch) {
    return (Limits){.end = batch->seconds ? bound_now() + TELLING_SHARE * (double)batch->seconds + TELLING_SECONDS : 0};
}

// False: it has had all the time there is.
static bool watch(Limits *limits) {
    double now = bound_now();
    if (limits->end && now > limits->end && !interrupt_signal()) interrupt_raise(INTERRUPT_TIME);
    if (interrupt_signal() && !limits->kill_at) limits->kill_at = now + PATIENCE_SECONDS;
    return !limits->kill_at || now < limits->kill_at;
}

static bool hear(const Batch *batch, size_t index, Fork *fork) {
    Limits limits = limits_of(batch);
    struct pollfd look = {.fd = fork->channel.socket, .events = POLLIN};
    char kind;
    const char *bytes;
    size_t size;
    for (ChannelState state = CHANNEL_EMPTY; state != CHANNEL_CLOSED && watch(&limits); poll(&look, 1, LOOK_EVERY_MS)) {
        state = channel_receive(&fork->channel, false, &kind, &bytes, &size);
        if (state != CHANNEL_MESSAGE) continue;
        batch->take(batch->context, index, bytes, size);
        return true;
    }
    return false;
}

static bool run_one(const Batch *batch, size_t index) {
    Task turn = {batch, index};
    Fork fork;
    Error err;
    if (!fork_start(&fork, 0, 0, work, &turn, &err)) return false;
    bool answered = hear(batch, index, &fork);
    fork_end(&fork, answered);
    return answered;
}

size_t batch_run(const Batch *batch) {
    size_t done = 0;
    interrupt_share();
    while (done < batch->count && run_one(batch, done)) {
        done++;
        if (interrupt_signal() == INTERRUPT_TIME)
            interrupt_forget();
        else if (interrupt_signal())
            break;
    }
    return done;
}
