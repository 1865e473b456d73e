// The compiler of match specifications: vm/ets/match_spec.h.
#include <stdarg.h>

#include <stdlib.h>
#include <stdio.h>

#include "base/words.h"
#include "vm/ets/match_spec.h"
#include "vm/run/machine_state.h"
#include "vm/term/map.h"
#include "vm/term/print.h"

typedef struct {
    MatchSpec *spec;
    Process *process;
    MatchDialect dialect;
    Words numbers;   // of the variables bound in this clause; their place is their index
    Words todo;      // what is still to be compiled: two words each
    Words labels;    // where jumps go, by label
    uint32_t next_register;
    uint32_t depth;       // of the stack at this point of the expressions
    uint32_t constants;   // how many of the last steps push a constant
    bool in_body;
    bool tell;   // go on after a mistake, collect all those of the clause
    bool failed;
    Term errors;   // the last one first
} Compiler;

// --- mistakes ------------------------------------------------------------------------------------

static void __attribute__((format(printf, 3, 4))) mistake(Compiler *c, Term about, const char *format, ...) {
    c->failed = true;
    if (!c->tell) return;
    char words[384];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    Text text = {0};
    for (const char *at = words; *at; at++) {   // ~ is where the term belongs
        if (*at != '~')
            text_add_char(&text, *at);
        else
            term_print(&text, about, (PrintOptions){.style = PRINT_DISPLAY});
    }
    Term string = heap_list_from_text(c->process->heap, text_string(&text));
    Term entry = heap_tuple2(c->process->heap, ATOM(error), string);
    c->errors = heap_cons(c->process->heap, entry, c->errors);
    text_free(&text);
}

static bool give_up(const Compiler *c) { return c->failed && !c->tell; }

// --- steps ---------------------------------------------------------------------------------------

// Room for one more item in an array whose first items stand inside the specification.
static void *grown(void *items, const void *first, uint32_t count, uint32_t *capacity, size_t size) {
    if (count < *capacity) return items;
    void *larger = memory_new((size_t)*capacity * 2 * size);
    memcpy(larger, items, count * size);
    if (items != first) memory_free(items);
    *capacity *= 2;
    return larger;
}

static void head_step(Compiler *c, HeadStep step) {
    MatchSpec *s = c->spec;
    s->heads = grown(s->heads, s->first_heads, s->head_count, &s->head_capacity, sizeof *s->heads);
    s->heads[s->head_count++] = step;
}

static void expression_step(Compiler *c, ExpressionStep step) {
    MatchSpec *s = c->spec;
    s->expressions = grown(s->expressions, s->first_expressions, s->expression_count, &s->expression_capacity,
                           sizeof *s->expressions);
    s->expressions[s->expression_count++] = step;
    c->constants = step.op == EXPRESSION_PUSH ? c->constants + 1 : 0;
    if (c->depth > s->depth) s->depth = c->depth;
}

static void push_step(Compiler *c, ExpressionStep step) {
    c->depth++;
    expression_step(c, step);
}

static void push_constant(Compiler *c, Term term) {
    push_step(c, (ExpressionStep){.op = EXPRESSION_PUSH, .term = term});
}

// The constant that an operator makes of the last `count` constants.
static Term folded(Compiler *c, ExpressionOp op, uint32_t count) {
    Heap *heap = c->process->heap;
    ExpressionStep *steps = c->spec->expressions + c->spec->expression_count - count;
    if (op == EXPRESSION_CONS) return heap_cons(heap, steps[0].term, steps[1].term);
    Term *values = memory_new((count + 1) * sizeof *values), result;
    for (uint32_t i = 0; i < count; i++) values[i] = steps[i].term;
    if (op == EXPRESSION_MAP) {
        result = map_from_pairs(heap, values, count / 2, NULL);
    } else {
        result = heap_tuple(heap, count);
        memcpy(term_elements(result), values, count * sizeof *values);
    }
    memory_free(values);
    return result;
}

