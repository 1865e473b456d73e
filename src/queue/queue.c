#include "queue/queue.h"

#include <errno.h>
#include <hiredis/hiredis.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "base/interrupt.h"
#include "base/memory.h"
#include "base/sha.h"
#include "queue/wire.h"

extern const char queue_script[];   // of queue.lua

enum { CHUNK = 1 << 16, KEYS = 13, DIGEST = 40, NAME = 16, LEAST_MAJOR = 6, LEAST_MINOR = 2 };
static const double dial_seconds = 5, answer_seconds = 15, hurried_seconds = 3, pause_least = 0.05, pause_most = 2;

typedef enum { PROPER, LATER, NEVER } Outcome;   // of trying once

struct Queue {
    QueueConfig config;
    char *password;
    Address address;
    Wire *wire;   // NULL: there is no connection
    Replies *replies;
    char script[DIGEST + 1];
    char identity[QUEUE_IDENTITY + 1];
    char name[2 * NAME + 1];
    Text keys[KEYS];
    uint64_t asked;
};

// --- one command -----------------------------------------------------------------------------------------------

static void hang_up(Queue *q) {
    wire_close(q->wire);
    replies_free(q->replies);
    q->wire = NULL;
    q->replies = NULL;
}

static bool send_command(Queue *q, int count, const char **words, const size_t *sizes, double deadline, Error *err) {
    char *bytes;
    long long size = redisFormatCommandArgv(&bytes, count, words, sizes);
    if (size < 0) memory_exhausted(0);
    bool sent = wire_send(q->wire, bytes, (size_t)size, deadline, err);
    free(bytes);
    return sent;
}

// What comes keeps the deadline away: a large answer over a slow network may take its time.
static Reply *receive(Queue *q, double seconds, Error *err) {
    char chunk[CHUNK];
    Reply *reply = NULL;
    while (replies_next(q->replies, &reply, err) && !reply) {
        ssize_t got = wire_receive(q->wire, chunk, sizeof chunk, wire_now() + seconds, err);
        if (got < 0 || !replies_feed(q->replies, chunk, (size_t)got, err)) return NULL;
    }
    return reply;
}

// Once an answer was not understood, nobody knows what belongs to what.
static Reply *command(Queue *q, int count, const char **words, const size_t *sizes, Error *err) {
    double seconds = interrupt_signal() ? hurried_seconds : answer_seconds;
    q->asked++;
    Reply *reply = send_command(q, count, words, sizes, wire_now() + seconds, err) ? receive(q, seconds, err) : NULL;
    if (!reply) hang_up(q);
    return reply;
}

static Reply *say(Queue *q, int count, const char **words, Error *err) {
    size_t sizes[8];
    for (int i = 0; i < count; i++) sizes[i] = strlen(words[i]);
    return command(q, count, words, sizes, err);
}

static bool begins(const Reply *reply, const char *word) {
    return strncmp(text_string(&reply->text), word, strlen(word)) == 0;
}

// --- connecting ----------------------------------------------------------------------------------------------------

static Outcome refuse(const Reply *reply, Error *err) {
    static const char *const hopeless[] = {"NOAUTH",   "WRONGPASS",           "NOPERM", "ERR invalid password",
                                           "ERR AUTH", "ERR Client sent AUTH"};
    Text words = {0};
    text_add_bytes(&words, text_string(&reply->text), reply->text.size);
    for (char *at = words.data; at && *at; at++)
        if ((unsigned char)*at < 0x20 || (unsigned char)*at > 0x7e) *at = '?';   // nobody knows who says it
    fail(err, "it says: %.200s", text_string(&words));
    text_free(&words);
    for (size_t i = 0; i < sizeof hopeless / sizeof *hopeless; i++)
        if (begins(reply, hopeless[i])) return NEVER;
    return LATER;
}

static Outcome log_in(Queue *q, Error *err) {
    if (!q->password) return PROPER;
    Reply *reply = say(q, 2, (const char *[]){"AUTH", q->password}, err);
    Outcome outcome = !reply                        ? LATER
                      : reply->kind == REPLY_STATUS ? PROPER
                      : reply->kind == REPLY_ERROR  ? refuse(reply, err)
                                                    : LATER;
    reply_free(reply);
    return outcome;
}

// The line NAME:VALUE of what a server says of itself; "": there is none.
static void find_line(const char *text, const char *name, char *value, size_t room) {
    const char *at = strstr(text, name);
    size_t size = at ? strcspn(at + strlen(name), "\r\n") : 0;
    snprintf(value, room, "%.*s", (int)(size < room ? size : room - 1), at ? at + strlen(name) : "");
}

static Outcome ask_about(Queue *q, const char *section, const char *line, char *value, size_t room, Error *err) {
    Reply *reply = say(q, 2, (const char *[]){"INFO", section}, err);
    Outcome outcome = reply ? PROPER : LATER;
    if (reply && reply->kind == REPLY_ERROR)
        outcome = refuse(reply, err);
    else if (reply && reply->kind != REPLY_TEXT)
        fail(err, "what it says of itself is nonsense"), outcome = LATER;
    else if (reply)
        find_line(text_string(&reply->text), line, value, room);
    reply_free(reply);
    return outcome;
}

