// Moves, lists, tuples, records, maps and floats.
#include "vm/load/loader.h"

// --- stack -------------------------------------------------------------------------------------------

static void make_frame(Loader *l, Op op, const BeamOperand *size, const BeamOperand *live) {
    emit_op(l, loader_marked(l) ? OP_allocate_zero : op);
    emit_number(l, size->value);
    emit_number(l, live->value);
}

// Funs and floats take three words at most, besides free variables.
static uint64_t words_asked(Loader *l, const BeamOperand *words) {
    uint64_t sum = 0;
    if (words->kind == OPERAND_UNSIGNED) return words->value;
    for (uint32_t i = 1; i < words->list.count; i += 2) sum += 3 * loader_list(l, words)[i].value;
    return sum < UINT32_MAX ? sum : UINT32_MAX;
}

// Little is always there after a look whether to collect. For more the machine must look for how much there is.
static bool is_much(Loader *l, const BeamOperand *words) { return words_asked(l, words) > VERIFY_WORDS_BESIDES; }

static void need_room(Loader *l, const BeamOperand *words, const BeamOperand *live) {
    emit_op(l, OP_need_room);
    emit_number(l, words_asked(l, words));
    emit_number(l, live->value);
}

void load_allocate(Loader *l, Op op, const BeamOperand *o) { make_frame(l, op, &o[0], &o[1]); }

void load_allocate_heap(Loader *l, Op op, const BeamOperand *o) {
    if (is_much(l, &o[1])) need_room(l, &o[1], &o[2]);
    make_frame(l, op, &o[0], &o[2]);
}

void load_test_heap(Loader *l, Op op, const BeamOperand *o) {
    if (is_much(l, &o[0]))
        need_room(l, &o[0], &o[1]);
    else
        emit(l, op, "#0u1", o);
}

void load_deallocate(Loader *l, Op op, const BeamOperand *o) {
    emit(l, loader_take(l, BEAM_return) ? OP_deallocate_return : op, "u0", o);
}

void load_init_yregs(Loader *l, Op op, const BeamOperand *o) {
    const BeamOperand *list = loader_list(l, &o[0]);
    emit_op(l, op);
    emit_number(l, o[0].list.count);
    for (uint32_t i = 0; i < o[0].list.count; i++) emit_number(l, list[i].value);
}

// --- moves -------------------------------------------------------------------------------------------

static void move_constant(Loader *l, const BeamOperand *o) {
    bool to_x = o[1].kind == OPERAND_X;
    if (to_x && o[1].value == 0 && loader_take(l, BEAM_return))
        emit(l, OP_move_c_return, "c0", o);
    else
        emit(l, to_x ? OP_move_cx : OP_move_cy, "c0u1", o);
}

// Two moves between the same kinds of registers are one instruction.
static void move_register(Loader *l, const BeamOperand *o) {
    static const Op forms[2][2] = {{OP_move_xx, OP_move_xy}, {OP_move_yx, OP_move_yy}};
    static const Op pairs[2][2] = {{OP_move_xx2, OP_move_xy2}, {OP_move_yx2, OP_move_yy}};
    bool from_y = o[0].kind == OPERAND_Y, to_y = o[1].kind == OPERAND_Y;
    const BeamOperand *n = loader_peek(l, BEAM_move);
    if (n && n[0].kind == o[0].kind && n[1].kind == o[1].kind && !(from_y && to_y)) {
        loader_take(l, BEAM_move);
        emit(l, pairs[from_y][to_y], "u0u1", o);
        emit_operands(l, "u0u1", n);
    } else {
        emit(l, forms[from_y][to_y], "u0u1", o);
    }
}

void load_move(Loader *l, Op op, const BeamOperand *o) {
    (void)op;
    if (!operand_is_register(&o[0]))
        move_constant(l, o);
    else if (operands_are_x(&o[0], &o[1]) && o[1].value == 0 && loader_take(l, BEAM_return))
        emit(l, OP_move_x0_return, "u0", o);
    else
        move_register(l, o);
}

// --- lists: the first form is for X registers only ---------------------------------------------------

