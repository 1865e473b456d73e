#include "engine/output.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "jail/jail.h"
#include "report/github.h"

#define FIELD(name) offsetof(Outputs, name)

const Option output_options[] = {
#define FORMAT(name, others, about, usage)                                                        \
    {"--" #name,   "FILE",         about,          OPTION_TEXT,      FIELD(files[FORMAT_##name]), \
     GROUP_OUTPUT, .also = others, .more = STDOUT, .example = usage, .open = true},
#define STDOUT "A FILE of - is standard output; the text for people is not printed then."
#include "report/format.def"
#undef STDOUT
#undef FORMAT
    {"--graph-of", "WHAT", "what --graph draws", OPTION_TEXT, FIELD(graph_of), GROUP_OUTPUT, .choices = "tree errors",
     .more = "tree: all interleavings that were explored, one leaf each, with --show-races also the races; steps "
             "between two branches are one box, and of very many interleavings only the first are drawn. errors: the "
             "story of each error, a column for each process, messages and the race.",
     .example = "check -m ping_pong -t main examples/ping_pong.erl --graph error.dot --graph-of errors"},
    {"--schedule", "FILE", "write the schedule of the first error, for weft replay", OPTION_TEXT, FIELD(schedule),
     GROUP_OUTPUT, .more = "A text file with a line for each step, which may be edited.",
     .example = "check -m ping_pong -t main examples/ping_pong.erl --schedule failing.schedule", .open = true},
    {"--editor-url", "URL", "on the page of --html, link places in sources to an editor", OPTION_TEXT,
     FIELD(editor_url), GROUP_OUTPUT,
     .more = "{file} and {line} stand for the place: vscode://file/{file}:{line}, idea://open?file={file}&line={line}.",
     .example = "check -m ping_pong -t main examples/ping_pong.erl --html error.html --editor-url "
                "'vscode://file/{file}:{line}'"},
    {"--quiet", NULL, "print nothing", OPTION_FLAG, FIELD(quiet), GROUP_OUTPUT, .also = "-q",
     .more = "The exit status tells: 0 no error, 1 errors, 2 weft could not do it. Files are written all the same.",
     .example = "check -q -m ping_pong -t main examples/ping_pong.erl"},
    {"--color", "WHEN", "whether the text is coloured", OPTION_TEXT, FIELD(look.color), GROUP_OUTPUT,
     .choices = "auto always never", .more = "auto is: on a terminal, unless the environment variable NO_COLOR is set.",
     .example = "check -m ping_pong -t main examples/ping_pong.erl --color always | less -R"},
    {"--ascii", NULL, "use no letters but those of ASCII", OPTION_FLAG, FIELD(look.ascii), GROUP_OUTPUT,
     .more = "Otherwise LC_ALL, LC_CTYPE and LANG say whether other letters can be shown.",
     .example = "check -m ping_pong -t main examples/ping_pong.erl --ascii"},
    {"--print-depth", "N", "how deep terms are shown before the rest becomes ...", OPTION_COUNT,
     FIELD(look.print_depth), GROUP_OUTPUT, .usual = "12",
     .example = "check -m bank -t main examples/bank.erl --print-depth 3"},
    {"--no-output", NULL, "write no report file", OPTION_FLAG, FIELD(no_report), GROUP_OUTPUT,
     .more = "Otherwise weft check writes weft_report.txt, or the file of --output.",
     .example = "check --no-output -m ping_pong -t main examples/ping_pong.erl"},
    {0},
};

static const char *const option_names[FORMAT_COUNT] = {
#define FORMAT(name, others, about, usage) [FORMAT_##name] = "--" #name,
#include "report/format.def"
#undef FORMAT
};

static const Format *const formats[FORMAT_COUNT] = {
#define FORMAT(name, others, about, usage) [FORMAT_##name] = &format_##name,
#include "report/format.def"
#undef FORMAT
};

// --- files -------------------------------------------------------------------------------------------------

bool output_is_stdout(const char *path) { return strcmp(path, "-") == 0; }

bool output_check(const char *option, const char *path, Error *err) {
    struct stat info;
    char folder[PATH_MAX];
    if (!path || output_is_stdout(path)) return true;
    if (stat(path, &info) == 0) {
        if (S_ISDIR(info.st_mode)) return fail(err, "%s %s: it is a folder", option, path);
        return access(path, W_OK) == 0 || fail(err, "%s %s: %s", option, path, strerror(errno));
    }
    const char *slash = strrchr(path, '/');
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) + 1 : 1, slash ? path : ".");
    return access(folder, W_OK) == 0 || fail(err, "%s %s: %s", option, path, strerror(errno));
}

bool output_write(const char *path, const Text *text) {
    Error err;
    if (output_is_stdout(path)) {
        fwrite(text_string(text), 1, text->size, stdout);
        return fflush(stdout) == 0;   // main tells
    }
    bool written = writing_put(path, text, &err);
    if (!written) terminal_trouble(err.text);
    return written;
}

