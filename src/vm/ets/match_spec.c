#include "vm/ets/match_spec.h"

#include "base/memory.h"
#include "vm/term/compare.h"
#include "vm/term/map.h"

bool match_is_variable(Term term, uint32_t *number) {
    if (!term_is_atom(term)) return false;
    Bytes name = atom_text(term);
    if (name.size < 2 || name.size > 11 || name.data[0] != '$') return false;
    if (name.data[1] == '0' && name.size > 2) return false;
    uint64_t value = 0;
    for (size_t i = 1; i < name.size; i++) {
        if (name.data[i] < '0' || name.data[i] > '9') return false;
        value = value * 10 + (name.data[i] - '0');
    }
    *number = (uint32_t)value;
    return value <= INT32_MAX;
}

void match_spec_free(MatchSpec *spec) {
    if (spec->clauses != spec->first_clauses) memory_free(spec->clauses);
    if (spec->heads != spec->first_heads) memory_free(spec->heads);
    if (spec->expressions != spec->first_expressions) memory_free(spec->expressions);
    if (spec->room != spec->first_room) memory_free(spec->room);
}

// --- heads ---------------------------------------------------------------------------------------

static bool enter(MatchSpec *spec, const HeadStep *step, Term term) {
    const Term **to = &spec->registers[step->to];
    switch (step->op) {
    case HEAD_TUPLE:
        if (!term_is_tuple_of(term, step->count)) return false;
        *to = term_elements(term);
        return true;
    case HEAD_CONS:
        if (!term_is_cons(term)) return false;
        *to = term_list_words(term);
        return true;
    default: {
        Term *value = &spec->values[spec->depth + step->to];
        *value = map_get(term, step->term);
        *to = value;
        return !term_is_none(*value);
    }
    }
}

static bool head_matches(MatchSpec *spec, const MatchClause *clause) {
    for (uint32_t i = clause->head; i < clause->head_end; i++) {
        const HeadStep *step = &spec->heads[i];
        Term term = spec->registers[step->from][step->index];
        bool matches = true;
        switch (step->op) {
        case HEAD_BIND: spec->variables[step->to] = term; break;
        case HEAD_SAME: matches = term_identical(spec->variables[step->to], term); break;
        case HEAD_IS: matches = term_same(step->term, term); break;
        case HEAD_EQUAL: matches = term_identical(step->term, term); break;
        case HEAD_MAP: matches = term_is_map(term); break;
        case HEAD_TUPLE:
        case HEAD_CONS:
        case HEAD_KEY: matches = enter(spec, step, term); break;
        }
        if (!matches) return false;
    }
    return true;
}

// --- expressions ---------------------------------------------------------------------------------

typedef struct {
    MatchSpec *spec;
    Process *process;
    Term *top;   // of the stack: the next free word
    Term result;
    bool in_body;
} Run;

// A built-in leaves its exception in the process; it never happened.
static Term call(Process *p, BifFunction function, const Term *arguments) {
    Term result = function(p, arguments);
    if (term_is_none(result)) p->reason = p->cause = p->trace = TERM_NIL;
    return result;
}

// Whether all (and) or any (or) of some booleans are true; NO_TERM if one is no boolean.
static Term join(const Term *values, uint32_t count, bool all) {
    Term decisive = process_boolean(!all), result = process_boolean(all);
    for (uint32_t i = 0; i < count; i++) {
        if (!term_same(values[i], ATOM(true)) && !term_same(values[i], ATOM(false))) return NO_TERM;
        if (term_same(values[i], decisive)) result = decisive;
    }
    return result;
}

static Term make_tuple(Heap *heap, const Term *elements, uint32_t count) {
    Term tuple = heap_tuple(heap, count);
    if (count) memcpy(term_elements(tuple), elements, count * sizeof *elements);
    return tuple;
}

