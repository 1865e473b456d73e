// Exceptions and stack traces.
//
// A raw trace is a KIND_TRACE object, cheap to make: the class, the entry of the failed call (or nil), what
// error_info says, and code addresses as small integers. Erlang code that asks for the stack trace gets
// the list that exception_cook makes of it. erlang:raise/3 brings a list of its own.
//
//     | class | list or nil | module | function | args | info | address ... |
#include "vm/run/machine_state.h"
#include "vm/term/map.h"

enum { TRACE_CLASS = 1, TRACE_LIST, TRACE_MODULE, TRACE_FUNCTION, TRACE_ARGS, TRACE_INFO, TRACE_ADDRESSES };
enum { TRACE_DEPTH = 64 };   // more than system_flag(backtrace_depth, N) allows is not kept

Term process_raise_class(Process *p, ExceptionClass class, Term reason) {
    p->class = class;
    p->reason = reason;
    p->cause = p->trace = p->raise_info = TERM_NIL;
    p->raise_args = ATOM(none);
    p->plain_raise = p->function_raise = false;
    return NO_TERM;
}

Term process_raise(Process *p, Term reason) { return process_raise_class(p, CLASS_ERROR, reason); }

Term process_raise_cause(Process *p, Term reason, Term cause) {
    process_raise(p, reason);
    p->cause = cause;
    return NO_TERM;
}

Term exception_class_atom(const Process *p) {
    return p->class == CLASS_ERROR ? ATOM(error) : p->class == CLASS_EXIT ? ATOM(exit) : ATOM(throw);
}

ExceptionClass exception_class_of(Term trace) {
    if (!term_is_kind(trace, KIND_TRACE)) return CLASS_ERROR;
    return (ExceptionClass)term_to_small(term_words(trace)[TRACE_CLASS]);
}

static Term new_trace(Process *p, size_t addresses) {
    Term trace = heap_box(p->heap, KIND_TRACE, TRACE_ADDRESSES - 1 + addresses);
    Term *words = term_words(trace);
    words[TRACE_CLASS] = term_small(p->class);
    for (int i = TRACE_LIST; i < TRACE_ADDRESSES; i++) words[i] = TERM_NIL;
    words[TRACE_ARGS] = ATOM(none);
    return trace;
}

Term exception_with_class(Process *p, Term trace, ExceptionClass class) {
    p->class = class;
    if (!term_is_kind(trace, KIND_TRACE)) {
        Term wrapped = new_trace(p, 0);
        term_words(wrapped)[TRACE_LIST] = trace;
        return wrapped;
    }
    size_t size = term_size(trace);
    Term copy = heap_box(p->heap, KIND_TRACE, size);
    memcpy(term_words(copy) + 1, term_words(trace) + 1, size * sizeof(Term));
    term_words(copy)[TRACE_CLASS] = term_small(class);
    // OTP forgets where the clauses were when the exception is raised again.
    if (term_is_small(term_words(copy)[TRACE_INFO])) term_words(copy)[TRACE_INFO] = TERM_NIL;
    return copy;
}

// Return addresses from the stack, innermost first; at most so many. A recursive call shows once.
size_t exception_addresses(const Term *stack, const Code **addresses, size_t max) {
    size_t count = 0;
    const Code *before = NULL;
    while (count < max) {
        while ((stack->bits & 3) != TAG_HEADER) stack++;
        if (stack->bits == 0) break;
        const Code *address = (const Code *)stack->bits;
        if (address == interp_thaw_code) {
            address = (const Code *)stack[1].bits;
            stack = (const Term *)stack[2].bits;
            if (!address) break;
        } else {
            stack++;
        }
        if (address != interp_exit_code && address - 1 != before) addresses[count++] = before = address - 1;
    }
    return count;
}

bool exception_returns_into(const Term *stack, const Code *from, const Code *to) {
    for (;;) {
        while ((stack->bits & 3) != TAG_HEADER) stack++;
        if (stack->bits == 0) return false;
        const Code *address = (const Code *)stack->bits;
        if (address == interp_thaw_code) {
            address = (const Code *)stack[1].bits;
            stack = (const Term *)stack[2].bits;
            if (!address) return false;
        } else {
            stack++;
        }
        if (address > from && address <= to) return true;
    }
}

