// Embedded: modules that are part of weft, compiled from the folder erlang/ when weft is built.
#pragma once
#include <stddef.h>
#include <stdint.h>

typedef struct {
    const char *name;
    const uint8_t *bytes;
    size_t size;
} Embedded;

extern const Embedded embedded_modules[];   // ends with a NULL name
