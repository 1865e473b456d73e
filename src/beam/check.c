// Operands against the letters of opcode.def, so that nobody behind beam_read has to look again.
#include <stdarg.h>
#include <stdio.h>

#include "beam/read.h"

enum {
    STACK_MAX = 1024,
    TUPLE_MAX = (1 << 24) - 1,
    WORDS_MAX = 1 << 27,   // no instruction builds terms of a gigabyte
    UNIT_MAX = 256,
    ARITY_MAX = 255,
};

static const uint64_t size_max = (uint64_t)1 << 48;

#define KIND(name) (1u << OPERAND_##name)
#define REGISTER (KIND(X) | KIND(Y))
#define SOURCE (REGISTER | KIND(INTEGER) | KIND(BIG) | KIND(ATOM) | KIND(NIL) | KIND(LITERAL))

// What may stand at a letter: these kinds, and for some a value up to a limit.
typedef struct {
    const char *what;   // for messages
    uint16_t kinds;
    uint64_t limit;        // of unsigned values, 0: none
    const char *element;   // of a list: the letters that repeat
    bool more;             // see check_value
} Letter;

static const Letter letters[128] = {
    ['s'] = {"a source", SOURCE, 0, NULL, false},
    ['r'] = {"a register", REGISTER, 0, NULL, false},
    ['d'] = {"a register", REGISTER, 0, NULL, false},
    ['y'] = {"a y register", KIND(Y), 0, NULL, false},
    ['e'] = {"a float register", KIND(FLOAT), 0, NULL, false},
    ['m'] = {"a float register or a source", SOURCE | KIND(FLOAT), 0, NULL, false},
    ['g'] = {"a register", REGISTER | KIND(FLOAT), 0, NULL, false},
    ['L'] = {"a constant", SOURCE & ~REGISTER, 0, NULL, false},
    ['a'] = {"an atom", KIND(ATOM), 0, NULL, false},
    ['q'] = {"flags", KIND(NIL) | KIND(LITERAL), 0, NULL, false},
    ['c'] = {"the name of a record", KIND(ATOM) | KIND(NIL) | KIND(LITERAL), 0, NULL, false},
    ['N'] = {"a label", KIND(UNSIGNED), 0, NULL, false},
    ['f'] = {"a label", KIND(LABEL), 0, NULL, true},
    ['j'] = {"a label", KIND(LABEL), 0, NULL, false},
    ['b'] = {"a label or an atom", KIND(LABEL) | KIND(ATOM), 0, NULL, true},
    ['u'] = {"a number", KIND(UNSIGNED), 0, NULL, true},
    ['X'] = {"a number", KIND(UNSIGNED), 0, NULL, false},
    ['v'] = {"an arity", KIND(UNSIGNED), ARITY_MAX, NULL, false},
    ['x'] = {"a place in a tuple", KIND(UNSIGNED), TUPLE_MAX, NULL, false},
    ['h'] = {"a unit", KIND(UNSIGNED), UNIT_MAX, NULL, false},
    ['k'] = {"a stack size", KIND(UNSIGNED), STACK_MAX, NULL, false},
    ['n'] = {"a number of registers", KIND(UNSIGNED), BEAM_REGISTERS, NULL, false},
    ['w'] = {"a number of words", KIND(UNSIGNED) | KIND(ALLOC), WORDS_MAX, NULL, true},
    ['z'] = {"a number or a source", KIND(UNSIGNED) | SOURCE, 0, NULL, true},
    ['p'] = {"a number or an atom", KIND(UNSIGNED) | KIND(ATOM), 0, NULL, false},
    ['i'] = {"an import", KIND(UNSIGNED), 0, NULL, true},
    ['F'] = {"a fun", KIND(UNSIGNED), 0, NULL, true},
    ['t'] = {"a fun or an atom", KIND(UNSIGNED) | KIND(ATOM), 0, NULL, true},
    ['o'] = {"an offset", KIND(UNSIGNED), 0, NULL, true},
    ['l'] = {"a line", KIND(UNSIGNED), 0, NULL, true},
    ['S'] = {"a list", KIND(LIST), 0, "s", false},
    ['Y'] = {"a list", KIND(LIST), 0, "y", false},
    ['V'] = {"a list", KIND(LIST), 0, "Lf", false},
    ['T'] = {"a list", KIND(LIST), 0, "xf", false},
    ['M'] = {"a list", KIND(LIST), 0, "ss", false},
    ['G'] = {"a list", KIND(LIST), 0, "sd", false},
    ['U'] = {"a list", KIND(LIST), 0, "xs", false},
    ['R'] = {"a list", KIND(LIST), 0, "as", false},
    ['E'] = {"a list", KIND(LIST), 0, "ad", false},
    ['B'] = {"a list", KIND(LIST), 0, "auhqzs", false},
    ['C'] = {"a list", KIND(LIST), 0, NULL, false},
};