static void capture(Process *p, const Code *ip, const Term *stack, size_t depth) {
    const Code *addresses[TRACE_DEPTH + 1];
    size_t count = 0;
    if (ip) addresses[count++] = ip;
    if (depth > count) count += exception_addresses(stack, addresses + count, depth - count);
    Term trace = new_trace(p, count);
    for (size_t i = 0; i < count; i++) term_words(trace)[TRACE_ADDRESSES + i] = term_from_pointer(addresses[i]);
    p->trace = trace;
}

static size_t trace_depth(const Process *p) {
    uint64_t depth = p->machine->backtrace_depth;
    return depth > TRACE_DEPTH ? TRACE_DEPTH : (size_t)depth;
}

void exception_capture(Process *p, const Code *ip, const Term *stack) {
    if (!term_is_nil(p->trace)) return;
    Term cause = p->cause;
    capture(p, ip, stack, trace_depth(p));
    Term *words = term_words(p->trace);
    words[TRACE_ARGS] = p->raise_args;
    words[TRACE_INFO] = p->raise_info;
    if (term_is_nil(cause) || !p->heap->release->error_info) return;
    // Building a bitstring failed: erl_erts_errors explains which segment.
    Heap *heap = p->heap;
    Term pairs[] = {ATOM(cause), cause, ATOM(function), ATOM(format_bs_fail), ATOM(module), ATOM(erl_erts_errors)};
    Term info = heap_tuple2(heap, ATOM(error_info), map_from_pairs(heap, pairs, 3, NULL));
    term_words(p->trace)[TRACE_INFO] = heap_cons(heap, info, TERM_NIL);
}

// Which module explains errors of a BIF, as the emulator chooses it.
static Term explaining_module(Term module) {
    static const Term of_stdlib[] = {ATOM_INIT(lists), ATOM_INIT(maps),   ATOM_INIT(ets),
                                     ATOM_INIT(math),  ATOM_INIT(binary), ATOM_INIT(unicode),
                                     ATOM_INIT(re),    ATOM_INIT(io),     ATOM_INIT(string)};
    for (size_t i = 0; i < sizeof of_stdlib / sizeof *of_stdlib; i++)
        if (term_same(of_stdlib[i], module)) return ATOM(erl_stdlib_errors);
    return term_same(module, ATOM(os)) ? ATOM(erl_kernel_errors) : ATOM(erl_erts_errors);
}

// Functions of these modules are NIFs in OTP: their errors explain nothing.
static bool is_nif_module(Term module) {
    static const Term modules[] = {ATOM_INIT(zlib), ATOM_INIT(prim_file),   ATOM_INIT(erts_debug),
                                   ATOM_INIT(code), ATOM_INIT(prim_buffer), ATOM_INIT(records)};
    for (size_t i = 0; i < sizeof modules / sizeof *modules; i++)
        if (term_same(modules[i], module)) return true;
    return false;
}

static Term error_info(Process *p, Term module) {
    Heap *heap = p->heap;
    if (!heap->release->error_info || is_nif_module(module)) return TERM_NIL;
    Term pairs[] = {ATOM(module), explaining_module(module), ATOM(cause), p->cause};
    Term map = map_from_pairs(heap, pairs, term_is_nil(p->cause) ? 1 : 2, NULL);
    return heap_cons(heap, heap_tuple2(heap, ATOM(error_info), map), TERM_NIL);
}

void exception_capture_call(Process *p, Term module, Term function, const Term *args, uint32_t arity, bool with_info,
                            const Code *ip, const Term *stack) {
    if (!term_is_nil(p->trace)) return;
    bool function_clause = !with_info && ip;
    size_t depth = trace_depth(p);
    capture(p, function_clause ? NULL : ip, stack, depth ? depth - 1 : 0);
    Term *words = term_words(p->trace);
    words[TRACE_MODULE] = module;
    words[TRACE_FUNCTION] = function;
    words[TRACE_ARGS] = heap_list_from(p->heap, args, arity, TERM_NIL);
    if (with_info && p->class == CLASS_ERROR) {
        Term info = error_info(p, module);
        words[TRACE_INFO] = info;
    } else if (function_clause) {
        words[TRACE_INFO] = term_from_pointer(ip);   // where the function is
    }
}

