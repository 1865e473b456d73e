// Tests and choices. Where an instruction has forms for the kinds of its operands, they stand next to each other
// in op.def, in the order that is tried here.
#include "vm/load/loader.h"

#include <stdlib.h>

#include "base/memory.h"

// --- tests -------------------------------------------------------------------------------------------

// Forms x, y, any.
static void test(Loader *l, Op op, const BeamOperand *fail, const BeamOperand *s) {
    emit_op(l, s->kind == OPERAND_X ? op : s->kind == OPERAND_Y ? op + 1 : op + 2);
    emit_label(l, fail);
    if (operand_is_register(s))
        emit_number(l, s->value);
    else
        emit_source(l, s);
}

void load_test(Loader *l, Op op, const BeamOperand *o) { test(l, op, &o[0], &o[1]); }

static void test_arity(Loader *l, Op op, const BeamOperand *o) {
    test(l, op, &o[0], &o[1]);
    emit_header(l, &o[2]);
}

void load_test_arity(Loader *l, Op op, const BeamOperand *o) {
    test_arity(l, loader_marked(l) ? OP_is_tuple_of_x : op, o);
}

void load_is_tagged(Loader *l, Op op, const BeamOperand *o) {
    test_arity(l, op, o);
    emit_constant(l, loader_term(l, &o[3]));
}

void load_is_tuple(Loader *l, Op op, const BeamOperand *o) {
    const BeamOperand *n = loader_peek(l, BEAM_test_arity);
    if (n && n[0].value == o[0].value && operands_are_same(&n[1], &o[1])) {
        loader_take(l, BEAM_test_arity);
        test_arity(l, OP_is_tuple_of_x, n);
    } else {
        load_test(l, op, o);
    }
}

void load_is_cons(Loader *l, Op op, const BeamOperand *o) {
    const BeamOperand *n = loader_peek(l, BEAM_get_list);
    if (n && o[1].kind == OPERAND_X && operands_are_same(&n[0], &o[1]) && operands_are_x(&n[1], &n[2])) {
        loader_take(l, BEAM_get_list);
        emit(l, OP_is_cons_get_x, "j0u1", o);
        emit_operands(l, "u1u2", n);
    } else {
        load_test(l, op, o);
    }
}

// Forms of is_same: x and an immediate, y and an immediate; then those of is_eq_exact: x x, any.
void load_equality(Loader *l, Op op, const BeamOperand *o) {
    bool swap = !operand_is_register(&o[1]);
    const BeamOperand *a = &o[swap ? 2 : 1], *b = &o[swap ? 1 : 2];
    if (operand_is_register(a) && loader_is_immediate(l, b)) {
        test(l, op, &o[0], a);
        emit_constant(l, loader_term(l, b));
    } else if (op == OP_is_same_xc && operands_are_x(a, b)) {
        emit(l, OP_is_eq_exact_xx, "j0u1u2", o);
    } else {
        emit(l, op == OP_is_same_xc ? OP_is_eq_exact : OP_is_ne_exact, "j0s1s2", o);
    }
}

// Forms: x x, x and a small, a small and x, any.
void load_order(Loader *l, Op op, const BeamOperand *o) {
    const BeamOperand *a = &o[1], *b = &o[2];
    if (operands_are_x(a, b))
        emit(l, op, "j0u1u2", o);
    else if (a->kind == OPERAND_X && loader_is_small(l, b))
        emit(l, op + 1, "j0u1c2", o);
    else if (b->kind == OPERAND_X && loader_is_small(l, a))
        emit(l, op + 2, "j0c1u2", o);
    else
        emit(l, op + 3, "j0s1s2", o);
}

// --- choices -----------------------------------------------------------------------------------------

typedef struct {
    Term value;
    const BeamOperand *label;
} Choice;

static int by_bits(const void *a, const void *b) {
    uint64_t x = ((const Choice *)a)->value.bits, y = ((const Choice *)b)->value.bits;
    return x < y ? -1 : x > y;
}

static void emit_table(Loader *l, const BeamOperand *o, const Choice *choices, uint32_t count, int64_t low,
                       int64_t high) {
    size_t size = (size_t)(high - low + 1);
    const BeamOperand **targets = memory_new(size * sizeof *targets);
    for (size_t i = 0; i < size; i++) targets[i] = &o[1];
    for (uint32_t i = 0; i < count; i++) targets[term_to_small(choices[i].value) - low] = choices[i].label;
    emit_op(l, OP_select_jump_x);
    emit_number(l, o[0].value);
    emit_number(l, size);
    emit_label(l, &o[1]);
    emit_constant(l, term_small(low));
    for (size_t i = 0; i < size; i++) emit_label(l, targets[i]);
    memory_free(targets);
}

// Small integers that lie close together: one table instead of a search.
static bool select_from_table(Loader *l, const BeamOperand *o, const Choice *choices, uint32_t count) {
    if (o[0].kind != OPERAND_X || count < 3) return false;
    int64_t low = INT64_MAX, high = INT64_MIN;
    for (uint32_t i = 0; i < count; i++) {
        if (!term_is_small(choices[i].value)) return false;
        int64_t value = term_to_small(choices[i].value);
        low = value < low ? value : low;
        high = value > high ? value : high;
    }
    if ((uint64_t)(high - low) >= (uint64_t)count * 3) return false;
    emit_table(l, o, choices, count, low, high);
    return true;
}

static void select_by_search(Loader *l, Op op, const BeamOperand *o, const Choice *choices, uint32_t count) {
    bool x = op == OP_select_linear_x || op == OP_select_binary_x;
    emit(l, op, x ? "u0" : "s0", o);
    emit_number(l, count);
    emit_label(l, &o[1]);
    for (uint32_t i = 0; i < count; i++) {
        emit_constant(l, choices[i].value);
        emit_label(l, choices[i].label);
    }
}

static void select_immediate(Loader *l, const BeamOperand *o, Choice *choices, uint32_t count) {
    bool x = o[0].kind == OPERAND_X, many = count > 6;
    if (select_from_table(l, o, choices, count)) return;
    if (many) qsort(choices, count, sizeof *choices, by_bits);
    Op op = many ? (x ? OP_select_binary_x : OP_select_binary) : (x ? OP_select_linear_x : OP_select_linear);
    select_by_search(l, op, o, choices, count);
}

void load_select(Loader *l, Op op, const BeamOperand *o) {
    const BeamOperand *list = loader_list(l, &o[2]);
    uint32_t count = o[2].list.count / 2;
    Choice *choices = memory_new(count * sizeof *choices);
    bool immediate = true;
    for (uint32_t i = 0; i < count; i++) {
        choices[i] = (Choice){loader_term(l, &list[2 * i]), &list[2 * i + 1]};
        immediate = immediate && term_is_immediate(choices[i].value);
    }
    if (immediate)
        select_immediate(l, o, choices, count);
    else
        select_by_search(l, op, o, choices, count);
    memory_free(choices);
}

void load_select_arity(Loader *l, Op op, const BeamOperand *o) {
    const BeamOperand *list = loader_list(l, &o[2]);
    uint32_t count = o[2].list.count / 2;
    emit(l, op, "s0", o);
    emit_number(l, count);
    emit_label(l, &o[1]);
    for (uint32_t i = 0; i < count; i++) emit_operands(l, "u0j1", &list[2 * i]);
}
