#include "engine/schedule_file.h"

#include <stdio.h>
#include <string.h>

#include "base/bytes.h"
#include "base/memory.h"

static void add_line(ScheduleFile *file, ScheduleLine line) {
    if (file->count == file->capacity) {
        file->capacity = file->capacity ? file->capacity * 2 : 64;
        file->lines = memory_resize(file->lines, file->capacity * sizeof *file->lines);
    }
    file->lines[file->count++] = line;
    file->steps += !line.value;
}

// "name: value" with nothing but the value behind it.
static bool is_field(char *line, const char *name, const char **value) {
    size_t size = strlen(name);
    if (strncmp(line, name, size) != 0 || line[size] != ':') return false;
    line += size + 1;
    line += strspn(line, " \t");
    for (size_t end = strlen(line); end > 0 && strchr(" \t\r", line[end - 1]); end--) line[end - 1] = 0;
    *value = line;
    return true;
}

static bool read_line(ScheduleFile *file, char *line, size_t number, Error *err) {
    static const char *const repeated[] = {"file", "option", "argument", "process"};
    const char *value;
    line += strspn(line, " \t");
    if (is_field(line, "module", &file->module) || is_field(line, "function", &file->function)) return true;
    for (size_t i = 0; i < sizeof repeated / sizeof *repeated; i++)
        if (is_field(line, repeated[i], &value)) {
            add_line(file, (ScheduleLine){.word = repeated[i], .value = value, .line = number});
            return true;
        }
    char *comment = line + strcspn(line, "#\r");
    comment = *comment == '#' ? comment + 1 + strspn(comment + 1, " \t") : NULL;
    line[strcspn(line, "#\r")] = 0;
    size_t size = strcspn(line, " \t");
    if (size == 0) return true;
    if (line[size + strspn(line + size, " \t")])   // a name stands alone
        return fail(err, "line %zu is not a line of a schedule: %.60s", number, line);
    line[size] = 0;
    add_line(file, (ScheduleLine){.word = line, .comment = comment, .line = number});
    return true;
}

static bool is_text(const char *bytes, size_t size) {
    for (size_t i = 0; i < size; i++)
        if ((unsigned char)bytes[i] < 0x20 && !strchr("\t\n\r", bytes[i])) return false;
    return !memchr(bytes, 0, size);
}

static char *behind_line(char *text) {
    size_t size = strcspn(text, "\n");
    return text + size + (text[size] == '\n');
}

// The beginning of a line of a report; NULL: it is none.
static char *find_line(char *text, const char *begin, size_t *number) {
    size_t size = strlen(begin);
    for (*number = 1; text; ++*number) {
        if (strncmp(text, begin, size) == 0) return text;
        text = strchr(text, '\n');
        text = text ? text + 1 : NULL;
    }
    return NULL;
}

// Where the lines of the schedule begin, and how many lines come before it.
static char *find_schedule(char *text, uint32_t error, size_t *before, Error *err) {
    char title[40];
    *before = 0;
    if (!find_line(text, "Schedule of error 1\n", before)) {
        *before = 0;
        if (error > 1) fail(err, "--error is for report files, and this is a schedule");
        return error > 1 ? NULL : text;
    }
    snprintf(title, sizeof title, "Schedule of error %u\n", error);
    char *at = find_line(text, title, before), *end;
    if (!at) fail(err, "it has no error %u", error);
    for (int line = 0; at && line < 2; line++) at = behind_line(at);   // the title, and what underlines it
    ++*before;
    if (at && (end = strstr(at, "\n# the end"))) end[1] = 0;
    return at;
}

bool schedule_file_read(ScheduleFile *file, const char *path, uint32_t error, Error *err) {
    Bytes bytes;
    return bytes_read_file(path, &bytes, err) && schedule_file_take(file, bytes, path, error, err);
}

bool schedule_file_take(ScheduleFile *file, Bytes bytes, const char *path, uint32_t error, Error *err) {
    file->text = (char *)(uintptr_t)bytes.data;
    if (!is_text(file->text, bytes.size)) return fail(err, "%s: not a schedule of weft", path);
    size_t number;
    char *begin = find_schedule(file->text, error, &number, err);
    if (!begin) return fail_at(err, path);
    for (char *line = begin, *next; line; line = next) {
        next = strchr(line, '\n');
        if (next) *next++ = 0;
        if (!read_line(file, line, ++number, err)) return fail_at(err, path);
    }
    if (!file->module || !*file->module || !file->function || !*file->function)
        return fail(err, "%s: not a schedule of weft: it names no module and function", path);
    return true;
}

void schedule_file_free(ScheduleFile *file) {
    memory_free(file->lines);
    memory_free(file->text);
}
