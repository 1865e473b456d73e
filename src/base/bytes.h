// Bytes: a borrowed stretch of memory, and readers of whole files.
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

typedef struct {
    const uint8_t *data;
    size_t size;
} Bytes;

static inline uint16_t bytes_u16(const uint8_t *at) { return (uint16_t)(at[0] << 8 | at[1]); }

static inline uint32_t bytes_u32(const uint8_t *at) {
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static inline uint64_t bytes_u64(const uint8_t *at) { return (uint64_t)bytes_u32(at) << 32 | bytes_u32(at + 4); }

enum { BYTES_MOST = 1 << 30 };   // of files that weft reads itself

// Reads a whole file into malloc'ed memory, which the caller frees. Only regular files are read, and none that is
// larger than weft would know what to do with.
bool bytes_read_file(const char *path, Bytes *out, Error *err);
// The same from where a descriptor stands. False and errno: ENODEV or EISDIR for what is no regular file, EFBIG for one
// beyond the limit.
bool bytes_read_descriptor(int descriptor, size_t limit, Bytes *out);
