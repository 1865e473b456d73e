#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/memory.h"
#include "base/text.h"
#include "property/property.h"

enum {
    DEEPEST = 500,   // formulas within formulas
    MOST_ARGUMENTS = 32,
    EXCERPT = 100,   // bytes of a line that a reason shows
};

typedef struct {
    Property *property;
    const char *text;
    uint32_t at;      // the next byte
    uint32_t depth;   // of formulas within formulas
    Error *err;
} Parser;

// --- reasons ------------------------------------------------------------------------------------------------

static bool is_continuation(char byte) { return ((unsigned char)byte & 0xc0) == 0x80; }

// The line of the text in which a column is, or so much of it around the column that it fits, and a
// caret below.
static void add_excerpt(Text *out, const char *text, uint32_t column) {
    uint32_t from = column, to = column;
    while (from > 0 && text[from - 1] != '\n' && (column - from < EXCERPT / 2 || is_continuation(text[from]))) from--;
    while (text[to] && text[to] != '\n' && (to - column < EXCERPT / 2 || is_continuation(text[to]))) to++;
    text_add(out, "\n    ");
    text_add_bytes(out, text + from, to - from);
    text_add(out, "\n    ");
    for (uint32_t i = from; i < column; i++)
        if (!is_continuation(text[i])) text_add_char(out, text[i] == '\t' ? '\t' : ' ');
    text_add_char(out, '^');
}

static uint32_t column_of_person(const char *text,
                                 uint32_t column) {   // characters, from 1, in the whole text
    uint32_t number = 1;
    for (uint32_t i = 0; i < column; i++) number += !is_continuation(text[i]);
    return number;
}

static bool refuse(const char *text, uint32_t column, Error *err, const char *format, va_list arguments) {
    char reason[200];
    vsnprintf(reason, sizeof reason, format, arguments);
    Text told = {0};
    text_format(&told, "column %u: %s", column_of_person(text, column), reason);
    add_excerpt(&told, text, column);
    fail(err, "%s", text_string(&told));
    text_free(&told);
    return false;
}

bool property_fail(const Property *property, uint32_t column, Error *err, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    refuse(property->text, column, err, format, arguments);
    va_end(arguments);
    return false;
}

__attribute__((format(printf, 3, 4))) static bool refuse_at(Parser *parser, uint32_t column, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    refuse(parser->text, column, parser->err, format, arguments);
    va_end(arguments);
    return false;
}

// --- tokens -------------------------------------------------------------------------------------------------

static bool is_word(char byte) { return isalnum((unsigned char)byte) || byte == '_' || byte == '@'; }

static void skip_space(Parser *parser) {
    while (isspace((unsigned char)parser->text[parser->at])) parser->at++;
}

static char next_byte(Parser *parser) {
    skip_space(parser);
    return parser->text[parser->at];
}

static uint32_t word_size(const Parser *parser) {
    uint32_t size = 0;
    while (is_word(parser->text[parser->at + size])) size++;
    return size;
}

// Whether the next token is this sign or word.
static bool is_next(Parser *parser, const char *token) {
    skip_space(parser);
    size_t size = strlen(token);
    if (is_word(token[0])) return word_size(parser) == size && memcmp(parser->text + parser->at, token, size) == 0;
    return strncmp(parser->text + parser->at, token, size) == 0;
}

static bool take(Parser *parser, const char *token) {
    if (!is_next(parser, token)) return false;
    parser->at += (uint32_t)strlen(token);
    return true;
}

typedef enum { NO_OPERATOR, NOT, NEXT, EVENTUALLY, ALWAYS, UNTIL, WEAK_UNTIL, RELEASE, AND, OR, IMPLIES, IFF } Operator;

static const struct {
    const char *token;
    Operator operator;
} unary_operators[] = {{"!", NOT},         {"not", NOT},      {"X", NEXT},
                       {"next", NEXT},     {"F", EVENTUALLY}, {"eventually", EVENTUALLY},
                       {"<>", EVENTUALLY}, {"G", ALWAYS},     {"always", ALWAYS},
                       {"[]", ALWAYS}},
  binary_operators[] = {   // of two that begin alike the longer one first
      {"<->", IFF},     {"<=>", IFF},      {"->", IMPLIES}, {"=>", IMPLIES},     {"implies", IMPLIES}, {"||", OR},
      {"|", OR},        {"or", OR},        {"&&", AND},     {"&", AND},          {"and", AND},         {"U", UNTIL},
      {"until", UNTIL}, {"W", WEAK_UNTIL}, {"R", RELEASE},  {"release", RELEASE}};

