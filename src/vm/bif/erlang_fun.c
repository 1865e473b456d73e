// Funs as data: what they are made of, and making them from names.
#include "vm/run/machine_state.h"

enum { ARITY_MAX = 255 };

static bool is_local(Term fun) { return term_kind(fun) == KIND_FUN; }

static Term item_type(Process *p, Term fun) {
    (void)p;
    return is_local(fun) ? ATOM(local) : ATOM(external);
}

static Term item_module(Process *p, Term fun) {
    (void)p;
    return is_local(fun) ? fun_entry(fun)->module : fun_export(fun)->module;
}

static Term item_name(Process *p, Term fun) {
    (void)p;
    return is_local(fun) ? fun_entry(fun)->function : fun_export(fun)->function;
}

static Term item_arity(Process *p, Term fun) {
    (void)p;
    return term_small(fun_arity(fun));
}

static Term item_env(Process *p, Term fun) {
    if (!is_local(fun)) return TERM_NIL;
    return heap_list_from(p->heap, term_words(fun) + 3, fun_entry(fun)->free_count, TERM_NIL);
}

static Term item_index(Process *p, Term fun) {
    (void)p;
    return is_local(fun) ? term_small(fun_entry(fun)->index) : ATOM(undefined);
}

static Term item_uniq(Process *p, Term fun) {
    (void)p;
    return is_local(fun) ? term_small(fun_entry(fun)->old_uniq) : ATOM(undefined);
}

static Term item_new_uniq(Process *p, Term fun) {
    if (!is_local(fun)) return ATOM(undefined);
    return heap_binary_from(p->heap, code_md5(fun_entry(fun)->owner), 16);
}

// Later releases do not keep it.
static Term item_pid(Process *p, Term fun) {
    if (!is_local(fun)) return ATOM(undefined);
    return p->heap->release->fun_creators ? term_words(fun)[2] : term_pid(0);
}

static Term item_refc(Process *p, Term fun) {
    (void)p;
    return is_local(fun) ? term_small(1) : ATOM(undefined);
}

static const struct {
    Term name;
    Term (*value)(Process *p, Term fun);
} items[] = {
    {ATOM_INIT(arity), item_arity}, {ATOM_INIT(module), item_module},     {ATOM_INIT(name), item_name},
    {ATOM_INIT(type), item_type},   {ATOM_INIT(env), item_env},           {ATOM_INIT(new_index), item_index},
    {ATOM_INIT(index), item_index}, {ATOM_INIT(new_uniq), item_new_uniq}, {ATOM_INIT(uniq), item_uniq},
    {ATOM_INIT(pid), item_pid},     {ATOM_INIT(refc), item_refc},
};

static Term erlang_fun_info_2(Process *p, const Term *args) {
    if (!term_is_fun(args[0])) return process_badarg(p);
    for (size_t i = 0; i < sizeof items / sizeof *items; i++)
        if (term_same(items[i].name, args[1])) return heap_tuple2(p->heap, args[1], items[i].value(p, args[0]));
    return process_badarg(p);
}

static Term erlang_fun_info_mfa_1(Process *p, const Term *args) {
    Term fun = args[0];
    if (!term_is_fun(fun)) return process_badarg(p);
    return heap_tuple3(p->heap, item_module(p, fun), item_name(p, fun), item_arity(p, fun));
}

static Term erlang_is_function_2(Process *p, const Term *args) {
    Term arity = args[1];
    bool is_arity = term_is_small(arity) ? term_to_small(arity) >= 0 : term_is_kind(arity, KIND_POSITIVE);
    if (!is_arity) return process_badarg(p);
    return process_boolean(term_is_fun(args[0]) && term_same(term_small(fun_arity(args[0])), arity));
}

static Term erlang_make_fun_3(Process *p, const Term *args) {
    Term arity = args[2];
    if (!term_is_atom(args[0]) || !term_is_atom(args[1]) || !term_is_small(arity)) return process_badarg(p);
    if (term_to_small(arity) < 0 || term_to_small(arity) > ARITY_MAX) return process_badarg(p);
    Export *export = code_export(p->machine->code, args[0], args[1], (uint32_t)term_to_small(arity));
    return fun_from_export(p->heap, export);
}

const Bif erlang_fun_bifs[] = {
    BIF(erlang, fun_info, 2, PURE),
    BIF(erlang, fun_info_mfa, 1, PURE),
    BIF(erlang, is_function, 2, PURE),
    BIF(erlang, make_fun, 3, PURE),
    {0},
};
