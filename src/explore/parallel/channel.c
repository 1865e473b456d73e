#include "explore/parallel/channel.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { HEADER = 1 + sizeof(size_t), CHUNK = 65536 };

bool channel_pair(Channel *one, Channel *other) {
    int sockets[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0) return false;
    *one = (Channel){.socket = sockets[0]};
    *other = (Channel){.socket = sockets[1]};
    return true;
}

void channel_close(Channel *channel) {
    close(channel->socket);
    text_free(&channel->in);
}

static bool send_all(int socket, const char *bytes, size_t size) {
    while (size > 0) {
        ssize_t sent = send(socket, bytes, size, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return false;
        bytes += sent;
        size -= (size_t)sent;
    }
    return true;
}

bool channel_send(Channel *channel, char kind, const void *bytes, size_t size) {
    char header[HEADER] = {kind};
    if (size > CHANNEL_MESSAGE_MAX) return false;
    memcpy(header + 1, &size, sizeof size);
    return send_all(channel->socket, header, sizeof header) && send_all(channel->socket, bytes, size);
}

static bool take(Channel *channel, char *kind, const char **bytes, size_t *size) {
    size_t left = channel->in.size - channel->taken;
    const char *at = channel->in.data + channel->taken;
    if (left < HEADER) return false;
    memcpy(size, at + 1, sizeof *size);
    channel->broken = *size > CHANNEL_MESSAGE_MAX;
    if (channel->broken || left - HEADER < *size) return false;
    *kind = *at;
    *bytes = at + HEADER;
    channel->taken += HEADER + *size;
    return true;
}

static void forget_taken(Channel *channel) {
    if (!channel->taken) return;
    channel->in.size -= channel->taken;
    memmove(channel->in.data, channel->in.data + channel->taken, channel->in.size);
    channel->taken = 0;
}

ChannelState channel_receive(Channel *channel, bool wait, char *kind, const char **bytes, size_t *size) {
    char chunk[CHUNK];
    for (;;) {
        if (take(channel, kind, bytes, size)) return CHANNEL_MESSAGE;
        if (channel->broken) return CHANNEL_CLOSED;
        forget_taken(channel);
        ssize_t got = recv(channel->socket, chunk, sizeof chunk, wait ? 0 : MSG_DONTWAIT);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return CHANNEL_EMPTY;
        if (got <= 0) return CHANNEL_CLOSED;
        text_add_bytes(&channel->in, chunk, (size_t)got);
    }
}
