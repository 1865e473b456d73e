// weft lint: what is wrong with the messages of a program, without running it.
#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analysis/lint.h"
#include "base/memory.h"
#include "cli/confirm.h"
#include "engine/output.h"
#include "option/command.h"
#include "report/lint.h"

// What is written for other programs, each by an option.
enum { LINT_JSON, LINT_JUNIT, LINT_SARIF, LINT_GRAPH, LINT_FILES };

typedef struct {
    Program program;
    bool closed, proved_only, why, quiet, confirm;
    uint64_t seconds;
    TextList ignore, only;
    const char *files[LINT_FILES];   // NULL: not asked for
    Look look;
    PathList libraries;   // folders with .beam files of OTP
    Lint *lint;
    uint32_t units;
    uint64_t modules;
} Linting;

#define FIELD(name) offsetof(Linting, name)
#define KINDS "receive_nothing receive_wrong receive_unneeded send_unreceived send_unregistered deadlock race"
#define STDOUT "A FILE of - is standard output; the text for people is not printed then."

static const Option own_options[] = {
    {"--closed", NULL, "the modules named are the whole program", OPTION_FLAG, FIELD(closed), GROUP_MEANING,
     .more = "Otherwise each folder with .beam files is a program of its own, and code that is not in it may do with "
             "its functions what it likes. With --closed also such findings are told that hold only if no code but "
             "libraries exists besides all that was named.",
     .example = "lint _build/default/lib --closed"},
    {"--proved-only", NULL, "only what holds whatever other code exists", OPTION_FLAG, FIELD(proved_only),
     GROUP_MEANING,
     .more = "Otherwise it is assumed that code outside sends nothing to the processes of the program other than by "
             "calling its functions.",
     .example = "lint --proved-only examples"},
    {"--only", "KIND", "tell only findings of this kind", OPTION_LIST, FIELD(only), GROUP_ERROR, .choices = KINDS,
     .example = "lint --only receive_unneeded examples"},
    {"--ignore", "KIND", "do not tell findings of this kind", OPTION_LIST, FIELD(ignore), GROUP_ERROR, .choices = KINDS,
     .more =
         "A comment in the source, % weft: ignore KIND, on the line or the one above it, does the same for one place.",
     .example = "lint --ignore send_unreceived examples"},
    {"--why", NULL, "also tell how many receives were not decided, and because of what", OPTION_FLAG, FIELD(why),
     GROUP_OUTPUT, .example = "lint --why examples"},
    {"--confirm", NULL, "explore a test for what shows or refutes each finding", OPTION_FLAG, FIELD(confirm),
     GROUP_WHAT,
     .more = "-m and -t say which. Every interleaving of it that can matter is visited, as weft check does: a finding "
             "that one of them contradicts is withdrawn, and one that happens is told with its story.",
     .example = "lint examples/hits.erl --confirm -m hits -t two_at_once"},
    {"--max-seconds", "S", "stop exploring the test after S seconds", OPTION_COUNT, FIELD(seconds), GROUP_BOUND,
     .usual = "no limit", .example = "lint examples/hits.erl --confirm -m hits -t two_at_once --max-seconds 10"},
    {"--json", "FILE", "write the result as JSON", OPTION_TEXT, FIELD(files[LINT_JSON]), GROUP_OUTPUT, .open = true,
     .more = STDOUT, .example = "lint --json - examples"},
    {"--junit", "FILE", "write the result as JUnit XML, for CI", OPTION_TEXT, FIELD(files[LINT_JUNIT]), GROUP_OUTPUT,
     .open = true, .more = STDOUT, .example = "lint --junit lint.xml examples"},
    {"--sarif", "FILE", "write the findings as SARIF, for code scanning", OPTION_TEXT, FIELD(files[LINT_SARIF]),
     GROUP_OUTPUT, .open = true, .more = STDOUT, .example = "lint --sarif lint.sarif examples"},
    {"--graph", "FILE", "draw who sends what to whom: a picture (.svg), a page (.html), or for Graphviz", OPTION_TEXT,
     FIELD(files[LINT_GRAPH]), GROUP_OUTPUT, .open = true, .more = STDOUT " What nobody takes is red.",
     .example = "lint --graph messages.svg examples"},
    {"--quiet", NULL, "print nothing", OPTION_FLAG, FIELD(quiet), GROUP_OUTPUT, .also = "-q",
     .example = "lint -q examples"},
    {"--color", "WHEN", "whether the text is coloured", OPTION_TEXT, FIELD(look.color), GROUP_OUTPUT,
     .choices = "auto always never", .example = "lint --color never examples"},
    {"--ascii", NULL, "use no letters but those of ASCII", OPTION_FLAG, FIELD(look.ascii), GROUP_OUTPUT,
     .example = "lint --ascii examples"},
    {0},
};

