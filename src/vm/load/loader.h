// Loader: one module on its way from the instructions of its file to those of the machine.
//
//     load.def      what becomes of each instruction of a file
//     load.c        the way through a module, and what Erlang code may ask about it
//     load_call.c   calls, built-in functions, funs
//     load_data.c   moves, lists, tuples, maps, floats
//     load_branch.c tests and choices
//     load_bits.c   the bit syntax
//     load_record.c native records
//     load_receive.c receives
//     loader.c      how words are written
//
// Words are written one after the other; labels and constants are filled in when all of them have their place.
// An instruction may take the next ones of the file along: where one instruction of the machine does the work of
// two, that is what makes it fast.
#pragma once
#include "beam/verify.h"
#include "vm/load/load.h"
#include "vm/run/interp_bits.h"

typedef struct {
    uint32_t at;      // word to fill
    uint32_t start;   // of its instruction
    uint32_t label;
} LabelUse;

typedef struct {
    uint32_t at;
    uint32_t constant;
} ConstantUse;

typedef struct {
    CodeServer *server;
    Heap *literals;
    const BeamModule *beam;
    Module *module;
    Term *atoms, *terms;   // of the file, as terms
    Code *code;
    uint32_t count, capacity;
    uint32_t start;     // of the instruction being written
    uint32_t *labels;   // where each label is
    LabelUse *label_uses;
    uint32_t label_use_count, label_use_capacity;
    Term *constants;
    uint32_t constant_count, constant_capacity;
    ConstantUse *constant_uses;
    uint32_t constant_use_count, constant_use_capacity;
    uint32_t location_count, function_count;
    uint32_t on_load;             // where the function begins that runs first; UINT32_MAX: none
    const BeamInstruction *now;   // of the file: the one being translated
    uint32_t next;                // and the index of the one after it
    uint32_t taken;               // a remove_message that was written before what stands in front of it
    uint32_t registers;           // X registers that the function being translated uses
    Verified verified;            // which instructions must look at what they are given
} Loader;

// Translates the instruction with operands `o`; `op` is the first of the family it becomes one of.
typedef void Translate(Loader *l, Op op, const BeamOperand *o);

#define PLAIN(beam, op, format)
#define FORMS(beam, function, op) Translate function;
#define NOTHING(beam)
#include "vm/load/load.def"
#undef PLAIN
#undef FORMS
#undef NOTHING

void loader_make_records(Loader *l);   // before its instructions (load_record.c)

// --- the file ----------------------------------------------------------------------------------------
static inline bool operand_is_register(const BeamOperand *o) { return o->kind == OPERAND_X || o->kind == OPERAND_Y; }
static inline bool operands_are_x(const BeamOperand *a, const BeamOperand *b) {
    return a->kind == OPERAND_X && b->kind == OPERAND_X;
}
static inline bool operands_are_same(const BeamOperand *a, const BeamOperand *b) {
    return a->kind == b->kind && a->value == b->value;
}
static inline const BeamOperand *loader_list(const Loader *l, const BeamOperand *list) {
    return l->beam->operands + list->list.first;
}
Term loader_term(Loader *l, const BeamOperand *o);           // what a constant operand stands for
bool loader_is_immediate(Loader *l, const BeamOperand *o);   // and no register
bool loader_is_small(Loader *l, const BeamOperand *o);

// Looking ahead, where lines do not count: the opcode of the instruction that comes next (0) or after so many
// others; 0 behind the last.
BeamOpcode loader_ahead(const Loader *l, uint32_t distance);
// Whether the one being translated must look at what it is given, because the verifier could not.
bool loader_marked(const Loader *l);
// The operands of the next instruction, or NULL when it is another one, or marked.
const BeamOperand *loader_peek(const Loader *l, BeamOpcode opcode);
// The same, and it counts as translated: to be called before the instruction that does its work is written.
const BeamOperand *loader_take(Loader *l, BeamOpcode opcode);

// Whether the instruction that is next belongs behind the remove_message that follows (load_receive.c); that one has
// the index l->taken then.
bool loader_takes_early(Loader *l);

// --- writing -----------------------------------------------------------------------------------------
// An instruction. The format says what its operands are: a letter for the kind, then which operand of the file.
//
//     s  source          u  number, or register whose kind the instruction knows    #N  the number N itself
//     d  destination     l  list: its length, then its elements as sources           f  flags of a segment
//     j  label           c  constant, two words                                      t  place in the strings
//     r  how many X registers the function uses
void emit(Loader *l, Op op, const char *format, const BeamOperand *o);
void emit_operands(Loader *l, const char *format, const BeamOperand *o);   // more of them

void emit_op(Loader *l, Op op);
void emit_number(Loader *l, uint64_t number);
void emit_header(Loader *l, const BeamOperand *size);   // of a tuple, two words
void emit_label(Loader *l, const BeamOperand *o);       // none when it is no label
void emit_source(Loader *l, const BeamOperand *o);
void emit_sources(Loader *l, const BeamOperand *list, uint32_t count);
void emit_destination(Loader *l, const BeamOperand *o);
void emit_bits(Loader *l, uint64_t bits);          // two words
void emit_constant(Loader *l, Term term);          // in line
void emit_constant_source(Loader *l, Term term);   // by distance, as a source
void emit_pointer(Loader *l, const void *address);
void emit_unsupported(Loader *l);   // the machine cannot do this one
