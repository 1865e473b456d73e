// Address: where the queue of a run is, as --queue names it.
//
//     redis://HOST[:PORT]/RUN        rediss://HOST[:PORT]/RUN, over TLS        unix:///PATH#RUN
#pragma once
#include "base/error.h"

enum { ADDRESS_RUN = 64, ADDRESS_HOST = 256, ADDRESS_PORT = 6 };

typedef enum { ADDRESS_PLAIN, ADDRESS_TLS, ADDRESS_FILE } AddressKind;

typedef struct {
    AddressKind kind;
    char host[ADDRESS_HOST];   // of a file: its path
    char port[ADDRESS_PORT];
    char run[ADDRESS_RUN + 1];   // letters, digits and -_. only
} Address;

bool address_read(Address *address, const char *text, Error *err);
