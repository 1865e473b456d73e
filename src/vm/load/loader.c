#include "vm/load/loader.h"

#include "base/memory.h"
#include "vm/term/number.h"

#define GROW(array, count, capacity)                                        \
    do {                                                                    \
        if ((count) == (capacity)) {                                        \
            (capacity) = (capacity) ? (capacity)*2 : 256;                   \
            (array) = memory_resize((array), (capacity) * sizeof *(array)); \
        }                                                                   \
    } while (0)

// --- the file ----------------------------------------------------------------------------------------

Term loader_term(Loader *l, const BeamOperand *o) {
    switch (o->kind) {
    case OPERAND_NIL: return TERM_NIL;
    case OPERAND_ATOM: return l->atoms[o->value];
    case OPERAND_INTEGER: return heap_integer(l->literals, o->integer);
    case OPERAND_BIG: {
        Bytes bytes = l->beam->bigs[o->value];
        return number_from_bytes(l->literals, bytes.data, bytes.size, false, true);
    }
    case OPERAND_LITERAL: return l->terms[o->value];
    default: return heap_unsigned(l->literals, o->value);
    }
}

bool loader_is_immediate(Loader *l, const BeamOperand *o) {
    return !operand_is_register(o) && term_is_immediate(loader_term(l, o));
}

bool loader_is_small(Loader *l, const BeamOperand *o) {
    return !operand_is_register(o) && term_is_small(loader_term(l, o));
}

// The first instruction from `index` on that is no line; NULL behind the last.
static const BeamInstruction *after_lines(const Loader *l, uint32_t index) {
    while (index < l->beam->code_count && l->beam->code[index].opcode == BEAM_line) index++;
    return index < l->beam->code_count ? &l->beam->code[index] : NULL;
}

BeamOpcode loader_ahead(const Loader *l, uint32_t distance) {
    const BeamInstruction *i = after_lines(l, l->next);
    for (; i && distance > 0; distance--) i = after_lines(l, (uint32_t)(i - l->beam->code) + 1);
    return i ? i->opcode : 0;
}

static bool is_marked(const Loader *l, const BeamInstruction *i) {
    return verified_marked(&l->verified, (uint32_t)(i - l->beam->code));
}

bool loader_marked(const Loader *l) { return is_marked(l, l->now); }

const BeamOperand *loader_peek(const Loader *l, BeamOpcode opcode) {
    const BeamInstruction *i = after_lines(l, l->next);
    return i && i->opcode == opcode && !is_marked(l, i) ? l->beam->operands + i->first : NULL;
}

const BeamOperand *loader_take(Loader *l, BeamOpcode opcode) {
    const BeamOperand *o = loader_peek(l, opcode);
    if (!o) return NULL;
    for (; l->beam->code[l->next].opcode == BEAM_line; l->next++)
        load_line(l, OP_func_info, l->beam->operands + l->beam->code[l->next].first);
    l->next++;
    return o;
}

// --- words -------------------------------------------------------------------------------------------

void emit_number(Loader *l, uint64_t number) {
    GROW(l->code, l->count, l->capacity);
    l->code[l->count++] = (Code)number;
}

void emit_op(Loader *l, Op op) {
    l->start = l->count;
    emit_number(l, interp_word(op));
}

void emit_bits(Loader *l, uint64_t bits) {
    emit_number(l, bits & UINT32_MAX);
    emit_number(l, bits >> 32);
}

void emit_pointer(Loader *l, const void *address) { emit_bits(l, (uint64_t)address); }

void emit_constant(Loader *l, Term term) { emit_bits(l, term.bits); }

void emit_label(Loader *l, const BeamOperand *o) {
    if (o->kind == OPERAND_LABEL && o->value) {
        GROW(l->label_uses, l->label_use_count, l->label_use_capacity);
        l->label_uses[l->label_use_count++] = (LabelUse){l->count, l->start, (uint32_t)o->value};
    }
    emit_number(l, 0);
}

void emit_constant_source(Loader *l, Term term) {
    GROW(l->constants, l->constant_count, l->constant_capacity);
    GROW(l->constant_uses, l->constant_use_count, l->constant_use_capacity);
    l->constant_uses[l->constant_use_count++] = (ConstantUse){l->count, l->constant_count};
    l->constants[l->constant_count++] = term;
    emit_number(l, 0);
}

void emit_source(Loader *l, const BeamOperand *o) {
    if (o->kind == OPERAND_X)
        emit_number(l, o->value << 2);
    else if (o->kind == OPERAND_Y)
        emit_number(l, o->value << 2 | 1);
    else
        emit_constant_source(l, loader_term(l, o));
}

void emit_sources(Loader *l, const BeamOperand *list, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) emit_source(l, &list[i]);
}

void emit_destination(Loader *l, const BeamOperand *o) { emit_number(l, o->value << 1 | (o->kind == OPERAND_Y)); }

void emit_header(Loader *l, const BeamOperand *size) { emit_bits(l, header_make(KIND_TUPLE, size->value).bits); }

void emit_unsupported(Loader *l) {
    emit_op(l, OP_unsupported);
    emit_number(l, l->now->opcode);
    l->module->unknown = l->now->opcode;
}

// Flags as numbers, as compilers before OTP 25 write them: 16 is native, which is little here.
static uint64_t plain_flags(uint64_t flags) {
    return (flags & (BITS_LITTLE | BITS_SIGNED)) | (flags & 16 ? BITS_LITTLE : 0);
}

// --- formats -----------------------------------------------------------------------------------------

static void emit_operand(Loader *l, char letter, const BeamOperand *o) {
    switch (letter) {
    case 's': emit_source(l, o); break;
    case 'd': emit_destination(l, o); break;
    case 'u': emit_number(l, o->value); break;
    case 'j': emit_label(l, o); break;
    case 'c': emit_constant(l, loader_term(l, o)); break;
    case 'f': emit_number(l, plain_flags(o->value)); break;
    case 't': emit_pointer(l, l->beam->strings.data + o->value); break;
    case 'i': emit_number(l, o->value + 1); break;
    case 'l':
        emit_number(l, o->list.count);
        emit_sources(l, loader_list(l, o), o->list.count);
        break;
    default: assert(!"a letter of a format");
    }
}

void emit_operands(Loader *l, const char *format, const BeamOperand *o) {
    while (*format) {
        char letter = *format++;
        uint32_t number = 0;
        while (*format >= '0' && *format <= '9') number = number * 10 + (uint32_t)(*format++ - '0');
        if (letter == '#')
            emit_number(l, number);
        else if (letter == 'r')
            emit_number(l, l->registers);
        else
            emit_operand(l, letter, &o[number]);
    }
}

void emit(Loader *l, Op op, const char *format, const BeamOperand *o) {
    emit_op(l, op);
    emit_operands(l, format, o);
}
