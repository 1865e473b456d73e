// Root: the folder that a project is. Its programs read nothing outside of it, and what its files say ends there.
//
// It is the nearest folder with rebar.config, mix.exs, erlang.mk or weft.toml in it; the root of a repository ends the
// search. A home folder and what is above it is never one, whatever lies there: it holds more than a project.
#pragma once
#include "base/text.h"

// The root around a file or folder, absolute and without links. False: there is none.
bool root_around(const char *path, Text *out);
// The folder of a file, or the folder itself, absolute and without links. False: it is not there, or it is too much.
bool root_folder(const char *path, Text *out);
// The repository around a file or folder, or else its folder. False: it is too much.
bool root_repository(const char *path, Text *out);

// Whether a file lies below a root, where its links lead to. One that does not exist lies where it would be made.
bool root_holds(const char *root, const char *path);
// Whether a part of a path begins with a dot: a place of tools, such as .git, where a text may become a program.
bool root_is_hidden(const char *root, const char *path);
