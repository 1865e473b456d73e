#include "vm/load.h"

#include <stdlib.h>

#include "base/memory.h"
#include "vm/etf.h"
#include "vm/interp_bits.h"
#include "vm/number.h"

typedef struct {
    uint32_t at;       // word to fill
    uint32_t start;    // of its instruction
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
    Term *atoms, *terms;              // of the file, as terms
    Code *code;
    uint32_t count, capacity;
    uint32_t start;                   // of the instruction being written
    uint32_t *labels;                 // where each label is
    LabelUse *label_uses;
    uint32_t label_use_count, label_use_capacity;
    Term *constants;
    uint32_t constant_count, constant_capacity;
    ConstantUse *constant_uses;
    uint32_t constant_use_count, constant_use_capacity;
    uint32_t location_count, function_count;
    uint32_t next;                    // instruction of the file to translate next
    uint32_t registers;               // X registers that the function being translated uses
} Loader;

#define GROW(array, count, capacity)                                          \
    do {                                                                      \
        if ((count) == (capacity)) {                                          \
            (capacity) = (capacity) ? (capacity) * 2 : 256;                   \
            (array) = memory_resize((array), (capacity) * sizeof *(array));   \
        }                                                                     \
    } while (0)

// --- writing words -----------------------------------------------------------------------------------

static void u(Loader *l, uint64_t value) {
    GROW(l->code, l->count, l->capacity);
    l->code[l->count++] = (Code)value;
}

static void op(Loader *l, Op op) {
    l->start = l->count;
    u(l, interp_word(op));
}

static void bits64(Loader *l, uint64_t bits) {
    u(l, bits & UINT32_MAX);
    u(l, bits >> 32);
}

static void pointer(Loader *l, const void *address) { bits64(l, (uint64_t)address); }

static void label(Loader *l, uint64_t number) {
    if (number) {
        GROW(l->label_uses, l->label_use_count, l->label_use_capacity);
        l->label_uses[l->label_use_count++] = (LabelUse){l->count, l->start, (uint32_t)number};
    }
    u(l, 0);
}

static bool is_register(const BeamOperand *o) { return o->kind == OPERAND_X || o->kind == OPERAND_Y; }

// The term a constant operand stands for.
static Term term_of(Loader *l, const BeamOperand *o) {
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

static void constant_source(Loader *l, Term term) {
    GROW(l->constants, l->constant_count, l->constant_capacity);
    GROW(l->constant_uses, l->constant_use_count, l->constant_use_capacity);
    l->constant_uses[l->constant_use_count++] = (ConstantUse){l->count, l->constant_count};
    l->constants[l->constant_count++] = term;
    u(l, 0);
}

static void source(Loader *l, const BeamOperand *o) {
    if (o->kind == OPERAND_X) u(l, o->value << 2);
    else if (o->kind == OPERAND_Y) u(l, o->value << 2 | 1);
    else constant_source(l, term_of(l, o));
}

static void destination(Loader *l, const BeamOperand *o) {
    u(l, o->value << 1 | (o->kind == OPERAND_Y));
}

static void constant(Loader *l, const BeamOperand *o) { bits64(l, term_of(l, o).bits); }

static bool both_x(const BeamOperand *a, const BeamOperand *b) {
    return a->kind == OPERAND_X && b->kind == OPERAND_X;
}

static bool is_immediate(Loader *l, const BeamOperand *o) {
    return !is_register(o) && term_is_immediate(term_of(l, o));
}

static bool is_small_constant(Loader *l, const BeamOperand *o) {
    return !is_register(o) && term_is_small(term_of(l, o));
}

// --- operands of the file ----------------------------------------------------------------------------

static const BeamOperand *operands_of(Loader *l, const BeamInstruction *i) {
    return l->beam->operands + i->first;
}

static const BeamOperand *list_of(Loader *l, const BeamOperand *o) {
    return l->beam->operands + o->list.first;
}

// The instruction after this one, with its operands; lines do not count.
static const BeamInstruction *peek(Loader *l, const BeamOperand **operands) {
    const BeamInstruction *i = &l->beam->code[l->next];
    if (l->next >= l->beam->code_count) return NULL;
    *operands = operands_of(l, i);
    return i;
}

static const BeamInstruction *peek_is(Loader *l, BeamOpcode opcode, const BeamOperand **operands) {
    const BeamInstruction *i = peek(l, operands);
    return i && i->opcode == opcode ? i : NULL;
}

static bool same_operand(const BeamOperand *a, const BeamOperand *b) {
    return a->kind == b->kind && a->value == b->value;
}

// --- families ------------------------------------------------------------------------------------------

// A test of one source, in the forms x, y, any.
static void test1(Loader *l, Op first, const BeamOperand *o) {
    const BeamOperand *s = &o[1];
    if (s->kind == OPERAND_X || s->kind == OPERAND_Y) {
        op(l, first + (s->kind == OPERAND_Y));
        label(l, o[0].value);
        u(l, s->value);
    } else {
        op(l, first + 2);
        label(l, o[0].value);
        source(l, s);
    }
}

static void test_general(Loader *l, Op which, const BeamOperand *o, int sources) {
    op(l, which);
    label(l, o[0].value);
    for (int i = 1; i <= sources; i++) source(l, &o[i]);
}

static void equality(Loader *l, const BeamOperand *o, Op same_xc, Op same_yc, Op general) {
    const BeamOperand *a = &o[1], *b = &o[2];
    if (!is_register(a) && is_register(b)) {
        const BeamOperand *t = a;
        a = b;
        b = t;
    }
    if (is_register(a) && is_immediate(l, b)) {
        op(l, a->kind == OPERAND_X ? same_xc : same_yc);
        label(l, o[0].value);
        u(l, a->value);
        constant(l, b);
    } else if (general == OP_is_eq_exact && both_x(a, b)) {
        op(l, OP_is_eq_exact_xx);
        label(l, o[0].value);
        u(l, a->value);
        u(l, b->value);
    } else {
        test_general(l, general, o, 2);
    }
}

// Forms xx, xc, cx, any: next to each other in op.def.
static void order(Loader *l, const BeamOperand *o, Op xx) {
    const BeamOperand *a = &o[1], *b = &o[2];
    if (both_x(a, b)) {
        op(l, xx);
        label(l, o[0].value);
        u(l, a->value);
        u(l, b->value);
    } else if (a->kind == OPERAND_X && is_small_constant(l, b)) {
        op(l, xx + 1);
        label(l, o[0].value);
        u(l, a->value);
        constant(l, b);
    } else if (b->kind == OPERAND_X && is_small_constant(l, a)) {
        op(l, xx + 2);
        label(l, o[0].value);
        constant(l, a);
        u(l, b->value);
    } else {
        test_general(l, xx + 3, o, 2);
    }
}

static void header_test(Loader *l, Op first, uint64_t fail, const BeamOperand *s, uint64_t arity) {
    if (is_register(s)) {
        op(l, first + (s->kind == OPERAND_Y));
        label(l, fail);
        u(l, s->value);
    } else {
        op(l, first + 2);
        label(l, fail);
        source(l, s);
    }
    bits64(l, header_make(KIND_TUPLE, arity).bits);
}

static void tuple_test(Loader *l, const BeamOperand *o) {
    const BeamOperand *n;
    if (peek_is(l, BEAM_test_arity, &n) && n[0].value == o[0].value && same_operand(&n[1], &o[1])) {
        l->next++;
        header_test(l, OP_is_tuple_of_x, o[0].value, &o[1], n[2].value);
    } else {
        test1(l, OP_is_tuple_x, o);
    }
}

static void cons_test(Loader *l, const BeamOperand *o) {
    const BeamOperand *n;
    if (o[1].kind == OPERAND_X && peek_is(l, BEAM_get_list, &n) && same_operand(&n[0], &o[1]) &&
        both_x(&n[1], &n[2])) {
        l->next++;
        op(l, OP_is_cons_get_x);
        label(l, o[0].value);
        u(l, o[1].value);
        u(l, n[1].value);
        u(l, n[2].value);
    } else {
        test1(l, OP_is_cons_x, o);
    }
}

static void move_constant(Loader *l, const BeamOperand *o) {
    const BeamOperand *n;
    if (o[1].kind == OPERAND_X && o[1].value == 0 && peek_is(l, BEAM_return, &n)) {
        l->next++;
        op(l, OP_move_c_return);
        constant(l, &o[0]);
        return;
    }
    op(l, o[1].kind == OPERAND_X ? OP_move_cx : OP_move_cy);
    constant(l, &o[0]);
    u(l, o[1].value);
}

static void move(Loader *l, const BeamOperand *o) {
    if (!is_register(&o[0])) {
        move_constant(l, o);
        return;
    }
    static const Op forms[2][2] = {{OP_move_xx, OP_move_xy}, {OP_move_yx, OP_move_yy}};
    static const Op pairs[2][2] = {{OP_move_xx2, OP_move_xy2}, {OP_move_yx2, OP_move_yy}};
    bool from_y = o[0].kind == OPERAND_Y, to_y = o[1].kind == OPERAND_Y;
    const BeamOperand *n;
    if (!from_y && !to_y && o[1].value == 0 && peek_is(l, BEAM_return, &n)) {
        l->next++;
        op(l, OP_move_x0_return);
        u(l, o[0].value);
        return;
    }
    bool pair = !(from_y && to_y) && peek_is(l, BEAM_move, &n) && n[0].kind == o[0].kind &&
                n[1].kind == o[1].kind;
    op(l, pair ? pairs[from_y][to_y] : forms[from_y][to_y]);
    u(l, o[0].value);
    u(l, o[1].value);
    if (!pair) return;
    l->next++;
    u(l, n[0].value);
    u(l, n[1].value);
}

static void get_element(Loader *l, const BeamOperand *o) {
    static const Op forms[2][2] = {{OP_get_element_xx, OP_get_element_xy},
                                   {OP_get_element_yx, OP_get_element_yy}};
    const BeamOperand *n;
    if (both_x(&o[0], &o[2]) && peek_is(l, BEAM_get_tuple_element, &n) && same_operand(&n[0], &o[0]) &&
        n[1].value == o[1].value + 1 && n[2].kind == OPERAND_X && o[2].value != o[0].value) {
        l->next++;
        op(l, OP_get_element2_xxx);
        u(l, o[0].value);
        u(l, o[1].value + 1);
        u(l, o[2].value);
        u(l, n[2].value);
        return;
    }
    op(l, forms[o[0].kind == OPERAND_Y][o[2].kind == OPERAND_Y]);
    u(l, o[0].value);
    u(l, o[1].value + 1);
    u(l, o[2].value);
}

static void two_x(Loader *l, Op xx, Op general, const BeamOperand *o) {
    if (both_x(&o[0], &o[1])) {
        op(l, xx);
        u(l, o[0].value);
        u(l, o[1].value);
    } else {
        op(l, general);
        source(l, &o[0]);
        destination(l, &o[1]);
    }
}

static void get_list(Loader *l, const BeamOperand *o) {
    if (both_x(&o[0], &o[1]) && o[2].kind == OPERAND_X) {
        op(l, OP_get_list_xxx);
        for (int i = 0; i < 3; i++) u(l, o[i].value);
    } else {
        op(l, OP_get_list);
        source(l, &o[0]);
        destination(l, &o[1]);
        destination(l, &o[2]);
    }
}

static void put_list(Loader *l, const BeamOperand *o) {
    if (both_x(&o[0], &o[1]) && o[2].kind == OPERAND_X) {
        op(l, OP_put_list_xxx);
        for (int i = 0; i < 3; i++) u(l, o[i].value);
    } else {
        op(l, OP_put_list);
        source(l, &o[0]);
        source(l, &o[1]);
        destination(l, &o[2]);
    }
}

static void sources(Loader *l, const BeamOperand *list, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) source(l, &list[i]);
}