static Term place_info(Process *p, const Place *place, Term more) {
    if (place->line == 0) return more;
    Heap *heap = p->heap;
    Term line = heap_tuple2(heap, ATOM(line), term_small(place->line));
    Term file = heap_tuple2(heap, ATOM(file), place->file);
    return heap_cons(heap, file, heap_cons(heap, line, more));
}

static Term entry_of_call(Process *p, const Term *words) {
    Term info = words[TRACE_INFO];
    Place place;
    if (term_is_small(info)) {
        info = code_place(p->machine->code, (const Code *)(uintptr_t)term_to_small(info), &place)
                   ? place_info(p, &place, TERM_NIL)
                   : TERM_NIL;
    }
    return heap_tuple4(p->heap, words[TRACE_MODULE], words[TRACE_FUNCTION], words[TRACE_ARGS], info);
}

static Term entry_of_address(Process *p, const Code *address, Term more) {
    Place place;
    if (!code_place(p->machine->code, address, &place)) return NO_TERM;
    Term info = place_info(p, &place, more);
    return heap_tuple4(p->heap, place.module->name, place.function->function, term_small(place.function->arity), info);
}

Term exception_cook(Process *p, Term trace) {
    if (!term_is_kind(trace, KIND_TRACE)) return trace;
    const Term *words = term_words(trace);
    if (!term_is_nil(words[TRACE_LIST])) return words[TRACE_LIST];
    size_t count = term_size(trace) + 1 - TRACE_ADDRESSES;
    bool call = !term_is_nil(words[TRACE_MODULE]);
    Term list = TERM_NIL;
    for (size_t i = count; i > 0; i--) {
        const Code *address = (const Code *)(uintptr_t)term_to_small(words[TRACE_ADDRESSES + i - 1]);
        bool first = i == 1 && !call;
        Term entry = entry_of_address(p, address, first ? words[TRACE_INFO] : TERM_NIL);
        if (first && term_is_list(words[TRACE_ARGS]) && !term_is_none(entry))
            term_elements(entry)[2] = words[TRACE_ARGS];
        if (!term_is_none(entry)) list = heap_cons(p->heap, entry, list);
    }
    return call ? heap_cons(p->heap, entry_of_call(p, words), list) : list;
}

// Frames that belong to an earlier mark are read where they are; the handler's frame is copied to the live
// part when it is one of them.
const Code *exception_handler(Process *p, Term **stack) {
    if (p->catches == 0) return NULL;
    Term *at = *stack, *frame = at, *live = NULL;   // live: end of the live part, once passed
    for (;; at++) {
        if ((at->bits & 0xFF) == SPECIAL_CATCH) break;
        if ((at->bits & 3) != TAG_HEADER) continue;
        assert(at->bits != 0);
        if (at->bits == (uint64_t)interp_thaw_code) {
            if (!live) live = at + 3;
            at = (Term *)at[2].bits - 1;
        }
        frame = at + 1;
    }
    *stack = live ? stack_copy_frame(p, frame, live) : frame;
    return (const Code *)(at->bits >> 8);
}

const Code *exception_next_handler(const Process *p, const Term *at) {
    for (; p->catches > 0; at++) {
        if ((at->bits & 0xFF) == SPECIAL_CATCH) return (const Code *)(at->bits >> 8);
        if ((at->bits & 3) == TAG_HEADER && at->bits == (uint64_t)interp_thaw_code) at = (const Term *)at[2].bits - 1;
    }
    return NULL;
}

Term exception_exit_reason(Process *p) {
    if (p->class == CLASS_EXIT) return p->reason;
    Term reason = p->reason;
    if (p->class == CLASS_THROW) reason = heap_tuple2(p->heap, ATOM(nocatch), reason);
    return heap_tuple2(p->heap, reason, exception_cook(p, p->trace));
}
