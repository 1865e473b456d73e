#include "explore/random/crew.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/memory.h"
#include "explore/parallel/fork.h"
#include "explore/dpor/search.h"

enum { MESSAGE_LOG = 'L', DRAWS_MAX = 256 };
static const double seconds_max = 0.05;   // between two logs, if a draw takes no longer

typedef struct {
    Log log;
    uint32_t draw, run;    // of the log: the next to be taken
} Member;

// --- one of them ---------------------------------------------------------------------------------------------

static void send_log(Channel *channel, Hand *hand, Text *bytes) {
    text_clear(bytes);
    log_save(&hand->log, bytes);
    if (!channel_send(channel, MESSAGE_LOG, bytes->data, bytes->size)) _exit(EXIT_FAILURE);
    log_clear(&hand->log);
}

static _Noreturn void work(void *context, uint32_t index, Channel *channel) {
    const Crew *crew = context;
    Hand *hand = crew->hand;
    Text bytes = {0};
    double sent = bound_now();
    hand->log.seen_saved = 0;
    for (uint64_t number = crew->next + index; !hand_is_late(hand); number += crew->jobs) {
        hand_draw(hand, number);
        double now = bound_now();
        if (hand->log.draw_count < DRAWS_MAX && now - sent < seconds_max) continue;
        send_log(channel, hand, &bytes);
        sent = now;
    }
    if (hand->log.draw_count) send_log(channel, hand, &bytes);
    _exit(EXIT_SUCCESS);
}

// --- the one who puts together -------------------------------------------------------------------------------

// The next log of a member. False: there is none, because it is over, or it cannot be read.
static bool receive(Crew *crew, Channel *channel, Member *member, Error *err) {
    char kind;
    const char *bytes;
    size_t size;
    log_clear(&member->log);
    member->draw = member->run = 0;
    if (channel_receive(channel, true, &kind, &bytes, &size) != CHANNEL_MESSAGE) {
        crew->cuts = hand_is_late(crew->hand);
        return crew->cuts ? false : fail(err, "a worker ended before it was done");
    }
    return log_load(&member->log, bytes, size) || fail(err, "what a worker says cannot be read");
}

static bool take_next(Crew *crew, Channel *channel, Member *member, Error *err) {
    if (member->draw == member->log.draw_count && !receive(crew, channel, member, err)) return false;
    uint32_t draw = member->draw++, first = member->run;
    member->run += member->log.draws[draw].runs;
    return crew->take(crew->context, &member->log, draw, first);
}

bool crew_run(Crew *crew, Error *err) {
    Member *members = memory_zeroed(crew->jobs, sizeof *members);
    Fork *forks = memory_zeroed(crew->jobs, sizeof *forks);
    uint32_t started = 0;
    err->text[0] = 0;
    while (started < crew->jobs && fork_start(forks, started, work, crew, err)) started++;
    if (started == crew->jobs)
        for (uint32_t i = 0; take_next(crew, &forks[i].channel, &members[i], err);) i = (i + 1) % crew->jobs;
    for (uint32_t i = 0; i < started; i++) {
        fork_end(&forks[i], false);
        log_free(&members[i].log);
    }
    memory_free(members);
    memory_free(forks);
    return !err->text[0];
}
