// Regex: compiled patterns for module re, on PCRE2; where asked, made to behave like the PCRE 8 that OTP had up to 27.
//
// A pattern that Erlang code holds is an immutable binary: options and source. What PCRE2 makes of it is
// found again in a small cache that nobody can see.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "base/bytes.h"

typedef struct {
    uint32_t flags;    // of pcre2_compile
    uint8_t newline;   // PCRE2_NEWLINE_..., 0: LF unless the pattern says otherwise
    uint8_t bsr;       // PCRE2_BSR_..., 0: likewise, Unicode
    bool modern;       // as PCRE2 is: no letters above 127 unless Unicode's are wanted, its own words
} RegexOptions;

typedef struct {
    pcre2_code *code;
    pcre2_match_data *match;   // where the last match was
    uint32_t groups;           // without group 0
    bool utf;                  // by option or by a (*UTF) in the pattern
    bool crlf;                 // a newline may be two characters
} Regex;

typedef struct {
    char text[128];
    size_t offset;   // in the source
} RegexError;

// NULL: not a pattern, and why. The result is good until the next call.
const Regex *regex_compile(RegexOptions options, Bytes source, RegexError *error);
