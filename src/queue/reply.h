// Reply: what a server of the Redis protocol says, read strictly.
//
// Whoever is at the other end may say anything: what is no reply of this protocol, or larger than a queue's replies
// are, is none. Lists hold numbers and texts, and no lists.
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/text.h"

typedef enum { REPLY_NOTHING, REPLY_NUMBER, REPLY_TEXT, REPLY_STATUS, REPLY_ERROR, REPLY_LIST } ReplyKind;

typedef struct Reply {
    ReplyKind kind;
    int64_t number;
    Text text;   // also of a status and an error
    struct Reply *items;
    uint32_t count, filled;
} Reply;

enum { REPLY_ITEMS = 1 << 20, REPLY_BYTES = 1 << 30 };   // more is no reply

typedef struct Replies Replies;

Replies *replies_new(void);
void replies_free(Replies *replies);
// Bytes as they come, and the next reply if it is whole; NULL: it is not, or `err` is filled, and there is none any
// more.
bool replies_feed(Replies *replies, const char *bytes, size_t size, Error *err);
bool replies_next(Replies *replies, Reply **out, Error *err);
void reply_free(Reply *reply);
