#include "queue/reply.h"

#include <hiredis/read.h>

#include "base/memory.h"

struct Replies {
    redisReader *reader;
    size_t fed;   // bytes since the last reply
};

// --- what is built while it is read ------------------------------------------------------------------------

static void empty(Reply *reply) {
    text_free(&reply->text);
    for (uint32_t i = 0; i < reply->filled; i++) empty(&reply->items[i]);
    memory_free(reply->items);
}

// The one that stands alone is its own, others lie in their list.
static Reply *place_for(const redisReadTask *task) {
    Reply *list = task->parent ? task->parent->obj : NULL;
    if (!list) return memory_zeroed(1, sizeof(Reply));
    if (list->filled == list->count) return NULL;
    return &list->items[list->filled++];
}

static void *build(const redisReadTask *task, Reply made) {
    Reply *reply = place_for(task);
    if (reply) *reply = made;
    return reply;
}

static void *build_text(const redisReadTask *task, char *bytes, size_t size) {
    Reply *reply = build(task, (Reply){.kind = task->type == REDIS_REPLY_ERROR    ? REPLY_ERROR
                                               : task->type == REDIS_REPLY_STATUS ? REPLY_STATUS
                                                                                  : REPLY_TEXT});
    if (reply) text_add_bytes(&reply->text, bytes, size);
    return reply;
}

static void *build_list(const redisReadTask *task, int count) {
    if (task->parent || count < 0 || count > REPLY_ITEMS) return NULL;
    Reply *reply = build(task, (Reply){.kind = REPLY_LIST, .count = (uint32_t)count});
    reply->items = memory_zeroed((size_t)count + 1, sizeof(Reply));
    return reply;
}

static void *build_number(const redisReadTask *task, long long number) {
    return build(task, (Reply){.kind = REPLY_NUMBER, .number = number});
}

static void *build_nothing(const redisReadTask *task) { return build(task, (Reply){.kind = REPLY_NOTHING}); }

static void drop(void *reply) { reply_free(reply); }

static redisReplyObjectFunctions builders = {build_text, build_list, build_number, build_nothing, drop};

// --- the door --------------------------------------------------------------------------------------------------

Replies *replies_new(void) {
    Replies *replies = memory_zeroed(1, sizeof *replies);
    replies->reader = redisReaderCreateWithFunctions(&builders);
    if (!replies->reader) memory_exhausted(sizeof(redisReader));
    return replies;
}

void replies_free(Replies *replies) {
    if (!replies) return;
    redisReaderFree(replies->reader);
    memory_free(replies);
}

static bool refuse(Error *err) {
    return fail(err, "what the server says is not what a server of Redis or Valkey says");
}

bool replies_feed(Replies *replies, const char *bytes, size_t size, Error *err) {
    if (size > REPLY_BYTES - replies->fed) return refuse(err);
    replies->fed += size;
    return redisReaderFeed(replies->reader, bytes, size) == 0 || refuse(err);
}

bool replies_next(Replies *replies, Reply **out, Error *err) {
    void *reply = NULL;
    *out = NULL;
    if (redisReaderGetReply(replies->reader, &reply) != 0) return refuse(err);
    if (reply) replies->fed = 0;
    *out = reply;
    return true;
}

void reply_free(Reply *reply) {
    if (!reply) return;
    empty(reply);
    memory_free(reply);
}
