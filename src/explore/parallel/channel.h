// Channel: messages between a process and the one that made it.
//
// A message is a letter that says what it is, and bytes. Sending waits until there is room. Whoever claims to send more
// than CHANNEL_MESSAGE_MAX bytes at once is not listened to any longer: the one who sends may have been taken over.
#pragma once
#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

typedef struct {
    int socket;
    Text in;        // received, not yet taken
    size_t taken;   // of it
    bool broken;    // it says what cannot be: nothing more is taken from it
} Channel;

bool channel_pair(Channel *one, Channel *other);
void channel_close(Channel *channel);

enum { CHANNEL_MESSAGE_MAX = 1 << 30 };
bool channel_send(Channel *channel, char kind, const void *bytes,
                  size_t size);   // false: nobody is there, or it is too much

// The next message; its bytes are good until the next call. `wait`: for one to come.
typedef enum { CHANNEL_EMPTY, CHANNEL_MESSAGE, CHANNEL_CLOSED } ChannelState;
ChannelState channel_receive(Channel *channel, bool wait, char *kind, const char **bytes, size_t *size);
