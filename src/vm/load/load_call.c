// Calls, built-in functions that guards may use, and funs.
#include "vm/load/loader.h"

// --- functions ---------------------------------------------------------------------------------------

static Export *export_of(Loader *l, const BeamOperand *o) {
    const BeamImport *i = &l->beam->imports[o->value];
    return code_export(l->server, l->atoms[i->module], l->atoms[i->function], i->arity);
}

static bool is_apply(const Export *e) {
    return term_same(e->module, ATOM(erlang)) && term_same(e->function, ATOM(apply)) &&
           (e->arity == 2 || e->arity == 3);
}

// call_ext, call_ext_last or call_ext_only; a last call says what frame it gives up.
void load_call_export(Loader *l, Op op, const BeamOperand *o) {
    static const Op of_bif[] = {OP_call_bif, OP_call_bif_last, OP_call_bif_only};
    int how = (int)op - OP_call_ext;   // APPLY_CALL, APPLY_LAST, APPLY_ONLY
    uint64_t frame = how == APPLY_LAST ? o[2].value : 0;
    Export *export = export_of(l, &o[1]);
    if (is_apply(export)) {
        emit_op(l, OP_apply_list);
        emit_number(l, export->arity);
        emit_number(l, (uint64_t)how);
        emit_number(l, frame);
        return;
    }
    emit_op(l, export->bif ? of_bif[how] : op);
    emit_pointer(l, export);
    if (how == APPLY_LAST) emit_number(l, frame);
    if (how == APPLY_ONLY && export->bif) emit_number(l, 0);
}

// A call that is followed by giving up the frame and returning is a last call: loops over funs run for ever.
static void call_fun(Loader *l, Op op, uint64_t arity, const BeamOperand *fun) {
    const BeamOperand *frame = loader_peek(l, BEAM_deallocate);
    bool last = frame && l->next + 1 < l->beam->code_count && l->beam->code[l->next + 1].opcode == BEAM_return;
    emit_op(l, last ? OP_call_fun_last : op);
    emit_number(l, arity);
    emit_source(l, fun);
    if (!last) return;
    emit_number(l, frame[0].value);
    l->next += 2;
}

void load_call_fun(Loader *l, Op op, const BeamOperand *o) {
    BeamOperand fun = {.kind = OPERAND_X, .value = o[0].value};
    call_fun(l, op, o[0].value, &fun);
}

void load_call_fun2(Loader *l, Op op, const BeamOperand *o) { call_fun(l, op, o[1].value, &o[2]); }

// --- built-in functions that guards may use ----------------------------------------------------------

typedef struct {
    Term name;
    uint32_t arity;
    Op op;
} Inlined;

// Those that are instructions of their own: the machine has their fast cases in line.
static const Inlined inlined[] = {
    {ATOM_INIT(plus), 2, OP_add},
    {ATOM_INIT(minus), 2, OP_sub},
    {ATOM_INIT(times), 2, OP_mul},
    {ATOM_INIT(div), 2, OP_div},
    {ATOM_INIT(rem), 2, OP_rem},
    {ATOM_INIT(band), 2, OP_band},
    {ATOM_INIT(bor), 2, OP_bor},
    {ATOM_INIT(bxor), 2, OP_bxor},
    {ATOM_INIT(bsl), 2, OP_bsl},
    {ATOM_INIT(bsr), 2, OP_bsr},
    {ATOM_INIT(hd), 1, OP_bif_hd},
    {ATOM_INIT(tl), 1, OP_bif_tl},
    {ATOM_INIT(length), 1, OP_bif_length},
    {ATOM_INIT(tuple_size), 1, OP_bif_tuple_size},
    {ATOM_INIT(map_get), 2, OP_bif_map_get},
    {ATOM_INIT(element), 2, OP_bif_element},
    {ATOM_INIT(eqeq), 2, OP_bif_eq_exact},
    {ATOM_INIT(self), 0, OP_self},
};

static Op inlined_op(const Export *e, Op otherwise) {
    if (!term_same(e->module, ATOM(erlang))) return otherwise;
    for (size_t i = 0; i < sizeof inlined / sizeof *inlined; i++)
        if (term_same(inlined[i].name, e->function) && inlined[i].arity == e->arity) return inlined[i].op;
    return otherwise;
}