// --- all of them -------------------------------------------------------------------------------------------

static bool same_file(const char *a, const char *b) { return a && b && strcmp(a, b) == 0; }

// No two of them go to one file.
static bool check_distinct(const Outputs *o, Error *err) {
    for (int i = 0; i < FORMAT_COUNT; i++) {
        if (same_file(o->files[i], o->schedule))
            return fail(err, "%s and --schedule are to be written to the same file", option_names[i]);
        for (int j = 0; j < i; j++)
            if (same_file(o->files[i], o->files[j]))
                return fail(err, "%s and %s are to be written to the same file", option_names[j], option_names[i]);
    }
    return true;
}

// The page makes links of it, so it must not be what a browser runs.
static bool check_editor(const char *url, Error *err) {
    static const char *const run[] = {"javascript:", "data:", "vbscript:", "blob:"};
    size_t scheme = url ? strspn(url, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+.-") : 0;
    if (!url) return true;
    for (size_t i = 0; i < sizeof run / sizeof *run; i++)
        if (strncasecmp(url, run[i], strlen(run[i])) == 0)
            return fail(err, "--editor-url %s: a browser would run that", url);
    if (scheme == 0 || url[scheme] != ':' || !strstr(url, "{file}"))
        return fail(err, "--editor-url %s: an address with {file} in it, such as vscode://file/{file}:{line}", url);
    return true;
}

bool outputs_check(const Outputs *o, Error *err) {
    if (!check_distinct(o, err) || !check_editor(o->editor_url, err)) return false;
    for (int i = 0; i < FORMAT_COUNT; i++)
        if (!output_check(option_names[i], o->files[i], err)) return false;
    return output_check("--schedule", o->schedule, err);
}

void outputs_report_to(Outputs *o, const char *usual) {
    Error err;
    const char **file = &o->files[FORMAT_output];
    if (!*file && !o->quiet && output_check("", usual, &err)) *file = usual;
    if (o->no_report) *file = NULL;
}

bool outputs_open_diary(Outputs *o, Error *err) {
    const char *file = o->files[FORMAT_output];
    if (!file || output_is_stdout(file))
        return fail(err, "--log-all writes to the report file: name one, --output FILE");
    if (!writing_begin(&o->report_file, file, err)) return false;
    int own = fcntl(o->report_file.descriptor, F_DUPFD_CLOEXEC, 0);
    o->diary = own < 0 ? NULL : fdopen(own, "wb");
    return o->diary || fail(err, "%s: %s", file, strerror(errno));
}

void outputs_name_files(const Outputs *o, Report *report) {
    const char *file = o->files[FORMAT_output];
    report->written = file && !output_is_stdout(file) ? file : NULL;
    report->scheduled = o->schedule && !output_is_stdout(o->schedule) ? o->schedule : NULL;
}

Style outputs_style(const Outputs *o) { return look_style(&o->look, STDOUT_FILENO); }

bool outputs_show_state(const Outputs *o) { return o->files[FORMAT_html] != NULL; }

bool outputs_want_tree(const Outputs *o) {
    return o->files[FORMAT_graph] && (!o->graph_of || strcmp(o->graph_of, "tree") == 0);
}

bool outputs_silent(const Outputs *o) {
    for (int i = 0; i < FORMAT_COUNT; i++)
        if (o->files[i] && output_is_stdout(o->files[i])) return true;
    return o->quiet || (o->schedule && output_is_stdout(o->schedule));
}

void output_folders(Text *here, Text *root) {
    char folder[PATH_MAX];
    Text mark = {0};
    if (!getcwd(folder, sizeof folder)) strcpy(folder, "/");
    text_add(here, folder);
    for (size_t size = here->size; size > 0; size--) {
        if (folder[size] && folder[size] != '/') continue;
        text_clear(&mark);
        text_format(&mark, "%.*s/.git", (int)size, folder);
        if (access(mark.data, F_OK) != 0) continue;
        folder[size] = 0;
        break;
    }
    text_add(root, folder);
    text_free(&mark);
}

static void begin_sheet(const Outputs *o, Sheet *sheet, const Format *format, bool many) {
    *sheet = (Sheet){.many = many,
                     .editor = o->editor_url,
                     .shard = o->shard,
                     .folder = text_string(&o->folder),
                     .root = text_string(&o->root)};
    sheet_begin(sheet, format);
}

bool output_is_on_github(void) {
    const char *says = getenv("GITHUB_ACTIONS");
    return says && strcmp(says, "true") == 0;
}

// Who reads standard output sees each test when it is done.
static void write_early(Outputs *o, int format) {
    Text *text = &o->sheets[format].out;
    if (!formats[format]->lines || !output_is_stdout(o->files[format])) return;
    o->broken |= !output_write("-", text);
    text_clear(text);
}

void outputs_begin(Outputs *o, bool many) {
    if (o->begun) return;
    o->begun = true;
    output_folders(&o->folder, &o->root);
    o->on_github = output_is_on_github();
    begin_sheet(o, &o->annotations, &format_annotations, many);
    begin_sheet(o, &o->summary, &format_summary, many);
    for (int i = 0; i < FORMAT_COUNT; i++)
        if (o->files[i]) {
            begin_sheet(o, &o->sheets[i], formats[i], many);
            write_early(o, i);
        }
}

static void add_schedule(Outputs *o, const Report *report) {
    if (!o->schedule || o->scheduled || report->message || report->skipped || !report->findings->finding_count) return;
    report_schedule(report, &report->findings->findings[0].story, &o->schedule_text);
    o->scheduled = true;
}

// Commands are heard on either stream; the one that a format has to itself is left alone.
static void annotate(Outputs *o, const Report *report) {
    if (!o->on_github) return;
    sheet_add(&o->summary, &format_summary, report);
    sheet_add(&o->annotations, &format_annotations, report);
    FILE *stream = outputs_silent(o) ? stderr : stdout;
    if (!o->quiet) fwrite(text_string(&o->annotations.out), 1, o->annotations.out.size, stream);
    text_clear(&o->annotations.out);
}

static void write_summary(Outputs *o) {
    const char *path = getenv("GITHUB_STEP_SUMMARY");
    FILE *file = o->on_github && path && *path ? fopen(path, "ab") : NULL;
    if (!file) return;
    sheet_end(&o->summary, &format_summary);
    bool written = fwrite(text_string(&o->summary.out), 1, o->summary.out.size, file) == o->summary.out.size;
    if (fclose(file) != 0 || !written) fprintf(stderr, "weft: cannot write the summary %s\n", path);
}

void outputs_add(Outputs *o, const Report *report) {
    for (int i = 0; i < FORMAT_COUNT; i++) {
        if (!o->files[i]) continue;
        sheet_add(&o->sheets[i], formats[i], report);
        write_early(o, i);
    }
    add_schedule(o, report);
    annotate(o, report);
}

// The rest of the report behind it.
static bool end_diary(Outputs *o) {
    const Text *text = &o->sheets[FORMAT_output].out;
    fputc('\n', o->diary);
    bool written = fwrite(text_string(text), 1, text->size, o->diary) == text->size;
    Error err;
    if (fclose(o->diary) != 0 || !written)
        written = fail(&err, "cannot write %s: %s", o->files[FORMAT_output], strerror(errno));
    if (written)
        written = writing_end(&o->report_file, &err);
    else
        writing_drop(&o->report_file);
    if (!written) terminal_trouble(err.text);
    o->diary = NULL;
    return written;
}

void outputs_go_inside(Outputs *o) {
    for (int i = 0; i < FORMAT_COUNT; i++)
        if (o->files[i]) sheet_part(&o->sheets[i]);
    sheet_part(&o->summary);
}

void outputs_save(const Outputs *o, Text *parcel) {
    for (int i = 0; i < FORMAT_COUNT; i++)
        if (o->files[i]) sheet_save(&o->sheets[i], parcel);
    sheet_save(&o->summary, parcel);
    parcel_add_text(parcel, text_string(&o->schedule_text), o->schedule_text.size);
    parcel_add_number(parcel, o->scheduled);
    parcel_add_number(parcel, o->broken);
}

void outputs_load(Outputs *o, Parcel *parcel) {
    for (int i = 0; i < FORMAT_COUNT; i++)
        if (o->files[i]) sheet_load(&o->sheets[i], parcel);
    sheet_load(&o->summary, parcel);
    parcel_text(parcel, &o->schedule_text);
    o->scheduled = parcel_number(parcel) != 0;
    o->broken |= parcel_number(parcel) != 0;
}

// To the one who may write.
static bool hand_over(const Outputs *o) {
    Text parcel = {0};
    if (o->diary) fflush(o->diary);
    outputs_save(o, &parcel);
    jail_answer(&parcel);
    text_free(&parcel);
    return true;
}

bool outputs_end(Outputs *o) {
    if (jail_is_inside()) return hand_over(o);
    if (o->schedule && o->scheduled) o->broken |= !output_write(o->schedule, &o->schedule_text);
    for (int i = 0; i < FORMAT_COUNT; i++) {
        if (!o->files[i]) continue;
        sheet_end(&o->sheets[i], formats[i]);
        bool begun = i == FORMAT_output && o->diary;
        o->broken |= begun ? !end_diary(o) : !output_write(o->files[i], &o->sheets[i].out);
        sheet_free(&o->sheets[i]);
    }
    write_summary(o);
    sheet_free(&o->annotations);
    sheet_free(&o->summary);
    text_free(&o->schedule_text);
    text_free(&o->folder);
    text_free(&o->root);
    return !o->broken;
}

void outputs_refuse(Outputs *o, const Report *report, bool many) {
    Error err;
    for (int i = 0; i < FORMAT_COUNT; i++)
        if (!jail_is_inside() && !output_check("", o->files[i], &err)) o->files[i] = NULL;
    outputs_begin(o, many);
    outputs_add(o, report);
    outputs_end(o);
}
