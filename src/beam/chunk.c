// The container: FOR1, a size, BEAM, and chunks of name, size and content padded to four bytes.
#define ZLIB_CONST
#include <stdarg.h>
#include <stdio.h>
#include <zlib.h>

#include "beam/read.h"

enum {
    UNPACKED_MAX = 1 << 28,   // the largest real module has a few megabytes; a bomb has more
    DEFLATE_MAX = 1032,       // bytes that one byte of deflated data can stand for
};

const char *const chunk_names[CHUNK_COUNT] = {
#define CHUNK(name) #name,
#include "beam/chunk.def"
#undef CHUNK
};

bool chunk_unpack(Bytes file, uint8_t **unpacked, size_t *size, Error *err) {
    *unpacked = NULL;
    if (file.size < 2 || file.data[0] != 0x1f || file.data[1] != 0x8b) return true;
    z_stream stream = {.next_in = file.data, .avail_in = (uInt)file.size};
    if (file.size > UNPACKED_MAX) { return fail(err, "compressed file of %zu bytes is too large", file.size); }
    if (inflateInit2(&stream, 16 + MAX_WBITS) != Z_OK) memory_exhausted(file.size);
    size_t capacity = 4 * file.size;
    uint8_t *out = memory_new(capacity);
    int state = Z_OK;
    while (state == Z_OK && capacity <= UNPACKED_MAX) {
        if (stream.total_out == capacity) out = memory_resize(out, capacity *= 2);
        stream.next_out = out + stream.total_out;
        stream.avail_out = (uInt)(capacity - stream.total_out);
        state = inflate(&stream, Z_NO_FLUSH);
    }
    *size = stream.total_out;
    inflateEnd(&stream);
    if (state == Z_STREAM_END) {
        *unpacked = out;
        return true;
    }
    memory_free(out);
    return fail(err, state == Z_OK ? "compressed file is too large" : "compressed file is damaged");
}

bool beam_inflate(Bytes packed, size_t size, uint8_t **out) {
    if (size > UNPACKED_MAX || size / DEFLATE_MAX > packed.size) return false;
    uint8_t *data = memory_new(size);
    uLongf filled = size;
    if (uncompress(data, &filled, packed.data, packed.size) == Z_OK && filled == size) {
        *out = data;
        return true;
    }
    memory_free(data);
    return false;
}

// The chunks of a file, without the twelve bytes in front.
static bool file_content(Bytes file, Bytes *content, Error *err) {
    if (file.size < 12) return fail(err, "not a BEAM file: only %zu bytes", file.size);
    if (memcmp(file.data, "FOR1", 4) != 0) { return fail(err, "not a BEAM file: does not begin with FOR1"); }
    if (memcmp(file.data + 8, "BEAM", 4) != 0) { return fail(err, "not a BEAM file: no BEAM at byte 8"); }
    uint32_t size = bytes_u32(file.data + 4);
    if (size < 4 || size > file.size - 8) {
        return fail(err, "file is cut short: %zu bytes of %ju", file.size, (uintmax_t)size + 8);
    }
    *content = (Bytes){file.data + 12, size - 4};
    return true;
}

// Takes the next chunk off `rest`.
static bool next_chunk(Bytes *rest, const uint8_t **name, Bytes *chunk) {
    if (rest->size < 8) return false;
    size_t size = bytes_u32(rest->data + 4), padded = (size + 3) & ~(size_t)3;
    if (padded > rest->size - 8) return false;
    *name = rest->data;
    *chunk = (Bytes){rest->data + 8, size};
    *rest = (Bytes){rest->data + 8 + padded, rest->size - 8 - padded};
    return true;
}

bool chunk_find_all(Bytes file, Chunks *chunks, Error *err) {
    Bytes rest = {0}, chunk;
    const uint8_t *name;
    for (int i = 0; i < CHUNK_COUNT; i++) chunks->of[i] = (Bytes){(const uint8_t *)"", 0};
    if (!file_content(file, &rest, err)) return false;
    while (rest.size > 0) {
        if (!next_chunk(&rest, &name, &chunk)) {
            return fail(err, "the chunk at byte %zu is cut short", (size_t)(rest.data - file.data));
        }
        for (int i = 0; i < CHUNK_COUNT; i++) {
            if (memcmp(name, chunk_names[i], 4) == 0) chunks->of[i] = chunk;
        }
    }
    return true;
}

bool beam_chunk(Bytes file, const char *wanted, Bytes *chunk) {
    Error ignored;
    Bytes rest = {0}, content;
    const uint8_t *name;
    bool found = false;
    if (strlen(wanted) != 4 || !file_content(file, &rest, &ignored)) return false;
    while (rest.size > 0) {
        if (!next_chunk(&rest, &name, &content)) return false;
        if (memcmp(name, wanted, 4) != 0) continue;
        *chunk = content;
        found = true;
    }
    return found;
}

void reader_say(const Reader *reader, size_t byte, const char *format, ...) {
    char reason[400];
    va_list args;
    va_start(args, format);
    vsnprintf(reason, sizeof reason, format, args);
    va_end(args);
    fail(reader->err, "%s chunk, byte %zu: %s", reader->chunk, byte, reason);
}

bool reader_bytes(Reader *reader, size_t size, Bytes *out) {
    reader->last = reader->at;
    if (reader_left(reader) < size) {
        return reader_fail(reader, "cut short: %zu bytes of %zu", reader_left(reader), size);
    }
    *out = (Bytes){reader->at, size};
    reader->at += size;
    return true;
}

bool reader_u16(Reader *reader, uint16_t *out) {
    Bytes bytes;
    if (!reader_bytes(reader, 2, &bytes)) return false;
    *out = bytes_u16(bytes.data);
    return true;
}

bool reader_u32(Reader *reader, uint32_t *out) {
    Bytes bytes;
    if (!reader_bytes(reader, 4, &bytes)) return false;
    *out = bytes_u32(bytes.data);
    return true;
}

bool reader_count(Reader *reader, size_t item_size, uint32_t *count) {
    if (!reader_u32(reader, count)) return false;
    if (*count <= reader_left(reader) / item_size) return true;
    return reader_fail(reader, "%" PRIu32 " items do not fit into %zu bytes", *count, reader_left(reader));
}