static void put_tuple2(Loader *l, const BeamOperand *o) {
    op(l, OP_put_tuple);
    destination(l, &o[0]);
    u(l, o[1].list.count);
    sources(l, list_of(l, &o[1]), o[1].list.count);
}

// put_tuple and the put instructions that follow it.
static void put_tuple(Loader *l, const BeamOperand *o) {
    const BeamOperand *n;
    op(l, OP_put_tuple);
    destination(l, &o[1]);
    u(l, o[0].value);
    while (peek_is(l, BEAM_put, &n)) {
        l->next++;
        source(l, &n[0]);
    }
}

static void update_record(Loader *l, const BeamOperand *o) {
    const BeamOperand *list = list_of(l, &o[4]);
    uint32_t count = o[4].list.count / 2;
    op(l, OP_update_record);
    source(l, &o[2]);
    destination(l, &o[3]);
    u(l, o[1].value);
    u(l, count);
    for (uint32_t i = 0; i < count; i++) {
        u(l, list[2 * i].value);
        source(l, &list[2 * i + 1]);
    }
}

// --- choosing ------------------------------------------------------------------------------------------

typedef struct {
    Term value;
    uint64_t label;
} Choice;

static int by_bits(const void *a, const void *b) {
    uint64_t x = ((const Choice *)a)->value.bits, y = ((const Choice *)b)->value.bits;
    return x < y ? -1 : x > y;
}

static void write_choices(Loader *l, const Choice *choices, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        bits64(l, choices[i].value.bits);
        label(l, choices[i].label);
    }
}

// Small integers that lie close together, sorted: one table instead of a search.
static bool select_jump(Loader *l, const BeamOperand *o, const Choice *choices, uint32_t count) {
    if (o[0].kind != OPERAND_X || count < 3) return false;
    for (uint32_t i = 0; i < count; i++)
        if (!term_is_small(choices[i].value)) return false;
    int64_t low = INT64_MAX, high = INT64_MIN;
    for (uint32_t i = 0; i < count; i++) {
        int64_t value = term_to_small(choices[i].value);
        low = value < low ? value : low;
        high = value > high ? value : high;
    }
    if ((uint64_t)(high - low) >= (uint64_t)count * 3) return false;
    uint32_t size = (uint32_t)(high - low + 1);
    op(l, OP_select_jump_x);
    u(l, o[0].value);
    u(l, size);
    label(l, o[1].value);
    bits64(l, term_small(low).bits);
    for (int64_t value = low; value <= high; value++) {
        uint64_t target = o[1].value;
        for (uint32_t i = 0; i < count; i++)
            if (term_to_small(choices[i].value) == value) target = choices[i].label;
        label(l, target);
    }
    return true;
}

