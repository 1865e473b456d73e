// Functions made by hand. The module has main/1 (labels 1 and 2), which is exported, and helper/1
// (labels 3 and 4), which is not, unless a test says so; labels 5 to 8 are free. test/lies has
// whole files that the machine refuses.
#include "beam/verify.h"

#include <string.h>

#include "tap.h"

enum { LINES_MAX = 64, OPERANDS_MAX = 6, LABELS = 9 };
enum { MODULE = 1, MAIN, HELPER, ERLANG, EXIT, SETELEMENT };

typedef struct {
    uint16_t opcode;
    BeamOperand operands[OPERANDS_MAX];
} Line;

#define OPERAND(which, number) \
    { .kind = OPERAND_##which, .value = (number) }
#define U(n) OPERAND(UNSIGNED, n)
#define I(n) OPERAND(INTEGER, n)
#define A(n) OPERAND(ATOM, n)
#define X(n) OPERAND(X, n)
#define Y(n) OPERAND(Y, n)
#define L(n) OPERAND(LABEL, n)
#define PAIR OPERAND(LITERAL, 0)   // the tuple {1, 2}
#define DO(name, ...)                \
    {                                \
        BEAM_##name, { __VA_ARGS__ } \
    }

typedef struct {
    const Line *lines;
    size_t count;
} Body;
#define BODY(...) ((Body){(const Line[]){__VA_ARGS__}, sizeof((const Line[]){__VA_ARGS__}) / sizeof(Line)})

typedef struct {
    BeamModule module;
    BeamInstruction code[LINES_MAX];
    BeamOperand operands[LINES_MAX * OPERANDS_MAX];
    Verified verified;
    Error err;
    bool helper_is_foreign;
} Trial;

static void add(Trial *trial, Body body) {
    BeamModule *module = &trial->module;
    for (size_t i = 0; i < body.count; i++) {
        BeamInstruction *instruction = &module->code[module->code_count];
        uint16_t count = beam_opcodes[body.lines[i].opcode].count;
        *instruction = (BeamInstruction){body.lines[i].opcode, count, module->operand_count, module->code_count};
        memcpy(module->operands + module->operand_count, body.lines[i].operands, count * sizeof(BeamOperand));
        module->operand_count += count;
        module->code_count++;
    }
}

static bool is_foreign(void *trial, uint32_t name, uint32_t arity) {
    (void)arity;
    return ((Trial *)trial)->helper_is_foreign && name == HELPER;
}

static bool is_builtin(void *trial, const BeamImport *import) {
    (void)trial;
    (void)import;
    return true;
}

#define ATOM(text) \
    { (const uint8_t *)(text), sizeof(text) - 1 }

// Whether it holds; else `err` says why. Instructions of main begin at 3.
static bool holds_with(Trial *trial, Body main, Body helper) {
    static Bytes atoms[] = {ATOM(""),       ATOM("m"),    ATOM("main"),      ATOM("helper"),
                            ATOM("erlang"), ATOM("exit"), ATOM("setelement")};
    static Bytes literals[] = {ATOM("\203h\2a\1a\2")};
    static BeamExport exports[] = {{MAIN, 1, 2}};
    static BeamImport imports[] = {{ERLANG, EXIT, 1}, {ERLANG, SETELEMENT, 3}};
    trial->module = (BeamModule){.atoms = atoms,
                                 .atom_count = sizeof atoms / sizeof *atoms,
                                 .literals = literals,
                                 .literal_count = 1,
                                 .exports = exports,
                                 .export_count = 1,
                                 .imports = imports,
                                 .import_count = 2,
                                 .label_count = LABELS,
                                 .function_count = 2,
                                 .code = trial->code,
                                 .operands = trial->operands};
    add(trial, BODY(DO(label, U(1)), DO(func_info, A(MODULE), A(MAIN), U(1)), DO(label, U(2))));
    add(trial, main);
    add(trial, BODY(DO(label, U(3)), DO(func_info, A(MODULE), A(HELPER), U(1)), DO(label, U(4))));
    add(trial, helper);
    add(trial, BODY(DO(int_code_end)));
    return verify(&trial->module, (VerifyConfig){is_foreign, is_builtin, trial}, &trial->verified, &trial->err);
}

static const Line only_return[] = {DO(return )};

static bool holds(Trial *trial, Body main) { return holds_with(trial, main, (Body){only_return, 1}); }

// How many instructions must look at what they are given, if it holds.
static int marks_with(Body main, Body helper) {
    Trial trial = {0};
    if (!holds_with(&trial, main, helper)) return -1;
    int marks = 0;
    for (uint32_t i = 0; i < trial.module.code_count; i++) marks += verified_marked(&trial.verified, i);
    verified_free(&trial.verified);
    return marks;
}

static int marks(Body main) { return marks_with(main, (Body){only_return, 1}); }

// "" if it holds, else why not.
static const char *verdict(Body main) {
    static Trial trial;
    trial = (Trial){0};
    if (holds(&trial, main)) verified_free(&trial.verified);
    return trial.err.text;
}
#define REFUSED(reason, ...) CHECK(strstr(verdict(BODY(__VA_ARGS__)), reason))

TEST(what_others_call_takes_anything) { CHECK(marks(BODY(DO(get_tuple_element, X(0), U(0), X(0)), DO(return ))) == 1); }

TEST(a_test_says_what_a_value_is) {
    CHECK(marks(BODY(DO(is_tuple, L(1), X(0)), DO(test_arity, L(1), X(0), U(2)),
                     DO(get_tuple_element, X(0), U(1), X(0)), DO(return ))) == 0);
    CHECK(marks(BODY(DO(is_tuple, L(1), X(0)), DO(test_arity, L(1), X(0), U(2)),
                     DO(get_tuple_element, X(0), U(2), X(0)), DO(return ))) == 1);
    CHECK(marks(BODY(DO(is_nonempty_list, L(1), X(0)), DO(get_hd, X(0), X(0)), DO(return ))) == 0);
}

TEST(what_failed_a_test_is_something_else) {
    CHECK(marks(BODY(DO(is_list, L(1), X(0)), DO(is_nil, L(5), X(0)), DO(return ), DO(label, U(5)),
                     DO(get_hd, X(0), X(0)), DO(return ))) == 0);
}

TEST(a_local_function_takes_what_all_calls_bring) {
    Body element = BODY(DO(get_tuple_element, X(0), U(1), X(0)), DO(return ));
    CHECK(marks_with(BODY(DO(move, PAIR, X(0)), DO(call_only, U(1), L(4))), element) == 0);
    CHECK(marks_with(BODY(DO(is_atom, L(5), X(0)), DO(call_only, U(1), L(4)), DO(label, U(5)), DO(move, PAIR, X(0)),
                          DO(call_only, U(1), L(4))),
                     element) == 1);
}

TEST(a_call_returns_what_the_function_does) {
    Body call = BODY(DO(allocate, U(0), U(1)), DO(call, U(1), L(4)), DO(get_tuple_element, X(0), U(1), X(0)),
                     DO(deallocate, U(0)), DO(return ));
    CHECK(marks_with(call, BODY(DO(move, PAIR, X(0)), DO(return ))) == 0);
    CHECK(marks_with(call, BODY(DO(is_atom, L(6), X(0)), DO(return ), DO(label, U(6)), DO(move, PAIR, X(0)),
                                DO(return ))) == 1);
}

TEST(functions_that_call_themselves_come_to_an_end) {
    CHECK(marks_with(BODY(DO(call_only, U(1), L(4))),
                     BODY(DO(is_nonempty_list, L(6), X(0)), DO(allocate, U(0), U(1)), DO(get_tl, X(0), X(0)),
                          DO(call, U(1), L(4)), DO(get_tuple_element, X(0), U(0), X(0)), DO(move, PAIR, X(0)),
                          DO(deallocate, U(0)), DO(return ), DO(label, U(6)), DO(move, PAIR, X(0)), DO(return ))) == 0);
}

TEST(what_never_returns_needs_nothing_behind) {
    Trial trial = {0};
    Body call = BODY(DO(allocate, U(0), U(1)), DO(call, U(1), L(4)));
    CHECK(holds_with(&trial, call, BODY(DO(call_ext, U(1), U(0)))));
    verified_free(&trial.verified);
    CHECK(!holds_with(&trial, call, BODY(DO(return ))));
    CHECK(strstr(trial.err.text, "does not end here"));
}

TEST(the_body_of_a_foreign_function_says_nothing) {
    Trial trial = {.helper_is_foreign = true};
    Body call = BODY(DO(allocate, U(0), U(1)), DO(call, U(1), L(4)), DO(get_tuple_element, X(0), U(1), X(0)),
                     DO(deallocate, U(0)), DO(return ));
    CHECK(holds_with(&trial, call, BODY(DO(move, PAIR, X(0)), DO(return ))));
    CHECK(verified_marked(&trial.verified, 5));
    verified_free(&trial.verified);
}

TEST(a_reason_names_function_place_and_instruction) {
    CHECK(strcmp(verdict(BODY(DO(move, X(7), X(0)), DO(return ))),
                 "m:main/1, Code chunk, byte 3: move: x7 may not have been set") == 0);
}

TEST(registers_are_written_before_they_are_read) {
    REFUSED("x1 may not have been set", DO(move, X(1), X(0)), DO(return ));
    REFUSED("y0 may not have been set", DO(allocate, U(1), U(1)), DO(move, Y(0), X(0)), DO(deallocate, U(1)),
            DO(return ));
    REFUSED("x1 may not have been set", DO(is_atom, L(5), X(0)), DO(move, A(MAIN), X(1)), DO(label, U(5)),
            DO(move, X(1), X(0)), DO(return ));
    REFUSED("y1 is not in the frame", DO(allocate, U(1), U(1)), DO(move, X(0), Y(1)), DO(deallocate, U(1)),
            DO(return ));
}

TEST(frames_that_something_looks_at_too_early_are_cleared) {
    Trial trial = {0};
    CHECK(holds(&trial, BODY(DO(allocate, U(2), U(1)), DO(call, U(1), L(4)), DO(deallocate, U(2)), DO(return ))));
    CHECK(verified_marked(&trial.verified, 3));
    verified_free(&trial.verified);
    CHECK(holds(&trial, BODY(DO(allocate, U(1), U(1)), DO(move, X(0), Y(0)), DO(call, U(1), L(4)), DO(deallocate, U(1)),
                             DO(return ))));
    CHECK(!verified_marked(&trial.verified, 3));
    verified_free(&trial.verified);
}

TEST(frames_are_given_up_as_they_were_made) {
    REFUSED("with a frame", DO(allocate, U(0), U(1)), DO(return ));
    REFUSED("a frame of 1 words, not 2", DO(allocate, U(1), U(1)), DO(deallocate, U(2)), DO(return ));
    REFUSED("without a frame", DO(call, U(1), L(4)), DO(return ));
    REFUSED("with a frame", DO(allocate, U(0), U(1)), DO(allocate, U(0), U(1)), DO(return ));
}

TEST(heap_is_asked_for_before_it_is_written) {
    REFUSED("2 words of heap, where 0 were asked for", DO(put_list, X(0), X(0), X(0)), DO(return ));
    REFUSED("2 words of heap, where 1 were asked for", DO(test_heap, U(3), U(1)), DO(put_list, X(0), X(0), X(0)),
            DO(put_list, X(0), X(0), X(0)), DO(return ));
    CHECK(marks(BODY(DO(test_heap, U(2), U(1)), DO(put_list, X(0), X(0), X(0)), DO(return ))) == 0);
}

TEST(exceptions_carry_the_frame_to_their_handler) {
    CHECK(marks(BODY(DO(allocate, U(2), U(1)), DO(move, X(0), Y(1)), DO(try, Y(0), L(5)), DO(call, U(1), L(4)),
                     DO(try_end, Y(0)), DO(deallocate, U(2)), DO(return ), DO(label, U(5)), DO(try_case, Y(0)),
                     DO(move, Y(1), X(0)), DO(deallocate, U(2)), DO(return ))) == 0);
    REFUSED("y1 may not have been set", DO(allocate, U(2), U(1)), DO(try, Y(0), L(5)), DO(call, U(1), L(4)),
            DO(move, X(0), Y(1)), DO(try_end, Y(0)), DO(deallocate, U(2)), DO(return ), DO(label, U(5)),
            DO(try_case, Y(0)), DO(move, Y(1), X(0)), DO(deallocate, U(2)), DO(return ));
    REFUSED("exceptions still go to this frame", DO(allocate, U(1), U(1)), DO(try, Y(0), L(5)), DO(deallocate, U(1)),
            DO(return ), DO(label, U(5)), DO(try_case, Y(0)), DO(deallocate, U(1)), DO(return ));
}

TEST(only_new_tuples_are_written) {
    REFUSED("not new", DO(set_tuple_element, I(1), X(0), U(0)), DO(return ));
    CHECK(marks(BODY(DO(allocate, U(0), U(1)), DO(move, PAIR, X(1)), DO(move, I(1), X(2)), DO(move, I(1), X(0)),
                     DO(call_ext, U(3), U(1)), DO(set_tuple_element, I(1), X(0), U(1)), DO(deallocate, U(0)),
                     DO(return ))) == 1);
    REFUSED("not new", DO(allocate, U(0), U(1)), DO(move, PAIR, X(1)), DO(move, I(1), X(2)), DO(move, I(1), X(0)),
            DO(call_ext, U(3), U(1)), DO(move, X(0), X(1)), DO(set_tuple_element, I(1), X(0), U(1)),
            DO(deallocate, U(0)), DO(return ));
}

TEST(branches_stay_in_their_function_and_go_forward) {
    REFUSED("in another function", DO(jump, L(4)));
    REFUSED("lies behind", DO(label, U(5)), DO(is_atom, L(5), X(0)), DO(return ));
}

TEST(binaries_are_matched_with_contexts_that_stay_in_registers) {
    CHECK(marks(BODY(DO(bs_start_match3, L(5), X(0), U(1), X(0)), DO(bs_get_tail, X(0), X(0), U(1)), DO(return ),
                     DO(label, U(5)), DO(return ))) == 0);
    REFUSED("may be a match context", DO(bs_start_match3, L(1), X(0), U(1), X(0)), DO(return ));
    REFUSED("needs a match context", DO(bs_get_tail, X(0), X(0), U(1)), DO(return ));
}

TEST(a_message_is_taken_where_one_was_seen) {
    CHECK(marks(BODY(DO(label, U(5)), DO(loop_rec, L(6), X(0)), DO(remove_message), DO(return ), DO(label, U(6)),
                     DO(wait, L(5)))) == 0);
    CHECK(marks(BODY(DO(remove_message), DO(return ))) == 1);
}