// The commands of bs_match and what follows their names.
static const struct {
    const char *name, *operands;
} commands[] = {
    {"ensure_at_least", "uh"}, {"ensure_exactly", "u"}, {"skip", "u"},  {"integer", "nquhd"},
    {"binary", "nquhd"},       {"get_tail", "nhd"},     {"=:=", "quX"},
};

static const char *const segments[] = {
    "integer", "float", "binary", "string", "utf8", "utf16", "utf32", "append", "private_append",
};

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

// "Code chunk, byte 117: jump: " and the reason. Returns false.
__attribute__((format(printf, 2, 3))) static bool refuse(const Decoder *decoder, const char *format, ...) {
    const BeamInstruction *instruction = &decoder->code[decoder->code_count];
    char reason[300];
    va_list args;
    va_start(args, format);
    vsnprintf(reason, sizeof reason, format, args);
    va_end(args);
    const char *name = beam_opcodes[instruction->opcode].name;
    return reader_fail_at(&decoder->reader, instruction->offset, "%s: %s", name, reason);
}

static bool within(const Decoder *decoder, const char *what, uint64_t value, uint64_t count) {
    if (value < count) return true;
    return refuse(decoder, "%s %ju out of %ju", what, (uintmax_t)value, (uintmax_t)count);
}

static bool atom_is(const Decoder *decoder, const BeamOperand *atom, const char *name) {
    Bytes text = decoder->module->atoms[atom->value];
    return text.size == strlen(name) && memcmp(text.data, name, text.size) == 0;
}

static bool check_string(const Decoder *decoder, uint64_t offset, uint64_t size) {
    size_t all = decoder->module->strings.size;
    if (offset <= all && size <= all - offset) return true;
    return refuse(decoder, "string of %ju bytes at %ju out of %zu", (uintmax_t)size, (uintmax_t)offset, all);
}

// Pairs of kind (0 words, 1 floats, 2 funs) and number.
static bool check_alloc(const Decoder *decoder, const BeamOperand *alloc) {
    const BeamOperand *pairs = &decoder->operands[alloc->list.first];
    for (uint32_t i = 0; i < alloc->list.count; i++) {
        if (pairs[i].kind != OPERAND_UNSIGNED) { return refuse(decoder, "an allocation that is no number"); }
        if (!within(decoder, i % 2 == 0 ? "allocation kind" : "allocation", pairs[i].value,
                    i % 2 == 0 ? 3 : WORDS_MAX)) {
            return false;
        }
    }
    return true;
}

// A line of a file that has no lines we know is none.
static bool check_line(const Decoder *decoder, BeamOperand *line) {
    if (!decoder->lines_known) line->value = 0;
    return within(decoder, "line", line->value, decoder->module->line_count);
}

static void limit_size(BeamOperand *operand) {
    if (operand->kind == OPERAND_UNSIGNED && operand->value > size_max) operand->value = size_max;
}

// An instruction has room for 32 bits.
static void limit_number(BeamOperand *operand) {
    if (operand->kind == OPERAND_UNSIGNED && operand->value > UINT32_MAX) operand->value = UINT32_MAX;
}

