#include "report/report.h"

size_t report_widest_process(const Story *story) {
    size_t width = 1;
    for (uint32_t i = 0; i < story->length; i++)
        if (story->steps[i].process.size > width) width = story->steps[i].process.size;
    return width;
}

// What a step does, on one line: texts of programs may have line ends in them.
static void add_comment(Text *out, const char *what) {
    for (; *what; what++) text_add_char(out, *what == '\n' || *what == '\r' ? ' ' : *what);
}

// What those are for who take part, so that they are found again in a program that was changed.
static void add_processes(const Story *story, Text *out) {
    for (uint32_t i = 0; i < story->process_count; i++) {
        const StoryProcess *process = &story->processes[i];
        if (process->parent.size && process->initial.size)
            text_format(out, "process: %s %s\n", text_string(&process->name), text_string(&process->initial));
    }
}

void report_schedule(const Report *r, const Story *story, Text *out) {
    text_add(out, "# Who acts, step by step: weft replay FILE follows it. Lines may be taken out, moved and added.\n");
    text_format(out, "module: %s\nfunction: %s\n", r->runner ? r->runner : r->module,
                r->runner ? r->entry : r->function);
    for (size_t i = 0; i < r->argument_count; i++) text_format(out, "argument: %s\n", r->arguments[i]);
    for (size_t i = 0; i < r->file_count; i++) text_format(out, "file: %s\n", r->files[i]);
    if (r->options) text_add(out, r->options);
    add_processes(story, out);
    text_add(out, "\n");
    size_t width = report_widest_process(story);
    for (uint32_t i = 0; i < story->length; i++) {
        text_format(out, "%-*s  # ", (int)width, text_string(&story->steps[i].process));
        add_comment(out, text_string(&story->steps[i].what));
        text_add(out, "\n");
    }
}