#define COUNT(table) (sizeof(table) / sizeof *(table))

static bool is_comparison_next(Parser *parser) { return is_next(parser, "==") || is_next(parser, "!="); }

// An operator before a formula. A capital letter that is compared is a variable.
static Operator take_unary(Parser *parser) {
    uint32_t before = parser->at;
    for (size_t i = 0; i < COUNT(unary_operators); i++) {
        if (!take(parser, unary_operators[i].token)) continue;
        if (!is_comparison_next(parser)) return unary_operators[i].operator;
        parser->at = before;
    }
    return NO_OPERATOR;
}

static Operator binary_next(Parser *parser, const char **token) {
    for (size_t i = 0; i < COUNT(binary_operators); i++) {
        *token = binary_operators[i].token;
        if (is_next(parser, *token)) return binary_operators[i].operator;
    }
    return NO_OPERATOR;
}

// --- terms, which are only cut out --------------------------------------------------------------------------

// To the end of a quoted atom, string or other thing between two equal marks.
static bool skip_quoted(Parser *parser) {
    uint32_t begin = parser->at;
    char mark = parser->text[parser->at++];
    while (parser->text[parser->at] != mark) {
        if (parser->text[parser->at] == '\\' && parser->text[parser->at + 1]) parser->at++;
        if (!parser->text[parser->at]) return refuse_at(parser, begin, "this %c is never closed", mark);
        parser->at++;
    }
    parser->at++;
    return true;
}

static bool is_variable_name(char first) { return isupper((unsigned char)first) || first == '_'; }

static uint64_t variable_bit(Parser *parser, uint32_t size) {
    const char *name = parser->text + parser->at;
    uint32_t number = 0;
    for (; number < parser->property->variables.count; number++) {
        const char *known = parser->property->variables.items[number];
        if (strlen(known) == size && memcmp(known, name, size) == 0) return (uint64_t)1 << number;
    }
    if (number == PROPERTY_VARIABLES) {
        refuse_at(parser, parser->at, "there are more than %d variables", PROPERTY_VARIABLES);
        return 0;
    }
    char *kept = memory_new(size + 1);
    memcpy(kept, name, size);
    kept[size] = 0;
    array_push(&parser->property->variables, kept);
    return (uint64_t)1 << number;
}

// A word within a term: adds it to the variables if it is one. `_` is none, and neither is the P of
// P.1.
static bool skip_term_word(Parser *parser, uint64_t *variables) {
    uint32_t size = word_size(parser);
    const char *word = parser->text + parser->at;
    bool is_process = size == 1 && word[0] == 'P' && word[1] == '.' && isdigit((unsigned char)word[2]);
    if (is_process) {
        while (word[size] == '.' && isdigit((unsigned char)word[size + 1])) {
            size++;
            while (isdigit((unsigned char)word[size])) size++;
        }
    } else if (is_variable_name(word[0]) && !(size == 1 && word[0] == '_')) {
        uint64_t bit = variable_bit(parser, size);
        if (!bit) return false;
        *variables |= bit;
    }
    parser->at += size;
    return true;
}

// One token of a term that is no bracket.
static bool skip_term_token(Parser *parser, uint64_t *variables) {
    char byte = parser->text[parser->at];
    if (byte == '\'' || byte == '"') return skip_quoted(parser);
    if (byte == '$' && parser->text[parser->at + 1]) {
        parser->at += parser->text[parser->at + 1] == '\\' && parser->text[parser->at + 2] ? 3 : 2;
        return true;
    }
    if (is_word(byte)) return skip_term_word(parser, variables);
    parser->at++;
    return true;
}

static char closing(char opening) { return opening == '(' ? ')' : opening == '[' ? ']' : opening == '{' ? '}' : 0; }

// From an opening bracket to behind the one that closes it. Commas directly within are told to
// `cuts` if it is there.
typedef ARRAY(uint32_t) Cuts;

static bool skip_brackets(Parser *parser, uint64_t *variables, Cuts *cuts) {
    char open[DEEPEST];
    uint32_t places[DEEPEST], depth = 0;
    do {
        char byte = parser->text[parser->at];
        if (!byte) return refuse_at(parser, places[depth - 1], "this %c is never closed", open[depth - 1]);
        if (closing(byte)) {
            if (depth == DEEPEST) return refuse_at(parser, parser->at, "brackets lie more than %d deep", DEEPEST);
            places[depth] = parser->at++, open[depth++] = byte;
        } else if (byte == ')' || byte == ']' || byte == '}') {
            if (closing(open[depth - 1]) != byte)
                return refuse_at(parser, parser->at, "%c closes %c", byte, open[depth - 1]);
            depth--, parser->at++;
        } else {
            if (byte == ',' && depth == 1 && cuts) array_push(cuts, parser->at);
            if (!skip_term_token(parser, variables)) return false;
        }
    } while (depth > 0);
    return true;
}

