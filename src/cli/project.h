// Project: the code that a command is about: where its .beam files are and which OTP it runs on.
//
// Files and directories come from the command line. Erlang sources are compiled with the user's own erlc into a
// scratch folder that goes away at the end.
#pragma once
#include "base/error.h"
#include "base/text.h"

typedef struct {
    const char **paths;              // code path, in order
    size_t path_count, path_capacity;
    const char **late_paths;         // searched last (--pz)
    size_t late_count, late_capacity;
    const char **files;              // .beam files named one by one
    size_t file_count, file_capacity;
    const char **sources;            // .erl files to compile
    size_t source_count, source_capacity;
    const char *otp_root;            // such as /usr/lib/erlang
    char *scratch;                   // folder of compiled sources, NULL: none
} Project;

bool project_set_otp(Project *project, const char *directory, Error *err);   // NULL: of the erl on PATH
void project_add_path(Project *project, const char *directory);
void project_add_late_path(Project *project, const char *directory);
bool project_add(Project *project, const char *file_or_directory, Error *err);
// Compiles what must be and completes the code path (ERL_LIBS, --pz).
bool project_prepare(Project *project, Error *err);

// The module of the project whose name is nearest to one that it does not have. False: none is near.
bool project_nearest(const Project *project, const char *module, char *near, size_t size);
void project_free(Project *project);
