#include "property/formula.h"

#include "base/memory.h"

enum { NUMBER_BITS = 29 };   // of a formula in a key; three of kind

static Formula number_of(Formulas *formulas, FormulaKind kind, Formula left, Formula right) {
    assert(left >> NUMBER_BITS == 0 && right >> NUMBER_BITS == 0);
    uint64_t key = (uint64_t)kind << 2 * NUMBER_BITS | (uint64_t)left << NUMBER_BITS | right;
    HashEntry *known = hash_find(&formulas->numbers, key);
    if (known) return (Formula)known->number;
    hash_add(&formulas->numbers, key)->number = formulas->nodes.count;
    array_push(&formulas->nodes, (FormulaNode){kind, left, right, FORMULA_UNKNOWN});
    return formulas->nodes.count - 1;
}

void formulas_init(Formulas *formulas) {
    *formulas = (Formulas){0};
    number_of(formulas, FORMULA_CONSTANT, FORMULA_FALSE, 0);
    number_of(formulas, FORMULA_CONSTANT, FORMULA_TRUE, 0);
}

void formulas_free(Formulas *formulas) {
    array_free(&formulas->nodes);
    hash_free(&formulas->numbers);
}

static FormulaNode node_of(const Formulas *formulas, Formula formula) { return *formula_node(formulas, formula); }

static bool is_kind(const Formulas *formulas, Formula formula, FormulaKind kind) {
    return formula_node(formulas, formula)->kind == kind;
}

static bool is_eventually(const Formulas *formulas, Formula formula) {
    return is_kind(formulas, formula, FORMULA_UNTIL) && formula_node(formulas, formula)->left == FORMULA_TRUE;
}

static bool is_always(const Formulas *formulas, Formula formula) {
    return is_kind(formulas, formula, FORMULA_RELEASE) && formula_node(formulas, formula)->left == FORMULA_FALSE;
}

Formula formula_proposition(Formulas *formulas, uint32_t proposition) {
    assert(proposition < FORMULA_PROPOSITIONS);
    return number_of(formulas, FORMULA_HOLDS, proposition, 0);
}

// The dual of each operator, with its operands negated.
static Formula negation_of(Formulas *formulas, FormulaNode node) {
    if (node.kind == FORMULA_CONSTANT) return node.left == FORMULA_TRUE ? FORMULA_FALSE : FORMULA_TRUE;
    if (node.kind == FORMULA_HOLDS) return number_of(formulas, FORMULA_FAILS, node.left, 0);
    if (node.kind == FORMULA_FAILS) return number_of(formulas, FORMULA_HOLDS, node.left, 0);
    Formula left = formula_not(formulas, node.left);
    if (node.kind == FORMULA_NEXT) return formula_next(formulas, left);
    Formula right = formula_not(formulas, node.right);
    switch (node.kind) {
    case FORMULA_AND: return formula_or(formulas, left, right);
    case FORMULA_OR: return formula_and(formulas, left, right);
    case FORMULA_UNTIL: return formula_release(formulas, left, right);
    default: return formula_until(formulas, left, right);
    }
}

Formula formula_not(Formulas *formulas, Formula formula) {
    FormulaNode node = node_of(formulas, formula);
    if (node.negation != FORMULA_UNKNOWN) return node.negation;
    Formula negation = negation_of(formulas, node);
    formulas->nodes.items[formula].negation = negation;
    return negation;
}

static bool are_opposite_literals(const Formulas *formulas, Formula one, Formula other) {
    FormulaNode first = node_of(formulas, one), second = node_of(formulas, other);
    return first.left == second.left && ((first.kind == FORMULA_HOLDS && second.kind == FORMULA_FAILS) ||
                                         (first.kind == FORMULA_FAILS && second.kind == FORMULA_HOLDS));
}

static void order(Formula *left, Formula *right) {
    if (*left <= *right) return;
    Formula kept = *left;
    *left = *right, *right = kept;
}

Formula formula_and(Formulas *formulas, Formula left, Formula right) {
    order(&left, &right);   // constants first
    if (left == FORMULA_FALSE || left == right) return left;
    if (left == FORMULA_TRUE) return right;
    if (are_opposite_literals(formulas, left, right)) return FORMULA_FALSE;
    return number_of(formulas, FORMULA_AND, left, right);
}

Formula formula_or(Formulas *formulas, Formula left, Formula right) {
    order(&left, &right);
    if (left == FORMULA_TRUE || left == right) return left;
    if (left == FORMULA_FALSE) return right;
    if (are_opposite_literals(formulas, left, right)) return FORMULA_TRUE;
    return number_of(formulas, FORMULA_OR, left, right);
}

Formula formula_next(Formulas *formulas, Formula formula) {
    if (formula == FORMULA_TRUE || formula == FORMULA_FALSE) return formula;
    return number_of(formulas, FORMULA_NEXT, formula, 0);
}

// a U (a U b) is a U b, and F G F a is G F a.
Formula formula_until(Formulas *formulas, Formula left, Formula right) {
    if (right == FORMULA_TRUE || right == FORMULA_FALSE || left == FORMULA_FALSE || left == right) return right;
    FormulaNode node = node_of(formulas, right);
    if (node.kind == FORMULA_UNTIL && node.left == left) return right;
    if (is_always(formulas, right) && is_eventually(formulas, node.right)) return right;
    return number_of(formulas, FORMULA_UNTIL, left, right);
}

Formula formula_release(Formulas *formulas, Formula left, Formula right) {
    if (right == FORMULA_TRUE || right == FORMULA_FALSE || left == FORMULA_TRUE || left == right) return right;
    FormulaNode node = node_of(formulas, right);
    if (node.kind == FORMULA_RELEASE && node.left == left) return right;
    if (is_eventually(formulas, right) && is_always(formulas, node.right)) return right;
    return number_of(formulas, FORMULA_RELEASE, left, right);
}

bool formula_uses_next(const Formulas *formulas, Formula formula) {
    HashSet seen = {0};
    ARRAY(Formula) pending = {0};
    array_push(&pending, formula);
    bool uses = false;
    while (pending.count > 0 && !uses) {
        Formula looked_at = array_pop(&pending);
        FormulaNode node = node_of(formulas, looked_at);
        if (node.kind <= FORMULA_FAILS || !hash_set_add(&seen, looked_at)) continue;
        uses = node.kind == FORMULA_NEXT;
        array_push(&pending, node.left);
        if (!uses) array_push(&pending, node.right);
    }
    array_free(&pending);
    hash_set_free(&seen);
    return uses;
}
