// Wire: bytes to and from a server, over TCP, TLS or a unix socket.
//
// Whatever the network does, each word comes back by its deadline (wire_now). A name may stand for several addresses;
// the first one that answers is taken.
//
// A server elsewhere is only talked to over TLS, with a certificate that holds for its name, and with a password,
// unless `trusted` says that the network may be anybody's. What is on this machine needs neither.
#pragma once
#include "base/error.h"
#include "queue/address.h"

#include <stddef.h>
#include <sys/types.h>

typedef struct Wire Wire;

typedef struct {
    bool password;   // there is one
    bool trusted;    // the network is
} WireTrust;

double wire_now(void);   // in seconds

// False in `*hopeless`: it may work another time.
Wire *wire_open(const Address *address, WireTrust trust, double deadline, bool *hopeless, Error *err);
void wire_close(Wire *wire);   // may be NULL
bool wire_send(Wire *wire, const char *bytes, size_t size, double deadline, Error *err);
ssize_t wire_receive(Wire *wire, char *bytes, size_t room, double deadline, Error *err);   // at least one byte; or -1