static void select_val(Loader *l, const BeamOperand *o) {
    const BeamOperand *list = list_of(l, &o[2]);
    uint32_t count = o[2].list.count / 2;
    Choice *choices = memory_new(count * sizeof *choices);
    bool immediate = true;
    for (uint32_t i = 0; i < count; i++) {
        choices[i] = (Choice){term_of(l, &list[2 * i]), list[2 * i + 1].value};
        immediate = immediate && term_is_immediate(choices[i].value);
    }
    if (!immediate || !select_jump(l, o, choices, count)) {
        bool x = o[0].kind == OPERAND_X, many = count > 6;
        if (immediate && many) qsort(choices, count, sizeof *choices, by_bits);
        op(l, !immediate ? OP_select_general
              : many     ? (x ? OP_select_binary_x : OP_select_binary)
                         : (x ? OP_select_linear_x : OP_select_linear));
        if (x && immediate) u(l, o[0].value);
        else source(l, &o[0]);
        u(l, count);
        label(l, o[1].value);
        write_choices(l, choices, count);
    }
    memory_free(choices);
}

static void select_arity(Loader *l, const BeamOperand *o) {
    const BeamOperand *list = list_of(l, &o[2]);
    uint32_t count = o[2].list.count / 2;
    op(l, OP_select_arity);
    source(l, &o[0]);
    u(l, count);
    label(l, o[1].value);
    for (uint32_t i = 0; i < count; i++) {
        u(l, list[2 * i].value);
        label(l, list[2 * i + 1].value);
    }
}

// --- calls ---------------------------------------------------------------------------------------------

static const BeamImport *import_of(Loader *l, const BeamOperand *o) { return &l->beam->imports[o->value]; }

static Export *export_of(Loader *l, const BeamOperand *o) {
    const BeamImport *i = import_of(l, o);
    return code_export(l->server, l->atoms[i->module], l->atoms[i->function], i->arity);
}

// `how` is APPLY_CALL, APPLY_LAST or APPLY_ONLY; `frame` what a last call gives up.
static void call_export(Loader *l, Export *export, int how, uint64_t frame) {
    static const Op of_bif[] = {OP_call_bif, OP_call_bif_last, OP_call_bif_only};
    static const Op of_code[] = {OP_call_ext, OP_call_ext_last, OP_call_ext_only};
    if (term_same(export->module, ATOM(erlang)) && term_same(export->function, ATOM(apply)) &&
        (export->arity == 2 || export->arity == 3)) {
        op(l, OP_apply_list);
        u(l, export->arity);
        u(l, (uint64_t)how);
        u(l, frame);
        return;
    }
    op(l, export->bif ? of_bif[how] : of_code[how]);
    pointer(l, export);
    if (how == APPLY_LAST) u(l, frame);
    if (how == APPLY_ONLY && export->bif) u(l, 0);
}

// A call that is followed by giving up the frame and returning is a last call: loops over funs run for ever.
static void call_fun(Loader *l, uint64_t arity, const BeamOperand *fun) {
    const BeamOperand *n;
    bool last = peek_is(l, BEAM_deallocate, &n) && l->next + 1 < l->beam->code_count &&
                l->beam->code[l->next + 1].opcode == BEAM_return;
    op(l, last ? OP_call_fun_last : OP_call_fun);
    u(l, arity);
    source(l, fun);
    if (!last) return;
    u(l, n[0].value);
    l->next += 2;
}

static void guard_bif(Loader *l, Op which, uint64_t fail, const Bif *bif, const BeamOperand *args,
                      uint32_t count, const BeamOperand *to) {
    op(l, which);
    label(l, fail);
    pointer(l, bif);
    sources(l, args, count);
    destination(l, to);
}

typedef struct {
    Term name;
    uint32_t arity;
    Op op;
} Inlined;

static bool arithmetic(Loader *l, Term name, uint64_t fail, const BeamOperand *args, const BeamOperand *to) {
    static const Inlined operators[] = {
        {ATOM_INIT(plus), 2, OP_add}, {ATOM_INIT(minus), 2, OP_sub}, {ATOM_INIT(times), 2, OP_mul},
        {ATOM_INIT(div), 2, OP_div},  {ATOM_INIT(rem), 2, OP_rem},   {ATOM_INIT(band), 2, OP_band},
        {ATOM_INIT(bor), 2, OP_bor},  {ATOM_INIT(bxor), 2, OP_bxor}, {ATOM_INIT(bsl), 2, OP_bsl},
        {ATOM_INIT(bsr), 2, OP_bsr},
    };
    Op found = OP_COUNT;
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (term_same(operators[i].name, name)) found = operators[i].op;
    if (found == OP_COUNT) return false;
    const BeamOperand *a = &args[0], *b = &args[1];
    if (found == OP_add && a->kind != OPERAND_X && b->kind == OPERAND_X) {
        const BeamOperand *t = a;
        a = b;
        b = t;
    }
    bool sum = found == OP_add || found == OP_sub;
    if (sum && a->kind == OPERAND_X && to->kind == OPERAND_X &&
        (b->kind == OPERAND_X || is_small_constant(l, b))) {
        bool x = b->kind == OPERAND_X;
        op(l, found == OP_add ? (x ? OP_add_xx : OP_add_xc) : (x ? OP_sub_xx : OP_sub_xc));
        label(l, fail);
        u(l, a->value);
        if (x) u(l, b->value);
        else constant(l, b);
        u(l, to->value);
        return true;
    }
    op(l, found);
    label(l, fail);
    source(l, &args[0]);
    source(l, &args[1]);
    destination(l, to);
    return true;
}

static Op inlined_bif(Term name, uint32_t arity) {
    static const Inlined inlined[] = {
        {ATOM_INIT(hd), 1, OP_bif_hd},           {ATOM_INIT(tl), 1, OP_bif_tl},
        {ATOM_INIT(length), 1, OP_bif_length},   {ATOM_INIT(tuple_size), 1, OP_bif_tuple_size},
        {ATOM_INIT(map_get), 2, OP_bif_map_get}, {ATOM_INIT(element), 2, OP_bif_element},
        {ATOM_INIT(eqeq), 2, OP_bif_eq_exact},
    };
    for (size_t i = 0; i < sizeof inlined / sizeof *inlined; i++)
        if (term_same(inlined[i].name, name) && inlined[i].arity == arity) return inlined[i].op;
    return arity == 1 ? OP_bif1 : arity == 2 ? OP_bif2 : OP_bif3;
}

static void unsupported(Loader *l, const BeamInstruction *i) {
    op(l, OP_unsupported);
    u(l, i->opcode);
}

