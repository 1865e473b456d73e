// Files made by hand: a small module that is right, and every way we know to make it wrong.
#include "beam/beam.h"

#include <stdio.h>
#include <stdlib.h>
#include <zlib.h>

#include "base/text.h"
#include "tap.h"

// Operands of one byte, and the opcodes in front of them.
#define OP(name) BEAM_##name
#define U(n) ((n) << 4 | 0)
#define I(n) ((n) << 4 | 1)
#define A(n) ((n) << 4 | 2)
#define X(n) ((n) << 4 | 3)
#define Y(n) ((n) << 4 | 4)
#define F(n) ((n) << 4 | 5)
#define Z(n) ((n) << 4 | 7)
#define NIL A(0)
#define LIST(n) Z(1), U(n)
#define FLOAT(n) Z(2), U(n)
#define ALLOC(n) Z(3), U(n)
#define LITERAL(n) Z(4), U(n)

// The atoms of the module, by their index.
enum { T = 1, GO, ERLANG, SELF, PLUS, FUN, STRING, BINARY, EXACTLY, EQUAL, RESUME };
static const char *const atom_texts[] = {"t",      "go",     "erlang",         "self", "+",     "-fun-",
                                         "string", "binary", "ensure_exactly", "=:=",  "resume"};

typedef struct {
    Bytes bytes;
} Body;
#define BODY(...) ((Body){{(const uint8_t[]){__VA_ARGS__}, sizeof((const uint8_t[]){__VA_ARGS__})}})

static void add_u8(Text *to, unsigned value) { text_add_char(to, (char)value); }

static void add_u32(Text *to, uint32_t value) {
    for (int shift = 24; shift >= 0; shift -= 8) add_u8(to, value >> shift & 0xFF);
}

static void add_words(Text *to, size_t count, const uint32_t *words) {
    for (size_t i = 0; i < count; i++) add_u32(to, words[i]);
}
#define WORDS(to, ...) add_words(to, sizeof((uint32_t[]){__VA_ARGS__}) / 4, (const uint32_t[]){__VA_ARGS__})

// Adds a chunk and empties `content`.
static void add_chunk(Text *file, const char *name, Text *content) {
    text_add(file, name);
    add_u32(file, (uint32_t)content->size);
    text_add_bytes(file, content->data, content->size);
    while (file->size % 4) add_u8(file, 0);
    text_free(content);
}

// The parts of a module. A test changes what it is about.
typedef struct {
    Text atoms, code, strings, imports, exports, funs, literals, lines, types, meta, records;
} Draft;

static void draft_atoms(Draft *draft) {
    size_t count = sizeof atom_texts / sizeof *atom_texts;
    add_u32(&draft->atoms, (uint32_t)count);
    for (size_t i = 0; i < count; i++) {
        add_u8(&draft->atoms, (unsigned)strlen(atom_texts[i]));
        text_add(&draft->atoms, atom_texts[i]);
    }
}

// go/0 (labels 1 and 2) has the body, '-fun-'/1 (labels 3 and 4) returns; label 5 is free.
static void draft_code(Draft *draft, Body body) {
    static const uint8_t before[] = {OP(label), U(1), OP(func_info), A(T), A(GO), U(0), OP(label), U(2)};
    static const uint8_t after[] = {OP(label), U(3),      OP(func_info), A(T),        A(FUN),
                                    U(1),      OP(label), U(4),          BEAM_return, OP(int_code_end)};
    WORDS(&draft->code, 16, 0, 191, 6, 2);
    text_add_bytes(&draft->code, before, sizeof before);
    text_add_bytes(&draft->code, body.bytes.data, body.bytes.size);
    text_add_bytes(&draft->code, after, sizeof after);
}

enum { BODY_AT = 28 };   // where the body stands in the Code chunk

static Draft draft_of(Body body) {
    Draft draft = {0};
    draft_atoms(&draft);
    draft_code(&draft, body);
    text_add(&draft.strings, "abc");
    WORDS(&draft.imports, 2, ERLANG, SELF, 0, ERLANG, PLUS, 2);
    WORDS(&draft.exports, 1, GO, 0, 2);
    WORDS(&draft.funs, 1, FUN, 1, 4, 0, 1, 12345);
    WORDS(&draft.literals, 0, 1, 2);
    text_add_bytes(&draft.literals, "\203j", 2);
    WORDS(&draft.lines, 0, 0, 2, 2, 1);
    text_add_bytes(&draft.lines, (const uint8_t[]){I(7), A(1), I(9), 0, 5}, 5);
    text_add(&draft.lines, "t.hrl");
    WORDS(&draft.types, 1, 1);
    text_add_bytes(&draft.types, "\37\377\0\0\0\0\0\0\0\0\377\377\377\377\377\377\377\377", 18);
    return draft;
}

