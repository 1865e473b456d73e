// Output: the files that a command writes at its end.
#pragma once
#include "base/error.h"
#include "base/text.h"

// Whether a file can be written, so that a long search does not end with one that cannot. `option` named it; NULL: fine.
bool output_check(const char *option, const char *path, Error *err);
bool output_write(const char *path, const Text *text);   // false: it was told that it could not
