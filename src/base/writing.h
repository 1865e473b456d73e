// Writing: a file that is there as a whole, or not at all.
//
// A regular file is written under no name, or under another one, and takes the place of the old one when it is complete
// and on the disk: whoever reads it, and whatever ends weft, there is the old or the new one. What stood there is
// replaced, never followed: a link that somebody has planted leads nowhere. Pipes, terminals and other devices are
// written to as they are.
#pragma once
#include "base/error.h"
#include "base/text.h"

typedef struct {
    char *path;
    int descriptor;    // -1: none
    char *temporary;   // its name meanwhile; NULL: it has none
    bool direct;       // not a regular file
} Writing;

bool writing_begin(Writing *writing, const char *path, Error *err);
bool writing_add(const Writing *writing, const void *bytes, size_t size, Error *err);
bool writing_end(Writing *writing, Error *err);   // it takes its place; false: what was there before is still there
void writing_drop(Writing *writing);              // as if it had not begun

bool writing_all(int descriptor, const void *bytes, size_t size);   // false: errno says why

// All of it at once.
bool writing_put(const char *path, const Text *text, Error *err);