static void operator_step(Compiler *c, ExpressionStep step) {
    bool builds = step.op == EXPRESSION_CONS || step.op == EXPRESSION_TUPLE || step.op == EXPRESSION_MAP;
    if (builds && c->constants >= step.count) {
        Term constant = folded(c, step.op, step.count);
        c->spec->expression_count -= step.count;
        c->constants -= step.count;
        c->depth -= step.count;
        push_constant(c, constant);
        return;
    }
    c->depth -= step.count;
    push_step(c, step);
}

// --- variables -----------------------------------------------------------------------------------

static bool find_variable(const Compiler *c, uint32_t number, uint32_t *place) {
    for (size_t i = 0; i < c->numbers.count; i++) {
        if (c->numbers.items[i] != number) continue;
        *place = (uint32_t)i;
        return true;
    }
    return false;
}

static uint32_t bind_variable(Compiler *c, uint32_t number) {
    words_push(&c->numbers, number);
    if (c->numbers.count > c->spec->variable_count) c->spec->variable_count++;
    return (uint32_t)c->numbers.count - 1;
}

// The bound variable with the lowest number from `from` on.
static bool lowest_variable(const Compiler *c, uint64_t from, uint32_t *place) {
    uint64_t lowest = UINT64_MAX;
    for (size_t i = 0; i < c->numbers.count; i++) {
        if (c->numbers.items[i] < from || c->numbers.items[i] >= lowest) continue;
        lowest = c->numbers.items[i];
        *place = (uint32_t)i;
    }
    return lowest != UINT64_MAX;
}

// '$$': the list of all variables.
static void all_variables(Compiler *c) {
    uint32_t place;
    for (uint64_t from = 0; lowest_variable(c, from, &place); from = c->numbers.items[place] + 1)
        push_step(c, (ExpressionStep){.op = EXPRESSION_VARIABLE, .count = place});
    push_constant(c, TERM_NIL);
    for (size_t i = 0; i < c->numbers.count; i++) operator_step(c, (ExpressionStep){.op = EXPRESSION_CONS, .count = 2});
}

// --- heads ---------------------------------------------------------------------------------------

static void look_at(Compiler *c, Term pattern, uint32_t from, uint32_t index) {
    words_push(&c->todo, pattern.bits);
    words_push(&c->todo, (uint64_t)from << 32 | index);
}

static void compile_map_pattern(Compiler *c, Term pattern, HeadStep step) {
    Term key, value;
    uint32_t number;
    step.op = HEAD_MAP;
    head_step(c, step);
    MapIterator it;
    for (map_iterate(&it, pattern); map_next(&it, &key, &value);) {
        if (match_is_variable(key, &number))
            mistake(c, key, "Variable found in map key.");
        else if (term_same(key, ATOM(underscore)))
            mistake(c, key, "Underscore found in map key.");
        step.op = HEAD_KEY;
        step.term = key;
        step.to = c->next_register++;
        head_step(c, step);
        look_at(c, value, step.to, 0);
    }
}

static void compile_variable_pattern(Compiler *c, uint32_t number, HeadStep step) {
    bool bound = find_variable(c, number, &step.to);
    step.op = bound ? HEAD_SAME : HEAD_BIND;
    if (!bound) step.to = bind_variable(c, number);
    head_step(c, step);
}

static void compile_pattern(Compiler *c, Term pattern, HeadStep step) {
    uint32_t number;
    if (match_is_variable(pattern, &number)) {
        compile_variable_pattern(c, number, step);
    } else if (term_is_tuple(pattern)) {
        step.op = HEAD_TUPLE;
        step.count = (uint32_t)term_tuple_size(pattern);
        step.to = c->next_register++;
        head_step(c, step);
        for (uint32_t i = step.count; i > 0; i--) look_at(c, term_elements(pattern)[i - 1], step.to, i - 1);
    } else if (term_is_cons(pattern)) {
        step.op = HEAD_CONS;
        step.to = c->next_register++;
        head_step(c, step);
        look_at(c, term_tail(pattern), step.to, 1);
        look_at(c, term_head(pattern), step.to, 0);
    } else if (term_is_map(pattern)) {
        compile_map_pattern(c, pattern, step);
    } else if (!term_same(pattern, ATOM(underscore))) {
        step.op = term_is_immediate(pattern) ? HEAD_IS : HEAD_EQUAL;
        step.term = pattern;
        head_step(c, step);
    }
}