// What the kind alone does not say.
static bool check_value(const Decoder *decoder, char letter, BeamOperand *operand) {
    const BeamModule *module = decoder->module;
    switch (letter) {
    case 'b':
    case 'f': return operand->kind != OPERAND_LABEL || operand->value > 0 || refuse(decoder, "label 0");
    case 'u': limit_number(operand); return true;
    case 'z': limit_size(operand); return true;
    case 'i': return within(decoder, "import", operand->value, module->import_count);
    case 't': return operand->kind == OPERAND_ATOM || check_value(decoder, 'F', operand);
    case 'F': return within(decoder, "fun", operand->value, module->fun_count);
    case 'o': return check_string(decoder, operand->value, 0);
    case 'l': return check_line(decoder, operand);
    case 'w': return operand->kind != OPERAND_ALLOC || check_alloc(decoder, operand);
    default: return true;
    }
}

static bool check_operand(const Decoder *decoder, char which, BeamOperand *operand) {
    const Letter *letter = &letters[(unsigned char)which];
    bool number = letter->kinds == KIND(UNSIGNED) && operand->kind == OPERAND_INTEGER;
    if (number && operand->integer >= 0) operand->kind = OPERAND_UNSIGNED;
    if (!(letter->kinds >> operand->kind & 1)) return refuse(decoder, "needs %s", letter->what);
    if (letter->limit && operand->kind == OPERAND_UNSIGNED && operand->value > letter->limit) {
        return refuse(decoder, "%s of %ju", letter->what, (uintmax_t)operand->value);
    }
    return !letter->more || check_value(decoder, which, operand);
}

static bool check_all(const Decoder *decoder, const char *which, BeamOperand *operands) {
    for (; *which; which++, operands++) {
        if (!check_operand(decoder, *which, operands)) return false;
    }
    return true;
}

static bool check_unit(const Decoder *decoder, const BeamOperand *unit) {
    return unit->value > 0 || refuse(decoder, "a unit of 0");
}

// type, number, unit, flags, value, size
static bool check_segment(const Decoder *decoder, const BeamOperand *segment) {
    const BeamOperand *value = &segment[4], *size = &segment[5];
    size_t type = 0;
    while (type < COUNT(segments) && !atom_is(decoder, segment, segments[type])) type++;
    if (type == COUNT(segments)) return refuse(decoder, "a segment of unknown type");
    bool binary = strstr(segments[type], "append") || strcmp(segments[type], "binary") == 0;
    if (binary && !check_unit(decoder, &segment[2])) return false;
    if (strcmp(segments[type], "string") != 0) {
        return value->kind != OPERAND_UNSIGNED || refuse(decoder, "a segment without a value");
    }
    if (value->kind != OPERAND_UNSIGNED || size->kind != OPERAND_INTEGER || size->integer < 0) {
        return refuse(decoder, "a string without place and size");
    }
    return check_string(decoder, value->value, size->value);
}

static bool check_command(const Decoder *decoder, BeamOperand *command, uint32_t left, uint32_t *taken) {
    if (!check_operand(decoder, 'a', command)) return false;
    for (size_t i = 0; i < COUNT(commands); i++) {
        if (!atom_is(decoder, command, commands[i].name)) continue;
        *taken = 1 + (uint32_t)strlen(commands[i].operands);
        if (*taken > left) return refuse(decoder, "%s is cut short", commands[i].name);
        if (!check_all(decoder, commands[i].operands, command + 1)) return false;
        bool ensures = strcmp(commands[i].name, "ensure_at_least") == 0;
        if (ensures && !check_unit(decoder, &command[2])) return false;
        bool compares = strcmp(commands[i].name, "=:=") == 0;
        return !compares || command[2].value <= 64 || refuse(decoder, "=:= of more than 64 bits");
    }
    return refuse(decoder, "an unknown command");
}

static bool check_list(const Decoder *decoder, char which, const BeamOperand *list) {
    BeamOperand *operands = &decoder->operands[list->list.first];
    const char *element = letters[(unsigned char)which].element;
    uint32_t taken = element ? (uint32_t)strlen(element) : 0;
    if (element && list->list.count % taken != 0) {
        return refuse(decoder, "a list of %" PRIu32 " operands, in groups of %" PRIu32, list->list.count, taken);
    }
    for (uint32_t i = 0; i < list->list.count; i += taken) {
        if (element && !check_all(decoder, element, operands + i)) return false;
        if (which == 'B' && !check_segment(decoder, operands + i)) return false;
        if (which == 'C' && !check_command(decoder, operands + i, list->list.count - i, &taken)) { return false; }
    }
    return true;
}

