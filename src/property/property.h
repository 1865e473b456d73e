// Property: a formula as a person writes it, read into a formula over numbered propositions.
//
//     f:     true  false  PROP  ! f   X f   F f   G f   f U g   f W g   f R g   f & g   f | g   f
//     -> g   f <-> g   (f)
//            in this order of binding, the tightest first; U, W, R and -> group to the right, <->
//            to the left
//     words: not next eventually always until release and or implies, and the signs [] <> && || =>
//     <=> PROP:  name   name(Pattern, ...)   module:function   module:function(Term, ...)   Term ==
//     Term   Term != Term
//
// What a proposition means is not known here: it keeps its parts as texts, cut at the commas of its
// arguments. A variable that occurs in several propositions is one variable. `a != b` is the
// negation of `a == b`.
#pragma once
#include "base/error.h"
#include "property/formula.h"

enum { PROPERTY_VARIABLES = 64 };

typedef enum {
    PROPOSITION_NAMED,   // name(Pattern, ...): an event of the step, or a fact
    PROPOSITION_CALL,    // module:name(Term, ...)
    PROPOSITION_EQUAL,   // its two arguments are the same value
} PropositionKind;

typedef struct {
    PropositionKind kind;
    char *text;                // as written, without spaces that mean nothing; equal texts are one proposition
    char *module, *name;       // atoms as written, quotes and all; NULL where there is none
    ARRAY(char *) arguments;   // each a pattern or term as written
    uint32_t column;           // of the formula's text, in bytes from 0, where it begins first
    uint64_t variables;        // that occur in it
} Proposition;

typedef struct {
    char *text;   // of the whole
    Formulas formulas;
    Formula formula;
    ARRAY(Proposition) propositions;
    ARRAY(char *) variables;   // names
} Property;

// False: the reason has the formula's line and a caret below the place.
bool property_parse(Property *property, const char *text, Error *err);
void property_free(Property *property);   // of a refused one, too

// The same way of telling for what is found later, such as an unknown proposition: "column N:
// reason", and the caret.
bool property_fail(const Property *property, uint32_t column, Error *err, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
