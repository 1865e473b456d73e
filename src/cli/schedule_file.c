#include "cli/schedule_file.h"

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

bool schedule_file_read(ScheduleFile *file, const char *path, Error *err) {
    Bytes bytes;
    if (!bytes_read_file(path, &bytes, err)) return false;
    file->text = (char *)(uintptr_t)bytes.data;
    if (!is_text(file->text, bytes.size)) return fail(err, "%s: not a schedule of weft", path);
    size_t number = 0;
    for (char *line = file->text, *next; line; line = next) {
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