// How many bytes at this place mean themselves: those of a quoted atom, of a string or of $c. Else
// 0.
static uint32_t literal_size(const char *text, uint32_t at) {
    if (text[at] == '$' && text[at + 1]) return text[at + 1] == '\\' && text[at + 2] ? 3 : 2;
    if (text[at] != '\'' && text[at] != '"') return 0;
    uint32_t size = 1;
    while (text[at + size] != text[at]) size += text[at + size] == '\\' ? 2 : 1;
    return size + 1;
}

// Text from one place to another, without spaces but those between two words.
static char *cut_out(const char *text, uint32_t from, uint32_t to) {
    Text out = {0};
    bool spaced = false;
    while (from < to) {
        bool space = isspace((unsigned char)text[from]);
        if (spaced && !space && out.size > 0 && is_word(out.data[out.size - 1]) && is_word(text[from]))
            text_add_char(&out, ' ');
        spaced = space;
        uint32_t size = literal_size(text, from);
        if (size > 0)
            text_add_bytes(&out, text + from, size);
        else if (!space)
            text_add_char(&out, text[from]);
        from += size > 0 ? size : 1;
    }
    return out.data ? out.data : memory_text("");
}

// --- propositions -------------------------------------------------------------------------------------------

static void free_proposition(Proposition *proposition) {
    memory_free(proposition->text);
    memory_free(proposition->module);
    memory_free(proposition->name);
    for (uint32_t i = 0; i < proposition->arguments.count; i++) memory_free(proposition->arguments.items[i]);
    array_free(&proposition->arguments);
}

// Adds it, or finds the one of the same text. Takes what it owns.
static bool number_proposition(Parser *parser, Proposition *proposition, Formula *formula) {
    Property *property = parser->property;
    for (uint32_t i = 0; i < property->propositions.count; i++)
        if (strcmp(property->propositions.items[i].text, proposition->text) == 0) {
            free_proposition(proposition);
            *formula = formula_proposition(&property->formulas, i);
            return true;
        }
    if (property->propositions.count == FORMULA_PROPOSITIONS) {
        refuse_at(parser, proposition->column, "there are more than %d different propositions", FORMULA_PROPOSITIONS);
        free_proposition(proposition);
        return false;
    }
    array_push(&property->propositions, *proposition);
    *formula = formula_proposition(&property->formulas, property->propositions.count - 1);
    return true;
}

static bool is_atom_next(Parser *parser) {
    char byte = next_byte(parser);
    return islower((unsigned char)byte) || byte == '\'';
}

static bool take_atom(Parser *parser, char **atom) {
    uint32_t begin = parser->at;
    if (parser->text[begin] == '\'') {
        if (!skip_quoted(parser)) return false;
    } else {
        parser->at += word_size(parser);
    }
    *atom = cut_out(parser->text, begin, parser->at);
    return true;
}

// (Pattern, ...), whose bracket is next.
static bool take_arguments(Parser *parser, Proposition *proposition) {
    Cuts cuts = {0};
    uint32_t begin = parser->at;
    bool done = skip_brackets(parser, &proposition->variables, &cuts);
    if (done) array_push(&cuts, parser->at - 1);
    uint32_t from = begin + 1;
    bool nothing = done && cuts.count == 1 && proposition->kind == PROPOSITION_CALL &&
                   strspn(parser->text + from, " \t\n") == parser->at - 1 - from;   // m:f()
    if (nothing) array_clear(&cuts);
    for (uint32_t i = 0; done && i < cuts.count; i++) {
        char *argument = cut_out(parser->text, from, cuts.items[i]);
        array_push(&proposition->arguments, argument);
        if (!argument[0]) done = refuse_at(parser, cuts.items[i], "expected a pattern");
        from = cuts.items[i] + 1;
    }
    if (done && cuts.count > MOST_ARGUMENTS) done = refuse_at(parser, begin, "more than %d arguments", MOST_ARGUMENTS);
    array_free(&cuts);
    return done;
}

static bool take_named(Parser *parser, Proposition *proposition) {
    if (!take_atom(parser, &proposition->name)) return false;
    if (parser->text[parser->at] == ':') {
        parser->at++;
        if (!is_atom_next(parser)) return refuse_at(parser, parser->at, "expected the name of a function after ':'");
        proposition->kind = PROPOSITION_CALL;
        proposition->module = proposition->name, proposition->name = NULL;
        if (!take_atom(parser, &proposition->name)) return false;
    }
    return parser->text[parser->at] != '(' || take_arguments(parser, proposition);
}

