// Crypto: what the files of that module share.
#pragma once
#include "vm/run/bif.h"

// Before anything else: libcrypto reads no file of settings, so it does the same everywhere.
void crypto_begin(void);

// Bytes of the process's own stream, which follows from its descent: the same whatever others do.
void crypto_random(Process *p, uint8_t *out, size_t size);
