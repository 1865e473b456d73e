// Lines: a set of words as a text, each on a line of its own, in order.
#pragma once
#include "base/text.h"

void lines_add(Text *lines, const char *word, size_t size);   // does nothing if it is there
void lines_merge(Text *lines, const char *others);            // the words of another set, as its text has them

// The next word: where it begins, or NULL; `*at` goes on behind it.
const char *lines_next(const char **at, size_t *size);