// One side of a comparison: a variable, a name, a number, a string or something in brackets.
static bool take_term(Parser *parser, Proposition *proposition) {
    char byte = next_byte(parser);
    uint32_t begin = parser->at;
    if (byte == '#' || byte == '-') byte = parser->text[++parser->at];
    if (byte == '<' && parser->text[parser->at + 1] == '<') {
        while (parser->text[parser->at] && strncmp(parser->text + parser->at, ">>", 2) != 0)
            if (!skip_term_token(parser, &proposition->variables)) return false;
        if (!parser->text[parser->at]) return refuse_at(parser, begin, "this << is never closed");
        parser->at += 2;
    } else if (closing(byte)) {
        if (!skip_brackets(parser, &proposition->variables, NULL)) return false;
    } else if (is_word(byte) || byte == '\'' || byte == '"' || byte == '$') {
        if (!skip_term_token(parser, &proposition->variables)) return false;
        bool fraction = isdigit((unsigned char)byte) && parser->text[parser->at] == '.';
        if (fraction) parser->at++, parser->at += word_size(parser);
    } else {
        return refuse_at(parser, begin, "expected a term");
    }
    array_push(&proposition->arguments, cut_out(parser->text, begin, parser->at));
    return true;
}

static bool take_comparison(Parser *parser, Proposition *proposition, bool *differs) {
    proposition->kind = PROPOSITION_EQUAL;
    if (!take_term(parser, proposition)) return false;
    *differs = is_next(parser, "!=");
    if (!take(parser, "==") && !take(parser, "!="))
        return refuse_at(parser, parser->at, "expected == or != after %s", proposition->arguments.items[0]);
    return take_term(parser, proposition);
}

// `a == b` stands in the table for `a != b`, too, which has no text of its own.
static void name_comparison(Proposition *proposition) {
    Text text = {0};
    text_format(&text, "%s == %s", proposition->arguments.items[0], proposition->arguments.items[1]);
    memory_free(proposition->text);
    proposition->text = text.data;
}

static bool parse_proposition(Parser *parser, Formula *formula) {
    bool named = is_atom_next(parser), differs = false;
    uint32_t begin = parser->at;
    Proposition proposition = {.column = begin};
    if (named) {
        if (!take_named(parser, &proposition)) return free_proposition(&proposition), false;
        if (is_comparison_next(parser)) {   // an atom after all
            free_proposition(&proposition);
            proposition = (Proposition){.column = begin};
            parser->at = begin;
            named = false;
        }
    }
    if (!named && !take_comparison(parser, &proposition, &differs)) return free_proposition(&proposition), false;
    proposition.text = cut_out(parser->text, begin, parser->at);
    if (!named) name_comparison(&proposition);
    if (!number_proposition(parser, &proposition, formula)) return false;
    if (differs) *formula = formula_not(&parser->property->formulas, *formula);
    return true;
}

// --- formulas -----------------------------------------------------------------------------------------------

enum { LOOSEST = 1, TIGHTEST = 5 };

static int binding_of(Operator operator) {
    switch (operator) {
    case IFF: return 1;
    case IMPLIES: return 2;
    case OR: return 3;
    case AND: return 4;
    case UNTIL:
    case WEAK_UNTIL:
    case RELEASE: return 5;
    default: return 0;
    }
}

static bool groups_right(Operator operator) { return binding_of(operator) == 5 || operator== IMPLIES; }

static Formula formula_of_unary(Formulas *formulas, Operator operator, Formula operand) {
    switch (operator) {
    case NOT: return formula_not(formulas, operand);
    case NEXT: return formula_next(formulas, operand);
    case EVENTUALLY: return formula_until(formulas, FORMULA_TRUE, operand);
    default: return formula_release(formulas, FORMULA_FALSE, operand);
    }
}

static Formula formula_of_binary(Formulas *formulas, Operator operator, Formula left, Formula right) {
    switch (operator) {
    case AND: return formula_and(formulas, left, right);
    case OR: return formula_or(formulas, left, right);
    case IMPLIES: return formula_or(formulas, formula_not(formulas, left), right);
    case UNTIL: return formula_until(formulas, left, right);
    case WEAK_UNTIL: return formula_release(formulas, right, formula_or(formulas, left, right));
    case RELEASE: return formula_release(formulas, left, right);
    default:
        return formula_or(formulas, formula_and(formulas, left, right),
                          formula_and(formulas, formula_not(formulas, left), formula_not(formulas, right)));
    }
}