static Text draft_file(Draft *draft) {
    Text chunks = {0}, file = {0};
    add_chunk(&chunks, "AtU8", &draft->atoms);
    add_chunk(&chunks, "Code", &draft->code);
    add_chunk(&chunks, "StrT", &draft->strings);
    add_chunk(&chunks, "ImpT", &draft->imports);
    add_chunk(&chunks, "ExpT", &draft->exports);
    add_chunk(&chunks, "FunT", &draft->funs);
    add_chunk(&chunks, "LitT", &draft->literals);
    if (draft->meta.size) add_chunk(&chunks, "Meta", &draft->meta);
    if (draft->records.size) add_chunk(&chunks, "Recs", &draft->records);
    add_chunk(&chunks, "Line", &draft->lines);
    add_chunk(&chunks, "Type", &draft->types);
    text_add(&file, "FOR1");
    add_u32(&file, (uint32_t)chunks.size + 4);
    text_add(&file, "BEAM");
    text_add_bytes(&file, chunks.data, chunks.size);
    text_free(&chunks);
    return file;
}

static Bytes bytes_of(const Text *text) { return (Bytes){(const uint8_t *)text->data, text->size}; }

// Reads from memory of exactly that size, so that a sanitizer sees one byte too far.
static bool read_exactly(Bytes file, BeamModule *module, Error *err) {
    uint8_t *copy = malloc(file.size ? file.size : 1);
    if (file.size) memcpy(copy, file.data, file.size);
    bool good = beam_read((Bytes){copy, file.size}, module, err);
    free(copy);
    return good;
}

// "" for a module that is accepted, else the reason.
static const char *verdict(Draft draft) {
    static Error err;
    Text file = draft_file(&draft);
    BeamModule module;
    err.text[0] = 0;
    if (read_exactly(bytes_of(&file), &module, &err)) beam_free(&module);
    text_free(&file);
    return err.text;
}

static const char *verdict_of(Body body) { return verdict(draft_of(body)); }

static const Body nothing = {{(const uint8_t[]){BEAM_return}, 1}};

static bool is_text(Bytes bytes, const char *text) {
    return bytes.size == strlen(text) && memcmp(bytes.data, text, bytes.size) == 0;
}

TEST(a_module_is_taken_apart) {
    Draft draft = draft_of(BODY(OP(move), LITERAL(0), X(0), OP(line), U(2), OP(call_ext_only), U(0), U(0)));
    Text file = draft_file(&draft);
    BeamModule module;
    Error err;
    CHECK(read_exactly(bytes_of(&file), &module, &err));
    text_free(&file);

    CHECK(module.atom_count == 12 && is_text(module.atoms[T], "t") && is_text(module.atoms[RESUME], "resume"));
    CHECK(module.import_count == 2 && module.imports[1].function == PLUS && module.imports[1].arity == 2);
    CHECK(module.export_count == 1 && module.exports[0].label == 2);
    CHECK(module.fun_count == 1 && module.funs[0].old_uniq == 12345 && module.funs[0].free_count == 1);
    CHECK(module.literal_count == 1 && is_text(module.literals[0], "\203j"));
    CHECK(is_text(module.strings, "abc"));
    CHECK(module.line_count == 3 && module.lines[1].line == 7 && module.lines[1].file == 0);
    CHECK(module.lines[2].line == 9 && module.lines[2].file == 1);
    CHECK(module.file_count == 2 && is_text(module.files[0], "t.erl") && is_text(module.files[1], "t.hrl"));
    CHECK(module.label_count == 6 && module.function_count == 2);
    CHECK(module.code_count == 11);
    const BeamInstruction *move = &module.code[3];
    CHECK(move->opcode == BEAM_move && move->count == 2 && move->offset == BODY_AT);
    CHECK(module.operands[move->first].kind == OPERAND_LITERAL);
    CHECK(module.operands[move->first + 1].kind == OPERAND_X);
    beam_free(&module);
}

TEST(numbers_are_read_in_all_their_sizes) {
    Draft draft = draft_of(BODY(OP(move), 0x09 | 3 << 5, 0x21, X(0),                           // 11 bits
                                OP(move), 0x19, 0xFF, 0xFE, X(0),                              // -2
                                OP(move), 0x19 | 6 << 5, 0x80, 0, 0, 0, 0, 0, 0, 0, X(0),      // least
                                OP(move), 0xF9, U(0), 0, 0x80, 0, 0, 0, 0, 0, 0, 0, X(0),      // 2^63
                                OP(move), 0xF9, U(0), 0xFF, 0xFF, 0, 0, 0, 0, 0, 0, 1, X(0),   // padded
                                BEAM_return));
    Text file = draft_file(&draft);
    BeamModule module;
    Error err;
    CHECK(read_exactly(bytes_of(&file), &module, &err));
    text_free(&file);
    const BeamOperand *from = &module.operands[module.code[3].first];
    CHECK(from[0].kind == OPERAND_INTEGER && from[0].integer == 0x321);
    CHECK(from[2].kind == OPERAND_INTEGER && from[2].integer == -2);
    CHECK(from[4].kind == OPERAND_INTEGER && from[4].integer == INT64_MIN);
    CHECK(from[6].kind == OPERAND_BIG && from[6].value == 0 && module.big_count == 1);
    CHECK(module.bigs[0].size == 9 && module.bigs[0].data[0] == 0 && module.bigs[0].data[1] == 0x80);
    CHECK(from[8].kind == OPERAND_INTEGER && from[8].integer == -0xFFFFFFFFFFFFFF);
    beam_free(&module);
}