static void call_guard(Loader *l, const BeamInstruction *instruction, uint64_t fail, const BeamOperand *which,
                       const BeamOperand *args, uint32_t count, const BeamOperand *to) {
    const BeamImport *import = import_of(l, which);
    Term name = l->atoms[import->function];
    bool erlang = term_same(l->atoms[import->module], ATOM(erlang));
    if (erlang && count == 2 && arithmetic(l, name, fail, args, to)) return;
    if (erlang && count == 0 && term_same(name, ATOM(self))) {
        op(l, OP_self);
        destination(l, to);
        return;
    }
    const Bif *bif = export_of(l, which)->bif;
    if (!bif) {
        unsupported(l, instruction);
    } else if (count == 0) {
        op(l, OP_bif0);
        pointer(l, bif);
        destination(l, to);
    } else {
        guard_bif(l, erlang ? inlined_bif(name, count) : count == 1 ? OP_bif1 : count == 2 ? OP_bif2 : OP_bif3,
                  fail, bif, args, count, to);
    }
}

static void make_fun(Loader *l, uint64_t index, const BeamOperand *to, const BeamOperand *list, uint32_t count) {
    op(l, OP_make_fun);
    pointer(l, &l->module->funs[index]);
    destination(l, to);
    u(l, count);
    sources(l, list, count);
}

static void make_fun2(Loader *l, const BeamOperand *o) {
    uint32_t count = l->beam->funs[o[0].value].free_count;
    BeamOperand x0 = {.kind = OPERAND_X, .value = 0};
    op(l, OP_make_fun);
    pointer(l, &l->module->funs[o[0].value]);
    destination(l, &x0);
    u(l, count);
    for (uint32_t i = 0; i < count; i++) u(l, i << 2);
}

// --- bit syntax ------------------------------------------------------------------------------------------

// Flags as numbers, as compilers before OTP 25 write them: 16 is native, which is little here.
static uint64_t plain_flags(const BeamOperand *o) {
    return (o->value & (BITS_LITTLE | BITS_SIGNED)) | (o->value & 16 ? BITS_LITTLE : 0);
}

static void match_value(Loader *l, Op which, const BeamOperand *o) {
    // fail, context, live, size, unit, flags, destination
    if (which == OP_bs_get_integer && o[3].kind == OPERAND_INTEGER && o[3].integer >= 0 &&
        o[3].integer < 4096) {
        op(l, OP_bs_get_integer_small);
        label(l, o[0].value);
        source(l, &o[1]);
        u(l, (uint64_t)o[3].integer * o[4].value);
        u(l, plain_flags(&o[5]));
        destination(l, &o[6]);
        return;
    }
    op(l, which);
    label(l, o[0].value);
    source(l, &o[1]);
    source(l, &o[3]);
    u(l, o[4].value);
    u(l, plain_flags(&o[5]));
    destination(l, &o[6]);
}

static void match_character(Loader *l, const BeamOperand *o, uint32_t width, bool skip) {
    op(l, skip ? OP_bs_skip_utf : OP_bs_get_utf);
    label(l, o[0].value);
    source(l, &o[1]);
    u(l, width);
    u(l, plain_flags(&o[3]));
    if (!skip) destination(l, &o[4]);
}

static void put_value(Loader *l, Op which, const BeamOperand *o) {
    op(l, which);
    label(l, o[0].value);
    source(l, &o[1]);
    u(l, o[2].value);
    u(l, plain_flags(&o[3]));
    source(l, &o[4]);
}

static void put_character(Loader *l, const BeamOperand *o, uint32_t width) {
    op(l, OP_bs_put_utf);
    label(l, o[0].value);
    u(l, width);
    u(l, plain_flags(&o[1]));
    source(l, &o[2]);
}

// Flags written as a list of atoms.
static uint32_t flags_of(Loader *l, const BeamOperand *o) {
    uint32_t flags = 0;
    if (o->kind == OPERAND_UNSIGNED) return (uint32_t)plain_flags(o);
    for (Term list = term_of(l, o); term_is_cons(list); list = term_tail(list)) {
        if (term_same(term_head(list), ATOM(little)) || term_same(term_head(list), ATOM(native)))
            flags |= BITS_LITTLE;
        if (term_same(term_head(list), ATOM(signed))) flags |= BITS_SIGNED;
    }
    return flags;
}

static uint64_t unsigned_of(const BeamOperand *o) {
    return o->kind == OPERAND_INTEGER ? (uint64_t)o->integer : o->value;
}

static SegmentType segment_type(Term name) {
    static const struct { Term name; SegmentType type; } types[] = {
        {ATOM_INIT(integer), SEGMENT_INTEGER}, {ATOM_INIT(float), SEGMENT_FLOAT},
        {ATOM_INIT(binary), SEGMENT_BINARY},   {ATOM_INIT(string), SEGMENT_STRING},
        {ATOM_INIT(utf8), SEGMENT_UTF8},       {ATOM_INIT(utf16), SEGMENT_UTF16},
        {ATOM_INIT(utf32), SEGMENT_UTF32},     {ATOM_INIT(append), SEGMENT_APPEND},
        {ATOM_INIT(private_append), SEGMENT_PRIVATE_APPEND},
    };
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (term_same(types[i].name, name)) return types[i].type;
    assert(!"a segment type that the reader let through");
    return SEGMENT_INTEGER;
}

static void create_binary(Loader *l, const BeamOperand *o) {
    // fail, alloc, live, unit, destination, segments
    const BeamOperand *list = list_of(l, &o[5]);
    uint32_t count = o[5].list.count / 6;
    op(l, OP_bs_create);
    label(l, o[0].value);
    u(l, o[3].value);
    destination(l, &o[4]);
    u(l, count);
    for (uint32_t i = 0; i < count; i++, list += 6) {
        SegmentType type = segment_type(term_of(l, &list[0]));
        u(l, type);
        u(l, unsigned_of(&list[2]));
        u(l, flags_of(l, &list[3]));
        u(l, unsigned_of(&list[1]));
        if (type == SEGMENT_STRING)
            constant_source(l, term_from_pointer(l->beam->strings.data + unsigned_of(&list[4])));
        else
            source(l, &list[4]);
        source(l, &list[5]);
    }
}

// The commands of bs_match, each an instruction of its own.
static void match_commands(Loader *l, const BeamOperand *o) {
    const BeamOperand *c = list_of(l, &o[2]), *end = c + o[2].list.count;
    while (c < end) {
        Term name = term_of(l, c);
        if (term_same(name, ATOM(ensure_at_least))) {
            op(l, OP_bs_ensure_at_least);
            label(l, o[0].value);
            source(l, &o[1]);
            u(l, c[1].value);
            u(l, c[2].value);
            c += 3;
        } else if (term_same(name, ATOM(ensure_exactly))) {
            op(l, OP_bs_ensure_exactly);
            label(l, o[0].value);
            source(l, &o[1]);
            u(l, c[1].value);
            c += 2;
        } else if (term_same(name, ATOM(skip))) {
            op(l, OP_bs_take_skip);
            source(l, &o[1]);
            u(l, c[1].value);
            c += 2;
        } else if (term_same(name, ATOM(get_tail))) {
            op(l, OP_bs_get_tail);
            source(l, &o[1]);
            destination(l, &c[3]);
            c += 4;
        } else if (term_same(name, ATOM(eqeq))) {
            op(l, OP_bs_take_equal);
            label(l, o[0].value);
            source(l, &o[1]);
            u(l, c[2].value);
            constant(l, &c[3]);
            c += 4;
        } else {
            bool integer = term_same(name, ATOM(integer));
            op(l, integer ? OP_bs_take_integer : OP_bs_take_binary);
            source(l, &o[1]);
            u(l, unsigned_of(&c[3]) * c[4].value);
            if (integer) u(l, flags_of(l, &c[2]));
            destination(l, &c[5]);
            c += 6;
        }
    }
}

