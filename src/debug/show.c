#include "debug/show.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/display.h"
#include "base/lines.h"
#include "engine/terminal.h"
#include "explore/witness/telling.h"

enum { INDENT = 9, NAME_LEAST = 4 };

void show_init(Show *show, Style style, const char *const *folders, size_t folder_count) {
    *show = (Show){.sources = {.folders = folders, .folder_count = folder_count}};
    show->page = (Page){&show->out, style};
}

void show_free(Show *show) {
    text_free(&show->out);
    sources_free(&show->sources);
    wording_free(&show->wording);
}

void show_flush(Show *show) {
    if (!show->page.style.utf8) display_to_ascii(&show->out);
    show->page.out = &show->out;
    terminal_tell(stdout, &show->out);
    fflush(stdout);
    text_clear(&show->out);
}

void show_line(Show *show, Ink ink, const char *format, ...) {
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int size = vsnprintf(NULL, 0, format, arguments);
    char *line = memory_new((size_t)size + 1);
    vsnprintf(line, (size_t)size + 1, format, again);
    va_end(again);
    va_end(arguments);
    page_ink(&show->page, ink, line);
    text_add(&show->out, "\n");
    memory_free(line);
}

// --- steps -----------------------------------------------------------------------------------------------

void show_words(Show *show, const StoryStep *step, Text *out) {
    const char *file;
    uint32_t line = sources_place(&show->sources, step, &file);
    wording_tell(&show->wording, step, out);
    const char *slash = line ? strrchr(file, '/') : NULL;
    if (line) text_format(out, "  (%s:%u)", slash ? slash + 1 : file, line);
}

void show_step(Show *show, uint32_t number, const char *mark, Ink ink, const StoryStep *step) {
    Text words = {0};
    Page *page = &show->page;
    size_t name = step->process.size > NAME_LEAST ? step->process.size : NAME_LEAST;
    if (number)
        page_format(page, INK_FAINT, "%5u ", number);
    else
        page_fill(page, 6);
    page_format(page, INK_RACE, "%s", *mark ? mark : " ");
    page_fill(page, 2);
    page_cell(page, INK_STRONG, text_string(&step->process), step->process.size, name);
    page_fill(page, 1);
    show_words(show, step, &words);
    page_wrap(page, ink, text_string(&words), INDENT + name + 1, INDENT + name + 3);
    text_free(&words);
}

static Ink ink_of(const StoryStep *step) { return step->kind == ACTION_CRASH ? INK_ERROR : INK_PLAIN; }

static bool same_process(const StoryStep *a, const StoryStep *b) {
    return strcmp(text_string(&a->process), text_string(&b->process)) == 0;
}

static void add_probes(Show *show, const Text *probes) {
    const char *line, *rest = text_string(probes);
    size_t size;
    while ((line = lines_next(&rest, &size))) {
        page_fill(&show->page, INDENT);
        page_ink(&show->page, INK_NOTE, "* ");
        text_add_bytes(&show->out, line, size);
        text_add(&show->out, "\n");
    }
}

void show_steps(Show *show, Session *session, uint32_t first, uint32_t last) {
    const Story *story = session_story(session);
    if (first == 1) add_probes(show, &story->probes);
    for (uint32_t number = first; number <= last && number <= story->length; number++) {
        const StoryStep *step = &story->steps[number - 1];
        bool switched = number > 1 && !same_process(step, step - 1);
        show_step(show, number, switched ? page_glyph(&show->page, GLYPH_SWITCH) : "", ink_of(step), step);
        add_probes(show, &step->probes);
    }
}

void show_lines(Show *show, const char *indent, const char *lines) {
    const char *line;
    size_t size;
    while ((line = lines_next(&lines, &size))) text_format(&show->out, "%s%.*s\n", indent, (int)size, line);
}

void show_foretell(Stage *stage, Actor actor, StoryStep *out) {
    machine_tell(stage->machine, true);
    story_foretell(stage, actor, out);
    machine_tell(stage->machine, false);
}