static void compile_head(Compiler *c, Term head) {
    c->next_register = 2;
    look_at(c, head, c->dialect == MATCH_TRACE && !term_is_tuple(head), 0);
    while (c->todo.count > 0 && !give_up(c)) {
        uint64_t place = words_pop(&c->todo);
        Term pattern = {words_pop(&c->todo)};
        compile_pattern(c, pattern, (HeadStep){.from = (uint32_t)(place >> 32), .index = (uint32_t)place});
    }
    if (c->next_register > c->spec->register_count) c->spec->register_count = c->next_register;
}

// --- expressions ---------------------------------------------------------------------------------
// What is left to do for an expression, on a stack: the first word says what, the second has a
// term.

typedef enum { DO_EXPRESSION, DO_OPERATOR, DO_JUMP, DO_LABEL, DO_CONSTANT, DO_EFFECT } Task;

static void later(Compiler *c, Task task, ExpressionOp op, uint64_t count, uint64_t payload) {
    words_push(&c->todo, payload);
    words_push(&c->todo, (uint64_t)task | (uint64_t)op << 8 | count << 32);
}

static void later_expressions(Compiler *c, const Term *terms, size_t count) {
    while (count > 0) later(c, DO_EXPRESSION, 0, 0, terms[--count].bits);
}

static void later_operator(Compiler *c, ExpressionOp op, uint64_t count, BifFunction call) {
    later(c, DO_OPERATOR, op, count, (uint64_t)(uintptr_t)call);
}

// The functions of erlang that guards and bodies may call.
static const struct {
    Term name;
    uint8_t arities;   // bit n: with n arguments; the highest: not in all releases
} functions[] = {
#define F1 (1 << 1)
#define F2 (1 << 2)
#define F3 (1 << 3)
#define SINCE_24 (1 << 6)
#define SINCE_26 (1 << 7)
    {ATOM(is_atom), F1},
    {ATOM(is_float), F1},
    {ATOM(is_integer), F1},
    {ATOM(is_list), F1},
    {ATOM(is_number), F1},
    {ATOM(is_pid), F1},
    {ATOM(is_port), F1},
    {ATOM(is_reference), F1},
    {ATOM(is_tuple), F1},
    {ATOM(is_map), F1},
    {ATOM(is_binary), F1},
    {ATOM(is_bitstring), F1 | SINCE_26},
    {ATOM(is_boolean), F1 | SINCE_26},
    {ATOM(is_function), F1},
    {ATOM(is_function), F2 | SINCE_26},
    {ATOM(is_record), F3},
    {ATOM(abs), F1},
    {ATOM(element), F2},
    {ATOM(hd), F1},
    {ATOM(tl), F1},
    {ATOM(length), F1},
    {ATOM(node), 1 | F1},
    {ATOM(round), F1},
    {ATOM(trunc), F1},
    {ATOM(float), F1},
    {ATOM(ceil), F1 | SINCE_26},
    {ATOM(floor), F1 | SINCE_26},
    {ATOM(min), F2 | SINCE_26},
    {ATOM(max), F2 | SINCE_26},
    {ATOM(size), F1},
    {ATOM(tuple_size), F1 | SINCE_26},
    {ATOM(map_size), F1},
    {ATOM(map_get), F2},
    {ATOM(is_map_key), F2},
    {ATOM(bit_size), F1},
    {ATOM(byte_size), F1 | SINCE_24},
    {ATOM(binary_part), F2 | F3 | SINCE_24},
    {ATOM(plus), F1 | F2},
    {ATOM(minus), F1 | F2},
    {ATOM(times), F2},
    {ATOM(divide), F2},
    {ATOM(div), F2},
    {ATOM(rem), F2},
    {ATOM(band), F2},
    {ATOM(bor), F2},
    {ATOM(bxor), F2},
    {ATOM(bnot), F1},
    {ATOM(bsl), F2},
    {ATOM(bsr), F2},
    {ATOM(gt), F2},
    {ATOM(ge), F2},
    {ATOM(lt), F2},
    {ATOM(le), F2},
    {ATOM(eq), F2},
    {ATOM(eqeq), F2},
    {ATOM(ne), F2},
    {ATOM(nene), F2},
    {ATOM(not ), F1},
    {ATOM(xor), F2},
};

