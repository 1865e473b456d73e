// Operands: tagged numbers, and what their tags make of them.
//
//     vvvv0ttt                      4 bits of value, tag t
//     vvv01ttt vvvvvvvv             11 bits
//     nnn11ttt bytes                n + 2 bytes
//     11111ttt number-u bytes       u + 9 bytes
#include "beam/read.h"

// With tag z the value says what follows.
enum { Z_LIST = 1, Z_FLOAT = 2, Z_ALLOC = 3, Z_LITERAL = 4, Z_TYPED = 5 };

static bool cut_short(const Reader *reader) { return reader_fail(reader, "cut short in an operand"); }

static uint64_t unsigned_value(Bytes bytes) {
    uint64_t value = 0;
    for (size_t i = 0; i < bytes.size; i++) {
        if (value >> 56) return UINT64_MAX;
        value = value << 8 | bytes.data[i];
    }
    return value;
}

// `first` is the byte whose bits 3 and 4 are set: the size, in it or behind it.
static bool long_size(Reader *reader, uint8_t first, size_t *size) {
    *size = (first >> 5) + 2u;
    if (*size < 9) return true;
    if (reader_left(reader) == 0) return cut_short(reader);
    // No honest size needs a size of its own, and a file might nest them endlessly.
    if ((*reader->at & 0xF8) == 0xF8) return reader_fail(reader, "a number of absurd size");
    uint64_t more;
    if (!reader_unsigned(reader, &more)) return false;
    if (more > reader_left(reader)) return cut_short(reader);
    *size = 9 + (size_t)more;
    return true;
}

bool reader_tagged(Reader *reader, Tagged *out) {
    reader->last = reader->at;
    if (reader_left(reader) == 0) return cut_short(reader);
    uint8_t first = *reader->at++;
    out->tag = first & 7;
    out->bytes.size = 0;
    if (!(first & 8)) {
        out->value = first >> 4;
        return true;
    }
    if (!(first & 16)) {
        if (reader_left(reader) == 0) return cut_short(reader);
        out->value = (uint64_t)(first >> 5) << 8 | *reader->at++;
        return true;
    }
    size_t size;
    if (!long_size(reader, first, &size)) return false;
    if (reader_left(reader) < size) return cut_short(reader);
    out->bytes = (Bytes){reader->at, size};
    out->value = unsigned_value(out->bytes);
    reader->at += size;
    return true;
}

bool reader_unsigned(Reader *reader, uint64_t *value) {
    Tagged number;
    if (!reader_tagged(reader, &number)) return false;
    if (number.tag != TAG_u) return reader_fail(reader, "a number with tag %d, not u", number.tag);
    *value = number.value;
    return true;
}

// Without the leading bytes that only repeat the sign.
static Bytes shortest(Bytes bytes) {
    while (bytes.size > 1 && bytes.data[0] == (bytes.data[1] & 0x80 ? 0xFF : 0x00)) {
        bytes.data++;
        bytes.size--;
    }
    return bytes;
}

static void integer_operand(Decoder *decoder, const Tagged *number, BeamOperand *out) {
    *out = (BeamOperand){.kind = OPERAND_INTEGER, .value = number->value};
    if (number->bytes.size == 0) return;
    Bytes bytes = shortest(number->bytes);
    if (bytes.size <= 8) {
        uint64_t value = bytes.data[0] & 0x80 ? UINT64_MAX : 0;
        for (size_t i = 0; i < bytes.size; i++) value = value << 8 | bytes.data[i];
        out->value = value;
    } else {
        decoder->bigs[decoder->big_count] = module_keep_bytes(decoder->module, bytes);
        *out = (BeamOperand){.kind = OPERAND_BIG, .value = decoder->big_count++};
    }
}

// An operand whose value indexes something that has `count` of it.
static bool index_operand(const Reader *reader, BeamOperand *out, BeamOperandKind kind, uint64_t value,
                          uint64_t count) {
    static const char *const names[] = {
        [OPERAND_ATOM] = "atom",   [OPERAND_X] = "x register",         [OPERAND_Y] = "y register",
        [OPERAND_LABEL] = "label", [OPERAND_FLOAT] = "float register", [OPERAND_LITERAL] = "literal",
    };
    *out = (BeamOperand){.kind = (uint8_t)kind, .value = value};
    if (value < count) return true;
    return reader_fail(reader, "%s %ju out of %ju", names[kind], (uintmax_t)value, (uintmax_t)count);
}

static bool label_operand(Decoder *decoder, BeamOperand *out, uint64_t value) {
    const Reader *reader = &decoder->reader;
    if (!index_operand(reader, out, OPERAND_LABEL, value, decoder->module->label_count)) { return false; }
    Label *label = &decoder->labels[value];
    if (!label->used) label->used = (uint32_t)(reader->last - reader->start);
    return true;
}