TEST(sizes_that_no_instruction_holds_are_cut_down) {
    Draft draft = draft_of(BODY(OP(bs_test_tail2), F(2), X(0), 0xF8, U(1), 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, BEAM_return));
    Text file = draft_file(&draft);
    BeamModule module;
    Error err;
    CHECK(read_exactly(bytes_of(&file), &module, &err));
    CHECK(module.operands[module.code[3].first + 2].value == UINT32_MAX);
    beam_free(&module);
    text_free(&file);
}

TEST(lists_and_typed_registers_are_read) {
    Draft draft = draft_of(BODY(OP(put_tuple2), X(3), LIST(3), Z(5), Y(1), U(0), I(4), NIL, OP(test_heap), ALLOC(2),
                                U(0), U(5), U(1), U(2), U(1), BEAM_return));
    Text file = draft_file(&draft);
    BeamModule module;
    Error err;
    CHECK(read_exactly(bytes_of(&file), &module, &err));
    text_free(&file);
    const BeamOperand *list = &module.operands[module.code[3].first + 1];
    const BeamOperand *elements = &module.operands[list->list.first];
    CHECK(list->kind == OPERAND_LIST && list->list.count == 3);
    CHECK(elements[0].kind == OPERAND_Y && elements[0].value == 1 && elements[0].type == 1);
    CHECK(elements[1].kind == OPERAND_INTEGER && elements[2].kind == OPERAND_NIL);
    const BeamOperand *alloc = &module.operands[module.code[4].first];
    CHECK(alloc->kind == OPERAND_ALLOC && alloc->list.count == 4);
    CHECK(module.operands[alloc->list.first + 3].value == 2);
    beam_free(&module);
}

TEST(a_file_cut_anywhere_is_refused) {
    Draft draft = draft_of(nothing);
    Text file = draft_file(&draft);
    for (size_t size = 0; size < file.size; size++) {
        BeamModule module;
        Error err = {""};
        CHECK(!read_exactly((Bytes){(uint8_t *)file.data, size}, &module, &err));
        CHECK(err.text[0] != 0 && module.memory == NULL);
    }
    text_free(&file);
}

// The chunks are cut, not the file, so that every table meets its end.
TEST(a_chunk_cut_anywhere_is_refused_or_does_without) {
    for (size_t part = 0; part < 9; part++) {
        for (size_t left = 0;; left++) {
            Draft draft = draft_of(BODY(OP(move), 0xF9, U(0), 0, 1, 2, 3, 4, 5, 6, 7, 8, X(0), OP(put_tuple2), X(0),
                                        LIST(1), Z(5), X(0), U(0), BEAM_return));
            Text *texts[] = {&draft.atoms, &draft.code,  &draft.strings, &draft.imports, &draft.exports,
                             &draft.funs,  &draft.lines, &draft.types,   &draft.literals};
            bool whole = left >= texts[part]->size;
            if (!whole) texts[part]->size = left;
            bool may_miss = left == 0 && part >= 2;
            const char *reason = verdict(draft);
            if (!may_miss && part != 2) CHECK((reason[0] == 0) == whole);
            if (whole) break;
        }
    }
}

TEST(a_file_with_any_byte_changed_is_read_or_refused) {
    Draft draft = draft_of(BODY(OP(bs_create_bin), F(0), U(0), U(1), U(8), X(0), LIST(6), A(STRING), U(1), U(8), NIL,
                                U(0), I(3), OP(bs_match), F(5), X(0), LIST(6), A(EXACTLY), U(8), A(EQUAL), NIL, U(8),
                                U(7), OP(label), U(5), OP(select_val), X(0), F(5), LIST(2), A(T), F(5)));
    Text file = draft_file(&draft);
    BeamModule whole;
    Error none;
    CHECK(read_exactly(bytes_of(&file), &whole, &none));
    beam_free(&whole);
    for (size_t i = 0; i < file.size; i++) {
        char was = file.data[i];
        for (int bit = 0; bit < 8; bit++) {
            BeamModule module;
            Error err;
            file.data[i] = (char)(was ^ 1 << bit);
            if (read_exactly(bytes_of(&file), &module, &err)) beam_free(&module);
        }
        file.data[i] = was;
    }
    text_free(&file);
}