// Forms of tracing that do nothing in a test but have a value.
static const struct {
    Term name;
    uint8_t arities;
    bool in_guards;
    Term value;
} trace_forms[] = {
    {ATOM(is_seq_trace), 1, true, ATOM(false)},
    {ATOM(get_seq_token), 1, true, TERM_NIL},
    {ATOM(set_seq_token), F2, false, ATOM(true)},
    {ATOM(display), F1, false, ATOM(true)},
    {ATOM(process_dump), 1, false, ATOM(undefined)},
    {ATOM(enable_trace), F1 | F2, false, ATOM(true)},
    {ATOM(disable_trace), F1 | F2, false, ATOM(true)},
    {ATOM(trace), F2 | F3, false, ATOM(true)},
    {ATOM(caller), 1, false, ATOM(undefined)},
    {ATOM(caller_line), 1, false, ATOM(undefined)},
    {ATOM(silent), F1, false, ATOM(true)},
    {ATOM(get_tcw), 1, true, ((Term){IMM_SMALL})},
    {ATOM(set_tcw), F1, false, ((Term){IMM_SMALL})},
};

static bool has_arity(uint8_t arities, size_t count) { return count < 6 && (arities >> count & 1); }

static int since(uint8_t arities) { return arities & SINCE_26 ? 26 : arities & SINCE_24 ? 24 : 0; }

static BifFunction find_function(const Compiler *c, Term name, size_t count) {
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        if (!term_same(functions[i].name, name) || !has_arity(functions[i].arities, count)) continue;
        if (c->process->heap->release->number < since(functions[i].arities)) return NULL;
        const Bif *bif = code_find_bif(c->process->machine->code, ATOM(erlang), name, (uint32_t)count);
        return bif ? bif->call : NULL;
    }
    return NULL;
}

static void compile_function(Compiler *c, Term name, const Term *arguments, size_t count) {
    BifFunction function = find_function(c, name, count);
    if (!function) {
        mistake(c, name, "Function ~/%zu does_not_exist.", count);
        push_constant(c, TERM_NIL);
        return;
    }
    later_operator(c, EXPRESSION_CALL, count, function);
    later_expressions(c, arguments, count);
}

static bool switches(Term name) {
    return term_same(name, ATOM(enable_trace)) || term_same(name, ATOM(disable_trace)) ||
           term_same(name, ATOM(trace)) || term_same(name, ATOM(silent));
}

// False: it is none of these.
static bool compile_trace_form(Compiler *c, Term name, const Term *arguments, size_t count) {
    for (size_t i = 0; i < sizeof trace_forms / sizeof *trace_forms; i++) {
        if (!term_same(trace_forms[i].name, name)) continue;
        if (c->dialect != MATCH_TRACE)
            mistake(c, name, "Special form '%s' used in wrong dialect.", atom_string(name));
        else if (!c->in_body && !trace_forms[i].in_guards)
            mistake(c, name, "Special form '%s' called in guard context.", atom_string(name));
        else if (!has_arity(trace_forms[i].arities, count))
            mistake(c, name, "Special form '%s' called with wrong number of arguments.", atom_string(name));
        if (term_same(name, ATOM(caller)))
            push_step(c, (ExpressionStep){.op = EXPRESSION_CALLER});
        else if (switches(name))
            later(c, DO_EFFECT, 0, count, name.bits);
        else
            later(c, DO_CONSTANT, 0, count, trace_forms[i].value.bits);
        later_expressions(c, arguments, count);
        return true;
    }
    return false;
}

