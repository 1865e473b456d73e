// The module math: the C library's functions, with badarith where they have no finite answer.
#include <math.h>

#include "vm/run/bif.h"
#include "vm/term/number.h"

// False after raising: badarg for what is no number, badarith for an integer too large for a float.
static bool argument(Process *p, Term t, double *out) {
    if (number_to_double(t, out)) return true;
    if (term_is_number(t))
        process_badarith(p);
    else
        process_badarg(p);
    return false;
}

static Term result(Process *p, double value) {
    return isfinite(value) ? heap_float(p->heap, value) : process_badarith(p);
}

static Term call_1(Process *p, double (*function)(double), const Term *args) {
    double x;
    return argument(p, args[0], &x) ? result(p, function(x)) : NO_TERM;
}

static Term call_2(Process *p, double (*function)(double, double), const Term *args) {
    double x, y;
    if (!argument(p, args[0], &x) || !argument(p, args[1], &y)) return NO_TERM;
    return result(p, function(x, y));
}

// Functions have the same names in both languages.
#define MATH_1(name) \
    static Term math_##name##_1(Process *p, const Term *args) { return call_1(p, name, args); }
#define MATH_2(name) \
    static Term math_##name##_2(Process *p, const Term *args) { return call_2(p, name, args); }

MATH_1(acos)
MATH_1(acosh)
MATH_1(asin)
MATH_1(asinh)
MATH_1(atan)
MATH_2(atan2)
MATH_1(atanh)
MATH_1(ceil)
MATH_1(cos)
MATH_1(cosh)
MATH_1(erf)
MATH_1(erfc)
MATH_1(exp)
MATH_1(floor)
MATH_2(fmod)
MATH_1(log)
MATH_1(log10)
MATH_1(log2)
MATH_2(pow)
MATH_1(sin)
MATH_1(sinh)
MATH_1(sqrt)
MATH_1(tan)
MATH_1(tanh)

const Bif math_bifs[] = {
    BIF(math, acos, 1, PURE),
    BIF(math, acosh, 1, PURE),
    BIF(math, asin, 1, PURE),
    BIF(math, asinh, 1, PURE),
    BIF(math, atan, 1, PURE),
    BIF(math, atan2, 2, PURE),
    BIF(math, atanh, 1, PURE),
    BIF(math, ceil, 1, PURE),
    BIF(math, cos, 1, PURE),
    BIF(math, cosh, 1, PURE),
    BIF(math, erf, 1, PURE),
    BIF(math, erfc, 1, PURE),
    BIF(math, exp, 1, PURE),
    BIF(math, floor, 1, PURE),
    BIF(math, fmod, 2, PURE),
    BIF(math, log, 1, PURE),
    BIF(math, log10, 1, PURE),
    BIF(math, log2, 1, PURE),
    BIF(math, pow, 2, PURE),
    BIF(math, sin, 1, PURE),
    BIF(math, sinh, 1, PURE),
    BIF(math, sqrt, 1, PURE),
    BIF(math, tan, 1, PURE),
    BIF(math, tanh, 1, PURE),
    {0},
};
