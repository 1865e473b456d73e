// Shape: a pattern of Erlang's, read from text, to be compared with terms.
//
//     _   Variable   atom   'Atom'   17   -1   2.5   $c   "text"   {A, b}   [A, b | Rest]   []
//     <<"bytes">>   P  P.1.2 (a process)
//
// A variable stands for one value, which the caller keeps: the first time it binds, then it compares.
#pragma once
#include "base/error.h"
#include "vm/run/machine_state.h"

enum { SHAPE_VARIABLES = 64 };

typedef struct Shape Shape;

// Names of variables are numbers to the shape, which `find` gives. NULL: the text is no pattern, `err` says why.
Shape *shape_parse(const char *text, uint32_t (*find)(void *context, const char *name), void *context, Error *err);
void shape_free(Shape *shape);

// `values` are those of variables, none where they have none yet; on failure they may have been changed.
bool shape_matches(const Machine *machine, const Shape *shape, Term term, Term *values);
