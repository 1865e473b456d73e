// Read: what the files of this room share while a .beam file is taken apart.
//
// A Reader is a position in one chunk. Each function that returns false has said why, with the
// chunk's name and the byte it stood at. A count from the file is believed only as far as there are
// bytes for so many items, so that memory stays in proportion to the file.
//
//     chunk.c    file -> chunks            code.c     Code -> instructions, labels, functions
//     table.c    atoms, imports, ...       operand.c  bytes -> one operand
//     line.c     Line and Type             check.c    operands against the letters of opcode.def
//     record.c   definitions of records
#pragma once
#include <inttypes.h>
#include <string.h>

#include "base/memory.h"
#include "beam/beam.h"

typedef enum {
#define CHUNK(name) CHUNK_##name,
#include "beam/chunk.def"
#undef CHUNK
    CHUNK_COUNT,
    CHUNK_ESSENTIAL = CHUNK_Meta + 1,
} ChunkName;

typedef struct {
    Bytes of[CHUNK_COUNT];   // borrowed from the file; absent ones are empty
} Chunks;

extern const char *const chunk_names[CHUNK_COUNT];

// If `file` is compressed, its content in memory the caller frees; else *unpacked is NULL.
bool chunk_unpack(Bytes file, uint8_t **unpacked, size_t *size, Error *err);

bool chunk_find_all(Bytes file, Chunks *chunks, Error *err);

// Memory that lives as long as the module.
void *module_keep(BeamModule *module, size_t count, size_t size);
Bytes module_keep_bytes(BeamModule *module, Bytes bytes);

typedef struct {
    const char *chunk;
    const uint8_t *start, *at, *end;
    const uint8_t *last;   // where the last thing read began: the byte that messages name
    Error *err;
} Reader;

static inline Reader reader_new(const Chunks *chunks, ChunkName name, Error *err) {
    Bytes bytes = chunks->of[name];
    const uint8_t *start = bytes.data;
    return (Reader){chunk_names[name], start, start, start + bytes.size, start, err};
}

static inline size_t reader_left(const Reader *reader) { return (size_t)(reader->end - reader->at); }

// Says "Code chunk, byte 117: " and the reason.
void reader_say(const Reader *reader, size_t byte, const char *format, ...) __attribute__((format(printf, 3, 4)));

// Both are false; macros, so that compilers see it and know what is set behind a success.
#define reader_fail_at(reader, byte, ...) (reader_say(reader, byte, __VA_ARGS__), false)
#define reader_fail(reader, ...) reader_fail_at(reader, (size_t)((reader)->last - (reader)->start), __VA_ARGS__)

bool reader_bytes(Reader *reader, size_t size, Bytes *out);
bool reader_u16(Reader *reader, uint16_t *out);
bool reader_u32(Reader *reader, uint32_t *out);

// A number of items, each of at least so many bytes, which must be there.
bool reader_count(Reader *reader, size_t item_size, uint32_t *count);

// A tagged number, the one encoding below all operands, atom lengths and lines.
typedef enum { TAG_u, TAG_i, TAG_a, TAG_x, TAG_y, TAG_f, TAG_h, TAG_z } Tag;

typedef struct {
    Tag tag;
    uint64_t value;   // as unsigned; the greatest one if it has more than 64 bits
    Bytes bytes;      // of a long one: two's complement, big endian; else empty
} Tagged;

bool reader_tagged(Reader *reader, Tagged *out);
bool reader_unsigned(Reader *reader, uint64_t *value);   // one with tag u

// Each fills its fields of the module.
bool table_atoms(BeamModule *module, const Chunks *chunks, Error *err);
bool table_imports(BeamModule *module, const Chunks *chunks, Error *err);
bool table_exports(BeamModule *module, const Chunks *chunks, ChunkName name, Error *err);
bool table_funs(BeamModule *module, const Chunks *chunks, Error *err);
bool table_literals(BeamModule *module, const Chunks *chunks, Error *err);
bool record_table(BeamModule *module, const Chunks *chunks, Error *err);
bool line_table(BeamModule *module, const Chunks *chunks, bool *known, Error *err);

// Sets the count to 0 if there are no types we know; indexes mean nothing then.
bool line_types(const Chunks *chunks, uint32_t *type_count, Error *err);

// The instructions while they are read, into memory for the worst case: each of them and each
// operand takes at least a byte of the chunk.
typedef struct {
    uint32_t defined;    // instruction + 1, 0: not yet
    uint32_t used;       // byte of the first use, 0: not yet
    uint32_t function;   // the func_info (instruction + 1) whose entry this is, 0: of none
} Label;

typedef struct {
    Reader reader;
    BeamModule *module;
    bool lines_known;
    uint32_t type_count;
    uint32_t code_count, operand_count, big_count;
    BeamInstruction *code;
    BeamOperand *operands;
    Bytes *bigs;
    Label *labels;
} Decoder;

bool code_read(BeamModule *module, const Chunks *chunks, bool lines_known, uint32_t type_count, Error *err);
bool operand_read(Decoder *decoder, BeamOperand *out);
bool check_instruction(Decoder *decoder, const BeamInstruction *instruction);
