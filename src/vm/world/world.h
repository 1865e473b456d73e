// World: what surrounds the program: where modules come from, and which files of the host it may see.
//
// A program meets the host in one way only: it can read what lies below the world's roots, which are
// the folders of the project, the code path and the libraries of OTP. Whatever it writes stays
// in the machine (vm/world/file.h). A World itself never changes after world_new, as far as a program can
// tell: directories of the code path are listed once, when first asked for.
//
// Modules that are part of weft itself (the folder erlang/) come before all others.
#pragma once
#include "base/bytes.h"
#include "base/text.h"
#include "vm/machine.h"
#include "vm/run/code.h"
#include "vm/world/host.h"

typedef struct World World;

World *world_new(const MachineConfig *config);
void world_free(World *world);

// The code path a program starts with, as code:get_path/0 shows it.
size_t world_path_count(const World *world);
const char *world_path(const World *world, size_t index);
const char *world_otp_root(const World *world);
const char *world_directory(const World *world);   // where weft was started, absolute

// Where a module's file is on that path. False: nowhere; also for modules of weft itself.
bool world_find_module(World *world, const char *module, Text *path);

// Whether a directory of the host has a file of this name; from the list made when it was first asked for.
bool world_directory_has(World *world, const char *directory, const char *name);
// Whether a file belongs to the libraries of OTP or Elixir.
bool world_is_library(const World *world, const char *path);
// A module of weft itself. The bytes are constants.
bool world_embedded_module(const char *module, Bytes *file);

// Lets modules of weft stand in for the system processes that a program would talk to.
void world_replace_servers(CodeServer *code);
void world_replace_commands(CodeServer *code);   // those that run PropEr's commands, by weft_parallel's

// What is read of the host is read through this (world/host.h).
Host *world_host(const World *world);
View world_view(const World *world, const char *path);

// Makes a path absolute against `base`, with "." and ".." resolved by their letters. A slash at the end goes.
void world_absolute(Text *out, const char *base, const char *path);
