#include "project/project.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/door.h"
#include "base/memory.h"
#include "project/compiler.h"
#include "project/root.h"

static void push(const char ***items, size_t *count, size_t *capacity, const char *text) {
    if (*count == *capacity) {
        *capacity = *capacity ? *capacity * 2 : 16;
        *items = memory_resize(*items, *capacity * sizeof **items);
    }
    (*items)[(*count)++] = memory_text(text);
}

void path_list_add(PathList *list, const char *path) { push(&list->items, &list->count, &list->capacity, path); }

static bool is_directory(const char *path) {
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

void project_add_path(Project *p, const char *directory) {
    push(&p->paths, &p->path_count, &p->path_capacity, directory);
}

void project_add_late_path(Project *p, const char *directory) {
    push(&p->late_paths, &p->late_count, &p->late_capacity, directory);
}

// --- OTP ------------------------------------------------------------------------------------------------

static bool is_otp_root(const char *directory) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/lib", directory);
    DIR *lib = opendir(path);
    bool found = false;
    for (struct dirent *entry; lib && !found && (entry = readdir(lib));)
        found = strncmp(entry->d_name, "stdlib", 6) == 0;
    if (lib) closedir(lib);
    return found;
}

static void cut_last(char *path) {
    char *slash = strrchr(path, '/');
    if (slash) *slash = 0;
}

// Above bin/erl, in PREFIX/lib/erlang, or above erts-VERSION/bin/erl: that one comes first for what erl itself starts.
static bool otp_around(const char *program, char *root) {
    char path[PATH_MAX], nested[PATH_MAX + 16];
    if (access(program, X_OK) != 0 || !realpath(program, path)) return false;
    cut_last(path);
    cut_last(path);
    if (is_otp_root(path)) return strcpy(root, path), true;
    snprintf(nested, sizeof nested, "%s/lib/erlang", path);
    if (is_otp_root(nested) && strlen(nested) < PATH_MAX) return strcpy(root, nested), true;
    cut_last(path);
    return is_otp_root(path) && strcpy(root, path);
}

// A script somewhere else, as version managers have it: it knows where it leads to.
static bool otp_asked(const char *program, char *root) {
    char command[PATH_MAX + 128];
    if (access(program, X_OK) != 0 || strchr(program, '\'')) return false;
    snprintf(command, sizeof command, "'%s' -noinput -eval 'io:put_chars(code:root_dir()), halt().' 2>/dev/null",
             program);
    FILE *answer = popen(command, "r");
    size_t size = answer ? fread(root, 1, PATH_MAX - 1, answer) : 0;
    root[size] = 0;
    return answer && pclose(answer) == 0 && is_otp_root(root);
}

// Not every erl on PATH will do: below a running erl the first one is that of its erts-*/bin.
static bool otp_from_path(char *root) {
    const char *path = getenv("PATH");
    while (path && *path) {
        size_t size = strcspn(path, ":");
        char candidate[PATH_MAX];
        snprintf(candidate, sizeof candidate, "%.*s/erl", (int)size, path);
        if (otp_around(candidate, root) || otp_asked(candidate, root)) return true;
        path += size + (path[size] == ':');
    }
    return false;
}

bool project_set_otp(Project *p, const char *directory, Error *err) {
    char root[PATH_MAX];
    if (directory) {
        if (!is_otp_root(directory))
            return fail(err, "--otp %s: no lib/stdlib-* there; give the folder that contains lib and bin", directory);
        p->otp_root = memory_text(directory);
        return true;
    }
    if (!otp_from_path(root)) return fail(err, "no Erlang found: put erl on PATH or say --otp DIR");
    p->otp_root = memory_text(root);
    return true;
}

// --- what the user named ----------------------------------------------------------------------------------

bool project_add_folder(Project *p, const char *directory, const char *name) {
    Text path = {0};
    text_format(&path, "%s/%s", directory, name);
    bool there = is_directory(path.data);
    if (there) project_add_path(p, path.data);
    text_free(&path);
    return there;
}

