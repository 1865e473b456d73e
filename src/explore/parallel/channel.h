// Channel: messages between a process and the one that made it.
//
// A message is a letter that says what it is, and bytes. Sending waits until there is room.
#pragma once
#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

typedef struct {
    int socket;
    Text in;         // received, not yet taken
    size_t taken;    // of it
} Channel;

bool channel_pair(Channel *one, Channel *other);
void channel_close(Channel *channel);

bool channel_send(Channel *channel, char kind, const void *bytes, size_t size);   // false: nobody is there

// The next message; its bytes are good until the next call. `wait`: for one to come.
typedef enum { CHANNEL_EMPTY, CHANNEL_MESSAGE, CHANNEL_CLOSED } ChannelState;
ChannelState channel_receive(Channel *channel, bool wait, char *kind, const char **bytes, size_t *size);
