// Beam: what a .beam file says, checked and taken apart. Nothing runs here.
//
// beam_read accepts a file only if every index in it (atom, import, literal, label, fun, string, type,
// register) is in range, so that whoever uses a BeamModule need not look again. A file that is not
// well-formed is refused with chunk, offset and reason.
#pragma once
#include "base/bytes.h"

typedef enum {
#define OPCODE(number, name, operands) BEAM_##name = number,
#include "beam/opcode.def"
#undef OPCODE
    BEAM_OPCODE_COUNT
} BeamOpcode;

enum { BEAM_REGISTERS = 1024 };   // x, y and floating point registers of a file are below

typedef enum {
    OPERAND_NONE,
    OPERAND_UNSIGNED,   // value: a count, an arity, an index into imports, funs, strings, ...
    OPERAND_INTEGER,    // integer: an Erlang integer that fits 64 bits
    OPERAND_BIG,        // value: index into `bigs`: two's complement bytes, big endian
    OPERAND_ATOM,       // value: index into `atoms` (0 is never given: that is OPERAND_NIL)
    OPERAND_NIL,        // the empty list
    OPERAND_X,          // value: register
    OPERAND_Y,
    OPERAND_FLOAT,       // value: floating point register
    OPERAND_LABEL,       // value: label, 0 for "none"
    OPERAND_LITERAL,     // value: index into `literals`
    OPERAND_CHARACTER,   // value (tag h; old)
    OPERAND_LIST,        // list: `count` operands from `operands[first]`
    OPERAND_ALLOC,       // list of pairs of OPERAND_UNSIGNED: kind (0 words, 1 floats, 2 funs), number
} BeamOperandKind;

typedef struct {
    uint8_t kind;    // BeamOperandKind
    uint16_t type;   // of a typed register: index into Type + 1; else 0
    union {
        uint64_t value;
        int64_t integer;
        struct {
            uint32_t first, count;
        } list;
    };
} BeamOperand;

typedef struct {
    uint16_t opcode;   // BeamOpcode
    uint16_t count;    // operands
    uint32_t first;    // operands[first .. first + count - 1]
    uint32_t offset;   // byte in the Code chunk, for messages
} BeamInstruction;

typedef struct {
    uint32_t module, function, arity;
} BeamImport;   // atoms
typedef struct {
    uint32_t function, arity, label;
} BeamExport;
typedef struct {
    uint32_t function, arity, label, index, free_count, old_uniq;
} BeamFun;
// A native record. A field without a default has an OPERAND_UNSIGNED there.
typedef struct {
    uint32_t name;
    bool exported;
    uint32_t first, field_count;
} BeamRecord;
typedef struct {
    uint32_t file, line;
} BeamLine;   // 0 line: none

typedef struct {
    Bytes *atoms;
    uint32_t atom_count;   // UTF-8; [0] unused, [1] the module's name
    BeamInstruction *code;
    uint32_t code_count;
    BeamOperand *operands;
    uint32_t operand_count;
    Bytes *bigs;
    uint32_t big_count;
    uint32_t label_count;   // labels are 1 .. label_count - 1
    uint32_t function_count;
    BeamImport *imports;
    uint32_t import_count;
    BeamExport *exports;
    uint32_t export_count;
    BeamExport *locals;
    uint32_t local_count;
    BeamFun *funs;
    uint32_t fun_count;
    Bytes *literals;
    uint32_t literal_count;   // external terms, each with its 131
    Bytes strings;            // StrT
    BeamLine *lines;
    uint32_t line_count;   // [0]: none; `line` operands index this
    Bytes *files;
    uint32_t file_count;              // [0] "<module>.erl", unless the file says more
    Bytes attributes, compile_info;   // external terms, size 0: absent
    Bytes meta;                       // Meta chunk
    BeamRecord *records;
    uint32_t record_count;
    BeamOperand *record_operands;   // of the records: pairs of a name and a default
    void *memory;                   // owns all of the above
} BeamModule;

// `file` may be gzip-compressed. On success the module owns copies of all it needs.
bool beam_read(Bytes file, BeamModule *module, Error *err);
// The same of its atoms, imports and literals alone, which is a small part of the work.
bool beam_read_words(Bytes file, BeamModule *module, Error *err);
void beam_free(BeamModule *module);

// The digest of the essential chunks, which compilers take for the version. False if it is no BEAM file.
bool beam_md5(Bytes file, uint8_t digest[16]);

// One chunk of a file, as beam_lib and code:get_chunk want it, borrowed from `file`: the last one of
// that name. False if absent, or not a BEAM file, or compressed.
bool beam_chunk(Bytes file, const char *name, Bytes *chunk);

// Deflated bytes whose size is told (by the file, so it may lie); the caller frees them with memory_free.
bool beam_inflate(Bytes packed, size_t size, uint8_t **out);

// What opcode.def says. `name` is NULL if there is no such opcode, `operands` if it is obsolete.
typedef struct {
    const char *name;
    const char *operands;
    uint16_t count;
} BeamOpcodeInfo;
extern const BeamOpcodeInfo beam_opcodes[BEAM_OPCODE_COUNT];

// Whether an instruction sends a message or takes one off the mailbox: a clause of a receive is known by the latter.
static inline bool beam_is_exchange(uint16_t opcode) { return opcode == BEAM_send || opcode == BEAM_remove_message; }