// --- maps and floats ---------------------------------------------------------------------------------------

static void put_map(Loader *l, const BeamOperand *o, bool exact) {
    op(l, OP_put_map);
    label(l, o[0].value);
    source(l, &o[1]);
    destination(l, &o[2]);
    u(l, exact);
    u(l, o[4].list.count / 2);
    sources(l, list_of(l, &o[4]), o[4].list.count);
}

static void get_map_elements(Loader *l, const BeamOperand *o) {
    const BeamOperand *list = list_of(l, &o[2]);
    uint32_t count = o[2].list.count / 2;
    if (count == 1 && o[1].kind == OPERAND_X && is_immediate(l, &list[0]) && list[1].kind == OPERAND_X) {
        op(l, OP_get_map_element_xx);
        label(l, o[0].value);
        u(l, o[1].value);
        constant(l, &list[0]);
        u(l, list[1].value);
        return;
    }
    op(l, OP_get_map_elements);
    label(l, o[0].value);
    source(l, &o[1]);
    u(l, count);
    for (uint32_t i = 0; i < count; i++) {
        source(l, &list[2 * i]);
        destination(l, &list[2 * i + 1]);
    }
}

static void float_move(Loader *l, const BeamOperand *o) {
    if (o[0].kind == OPERAND_FLOAT) {
        op(l, OP_fstore);
        u(l, o[0].value);
        destination(l, &o[1]);
    } else {
        op(l, OP_fload);
        source(l, &o[0]);
        u(l, o[1].value);
    }
}

static void float_operation(Loader *l, Op which, const BeamOperand *o, int count) {
    op(l, which);
    for (int i = 1; i <= count; i++) u(l, o[i].value);
}

// --- functions -----------------------------------------------------------------------------------------------

static void add_location(Loader *l, uint64_t index) {
    BeamLine line = l->beam->lines[index];
    Location *last = l->location_count ? &l->module->locations[l->location_count - 1] : NULL;
    uintptr_t here = l->count;   // turned into an address when the code is placed
    if (last && (uintptr_t)last->start == here) l->location_count--;
    l->module->locations[l->location_count++] = (Location){(const Code *)here, line.file, line.line};
}

static uint32_t registers_in(Loader *l, const BeamOperand *operands, uint32_t count, uint32_t most) {
    for (uint32_t i = 0; i < count; i++) {
        const BeamOperand *o = &operands[i];
        if (o->kind == OPERAND_X && o->value >= most) most = (uint32_t)o->value + 1;
        if (o->kind == OPERAND_LIST) most = registers_in(l, list_of(l, o), o->list.count, most);
    }
    return most;
}

static uint32_t registers_of_function(Loader *l) {
    uint32_t most = 1;
    for (uint32_t i = l->next; i < l->beam->code_count && l->beam->code[i].opcode != BEAM_func_info; i++)
        most = registers_in(l, operands_of(l, &l->beam->code[i]), l->beam->code[i].count, most);
    return most;
}

static void function_info(Loader *l, const BeamOperand *o) {
    l->registers = registers_of_function(l);
    Term name = l->atoms[o[1].value];
    uint32_t arity = (uint32_t)o[2].value;
    const BeamOperand *n;
    l->module->functions[l->function_count++] = (Function){(const Code *)(uintptr_t)l->count, name, arity};
    op(l, OP_func_info);
    u(l, arity);
    const BeamInstruction *entry = peek_is(l, BEAM_label, &n);
    Export *export = code_find_export(l->server, l->module->name, name, arity);
    if (!entry || !export || (!export->bif && !export->instead)) return;
    // A function that C or another module implements: whoever calls it inside the module gets the same.
    l->next++;
    l->labels[n[0].value] = l->count;
    op(l, export->bif ? OP_call_bif_only : OP_call_ext_only);
    pointer(l, export->bif ? export : export->instead);
    if (export->bif) u(l, 1);
}

static bool needs_apply_body(Loader *l, Term name, uint32_t arity) {
    return term_same(l->module->name, ATOM(erlang)) && term_same(name, ATOM(apply)) &&
           (arity == 2 || arity == 3);
}

// Functions whose Erlang body only calls itself: the machine knows them.
static void intrinsic_body(Loader *l) {
    const Function *function = &l->module->functions[l->function_count - 1];
    const BeamOperand *n;
    if (!peek_is(l, BEAM_label, &n)) return;
    if (needs_apply_body(l, function->function, function->arity)) {
        l->next++;
        l->labels[n[0].value] = l->count;
        op(l, OP_apply_list);
        u(l, function->arity);
        u(l, APPLY_BODY);
        u(l, 0);
    } else if (term_same(l->module->name, ATOM(erlang)) && term_same(function->function, ATOM(yield)) &&
               function->arity == 0) {
        l->next++;
        l->labels[n[0].value] = l->count;
        op(l, OP_yield);
    }
}

