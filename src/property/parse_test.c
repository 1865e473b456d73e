#include <stdio.h>

#include "base/text.h"
#include "property/property.h"
#include "tap.h"

// --- formulas as texts --------------------------------------------------------------------------------------

// Writes a formula of the table with brackets everywhere.
static void write_formula(const Property *property, Formula formula, Text *out) {
    static const char *operators[] = {
        [FORMULA_AND] = "&", [FORMULA_OR] = "|", [FORMULA_UNTIL] = "U", [FORMULA_RELEASE] = "R"};
    const FormulaNode *node = formula_node(&property->formulas, formula);
    switch (node->kind) {
    case FORMULA_CONSTANT: text_add(out, formula == FORMULA_TRUE ? "true" : "false"); break;
    case FORMULA_FAILS: text_add_char(out, '!');   // falls through
    case FORMULA_HOLDS: text_add(out, property->propositions.items[node->left].text); break;
    case FORMULA_NEXT:
        text_add(out, "X ");
        write_formula(property, node->left, out);
        break;
    default:
        text_add_char(out, '(');
        write_formula(property, node->left, out);
        text_format(out, " %s ", operators[node->kind]);
        write_formula(property, node->right, out);
        text_add_char(out, ')');
    }
}

// A formula as it was understood, or the reason why it was refused. Valid until the next.
static const char *read_as(const char *text) {
    static Text out;
    text_clear(&out);
    Property property;
    Error err;
    if (property_parse(&property, text, &err))
        write_formula(&property, property.formula, &out);
    else
        text_add(&out, err.text);
    property_free(&property);
    return text_string(&out);
}

static bool mean_the_same(const char *one, const char *other) {
    char first[2000];
    snprintf(first, sizeof first, "%s", read_as(one));
    bool same = strcmp(first, read_as(other)) == 0 && first[0] != 'c';
    if (!same) printf("# %s: %s\n# %s: %s\n", one, first, other, read_as(other));
    return same;
}

TEST(words_and_signs_mean_the_same) {
    CHECK(mean_the_same("G(a -> F b)", "always (a implies eventually b)"));
    CHECK(mean_the_same("G(a -> F b)", "[] (a => <> b)"));
    CHECK(mean_the_same("!a & b | c", "not a and b or c"));
    CHECK(mean_the_same("a && b || c", "a & b | c"));
    CHECK(mean_the_same("X a U b", "(next a) until b"));
    CHECK(mean_the_same("a R b", "a release b"));
    CHECK(mean_the_same("F release(C)", "true U release(C)"));
    CHECK(mean_the_same("until(C) R release(C)", "until(C) release release(C)"));
    CHECK(mean_the_same("a <-> b", "a <=> b"));
}

TEST(operators_bind_and_group_as_the_header_says) {
    CHECK(mean_the_same("a U b U c", "a U (b U c)"));
    CHECK(mean_the_same("a U b R c W d", "a U (b R (c W d))"));
    CHECK(mean_the_same("a -> b -> c", "a -> (b -> c)"));
    CHECK(mean_the_same("a <-> b <-> c", "(a <-> b) <-> c"));
    CHECK(mean_the_same("a & b | c & d", "(a & b) | (c & d)"));
    CHECK(mean_the_same("a | b -> c <-> d", "((a | b) -> c) <-> d"));
    CHECK(mean_the_same("!a U b & c", "((!a) U b) & c"));
    CHECK(mean_the_same("G F a & X !b", "(G (F a)) & (X (!b))"));
    CHECK(!mean_the_same("a U b U c", "(a U b) U c"));
}

TEST(negation_moves_to_the_propositions) {
    CHECK_TEXT(read_as("!(a U b)"), "(!a R !b)");
    CHECK_TEXT(read_as("!(a & X b)"), "(!a | X !b)");
    CHECK_TEXT(read_as("!G F a"), "(true U (false R !a))");
    CHECK_TEXT(read_as("a W b"), "(b R (a | b))");
}

TEST(what_can_be_said_shorter_is_shorter) {
    CHECK_TEXT(read_as("a & true | false"), "a");
    CHECK_TEXT(read_as("F F a"), "(true U a)");
    CHECK_TEXT(read_as("F G F a"), "(false R (true U a))");
    CHECK_TEXT(read_as("a & !a"), "false");
    CHECK_TEXT(read_as("G true"), "true");
}

// --- propositions -------------------------------------------------------------------------------------------

static bool parse(Property *property, const char *text) {
    Error err;
    bool done = property_parse(property, text, &err);
    if (!done) printf("# %s\n", err.text);
    return done;
}

TEST(a_proposition_keeps_its_parts_as_texts) {
    Property property;
    CHECK(parse(&property, "F request( C , {R, \"a, )b\", 'x y'} , $, )"));
    const Proposition *proposition = &property.propositions.items[0];
    CHECK(proposition->kind == PROPOSITION_NAMED && proposition->arguments.count == 3 && proposition->column == 2);
    CHECK_TEXT(proposition->name, "request");
    CHECK_TEXT(proposition->arguments.items[0], "C");
    CHECK_TEXT(proposition->arguments.items[1], "{R,\"a, )b\",'x y'}");
    CHECK_TEXT(proposition->arguments.items[2], "$,");
    CHECK(property.variables.count == 2 && proposition->variables == 3);
    property_free(&property);
}

