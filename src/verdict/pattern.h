// Pattern: which exit reasons an option means. Both are text, as reports print terms.
//
//     killed               the atom, or a tuple that begins with it
//     {timeout,_}          a variable that begins with _, and stands for any term
//     {badmatch,{error,*   * stands for any text
//
// Blanks between the parts of a term do not count.
#pragma once
#include <stdbool.h>

bool pattern_matches(const char *pattern, const char *reason);