static void translate(Loader *l, const BeamInstruction *i, const BeamOperand *o) {
    switch (i->opcode) {
    case BEAM_label: l->labels[o[0].value] = l->count; break;
    case BEAM_line:
    case BEAM_executable_line: add_location(l, o[0].value); break;
    case BEAM_debug_line: add_location(l, o[1].value); break;
    case BEAM_func_info:
        function_info(l, o);
        intrinsic_body(l);
        break;
    case BEAM_int_code_end: break;
    case BEAM_on_load: break;
    case BEAM_nif_start: break;
    // calls
    case BEAM_call:
        op(l, OP_call);
        label(l, o[1].value);
        break;
    case BEAM_call_last:
        op(l, OP_call_last);
        label(l, o[1].value);
        u(l, o[2].value);
        break;
    case BEAM_call_only:
        op(l, OP_call_only);
        label(l, o[1].value);
        break;
    case BEAM_call_ext: call_export(l, export_of(l, &o[1]), APPLY_CALL, 0); break;
    case BEAM_call_ext_last: call_export(l, export_of(l, &o[1]), APPLY_LAST, o[2].value); break;
    case BEAM_call_ext_only: call_export(l, export_of(l, &o[1]), APPLY_ONLY, 0); break;
    case BEAM_call_fun: {
        BeamOperand fun = {.kind = OPERAND_X, .value = o[0].value};
        call_fun(l, o[0].value, &fun);
        break;
    }
    case BEAM_call_fun2: call_fun(l, o[1].value, &o[2]); break;
    case BEAM_apply:
        op(l, OP_apply);
        u(l, o[0].value);
        break;
    case BEAM_apply_last:
        op(l, OP_apply_last);
        u(l, o[0].value);
        u(l, o[1].value);
        break;
    case BEAM_return: op(l, OP_return); break;
    case BEAM_jump:
        op(l, OP_jump);
        label(l, o[0].value);
        break;
    // stack and heap
    case BEAM_allocate:
        op(l, OP_allocate);
        u(l, o[0].value);
        u(l, o[1].value);
        break;
    case BEAM_allocate_heap:
        op(l, OP_allocate);
        u(l, o[0].value);
        u(l, o[2].value);
        break;
    case BEAM_allocate_zero:
        op(l, OP_allocate_zero);
        u(l, o[0].value);
        u(l, o[1].value);
        break;
    case BEAM_allocate_heap_zero:
        op(l, OP_allocate_zero);
        u(l, o[0].value);
        u(l, o[2].value);
        break;
    case BEAM_deallocate: {
        const BeamOperand *n;
        bool returns = peek_is(l, BEAM_return, &n);
        if (returns) l->next++;
        op(l, returns ? OP_deallocate_return : OP_deallocate);
        u(l, o[0].value);
        break;
    }
    case BEAM_trim:
        op(l, OP_trim);
        u(l, o[0].value);
        break;
    case BEAM_test_heap:
        op(l, OP_test_heap);
        u(l, 0);
        u(l, o[1].value);
        break;
    case BEAM_init:
        op(l, OP_init_y);
        u(l, o[0].value);
        break;
    case BEAM_init_yregs: {
        const BeamOperand *list = list_of(l, &o[0]);
        op(l, OP_init_yregs);
        u(l, o[0].list.count);
        for (uint32_t k = 0; k < o[0].list.count; k++) u(l, list[k].value);
        break;
    }
    // data
    case BEAM_move: move(l, o); break;
    case BEAM_swap:
        op(l, OP_swap);
        destination(l, &o[0]);
        destination(l, &o[1]);
        break;
    case BEAM_get_list: get_list(l, o); break;
    case BEAM_get_hd: two_x(l, OP_get_hd_xx, OP_get_hd, o); break;
    case BEAM_get_tl: two_x(l, OP_get_tl_xx, OP_get_tl, o); break;
    case BEAM_get_tuple_element: get_element(l, o); break;
    case BEAM_set_tuple_element:
        op(l, OP_set_element);
        source(l, &o[0]);
        destination(l, &o[1]);
        u(l, o[2].value + 1);
        break;
    case BEAM_put_list: put_list(l, o); break;
    case BEAM_put_tuple: put_tuple(l, o); break;
    case BEAM_put_tuple2: put_tuple2(l, o); break;
    case BEAM_update_record: update_record(l, o); break;
    // tests
    case BEAM_is_atom: test1(l, OP_is_atom_x, o); break;
    case BEAM_is_integer: test1(l, OP_is_integer_x, o); break;
    case BEAM_is_tuple: tuple_test(l, o); break;
    case BEAM_is_nil: test1(l, OP_is_nil_x, o); break;
    case BEAM_is_nonempty_list: cons_test(l, o); break;
    case BEAM_is_list: test1(l, OP_is_list_x, o); break;
    case BEAM_is_binary: test1(l, OP_is_binary_x, o); break;
    case BEAM_is_map: test1(l, OP_is_map_x, o); break;
    case BEAM_is_float: test_general(l, OP_is_float, o, 1); break;
    case BEAM_is_number: test_general(l, OP_is_number, o, 1); break;
    case BEAM_is_pid: test_general(l, OP_is_pid, o, 1); break;
    case BEAM_is_reference: test_general(l, OP_is_reference, o, 1); break;
    case BEAM_is_port: test_general(l, OP_is_port, o, 1); break;
    case BEAM_is_boolean: test_general(l, OP_is_boolean, o, 1); break;
    case BEAM_is_bitstr: test_general(l, OP_is_bitstring, o, 1); break;
    case BEAM_is_function: test_general(l, OP_is_function, o, 1); break;
    case BEAM_is_function2: test_general(l, OP_is_function2, o, 2); break;
    case BEAM_is_any_native_record: test_general(l, OP_is_any_record, o, 1); break;
    case BEAM_test_arity: header_test(l, OP_test_arity_x, o[0].value, &o[1], o[2].value); break;
    case BEAM_is_tagged_tuple:
        header_test(l, OP_is_tagged_x, o[0].value, &o[1], o[2].value);
        constant(l, &o[3]);
        break;
    case BEAM_is_eq_exact: equality(l, o, OP_is_same_xc, OP_is_same_yc, OP_is_eq_exact); break;
    case BEAM_is_ne_exact: equality(l, o, OP_is_not_same_xc, OP_is_not_same_yc, OP_is_ne_exact); break;
    case BEAM_is_eq: test_general(l, OP_is_eq, o, 2); break;
    case BEAM_is_ne: test_general(l, OP_is_ne, o, 2); break;
    case BEAM_is_lt: order(l, o, OP_is_lt_xx); break;
    case BEAM_is_ge: order(l, o, OP_is_ge_xx); break;
    case BEAM_select_val: select_val(l, o); break;
    case BEAM_select_tuple_arity: select_arity(l, o); break;
    // guard functions
    case BEAM_bif0: call_guard(l, i, 0, &o[0], NULL, 0, &o[1]); break;
    case BEAM_bif1: call_guard(l, i, o[0].value, &o[1], &o[2], 1, &o[3]); break;
    case BEAM_bif2: call_guard(l, i, o[0].value, &o[1], &o[2], 2, &o[4]); break;
    case BEAM_bif3: call_guard(l, i, o[0].value, &o[1], &o[2], 3, &o[5]); break;
    case BEAM_gc_bif1: call_guard(l, i, o[0].value, &o[2], &o[3], 1, &o[4]); break;
    case BEAM_gc_bif2: call_guard(l, i, o[0].value, &o[2], &o[3], 2, &o[5]); break;
    case BEAM_gc_bif3: call_guard(l, i, o[0].value, &o[2], &o[3], 3, &o[6]); break;
    // floats
    case BEAM_fclearerror:
    case BEAM_fcheckerror: break;
    case BEAM_fmove: float_move(l, o); break;
    case BEAM_fconv:
        op(l, OP_fconv);
        source(l, &o[0]);
        u(l, o[1].value);
        break;
    case BEAM_fadd: float_operation(l, OP_fadd, o, 3); break;
    case BEAM_fsub: float_operation(l, OP_fsub, o, 3); break;
    case BEAM_fmul: float_operation(l, OP_fmul, o, 3); break;
    case BEAM_fdiv: float_operation(l, OP_fdiv, o, 3); break;
    case BEAM_fnegate: float_operation(l, OP_fnegate, o, 2); break;
    // funs
    case BEAM_make_fun2: make_fun2(l, o); break;
    case BEAM_make_fun3: make_fun(l, o[0].value, &o[1], list_of(l, &o[2]), o[2].list.count); break;
    // exceptions
    case BEAM_catch:
    case BEAM_try:
        op(l, OP_catch);
        u(l, o[0].value);
        label(l, o[1].value);
        break;
    case BEAM_catch_end:
        op(l, OP_catch_end);
        u(l, o[0].value);
        break;
    case BEAM_try_end:
        op(l, OP_try_end);
        u(l, o[0].value);
        break;
    case BEAM_try_case:
        op(l, OP_try_case);
        u(l, o[0].value);
        break;
    case BEAM_badmatch:
        op(l, OP_badmatch);
        source(l, &o[0]);
        break;
    case BEAM_case_end:
        op(l, OP_case_end);
        source(l, &o[0]);
        break;
    case BEAM_try_case_end:
        op(l, OP_try_case_end);
        source(l, &o[0]);
        break;
    case BEAM_badrecord:
        op(l, OP_badrecord);
        source(l, &o[0]);
        break;
    case BEAM_if_end: op(l, OP_if_end); break;
    case BEAM_raise:
        op(l, OP_raise);
        source(l, &o[0]);
        source(l, &o[1]);
        break;
    case BEAM_build_stacktrace: op(l, OP_build_stacktrace); break;
    case BEAM_raw_raise: op(l, OP_raw_raise); break;
    // messages
    case BEAM_send: op(l, OP_send); break;
    case BEAM_loop_rec:
        op(l, OP_loop_rec);
        label(l, o[0].value);
        destination(l, &o[1]);
        u(l, l->registers);
        break;
    case BEAM_loop_rec_end:
        op(l, OP_loop_rec_end);
        label(l, o[0].value);
        break;
    case BEAM_remove_message:
        op(l, OP_remove_message);
        u(l, l->registers);
        break;
    case BEAM_wait:
        op(l, OP_wait);
        label(l, o[0].value);
        break;
    case BEAM_wait_timeout:
        op(l, OP_wait_timeout);
        label(l, o[0].value);
        source(l, &o[1]);
        break;
    case BEAM_timeout: op(l, OP_timeout); break;
    case BEAM_recv_marker_reserve:
        op(l, OP_recv_marker_reserve);
        destination(l, &o[0]);
        break;
    case BEAM_recv_mark:
    case BEAM_recv_set:
    case BEAM_recv_marker_bind:
    case BEAM_recv_marker_clear:
    case BEAM_recv_marker_use: break;
    // maps
    case BEAM_put_map_assoc: put_map(l, o, false); break;
    case BEAM_put_map_exact: put_map(l, o, true); break;
    case BEAM_has_map_fields:
        op(l, OP_has_map_fields);
        label(l, o[0].value);
        source(l, &o[1]);
        u(l, o[2].list.count);
        sources(l, list_of(l, &o[2]), o[2].list.count);
        break;
    case BEAM_get_map_elements: get_map_elements(l, o); break;
    // matching bits
    case BEAM_bs_start_match3:
        op(l, OP_bs_start_match);
        label(l, o[0].value);
        source(l, &o[1]);
        destination(l, &o[3]);
        break;
    case BEAM_bs_start_match4:
        op(l, OP_bs_start_match);
        label(l, o[0].kind == OPERAND_LABEL ? o[0].value : 0);
        source(l, &o[2]);
        destination(l, &o[3]);
        break;
    case BEAM_bs_get_integer2: match_value(l, OP_bs_get_integer, o); break;
    case BEAM_bs_get_float2: match_value(l, OP_bs_get_float, o); break;
    case BEAM_bs_get_binary2: match_value(l, OP_bs_get_binary, o); break;
    case BEAM_bs_skip_bits2:
        op(l, OP_bs_skip_bits);
        label(l, o[0].value);
        source(l, &o[1]);
        source(l, &o[2]);
        u(l, o[3].value);
        break;
    case BEAM_bs_get_utf8: match_character(l, o, 8, false); break;
    case BEAM_bs_get_utf16: match_character(l, o, 16, false); break;
    case BEAM_bs_get_utf32: match_character(l, o, 32, false); break;
    case BEAM_bs_skip_utf8: match_character(l, o, 8, true); break;
    case BEAM_bs_skip_utf16: match_character(l, o, 16, true); break;
    case BEAM_bs_skip_utf32: match_character(l, o, 32, true); break;
    case BEAM_bs_test_tail2:
        op(l, OP_bs_test_tail);
        label(l, o[0].value);
        source(l, &o[1]);
        u(l, o[2].value);
        break;
    case BEAM_bs_test_unit:
        op(l, OP_bs_test_unit);
        label(l, o[0].value);
        source(l, &o[1]);
        u(l, o[2].value);
        break;
    case BEAM_bs_match_string:
        op(l, OP_bs_match_string);
        label(l, o[0].value);
        source(l, &o[1]);
        u(l, o[2].value);
        pointer(l, l->beam->strings.data + o[3].value);
        break;
    case BEAM_bs_get_tail:
        op(l, OP_bs_get_tail);
        source(l, &o[0]);
        destination(l, &o[1]);
        break;
    case BEAM_bs_get_position:
        op(l, OP_bs_get_position);
        source(l, &o[0]);
        destination(l, &o[1]);
        break;
    case BEAM_bs_set_position:
        op(l, OP_bs_set_position);
        source(l, &o[0]);
        source(l, &o[1]);
        break;
    case BEAM_bs_context_to_binary:
        op(l, OP_bs_context_to_binary);
        destination(l, &o[0]);
        break;
    case BEAM_bs_match: match_commands(l, o); break;
    // building bits
    case BEAM_bs_create_bin: create_binary(l, o); break;
    case BEAM_bs_init2:
    case BEAM_bs_init_bits:
        op(l, OP_bs_init);
        label(l, o[0].value);
        source(l, &o[1]);
        u(l, i->opcode == BEAM_bs_init2 ? 8 : 1);
        destination(l, &o[5]);
        break;
    case BEAM_bs_add:
        op(l, OP_bs_add);
        label(l, o[0].value);
        source(l, &o[1]);
        source(l, &o[2]);
        u(l, o[3].value);
        destination(l, &o[4]);
        break;
    case BEAM_bs_utf8_size:
    case BEAM_bs_utf16_size:
        op(l, OP_bs_utf_size);
        u(l, i->opcode == BEAM_bs_utf8_size ? 8 : 16);
        source(l, &o[1]);
        destination(l, &o[2]);
        break;
    case BEAM_bs_put_integer: put_value(l, OP_bs_put_integer, o); break;
    case BEAM_bs_put_float: put_value(l, OP_bs_put_float, o); break;
    case BEAM_bs_put_binary: put_value(l, OP_bs_put_binary, o); break;
    case BEAM_bs_put_string:
        op(l, OP_bs_put_string);
        u(l, o[0].value);
        pointer(l, l->beam->strings.data + o[1].value);
        break;
    case BEAM_bs_put_utf8: put_character(l, o, 8); break;
    case BEAM_bs_put_utf16: put_character(l, o, 16); break;
    case BEAM_bs_put_utf32: put_character(l, o, 32); break;
    case BEAM_bs_init_writable: op(l, OP_bs_init_writable); break;
    case BEAM_bs_append:
        op(l, OP_bs_append);
        label(l, o[0].value);
        source(l, &o[1]);
        u(l, o[4].value);
        source(l, &o[5]);
        destination(l, &o[7]);
        u(l, 0);
        break;
    case BEAM_bs_private_append:
        op(l, OP_bs_append);
        label(l, o[0].value);
        source(l, &o[1]);
        u(l, o[2].value);
        source(l, &o[3]);
        destination(l, &o[5]);
        u(l, 1);
        break;
    default: unsupported(l, i);
    }
}