// Redis and Valkey say which version of Redis they are like.
static Outcome check_version(Queue *q, Error *err) {
    char version[32];
    int major = 0, minor = 0;
    Outcome outcome = ask_about(q, "server", "redis_version:", version, sizeof version, err);
    if (outcome != PROPER) return outcome;
    if (sscanf(version, "%d.%d", &major, &minor) != 2)
        return fail(err, "it does not say which version of Redis or Valkey it is"), LATER;
    if (major > LEAST_MAJOR || (major == LEAST_MAJOR && minor >= LEAST_MINOR)) return PROPER;
    return fail(err, "it is version %.20s: Redis %d.%d, Valkey, or later is needed", version, LEAST_MAJOR, LEAST_MINOR),
           NEVER;
}

// A server that drops what it has when there is no room would lose units.
static Outcome check_eviction(Queue *q, Error *err) {
    char policy[32];
    Outcome outcome = ask_about(q, "memory", "maxmemory_policy:", policy, sizeof policy, err);
    if (outcome != PROPER || strcmp(policy, "noeviction") == 0) return outcome;
    return fail(err, "its maxmemory-policy is %.20s: it might drop a part of the run. noeviction is needed",
                *policy ? policy : "not known"),
           NEVER;
}

static Outcome dial(Queue *q, Error *err) {
    bool hopeless;
    double seconds = interrupt_signal() ? hurried_seconds : dial_seconds;
    WireTrust trust = {.password = q->password != NULL, .trusted = q->config.trusted};
    q->wire = wire_open(&q->address, trust, wire_now() + seconds, &hopeless, err);
    if (!q->wire) return hopeless ? NEVER : LATER;
    q->replies = replies_new();
    Outcome outcome = log_in(q, err);
    if (outcome == PROPER) outcome = check_version(q, err);
    if (outcome == PROPER) outcome = check_eviction(q, err);
    if (outcome != PROPER) hang_up(q);
    return outcome;
}

// --- once more -----------------------------------------------------------------------------------------------------