// {message, M}, {return_trace} and {exception_trace} change what the whole clause means.
static bool compile_outcome(Compiler *c, Term name, const Term *arguments, size_t count) {
    bool message = term_same(name, ATOM(message)), returns = term_same(name, ATOM(return_trace));
    if (!message && !returns && !term_same(name, ATOM(exception_trace))) return false;
    if (c->dialect != MATCH_TRACE)
        mistake(c, name, "Special form '%s' used in wrong dialect.", atom_string(name));
    else if (!c->in_body)
        mistake(c, name, "Special form '%s' called in guard context.", atom_string(name));
    else if (count != message)
        mistake(c, name, "Special form '%s' called with wrong number of arguments.", atom_string(name));
    if (message)
        later(c, DO_CONSTANT, EXPRESSION_RESULT, count, ATOM(true).bits);
    else
        push_step(
            c, (ExpressionStep){.op = EXPRESSION_FLAG, .count = returns ? MATCH_RETURN_TRACE : MATCH_EXCEPTION_TRACE});
    later_expressions(c, arguments, message ? count : 0);
    return true;
}

// {'andalso', A, B, ...}: A, leave if decided, B, leave if decided, ...
static void compile_short_cut(Compiler *c, ExpressionOp op, const Term *arguments, size_t count) {
    uint64_t label = c->labels.count;
    words_push(&c->labels, 0);
    later(c, DO_LABEL, 0, label, 0);
    for (size_t i = count; i > 0; i--) {
        if (i < count) later(c, DO_JUMP, op, label, 0);
        later_expressions(c, arguments + i - 1, 1);
    }
}

static bool compile_logic(Compiler *c, Term name, const Term *arguments, size_t count) {
    bool all = term_same(name, ATOM(and)), any = term_same(name, ATOM(or));
    bool also = term_same(name, ATOM(andalso)) || term_same(name, ATOM(andthen));
    if (!all && !any && !also && !term_same(name, ATOM(orelse))) return false;
    if (count == 0) {
        mistake(c, name, "Special form '%s' called without arguments in {~}.", atom_string(name));
        push_constant(c, TERM_NIL);
    } else if (all || any) {
        later_operator(c, all ? EXPRESSION_AND : EXPRESSION_OR, count, NULL);
        later_expressions(c, arguments, count);
    } else {
        compile_short_cut(c, also ? EXPRESSION_AND_ALSO : EXPRESSION_OR_ELSE, arguments, count);
    }
    return true;
}

static void compile_call(Compiler *c, Term call) {
    const Term *arguments = term_elements(call) + 1;
    Term name = term_elements(call)[0];
    size_t count = term_tuple_size(call) - 1;
    if (term_same(name, ATOM(const))) {
        if (count != 1) mistake(c, call, "Special form 'const' called with more than one argument in ~.");
        push_constant(c, count == 1 ? arguments[0] : TERM_NIL);
    } else if (term_same(name, ATOM(self))) {
        if (count != 0) mistake(c, call, "Special form 'self' called with arguments in ~.");
        push_step(c, (ExpressionStep){.op = EXPRESSION_SELF});
    } else if (!compile_logic(c, name, arguments, count) && !compile_outcome(c, name, arguments, count) &&
               !compile_trace_form(c, name, arguments, count)) {
        compile_function(c, name, arguments, count);
    }
}

static void compile_tuple(Compiler *c, Term tuple) {
    size_t size = term_tuple_size(tuple);
    Term first = size > 0 ? term_elements(tuple)[0] : NO_TERM;
    uint32_t number;
    if (size == 1 && term_is_tuple(first)) {
        later_operator(c, EXPRESSION_TUPLE, term_tuple_size(first), NULL);
        later_expressions(c, term_elements(first), term_tuple_size(first));
    } else if (term_is_atom(first) && !match_is_variable(first, &number)) {
        compile_call(c, tuple);
    } else {
        mistake(c, tuple, "~ is neither a function call, nor a tuple (tuples are written {{ ... }}).");
        push_constant(c, TERM_NIL);
    }
}

static void compile_map(Compiler *c, Term map) {
    Term key, value;
    later_operator(c, EXPRESSION_MAP, map_count(map) * 2, NULL);
    MapIterator it;
    for (map_iterate(&it, map); map_next(&it, &key, &value);) {
        later_expressions(c, &value, 1);
        later_expressions(c, &key, 1);
    }
}

static void compile_variable(Compiler *c, uint32_t number) {
    uint32_t place = 0;
    if (!find_variable(c, number, &place)) mistake(c, TERM_NIL, "Variable $%u is unbound.", number);
    push_step(c, (ExpressionStep){.op = EXPRESSION_VARIABLE, .count = place});
}