TEST(functions_and_comparisons_are_propositions) {
    Property property;
    CHECK(parse(&property, "G !(in_use(A) & in_use(B) & A != B) & ets:'is it'(A) & A == [1, 2|B]"));
    CHECK(property.propositions.count == 5);
    CHECK_TEXT(property.propositions.items[2].text, "A == B");
    CHECK(property.propositions.items[2].kind == PROPOSITION_EQUAL);
    CHECK(property.propositions.items[3].kind == PROPOSITION_CALL);
    CHECK_TEXT(property.propositions.items[3].module, "ets");
    CHECK_TEXT(property.propositions.items[3].name, "'is it'");
    CHECK_TEXT(property.propositions.items[4].arguments.items[1], "[1,2|B]");
    property_free(&property);
}

TEST(equal_propositions_are_one_and_unequal_is_the_negation_of_equal) {
    CHECK_TEXT(read_as("a(X, b) & X a( X,b )"), "(a(X,b) & X a(X,b))");
    CHECK_TEXT(read_as("a(A, B) -> A != B"), "(!A == B | !a(A,B))");
    Property property;
    CHECK(parse(&property, "a(A) & (A == 1 | A!=1)"));
    CHECK(property.propositions.count == 2);
    property_free(&property);
}

TEST(capital_letters_that_are_compared_are_variables_and_not_operators) {
    Property property;
    CHECK(parse(&property, "G (p(F, G, U) -> F == G | U == F | X != P.1)") == false);   // X never gets a value
    property_free(&property);
    CHECK(parse(&property, "G (p(F, G, U, X) -> F == G | U == F | X != P.1 | [] == X)"));
    CHECK(property.variables.count == 4);
    property_free(&property);
}

// --- places -------------------------------------------------------------------------------------------------

TEST(a_reason_has_the_place_and_a_caret_below_it) {
    CHECK_TEXT(read_as("G(a & )"), "column 7: expected a formula before )\n    G(a & )\n          ^");
    CHECK_TEXT(read_as("G(a -> F b"), "column 2: this ( is never closed\n    G(a -> F b\n     ^");
    CHECK_TEXT(read_as(""), "column 1: the formula is empty\n    \n    ^");
    CHECK_TEXT(read_as("a b"), "column 3: expected an operator such as & | -> U, or the end\n    a b\n      ^");
    CHECK_TEXT(read_as("a U"), "column 4: expected a formula, but here is its end\n    a U\n       ^");
    CHECK_TEXT(read_as("& a"), "column 1: expected a formula before &\n    & a\n    ^");
    CHECK_TEXT(read_as("F p({1, 2)"), "column 10: ) closes {\n    F p({1, 2)\n             ^");
    CHECK_TEXT(read_as("F p('ä)"), "column 5: this ' is never closed\n    F p('ä)\n        ^");
    CHECK_TEXT(read_as("'ä' &"), "column 6: expected a formula, but here is its end\n    'ä' &\n         ^");
    CHECK_TEXT(read_as("m: & a"), "column 4: expected the name of a function after ':'\n    m: & a\n       ^");
    CHECK_TEXT(read_as("F p(1,)"), "column 7: expected a pattern\n    F p(1,)\n          ^");
    CHECK_TEXT(read_as("Client"), "column 7: expected == or != after Client\n    Client\n          ^");
    CHECK_TEXT(read_as("a\n& & b"), "column 5: expected a formula before &\n    & & b\n      ^");
}

TEST(a_variable_that_nothing_binds_is_refused) {
    CHECK_TEXT(read_as("G(a(X) -> X != Y)"), "column 11: variable Y never gets a value: no event "
                                             "or fact in the formula has it, as in request(Y)\n"
                                             "    G(a(X) -> X != Y)\n              ^");
}

TEST(deep_and_long_formulas_are_refused_or_read_and_never_overflow) {
    static char text[200000];
    memset(text, '(', sizeof text - 1);
    CHECK(strstr(read_as(text), "deep") != NULL);
    memset(text, '!', sizeof text - 1);
    CHECK(strstr(read_as(text), "deep") != NULL);
    for (size_t i = 0; i + 4 < sizeof text; i += 4) memcpy(text + i, "a U ", 4);
    CHECK(strstr(read_as(text), "deep") != NULL);
    snprintf(text, sizeof text, "p(%0*d", 10000, 1);
    memset(text + 2, '{', 9999);
    CHECK(strstr(read_as(text), "deep") != NULL);
    Text many = {0};
    for (int i = 0; i < 65; i++) text_format(&many, "%sp%d", i > 0 ? " & " : "", i);
    CHECK(strstr(read_as(text_string(&many)), "more than 64 different propositions") != NULL);
    text_free(&many);
}
