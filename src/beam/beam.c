#include "beam/beam.h"

#include "base/md5.h"
#include "beam/read.h"

enum { EXTERNAL_TERM = 131 };

const BeamOpcodeInfo beam_opcodes[BEAM_OPCODE_COUNT] = {
// The letters as they stand in the table, without their quotes.
#define OPCODE(number, name, operands) [number] = {#name, operands, sizeof #operands - sizeof "''"},
#include "beam/opcode.def"
#undef OPCODE
};

// A module's memory is a chain of blocks.
typedef struct Block {
    struct Block *next;
} Block;

void *module_keep(BeamModule *module, size_t count, size_t size) {
    Block *block = memory_new(sizeof(Block) + count * size);
    block->next = module->memory;
    module->memory = block;
    return block + 1;
}

Bytes module_keep_bytes(BeamModule *module, Bytes bytes) {
    uint8_t *copy = module_keep(module, bytes.size, 1);
    if (bytes.size > 0) memcpy(copy, bytes.data, bytes.size);
    return (Bytes){copy, bytes.size};
}

void beam_free(BeamModule *module) {
    for (Block *block = module->memory, *next; block; block = next) {
        next = block->next;
        memory_free(block);
    }
    *module = (BeamModule){0};
}

// The number that stands last in each entry of FunT is made from the digest, so the digest takes it
// as 0.
static void add_funs(Md5 *md5, Bytes funs) {
    static const uint8_t zero[4];
    size_t at = 4;
    md5_update(md5, funs.data, funs.size < 4 ? funs.size : 4);
    for (; at + 24 <= funs.size; at += 24) {
        md5_update(md5, funs.data + at, 20);
        md5_update(md5, zero, 4);
    }
}

static void module_md5(const Chunks *chunks, uint8_t digest[MD5_SIZE]) {
    Md5 md5;
    md5_init(&md5);
    for (int i = 0; i < CHUNK_ESSENTIAL; i++) {
        if (i == CHUNK_FunT) {
            add_funs(&md5, chunks->of[i]);
        } else {
            md5_update(&md5, chunks->of[i].data, chunks->of[i].size);
        }
    }
    md5_final(&md5, digest);
}

static bool keep_term(BeamModule *module, const Chunks *chunks, ChunkName name, Bytes *out, Error *err) {
    Bytes term = chunks->of[name];
    if (term.size == 0) return true;
    if (term.size < 2 || term.data[0] != EXTERNAL_TERM) {
        return fail(err, "%s chunk is not an external term", chunk_names[name]);
    }
    *out = module_keep_bytes(module, term);
    return true;
}

static bool read_terms(BeamModule *module, const Chunks *chunks, Error *err) {
    return keep_term(module, chunks, CHUNK_Attr, &module->attributes, err) &&
           keep_term(module, chunks, CHUNK_CInf, &module->compile_info, err) &&
           keep_term(module, chunks, CHUNK_Meta, &module->meta, err);
}

static bool read_tables(BeamModule *module, const Chunks *chunks, Error *err) {
    return table_atoms(module, chunks, err) && table_imports(module, chunks, err) &&
           table_exports(module, chunks, CHUNK_ExpT, err) && table_exports(module, chunks, CHUNK_LocT, err) &&
           table_funs(module, chunks, err) && table_literals(module, chunks, err) && record_table(module, chunks, err);
}

static bool all_there(const Chunks *chunks, Error *err) {
    static const ChunkName needed[] = {CHUNK_Code, CHUNK_ImpT, CHUNK_ExpT};
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++) {
        if (chunks->of[needed[i]].size == 0) return fail(err, "no %s chunk", chunk_names[needed[i]]);
    }
    return true;
}

static bool read_chunks(BeamModule *module, const Chunks *chunks, Error *err) {
    bool lines_known;
    uint32_t type_count;
    if (!all_there(chunks, err)) return false;
    module->strings = module_keep_bytes(module, chunks->of[CHUNK_StrT]);
    return read_tables(module, chunks, err) && read_terms(module, chunks, err) &&
           line_table(module, chunks, &lines_known, err) && line_types(chunks, &type_count, err) &&
           code_read(module, chunks, lines_known, type_count, err);
}

bool beam_md5(Bytes file, uint8_t digest[MD5_SIZE]) {
    uint8_t *unpacked;
    Chunks chunks;
    Error ignored;
    if (!chunk_unpack(file, &unpacked, &file.size, &ignored)) return false;
    if (unpacked) file.data = unpacked;
    bool good = chunk_find_all(file, &chunks, &ignored) && all_there(&chunks, &ignored);
    if (good) module_md5(&chunks, digest);
    memory_free(unpacked);
    return good;
}

static bool read_words(BeamModule *module, const Chunks *chunks, Error *err) {
    return table_atoms(module, chunks, err) && table_imports(module, chunks, err) &&
           table_literals(module, chunks, err);
}

typedef bool (*Read)(BeamModule *module, const Chunks *chunks, Error *err);

static bool read_parts(Bytes file, BeamModule *module, Read read, Error *err) {
    uint8_t *unpacked;
    Chunks chunks;
    *module = (BeamModule){0};
    if (!chunk_unpack(file, &unpacked, &file.size, err)) return false;
    if (unpacked) file.data = unpacked;
    bool good = chunk_find_all(file, &chunks, err) && read(module, &chunks, err);
    memory_free(unpacked);
    if (!good) beam_free(module);
    return good;
}

bool beam_read(Bytes file, BeamModule *module, Error *err) { return read_parts(file, module, read_chunks, err); }

bool beam_read_words(Bytes file, BeamModule *module, Error *err) { return read_parts(file, module, read_words, err); }