// --- placing -----------------------------------------------------------------------------------------------

// The code and, behind it, its constants, in memory of their own.
static void place(Loader *l) {
    Module *module = l->module;
    uint32_t words = (l->count + 1) & ~1u;
    Code *code = memory_new(words * sizeof(Code) + l->constant_count * sizeof(Term) + 8);
    memcpy(code, l->code, l->count * sizeof(Code));
    Term *constants = (Term *)(code + words);
    if (l->constant_count) memcpy(constants, l->constants, l->constant_count * sizeof(Term));
    for (uint32_t i = 0; i < l->label_use_count; i++) {
        LabelUse use = l->label_uses[i];
        code[use.at] = (Code)(int32_t)(l->labels[use.label] - use.start);
    }
    for (uint32_t i = 0; i < l->constant_use_count; i++) {
        ConstantUse use = l->constant_uses[i];
        ptrdiff_t distance = (char *)&constants[use.constant] - (char *)&code[use.at];
        code[use.at] = (Code)(int32_t)distance | 2;
    }
    for (uint32_t i = 0; i < l->function_count; i++)
        module->functions[i].start = code + (uintptr_t)module->functions[i].start;
    for (uint32_t i = 0; i < l->location_count; i++)
        module->locations[i].start = code + (uintptr_t)module->locations[i].start;
    module->code = code;
    module->code_end = code + l->count;
    module->function_count = l->function_count;
    module->location_count = l->location_count;
}