// Forms of a sum: x and a small, x x, any.
static void sum(Loader *l, Op op, const BeamOperand *fail, const BeamOperand *args, const BeamOperand *to) {
    const BeamOperand *a = &args[0], *b = &args[1];
    if (op == OP_add && a->kind != OPERAND_X && b->kind == OPERAND_X) {
        a = &args[1];
        b = &args[0];
    }
    bool short_form = operands_are_x(a, to) && (b->kind == OPERAND_X || loader_is_small(l, b));
    if (!short_form) {
        emit_op(l, op);
        emit_label(l, fail);
        emit_operands(l, "s0s1", args);
        emit_destination(l, to);
        return;
    }
    bool x = b->kind == OPERAND_X;
    emit_op(l, op == OP_add ? (x ? OP_add_xx : OP_add_xc) : (x ? OP_sub_xx : OP_sub_xc));
    emit_label(l, fail);
    emit_number(l, a->value);
    emit_operands(l, x ? "u0" : "c0", b);
    emit_number(l, to->value);
}

// A sign is a sum with zero, and that is what errors show: +X always, -X in old releases.
static bool sign(Loader *l, const Export *e, const BeamOperand *fail, const BeamOperand *args) {
    static const BeamOperand zero = {.kind = OPERAND_INTEGER, .integer = 0};
    bool plus = term_same(e->function, ATOM(plus)), minus = term_same(e->function, ATOM(minus));
    if (e->arity != 1 || !(plus || (minus && l->literals->release->minus_subtracts))) return false;
    BeamOperand sum_of[2] = {plus ? args[0] : zero, plus ? zero : args[0]};
    sum(l, plus ? OP_add : OP_sub, fail, sum_of, &args[1]);
    return true;
}

// From OTP 29 on the compiler has instructions of the kind that guards use for atoms that are made within `try`.
static bool makes_atom(const Export *e) {
    const char *name = atom_string(e->function);
    return (e->arity == 1 && strcmp(name, "list_to_atom") == 0) ||
           (e->arity == 2 && strcmp(name, "binary_to_atom") == 0);
}

// Other functions that act on anything but their arguments are for calls only.
static bool is_guard(const Export *e) {
    return e->bif && (!e->bif->footprint || makes_atom(e)) && term_same(e->module, ATOM(erlang));
}

static void call_guard(Loader *l, Op op, const BeamOperand *fail, const BeamOperand *which) {
    const BeamOperand *args = which + 1;
    const Export *export = export_of(l, which);
    if (sign(l, export, fail, args)) return;
    Op found = inlined_op(export, op);
    bool operator= found >= OP_add && found <= OP_bsr;
    if (found == OP_add || found == OP_sub) {
        sum(l, found, fail, args, &args[2]);
        return;
    }
    if (!operator&& !is_guard(export)) {
        emit_unsupported(l);
        return;
    }
    emit_op(l, found);
    emit_label(l, fail);
    if (!operator) emit_pointer(l, export->bif);
    emit_sources(l, args, export->arity);
    emit_destination(l, &args[export->arity]);
}

// Fail label, function, arguments, destination.
void load_bif(Loader *l, Op op, const BeamOperand *o) { call_guard(l, op, &o[0], &o[1]); }

// The same, with a number of live registers after the label.
void load_gc_bif(Loader *l, Op op, const BeamOperand *o) { call_guard(l, op, &o[0], &o[2]); }

void load_bif0(Loader *l, Op op, const BeamOperand *o) {
    const Export *export = export_of(l, &o[0]);
    if (inlined_op(export, op) == OP_self) {
        emit(l, OP_self, "d1", o);
    } else if (is_guard(export)) {
        emit_op(l, op);
        emit_pointer(l, export->bif);
        emit_operands(l, "d1", o);
    } else {
        emit_unsupported(l);
    }
}

// --- funs --------------------------------------------------------------------------------------------

void load_make_fun(Loader *l, Op op, const BeamOperand *o) {
    emit_op(l, op);
    emit_pointer(l, &l->module->funs[o[0].value]);
    emit_operands(l, "d1l2", o);
}

// The free variables lie in the first X registers, where the fun goes too.
void load_make_fun2(Loader *l, Op op, const BeamOperand *o) {
    static const BeamOperand x0 = {.kind = OPERAND_X, .value = 0};
    uint32_t count = l->beam->funs[o[0].value].free_count;
    emit_op(l, OP_test_heap);
    emit_number(l, 0);
    emit_number(l, count);
    emit_op(l, op);
    emit_pointer(l, &l->module->funs[o[0].value]);
    emit_destination(l, &x0);
    emit_number(l, count);
    for (uint64_t i = 0; i < count; i++) emit_source(l, &(BeamOperand){.kind = OPERAND_X, .value = i});
}
