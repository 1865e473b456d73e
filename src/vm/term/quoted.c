#include "vm/term/quoted.h"

#include <string.h>

#include "vm/store/atom.h"
#include "vm/store/heap.h"

enum { DEPTH_MAX = 64, LOOSEST = 0, TIGHTEST = 100 };

typedef struct {
    Text *out;
    PrintOptions options;
    int depth;
} Quoted;

static void add_expression(Quoted *q, Term term, int binding);

// --- forms -------------------------------------------------------------------------------------------------------

// {Name, Meta, Arguments}; of a variable they are an atom.
static bool is_form(Term t) { return term_is_tuple_of(t, 3) && (term_is_list(term_elements(t)[1])); }

static bool is_named(Term form, const char *name) {
    return is_form(form) && term_is_atom(term_elements(form)[0]) &&
           strcmp(atom_string(term_elements(form)[0]), name) == 0;
}

static bool is_pair(Term t) { return term_is_tuple_of(t, 2); }
static bool is_keyword(Term t) { return is_pair(t) && term_is_atom(term_elements(t)[0]); }

static bool are_keywords(Term list) {
    if (!term_is_cons(list)) return false;
    for (; term_is_cons(list); list = term_tail(list))
        if (!is_keyword(term_head(list))) return false;
    return term_is_nil(list);
}

// --- lists -------------------------------------------------------------------------------------------------------

static void add_all(Quoted *q, Term list) {
    for (const char *comma = ""; term_is_cons(list); list = term_tail(list), comma = ", ") {
        text_add(q->out, comma);
        add_expression(q, term_head(list), LOOSEST);
    }
}

static void add_atom(Quoted *q, Term atom) {
    Text printed = {0};
    term_print(&printed, atom, q->options);
    text_add(q->out,
             text_string(&printed) + (text_string(&printed)[0] == ':'));   // "a", but also ":a"
    text_free(&printed);
}

static void add_pairs(Quoted *q, Term list, bool map) {
    for (const char *comma = ""; term_is_cons(list); list = term_tail(list), comma = ", ") {
        Term pair = term_head(list);
        text_add(q->out, comma);
        if (is_keyword(pair)) {
            add_atom(q, term_elements(pair)[0]);
            text_add(q->out, ": ");
            add_expression(q, term_elements(pair)[1], LOOSEST);
        } else if (map && is_pair(pair)) {
            add_expression(q, term_elements(pair)[0], LOOSEST);
            text_add(q->out, " => ");
            add_expression(q, term_elements(pair)[1], LOOSEST);
        } else {
            add_expression(q, pair, LOOSEST);
        }
    }
}

static void add_list(Quoted *q, Term list) {
    text_add(q->out, "[");
    if (are_keywords(list))
        add_pairs(q, list, false);
    else
        add_all(q, list);
    text_add(q->out, "]");
}

static void add_between(Quoted *q, const char *open, Term list, const char *close) {
    text_add(q->out, open);
    add_all(q, list);
    text_add(q->out, close);
}

// --- operators ---------------------------------------------------------------------------------------------------

// From the loosest to the tightest, as Elixir's parser has them.
static const char *const operators[] = {" <- \\\\ ",
                                        " when ",
                                        " :: ",
                                        " | ",
                                        " = ",
                                        " || ||| or ",
                                        " && &&& and ",
                                        " == != =~ === !== ",
                                        " < <= >= > ",
                                        " |> <<< >>> ~> <~ ",
                                        " in ",
                                        " ^^^ ",
                                        " ++ -- +++ --- .. <> ",
                                        " + - ",
                                        " * / ",
                                        " ** "};

// 0: it is none.
static int binding_of(const char *name) {
    Text word = {0};
    int binding = 0;
    text_format(&word, " %s ", name);
    for (size_t i = 0; i < sizeof operators / sizeof *operators && !strchr(name, ' '); i++)
        if (strstr(operators[i], text_string(&word))) binding = (int)i + 1;
    text_free(&word);
    return binding;
}

static bool add_binary(Quoted *q, const char *name, Term args, int outer) {
    int binding = binding_of(name);
    if (!binding || term_list_length(args) != 2) return false;
    if (binding < outer) text_add(q->out, "(");
    add_expression(q, term_head(args), binding);
    text_format(q->out, strcmp(name, "..") == 0 ? "%s" : " %s ", name);
    add_expression(q, term_head(term_tail(args)), binding + 1);
    if (binding < outer) text_add(q->out, ")");
    return true;
}

static bool add_unary(Quoted *q, const char *name, Term args) {
    static const char *const unary = " ^ ! - + & @ not ";
    Text word = {0};
    text_format(&word, " %s ", name);
    bool known = term_list_length(args) == 1 && strstr(unary, text_string(&word));
    text_free(&word);
    if (!known) return false;
    bool apart = strcmp(name, "not") == 0 || (*name == '&' && is_named(term_head(args), name));   // "& &1"
    text_format(q->out, apart ? "%s " : "%s", name);
    add_expression(q, term_head(args), TIGHTEST);
    return true;
}

// --- calls -------------------------------------------------------------------------------------------------------

