#include "project/root.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool has(const char *folder, const char *name) {
    char path[PATH_MAX + 32];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return access(path, F_OK) == 0;
}

static bool is_marked(const char *folder) {
    static const char *const marks[] = {"rebar.config", "mix.exs", "erlang.mk", "weft.toml"};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (has(folder, marks[i])) return true;
    return false;
}

static bool is_below(const char *path, const char *folder) {
    size_t size = strcmp(folder, "/") == 0 ? 0 : strlen(folder);
    return strncmp(path, folder, size) == 0 && (path[size] == '/' || path[size] == 0);
}

// A home, and what homes lie in.
static bool is_too_much(const char *folder) {
    char home[PATH_MAX];
    const char *named = getenv("HOME");
    if (strcmp(folder, "/") == 0) return true;
    return named && *named && realpath(named, home) && is_below(home, folder);
}

static void cut_last(char *path) {
    char *slash = strrchr(path, '/');
    slash[slash == path] = 0;
}

static bool real_folder(const char *path, char out[PATH_MAX]) {
    struct stat info;
    if (!realpath(path, out) || stat(out, &info) != 0) return false;
    if (!S_ISDIR(info.st_mode)) cut_last(out);
    return true;
}

// The first folder around a path, from inside, that is as wanted; a repository is the last one looked at.
static bool look_around(const char *path, bool (*is_wanted)(const char *), char out[PATH_MAX]) {
    if (!real_folder(path, out)) return false;
    for (; !is_wanted(out); cut_last(out))
        if (has(out, ".git") || strcmp(out, "/") == 0) return false;
    return !is_too_much(out);
}

bool root_around(const char *path, Text *out) {
    char folder[PATH_MAX];
    bool found = look_around(path, is_marked, folder);
    if (found) text_add(out, folder);
    return found;
}

bool root_folder(const char *path, Text *out) {
    char folder[PATH_MAX];
    bool found = real_folder(path, folder) && !is_too_much(folder);
    if (found) text_add(out, folder);
    return found;
}

static bool is_repository(const char *folder) { return has(folder, ".git"); }

bool root_repository(const char *path, Text *out) {
    char folder[PATH_MAX];
    if (!look_around(path, is_repository, folder)) return root_folder(path, out);
    text_add(out, folder);
    return true;
}

// Where a path leads to; of one that does not exist yet, where its folder is.
static bool real_place(const char *path, char out[PATH_MAX]) {
    char folder[PATH_MAX];
    struct stat info;
    if (realpath(path, out)) return true;
    if (lstat(path, &info) == 0) return false;   // a link to nowhere: who knows what is there tomorrow
    snprintf(folder, sizeof folder, "%s", path);
    char *slash = strrchr(folder, '/');
    if (slash) slash[slash == folder] = 0;
    return realpath(slash ? folder : ".", out);
}

bool root_holds(const char *root, const char *path) {
    char place[PATH_MAX];
    return real_place(path, place) && is_below(place, root);
}

bool root_is_hidden(const char *root, const char *path) {
    char place[PATH_MAX];
    const char *slash = strrchr(path, '/');
    if ((slash ? slash[1] : *path) == '.') return true;
    return !real_place(path, place) || !is_below(place, root) || strstr(place + strlen(root), "/.");
}