// What an operator makes of the topmost `count` values.
static Term combine(const Run *run, const ExpressionStep *step, const Term *values) {
    Heap *heap = run->process->heap;
    switch (step->op) {
    case EXPRESSION_CONS: return heap_cons(heap, values[0], values[1]);
    case EXPRESSION_TUPLE: return make_tuple(heap, values, step->count);
    case EXPRESSION_MAP: return map_from_pairs(heap, values, step->count / 2, NULL);
    case EXPRESSION_AND: return join(values, step->count, true);
    case EXPRESSION_OR: return join(values, step->count, false);
    case EXPRESSION_EFFECT:
        if (!run->spec->effect) return ATOM(true);
        return run->spec->effect(run->process, step->term, values, step->count);
    default: return call(run->process, step->call, values);
    }
}

// A boolean short cut: whether the value on top is the result already. False in *valid: no boolean.
static bool is_decided(Run *run, Term decisive, bool *valid) {
    Term value = run->top[-1];
    if (term_same(value, decisive)) return true;
    *valid = term_same(value, ATOM(true)) || term_same(value, ATOM(false));
    if (*valid)
        run->top--;
    else
        run->top[-1] = ATOM(EXIT);
    return !*valid;
}

static Term value_of(const Run *run, const ExpressionStep *step) {
    switch (step->op) {
    case EXPRESSION_VARIABLE: return run->spec->variables[step->count];
    case EXPRESSION_OBJECT: return run->spec->whole;
    case EXPRESSION_SELF: return run->process->pid;
    case EXPRESSION_CALLER: return run->spec->caller;
    default: return step->term;
    }
}

// The effects that are neither values nor operators. False: the clause fails.
static bool control(Run *run, const ExpressionStep *step) {
    switch (step->op) {
    case EXPRESSION_TEST: return term_same(*--run->top, ATOM(true));
    case EXPRESSION_BODY: run->in_body = true; break;
    case EXPRESSION_RESULT: run->result = *--run->top; break;
    case EXPRESSION_FLAG:
        run->spec->flags |= step->count;
        *run->top++ = ATOM(true);
        break;
    default: run->top -= step->count; break;
    }
    return true;
}

// False: a guard failed.
static bool evaluate(Run *run, const MatchClause *clause) {
    const ExpressionStep *steps = run->spec->expressions;
    for (uint32_t i = clause->expressions; i < clause->expressions_end; i++) {
        const ExpressionStep *step = &steps[i];
        bool valid = true;
        switch (step->op) {
        case EXPRESSION_PUSH:
        case EXPRESSION_VARIABLE:
        case EXPRESSION_OBJECT:
        case EXPRESSION_SELF:
        case EXPRESSION_CALLER: *run->top++ = value_of(run, step); break;
        case EXPRESSION_CONS:
        case EXPRESSION_TUPLE:
        case EXPRESSION_MAP:
        case EXPRESSION_CALL:
        case EXPRESSION_EFFECT:
        case EXPRESSION_AND:
        case EXPRESSION_OR: {
            Term value = combine(run, step, run->top -= step->count);
            valid = !term_is_none(value);
            *run->top++ = valid ? value : ATOM(EXIT);
            break;
        }
        case EXPRESSION_AND_ALSO:
            if (is_decided(run, ATOM(false), &valid)) i = step->count - 1;
            break;
        case EXPRESSION_OR_ELSE:
            if (is_decided(run, ATOM(true), &valid)) i = step->count - 1;
            break;
        default:
            if (!control(run, step)) return false;
        }
        if (!valid && !run->in_body) return false;
    }
    return true;
}

Term match_spec_run(MatchSpec *spec, Process *p, Term object, Term whole) {
    spec->object = object;
    spec->whole = whole;
    for (uint32_t i = 0; i < spec->clause_count; i++) {
        const MatchClause *clause = &spec->clauses[i];
        if (!head_matches(spec, clause)) continue;
        Run run = {spec, p, spec->values, ATOM(true), false};
        spec->flags = 0;
        if (evaluate(&run, clause)) return run.result;
    }
    spec->flags = 0;
    return NO_TERM;
}
