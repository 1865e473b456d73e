#include "project/layout.h"

#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"

static bool is_directory(const char *path) {
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

static bool exists(const char *directory, const char *name) {
    Text path = {0};
    text_format(&path, "%s/%s", directory, name);
    bool there = access(path.data, R_OK) == 0;
    text_free(&path);
    return there;
}

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

// --- walking ----------------------------------------------------------------------------------------------

// Whether one of the entries of a folder is called so; `pattern` as for fnmatch.
static bool has_entry(const char *directory, const char *pattern) {
    DIR *dir = opendir(directory);
    bool found = false;
    for (struct dirent *entry; dir && !found && (entry = readdir(dir));)
        found = fnmatch(pattern, entry->d_name, FNM_PERIOD) == 0;
    if (dir) closedir(dir);
    return found;
}

// Calls `visit` for all in a folder, in order of their names.
static void each_entry(Project *p, const char *directory, void (*visit)(Project *, const char *)) {
    struct dirent **entries;
    int count = scandir(directory, &entries, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        char path[PATH_MAX];
        snprintf(path, sizeof path, "%s/%s", directory, entries[i]->d_name);
        if (entries[i]->d_name[0] != '.') visit(p, path);
        free(entries[i]);
    }
    if (count >= 0) free(entries);
}

static void add_script(Project *p, const char *path) {
    if (text_ends_with(path, "_test.exs")) path_list_add(&p->tests.scripts, path);
}

// Folders within folders, as deep as they are.
static void add_scripts_below(Project *p, const char *path) {
    if (is_directory(path))
        each_entry(p, path, add_scripts_below);
    else
        add_script(p, path);
}

static void add_source(Project *p, const char *path) {
    if (text_ends_with(path, ".erl") || text_ends_with(path, ".ex")) project_add_source(p, path);
}

static void add_helper(Project *p, const char *directory) {
    PathList *helpers = &p->tests.helpers;
    char path[PATH_MAX];
    if (!exists(directory, "test_helper.exs")) return;
    snprintf(path, sizeof path, "%s/test_helper.exs", directory);
    for (size_t i = 0; i < helpers->count; i++)
        if (strcmp(helpers->items[i], path) == 0) return;
    path_list_add(helpers, path);
}

// A folder with modules, some of them with tests.
static void add_beams(Project *p, const char *directory, const char *name) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    if (!is_directory(path)) return;
    project_add_path(p, path);
    path_list_add(&p->tests.folders, path);
}

// --- rebar3 -----------------------------------------------------------------------------------------------

// An application of the project itself, not one that it depends on: it has a source file with its name.
static bool is_own(const char *directory, const char *application) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "src/%s.app.src", application);
    if (exists(directory, path)) return true;
    snprintf(path, sizeof path, "apps/%s", application);
    if (exists(directory, path)) return true;
    snprintf(path, sizeof path, "lib/%s", application);
    return exists(directory, path);
}

// Suites of Common Test may lie anywhere (ct_opts in rebar.config).
static void add_suites(Project *p, const char *path) {
    if (has_entry(path, "*_SUITE.beam") && strcmp(base_name(path), "ebin") != 0 && strcmp(base_name(path), "test") != 0)
        add_beams(p, path, ".");
}

static void add_application(Project *p, const char *directory, const char *built) {
    if (is_own(directory, base_name(built))) {
        add_beams(p, built, "ebin");
        add_beams(p, built, "test");
        each_entry(p, built, add_suites);
    } else {
        project_add_folder(p, built, "ebin");
    }
}

static void add_extra(Project *p, const char *path) { add_beams(p, path, "."); }

// A dependency that is worked on beside the project.
static void add_checkout(Project *p, const char *path) { project_add_folder(p, path, "ebin"); }

static void add_rebar_build(Project *p, const char *directory) {
    char lib[PATH_MAX], extras[PATH_MAX], checkouts[PATH_MAX];
    struct dirent **entries;
    snprintf(lib, sizeof lib, "%s/_build/test/lib", directory);
    snprintf(extras, sizeof extras, "%s/_build/test/extras", directory);
    snprintf(checkouts, sizeof checkouts, "%s/_build/test/checkouts", directory);
    int count = scandir(lib, &entries, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        Text path = {0};
        text_format(&path, "%s/%s", lib, entries[i]->d_name);
        if (entries[i]->d_name[0] != '.') add_application(p, directory, path.data);
        text_free(&path);
        free(entries[i]);
    }
    if (count >= 0) free(entries);
    each_entry(p, checkouts, add_checkout);
    each_entry(p, extras, add_extra);
}

