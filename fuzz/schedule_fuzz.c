// Any bytes as a schedule file, or as a report with schedules in it. What is read names a module and a function, and
// all its lines lie within it.
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "engine/schedule_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool holds) {
    if (!holds) abort();
}

static bool is_within(const ScheduleFile *file, const char *text, size_t size) {
    return text >= file->text && text + strlen(text) <= file->text + size;
}

// Words of fields are weft's own, those of steps stand in the file.
static void check_line(const ScheduleFile *file, const ScheduleLine *line, size_t size) {
    must(line->line > 0 && *line->word);
    must(line->value ? is_within(file, line->value, size) : is_within(file, line->word, size));
    must(!line->comment || is_within(file, line->comment, size));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    ScheduleFile file = {0};
    Error err = {0};
    if (size == 0) return 0;
    uint8_t *copy = memory_new(size);   // the first byte says which of the schedules
    memcpy(copy, data + 1, size - 1);
    copy[size - 1] = 0;
    if (schedule_file_take(&file, (Bytes){copy, size - 1}, "file", data[0], &err)) {
        must(*file.module && *file.function);
        for (size_t i = 0; i < file.count; i++) check_line(&file, &file.lines[i], size);
    } else {
        must(*err.text);
    }
    schedule_file_free(&file);
    return 0;
}
