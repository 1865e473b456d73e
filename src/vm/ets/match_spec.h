// MatchSpec: match specifications, compiled and run (ets, and match_spec_test for tracing).
//
// A specification is a list of clauses {Head, Guards, Body}. A clause becomes two short programs:
//
//   head         steps that look into the object. The term a step looks at stands at a fixed place,
//                word `index` of the thing in register `from`. Register 0 is the object (1: the
//                list of arguments, for tracing); a step that enters a tuple, list or map value
//                puts it in a register of its own. So what the pattern does not ask for costs
//                nothing.
//   expressions  guards, then body, in postfix order on a stack of values. Subterms without calls
//                or variables become one constant. A guard that fails, or whose function fails,
//                fails the clause; in a body a failing function has the value 'EXIT'.
//
// Functions called are the built-ins of erlang, found by name when the specification is compiled.
// Neither compiling nor running uses the C stack for nested terms.
#pragma once
#include "vm/run/bif.h"

typedef enum { MATCH_TABLE, MATCH_TRACE } MatchDialect;

typedef enum {
    HEAD_TUPLE,   // a tuple of `count` elements; register `to` := its elements
    HEAD_CONS,    // a list cell; register `to` := head and tail
    HEAD_MAP,     // a map
    HEAD_KEY,     // a map with the key `term`; register `to` := the value
    HEAD_BIND,    // variable `to` := the term
    HEAD_SAME,    // =:= to variable `to`
    HEAD_IS,      // the word `term`
    HEAD_EQUAL,   // =:= to `term`
} HeadOp;

typedef struct {
    HeadOp op;
    uint32_t from, index, to, count;
    Term term;
} HeadStep;

typedef enum {
    EXPRESSION_PUSH,       // `term`
    EXPRESSION_VARIABLE,   // variable `count`
    EXPRESSION_OBJECT,     // '$_'
    EXPRESSION_SELF,
    EXPRESSION_CALLER,   // who called the traced function
    EXPRESSION_CONS,     // 2 values, head and tail => list
    EXPRESSION_TUPLE,    // `count` values => tuple
    EXPRESSION_MAP,      // `count` values, key, value, key ... => map
    EXPRESSION_CALL,     // `count` arguments => result
    EXPRESSION_AND,      // `count` booleans => boolean
    EXPRESSION_OR,
    EXPRESSION_AND_ALSO,   // goes on without the value true; false is the result, and goes to `count`
    EXPRESSION_OR_ELSE,
    EXPRESSION_TEST,     // the end of a guard: must be true
    EXPRESSION_BODY,     // from here on failures are 'EXIT'
    EXPRESSION_RESULT,   // the value of the clause
    EXPRESSION_DROP,     // `count` values
    EXPRESSION_FLAG,     // a trace flag: MatchFlag `count`
    EXPRESSION_EFFECT,   // `count` arguments of the form `term`, which switches tracing => boolean
} ExpressionOp;

typedef struct {
    ExpressionOp op;
    uint32_t count;
    Term term;
    BifFunction call;
} ExpressionStep;

typedef struct {
    uint32_t head, head_end;                 // steps in heads
    uint32_t expressions, expressions_end;   // steps in expressions
} MatchClause;

typedef enum { MATCH_RETURN_TRACE = 1, MATCH_EXCEPTION_TRACE = 2 } MatchFlag;

enum { MATCH_INLINE_STEPS = 16, MATCH_INLINE_CLAUSES = 4, MATCH_INLINE_ROOM = 48 };

typedef struct {
    MatchClause *clauses;
    HeadStep *heads;
    ExpressionStep *expressions;
    uint32_t clause_count, head_count, expression_count;
    uint32_t clause_capacity, head_capacity, expression_capacity;
    uint32_t variable_count, register_count, depth;   // the room a run needs
    Term *variables, *values;                         // values: the stack, then a word for each register
    const Term **registers;
    Term object, whole;   // what registers 0 and 1 point to
    uint32_t flags;       // MatchFlags of the last run
    Term caller;          // {caller}
    Term (*effect)(Process *p, Term form, const Term *arguments,
                   size_t count);   // NULL: forms have none; NO_TERM: fails
    void *room;
    MatchClause first_clauses[MATCH_INLINE_CLAUSES];   // small specifications allocate nothing
    HeadStep first_heads[MATCH_INLINE_STEPS];
    ExpressionStep first_expressions[MATCH_INLINE_STEPS];
    uint64_t first_room[MATCH_INLINE_ROOM];
} MatchSpec;

// False: it is no specification. With `errors` the mistakes of the first wrong clause are told
// there, a list of {error, Text}. To be freed in both cases. A compiled specification points into
// itself: it must stay where it is.
bool match_spec_compile(MatchSpec *spec, Process *p, Term source, MatchDialect dialect, Term *errors);
void match_spec_free(MatchSpec *spec);

// The value of the first clause that matches; NO_TERM if none does. For tracing the object is the
// tuple of the arguments and `whole` their list; for tables both are the object.
Term match_spec_run(MatchSpec *spec, Process *p, Term object, Term whole);

// Whether the atom is a variable '$0', '$1', ...; its number.
bool match_is_variable(Term term, uint32_t *number);