TEST(a_file_of_another_kind_is_refused) {
    static const struct {
        const char *bytes;
        size_t size;
        const char *reason;
    } cases[] = {
        {"", 0, "not a BEAM file: only 0 bytes"},
        {"PK\3\4aaaabbbb", 12, "not a BEAM file: does not begin with FOR1"},
        {"FOR1\0\0\0\4AIFF", 12, "not a BEAM file: no BEAM at byte 8"},
        {"FOR1\4\0\0\0BEAM", 12, "file is cut short: 12 bytes of 67108872"},   // the other byte order
        {"FOR1\0\0\0\4BEAM", 12, "no Code chunk"},
        {"\37\213junkjunkjunk", 14, "compressed file is damaged"},
        {"\37\213", 2, "compressed file is damaged"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        BeamModule module;
        Error err;
        CHECK(!read_exactly((Bytes){(const uint8_t *)cases[i].bytes, cases[i].size}, &module, &err));
        CHECK_TEXT(err.text, cases[i].reason);
    }
}

TEST(counts_that_do_not_fit_are_refused) {
    static const size_t words[] = {0, 3, 4, 0, 0, 0, 3, 4, 1, 1};
    for (size_t part = 0; part < sizeof words / sizeof *words; part++) {
        Draft draft = draft_of(nothing);
        Text *texts[] = {&draft.atoms, &draft.code,  &draft.code,  &draft.imports, &draft.exports,
                         &draft.funs,  &draft.lines, &draft.lines, &draft.types,   &draft.literals};
        memset(texts[part]->data + 4 * words[part], 0x7F, 4);
        CHECK(verdict(draft)[0] != 0);
        draft = draft_of(nothing);
        memset(texts[part]->data + 4 * words[part], 0xFF, 4);
        CHECK(verdict(draft)[0] != 0);
    }
}

TEST(what_an_operand_names_must_exist) {
    CHECK_TEXT(verdict_of(nothing), "");
    CHECK_TEXT(verdict_of(BODY(OP(jump), F(9))), "Code chunk, byte 29: label 9 out of 6");
    CHECK_TEXT(verdict_of(BODY(OP(jump), F(5))), "Code chunk, byte 29: label 5 stands nowhere");
    CHECK_TEXT(verdict_of(BODY(OP(jump), F(0))), "Code chunk, byte 28: jump: label 0");
    CHECK_TEXT(verdict_of(BODY(OP(label), U(2))), "Code chunk, byte 29: label 2 for the second time");
    CHECK_TEXT(verdict_of(BODY(OP(label), U(6))), "Code chunk, byte 29: label 6 out of 6");
    CHECK_TEXT(verdict_of(BODY(OP(move), A(15), X(0))), "Code chunk, byte 29: atom 15 out of 12");
    CHECK_TEXT(verdict_of(BODY(OP(move), LITERAL(1), X(0))), "Code chunk, byte 30: literal 1 out of 1");
    CHECK_TEXT(verdict_of(BODY(OP(move), NIL, 0x0B | 4 << 5, 0)), "Code chunk, byte 30: x register 1024 out of 1024");
    CHECK_TEXT(verdict_of(BODY(OP(move), NIL, 0x0C | 4 << 5, 0)), "Code chunk, byte 30: y register 1024 out of 1024");
    CHECK_TEXT(verdict_of(BODY(OP(line), U(3))), "Code chunk, byte 28: line: line 3 out of 3");
    CHECK_TEXT(verdict_of(BODY(OP(call_ext), U(0), U(2))), "Code chunk, byte 28: call_ext: import 2 out of 2");
    CHECK_TEXT(verdict_of(BODY(OP(make_fun2), U(1))), "Code chunk, byte 28: make_fun2: fun 1 out of 1");
    CHECK_TEXT(verdict_of(BODY(OP(move), Z(5), X(0), U(1), X(0))), "Code chunk, byte 31: type 1 out of 1");
}

TEST(operands_are_of_the_kind_their_place_wants) {
    CHECK_TEXT(verdict_of(BODY(OP(move), X(0), NIL)), "Code chunk, byte 28: move: needs a register");
    CHECK_TEXT(verdict_of(BODY(OP(move), U(0), X(0))), "Code chunk, byte 28: move: needs a source");
    CHECK_TEXT(verdict_of(BODY(OP(jump), X(0))), "Code chunk, byte 28: jump: needs a label");
    CHECK_TEXT(verdict_of(BODY(OP(catch), X(0), F(2))), "Code chunk, byte 28: catch: needs a y register");
    CHECK_TEXT(verdict_of(BODY(OP(fadd), F(0), FLOAT(0), X(0), FLOAT(1))),
               "Code chunk, byte 28: fadd: needs a float register");
    CHECK_TEXT(verdict_of(BODY(OP(fmove), X(0), X(1))), "Code chunk, byte 28: fmove: needs one float register");
    CHECK_TEXT(verdict_of(BODY(OP(fmove), LITERAL(0), FLOAT(1))), "");
    CHECK_TEXT(verdict_of(BODY(OP(put_tuple2), X(0), X(0))), "Code chunk, byte 28: put_tuple2: needs a list");
    CHECK_TEXT(verdict_of(BODY(OP(move), LIST(0), X(0))), "Code chunk, byte 28: move: needs a source");
    CHECK_TEXT(verdict_of(BODY(OP(put_tuple2), X(0), LIST(1), LIST(0))),
               "Code chunk, byte 32: an operand of unknown kind z1");
    CHECK_TEXT(verdict_of(BODY(OP(allocate), 0x08 | 4 << 5, 1, U(0))),
               "Code chunk, byte 28: allocate: a stack size of 1025");
    CHECK_TEXT(verdict_of(BODY(OP(test_heap), ALLOC(1), U(3), U(0), U(0))),
               "Code chunk, byte 28: test_heap: allocation kind 3 out of 3");
    CHECK_TEXT(verdict_of(BODY(OP(test_heap), ALLOC(1), X(0), U(0), U(0))),
               "Code chunk, byte 28: test_heap: an allocation that is no number");
    CHECK_TEXT(verdict_of(BODY(OP(bs_start_match4), A(T), U(1), X(0), X(0))),
               "Code chunk, byte 28: bs_start_match4: neither label, no_fail nor resume");
    CHECK_TEXT(verdict_of(BODY(OP(bs_start_match4), A(RESUME), U(1), X(0), X(0))), "");
}

TEST(lists_have_the_shape_their_instruction_wants) {
    CHECK_TEXT(verdict_of(BODY(OP(select_val), X(0), F(2), LIST(1), A(T))),
               "Code chunk, byte 28: select_val: a list of 1 operands, in groups of 2");
    CHECK_TEXT(verdict_of(BODY(OP(select_val), X(0), F(2), LIST(2), A(T), F(0))),
               "Code chunk, byte 28: select_val: label 0");
    CHECK_TEXT(verdict_of(BODY(OP(select_val), X(0), F(2), LIST(2), X(0), F(2))),
               "Code chunk, byte 28: select_val: needs a constant");
    CHECK_TEXT(verdict_of(BODY(OP(select_tuple_arity), X(0), F(2), LIST(2), X(0), F(2))),
               "Code chunk, byte 28: select_tuple_arity: needs a place in a tuple");
    CHECK_TEXT(verdict_of(BODY(OP(put_map_assoc), F(0), NIL, X(0), U(0), LIST(3), NIL, NIL, NIL)),
               "Code chunk, byte 28: put_map_assoc: a list of 3 operands, in groups of 2");
    CHECK_TEXT(verdict_of(BODY(OP(get_map_elements), F(2), X(0), LIST(2), NIL, NIL)),
               "Code chunk, byte 28: get_map_elements: needs a register");
    CHECK_TEXT(verdict_of(BODY(OP(init_yregs), LIST(1), X(0))), "Code chunk, byte 28: init_yregs: needs a y register");
    CHECK_TEXT(verdict_of(BODY(OP(make_fun3), U(0), X(0), LIST(0))),
               "Code chunk, byte 28: make_fun3: 0 free variables for a fun of 1");
    CHECK_TEXT(verdict_of(BODY(OP(update_record), A(T), U(2), X(0), X(0), LIST(2), U(3), NIL)),
               "Code chunk, byte 28: update_record: place 3 out of 3");
    CHECK_TEXT(verdict_of(BODY(OP(update_record), A(T), U(2), X(0), X(0), LIST(2), U(0), NIL)),
               "Code chunk, byte 28: update_record: place 0 of a tuple");
    CHECK_TEXT(verdict_of(BODY(OP(update_record), A(T), U(2), X(0), X(0), LIST(4), I(1), NIL, U(2), X(1))), "");
    CHECK_TEXT(verdict_of(BODY(OP(put_tuple2), X(0), Z(1), 0x18, 0xFF, 0xFF)),
               "Code chunk, byte 31: a list of 65535 operands");
}

TEST(bit_syntax_lists_are_checked) {
    CHECK_TEXT(
        verdict_of(BODY(OP(bs_create_bin), F(0), U(0), U(0), U(8), X(0), LIST(6), A(T), U(1), U(8), NIL, X(0), I(8))),
        "Code chunk, byte 28: bs_create_bin: a segment of unknown type");
    CHECK_TEXT(verdict_of(BODY(OP(bs_create_bin), F(0), U(0), U(0), U(8), X(0), LIST(6), A(BINARY), U(1), U(8), NIL,
                               U(0), I(8))),
               "Code chunk, byte 28: bs_create_bin: a segment without a value");
    CHECK_TEXT(verdict_of(BODY(OP(bs_create_bin), F(0), U(0), U(0), U(8), X(0), LIST(6), A(STRING), U(1), U(8), NIL,
                               U(1), I(3))),
               "Code chunk, byte 28: bs_create_bin: string of 3 bytes at 1 out of 3");
    CHECK_TEXT(verdict_of(BODY(OP(bs_create_bin), F(0), U(0), U(0), U(8), X(0), LIST(6), A(STRING), U(1), U(8), NIL,
                               U(1), I(2))),
               "");
    CHECK_TEXT(verdict_of(BODY(OP(bs_match), F(0), X(0), LIST(2), A(T), U(8))),
               "Code chunk, byte 28: bs_match: an unknown command");
    CHECK_TEXT(verdict_of(BODY(OP(bs_match), F(0), X(0), LIST(3), A(BINARY), U(8), NIL)),
               "Code chunk, byte 28: bs_match: binary is cut short");
    CHECK_TEXT(verdict_of(BODY(OP(bs_match), F(0), X(0), LIST(4), A(EQUAL), NIL, 0x08, 65, U(1))),
               "Code chunk, byte 28: bs_match: =:= of more than 64 bits");
    CHECK_TEXT(verdict_of(BODY(OP(bs_match), F(0), X(0), LIST(6), A(BINARY), U(1), NIL, I(8), U(1), X(1))), "");
    CHECK_TEXT(verdict_of(BODY(OP(bs_put_string), U(4), U(0))),
               "Code chunk, byte 28: bs_put_string: string of 4 bytes at 0 out of 3");
    CHECK_TEXT(verdict_of(BODY(OP(bs_match_string), F(2), X(0), 0x08, 25, U(0))),
               "Code chunk, byte 28: bs_match_string: string of 4 bytes at 0 out of 3");
    CHECK_TEXT(verdict_of(BODY(OP(bs_match_string), F(2), X(0), 0x08, 24, U(0))), "");
}

TEST(calls_reach_functions_of_their_arity) {
    CHECK_TEXT(verdict_of(BODY(OP(call), U(1), F(4))), "");
    CHECK_TEXT(verdict_of(BODY(OP(call), U(0), F(4))), "Code chunk, byte 28: label 4 is no function of arity 0");
    CHECK_TEXT(verdict_of(BODY(OP(call), U(0), F(1))), "Code chunk, byte 28: label 1 is no function of arity 0");
    CHECK_TEXT(verdict_of(BODY(OP(call_ext), U(1), U(0))),
               "Code chunk, byte 28: call_ext: arity 1 of an import with arity 0");
    CHECK_TEXT(verdict_of(BODY(OP(gc_bif1), F(0), U(0), U(1), X(0), X(0))),
               "Code chunk, byte 28: gc_bif1: arity 1 of an import with arity 2");
}

TEST(functions_have_their_shape) {
    CHECK_TEXT(verdict_of(BODY(OP(func_info), A(T), A(GO), U(0), OP(label), U(5))),
               "Code chunk, byte 16: 3 functions, not 2");
    CHECK_TEXT(verdict_of(BODY(BEAM_return, OP(func_info), A(T), A(GO), U(0), OP(label), U(5))),
               "Code chunk, byte 29: func_info without a label");
    CHECK_TEXT(verdict_of(BODY(OP(func_info), A(T), A(GO), U(0), BEAM_return)),
               "Code chunk, byte 28: func_info without an entry");
    CHECK_TEXT(verdict_of(BODY(OP(func_info), A(GO), A(GO), U(0))), "Code chunk, byte 28: func_info of another module");
    CHECK_TEXT(verdict_of(BODY(OP(int_code_end))), "Code chunk, byte 28: 10 bytes after int_code_end");
}

TEST(tables_name_functions_that_are_there) {
    Draft draft = draft_of(nothing);
    draft.exports.data[15] = 4;
    CHECK_TEXT(verdict(draft), "ExpT chunk: label 4 is not the function go/0");
    draft = draft_of(nothing);
    draft.exports.data[12] = 1;
    CHECK_TEXT(verdict(draft), "ExpT chunk: label 16777218 is not the function go/0");
    draft = draft_of(nothing);
    draft.funs.data[11] = 2;
    CHECK_TEXT(verdict(draft), "FunT chunk: label 4 is not the function -fun-/2");
    draft = draft_of(nothing);
    draft.imports.data[7] = 12;
    CHECK_TEXT(verdict(draft), "ImpT chunk, byte 4: atom 12 out of 11");
    draft = draft_of(nothing);
    draft.imports.data[14] = 1;
    CHECK_TEXT(verdict(draft), "ImpT chunk, byte 12: arity 256");
    draft = draft_of(nothing);
    draft.literals.data[12] = 0;
    CHECK_TEXT(verdict(draft), "LitT chunk, byte 8: literal 0 is not an external term");
}

TEST(old_and_unknown_opcodes_are_told_apart) {
    CHECK_TEXT(verdict_of(BODY(OP(m_plus))), "Code chunk, byte 28: m_plus (opcode 27) is obsolete: "
                                             "compile again with Erlang/OTP 23 or later");
    CHECK_TEXT(verdict_of(BODY(0)), "Code chunk, byte 28: opcode 0 does not exist");
    CHECK_TEXT(verdict_of(BODY(250)), "Code chunk, byte 28: opcode 250 is newer than this reader (Erlang/OTP 29)");
}

TEST(numbers_that_nest_their_sizes_are_refused) {
    uint8_t body[4096];
    memset(body, 0xF8, sizeof body);
    body[0] = OP(move);
    CHECK_TEXT(verdict_of((Body){{body, sizeof body}}), "Code chunk, byte 29: a number of absurd size");
}

TEST(atoms_come_in_three_encodings) {
    static const char old[] = "\0\0\0\2\1t\2go", new[] = "\377\377\377\376\20t\40go";
    BeamModule module;
    Error err;
    for (int i = 0; i < 3; i++) {
        Draft draft = draft_of(nothing);
        text_clear(&draft.funs);
        text_clear(&draft.imports);
        WORDS(&draft.imports, 0);
        text_clear(&draft.code);
        WORDS(&draft.code, 16, 0, 191, 3, 1);
        text_add_bytes(
            &draft.code,
            (const uint8_t[]){OP(label), U(1), OP(func_info), A(T), A(GO), U(0), OP(label), U(2), OP(int_code_end)}, 9);
        text_clear(&draft.atoms);
        text_add_bytes(&draft.atoms, i == 1 ? new : old, i == 1 ? sizeof new - 1 : sizeof old - 1);
        if (i == 2) draft.atoms.data[5] = (char)0xE9;   // é in Latin-1
        Text file = draft_file(&draft);
        if (i == 2) memcpy(file.data + 12, "Atom", 4);
        CHECK(read_exactly(bytes_of(&file), &module, &err));
        CHECK(is_text(module.atoms[1], i == 2 ? "\303\251" : "t") && is_text(module.atoms[2], "go"));
        CHECK(is_text(module.files[0], i == 2 ? "\303\251.erl" : "t.erl"));
        beam_free(&module);
        text_free(&file);
    }
}

TEST(atoms_are_utf8) {
    static const char *const bad[] = {"\200", "\300\200", "\303", "\355\240\200", "\364\220\200\200", "\340\200\200"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        Draft draft = draft_of(nothing);
        text_clear(&draft.atoms);
        add_u32(&draft.atoms, 1);
        add_u8(&draft.atoms, (unsigned)strlen(bad[i]));
        text_add(&draft.atoms, bad[i]);
        CHECK(strstr(verdict(draft), "atom 1 is not UTF-8") != NULL);
    }
}

static Text gzipped(const Text *plain) {
    Text out = {0};
    uint8_t buffer[4096];
    z_stream stream = {.next_in = (Bytef *)plain->data, .avail_in = (uInt)plain->size};
    deflateInit2(&stream, 9, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
    do {
        stream.next_out = buffer;
        stream.avail_out = sizeof buffer;
        deflate(&stream, Z_FINISH);
        text_add_bytes(&out, buffer, sizeof buffer - stream.avail_out);
    } while (stream.avail_out == 0);
    deflateEnd(&stream);
    return out;
}

TEST(a_compressed_file_is_read_and_a_cut_one_refused) {
    Draft draft = draft_of(nothing);
    Text plain = draft_file(&draft), packed = gzipped(&plain);
    for (size_t size = 0; size <= packed.size; size++) {
        BeamModule module;
        Error err;
        bool good = read_exactly((Bytes){(uint8_t *)packed.data, size}, &module, &err);
        CHECK(good == (size == packed.size));
        if (good) beam_free(&module);
    }
    text_free(&plain);
    text_free(&packed);
}

TEST(compressed_literals_are_read_and_lies_about_their_size_refused) {
    static const uint8_t plain[] = {0, 0, 0, 1, 0, 0, 0, 2, 131, 106};
    uint8_t packed[64];
    uLongf size = sizeof packed;
    compress(packed, &size, plain, sizeof plain);
    for (uint32_t claimed = 8; claimed < 13; claimed++) {
        Draft draft = draft_of(nothing);
        text_clear(&draft.literals);
        add_u32(&draft.literals, claimed);
        text_add_bytes(&draft.literals, packed, size);
        CHECK((verdict(draft)[0] == 0) == (claimed == sizeof plain));
    }
    Draft draft = draft_of(nothing);
    text_clear(&draft.literals);
    add_u32(&draft.literals, 0x7FFFFFFF);
    text_add_bytes(&draft.literals, packed, size);
    CHECK_TEXT(verdict(draft), "LitT chunk, byte 0: not 2147483647 bytes, compressed");
}

// Types are hints: versions we know are checked, later ones are passed over.
TEST(types_of_every_version_are_passed) {
    static const struct {
        const char *entry;
        size_t size;
        uint32_t version;
        bool good;
    } cases[] = {
        {"\340\2aaaaaaaabbbbbbbbu", 19, 2, true},
        {"\340\2aaaaaaaabbbbbbbb", 18, 2, false},
        {"\160\2aaaaaaaabbbbbbbbu", 19, 3, true},
        {"\20\2aaaaaaaa", 10, 3, true},
        {"\200\2u", 3, 4, true},
        {"\37\377", 2, 4, true},
        {"anything", 8, 9, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Draft draft = draft_of(BODY(OP(move), Z(5), X(0), U(0), X(1), BEAM_return));
        text_clear(&draft.types);
        WORDS(&draft.types, cases[i].version, 1);
        text_add_bytes(&draft.types, cases[i].entry, cases[i].size);
        CHECK((verdict(draft)[0] == 0) == cases[i].good);
    }
}

TEST(lines_of_a_stripped_file_are_none) {
    Draft draft = draft_of(BODY(OP(line), U(9), BEAM_return));
    text_clear(&draft.lines);
    Text file = draft_file(&draft);
    BeamModule module;
    Error err;
    CHECK(read_exactly(bytes_of(&file), &module, &err));
    CHECK(module.line_count == 1 && module.operands[module.code[3].first].value == 0);
    CHECK(is_text(module.files[0], "t.erl"));
    beam_free(&module);
    text_free(&file);
}

TEST(the_digest_leaves_out_what_was_made_from_it) {
    // What beam_lib:md5/1 of Erlang/OTP 25 says of this file.
    static const uint8_t expected[16] = {60, 202, 84, 95, 231, 48, 201, 226, 64, 32, 59, 170, 23, 234, 207, 232};
    for (int i = 0; i < 2; i++) {
        Draft draft = draft_of(nothing);
        text_add_bytes(&draft.meta, "\203j", 2);
        draft.funs.data[27] = (char)(i * 99);   // old_uniq
        Text file = draft_file(&draft);
        BeamModule module;
        Error err;
        CHECK(read_exactly(bytes_of(&file), &module, &err));
        uint8_t digest[16];
        CHECK(beam_md5(bytes_of(&file), digest) && memcmp(digest, expected, 16) == 0);
        beam_free(&module);
        text_free(&file);
    }
}

TEST(a_chunk_is_found_by_its_name) {
    Draft draft = draft_of(nothing);
    Text file = draft_file(&draft);
    Bytes chunk;
    CHECK(beam_chunk(bytes_of(&file), "StrT", &chunk) && is_text(chunk, "abc"));
    CHECK(!beam_chunk(bytes_of(&file), "Dbgi", &chunk));
    CHECK(!beam_chunk(bytes_of(&file), "Str", &chunk));
    CHECK(!beam_chunk((Bytes){(uint8_t *)file.data, file.size - 1}, "StrT", &chunk));
    text_free(&file);
}

TEST(every_opcode_has_a_name) {
    for (int i = 1; i < BEAM_OPCODE_COUNT; i++) CHECK(beam_opcodes[i].name != NULL);
    CHECK(BEAM_OPCODE_COUNT == 192);
    CHECK_TEXT(beam_opcodes[BEAM_try].name, "try");
    CHECK_TEXT(beam_opcodes[BEAM_bs_append].operands, "jswnhsud");
    CHECK(beam_opcodes[BEAM_m_plus].operands == NULL);
}

// A module with these definitions of records behind the three words in front.
static Draft draft_with_records(uint32_t version, uint32_t count, Body definitions) {
    Draft draft = draft_of(nothing);
    WORDS(&draft.records, version, count, 0);
    text_add_bytes(&draft.records, definitions.bytes.data, definitions.bytes.size);
    return draft;
}

// The module has no atoms true and false, so that its records can only be wrong there.
static const char *records_verdict(uint32_t version, uint32_t count, Body definitions) {
    return verdict(draft_with_records(version, count, definitions));
}

TEST(records_that_are_not_well_formed_are_refused) {
    CHECK_TEXT(records_verdict(0, 0, BODY(U(0))), "");
    CHECK_TEXT(records_verdict(1, 0, BODY(U(0))), "Recs chunk, byte 0: version 1 of records");
    CHECK_TEXT(records_verdict(0, 9, BODY(U(0))), "Recs chunk, byte 8: 9 records");
    CHECK_TEXT(records_verdict(0, 1, BODY(OP(call), A(T), A(T), LIST(0), U(0), U(0))),
               "Recs chunk, byte 12: no definition of a record");
    CHECK_TEXT(records_verdict(0, 1, BODY(OP(call_last), A(T), A(T), LIST(0), U(0))),
               "Recs chunk, byte 16: a record without a name");
    CHECK_TEXT(records_verdict(0, 1, BODY(OP(call_last), A(T), F(1), LIST(0), U(0))),
               "Recs chunk, byte 14: label 1 out of 0");
    CHECK_TEXT(records_verdict(0, 1, BODY(OP(call_last), A(T), A(T), LIST(9), U(0))),
               "Recs chunk, byte 16: a list of 9 operands");
}