void load_get_list(Loader *l, Op op, const BeamOperand *o) {
    if (operands_are_x(&o[0], &o[1]) && o[2].kind == OPERAND_X)
        emit(l, op, "u0u1u2", o);
    else
        emit(l, op + 1, "s0d1d2", o);
}

void load_list_part(Loader *l, Op op, const BeamOperand *o) {
    if (operands_are_x(&o[0], &o[1]))
        emit(l, op, "u0u1", o);
    else
        emit(l, op + 1, "s0d1", o);
}

void load_put_list(Loader *l, Op op, const BeamOperand *o) {
    if (operands_are_x(&o[0], &o[1]) && o[2].kind == OPERAND_X)
        emit(l, op, "u0u1u2", o);
    else
        emit(l, op + 1, "s0s1d2", o);
}

// --- tuples ------------------------------------------------------------------------------------------

// Forms xx, xy, yx, yy; two neighbours of a tuple are one instruction.
void load_get_element(Loader *l, Op op, const BeamOperand *o) {
    const BeamOperand *n = loader_peek(l, BEAM_get_tuple_element);
    if (n && operands_are_x(&o[0], &o[2]) && operands_are_same(&n[0], &o[0]) && n[1].value == o[1].value + 1 &&
        n[2].kind == OPERAND_X && o[2].value != o[0].value) {
        loader_take(l, BEAM_get_tuple_element);
        emit(l, OP_get_element2_xxx, "u0i1u2", o);
        emit_operands(l, "u2", n);
    } else {
        bool from_y = o[0].kind == OPERAND_Y, to_y = o[2].kind == OPERAND_Y;
        emit(l, op + 2 * from_y + to_y, "u0i1u2", o);
    }
}

// The elements stand in instructions that follow.
void load_put_tuple(Loader *l, Op op, const BeamOperand *o) {
    emit(l, op, "d1#0", o);
    uint32_t size = l->count - 1;
    for (const BeamOperand *n; (n = loader_take(l, BEAM_put)); l->code[size]++) emit_source(l, &n[0]);
}

void load_update_record(Loader *l, Op op, const BeamOperand *o) {
    // hint, size, tuple, result, places and values
    const BeamOperand *list = loader_list(l, &o[4]);
    uint32_t count = o[4].list.count / 2;
    emit(l, op, "s2d3u1", o);
    emit_number(l, count);
    for (uint32_t i = 0; i < count; i++) emit_operands(l, "u0s1", &list[2 * i]);
}

// --- maps --------------------------------------------------------------------------------------------

static void put_map(Loader *l, Op op, const BeamOperand *o, bool exact) {
    emit(l, op, "j0s1d2", o);
    emit_number(l, exact);
    emit_number(l, o[4].list.count / 2);
    emit_sources(l, loader_list(l, &o[4]), o[4].list.count);
}

void load_put_map(Loader *l, Op op, const BeamOperand *o) { put_map(l, op, o, false); }

void load_put_map_exact(Loader *l, Op op, const BeamOperand *o) { put_map(l, op, o, true); }

void load_get_map_elements(Loader *l, Op op, const BeamOperand *o) {
    const BeamOperand *list = loader_list(l, &o[2]);
    uint32_t count = o[2].list.count / 2;
    if (count == 1 && operands_are_x(&o[1], &list[1]) && loader_is_immediate(l, &list[0])) {
        emit(l, OP_get_map_element_xx, "j0u1", o);
        emit_operands(l, "c0u1", list);
        return;
    }
    emit(l, op, "j0s1", o);
    emit_number(l, count);
    for (uint32_t i = 0; i < count; i++) emit_operands(l, "s0d1", &list[2 * i]);
}

// --- floats ------------------------------------------------------------------------------------------

void load_float_move(Loader *l, Op op, const BeamOperand *o) {
    if (o[0].kind == OPERAND_FLOAT)
        emit(l, OP_fstore, "u0d1", o);
    else if (loader_marked(l))
        emit(l, OP_fconv, "s0u1", o);
    else
        emit(l, op, "s0u1", o);
}
