// Project: the code that a command is about: where its .beam files are and which OTP it runs on.
//
// Files and directories come from the command line. Sources are compiled with the user's own compilers into a
// scratch folder that goes away at the end (project/compiler.h).
#pragma once
#include "base/error.h"
#include "base/scratch.h"
#include "base/text.h"

typedef struct {
    const char **items;
    size_t count, capacity;
} PathList;

void path_list_add(PathList *list, const char *path);   // a copy of it
void path_list_free(PathList *list);

// What weft test is about (project/layout.h finds it).
typedef struct {
    bool wanted;                // sources are compiled with TEST defined
    PathList folders;           // modules with tests may be in these; the scratch folder is one of them
    PathList modules;           // and are wanted only if named here; empty: all are,
    bool named, only_scripts;   // or none, as something was named, and it was .exs files and nothing else
    PathList scripts;           // .exs files with tests
    PathList helpers;           // .exs files that are to be run before them
    const char *mix;            // folder of the mix project that they belong to; NULL: none
} ProjectTests;

typedef struct {
    const char **paths;   // code path, in order
    size_t path_count, path_capacity;
    const char **late_paths;   // searched last (--pz)
    size_t late_count, late_capacity;
    const char **files;   // .beam files named one by one
    size_t file_count, file_capacity;
    const char **sources;   // .erl, .ex and .exs files to compile
    size_t source_count, source_capacity;
    const char *otp_root;     // such as /usr/lib/erlang
    Scratch scratch_folder;   // of compiled sources
    const char *scratch;      // its name, NULL: none
    PathList roots;           // what programs may read, besides the code path and OTP (project/root.h)
    bool elixir;              // there is Elixir among the code
    ProjectTests tests;
} Project;

bool project_set_otp(Project *project, const char *directory, Error *err);   // NULL: of the erl on PATH
void project_add_path(Project *project, const char *directory);
void project_add_late_path(Project *project, const char *directory);
bool project_add_folder(Project *project, const char *directory, const char *name);   // to the path; false: not there
void project_add_source(Project *project, const char *file);
bool project_add(Project *project, const char *file_or_directory, Error *err);
// A file or folder that was named: what it belongs to may be read.
void project_add_root(Project *project, const char *file_or_directory);
// Compiles what must be and completes the code path (ERL_LIBS, --pz).
bool project_prepare(Project *project, Error *err);

// The .beam file of a module, on the code path. False: there is none.
bool project_find(const Project *project, const char *module, Text *path);

// The module of the project whose name is nearest to one that it does not have. False: none is near.
bool project_nearest(const Project *project, const char *module, char *near, size_t size);

// Where the sources of its code may be: beside what was named, and around the folders of its .beam files.
void project_source_folders(const Project *project, PathList *out);
void project_library_folders(const Project *project, PathList *out);   // and those of OTP, where they are installed
void project_free(Project *project);
