// The Code chunk: a header, then instructions up to int_code_end.
//
// A function is   label  [line]  func_info M F A  label (its entry)  ...   and who calls, exports
// or makes a fun of it names the entry.
#include "beam/read.h"

enum { OPERANDS_MAX = 8 };   // of one instruction

static bool read_header(Decoder *decoder) {
    Reader *reader = &decoder->reader;
    BeamModule *module = decoder->module;
    uint32_t size, format, highest;
    Bytes more;
    if (!reader_u32(reader, &size)) return false;
    if (size < 16) return reader_fail(reader, "a header of %" PRIu32 " bytes", size);
    if (!reader_u32(reader, &format) || !reader_u32(reader, &highest)) return false;
    if (format != 0) return reader_fail_at(reader, 4, "instruction set %" PRIu32 ", not 0", format);
    if (!reader_u32(reader, &module->label_count) || !reader_u32(reader, &module->function_count)) { return false; }
    if (!reader_bytes(reader, size - 16, &more)) return false;
    if (module->label_count <= reader_left(reader)) return true;
    return reader_fail_at(reader, 12, "%" PRIu32 " labels in %zu bytes", module->label_count, reader_left(reader));
}

static bool define_label(Decoder *decoder, uint64_t number) {
    const Reader *reader = &decoder->reader;
    if (number == 0 || number >= decoder->module->label_count) {
        return reader_fail(reader, "label %ju out of %" PRIu32, (uintmax_t)number, decoder->module->label_count);
    }
    Label *label = &decoder->labels[number];
    if (label->defined) { return reader_fail(reader, "label %ju for the second time", (uintmax_t)number); }
    uint32_t at = decoder->code_count;
    bool entry = at > 0 && decoder->code[at - 1].opcode == BEAM_func_info;
    label->defined = at + 1;
    label->function = entry ? at : 0;
    return true;
}

// func_info stands behind a label, perhaps with a line between, and before another.
static bool check_shape(const Decoder *decoder) {
    const Reader *reader = &decoder->reader;
    const BeamInstruction *code = decoder->code;
    uint32_t at = decoder->code_count;
    bool after_function = at > 0 && code[at - 1].opcode == BEAM_func_info;
    if (after_function && code[at].opcode != BEAM_label) {
        return reader_fail_at(reader, code[at - 1].offset, "func_info without an entry");
    }
    if (code[at].opcode != BEAM_func_info) return true;
    bool after_line = at > 1 && code[at - 1].opcode == BEAM_line;
    if (at == 0 || code[after_line ? at - 2 : at - 1].opcode != BEAM_label) {
        return reader_fail_at(reader, code[at].offset, "func_info without a label");
    }
    if (decoder->operands[code[at].first].value == 1) return true;
    return reader_fail_at(reader, code[at].offset, "func_info of another module");
}

static bool known_opcode(const Reader *reader, unsigned opcode) {
    if (opcode >= BEAM_OPCODE_COUNT) {
        return reader_fail(reader, "opcode %u is newer than this reader (Erlang/OTP 29)", opcode);
    }
    if (!beam_opcodes[opcode].name) return reader_fail(reader, "opcode %u does not exist", opcode);
    if (beam_opcodes[opcode].operands) return true;
    return reader_fail(reader, "%s (opcode %u) is obsolete: compile again with Erlang/OTP 23 or later",
                       beam_opcodes[opcode].name, opcode);
}

// There is a byte at least.
static bool read_instruction(Decoder *decoder, BeamInstruction *out) {
    Reader *reader = &decoder->reader;
    uint8_t opcode = *reader->at;
    reader->last = reader->at++;
    if (!known_opcode(reader, opcode)) return false;
    *out = (BeamInstruction){
        .opcode = opcode,
        .count = beam_opcodes[opcode].count,
        .first = decoder->operand_count,
        .offset = (uint32_t)(reader->last - reader->start),
    };
    decoder->operand_count += out->count;
    for (uint32_t i = 0; i < out->count; i++) {
        if (!operand_read(decoder, &decoder->operands[out->first + i])) return false;
    }
    return check_instruction(decoder, out) && check_shape(decoder);
}

static bool read_instructions(Decoder *decoder) {
    Reader *reader = &decoder->reader;
    uint32_t functions = 0;
    for (unsigned opcode = 0; opcode != BEAM_int_code_end; decoder->code_count++) {
        BeamInstruction *instruction = &decoder->code[decoder->code_count];
        if (reader_left(reader) == 0) {
            return reader_fail_at(reader, (size_t)(reader->at - reader->start), "no int_code_end");
        }
        if (!read_instruction(decoder, instruction)) return false;
        opcode = instruction->opcode;
        functions += opcode == BEAM_func_info;
        if (opcode == BEAM_label && !define_label(decoder, decoder->operands[instruction->first].value)) {
            return false;
        }
    }
    if (reader_left(reader) > 0) { return reader_fail(reader, "%zu bytes after int_code_end", reader_left(reader)); }
    if (functions == decoder->module->function_count) return true;
    return reader_fail_at(reader, 16, "%" PRIu32 " functions, not %" PRIu32, functions,
                          decoder->module->function_count);
}

