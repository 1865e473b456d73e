#include "queue/wire.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "base/memory.h"

struct Wire {
    int socket;
    SSL_CTX *context;   // NULL: there is no TLS
    SSL *tls;
};

double wire_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

// --- waiting -----------------------------------------------------------------------------------------------

// Until something can be done, or the deadline has come.
static bool wait_for(int socket, short events, double deadline, Error *err) {
    for (;;) {
        double left = deadline - wire_now();
        struct pollfd poll_one = {.fd = socket, .events = events};
        int ready = left > 0 ? poll(&poll_one, 1, (int)(left * 1000) + 1) : 0;
        if (ready > 0) return true;
        if (ready == 0) return fail(err, "no answer in time");
        if (errno != EINTR) return fail(err, "%s", strerror(errno));
    }
}

// --- connecting --------------------------------------------------------------------------------------------------

static bool is_own_machine(const struct sockaddr *address) {
    if (address->sa_family == AF_INET) {
        struct sockaddr_in in;
        memcpy(&in, address, sizeof in);
        return ntohl(in.sin_addr.s_addr) >> 24 == 127;
    }
    struct sockaddr_in6 in;
    if (address->sa_family != AF_INET6) return true;
    memcpy(&in, address, sizeof in);
    return IN6_IS_ADDR_LOOPBACK(&in.sin6_addr);
}

static bool connect_to(int socket, const struct sockaddr *address, socklen_t size, double deadline, Error *err) {
    int reason = 0;
    socklen_t room = sizeof reason;
    if (connect(socket, address, size) == 0) return true;
    if (errno != EINPROGRESS && errno != EINTR) return fail(err, "%s", strerror(errno));
    if (!wait_for(socket, POLLOUT, deadline, err)) return false;
    if (getsockopt(socket, SOL_SOCKET, SO_ERROR, &reason, &room) == 0 && reason == 0) return true;
    return fail(err, "%s", strerror(reason));
}

