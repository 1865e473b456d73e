// Any bytes as what the server of a queue says, all at once and in two pieces.
#include <stdint.h>
#include <stdlib.h>

#include "queue/reply.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uint64_t size_of(const Reply *reply) {
    uint64_t sum = reply->text.size;
    if (reply->filled > reply->count) abort();
    for (uint32_t i = 0; i < reply->filled; i++) sum += size_of(&reply->items[i]);
    return sum;
}

// All replies there are; how much they say in all.
static uint64_t read_all(const char *bytes, size_t size, size_t first) {
    Replies *replies = replies_new();
    Reply *reply = NULL;
    Error err;
    uint64_t sum = 0;
    const size_t sizes[] = {first, size - first};
    for (int i = 0; i < 2; bytes += sizes[i++]) {
        if (!replies_feed(replies, bytes, sizes[i], &err)) break;
        while (replies_next(replies, &reply, &err) && reply) {
            sum += size_of(reply) + 1;
            reply_free(reply);
        }
    }
    replies_free(replies);
    return sum;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *bytes = (const char *)data;
    if (read_all(bytes, size, size) != read_all(bytes, size, size / 2)) abort();
    return 0;
}