static void compile_expression(Compiler *c, Term term) {
    uint32_t number;
    if (term_is_cons(term)) {
        later_operator(c, EXPRESSION_CONS, 2, NULL);
        later_expressions(c, term_list_words(term), 2);
    } else if (term_is_tuple(term)) {
        compile_tuple(c, term);
    } else if (term_is_map(term)) {
        compile_map(c, term);
    } else if (match_is_variable(term, &number)) {
        compile_variable(c, number);
    } else if (term_same(term, ATOM(dollar_underscore))) {
        push_step(c, (ExpressionStep){.op = EXPRESSION_OBJECT});
    } else if (term_same(term, ATOM(dollar_all))) {
        all_variables(c);
    } else {
        push_constant(c, term);
    }
}

// The value of a form that only has effects, instead of those of its arguments.
static void compile_value(Compiler *c, bool is_result, uint32_t count, Term value) {
    c->depth -= count;
    expression_step(c, (ExpressionStep){.op = is_result ? EXPRESSION_RESULT : EXPRESSION_DROP, .count = count});
    push_constant(c, value);
}

static void compile_all(Compiler *c) {
    while (c->todo.count > 0 && !give_up(c)) {
        uint64_t word = words_pop(&c->todo), payload = words_pop(&c->todo);
        ExpressionOp op = (ExpressionOp)(word >> 8 & 0xFF);
        uint32_t count = (uint32_t)(word >> 32);
        switch ((Task)(word & 0xFF)) {
        case DO_EXPRESSION: compile_expression(c, (Term){payload}); break;
        case DO_OPERATOR:
            operator_step(c, (ExpressionStep){op, count, NO_TERM, (BifFunction)(uintptr_t)payload});
            break;
        case DO_EFFECT: operator_step(c, (ExpressionStep){EXPRESSION_EFFECT, count, (Term){payload}, NULL}); break;
        case DO_CONSTANT: compile_value(c, op == EXPRESSION_RESULT, count, (Term){payload}); break;
        case DO_JUMP:
            c->depth--;
            expression_step(c, (ExpressionStep){.op = op, .count = count});
            break;
        case DO_LABEL:
            c->labels.items[count] = c->spec->expression_count;
            c->constants = 0;
            break;
        }
    }
}

// Guards or a body: a list of expressions, each followed by `end`, the last one by `last`.
static void compile_list(Compiler *c, Term list, ExpressionOp end, ExpressionOp last) {
    for (; term_is_cons(list) && !give_up(c); list = term_tail(list)) {
        Term head = term_head(list);
        later_expressions(c, &head, 1);
        compile_all(c);
        c->depth = 0;
        expression_step(c, (ExpressionStep){.op = term_is_nil(term_tail(list)) ? last : end, .count = 1});
    }
    if (!term_is_nil(list)) mistake(c, list, "Match expression is not a proper list.");
}

static void resolve_labels(Compiler *c, uint32_t from) {
    for (uint32_t i = from; i < c->spec->expression_count; i++) {
        ExpressionStep *step = &c->spec->expressions[i];
        if (step->op == EXPRESSION_AND_ALSO || step->op == EXPRESSION_OR_ELSE)
            step->count = (uint32_t)c->labels.items[step->count];
    }
}

static void compile_expressions(Compiler *c, Term guards, Term body) {
    uint32_t start = c->spec->expression_count;
    c->labels.count = c->constants = c->depth = 0;
    c->in_body = false;
    if (!term_is_list(guards))
        mistake(c, guards, "Match expression is not a list.");
    else
        compile_list(c, guards, EXPRESSION_TEST, EXPRESSION_TEST);
    if (c->dialect == MATCH_TABLE && !term_is_cons(body)) {
        mistake(c, body, "Body clause does not return anything.");
        return;
    }
    c->in_body = true;
    expression_step(c, (ExpressionStep){.op = EXPRESSION_BODY});
    ExpressionOp last = c->dialect == MATCH_TABLE ? EXPRESSION_RESULT : EXPRESSION_DROP;
    if (term_is_list(body))
        compile_list(c, body, EXPRESSION_DROP, last);
    else if (c->dialect == MATCH_TRACE)
        mistake(c, body, "Match expression is not a list.");
    if (!give_up(c)) resolve_labels(c, start);
}