static int socket_to(int family, const struct sockaddr *address, socklen_t size, double deadline, Error *err) {
    int one = 1, made = socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (made < 0) return fail(err, "%s", strerror(errno)), -1;
    if (family != AF_UNIX) {
        setsockopt(made, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        setsockopt(made, SOL_SOCKET, SO_KEEPALIVE, &one, sizeof one);
    }
    if (connect_to(made, address, size, deadline, err)) return made;
    close(made);
    return -1;
}

static int open_file(const Address *address, double deadline, Error *err) {
    struct sockaddr_un file = {.sun_family = AF_UNIX};
    memcpy(file.sun_path, address->host, strnlen(address->host, sizeof file.sun_path - 1));
    return socket_to(AF_UNIX, (struct sockaddr *)&file, sizeof file, deadline, err);
}

// The network in between may be anybody's.
static bool may_talk(const Address *address, const struct addrinfo *to, WireTrust trust, Error *err) {
    if (trust.trusted || is_own_machine(to->ai_addr)) return true;
    if (!trust.password)
        return fail(err, "it is on another machine and asks for no password: say WEFT_QUEUE_PASSWORD, or "
                         "--queue-insecure where nobody else can reach it");
    return address->kind == ADDRESS_TLS ||
           fail(err, "it is on another machine, and what is said can be read on the way: say rediss://, or "
                     "--queue-insecure in a network that is yours alone");
}

static int open_host(const Address *address, WireTrust trust, double deadline, bool *hopeless, Error *err) {
    struct addrinfo *all = NULL, wanted = {.ai_socktype = SOCK_STREAM};
    int made = -1, reason = getaddrinfo(address->host, address->port, &wanted, &all);
    if (reason != 0) return fail(err, "%s", gai_strerror(reason)), -1;
    for (const struct addrinfo *to = all; to && made < 0 && !*hopeless; to = to->ai_next) {
        *hopeless = !may_talk(address, to, trust, err);
        if (!*hopeless) made = socket_to(to->ai_family, to->ai_addr, to->ai_addrlen, deadline, err);
    }
    freeaddrinfo(all);
    return made;
}

// --- TLS -----------------------------------------------------------------------------------------------------------

static bool fail_tls(const Wire *wire, Error *err) {
    long verdict = wire->tls ? SSL_get_verify_result(wire->tls) : X509_V_OK;
    unsigned long reason = ERR_get_error();
    ERR_clear_error();
    if (verdict != X509_V_OK) return fail(err, "its certificate: %s", X509_verify_cert_error_string(verdict));
    const char *words = reason ? ERR_reason_error_string(reason) : NULL;
    return fail(err, "TLS: %s", words ? words : "the connection was closed");
}

// What TLS needs to go on. False: there is nothing that it waits for.
static bool wait_for_tls(Wire *wire, int result, double deadline, Error *err) {
    int why = SSL_get_error(wire->tls, result);
    if (why == SSL_ERROR_WANT_READ) return wait_for(wire->socket, POLLIN, deadline, err);
    if (why == SSL_ERROR_WANT_WRITE) return wait_for(wire->socket, POLLOUT, deadline, err);
    return fail_tls(wire, err);
}

static bool is_number(const char *host) {
    unsigned char address[sizeof(struct in6_addr)];
    return inet_pton(AF_INET, host, address) == 1 || inet_pton(AF_INET6, host, address) == 1;
}

// The certificate must be of who was asked for.
static bool expect(Wire *wire, const char *host) {
    X509_VERIFY_PARAM *wanted = SSL_get0_param(wire->tls);
    SSL_set_verify(wire->tls, SSL_VERIFY_PEER, NULL);
    if (is_number(host)) return X509_VERIFY_PARAM_set1_ip_asc(wanted, host) == 1;
    return X509_VERIFY_PARAM_set1_host(wanted, host, 0) == 1 &&
           SSL_set_tlsext_host_name(wire->tls, (char *)(uintptr_t)host) == 1;
}

static bool begin_tls(Wire *wire, const char *host, double deadline, Error *err) {
    wire->context = SSL_CTX_new(TLS_client_method());
    if (!wire->context || SSL_CTX_set_min_proto_version(wire->context, TLS1_2_VERSION) != 1 ||
        SSL_CTX_set_default_verify_paths(wire->context) != 1 || !(wire->tls = SSL_new(wire->context)) ||
        !expect(wire, host) || SSL_set_fd(wire->tls, wire->socket) != 1)
        return fail_tls(wire, err);
    SSL_set_mode(wire->tls, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    for (int result; (result = SSL_connect(wire->tls)) != 1;)
        if (!wait_for_tls(wire, result, deadline, err)) return false;
    return true;
}

// --- the door ------------------------------------------------------------------------------------------------------

Wire *wire_open(const Address *address, WireTrust trust, double deadline, bool *hopeless, Error *err) {
    *hopeless = false;
    int made = address->kind == ADDRESS_FILE ? open_file(address, deadline, err)
                                             : open_host(address, trust, deadline, hopeless, err);
    if (made < 0) return NULL;
    Wire *wire = memory_zeroed(1, sizeof *wire);
    wire->socket = made;
    if (address->kind != ADDRESS_TLS || begin_tls(wire, address->host, deadline, err)) return wire;
    *hopeless = wire->tls && SSL_get_verify_result(wire->tls) != X509_V_OK;
    wire_close(wire);
    return NULL;
}

void wire_close(Wire *wire) {
    if (!wire) return;
    SSL_free(wire->tls);
    SSL_CTX_free(wire->context);
    close(wire->socket);
    memory_free(wire);
}

// As many as go at once; 0: none go now, -1: none will.
static ssize_t send_some(Wire *wire, const char *bytes, size_t size, double deadline, Error *err) {
    size_t sent = 0;
    if (wire->tls) {
        int result = SSL_write_ex(wire->tls, bytes, size, &sent);
        return result == 1 ? (ssize_t)sent : wait_for_tls(wire, result, deadline, err) ? 0 : -1;
    }
    ssize_t done = send(wire->socket, bytes, size, MSG_NOSIGNAL);
    if (done >= 0) return done;
    if (errno == EINTR) return 0;
    if (errno == EAGAIN || errno == EWOULDBLOCK) return wait_for(wire->socket, POLLOUT, deadline, err) ? 0 : -1;
    fail(err, "%s", strerror(errno));
    return -1;
}

bool wire_send(Wire *wire, const char *bytes, size_t size, double deadline, Error *err) {
    while (size > 0) {
        ssize_t sent = send_some(wire, bytes, size, deadline, err);
        if (sent < 0) return false;
        bytes += sent;
        size -= (size_t)sent;
    }
    return true;
}

static ssize_t receive_tls(Wire *wire, char *bytes, size_t room, double deadline, Error *err) {
    size_t got = 0;
    int result = SSL_read_ex(wire->tls, bytes, room, &got);
    return result == 1 ? (ssize_t)got : wait_for_tls(wire, result, deadline, err) ? 0 : -1;
}

static ssize_t receive_plain(Wire *wire, char *bytes, size_t room, double deadline, Error *err) {
    ssize_t got = recv(wire->socket, bytes, room, 0);
    if (got > 0) return got;
    if (got < 0 && errno == EINTR) return 0;
    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
        return wait_for(wire->socket, POLLIN, deadline, err) ? 0 : -1;
    fail(err, "%s", got == 0 ? "the connection was closed" : strerror(errno));
    return -1;
}

ssize_t wire_receive(Wire *wire, char *bytes, size_t room, double deadline, Error *err) {
    ssize_t got;
    do
        got =
            wire->tls ? receive_tls(wire, bytes, room, deadline, err) : receive_plain(wire, bytes, room, deadline, err);
    while (got == 0);
    return got;
}