void project_add_source(Project *p, const char *file) {
    push(&p->sources, &p->source_count, &p->source_capacity, file);
}

// All DIRECTORY/*/NAME, in order of their names.
static void add_all(Project *p, const char *directory, const char *name) {
    struct dirent **entries;
    int count = scandir(directory, &entries, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        char path[PATH_MAX];
        snprintf(path, sizeof path, "%s/%s", directory, entries[i]->d_name);
        if (entries[i]->d_name[0] != '.') project_add_folder(p, path, name);
        free(entries[i]);
    }
    if (count >= 0) free(entries);
}

// Protocols of Elixir that mix has consolidated come before those that they replace.
static void add_libraries(Project *p, const char *directory) {
    add_all(p, directory, "consolidated");
    add_all(p, directory, "ebin");
}

// rebar3 and mix put what they build into _build/PROFILE/lib/APPLICATION/ebin.
static void add_build(Project *p, const char *directory) {
    static const char *const profiles[] = {"test", "default", "dev", "prod"};
    for (size_t i = 0; i < sizeof profiles / sizeof *profiles; i++) {
        char path[PATH_MAX];
        snprintf(path, sizeof path, "%s/_build/%s/lib", directory, profiles[i]);
        if (is_directory(path)) add_libraries(p, path);
    }
}

static bool add_directory(Project *p, const char *directory, Error *err) {
    DIR *dir = opendir(directory);
    if (!dir) return fail(err, "%s: %s", directory, strerror(errno));
    bool beams = false;
    for (struct dirent *entry; (entry = readdir(dir));) {
        char path[PATH_MAX];
        snprintf(path, sizeof path, "%s/%s", directory, entry->d_name);
        beams = beams || text_ends_with(entry->d_name, ".beam");
        bool source = compiler_is_erlang(entry->d_name) || text_ends_with(entry->d_name, ".ex");   // scripts do things
        if (source && entry->d_name[0] != '.') push(&p->sources, &p->source_count, &p->source_capacity, path);
    }
    closedir(dir);
    if (beams) project_add_path(p, directory);
    project_add_folder(p, directory, "ebin");
    add_build(p, directory);
    return true;
}

bool project_add(Project *p, const char *name, Error *err) {
    if (is_directory(name)) return add_directory(p, name, err);
    if (access(name, R_OK) != 0) return fail(err, "%s: %s", name, strerror(errno));
    if (compiler_is_erlang(name) || compiler_is_elixir(name))
        push(&p->sources, &p->source_count, &p->source_capacity, name);
    else if (text_ends_with(name, ".beam"))
        push(&p->files, &p->file_count, &p->file_capacity, name);
    else
        return fail(err, "%s: neither .erl nor .ex nor .exs nor .beam nor a directory", name);
    return true;
}

// --- what programs may read -----------------------------------------------------------------------------------

static void note_root(Project *p, Text *root) {
    bool known = false;
    for (size_t i = 0; i < p->roots.count; i++) known = known || strcmp(p->roots.items[i], text_string(root)) == 0;
    if (!known && root->size) path_list_add(&p->roots, root->data);
    text_free(root);
}

void project_add_root(Project *p, const char *named) {
    Text root = {0};
    if (!root_around(named, &root)) root_folder(named, &root);
    note_root(p, &root);
}

// The project around the working folder; without one, what was named, and where nothing was, the folder itself.
static void add_working_root(Project *p) {
    Text root = {0};
    if (!root_around(".", &root) && p->roots.count == 0 && p->source_count + p->file_count == 0)
        root_folder(".", &root);
    note_root(p, &root);
}

// --- compiling ----------------------------------------------------------------------------------------------

static bool compile(Project *p, Error *err) {
    if (!scratch_make(&p->scratch_folder, err)) return false;
    p->scratch = p->scratch_folder.path;
    path_list_add(&p->tests.folders, p->scratch);
    return compiler_run(p, err) && compiler_load_scripts(p, err);
}