static void sleep_for(double seconds) {
    struct timespec time = {(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};
    nanosleep(&time, NULL);
}

// Not all at the same moment, when a server comes back.
static double some_of(double seconds) {
    uint8_t byte = 0;
    if (getrandom(&byte, 1, GRND_NONBLOCK) != 1) byte = 128;
    return seconds * (0.5 + byte / 512.0);
}

typedef Outcome Try(Queue *queue, void *context, Reply **reply, Error *err);

// Tries until there is a proper answer, or none can come.
static Reply *persist(Queue *q, Try *once, void *context, Error *err) {
    double end = wire_now() + q->config.patience, pause = pause_least;
    Reply *reply = NULL;
    for (;;) {
        Outcome outcome = q->wire ? PROPER : dial(q, err);
        if (outcome == PROPER) outcome = once(q, context, &reply, err);
        if (outcome == PROPER) return reply;
        reply_free(reply);
        reply = NULL;
        if (outcome == NEVER || wire_now() >= end || interrupt_signal()) break;
        sleep_for(some_of(pause));
        pause = pause * 2 < pause_most ? pause * 2 : pause_most;
    }
    fail_at(err, "--queue");
    return NULL;
}

typedef struct {
    int count;
    const char **words;
    const size_t *sizes;
    ReplyKind wanted;
} Command;

static Outcome judge(const Reply *reply, ReplyKind wanted, Error *err) {
    if (!reply) return LATER;
    if (reply->kind == wanted) return PROPER;
    if (reply->kind == REPLY_ERROR) return refuse(reply, err);
    fail(err, "its answer is nonsense");
    return LATER;
}

static Outcome once(Queue *q, void *context, Reply **reply, Error *err) {
    const Command *c = context;
    *reply = command(q, c->count, c->words, c->sizes, err);
    return judge(*reply, c->wanted, err);
}

// A server that has begun anew does not know the script.
static Outcome run_script(Queue *q, void *context, Reply **reply, Error *err) {
    Command *c = context;
    size_t size = strlen(queue_script);
    c->words[0] = "EVALSHA", c->words[1] = q->script;
    *reply = command(q, c->count, c->words, c->sizes, err);
    if (*reply && (*reply)->kind == REPLY_ERROR && begins(*reply, "NOSCRIPT")) {
        size_t *sizes = memory_new((size_t)c->count * sizeof *sizes);
        memcpy(sizes, c->sizes, (size_t)c->count * sizeof *sizes);
        sizes[0] = strlen("EVAL"), sizes[1] = size;
        c->words[0] = "EVAL", c->words[1] = queue_script;
        reply_free(*reply);
        *reply = command(q, c->count, c->words, sizes, err);
        memory_free(sizes);
    }
    Outcome outcome = judge(*reply, REPLY_LIST, err);
    if (outcome == PROPER && ((*reply)->count == 0 || (*reply)->items[0].kind != REPLY_TEXT))
        return fail(err, "its answer is nonsense"), LATER;
    return outcome;
}

// --- the door ------------------------------------------------------------------------------------------------------

Reply *queue_do(Queue *q, const QueueWord *given, uint32_t count, Error *err) {
    uint32_t all = 3 + KEYS + 2 + count;
    const char **words = memory_new(all * sizeof *words);
    size_t *sizes = memory_new(all * sizeof *sizes);
    char number[8];
    uint32_t at = 2;
    snprintf(number, sizeof number, "%d", KEYS);
    sizes[0] = strlen("EVALSHA"), sizes[1] = DIGEST;
    words[at] = number, sizes[at++] = strlen(number);
    for (int i = 0; i < KEYS; i++) words[at] = text_string(&q->keys[i]), sizes[at++] = q->keys[i].size;
    words[at] = given[0].bytes, sizes[at++] = given[0].size;
    words[at] = q->identity, sizes[at++] = strlen(q->identity);
    for (uint32_t i = 1; i < count; i++) words[at] = given[i].bytes, sizes[at++] = given[i].size;
    Command c = {.count = (int)at, .words = words, .sizes = sizes};
    Reply *reply = persist(q, run_script, &c, err);
    memory_free(words);
    memory_free(sizes);
    return reply;
}

static Reply *do_with_code(Queue *q, const char *verb, const char *digest, const void *bytes, size_t size,
                           ReplyKind wanted, Error *err) {
    const Text *key = &q->keys[KEYS - 1];
    const char *words[] = {verb, text_string(key), digest, bytes};
    const size_t sizes[] = {strlen(verb), key->size, strlen(digest), size};
    Command c = {.count = bytes ? 4 : 3, .words = words, .sizes = sizes, .wanted = wanted};
    return persist(q, once, &c, err);
}

bool queue_put_code(Queue *q, const char *digest, const void *bytes, size_t size, Error *err) {
    Reply *reply = do_with_code(q, "HSET", digest, bytes, size, REPLY_NUMBER, err);
    reply_free(reply);
    return reply != NULL;
}

bool queue_has_code(Queue *q, const char *digest, bool *has, Error *err) {
    Reply *reply = do_with_code(q, "HEXISTS", digest, NULL, 0, REPLY_NUMBER, err);
    bool answered = reply != NULL;
    *has = answered && reply->number == 1;
    reply_free(reply);
    return answered;
}

Reply *queue_get_code(Queue *q, const char *digest, Error *err) {
    return do_with_code(q, "HGET", digest, NULL, 0, REPLY_TEXT, err);
}

static void to_letters(char *out, const uint8_t *bytes, size_t size) {
    for (size_t i = 0; i < size; i++) snprintf(out + 2 * i, 3, "%02x", bytes[i]);
}

static void name_keys(Queue *q) {
    static const char *const names[KEYS] = {"run",     "open",   "leases", "done", "units",  "slices", "orders",
                                            "ordered", "actors", "takers", "idle", "wishes", "code"};
    for (int i = 0; i < KEYS; i++) text_format(&q->keys[i], "weft:{%s}:%s", q->address.run, names[i]);
}

static void name_script(Queue *q) {
    Sha sha;
    uint8_t digest[DIGEST / 2];
    sha_init(&sha, SHA_1);
    sha_update(&sha, queue_script, strlen(queue_script));
    sha_final(&sha, digest);
    to_letters(q->script, digest, sizeof digest);
}

static bool name_process(Queue *q, Error *err) {
    uint8_t bytes[NAME];
    if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes) return fail(err, "--queue: %s", strerror(errno));
    to_letters(q->name, bytes, sizeof bytes);
    return true;
}

static Outcome do_nothing(Queue *q, void *context, Reply **reply, Error *err) {
    (void)q, (void)context, (void)err;
    *reply = memory_zeroed(1, sizeof **reply);
    return PROPER;
}

Queue *queue_open(const QueueConfig *config, Error *err) {
    Queue *q = memory_zeroed(1, sizeof *q);
    q->config = *config;
    q->password = config->password ? memory_text(config->password) : NULL;
    signal(SIGPIPE, SIG_IGN);   // a server that is gone is told by what sending says
    if (!address_read(&q->address, config->address, err) || !name_process(q, err)) {
        queue_close(q);
        return NULL;
    }
    name_keys(q);
    name_script(q);
    Reply *reply = persist(q, do_nothing, NULL, err);
    if (!reply) {
        queue_close(q);
        return NULL;
    }
    reply_free(reply);
    return q;
}

void queue_close(Queue *q) {
    if (!q) return;
    queue_leave(q);
    for (int i = 0; i < KEYS; i++) text_free(&q->keys[i]);
    memory_free(q);
}

void queue_leave(Queue *q) {
    hang_up(q);
    if (q->password) explicit_bzero(q->password, strlen(q->password));
    memory_free(q->password);
    q->password = NULL;
}

const char *queue_run(const Queue *q) { return q->address.run; }
const char *queue_name(const Queue *q) { return q->name; }
uint64_t queue_asked(const Queue *q) { return q->asked; }

void queue_identify(Queue *q, const char *identity) { snprintf(q->identity, sizeof q->identity, "%s", identity); }
