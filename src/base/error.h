// Error: why outside input was refused, in one sentence for a person.
//
// Functions that read files, options or formulas return bool and fill an Error.
// `return fail(err, ...)` begins one; passing `err` on to a callee passes it up.
#pragma once
#include <stdbool.h>

typedef struct {
    char text[512];
} Error;

// Writes the reason and returns false, so that `return fail(...)` reads well.
bool fail(Error *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Puts "where: " in front of the reason. Returns false.
bool fail_at(Error *err, const char *where);