static void add_erl_libs(Project *p) {
    const char *libs = getenv("ERL_LIBS");
    while (libs && *libs) {
        size_t size = strcspn(libs, ":");
        char directory[PATH_MAX];
        snprintf(directory, sizeof directory, "%.*s", (int)size, libs);
        if (size) {
            add_libraries(p, directory);
            project_add_folder(p, directory, "ebin");
        }
        libs += size + (libs[size] == ':');
    }
}

// --- Elixir -------------------------------------------------------------------------------------------------

static bool is_elixir_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return strncmp(slash ? slash + 1 : path, "Elixir.", 7) == 0 && text_ends_with(path, ".beam");
}

static bool has_elixir(const char *directory) {
    DIR *dir = opendir(directory);
    bool found = false;
    for (struct dirent *entry; dir && !found && (entry = readdir(dir));) found = is_elixir_name(entry->d_name);
    if (dir) closedir(dir);
    return found;
}

static bool is_elixir(const Project *p) {
    if (p->tests.scripts.count) return true;
    for (size_t i = 0; i < p->source_count; i++)
        if (compiler_is_elixir(p->sources[i])) return true;
    for (size_t i = 0; i < p->file_count; i++)
        if (is_elixir_name(p->files[i])) return true;
    for (size_t i = 0; i < p->path_count; i++)
        if (has_elixir(p->paths[i])) return true;
    return false;
}

// Code in Elixir needs its library, which no release of OTP has.
static void add_elixir(Project *p) {
    char root[PATH_MAX], lib[PATH_MAX + 8], real[PATH_MAX];
    p->elixir = is_elixir(p);
    if (!p->elixir || !compiler_find_elixir(p->otp_root, root)) return;
    snprintf(lib, sizeof lib, "%s/lib", realpath(root, real) ? real : root);
    add_libraries(p, lib);
}

bool project_prepare(Project *p, Error *err) {
    if (!p->otp_root && !project_set_otp(p, NULL, err)) return false;
    if ((p->source_count || p->tests.scripts.count) && !compile(p, err)) return false;
    if (p->scratch) {   // before everything else
        project_add_path(p, p->scratch);
        const char *scratch = p->paths[p->path_count - 1];
        memmove(p->paths + 1, p->paths, (p->path_count - 1) * sizeof *p->paths);
        p->paths[0] = scratch;
    }
    add_erl_libs(p);
    for (size_t i = 0; i < p->late_count; i++) project_add_path(p, p->late_paths[i]);
    add_elixir(p);
    add_working_root(p);
    return true;
}

bool project_find(const Project *p, const char *module, Text *path) {
    for (size_t i = 0; i < p->path_count; i++) {
        text_clear(path);
        text_format(path, "%s/%s.beam", p->paths[i], module);
        if (door_reads(path->data)) return true;
    }
    return false;
}

// --- names of modules ---------------------------------------------------------------------------------------

typedef struct {
    const char *wanted;
    char *near;
    size_t size, distance;
} Nearest;

static void compare_name(Nearest *nearest, const char *path, const char *ending) {
    char name[NAME_MAX + 1];
    const char *slash = strrchr(path, '/');
    if (!text_ends_with(path, ending)) return;
    snprintf(name, sizeof name, "%s", slash ? slash + 1 : path);
    name[strlen(name) - strlen(ending)] = 0;
    size_t distance = text_distance(name, nearest->wanted);
    if (distance > nearest->distance || distance >= strlen(nearest->wanted)) return;
    if (distance == nearest->distance && *nearest->near && strcmp(name, nearest->near) >= 0) return;
    nearest->distance = distance;
    snprintf(nearest->near, nearest->size, "%s", name);
}

