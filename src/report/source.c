#include "report/source.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/door.h"
#include "base/memory.h"

static bool is_file(const char *path) {
    DoorInfo known;
    if (door_is_used()) return door_look(path, true, &known) && S_ISREG(known.info.st_mode);
    return stat(path, &known.info) == 0 && S_ISREG(known.info.st_mode);
}

// By the ending of its name: compilers do not say which files they read, a line -file("secret", 1) does.
static bool is_source(const char *path) {
    static const char *const endings[] = {".erl", ".hrl", ".ex", ".exs", ".eex", ".leex", ".heex", ".yrl", ".xrl", ".lfe", ".gleam"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (text_ends_with(path, endings[i])) return true;
    return false;
}

// Links are followed before a file is looked at.
bool sources_may_read(const Sources *s, const char *path) {
    char real[PATH_MAX], folder[PATH_MAX];
    if (door_is_used()) return true;   // who answers there asks this
    if (!realpath(path, real) || !is_source(real)) return false;
    for (size_t i = 0; i < s->folder_count; i++) {
        size_t size = realpath(s->folders[i], folder) ? strlen(folder) : 0;
        if (size > 1 && strncmp(real, folder, size) == 0 && real[size] == '/') return true;
    }
    return false;
}

static bool is_below(Text *path, const char *folder, const char *name) {
    text_clear(path);
    if (folder) text_format(path, "%s/%s", folder, name);
    else text_add(path, name);
    return is_file(text_string(path));
}

static bool find_path(const Sources *s, const char *name, Text *path) {
    if (is_below(path, NULL, name) && sources_may_read(s, text_string(path))) return true;
    for (const char *rest = name; rest; rest = strchr(rest, '/') ? strchr(rest, '/') + 1 : NULL)
        for (size_t i = 0; *rest && i < s->folder_count; i++)
            if (is_below(path, s->folders[i], rest) && sources_may_read(s, text_string(path))) return true;
    return false;
}

static void find_lines(Source *source) {
    size_t capacity = 0;
    for (size_t at = 0; at < source->text.size;) {
        if (source->line_count == capacity) {
            capacity = capacity ? 2 * capacity : 256;
            source->lines = memory_resize(source->lines, capacity * sizeof *source->lines);
        }
        source->lines[source->line_count++] = at;
        const char *end = memchr(source->text.data + at, '\n', source->text.size - at);
        at = end ? (size_t)(end - source->text.data) + 1 : source->text.size;
    }
}

// As the user would name it: relative to where weft was started, if it is below.
static char *shown_path(const char *path) {
    char here[PATH_MAX];
    size_t size = getcwd(here, sizeof here) ? strlen(here) : 0;
    bool below = size > 1 && strncmp(path, here, size) == 0 && path[size] == '/';
    while (strncmp(path, "./", 2) == 0) path += 2;
    return memory_text(below ? path + size + 1 : path);
}

static void read_source(Source *source) {
    Bytes bytes;
    Error err;
    if (!bytes_read_file(source->path, &bytes, &err)) return;
    text_add_bytes(&source->text, bytes.data, bytes.size);
    memory_free((void *)(uintptr_t)bytes.data);
    find_lines(source);
}

static bool is_called(const Source *source, const char *name) {
    return strcmp(source->name, name) == 0 || (source->path && strcmp(source->path, name) == 0);
}

const Source *sources_find(Sources *s, const char *name) {
    for (size_t i = 0; i < s->count; i++)
        if (is_called(s->sources[i], name)) return s->sources[i]->path ? s->sources[i] : NULL;
    Text path = {0};
    Source *source = memory_zeroed(1, sizeof *source);
    source->name = memory_text(name);
    if (*name && find_path(s, name, &path)) {
        source->path = shown_path(text_string(&path));
        read_source(source);
    }
    text_free(&path);
    s->sources = memory_resize(s->sources, (s->count + 1) * sizeof *s->sources);
    s->sources[s->count++] = source;
    return source->path ? source : NULL;
}

bool source_line(const Source *source, uint32_t number, const char **line, size_t *size) {
    if (number == 0 || number > source->line_count) return false;
    *line = source->text.data + source->lines[number - 1];
    size_t end = number < source->line_count ? source->lines[number] : source->text.size;
    *size = end - source->lines[number - 1];
    while (*size > 0 && strchr("\r\n", (*line)[*size - 1])) --*size;
    return true;
}

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == ':' || c == '.'; }

static bool has_receive(const char *line, size_t size) {
    for (size_t i = 0; i + 7 <= size && line[i] != '%' && line[i] != '#'; i++) {
        bool begins = i == 0 || !is_letter(line[i - 1]), ends = i + 7 == size || !is_letter(line[i + 7]);
        if (begins && ends && strncmp(line + i, "receive", 7) == 0) return true;
    }
    return false;
}

uint32_t sources_receive(Sources *s, const char *name, uint32_t line) {
    enum { NEAR = 8 };
    const Source *source = line ? sources_find(s, name) : NULL;
    const char *text;
    size_t size;
    for (uint32_t i = line; source && i < line + NEAR && source_line(source, i, &text, &size); i++)
        if (has_receive(text, size)) return i;
    return line;
}

uint32_t sources_place(Sources *s, const StoryStep *step, const char **file) {
    bool user = step->user_function.size && step->user_line;
    bool waits = step->kind == ACTION_RECEIVE || step->kind == ACTION_TIMEOUT;
    uint32_t line = user ? step->user_line : step->library ? 0 : step->line;
    *file = text_string(user ? &step->user_file : &step->file);
    if (waits && !step->library) line = sources_receive(s, *file, line);
    const Source *source = line ? sources_find(s, *file) : NULL;
    if (source) *file = source->path;
    return line;
}

void sources_free(Sources *s) {
    for (size_t i = 0; i < s->count; i++) {
        memory_free(s->sources[i]->name);
        memory_free(s->sources[i]->path);
        memory_free(s->sources[i]->lines);
        text_free(&s->sources[i]->text);
        memory_free(s->sources[i]);
    }
    memory_free(s->sources);
    *s = (Sources){0};
}