static bool check_import(const Decoder *decoder, const BeamOperand *operand, uint64_t arity) {
    uint32_t wanted = decoder->module->imports[operand->value].arity;
    if (arity == wanted) return true;
    return refuse(decoder, "arity %ju of an import with arity %" PRIu32, (uintmax_t)arity, wanted);
}

static bool check_update(const Decoder *decoder, const BeamOperand *size, const BeamOperand *updates) {
    const BeamOperand *pairs = &decoder->operands[updates->list.first];
    for (uint32_t i = 0; i < updates->list.count; i += 2) {
        if (pairs[i].value == 0) return refuse(decoder, "place 0 of a tuple");
        if (!within(decoder, "place", pairs[i].value, size->value + 1)) return false;
    }
    return true;
}

static bool check_fun(const Decoder *decoder, const BeamOperand *fun, const BeamOperand *environment) {
    uint32_t wanted = decoder->module->funs[fun->value].free_count, has = environment->list.count;
    if (has == wanted) return true;
    return refuse(decoder, "%" PRIu32 " free variables for a fun of %" PRIu32, has, wanted);
}

// What one operand says about another, and what is divided by.
static bool check_together(const Decoder *decoder, unsigned opcode, const BeamOperand *operands) {
    switch (opcode) {
    case BEAM_call_ext:
    case BEAM_call_ext_last:
    case BEAM_call_ext_only: return check_import(decoder, &operands[1], operands[0].value);
    case BEAM_bif0: return check_import(decoder, &operands[0], 0);
    case BEAM_bif1: return check_import(decoder, &operands[1], 1);
    case BEAM_bif2: return check_import(decoder, &operands[1], 2);
    case BEAM_bif3: return check_import(decoder, &operands[1], 3);
    case BEAM_gc_bif1: return check_import(decoder, &operands[2], 1);
    case BEAM_gc_bif2: return check_import(decoder, &operands[2], 2);
    case BEAM_gc_bif3: return check_import(decoder, &operands[2], 3);
    case BEAM_is_tagged_tuple: return operands[2].value > 0 || refuse(decoder, "a tuple of nothing");
    case BEAM_fmove:
        if ((operands[0].kind == OPERAND_FLOAT) != (operands[1].kind == OPERAND_FLOAT)) return true;
        return refuse(decoder, "needs one float register");
    case BEAM_make_fun3: return check_fun(decoder, &operands[0], &operands[2]);
    case BEAM_update_record: return check_update(decoder, &operands[1], &operands[4]);
    case BEAM_bs_test_unit:
    case BEAM_bs_put_binary:
    case BEAM_bs_private_append: return check_unit(decoder, &operands[2]);
    case BEAM_bs_skip_bits2: return check_unit(decoder, &operands[3]);
    case BEAM_bs_get_binary2:
    case BEAM_bs_append: return check_unit(decoder, &operands[4]);
    case BEAM_bs_put_string: return check_string(decoder, operands[1].value, operands[0].value);
    case BEAM_bs_match_string: {
        uint64_t bits = operands[2].value;
        return check_string(decoder, operands[3].value, bits / 8 + (bits % 8 != 0));
    }
    case BEAM_bs_start_match4:
        if (operands[0].kind == OPERAND_LABEL || atom_is(decoder, &operands[0], "no_fail")) { return true; }
        return atom_is(decoder, &operands[0], "resume") || refuse(decoder, "neither label, no_fail nor resume");
    default: return true;
    }
}

bool check_instruction(Decoder *decoder, const BeamInstruction *instruction) {
    BeamOperand *operands = &decoder->operands[instruction->first];
    const char *which = beam_opcodes[instruction->opcode].operands;
    for (uint32_t i = 0; i < instruction->count; i++) {
        const Letter *letter = &letters[(unsigned char)which[i]];
        bool simple = !letter->limit && !letter->more && operands[i].kind != OPERAND_LIST;
        if (simple && letter->kinds >> operands[i].kind & 1) continue;   // most are
        if (!check_operand(decoder, which[i], &operands[i])) return false;
        if (operands[i].kind == OPERAND_LIST && !check_list(decoder, which[i], &operands[i])) { return false; }
    }
    return check_together(decoder, instruction->opcode, operands);
}
