// Any bytes as a .beam file. Of a file that is accepted, every index is used: the reader's promise.
#include "beam/beam.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static volatile size_t used;   // so that no use is optimised away

static size_t touch(Bytes bytes) { return bytes.size > 0 ? bytes.data[0] + bytes.data[bytes.size - 1] : 0; }

static size_t use_operand(const BeamModule *module, const BeamOperand *operand) {
    switch ((BeamOperandKind)operand->kind) {
    case OPERAND_ATOM: return touch(module->atoms[operand->value]);
    case OPERAND_BIG: return touch(module->bigs[operand->value]);
    case OPERAND_LITERAL: return touch(module->literals[operand->value]);
    case OPERAND_LIST:
    case OPERAND_ALLOC:
        if (operand->list.count == 0) return 0;
        return module->operands[operand->list.first + operand->list.count - 1].kind;
    default: return 0;
    }
}

// What only the place of an operand says about it.
static size_t use_place(const BeamModule *module, char letter, const BeamOperand *operand) {
    if (operand->kind != OPERAND_UNSIGNED) return 0;
    switch (letter) {
    case 'i': return touch(module->atoms[module->imports[operand->value].function]);
    case 'F':
    case 't': return touch(module->atoms[module->funs[operand->value].function]);
    case 'l': return touch(module->files[module->lines[operand->value].file]);
    default: return 0;
    }
}

static size_t use(const BeamModule *module) {
    size_t sum = 0;
    for (uint32_t i = 0; i < module->code_count; i++) {
        const BeamInstruction *instruction = &module->code[i];
        const char *letters = beam_opcodes[instruction->opcode].operands;
        for (uint32_t k = 0; k < instruction->count; k++) {
            sum += use_place(module, letters[k], &module->operands[instruction->first + k]);
        }
    }
    for (uint32_t i = 0; i < module->operand_count; i++) { sum += use_operand(module, &module->operands[i]); }
    for (uint32_t i = 0; i < module->record_count; i++) {
        const BeamRecord *record = &module->records[i];
        for (uint32_t k = 0; k < record->field_count * 2; k++)
            sum += use_operand(module, &module->record_operands[record->first + k]);
        sum += touch(module->atoms[record->name]);
    }
    return sum;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    BeamModule module;
    Error err;
    Bytes chunk;
    if (beam_chunk((Bytes){data, size}, "Dbgi", &chunk)) used += touch(chunk);
    if (!beam_read((Bytes){data, size}, &module, &err)) return 0;
    used += use(&module);
    beam_free(&module);
    return 0;
}