static bool check_labels(const Decoder *decoder) {
    for (uint32_t i = 1; i < decoder->module->label_count; i++) {
        const Label *label = &decoder->labels[i];
        if (label->used && !label->defined) {
            return reader_fail_at(&decoder->reader, label->used, "label %" PRIu32 " stands nowhere", i);
        }
    }
    return true;
}

// The function that `label` is the entry of, as its func_info's operands: module, name, arity.
static const BeamOperand *function_at(const Decoder *decoder, uint64_t label) {
    if (label >= decoder->module->label_count || !decoder->labels[label].function) return NULL;
    return &decoder->operands[decoder->code[decoder->labels[label].function - 1].first];
}

static bool check_calls(const Decoder *decoder) {
    for (uint32_t i = 0; i < decoder->code_count; i++) {
        const BeamInstruction *call = &decoder->code[i];
        if (call->opcode < BEAM_call || call->opcode > BEAM_call_only) continue;
        const BeamOperand *arity = &decoder->operands[call->first], *label = arity + 1;
        const BeamOperand *function = function_at(decoder, label->value);
        if (function && function[2].value == arity->value) continue;
        return reader_fail_at(&decoder->reader, call->offset, "label %ju is no function of arity %ju",
                              (uintmax_t)label->value, (uintmax_t)arity->value);
    }
    return true;
}

static bool check_entry(const Decoder *decoder, ChunkName chunk, uint32_t name, uint32_t arity, uint32_t label) {
    const BeamOperand *function = function_at(decoder, label);
    if (function && function[1].value == name && function[2].value == arity) return true;
    Bytes text = decoder->module->atoms[name];
    return fail(decoder->reader.err, "%s chunk: label %" PRIu32 " is not the function %.*s/%" PRIu32,
                chunk_names[chunk], label, (int)text.size, (const char *)text.data, arity);
}

static bool check_tables(const Decoder *decoder) {
    const BeamModule *module = decoder->module;
    for (uint32_t i = 0; i < module->export_count; i++) {
        const BeamExport *export = &module->exports[i];
        if (!check_entry(decoder, CHUNK_ExpT, export->function, export->arity, export->label)) { return false; }
    }
    for (uint32_t i = 0; i < module->local_count; i++) {
        const BeamExport *local = &module->locals[i];
        if (!check_entry(decoder, CHUNK_LocT, local->function, local->arity, local->label)) { return false; }
    }
    for (uint32_t i = 0; i < module->fun_count; i++) {
        const BeamFun *fun = &module->funs[i];
        if (!check_entry(decoder, CHUNK_FunT, fun->function, fun->arity, fun->label)) return false;
    }
    return true;
}

static void *keep_copy(BeamModule *module, const void *items, size_t count, size_t size) {
    void *copy = module_keep(module, count, size);
    if (count > 0) memcpy(copy, items, count * size);
    return copy;
}

static void keep(const Decoder *decoder) {
    BeamModule *module = decoder->module;
    module->code_count = decoder->code_count;
    module->operand_count = decoder->operand_count;
    module->big_count = decoder->big_count;
    module->code = keep_copy(module, decoder->code, decoder->code_count, sizeof *decoder->code);
    module->operands = keep_copy(module, decoder->operands, decoder->operand_count, sizeof *decoder->operands);
    module->bigs = keep_copy(module, decoder->bigs, decoder->big_count, sizeof *decoder->bigs);
}

bool code_read(BeamModule *module, const Chunks *chunks, bool lines_known, uint32_t type_count, Error *err) {
    Decoder decoder = {
        .reader = reader_new(chunks, CHUNK_Code, err),
        .module = module,
        .lines_known = lines_known,
        .type_count = type_count,
    };
    if (reader_left(&decoder.reader) > UINT32_MAX / 2) return fail(err, "Code chunk is too large");
    if (!read_header(&decoder)) return false;
    size_t size = reader_left(&decoder.reader);
    decoder.code = memory_new(size * sizeof(BeamInstruction));
    decoder.operands = memory_new((size + OPERANDS_MAX) * sizeof(BeamOperand));
    decoder.bigs = memory_new((size / 10 + 1) * sizeof(Bytes));   // a big one takes ten bytes at least
    decoder.labels = memory_zeroed(module->label_count, sizeof(Label));
    bool good =
        read_instructions(&decoder) && check_labels(&decoder) && check_calls(&decoder) && check_tables(&decoder);
    if (good) keep(&decoder);
    memory_free(decoder.code);
    memory_free(decoder.operands);
    memory_free(decoder.bigs);
    memory_free(decoder.labels);
    return good;
}