bool project_nearest(const Project *p, const char *module, char *near, size_t size) {
    Nearest nearest = {module, near, size, 3};
    *near = 0;
    for (size_t i = 0; i < p->source_count; i++) compare_name(&nearest, p->sources[i], ".erl");
    for (size_t i = 0; i < p->file_count; i++) compare_name(&nearest, p->files[i], ".beam");
    for (size_t i = 0; i < p->path_count; i++) {
        int descriptor =
            door_is_used() ? door_open(p->paths[i]) : open(p->paths[i], O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        DIR *dir = descriptor < 0 ? NULL : fdopendir(descriptor);
        for (struct dirent *entry; dir && (entry = readdir(dir));) compare_name(&nearest, entry->d_name, ".beam");
        if (dir) closedir(dir);
    }
    return *near;
}

// --- ending -------------------------------------------------------------------------------------------------

static void free_list(const char **items, size_t count) {
    for (size_t i = 0; i < count; i++) memory_free((void *)(uintptr_t)items[i]);
    memory_free(items);
}

void path_list_free(PathList *list) {
    free_list(list->items, list->count);
    *list = (PathList){0};
}

// --- sources ------------------------------------------------------------------------

static void add_folder_of(const char *file, PathList *out) {
    const char *slash = strrchr(file, '/');
    char folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - file) : 1, slash ? file : ".");
    path_list_add(out, folder);
}

// An ebin stands beside src and test, in the folder that paths of Elixir's sources begin at. Other folders stand
// anywhere.
static void add_around(const char *folder, PathList *out) {
    static const char *const beside[] = {"", "/..", "/../src", "/../test"};
    size_t count = text_ends_with(folder, "/ebin") ? sizeof beside / sizeof *beside : 1;
    for (size_t i = 0; i < count; i++) {
        char path[PATH_MAX];
        snprintf(path, sizeof path, "%s%s", folder, beside[i]);
        if (is_directory(path)) path_list_add(out, path);
    }
}

static bool is_of_project(const Project *p, const char *path) {
    bool otp = p->otp_root && strncmp(path, p->otp_root, strlen(p->otp_root)) == 0;
    return !otp && !(p->scratch && strcmp(path, p->scratch) == 0);
}

void project_source_folders(const Project *p, PathList *out) {
    Text here = {0};
    if (root_folder(".", &here)) path_list_add(out, ".");
    text_free(&here);
    for (size_t i = 0; i < p->roots.count; i++) path_list_add(out, p->roots.items[i]);
    if (p->tests.mix) path_list_add(out, p->tests.mix);
    for (size_t i = 0; i < p->source_count; i++) add_folder_of(p->sources[i], out);
    for (size_t i = 0; i < p->file_count; i++) add_folder_of(p->files[i], out);
    for (size_t i = 0; i < p->path_count; i++)
        if (is_of_project(p, p->paths[i])) add_around(p->paths[i], out);
}

void project_library_folders(const Project *p, PathList *out) {
    char path[PATH_MAX];
    for (size_t i = 0; i < p->path_count; i++) {
        bool library = p->otp_root && strncmp(p->paths[i], p->otp_root, strlen(p->otp_root)) == 0;
        snprintf(path, sizeof path, "%s/../src", p->paths[i]);
        if (library && is_directory(path)) path_list_add(out, path);
    }
}

void project_free(Project *p) {
    scratch_remove(&p->scratch_folder);
    free_list(p->paths, p->path_count);
    free_list(p->late_paths, p->late_count);
    free_list(p->files, p->file_count);
    free_list(p->sources, p->source_count);
    path_list_free(&p->roots);
    free_list(p->tests.folders.items, p->tests.folders.count);
    free_list(p->tests.modules.items, p->tests.modules.count);
    free_list(p->tests.scripts.items, p->tests.scripts.count);
    free_list(p->tests.helpers.items, p->tests.helpers.count);
    memory_free((void *)(uintptr_t)p->tests.mix);
    memory_free((void *)(uintptr_t)p->otp_root);
}
