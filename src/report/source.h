// Source: files of the program under test, for quoting.
//
// A .beam file names its source as the compiler was given it: an absolute path, perhaps of another machine, or one
// relative to a folder that weft does not know. It is looked for as it is, then below the folders of the project, each
// time with one folder less in front. What a .beam file calls its source need not be one: only files below these
// folders are read, links followed, and only those whose name ends as sources do.
#pragma once
#include "explore/witness/story.h"

typedef struct {
    char *name;   // as the .beam file has it
    char *path;   // where it was found; NULL: nowhere
    Text text;
    size_t *lines;   // where each begins
    uint32_t line_count;
} Source;

typedef struct {
    const char *const *folders;
    size_t folder_count;
    Source **sources;   // that were looked for
    size_t count;
} Sources;

void sources_free(Sources *sources);

const Source *sources_find(Sources *sources, const char *name);   // NULL: it is nowhere

bool sources_may_read(const Sources *sources, const char *path);   // whether a file is a source of the project

// A line from 1 without its end. False: there is none.
bool source_line(const Source *source, uint32_t number, const char **line, size_t *size);

// The innermost line of the project's own code that a step is at, in `*file`; 0: there is none.
uint32_t sources_place(Sources *sources, const StoryStep *step, const char **file);

// Compilers give a receive no line of its own, but that of the code before it: the line of the receive itself, if it
// is found within a few lines, else the same again. That of a fun that is made there is another function's.
// `function`: in which it is, or a stack that begins with it.
uint32_t sources_receive(Sources *sources, const char *name, uint32_t line, const char *function);
