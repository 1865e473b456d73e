#include "report/source.h"

#include <limits.h>
#include <stdio.h>
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
    static const char *const endings[] = {".erl",  ".hrl", ".ex",  ".exs", ".eex",  ".leex",
                                          ".heex", ".yrl", ".xrl", ".lfe", ".gleam"};
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
    if (folder)
        text_format(path, "%s/%s", folder, name);
    else
        text_add(path, name);
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

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == ':' ||
           c == '.' || c == '@';
}

enum { BLOCKS_MAX = 64 };

// What is open behind a line, from the innermost block outwards: whether it is a fun.
typedef struct {
    bool funs[BLOCKS_MAX];
    uint32_t count, fun_count;
    bool elixir;
} Blocks;

static bool is_word(const char *word, size_t size, const char *words) {
    char all[16];
    if (size + 3 > sizeof all) return false;
    snprintf(all, sizeof all, " %.*s ", (int)size, word);
    return strstr(words, all) != NULL;
}

static void open_block(Blocks *b, bool fun) {
    if (b->count < BLOCKS_MAX) b->funs[b->count] = fun;
    b->count++;
    b->fun_count += fun;
}

static void close_block(Blocks *b) {
    if (b->count == 0) return;
    b->count--;
    b->fun_count -= b->count < BLOCKS_MAX && b->funs[b->count];
}

static void read_word(Blocks *b, const char *word, size_t size, char next) {
    bool opens = is_word(word, size, b->elixir ? " do " : " case if begin try receive maybe ");
    bool fun = b->elixir ? is_word(word, size, " fn ") : is_word(word, size, " fun ") && next == '(';
    if (opens || fun) open_block(b, fun);
    if (is_word(word, size, " end ")) close_block(b);
}

// Behind a text between quotes, which ends with its line at the latest.
static size_t skip_quoted(const char *line, size_t size, size_t at) {
    char quote = line[at++];
    while (at < size && line[at] != quote) at += line[at] == '\\' ? 2 : 1;
    return at < size ? at + 1 : size;
}

// Reads a line on. True: a receive stands in it, and not in a fun that was opened before, unless those count.
static bool find_receive(Blocks *b, const char *line, size_t size, bool in_fun) {
    for (size_t i = 0; i < size && line[i] != (b->elixir ? '#' : '%');) {
        size_t length = 0;
        while (i + length < size && is_letter(line[i + length])) length++;
        if (is_word(line + i, length, " receive ") && (in_fun || b->fun_count == 0)) return true;
        if (length) read_word(b, line + i, length, i + length < size ? line[i + length] : 0);
        if (length)
            i += length;
        else
            i = line[i] == '"' || line[i] == '\'' ? skip_quoted(line, size, i) : i + 1;
    }
    return false;
}

static bool ends_function(const char *line, size_t size) {
    while (size > 0 && (line[size - 1] == ' ' || line[size - 1] == '\t')) size--;
    return size > 0 && line[size - 1] == '.';
}

// By the first line of a stack, in the words of Erlang or Elixir.
static bool is_fun(const char *function) {
    const char *mark = strstr(function, "-fun-");
    return strncmp(function, "anonymous fn/", 13) == 0 || (mark && mark < function + strcspn(function, "\n"));
}

uint32_t sources_receive(Sources *s, const char *name, uint32_t line, const char *function) {
    enum { NEAR = 8 };
    const Source *source = line ? sources_find(s, name) : NULL;
    const char *text;
    size_t size;
    Blocks blocks = {.elixir = text_ends_with(name, ".ex") || text_ends_with(name, ".exs")};
    for (uint32_t i = line; source && i < line + NEAR && source_line(source, i, &text, &size); i++)
        if (find_receive(&blocks, text, size, is_fun(function)))
            return i;
        else if (!blocks.elixir && ends_function(text, size))
            return line;
    return line;
}

uint32_t sources_place(Sources *s, const StoryStep *step, const char **file) {
    bool user = step->user_function.size && step->user_line;
    bool waits = step->kind == ACTION_RECEIVE || step->kind == ACTION_TIMEOUT;
    uint32_t line = user ? step->user_line : step->library ? 0 : step->line;
    *file = text_string(user ? &step->user_file : &step->file);
    if (waits && !step->library)
        line = sources_receive(s, *file, line, text_string(user ? &step->user_function : &step->stack));
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
