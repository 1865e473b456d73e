// Release: which OTP the libraries in use belong to, and what the machine does differently for it.
//
// A program meets the machine of its own release: whether -0.0 =:= 0.0, which frames an error shows, how an atom
// looks in the external format. Each difference in behaviour is a field here, so that code asks for the behaviour
// and not for a number; only tables of names compare that. A Machine owns one, and every Heap points to it.
#pragma once
#include <stdbool.h>
#include <stddef.h>

typedef struct Release {
    int number;         // 25
    char version[32];   // of the runtime system: "13.1.5"
    // values
    size_t integer_limbs;   // an integer has no more, of 64 bits each
    bool signed_zeros;      // -0.0 and 0.0 are not =:=
    bool minus_subtracts;   // -X is 0 - X, so that -(0.0) is 0.0
    bool half_floats;       // floats of 16 bits in bitstrings
    bool absolute_zero;     // abs(-0.0) is 0.0, and not left as it is
    bool checks_unused;     // the module binary refuses bad arguments that it does not need, too
    bool utf8_atoms;        // in the external format all atoms are UTF-8
    bool local_terms;       // the external format can be for this node alone
    bool native_records;    // there are values of that kind
    bool modern_regex;      // re is PCRE2, and no longer PCRE 8
    bool fun_creators;      // funs know who made them
    // exceptions
    bool error_info;          // a built-in that fails says where its reasons are explained
    bool instructions_show;   // ! and apply/2 that fail, and bsl beyond the limit, are in the stack trace
    bool increments_show;     // and so is a sum with a small constant
    // tables
    bool bags_take_last_first;   // of a list of objects
} Release;

// Of the libraries below `root`, as its directories say:
//     ROOT/releases/25     the number of the release
//     ROOT/erts-13.1.5     the version of its runtime system
// What cannot be found is as in OTP 25.
Release release_of(const char *root);

// Whether the function, which weft has in C, is C in this release too (release.def).
bool release_has_bif(const Release *release, const char *module, const char *function, unsigned arity);

// OTP 25, for heaps without a machine.
extern const Release release_usual;
