// Words: what can be said to the debugger (word.def). Both processes know them: the terminal completes them, the one
// with the machine does what they say.
#pragma once
#include <stddef.h>

#include "debug/debugger.h"

typedef struct {
    const char *name, *shortly, *arguments, *takes, *about, *more;
    void (*run)(Debugger *debugger, const char *argument);
} Word;

extern const Word debug_words[];   // a name of NULL ends them
// By its name, its short form, or how the name of one alone begins. NULL: none, or `*several` of them.
const Word *words_find(const char *text, size_t size, size_t *several);
// The word of a line, and what stands behind it. An empty line has none.
const Word *words_read(const char *line, const char **argument, size_t *several);
