#include "engine/surroundings.h"

#include <string.h>

#include "base/lines.h"

Report surroundings_refuse(const Program *program, const Findings *none, const char *strategy, const char *message) {
    return (Report){.version = WEFT_VERSION,
                    .module = program->module ? program->module : "",
                    .function = program->function ? program->function : "",
                    .strategy = strategy,
                    .findings = none,
                    .message = message};
}

Report surroundings_begin(Surroundings *out, const Program *program, const Findings *findings, const char *strategy) {
    Report report = surroundings_refuse(program, findings, strategy, NULL);
    options_record(program, &out->options);
    project_source_folders(&program->project, &out->folders);
    project_library_folders(&program->project, &out->libraries);
    report.options = text_string(&out->options);
    report.folders = out->folders.items;
    report.folder_count = out->folders.count;
    report.library_folders = out->libraries.items;
    report.library_folder_count = out->libraries.count;
    report.arguments = program->arguments;
    report.argument_count = program->argument_count;
    report.files = program->files;
    report.file_count = program->file_count;
    return report;
}

// Modules with their files; what was compiled for this search lies in a folder that nobody will see.
static void list_modules(const Program *program, Machine *machine, Text *out) {
    Text lines = {0};
    const char *line, *rest, *scratch = program->project.scratch;
    size_t size;
    machine_modules(machine, &lines);
    for (rest = text_string(&lines); (line = lines_next(&rest, &size));) {
        const char *path = strchr(line, ' ');
        bool compiled = scratch && strncmp(path + 2, scratch, strlen(scratch)) == 0;
        text_format(out, "%-24.*s  %.*s\n", (int)(path - line), line, compiled ? 18 : (int)(line + size - path - 2),
                    compiled ? "(compiled by weft)" : path + 2);
    }
    text_free(&lines);
}

void surroundings_searched(Surroundings *out, const Program *program, const Semantics *semantics,
                           const MachineConfig *config, const char *command, Machine *machine, Report *report) {
    options_tell(program, command, &out->command);
    semantics_tell(semantics, config, &out->assumed);
    network_tell_claim(config, &out->budgets);
    list_modules(program, machine, &out->modules);
    report->command = text_string(&out->command);
    report->assumed = text_string(&out->assumed);
    report->budgets = out->budgets.size ? text_string(&out->budgets) : NULL;
    report->modules = text_string(&out->modules);
}

void surroundings_end(Surroundings *out, Machine *machine, Report *report) {
    machine_externals(machine, &out->externals);
    machine_hidden(machine, &out->hidden);
    report->externals = text_string(&out->externals);
    report->hidden = &out->hidden;
}

void surroundings_free(Surroundings *s) {
    text_free(&s->options);
    text_free(&s->command);
    text_free(&s->assumed);
    text_free(&s->budgets);
    text_free(&s->modules);
    text_free(&s->externals);
    text_free(&s->hidden.servers);
    path_list_free(&s->folders);
    path_list_free(&s->libraries);
}