// --- mix --------------------------------------------------------------------------------------------------

static bool add_mix(Project *p, const char *directory, Error *err) {
    if (p->tests.mix && strcmp(p->tests.mix, directory) != 0)
        return fail(err, "one mix project at a time, not both %s and %s", p->tests.mix, directory);
    if (!p->tests.mix) p->tests.mix = memory_text(directory);
    return true;
}

static void add_mix_tests(Project *p, const char *directory) {
    char tests[PATH_MAX];
    snprintf(tests, sizeof tests, "%s/test", directory);
    add_helper(p, tests);
    add_scripts_below(p, tests);
}

// An umbrella has its projects in a folder of its own; mix, run there, knows the code of all of them.
static void add_all_mix_tests(Project *p, const char *directory) {
    char applications[PATH_MAX];
    add_mix_tests(p, directory);
    snprintf(applications, sizeof applications, "%s/apps", directory);
    each_entry(p, applications, add_mix_tests);
}

// --- a folder ---------------------------------------------------------------------------------------------

static bool has_build(const char *directory) { return exists(directory, "_build/test/lib"); }

static void add_suite_sources(Project *p, const char *path) {
    if (has_entry(path, "*_SUITE.erl") && strcmp(base_name(path), "src") != 0 && strcmp(base_name(path), "test") != 0)
        each_entry(p, path, add_source);
}

static const char *const parts[] = {"src", "test"};
enum { PARTS = sizeof parts / sizeof *parts };

static void add_application_sources(Project *p, const char *path) {
    char part[PATH_MAX];
    for (size_t i = 0; i < PARTS; i++) {
        snprintf(part, sizeof part, "%s/%s", path, parts[i]);
        each_entry(p, part, add_source);
    }
    each_entry(p, path, add_suite_sources);
}

static void add_scripts_in(Project *p, const char *directory) {
    each_entry(p, directory, add_script);
    add_helper(p, directory);
}

static void add_application_scripts(Project *p, const char *path) {
    char part[PATH_MAX];
    for (size_t i = 0; i < PARTS; i++) {
        snprintf(part, sizeof part, "%s/%s", path, parts[i]);
        add_scripts_in(p, part);
    }
}

// The modules of a folder without a build of its own that has tests in it.
static bool add_plain_modules(Project *p, const char *directory, Error *err) {
    char applications[PATH_MAX];
    size_t first = p->path_count;
    if (!project_add(p, directory, err)) return false;   // its .erl files, and builds without tests
    for (size_t i = first; i < p->path_count; i++)
        if (!strstr(p->paths[i], "/_build/")) path_list_add(&p->tests.folders, p->paths[i]);
    snprintf(applications, sizeof applications, "%s/apps", directory);
    add_application_sources(p, directory);
    add_beams(p, directory, "test");
    each_entry(p, applications, add_application_sources);
    return true;
}

static bool add_plain(Project *p, const char *directory, Error *err) {
    char applications[PATH_MAX];
    snprintf(applications, sizeof applications, "%s/apps", directory);
    if (!add_plain_modules(p, directory, err)) return false;
    add_application_scripts(p, directory);
    add_scripts_in(p, directory);
    each_entry(p, applications, add_application_scripts);
    return true;
}

// Libraries in Erlang may have a mix.exs for those who depend on them, and all of their tests elsewhere.
static bool is_mix(const char *directory) {
    char tests[PATH_MAX];
    snprintf(tests, sizeof tests, "%s/test", directory);
    return exists(directory, "mix.exs") && (!exists(directory, "rebar.config") || has_entry(tests, "*.exs"));
}

static bool add_directory(Project *p, const char *directory, Error *err) {
    if (is_mix(directory)) {
        if (!add_mix(p, directory, err)) return false;
        add_all_mix_tests(p, directory);
        return true;
    }
    if (!has_build(directory)) return add_plain(p, directory, err);
    add_rebar_build(p, directory);
    return true;
}

// --- a file -----------------------------------------------------------------------------------------------

static bool is_looked_after(const char *folder) {
    return exists(folder, "mix.exs") || (exists(folder, "rebar.config") && has_build(folder));
}

