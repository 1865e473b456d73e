// The tables that instructions index: atoms, imports, exports, funs and literals.
#include "beam/read.h"

enum {
    ATOM_CHARACTERS = 255,
    ARITY_MAX = 255,
    EXTERNAL_TERM = 131,   // the first byte of each
};

// Counts the characters, or returns SIZE_MAX if that is not UTF-8.
static size_t utf8_length(Bytes text) {
    size_t length = 0;
    for (size_t i = 0; i < text.size; length++) {
        uint8_t lead = text.data[i++];
        if (lead < 0x80) continue;
        unsigned more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : 1;
        uint32_t character = lead & (0x3F >> more);
        if (lead < 0xC2 || lead > 0xF4 || more > text.size - i) return SIZE_MAX;
        for (; more > 0; more--, i++) {
            if ((text.data[i] & 0xC0) != 0x80) return SIZE_MAX;
            character = character << 6 | (text.data[i] & 0x3F);
        }
        bool overlong = (lead == 0xE0 && character < 0x800) || (lead == 0xF0 && character < 0x10000);
        bool surrogate = character >= 0xD800 && character < 0xE000;
        if (overlong || surrogate || character > 0x10FFFF) return SIZE_MAX;
    }
    return length;
}

// Every Latin-1 character above ASCII becomes two bytes. Returns the end of what was written.
static uint8_t *latin1_to_utf8(Bytes text, uint8_t *to) {
    for (size_t i = 0; i < text.size; i++) {
        uint8_t c = text.data[i];
        if (c >= 0x80) *to++ = (uint8_t)(0xC0 | c >> 6);
        *to++ = c < 0x80 ? c : (uint8_t)(0x80 | (c & 0x3F));
    }
    return to;
}

// Lengths are one byte each, or tagged numbers in tables of Erlang/OTP 28 and later.
static bool read_atom(Reader *reader, bool tagged, Bytes *text) {
    uint64_t size;
    Bytes byte;
    if (tagged) {
        if (!reader_unsigned(reader, &size)) return false;
    } else {
        if (!reader_bytes(reader, 1, &byte)) return false;
        size = byte.data[0];
    }
    return reader_bytes(reader, size, text);
}

static bool read_utf8_atoms(BeamModule *module, Reader *reader, bool tagged) {
    for (uint32_t i = 1; i < module->atom_count; i++) {
        if (!read_atom(reader, tagged, &module->atoms[i])) return false;
        size_t length = utf8_length(module->atoms[i]);
        if (length == SIZE_MAX) return reader_fail(reader, "atom %" PRIu32 " is not UTF-8", i);
        if (length > ATOM_CHARACTERS) return reader_fail(reader, "atom %" PRIu32 " is too long", i);
    }
    return true;
}

static bool read_latin1_atoms(BeamModule *module, Reader *reader) {
    uint8_t *to = module_keep(module, reader_left(reader), 2);
    for (uint32_t i = 1; i < module->atom_count; i++) {
        Bytes text;
        if (!read_atom(reader, false, &text)) return false;
        uint8_t *end = latin1_to_utf8(text, to);
        module->atoms[i] = (Bytes){to, (size_t)(end - to)};
        to = end;
    }
    return true;
}

bool table_atoms(BeamModule *module, const Chunks *chunks, Error *err) {
    bool utf8 = chunks->of[CHUNK_AtU8].size > 0;
    Chunks kept = *chunks;
    ChunkName name = utf8 ? CHUNK_AtU8 : CHUNK_Atom;
    if (kept.of[name].size == 0) return fail(err, "no AtU8 chunk");
    kept.of[name] = module_keep_bytes(module, kept.of[name]);
    Reader reader = reader_new(&kept, name, err);
    uint32_t count;
    if (!reader_u32(&reader, &count)) return false;
    bool tagged = utf8 && count >> 31;   // the new form has the count negated
    if (tagged) count = -count;
    if (count == 0) return reader_fail(&reader, "no atoms, not even the module's name");
    if (count > reader_left(&reader)) {
        return reader_fail(&reader, "%" PRIu32 " atoms in %zu bytes", count, reader_left(&reader));
    }
    module->atom_count = count + 1;
    module->atoms = module_keep(module, module->atom_count, sizeof(Bytes));
    module->atoms[0] = (Bytes){(const uint8_t *)"", 0};
    return utf8 ? read_utf8_atoms(module, &reader, tagged) : read_latin1_atoms(module, &reader);
}

static bool read_atom_index(Reader *reader, const BeamModule *module, uint32_t *atom) {
    if (!reader_u32(reader, atom)) return false;
    if (*atom > 0 && *atom < module->atom_count) return true;
    return reader_fail(reader, "atom %" PRIu32 " out of %" PRIu32, *atom, module->atom_count - 1);
}

