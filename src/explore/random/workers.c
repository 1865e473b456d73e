#include "explore/random/workers.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/memory.h"
#include "explore/dpor/search.h"
#include "explore/parallel/fork.h"

enum { MESSAGE_LOG = 'L', DRAWS_MAX = 256 };
static const double seconds_max = 0.05;   // between two logs, if a draw takes no longer

typedef struct {
    Log log;
    uint32_t draw, run;   // of the log: the next to be taken
} Member;

// --- one of them ---------------------------------------------------------------------------------------------

static void send_log(Channel *channel, Worker *worker, Text *bytes) {
    text_clear(bytes);
    log_save(&worker->log, bytes);
    if (!channel_send(channel, MESSAGE_LOG, bytes->data, bytes->size)) _exit(EXIT_FAILURE);
    log_clear(&worker->log);
}

static _Noreturn void work(void *context, uint32_t index, Channel *channel) {
    const Workers *workers = context;
    Worker *worker = workers->worker;
    Text bytes = {0};
    double sent = bound_now();
    worker->log.seen_saved = 0;
    for (uint64_t number = workers->next + index; !worker_is_late(worker); number += workers->jobs) {
        worker_draw(worker, number);
        double now = bound_now();
        if (worker->log.draw_count < DRAWS_MAX && now - sent < seconds_max) continue;
        send_log(channel, worker, &bytes);
        sent = now;
    }
    if (worker->log.draw_count) send_log(channel, worker, &bytes);
    _exit(EXIT_SUCCESS);
}

// --- the one who puts together -------------------------------------------------------------------------------

// The next log of a member. False: there is none, because it is over, or it cannot be read.
static bool receive(Workers *workers, Channel *channel, Member *member, Error *err) {
    char kind;
    const char *bytes;
    size_t size;
    log_clear(&member->log);
    member->draw = member->run = 0;
    if (channel_receive(channel, true, &kind, &bytes, &size) != CHANNEL_MESSAGE) {
        workers->cuts = worker_is_late(workers->worker);
        return workers->cuts ? false : fail(err, "a worker ended before it was done");
    }
    return log_load(&member->log, bytes, size) || fail(err, "what a worker says cannot be read");
}

static bool take_next(Workers *workers, Channel *channel, Member *member, Error *err) {
    if (member->draw == member->log.draw_count && !receive(workers, channel, member, err)) return false;
    uint32_t draw = member->draw++, first = member->run;
    member->run += member->log.draws[draw].runs;
    return workers->take(workers->context, &member->log, draw, first);
}

bool workers_run(Workers *workers, Error *err) {
    Member *members = memory_zeroed(workers->jobs, sizeof *members);
    Fork *forks = memory_zeroed(workers->jobs, sizeof *forks);
    uint32_t started = 0;
    err->text[0] = 0;
    while (started < workers->jobs && fork_start(forks, started, started, work, workers, err)) started++;
    if (started == workers->jobs)
        for (uint32_t i = 0; take_next(workers, &forks[i].channel, &members[i], err);) i = (i + 1) % workers->jobs;
    for (uint32_t i = 0; i < started; i++) {
        fork_end(&forks[i], false);
        log_free(&members[i].log);
    }
    memory_free(members);
    memory_free(forks);
    return !err->text[0];
}
