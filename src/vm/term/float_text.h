// Float text: floats as Erlang writes and reads them.
//
// Writers fill a buffer of FLOAT_TEXT_MAX bytes, NUL-terminated, and return the number of characters.
#pragma once
#include <stdbool.h>
#include <stddef.h>

enum { FLOAT_TEXT_MAX = 256 };   // what OTP has room for; longer texts are refused

// The shortest text that reads back as the same float, and of these the closest to it: 0.1, 1.0e22.
size_t float_text_shortest(double value, char *buffer);

// d.ddde+xx with so many decimals; 6 if negative. Returns 0 when it does not fit.
size_t float_text_scientific(double value, int decimals, char *buffer);

// ddd.ddd with so many decimals; `compact` drops zeros at the end. Returns 0 when it does not fit or
// decimals is negative.
size_t float_text_decimals(double value, int decimals, bool compact, char *buffer);

// [+-] digits (. or ,) digits [(e or E) [+-] digits], up to the end or the first NUL, and nothing else.
// False also for a number too large; one too small is 0.0.
bool float_text_parse(const char *text, size_t size, double *out);
