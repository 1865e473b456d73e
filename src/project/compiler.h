// Compiler: the user's own compilers, run on the sources of a project: erlc, and Elixir's.
//
// Which Elixir: the one installed beside the OTP in use (as distributions do), else that of the elixir on PATH.
#pragma once
#include "project/project.h"

bool compiler_is_erlang(const char *file);   // by its ending
bool compiler_is_elixir(const char *file);

// Compiles the sources into the project's scratch folder.
bool compiler_run(const Project *project, Error *err);

// Lets the user's Elixir load the scripts with tests, and write their modules into the scratch folder
// (erlang/weft_elixir.erl). In a mix project mix does it, which first compiles the project. The project's code path
// then has what the tests' code path had.
bool compiler_load_scripts(Project *project, Error *err);

// The folder that contains Elixir's bin and lib. False: there is none.
bool compiler_find_elixir(const char *otp_root, char root[]);   // PATH_MAX bytes