static const struct {
    const char *option;
    void (*write)(const LintReport *report, Text *out);
} formats[LINT_FILES] = {
    [LINT_JSON] = {"--json", lint_json},
    [LINT_JUNIT] = {"--junit", lint_junit},
    [LINT_SARIF] = {"--sarif", lint_sarif},
    [LINT_GRAPH] = {"--graph", NULL},
};

static const OptionPart lint_options[] = {{program_options, FIELD(program)}, {own_options, 0}, {0}};

// --- modules ----------------------------------------------------------------------------------------------------

static bool is_folder(const char *path) {
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

// Folders of OTP's libraries: LIB/APPLICATION/ebin.
static void find_libraries(Linting *l) {
    struct dirent **entries;
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/lib", l->program.project.otp_root);
    int count = scandir(path, &entries, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        snprintf(path, sizeof path, "%s/lib/%s/ebin", l->program.project.otp_root, entries[i]->d_name);
        if (entries[i]->d_name[0] != '.' && is_folder(path)) path_list_add(&l->libraries, path);
        free(entries[i]);
    }
    if (count >= 0) free(entries);
}

static bool find_module(void *context, const char *module, Bytes *file) {
    Linting *l = context;
    Text path = {0};
    Error err;
    bool found = project_find(&l->program.project, module, &path) && bytes_read_file(path.data, file, &err);
    for (size_t i = 0; !found && i < l->libraries.count; i++) {
        text_clear(&path);
        text_format(&path, "%s/%s.beam", l->libraries.items[i], module);
        found = bytes_read_file(path.data, file, &err);
    }
    text_free(&path);
    return found;
}

static bool add_file(Linting *l, const char *path, uint32_t unit, Error *err) {
    Bytes file;
    if (!bytes_read_file(path, &file, err)) return false;
    bool added = lint_add(l->lint, path, file, unit, err);
    free((void *)(uintptr_t)file.data);
    l->modules += added;
    return added;
}

static uint32_t next_unit(Linting *l) { return l->closed ? 0 : l->units++; }

// A folder with .beam files is a unit; so is each such folder below it.
static bool add_folder(Linting *l, const char *folder, uint32_t depth, Error *err) {
    enum { DEPTH_MAX = 12 };
    struct dirent **entries;
    int count = depth < DEPTH_MAX ? scandir(folder, &entries, NULL, alphasort) : -1;
    uint32_t unit = UINT32_MAX;
    bool added = true;
    for (int i = 0; i < count; i++) {
        const char *name = entries[i]->d_name;
        char path[PATH_MAX];
        snprintf(path, sizeof path, "%s/%s", folder, name);
        if (added && name[0] != '.' && text_ends_with(name, ".beam")) {
            if (unit == UINT32_MAX) unit = next_unit(l);
            added = add_file(l, path, unit, err);
        } else if (added && name[0] != '.' && strcmp(name, "consolidated") != 0 && is_folder(path)) {
            added = add_folder(l, path, depth + 1, err);
        }
        free(entries[i]);
    }
    if (count >= 0) free(entries);
    return added;
}

// An application of OTP, by its name.
static bool find_application(const Linting *l, const char *name, Text *folder) {
    for (size_t i = 0; i < l->libraries.count; i++) {
        const char *path = l->libraries.items[i] + strlen(l->program.project.otp_root) + strlen("/lib/");
        size_t size = strcspn(path, "-/");
        if (strlen(name) != size || strncmp(path, name, size) != 0) continue;
        text_add(folder, l->libraries.items[i]);
        return true;
    }
    return false;
}

static bool add_named(Linting *l, const char *name, uint32_t files, Error *err) {
    Text folder = {0};
    bool added = true;
    if (is_folder(name))
        added = add_folder(l, name, 0, err);
    else if (text_ends_with(name, ".beam"))
        added = add_file(l, name, files, err);
    else if (find_application(l, name, &folder))
        added = add_folder(l, folder.data, 0, err);
    text_free(&folder);
    return added;
}

static bool add_compiled(Linting *l, uint32_t unit, Error *err) {
    uint32_t units = l->units;
    l->units = unit;
    bool added = add_folder(l, l->program.project.scratch, 0, err);
    l->units = units;
    return added;
}

// What is compiled now, and files that are named one by one, are one unit.
static bool add_modules(Linting *l, const char *const *names, size_t count, Error *err) {
    const Project *p = &l->program.project;
    uint32_t files = next_unit(l);
    if (p->scratch && !add_compiled(l, files, err)) return false;
    for (size_t i = 0; i < count; i++)
        if (!add_named(l, names[i], files, err)) return false;
    return l->modules > 0 ||
           fail(err,
                "there are no modules: name .beam, .erl or .ex files, folders with such files, or applications of OTP");
}

static bool has(const char *folder, const char *name) {
    char path[PATH_MAX];
    return snprintf(path, sizeof path, "%s/%s", folder, name) < (int)sizeof path && access(path, R_OK) == 0;
}

// What rebar3 and mix have built is read as it is; sources that lie beside their files are scripts of all kinds.
static bool is_built(const char *folder) {
    return has(folder, "_build") && (has(folder, "rebar.config") || has(folder, "mix.exs"));
}

// Names of applications are no files: the project shall not look for them.
static bool prepare(Linting *l, const char **names, size_t *count, Error *err) {
    Program *p = &l->program;
    if (p->file_count == 0) p->files[p->file_count++] = ".";
    *count = p->file_count;
    memcpy(names, p->files, p->file_count * sizeof *names);
    if (p->otp && !project_set_otp(&p->project, p->otp, err)) return false;
    if (!p->project.otp_root && !project_set_otp(&p->project, NULL, err)) return false;
    p->otp = NULL;
    find_libraries(l);
    size_t kept = 0;
    for (size_t i = 0; i < p->file_count; i++) {
        Text folder = {0};
        struct stat info;
        bool application = stat(p->files[i], &info) != 0 && find_application(l, p->files[i], &folder);
        bool read = application || (is_built(p->files[i]) && !l->confirm);   // a test has to be loaded, too
        if (!read) p->files[kept++] = p->files[i];
        text_free(&folder);
    }
    p->file_count = kept;
    return program_prepare(p, err) && add_modules(l, names, *count, err);
}

// --- telling ----------------------------------------------------------------------------------------------------

static bool is_wanted(const Linting *l, Sources *sources, const LintFinding *f) {
    const char *kind = lint_kinds[f->kind];
    if (l->only.count && !text_list_has(&l->only, kind)) return false;
    return !text_list_has(&l->ignore, kind) && !lint_is_ignored(sources, f);
}

// Those that are not wanted go to the end, where nobody looks but lint_result_free.
static size_t choose(const Linting *l, Sources *sources, LintResult *r) {
    size_t kept = 0;
    for (size_t i = 0; i < r->count; i++) {
        if (!is_wanted(l, sources, &r->findings[i])) continue;
        LintFinding other = r->findings[kept];
        r->findings[kept++] = r->findings[i];
        r->findings[i] = other;
    }
    return kept;
}

// Those that the test refutes go behind those that count; how many they are.
static size_t withdraw(LintResult *r, LintConfirmation *c) {
    size_t kept = 0;
    for (size_t i = 0; i < r->count; i++) {
        LintFinding finding = r->findings[i];
        LintOutcome outcome = c->outcomes[i];
        if (outcome.seen == LINT_REFUTED) continue;
        memmove(&r->findings[kept + 1], &r->findings[kept], (i - kept) * sizeof finding);
        memmove(&c->outcomes[kept + 1], &c->outcomes[kept], (i - kept) * sizeof outcome);
        r->findings[kept] = finding;
        c->outcomes[kept++] = outcome;
    }
    size_t withdrawn = r->count - kept;
    r->count = kept;
    return withdrawn;
}

static void free_confirmation(LintConfirmation *c, size_t count) {
    for (size_t i = 0; c->outcomes && i < count; i++) text_free(&c->outcomes[i].how);
    memory_free(c->outcomes);
    text_free(&c->stories);
}

static bool is_silent(const Linting *l) {
    bool silent = l->quiet;
    for (int i = 0; i < LINT_FILES; i++) silent |= l->files[i] && strcmp(l->files[i], "-") == 0;
    return silent;
}

// A graph in the format that its file's name says.
static void add_graph(const LintReport *report, const char *file, Text *out) {
    if (text_ends_with(file, ".svg"))
        lint_picture(report, out);
    else if (text_ends_with(file, ".html"))
        lint_page(report, out);
    else
        lint_graph(report, out);
}

static bool write_files(const Linting *l, const LintReport *report) {
    bool written = true;
    for (int i = 0; i < LINT_FILES; i++) {
        Text text = {0};
        if (!l->files[i]) continue;
        if (i == LINT_GRAPH)
            add_graph(report, l->files[i], &text);
        else
            formats[i].write(report, &text);
        written &= output_write(l->files[i], &text);
        text_free(&text);
    }
    return written;
}

static void print(const Linting *l, const LintReport *report) {
    Text text = {0};
    lint_text(report, look_style(&l->look, STDOUT_FILENO), &text);
    if (!is_silent(l)) terminal_tell(stdout, &text);
    text_clear(&text);
    lint_annotations(report, &text);
    if (output_is_on_github() && !l->quiet) terminal_tell(is_silent(l) ? stderr : stdout, &text);
    text_free(&text);
}

static int tell(Linting *l, LintResult *result, double seconds) {
    PathList folders = {0};
    Text folder = {0}, root = {0};
    project_source_folders(&l->program.project, &folders);
    output_folders(&folder, &root);
    Sources sources = {.folders = folders.items, .folder_count = folders.count};
    size_t all = result->count, wanted = choose(l, &sources, result);
    LintConfirmation confirmation = {0};
    Error err;
    result->count = wanted;
    LintReport report = {.result = result,
                         .sources = &sources,
                         .root = text_string(&root),
                         .folder = text_string(&folder),
                         .seconds = seconds,
                         .why = l->why};
    bool done = true;
    if (l->confirm && wanted) {
        done = confirm_findings(&l->program, result, l->seconds, &l->look, &confirmation, &err);
        if (!done)
            terminal_trouble(err.text);
        else
            report.withdrawn = withdraw(result, &confirmation), report.confirmation = &confirmation;
    }
    print(l, &report);
    bool written = write_files(l, &report) && done, found = result->count > 0;
    free_confirmation(&confirmation, wanted);
    result->count = all;
    sources_free(&sources);
    path_list_free(&folders);
    text_free(&folder);
    text_free(&root);
    return !written ? EXIT_UNABLE : found ? EXIT_FOUND : EXIT_OK;
}

static bool check_files(const Linting *l, Error *err) {
    for (int i = 0; i < LINT_FILES; i++)
        if (!output_check(formats[i].option, l->files[i], err)) return false;
    return true;
}

static int lint(int argc, char **argv) {
    Linting l = {0};
    Error err;
    const char *names[256];
    size_t count;
    int status = EXIT_UNABLE;
    double start = bound_now();
    l.lint = lint_new(find_module, &l);
    bool ready = options_parse(lint_options, &l, argc, argv, &err) && check_files(&l, &err);
    if (ready && l.confirm) ready = program_is_named(&l.program, &err);
    if (ready && l.closed && l.proved_only) ready = fail(&err, "--closed and --proved-only exclude each other");
    if (ready && prepare(&l, names, &count, &err)) {
        LintResult result;
        if (l.files[LINT_GRAPH]) lint_ask_topology(l.lint);
        lint_run(l.lint, l.closed ? LINT_CLOSED : l.proved_only ? LINT_PROVED : LINT_API, &result);
        status = tell(&l, &result, bound_now() - start);
        if (result.trouble.size) {
            terminal_trouble(text_string(&result.trouble));
            status = EXIT_UNABLE;
        }
        lint_result_free(&result);
    } else {
        terminal_trouble(err.text);
    }
    lint_free(l.lint);
    path_list_free(&l.libraries);
    program_free(&l.program);
    return status;
}

const Command command_lint = {
    .name = "lint",
    .usage = "[FILE|DIR|APP ...] [OPTION ...]",
    .about = "messages that nobody takes, receives that nobody serves; nothing is run",
    .help = "Reads .beam files (sources are compiled first), finds out which processes there are and which messages "
            "may come to each,\n"
            "and tells receives and clauses that no message can match, and messages that no receive takes. A finding "
            "is true under the\n"
            "assumption that it names; what cannot be decided is left out, and counted. Each folder with .beam files "
            "is taken as a\n"
            "program of its own.\n"
            "Exit status: 0 nothing found, 1 something found, 2 weft could not do it.",
    .example = "lint examples",
    .options = lint_options,
    .run = lint,
};
