// Formula: what is said of an infinite sequence of steps, in linear temporal logic (Pnueli 1977).
//
// A formula is a number in a table, in which equal formulas stand once, so that comparing two is
// comparing their numbers. Those of the table are in negation normal form: "not" stands only before
// propositions, and what people write as F, G, W, -> and <-> has become `until` and `release`:
//
//     F a = true U a        G a = false R a        a W b = b R (a | b)
//
// A proposition is a number below FORMULA_PROPOSITIONS; a letter of the sequence is the set of
// those that hold in a step.
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "base/array.h"
#include "base/hash.h"

enum { FORMULA_PROPOSITIONS = 64 };

typedef uint32_t Formula;
enum { FORMULA_FALSE, FORMULA_TRUE };   // the numbers of these two

typedef enum {
    FORMULA_CONSTANT,
    FORMULA_HOLDS,   // the proposition `left`
    FORMULA_FAILS,
    FORMULA_AND,
    FORMULA_OR,
    FORMULA_NEXT,      // `left` from the next step on
    FORMULA_UNTIL,     // `right` at some time, and `left` before
    FORMULA_RELEASE,   // `right` up to and with the first time of `left`, or for ever
} FormulaKind;

typedef struct {
    FormulaKind kind;
    Formula left, right;   // 0 where there is none
    Formula negation;      // FORMULA_UNKNOWN: nobody asked so far
} FormulaNode;

#define FORMULA_UNKNOWN UINT32_MAX

typedef struct {
    ARRAY(FormulaNode) nodes;
    Hash numbers;   // of what they consist of
} Formulas;

void formulas_init(Formulas *formulas);
void formulas_free(Formulas *formulas);

// Each gives a formula of that meaning, which may be a simpler one: `a & true` is `a`.
Formula formula_proposition(Formulas *formulas, uint32_t proposition);
Formula formula_not(Formulas *formulas, Formula formula);
Formula formula_and(Formulas *formulas, Formula left, Formula right);
Formula formula_or(Formulas *formulas, Formula left, Formula right);
Formula formula_next(Formulas *formulas, Formula formula);
Formula formula_until(Formulas *formulas, Formula left, Formula right);
Formula formula_release(Formulas *formulas, Formula left, Formula right);

static inline const FormulaNode *formula_node(const Formulas *formulas, Formula formula) {
    assert(formula < formulas->nodes.count);
    return &formulas->nodes.items[formula];
}

bool formula_uses_next(const Formulas *formulas,
                       Formula formula);   // else repeating a step does not change its truth
