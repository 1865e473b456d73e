// error, exit, throw and raise: functions that end the flow of the caller.
#include "base/text.h"
#include "base/words.h"
#include "vm/run/bif.h"
#include "vm/run/machine_state.h"
#include "vm/term/map.h"

// The exception shows the caller's frame first, not the BIF's.
static Term raise_plainly(Process *p, ExceptionClass class, Term reason) {
    process_raise_class(p, class, reason);
    p->plain_raise = true;
    return NO_TERM;
}

static Term erlang_error_1(Process *p, const Term *args) { return raise_plainly(p, CLASS_ERROR, args[0]); }
static Term erlang_exit_1(Process *p, const Term *args) { return raise_plainly(p, CLASS_EXIT, args[0]); }
static Term erlang_throw_1(Process *p, const Term *args) { return raise_plainly(p, CLASS_THROW, args[0]); }

// The arguments of the calling function, to be shown instead of its arity.
static Term raise_with_args(Process *p, Term reason, Term args, Term info) {
    raise_plainly(p, CLASS_ERROR, reason);
    if (term_is_list(args)) p->raise_args = args;
    p->raise_info = info;
    return NO_TERM;
}

static Term erlang_error_2(Process *p, const Term *args) { return raise_with_args(p, args[0], args[1], TERM_NIL); }

static bool is_error_info(Term options, Term *info) {
    if (!term_is_cons(options)) return false;
    Term option = term_head(options);
    if (!term_is_tuple_of(option, 2) || !term_same(term_elements(option)[0], ATOM(error_info))) return false;
    *info = term_elements(option)[1];
    return term_is_map(*info) && term_is_nil(term_tail(options));
}

static Term erlang_error_3(Process *p, const Term *args) {
    Term info = TERM_NIL;
    if (is_error_info(args[2], &info))
        info = heap_cons(p->heap, heap_tuple2(p->heap, ATOM(error_info), info), TERM_NIL);
    return raise_with_args(p, args[0], args[1], info);
}

static bool is_trace_info(Term info) {
    for (; term_is_cons(info); info = term_tail(info))
        if (!term_is_tuple_of(term_head(info), 2)) return false;
    return term_is_nil(info);
}

// {M,F,A}, {M,F,A,Info} or {Fun,Args,...}: what erlang:raise/3 accepts in a stack trace.
static bool is_trace_entry(Term entry) {
    if (!term_is_tuple(entry)) return false;
    const Term *fields = term_elements(entry);
    switch (term_tuple_size(entry)) {
    case 2: return term_is_fun(fields[0]) && term_is_list(fields[1]);
    case 3:
        if (term_is_fun(fields[0])) return term_is_list(fields[1]) && is_trace_info(fields[2]);
        return term_is_atom(fields[0]) && term_is_atom(fields[1]) &&
               (term_is_small(fields[2]) || term_is_list(fields[2]));
    case 4:
        return term_is_atom(fields[0]) && term_is_atom(fields[1]) &&
               (term_is_small(fields[2]) || term_is_list(fields[2])) && is_trace_info(fields[3]);
    default: return false;
    }
}

// Entries without information get an empty list of it.
static Term complete_entry(Process *p, Term entry) {
    size_t size = term_tuple_size(entry);
    const Term *fields = term_elements(entry);
    if (size == 4 || (size == 3 && term_is_fun(fields[0]))) return entry;
    Term full = heap_tuple(p->heap, size + 1);
    memcpy(term_elements(full), fields, size * sizeof(Term));
    term_elements(full)[size] = TERM_NIL;
    return full;
}

static Term erlang_raise_3(Process *p, const Term *args) {
    ExceptionClass class;
    if (term_same(args[0], ATOM(error)))
        class = CLASS_ERROR;
    else if (term_same(args[0], ATOM(exit)))
        class = CLASS_EXIT;
    else if (term_same(args[0], ATOM(throw)))
        class = CLASS_THROW;
    else
        return ATOM(badarg);
    Term entry = args[2];
    Words entries;
    words_init(&entries);
    for (; term_is_cons(entry) && is_trace_entry(term_head(entry)); entry = term_tail(entry))
        words_push(&entries, complete_entry(p, term_head(entry)).bits);
    Term list = TERM_NIL;
    size_t depth = entries.count < p->machine->backtrace_depth ? entries.count : p->machine->backtrace_depth;
    while (depth > 0) list = heap_cons(p->heap, (Term){entries.items[--depth]}, list);
    words_free(&entries);
    if (!term_is_nil(entry)) return ATOM(badarg);
    raise_plainly(p, class, args[1]);
    p->trace = exception_with_class(p, term_is_nil(list) ? TERM_NIL : list, class);
    return NO_TERM;
}

// The body of a native function that weft does not have, unless somebody calls this like error/1: OTP's own modules
// and those that load a library when they are loaded do not.
static bool is_native_stub(Process *p) {
    Place place;
    if (!code_place(p->machine->code, p->ip, &place)) return false;
    const char *root = p->machine->config->otp_root;
    return place.module->on_load || strncmp(place.module->path, root, strlen(root)) == 0;
}

static bool is_exported(const Place *place) {
    for (uint32_t i = 0; i < place->module->export_count; i++) {
        const Export *export = place->module->exports[i];
        if (term_same(export->function, place->function->function) && export->arity == place->function->arity)
            return true;
    }
    return false;
}

// Which of the module's functions the program called: modules have their own ways to come here.
static Place native_function(const Process *p) {
    const Code *addresses[8];
    size_t count = exception_addresses(p->stack, addresses, 8);
    Place first, place;
    code_place(p->machine->code, p->ip, &first);
    place = first;
    for (size_t i = 0; i < count && !is_exported(&place); i++)
        if (!code_place(p->machine->code, addresses[i], &place) || place.module != first.module) return first;
    return is_exported(&place) ? place : first;
}

static Term no_native(Process *p) {
    Place place = native_function(p);
    Text text = {0};
    const char *module = atom_string(place.module->name), *function = atom_string(place.function->function);
    uint32_t arity = place.function->arity;
    text_format(&text,
                "%s:%s/%u is a native function (NIF) that weft does not have; if it has no side effects, --external "
                "%s:%s/%u lets a real erl evaluate it",
                module, function, arity, module, function, arity);
    process_unsupported(p, text_string(&text));
    text_free(&text);
    return NO_TERM;
}

static Term erlang_nif_error_1(Process *p, const Term *args) {
    return is_native_stub(p) ? no_native(p) : process_raise(p, args[0]);
}

static Term erlang_nif_error_2(Process *p, const Term *args) {
    return is_native_stub(p) ? no_native(p) : process_raise(p, args[0]);
}

const Bif erlang_exception_bifs[] = {
    BIF(erlang, error, 1, PURE),     BIF(erlang, error, 2, PURE),     BIF(erlang, error, 3, PURE),
    BIF(erlang, exit, 1, PURE),      BIF(erlang, throw, 1, PURE),     BIF(erlang, raise, 3, PURE),
    BIF(erlang, nif_error, 1, PURE), BIF(erlang, nif_error, 2, PURE), {0},
};