static void bind_funs(Loader *l) {
    for (uint32_t i = 0; i < l->beam->fun_count; i++)
        l->module->funs[i].address = l->module->code + l->labels[l->beam->funs[i].label];
}

static void bind_exports(Loader *l) {
    Module *module = l->module;
    module->exports = memory_new(l->beam->export_count * sizeof(Export *));
    for (uint32_t i = 0; i < l->beam->export_count; i++) {
        BeamExport e = l->beam->exports[i];
        Export *export = code_export(l->server, module->name, l->atoms[e.function], e.arity);
        if (!export->bif) export->address = export->code = module->code + l->labels[e.label];
        export->defined = true;
        module->exports[module->export_count++] = export;
    }
}

static void make_funs(Loader *l) {
    Module *module = l->module;
    module->funs = memory_zeroed(l->beam->fun_count, sizeof(FunEntry));
    module->fun_count = l->beam->fun_count;
    for (uint32_t i = 0; i < module->fun_count; i++) {
        BeamFun fun = l->beam->funs[i];
        module->funs[i] = (FunEntry){NULL, module->name, l->atoms[fun.function], fun.arity - fun.free_count,
                                     fun.free_count, fun.index, fun.old_uniq, {0}};
        memcpy(module->funs[i].md5, l->beam->md5, 16);
    }
}

static bool make_terms(Loader *l, Error *err) {
    const BeamModule *beam = l->beam;
    l->atoms = memory_new((beam->atom_count + 1) * sizeof(Term));
    for (uint32_t i = 1; i < beam->atom_count; i++) l->atoms[i] = atom_from_bytes(beam->atoms[i]);
    l->terms = memory_new((beam->literal_count + 1) * sizeof(Term));
    for (uint32_t i = 0; i < beam->literal_count; i++) {
        l->terms[i] = etf_decode(l->literals, beam->literals[i], (EtfOptions){.code = l->server}, NULL, err);
        if (term_is_none(l->terms[i])) return fail_at(err, "LitT chunk");
    }
    return true;
}

static void make_files(Loader *l) {
    Module *module = l->module;
    module->file_count = l->beam->file_count;
    module->files = memory_new((module->file_count + 1) * sizeof(Term));
    for (uint32_t i = 0; i < module->file_count; i++) {
        Bytes name = l->beam->files[i];
        Term list = TERM_NIL;
        for (size_t k = name.size; k > 0; k--)
            list = heap_cons(l->literals, term_small(name.data[k - 1]), list);
        module->files[i] = list;
    }
}

static Term name_arity_list(Loader *l, const BeamExport *entries, uint32_t count) {
    Term list = TERM_NIL;
    for (uint32_t i = 0; i < count; i++) {
        Term pair = heap_tuple2(l->literals, l->atoms[entries[i].function], term_small(entries[i].arity));
        list = heap_cons(l->literals, pair, list);
    }
    return list;
}

static Term optional_term(Loader *l, Bytes bytes) {
    Error ignored;
    if (bytes.size == 0) return TERM_NIL;
    Term term = etf_decode(l->literals, bytes, (EtfOptions){.code = l->server}, NULL, &ignored);
    return term_is_none(term) ? TERM_NIL : term;
}

static void make_information(Loader *l) {
    Module *module = l->module;
    module->exported = name_arity_list(l, l->beam->exports, l->beam->export_count);
    module->local_functions = name_arity_list(l, l->beam->locals, l->beam->local_count);
    module->attributes = optional_term(l, l->beam->attributes);
    module->compile_info = optional_term(l, l->beam->compile_info);
    memcpy(module->md5, l->beam->md5, 16);
    make_files(l);
}

static void free_loader(Loader *l) {
    memory_free(l->atoms);
    memory_free(l->terms);
    memory_free(l->code);
    memory_free(l->labels);
    memory_free(l->label_uses);
    memory_free(l->constants);
    memory_free(l->constant_uses);
}

bool load_code(CodeServer *server, Heap *literals, const BeamModule *beam, Module *module, Error *err) {
    Loader l = {.server = server, .literals = literals, .beam = beam, .module = module};
    bool done = make_terms(&l, err);
    if (done) {
        module->name = l.atoms[1];
        l.labels = memory_zeroed(beam->label_count + 1, sizeof *l.labels);
        module->functions = memory_new((beam->function_count + 1) * sizeof(Function));
        module->locations = memory_new((beam->code_count + 1) * sizeof(Location));
        make_funs(&l);
        uint32_t on_load = UINT32_MAX;
        while (l.next < beam->code_count) {
            const BeamInstruction *i = &beam->code[l.next++];
            if (i->opcode == BEAM_on_load) on_load = l.count;
            translate(&l, i, operands_of(&l, i));
        }
        place(&l);
        module->on_load = on_load == UINT32_MAX ? NULL : module->code + on_load;
        bind_funs(&l);
        bind_exports(&l);
        make_information(&l);
    }
    free_loader(&l);
    return done;
}