static bool waits_for_build(const char *folder) {
    return exists(folder, "rebar.config") || exists(folder, "erlang.mk");
}

// The nearest folder above a file that is of a kind. False: there is none.
static bool find_above(const char *file, bool (*is)(const char *folder), char found[PATH_MAX]) {
    if (!realpath(file, found)) return false;
    for (char *slash; (slash = strrchr(found, '/')) && slash != found;) {
        *slash = 0;
        if (is(found)) return true;
    }
    return false;
}

// foo_tests is about foo, and foo has tests in foo_tests.
static void companion_of(const char *file, char out[PATH_MAX]) {
    size_t stem = strlen(file) - strlen(".erl");
    if (stem > 6 && strncmp(file + stem - 6, "_tests", 6) == 0)
        snprintf(out, PATH_MAX, "%.*s.erl", (int)stem - 6, file);
    else
        snprintf(out, PATH_MAX, "%.*s_tests.erl", (int)stem, file);
}

static void want_module(Project *p, const char *file) {
    char name[PATH_MAX];
    snprintf(name, sizeof name, "%s", base_name(file));
    char *dot = strrchr(name, '.');
    if (dot) *dot = 0;
    path_list_add(&p->tests.modules, name);
}

// As people write it who stand in a folder above, or in it.
static const char *as_seen_from_here(const char *root) {
    char here[PATH_MAX];
    size_t size = getcwd(here, sizeof here) ? strlen(here) : 0;
    if (size == 0 || strncmp(root, here, size) != 0) return root;
    if (root[size] == 0) return ".";
    return root[size] == '/' ? root + size + 1 : root;
}

static bool are_the_same(const char *file, const char *other) {
    struct stat one, two;
    return stat(file, &one) == 0 && stat(other, &two) == 0 && one.st_dev == two.st_dev && one.st_ino == two.st_ino;
}

// It may be among what is there already.
static void add_named_source(Project *p, const char *file) {
    for (size_t i = 0; i < p->source_count; i++)
        if (are_the_same(p->sources[i], file)) return;
    project_add_source(p, file);
}

static bool add_erlang_file(Project *p, const char *file, Error *err) {
    char root[PATH_MAX], companion[PATH_MAX];
    companion_of(file, companion);
    want_module(p, file);
    if (!text_ends_with(file, "_tests.erl")) want_module(p, companion);
    if (find_above(file, is_looked_after, root) && has_build(root)) return add_directory(p, root, err);
    bool whole = find_above(file, waits_for_build, root) && !is_mix(root);
    if (whole && !add_plain_modules(p, as_seen_from_here(root), err)) return false;
    add_named_source(p, file);
    if (access(companion, R_OK) == 0) add_named_source(p, companion);
    return true;
}

static bool add_script_file(Project *p, const char *file, Error *err) {
    char root[PATH_MAX], folder[PATH_MAX];
    path_list_add(&p->tests.scripts, file);
    if (find_above(file, is_looked_after, root) && exists(root, "mix.exs")) {
        snprintf(folder, sizeof folder, "%.*s/test", PATH_MAX - 6, root);
        add_helper(p, folder);
        return add_mix(p, root, err);
    }
    snprintf(folder, sizeof folder, "%.*s", (int)(base_name(file) - file), file);
    add_helper(p, *folder ? folder : ".");
    each_entry(p, *folder ? folder : ".", add_source);
    return true;
}

static bool add_beam_file(Project *p, const char *file) {
    char folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%.*s", (int)(base_name(file) - file), file);
    add_beams(p, *folder ? folder : ".", ".");
    want_module(p, file);
    return true;
}

bool layout_add(Project *p, const char *name, Error *err) {
    p->tests.only_scripts = (!p->tests.named || p->tests.only_scripts) && text_ends_with(name, ".exs");
    p->tests.named = true;
    if (is_directory(name)) return add_directory(p, name, err);
    if (access(name, R_OK) != 0) return fail(err, "%s: %s", name, strerror(errno));
    if (text_ends_with(name, ".erl")) return add_erlang_file(p, name, err);
    if (text_ends_with(name, ".exs")) return add_script_file(p, name, err);
    if (text_ends_with(name, ".beam")) return add_beam_file(p, name);
    return fail(err, "%s: neither .erl nor .exs nor .beam nor a folder", name);
}
