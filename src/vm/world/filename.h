// Filename: names of files and variables, as Erlang strings and as bytes of the host.
//
// The host's names are taken to be UTF-8. Those that are not stay binaries.
#pragma once
#include "base/text.h"
#include "vm/run/process.h"

// Adds a string, whose characters may be in nested lists, as UTF-8. False: it is none, or has a NUL.
bool filename_add(Text *out, Term string);
// The same for a string or a binary of bytes.
bool filename_add_any(Text *out, Term name);

// A string from UTF-8; from the bytes as they are if they are not UTF-8.
Term filename_string(Process *p, const char *bytes, size_t size);