// --- specifications ------------------------------------------------------------------------------

// For tracing a head is a list of patterns for the arguments, or a variable for all of them.
static Term trace_head(Compiler *c, Term head) {
    int64_t length = term_is_list(head) ? term_list_length(head) : -1;
    uint32_t number;
    if (length < 0) {
        if (!term_is_tuple(head) && !term_same(head, ATOM(underscore)) && !match_is_variable(head, &number))
            mistake(c, head, "Match head is invalid in this context.");
        return head;
    }
    Term tuple = heap_tuple(c->process->heap, (size_t)length);
    for (Term *to = term_elements(tuple); term_is_cons(head); head = term_tail(head)) *to++ = term_head(head);
    return tuple;
}

static void compile_clause(Compiler *c, Term source) {
    if (!term_is_tuple_of(source, 3)) {
        mistake(c, source, "Match program part is not a tuple of arity 3.");
        return;
    }
    MatchSpec *s = c->spec;
    MatchClause clause = {.head = s->head_count, .expressions = s->expression_count};
    const Term *parts = term_elements(source);
    c->numbers.count = 0;
    compile_head(c, c->dialect == MATCH_TRACE ? trace_head(c, parts[0]) : parts[0]);
    if (!give_up(c)) compile_expressions(c, parts[1], parts[2]);
    clause.head_end = s->head_count;
    clause.expressions_end = s->expression_count;
    s->clauses = grown(s->clauses, s->first_clauses, s->clause_count, &s->clause_capacity, sizeof clause);
    s->clauses[s->clause_count++] = clause;
}

static void make_room(MatchSpec *s) {
    size_t words = (size_t)s->variable_count + s->depth + 2 * (size_t)s->register_count;
    s->room = words <= MATCH_INLINE_ROOM ? (void *)s->first_room : memory_new(words * sizeof(uint64_t));
    s->variables = s->room;
    s->values = s->variables + s->variable_count;
    s->registers = (const Term **)(void *)(s->values + s->depth + s->register_count);
    s->registers[0] = &s->object;
    s->registers[1] = &s->whole;
}

static void spec_init(MatchSpec *s) {
    s->effect = NULL;
    s->clauses = s->first_clauses;
    s->heads = s->first_heads;
    s->expressions = s->first_expressions;
    s->clause_capacity = MATCH_INLINE_CLAUSES;
    s->head_capacity = s->expression_capacity = MATCH_INLINE_STEPS;
    s->clause_count = s->head_count = s->expression_count = 0;
    s->variable_count = s->depth = s->flags = 0;
    s->register_count = 2;
    s->room = s->first_room;
}

// Field by field: the stacks inside are large, and small specifications are compiled often.
static void compiler_init(Compiler *c, MatchSpec *spec, Process *p, MatchDialect dialect, bool tell) {
    c->spec = spec;
    c->process = p;
    c->dialect = dialect;
    c->tell = tell;
    c->failed = false;
    c->errors = TERM_NIL;
    words_init(&c->numbers);
    words_init(&c->todo);
    words_init(&c->labels);
}

static void compiler_free(Compiler *c) {
    words_free(&c->numbers);
    words_free(&c->todo);
    words_free(&c->labels);
}

bool match_spec_compile(MatchSpec *spec, Process *p, Term source, MatchDialect dialect, Term *errors) {
    Compiler c;
    spec_init(spec);
    compiler_init(&c, spec, p, dialect, errors);
    if (!term_is_cons(source) || term_list_length(source) < 0) {
        mistake(&c, source, "Match programs are not in a list.");
        source = TERM_NIL;
    }
    for (; term_is_cons(source) && !c.failed; source = term_tail(source)) compile_clause(&c, term_head(source));
    if (!c.failed) make_room(spec);
    compiler_free(&c);
    if (errors)
        for (*errors = TERM_NIL; term_is_cons(c.errors); c.errors = term_tail(c.errors))
            *errors = heap_cons(p->heap, term_head(c.errors), *errors);
    return !c.failed;
}
