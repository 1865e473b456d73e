#include "explore/parallel/crew.h"

#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/memory.h"

enum { LOOK_EVERY_MS = 100, UNIT = 'U', WORDS = 'W', DONE = 'D', QUESTION = 'Q', ANSWER = 'A' };

typedef struct {
    const Crew *crew;
    Fork *forks;
    bool *busy;
    struct pollfd *polls;
    uint32_t count;   // of those that were started
    Error *err;
} Foreman;

// --- a copy ------------------------------------------------------------------------------------------------

static _Noreturn void give_up(void) { _exit(EXIT_FAILURE); }

void crew_say(Channel *back, const Text *words) {
    if (!channel_send(back, WORDS, text_string(words), words->size)) give_up();
}

void crew_ask(Channel *back, const Text *question, Text *answer) {
    char kind;
    const char *bytes;
    size_t size;
    if (!channel_send(back, QUESTION, text_string(question), question->size)) give_up();
    if (channel_receive(back, true, &kind, &bytes, &size) != CHANNEL_MESSAGE || kind != ANSWER) give_up();
    text_add_bytes(answer, bytes, size);
}

static _Noreturn void work(void *context, uint32_t index, Channel *back) {
    const Foreman *f = context;
    char kind;
    const char *bytes;
    size_t size;
    Text unit = {0};
    while (channel_receive(back, true, &kind, &bytes, &size) == CHANNEL_MESSAGE) {
        text_clear(&unit);
        text_add_bytes(&unit, bytes, size);   // the channel is used meanwhile
        f->crew->work(f->crew->context, index, text_string(&unit), unit.size, back);
        if (!channel_send(back, DONE, "", 0)) give_up();
    }
    _exit(EXIT_SUCCESS);
}

// --- the one that hands out ----------------------------------------------------------------------------------

static bool replace(Foreman *f, uint32_t index) {
    fork_end(&f->forks[index], false);
    f->forks[index].process = 0;
    f->busy[index] = false;
    return f->crew->lose(f->crew->context, index, f->err) && fork_start(f->forks, f->count, index, work, f, f->err);
}

// To one that was started, or is now: as many are as ever had something to do at once.
static bool give(Foreman *f, uint32_t index, const Text *unit) {
    if (index == f->count) {
        if (!fork_start(f->forks, f->count, index, work, f, f->err)) return false;
        f->count++;
    }
    f->busy[index] = true;
    return channel_send(&f->forks[index].channel, UNIT, text_string(unit), unit->size) || replace(f, index);
}

static bool hand_out(Foreman *f) {
    Text unit = {0};
    bool sound = true;
    for (uint32_t i = 0; sound && i <= f->count && i < f->crew->workers; i++) {
        text_clear(&unit);
        if (!f->busy[i] && f->crew->next(f->crew->context, i, &unit)) sound = give(f, i, &unit);
    }
    text_free(&unit);
    return sound;
}

// One that is gone does not need it.
static void reply(Foreman *f, uint32_t index, const char *question, size_t size) {
    Text answer = {0};
    f->crew->answer(f->crew->context, question, size, &answer);
    channel_send(&f->forks[index].channel, ANSWER, text_string(&answer), answer.size);
    text_free(&answer);
}

static bool listen_to(Foreman *f, uint32_t index) {
    char kind;
    const char *bytes;
    size_t size;
    ChannelState state;
    while ((state = channel_receive(&f->forks[index].channel, false, &kind, &bytes, &size)) == CHANNEL_MESSAGE) {
        if (kind == DONE)
            f->busy[index] = false;
        else if (kind == QUESTION && f->crew->answer)
            reply(f, index, bytes, size);
        else if (!f->crew->hear(f->crew->context, index, bytes, size, f->err))
            return false;
    }
    return state == CHANNEL_EMPTY || replace(f, index);
}

static bool listen_to_all(Foreman *f) {
    for (uint32_t i = 0; i < f->count; i++)
        f->polls[i] = (struct pollfd){.fd = f->forks[i].channel.socket, .events = POLLIN};
    poll(f->polls, f->count, LOOK_EVERY_MS);
    for (uint32_t i = 0; i < f->count; i++)
        if (f->polls[i].revents && !listen_to(f, i)) return false;
    if (f->crew->look) f->crew->look(f->crew->context);
    return true;
}

static bool somebody_is_busy(const Foreman *f) {
    for (uint32_t i = 0; i < f->count; i++)
        if (f->busy[i]) return true;
    return false;
}

// Where units are waited for, all of them wait.
static bool start_some(Foreman *f) {
    for (; f->crew->waits && f->count < f->crew->workers; f->count++)
        if (!fork_start(f->forks, f->count, f->count, work, f, f->err)) return false;
    return true;
}

static bool run(Foreman *f) {
    if (!start_some(f)) return false;
    for (;;) {
        if (f->crew->enough && f->crew->enough(f->crew->context)) return true;
        if (!hand_out(f)) return false;
        if (!somebody_is_busy(f) && !(f->crew->waits && f->crew->waits(f->crew->context))) return true;
        if (!listen_to_all(f)) return false;
    }
}

bool crew_run(const Crew *crew, Error *err) {
    Foreman f = {.crew = crew,
                 .forks = memory_zeroed(crew->workers, sizeof(Fork)),
                 .busy = memory_zeroed(crew->workers, sizeof(bool)),
                 .polls = memory_zeroed(crew->workers, sizeof(struct pollfd)),
                 .err = err};
    bool done = run(&f);
    for (uint32_t i = 0; i < f.count; i++)
        if (f.forks[i].process > 0) fork_end(&f.forks[i], done && !f.busy[i]);
    memory_free(f.forks);
    memory_free(f.busy);
    memory_free(f.polls);
    return done;
}
