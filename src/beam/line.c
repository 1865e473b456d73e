// Where instructions stand in the source (Line), and what registers hold (Type, which is only
// checked).
#include "beam/read.h"

// File 0 has no name in the chunk: it is the module's name and ".erl".
static Bytes default_file(BeamModule *module) {
    static const uint8_t suffix[] = {'.', 'e', 'r', 'l'};
    Bytes name = module->atoms[1];
    uint8_t *text = module_keep(module, name.size + sizeof suffix, 1);
    memcpy(text, name.data, name.size);
    memcpy(text + name.size, suffix, sizeof suffix);
    return (Bytes){text, name.size + sizeof suffix};
}

static void no_lines(BeamModule *module) {
    module->line_count = module->file_count = 1;
    module->lines = module_keep(module, 1, sizeof(BeamLine));
    module->files = module_keep(module, 1, sizeof(Bytes));
    module->lines[0] = (BeamLine){0, 0};
    module->files[0] = default_file(module);
}

// Line numbers, with the file named only where it changes.
static bool read_lines(BeamModule *module, Reader *reader) {
    uint32_t file = 0;
    for (uint32_t i = 1; i < module->line_count;) {
        Tagged number;
        if (!reader_tagged(reader, &number)) return false;
        bool negative = number.bytes.size > 0 && number.bytes.data[0] >= 0x80;
        if (number.tag == TAG_a && number.value < module->file_count) {
            file = (uint32_t)number.value;
        } else if (number.tag == TAG_i && number.value <= INT32_MAX && !negative) {
            module->lines[i++] = (BeamLine){file, (uint32_t)number.value};
        } else if (number.tag == TAG_a) {
            return reader_fail(reader, "file %ju out of %" PRIu32, (uintmax_t)number.value, module->file_count);
        } else {
            return reader_fail(reader, "neither a line nor a file");
        }
    }
    return true;
}

static bool read_files(BeamModule *module, Reader *reader) {
    module->files[0] = default_file(module);
    for (uint32_t i = 1; i < module->file_count; i++) {
        uint16_t size;
        Bytes name;
        if (!reader_u16(reader, &size) || !reader_bytes(reader, size, &name)) return false;
        module->files[i] = size > 0 ? module_keep_bytes(module, name) : module->files[0];
    }
    return true;
}

// `known` tells whether the operands of `line` mean anything: not in a stripped file, nor in one
// that counts its lines in a way we do not know.
bool line_table(BeamModule *module, const Chunks *chunks, bool *known, Error *err) {
    Reader reader = reader_new(chunks, CHUNK_Line, err);
    uint32_t version = 0, flags, instructions, lines, files;
    *known = reader_left(&reader) > 0;
    if (*known && !reader_u32(&reader, &version)) return false;
    if (!*known || version != 0) {
        *known = false;
        no_lines(module);
        return true;
    }
    if (!reader_u32(&reader, &flags) || !reader_u32(&reader, &instructions)) return false;
    if (!reader_u32(&reader, &lines) || !reader_u32(&reader, &files)) return false;
    if ((uint64_t)lines + 2 * (uint64_t)files > reader_left(&reader)) {
        return reader_fail(&reader, "%" PRIu32 " lines and %" PRIu32 " files in %zu bytes", lines, files,
                           reader_left(&reader));
    }
    module->line_count = lines + 1;
    module->file_count = files + 1;
    module->lines = module_keep(module, module->line_count, sizeof(BeamLine));
    module->files = module_keep(module, module->file_count, sizeof(Bytes));
    module->lines[0] = (BeamLine){0, 0};
    return read_lines(module, &reader) && read_files(module, &reader);
}

// An entry is a set of types in 16 bits, of which three say what follows: lower bound, upper bound,
// unit.
static size_t type_extra(uint32_t version, uint16_t bits) {
    if (version == 1) return 16;   // both bounds, always
    unsigned lower = version == 3 ? 12 : 13;
    return 8 * (size_t)(bits >> lower & 1) + 8 * (size_t)(bits >> (lower + 1) & 1) + (size_t)(bits >> (lower + 2) & 1);
}

bool line_types(const Chunks *chunks, uint32_t *type_count, Error *err) {
    Reader reader = reader_new(chunks, CHUNK_Type, err);
    uint32_t version, count;
    *type_count = 0;
    if (reader_left(&reader) == 0) return true;
    if (!reader_u32(&reader, &version)) return false;
    if (version < 1 || version > 4) return true;
    if (!reader_count(&reader, 2, &count)) return false;
    for (uint32_t i = 0; i < count; i++) {
        uint16_t bits;
        Bytes extra;
        if (!reader_u16(&reader, &bits)) return false;
        if (!reader_bytes(&reader, type_extra(version, bits), &extra)) return false;
    }
    *type_count = count;
    return true;
}
