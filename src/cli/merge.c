// weft merge: what came of the parts of the tests, as if one machine had run them all.
#include <stdio.h>

#include "engine/output.h"
#include "option/command.h"
#include "report/merge.h"

typedef struct {
    Program program;
    const char *json;
    bool quiet;
    Merge merge;
} MergeRun;

static const Option own_options[] = {
    {"--json", "FILE", "write the result as JSON", OPTION_TEXT, offsetof(MergeRun, json), GROUP_OUTPUT,
     .more = "A FILE of - is standard output; the text for people is not printed then.",
     .example = "merge part-1.json part-2.json --json weft.json", .spoken = true},
    {"--quiet", NULL, "print nothing", OPTION_FLAG, offsetof(MergeRun, quiet), GROUP_OUTPUT, .also = "-q",
     .more = "The exit status tells: 0 no error, 1 errors, 2 weft could not do it. Files are written all the same.",
     .example = "merge -q part-1.json part-2.json", .spoken = true},
    {0},
};

static const OptionPart merge_options[] = {{own_options, 0}, {0}};

static bool read_parts(MergeRun *m, int argc, char **argv, Error *err) {
    if (!options_parse(merge_options, m, argc, argv, err) || !output_check("--json", m->json, err)) return false;
    const Program *p = &m->program;
    if (!p->file_count)
        return fail(err, "say which parts: weft merge FILE ..., as weft test --shard I/N --json FILE wrote them");
    for (size_t i = 0; i < p->file_count; i++)
        if (!merge_add(&m->merge, p->files[i], err)) return false;
    return merge_check(&m->merge, err);
}

// The stories are in what each part has told.
static void add_line(const MergedTest *test, Text *out) {
    const char *file = "", *problem = "";
    uint64_t line = 0;
    if (test->verdict == REPORT_OK || !test->entry) return;
    json_member_text(test->entry, "file", &file);
    json_member_number(test->entry, "line", &line);
    json_member_text(test->entry, "message", &problem);
    text_format(out, "  %-8s %s", report_verdicts[test->verdict], test->title);
    if (*file) text_format(out, ", %s", file);
    if (*file && line) text_format(out, ":%llu", (unsigned long long)line);
    text_format(out, "  (%s)%s%s\n", test->path, *problem ? ": " : "", problem);
}

static bool tell(const MergeRun *m) {
    const Merge *merge = &m->merge;
    Text text = {0}, json = {0};
    for (size_t i = 0; i < merge->count; i++) add_line(&merge->tests[i], &text);
    if (text.size) text_add(&text, "\n");
    report_summary(merge->counts, merge->interleavings, merge->seconds, &text);
    bool silent = m->quiet || (m->json && output_is_stdout(m->json));
    if (!silent) terminal_tell(stdout, &text);
    merge_json(merge, &json);
    bool written = !m->json || output_write(m->json, &json);
    text_free(&text);
    text_free(&json);
    return written;
}

static int conclude(const MergeRun *m) {
    bool written = tell(m);
    if (m->merge.failures) return EXIT_FOUND;
    return m->merge.counts[REPORT_UNABLE] || !written ? EXIT_UNABLE : EXIT_OK;
}

static int merge(int argc, char **argv) {
    MergeRun m = {0};
    Error err;
    int status = EXIT_UNABLE;
    if (read_parts(&m, argc, argv, &err))
        status = conclude(&m);
    else
        terminal_trouble(err.text);
    merge_free(&m.merge);
    program_free(&m.program);
    return status;
}

const Command command_merge = {
    .name = "merge",
    .usage = "FILE ... [--json FILE]",
    .about = "the parts of weft test --shard, put together",
    .help = "Each FILE is what weft test --shard I/N --json FILE wrote on one machine. Together they are one run: the "
            "same summary,\n"
            "the same JSON file but for times, and the exit status that the run would have had. It is refused if a "
            "test is missing\n"
            "or there twice.\n"
            "Exit status: 0 no error found, 1 a test fails, 2 weft could not do it.",
    .example = "merge part-1.json part-2.json",
    .options = merge_options,
    .run = merge,
};