static bool plain_operand(Decoder *decoder, const Tagged *number, BeamOperand *out) {
    const Reader *reader = &decoder->reader;
    uint64_t value = number->value;
    switch (number->tag) {
    case TAG_u: *out = (BeamOperand){.kind = OPERAND_UNSIGNED, .value = value}; return true;
    case TAG_i: integer_operand(decoder, number, out); return true;
    case TAG_a:
        if (!index_operand(reader, out, OPERAND_ATOM, value, decoder->module->atom_count)) { return false; }
        if (value == 0) out->kind = OPERAND_NIL;
        return true;
    case TAG_x: return index_operand(reader, out, OPERAND_X, value, BEAM_REGISTERS);
    case TAG_y: return index_operand(reader, out, OPERAND_Y, value, BEAM_REGISTERS);
    case TAG_f: return label_operand(decoder, out, value);
    case TAG_h: *out = (BeamOperand){.kind = OPERAND_CHARACTER, .value = value}; return true;
    default: return reader_fail(reader, "an operand of unknown kind z%ju", (uintmax_t)value);
    }
}

static bool typed_register(Decoder *decoder, BeamOperand *out) {
    Reader *reader = &decoder->reader;
    Tagged number;
    uint64_t type;
    if (!reader_tagged(reader, &number)) return false;
    if (number.tag != TAG_x && number.tag != TAG_y) { return reader_fail(reader, "a type of no register"); }
    if (!plain_operand(decoder, &number, out) || !reader_unsigned(reader, &type)) return false;
    if (decoder->type_count == 0) return true;
    if (type >= decoder->type_count) {
        return reader_fail(reader, "type %ju out of %" PRIu32, (uintmax_t)type, decoder->type_count);
    }
    // A type is a hint: without those that do not fit, code is as right.
    if (type < UINT16_MAX) out->type = (uint16_t)(type + 1);
    return true;
}

// An operand that may stand in a list.
static bool list_element(Decoder *decoder, const Tagged *number, BeamOperand *out) {
    Reader *reader = &decoder->reader;
    uint64_t value;
    if (number->tag != TAG_z) return plain_operand(decoder, number, out);
    switch (number->value) {
    case Z_FLOAT:
        return reader_unsigned(reader, &value) && index_operand(reader, out, OPERAND_FLOAT, value, BEAM_REGISTERS);
    case Z_LITERAL:
        return reader_unsigned(reader, &value) &&
               index_operand(reader, out, OPERAND_LITERAL, value, decoder->module->literal_count);
    case Z_TYPED: return typed_register(decoder, out);
    default: return plain_operand(decoder, number, out);
    }
}

// Lists go behind the operands read so far. Allocation lists count pairs of plain numbers.
static bool list_operand(Decoder *decoder, BeamOperandKind kind, BeamOperand *out) {
    Reader *reader = &decoder->reader;
    uint64_t count;
    if (!reader_unsigned(reader, &count)) return false;
    if (kind == OPERAND_ALLOC && count <= reader_left(reader)) count *= 2;
    if (count > reader_left(reader)) { return reader_fail(reader, "a list of %ju operands", (uintmax_t)count); }
    uint32_t first = decoder->operand_count;
    decoder->operand_count += (uint32_t)count;
    *out = (BeamOperand){.kind = (uint8_t)kind, .list = {first, (uint32_t)count}};
    for (uint64_t i = 0; i < count; i++) {
        Tagged number;
        if (!reader_tagged(reader, &number)) return false;
        if (!list_element(decoder, &number, &decoder->operands[first + i])) return false;
    }
    return true;
}

// Of one byte, and nothing to look up: most operands are.
static inline bool read_short(Reader *reader, BeamOperand *out) {
    static const uint8_t kinds[8] = {
        [TAG_u] = OPERAND_UNSIGNED, [TAG_i] = OPERAND_INTEGER, [TAG_x] = OPERAND_X, [TAG_y] = OPERAND_Y};
    if (reader_left(reader) == 0) return false;
    uint8_t byte = *reader->at, kind = kinds[byte & 7];
    if (byte & 8 || kind == OPERAND_NONE) return false;
    reader->last = reader->at++;
    *out = (BeamOperand){.kind = kind, .value = byte >> 4};
    return true;
}

bool operand_read(Decoder *decoder, BeamOperand *out) {
    Tagged number;
    if (read_short(&decoder->reader, out)) return true;
    if (!reader_tagged(&decoder->reader, &number)) return false;
    if (number.tag == TAG_z && number.value == Z_LIST) { return list_operand(decoder, OPERAND_LIST, out); }
    if (number.tag == TAG_z && number.value == Z_ALLOC) { return list_operand(decoder, OPERAND_ALLOC, out); }
    return list_element(decoder, &number, out);
}