static bool read_arity(Reader *reader, uint32_t *arity) {
    if (!reader_u32(reader, arity)) return false;
    return *arity <= ARITY_MAX || reader_fail(reader, "arity %" PRIu32, *arity);
}

bool table_imports(BeamModule *module, const Chunks *chunks, Error *err) {
    Reader reader = reader_new(chunks, CHUNK_ImpT, err);
    if (!reader_count(&reader, 12, &module->import_count)) return false;
    module->imports = module_keep(module, module->import_count, sizeof(BeamImport));
    for (uint32_t i = 0; i < module->import_count; i++) {
        BeamImport *import = &module->imports[i];
        if (!read_atom_index(&reader, module, &import->module)) return false;
        if (!read_atom_index(&reader, module, &import->function)) return false;
        if (!read_arity(&reader, &import->arity)) return false;
    }
    return true;
}

// ExpT, or LocT if `name` says so. code.c compares the labels with the code.
bool table_exports(BeamModule *module, const Chunks *chunks, ChunkName name, Error *err) {
    BeamExport **table = name == CHUNK_LocT ? &module->locals : &module->exports;
    uint32_t *count = name == CHUNK_LocT ? &module->local_count : &module->export_count;
    if (name == CHUNK_LocT && chunks->of[name].size == 0) return true;
    Reader reader = reader_new(chunks, name, err);
    if (!reader_count(&reader, 12, count)) return false;
    *table = module_keep(module, *count, sizeof(BeamExport));
    for (uint32_t i = 0; i < *count; i++) {
        BeamExport *export = &(*table)[i];
        if (!read_atom_index(&reader, module, &export->function)) return false;
        if (!read_arity(&reader, &export->arity)) return false;
        if (!reader_u32(&reader, &export->label)) return false;
    }
    return true;
}

static bool read_fun(Reader *reader, const BeamModule *module, BeamFun *fun) {
    return read_atom_index(reader, module, &fun->function) && read_arity(reader, &fun->arity) &&
           reader_u32(reader, &fun->label) && reader_u32(reader, &fun->index) && reader_u32(reader, &fun->free_count) &&
           reader_u32(reader, &fun->old_uniq);
}

bool table_funs(BeamModule *module, const Chunks *chunks, Error *err) {
    if (chunks->of[CHUNK_FunT].size == 0) return true;
    Reader reader = reader_new(chunks, CHUNK_FunT, err);
    if (!reader_count(&reader, 24, &module->fun_count)) return false;
    module->funs = module_keep(module, module->fun_count, sizeof(BeamFun));
    for (uint32_t i = 0; i < module->fun_count; i++) {
        BeamFun *fun = &module->funs[i];
        if (!read_fun(&reader, module, fun)) return false;
        if (fun->free_count > fun->arity) {
            return reader_fail(&reader, "fun of arity %" PRIu32 " with %" PRIu32 " free variables", fun->arity,
                               fun->free_count);
        }
        if (fun->index >= module->fun_count) {
            return reader_fail(&reader, "fun %" PRIu32 " out of %" PRIu32, fun->index, module->fun_count);
        }
    }
    return reader_left(&reader) == 0 || reader_fail(&reader, "%zu bytes too many", reader_left(&reader));
}

// The content of LitT: plain since Erlang/OTP 28 (said by size 0), before that deflated.
static bool unpack_literals(BeamModule *module, Reader *reader, Bytes *plain) {
    uint32_t size;
    uint8_t *unpacked;
    if (!reader_u32(reader, &size)) return false;
    Bytes content = {reader->at, reader_left(reader)};
    if (size == 0) {
        *plain = module_keep_bytes(module, content);
        return true;
    }
    if (!beam_inflate(content, size, &unpacked)) {
        return reader_fail(reader, "not %" PRIu32 " bytes, compressed", size);
    }
    *plain = module_keep_bytes(module, (Bytes){unpacked, size});
    memory_free(unpacked);
    return true;
}

bool table_literals(BeamModule *module, const Chunks *chunks, Error *err) {
    if (chunks->of[CHUNK_LitT].size == 0) return true;
    Chunks kept = *chunks;
    Reader reader = reader_new(chunks, CHUNK_LitT, err);
    if (!unpack_literals(module, &reader, &kept.of[CHUNK_LitT])) return false;
    reader = reader_new(&kept, CHUNK_LitT, err);
    if (!reader_count(&reader, 6, &module->literal_count)) return false;
    module->literals = module_keep(module, module->literal_count, sizeof(Bytes));
    for (uint32_t i = 0; i < module->literal_count; i++) {
        uint32_t size;
        Bytes *literal = &module->literals[i];
        if (!reader_u32(&reader, &size) || !reader_bytes(&reader, size, literal)) return false;
        if (size < 2 || literal->data[0] != EXTERNAL_TERM) {
            return reader_fail(&reader, "literal %" PRIu32 " is not an external term", i);
        }
    }
    return true;
}