static void add_alias(Quoted *q, Term parts) {
    for (const char *dot = ""; term_is_cons(parts); parts = term_tail(parts), dot = ".") {
        text_add(q->out, dot);
        if (term_is_atom(term_head(parts)))
            add_atom(q, term_head(parts));
        else
            add_expression(q, term_head(parts), TIGHTEST);
    }
}

// {{:., _, [Module, Function]}, _, Arguments}, or {{:., _, [Fun]}, _, Arguments}.
static void add_call(Quoted *q, Term dot, Term args) {
    Term parts = term_elements(dot)[2];
    add_expression(q, term_head(parts), TIGHTEST);
    text_add(q->out, ".");
    Term name = term_is_cons(term_tail(parts)) ? term_head(term_tail(parts)) : TERM_NIL;
    if (term_is_atom(name)) add_atom(q, name);
    add_between(q, "(", args, ")");
}

// %{a: 1}, %{map | a: 1}, and the rest of %Struct{a: 1}.
static void add_map(Quoted *q, Term args) {
    text_add(q->out, "{");
    if (term_is_cons(args) && is_named(term_head(args), "|") &&
        term_list_length(term_elements(term_head(args))[2]) == 2) {
        Term parts = term_elements(term_head(args))[2];
        add_expression(q, term_head(parts), TIGHTEST);
        text_add(q->out, " | ");
        args = term_head(term_tail(parts));
    }
    add_pairs(q, args, true);
    text_add(q->out, "}");
}

static void add_struct(Quoted *q, Term args) {
    Term map = term_head(term_tail(args));
    text_add(q->out, "%");
    add_expression(q, term_head(args), TIGHTEST);
    if (is_named(map, "%{}"))
        add_map(q, term_elements(map)[2]);
    else
        add_expression(q, map, LOOSEST);
}

static void add_fun(Quoted *q, Term clauses) {
    text_add(q->out, "fn ");
    for (const char *before = ""; term_is_cons(clauses); clauses = term_tail(clauses), before = "; ") {
        Term clause = term_head(clauses);
        text_add(q->out, before);
        if (!is_named(clause, "->") || term_list_length(term_elements(clause)[2]) != 2) continue;
        Term parts = term_elements(clause)[2];
        add_all(q, term_head(parts));
        text_add(q->out, term_is_cons(term_head(parts)) ? " -> " : "-> ");
        add_expression(q, term_head(term_tail(parts)), LOOSEST);
    }
    text_add(q->out, " end");
}

static void add_block(Quoted *q, Term lines) {
    for (const char *before = ""; term_is_cons(lines); lines = term_tail(lines), before = "; ") {
        text_add(q->out, before);
        add_expression(q, term_head(lines), LOOSEST);
    }
}

// Assertions are written without parentheses.
static void add_local(Quoted *q, const char *name, Term args) {
    bool asserts = strncmp(name, "assert", 6) == 0 || strncmp(name, "refute", 6) == 0;
    text_add(q->out, name);
    if (asserts && term_is_cons(args))
        add_between(q, " ", args, "");
    else
        add_between(q, "(", args, ")");
}

static void add_form(Quoted *q, const char *name, Term args, int binding) {
    if (!term_is_list(args))
        text_add(q->out, name);   // a variable
    else if (strcmp(name, "{}") == 0)
        add_between(q, "{", args, "}");
    else if (strcmp(name, "<<>>") == 0)
        add_between(q, "<<", args, ">>");
    else if (strcmp(name, "%{}") == 0)
        text_add(q->out, "%"), add_map(q, args);
    else if (strcmp(name, "%") == 0 && term_list_length(args) == 2)
        add_struct(q, args);
    else if (strcmp(name, "fn") == 0)
        add_fun(q, args);
    else if (strcmp(name, "__aliases__") == 0)
        add_alias(q, args);
    else if (strcmp(name, "__block__") == 0)
        add_block(q, args);
    else if (!add_binary(q, name, args, binding) && !add_unary(q, name, args))
        add_local(q, name, args);
}

static void add_expression(Quoted *q, Term term, int binding) {
    if (q->depth == DEPTH_MAX) {
        text_add(q->out, "...");
        return;
    }
    q->depth++;
    if (is_form(term) && term_is_atom(term_elements(term)[0])) {
        add_form(q, atom_string(term_elements(term)[0]), term_elements(term)[2], binding);
    } else if (is_form(term) && is_named(term_elements(term)[0], ".") &&
               term_is_cons(term_elements(term_elements(term)[0])[2])) {
        add_call(q, term_elements(term)[0], term_elements(term)[2]);
    } else if (is_pair(term)) {
        text_add(q->out, "{");
        add_expression(q, term_elements(term)[0], LOOSEST);
        text_add(q->out, ", ");
        add_expression(q, term_elements(term)[1], LOOSEST);
        text_add(q->out, "}");
    } else if (term_is_cons(term) && term_list_length(term) > 0) {
        add_list(q, term);
    } else {
        term_print(q->out, term, q->options);
    }
    q->depth--;
}

void quoted_print(Text *out, Term quoted, PrintOptions options) {
    Quoted q = {.out = out, .options = options};
    add_expression(&q, quoted, LOOSEST);
}
