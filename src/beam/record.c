// Definitions of native records (OTP 29): the chunk Recs. Each is written as if it were an instruction:
//     call_last Name Exported [Field, Default, ...]      a Default that is the number 0 is none
#include "beam/read.h"

enum { RECORDS_VERSION = 0, RECORD_SIZE_MIN = 5, RECORD_OPERANDS = 3 };

static bool is_atom(const Decoder *decoder, const BeamOperand *o, const char *text) {
    if (o->kind != OPERAND_ATOM) return false;
    Bytes atom = decoder->module->atoms[o->value];
    return atom.size == strlen(text) && memcmp(atom.data, text, atom.size) == 0;
}

static bool is_default(const BeamOperand *o) {
    switch (o->kind) {
    case OPERAND_ATOM:
    case OPERAND_INTEGER:
    case OPERAND_NIL:
    case OPERAND_LITERAL: return true;
    default: return o->kind == OPERAND_UNSIGNED && o->value == 0;
    }
}

static bool check_fields(const Decoder *decoder, const BeamOperand *list) {
    if (list->kind != OPERAND_LIST || list->list.count % 2 != 0)
        return reader_fail(&decoder->reader, "a record without a list of fields");
    const BeamOperand *fields = decoder->operands + list->list.first;
    for (uint32_t i = 0; i < list->list.count; i += 2)
        if (fields[i].kind != OPERAND_ATOM || !is_default(&fields[i + 1]))
            return reader_fail(&decoder->reader, "field %u of a record", (unsigned)(i / 2));
    return true;
}

static bool read_record(Decoder *decoder, BeamRecord *out) {
    Reader *reader = &decoder->reader;
    Bytes opcode;
    BeamOperand o[RECORD_OPERANDS];
    if (!reader_bytes(reader, 1, &opcode)) return false;
    if (opcode.data[0] != BEAM_call_last) return reader_fail(reader, "no definition of a record");
    for (int i = 0; i < RECORD_OPERANDS; i++)
        if (!operand_read(decoder, &o[i])) return false;
    bool exported = is_atom(decoder, &o[1], "true");
    if (o[0].kind != OPERAND_ATOM || (!exported && !is_atom(decoder, &o[1], "false")))
        return reader_fail(reader, "a record without a name");
    *out = (BeamRecord){(uint32_t)o[0].value, exported, o[2].list.first, o[2].list.count / 2};
    return check_fields(decoder, &o[2]);
}

static bool read_records(Decoder *decoder, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (!read_record(decoder, &decoder->module->records[i])) return false;
    return true;
}

// Before the code: no label is known yet, so none is accepted.
bool record_table(BeamModule *module, const Chunks *chunks, Error *err) {
    Decoder decoder = {.reader = reader_new(chunks, CHUNK_Recs, err), .module = module};
    Reader *reader = &decoder.reader;
    uint32_t version, count, field_count;
    if (reader_left(reader) == 0) return true;
    if (!reader_u32(reader, &version)) return false;
    if (version != RECORDS_VERSION) return reader_fail(reader, "version %u of records", (unsigned)version);
    if (!reader_u32(reader, &count) || !reader_u32(reader, &field_count)) return false;
    size_t size = reader_left(reader);
    if (count > size / RECORD_SIZE_MIN) return reader_fail(reader, "%u records", (unsigned)count);
    module->records = module_keep(module, count, sizeof *module->records);
    module->record_operands = module_keep(module, size, sizeof *module->record_operands);
    module->record_count = count;
    decoder.operands = module->record_operands;
    decoder.bigs = memory_new((size / 10 + 1) * sizeof(Bytes));
    bool good = read_records(&decoder, count);
    memory_free(decoder.bigs);
    return good;
}