static bool parse_binary(Parser *parser, int loosest, Formula *formula);

static bool parse_primary(Parser *parser, Formula *formula) {
    char byte = next_byte(parser);
    uint32_t begin = parser->at;
    if (!byte)
        return refuse_at(parser, begin,
                         begin == 0 ? "the formula is empty" : "expected a formula, but here is its end");
    if (take(parser, "(")) {
        if (!parse_binary(parser, LOOSEST, formula)) return false;
        if (take(parser, ")")) return true;
        if (!next_byte(parser)) return refuse_at(parser, begin, "this ( is never closed");
        return refuse_at(parser, parser->at, "expected ) or an operator such as & | -> U");
    }
    if (take(parser, "true")) return *formula = FORMULA_TRUE, true;
    if (take(parser, "false")) return *formula = FORMULA_FALSE, true;
    const char *token;
    bool name = is_variable_name(byte) && word_size(parser) > 1;
    name |= islower((unsigned char)byte) &&
            parser->text[parser->at + word_size(parser)] == '(';   // release(C), where no operator can be
    if (!name && binary_next(parser, &token) != NO_OPERATOR) {
        parser->at += (uint32_t)strlen(token);
        bool compared = is_comparison_next(parser);   // U == V
        parser->at = begin;
        if (!compared) return refuse_at(parser, begin, "expected a formula before %s", token);
    }
    if (byte == ')') return refuse_at(parser, begin, "expected a formula before )");
    return parse_proposition(parser, formula);
}

static bool parse_unary(Parser *parser, Formula *formula) {
    if (parser->depth == DEEPEST) return refuse_at(parser, parser->at, "formulas lie more than %d deep", DEEPEST);
    parser->depth++;
    Operator operator= take_unary(parser);
    bool done = operator== NO_OPERATOR ? parse_primary(parser, formula) : parse_unary(parser, formula);
    parser->depth--;
    if (done && operator!= NO_OPERATOR) *formula = formula_of_unary(&parser->property->formulas, operator, * formula);
    return done;
}

// Operators that bind at least so tightly (precedence climbing).
static bool parse_binary(Parser *parser, int loosest, Formula *formula) {
    if (!parse_unary(parser, formula)) return false;
    for (;;) {
        const char *token;
        Operator operator= binary_next(parser, &token);
        int binding = binding_of(operator);
        if (operator== NO_OPERATOR || binding<loosest) return true;
        parser->at += (uint32_t)strlen(token);
        Formula right;
        parser->depth++;
        if (parser->depth > DEEPEST) return refuse_at(parser, parser->at, "formulas lie more than %d deep", DEEPEST);
        if (!parse_binary(parser, binding + !groups_right(operator), &right)) return false;
        parser->depth--;
        *formula = formula_of_binary(&parser->property->formulas, operator, * formula, right);
    }
}

// A variable gets its values from what happens: from the events and facts that name it.
static bool check_variables(Parser *parser) {
    const Property *property = parser->property;
    uint64_t bound = 0;
    for (uint32_t i = 0; i < property->propositions.count; i++)
        if (property->propositions.items[i].kind == PROPOSITION_NAMED)
            bound |= property->propositions.items[i].variables;
    for (uint32_t i = 0; i < property->propositions.count; i++) {
        const Proposition *proposition = &property->propositions.items[i];
        uint64_t unbound = proposition->variables & ~bound;
        if (unbound)
            return refuse_at(parser, proposition->column,
                             "variable %s never gets a value: no event or fact in the formula has "
                             "it, as in request(%s)",
                             property->variables.items[__builtin_ctzll(unbound)],
                             property->variables.items[__builtin_ctzll(unbound)]);
    }
    return true;
}

bool property_parse(Property *property, const char *text, Error *err) {
    *property = (Property){.text = memory_text(text)};
    formulas_init(&property->formulas);
    Parser parser = {.property = property, .text = property->text, .err = err};
    if (!parse_binary(&parser, LOOSEST, &property->formula)) return false;
    if (next_byte(&parser)) return refuse_at(&parser, parser.at, "expected an operator such as & | -> U, or the end");
    return check_variables(&parser);
}

void property_free(Property *property) {
    for (uint32_t i = 0; i < property->propositions.count; i++) free_proposition(&property->propositions.items[i]);
    for (uint32_t i = 0; i < property->variables.count; i++) memory_free(property->variables.items[i]);
    array_free(&property->propositions);
    array_free(&property->variables);
    formulas_free(&property->formulas);
    memory_free(property->text);
    *property = (Property){0};
}
