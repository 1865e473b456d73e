#include "engine/recorded.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static bool check_lines(const ScheduleFile *file, const char *path, Error *err) {
    for (size_t i = 0; i < file->count; i++) {
        const ScheduleLine *line = &file->lines[i];
        bool option = line->value && strcmp(line->word, "option") == 0, empty = line->value && !*line->value;
        bool named = option && *line->value == '-' && isalpha((unsigned char)line->value[strspn(line->value, "-")]);
        if (option ? !named : empty && strcmp(line->word, "file") == 0)
            return fail(err, "%s: line %zu names no %s", path, line->line, line->word);
    }
    return true;
}

// The file has to be read before its options can be; which part of it is said by an option.
static uint32_t wanted_error(int argc, char **argv) {
    for (int i = 2; i < argc; i++) {
        if (strncmp(argv[i], "--error=", 8) == 0) return (uint32_t)strtoul(argv[i] + 8, NULL, 10);
        if (strcmp(argv[i], "--error") == 0 && i + 1 < argc) return (uint32_t)strtoul(argv[i + 1], NULL, 10);
    }
    return 1;
}

bool recorded_read(ScheduleFile *file, int argc, char **argv, Error *err) {
    return schedule_file_read(file, argv[1], wanted_error(argc, argv), err) && check_lines(file, argv[1], err);
}

// An option's value is all that follows its name; name and value become one word, a file is never taken for an option.
static char *word_of(const ScheduleLine *line) {
    Text word = {0};
    bool option = strcmp(line->word, "option") == 0;
    size_t name = strcspn(line->value, " ");
    const char *value = line->value + name + strspn(line->value + name, " ");
    if (!option)
        text_format(&word, "%s%s", *line->value == '-' ? "./" : "", line->value);
    else
        text_format(&word, "%.*s%s%s", (int)name, line->value, *value ? "=" : "", value);
    return word.data;
}

// The options of the file come before those of the command line.
char **recorded_words(const ScheduleFile *file, int argc, char **argv, int *count, int *recorded) {
    char **words = memory_new((file->count + (size_t)argc + 1) * sizeof *words);
    *count = 0;
    words[(*count)++] = memory_text(argv[0]);
    for (size_t i = 0; i < file->count; i++) {
        const ScheduleLine *line = &file->lines[i];
        if (!line->value || strcmp(line->word, "argument") == 0 || strcmp(line->word, "process") == 0) continue;
        words[(*count)++] = word_of(line);
    }
    *recorded = *count - 1;
    for (int i = 2; i < argc; i++) words[(*count)++] = memory_text(argv[i]);
    return words;
}

void recorded_free(char **words, int count) {
    while (count > 0) memory_free(words[--count]);
    memory_free(words);
}

void recorded_name(const ScheduleFile *file, Program *program, const char **arguments) {
    program->module = file->module;
    program->function = file->function;
    for (size_t i = 0; i < file->count && program->argument_count < RECORDED_ARGUMENTS; i++)
        if (file->lines[i].value && strcmp(file->lines[i].word, "argument") == 0)
            arguments[program->argument_count++] = file->lines[i].value;
    if (program->argument_count) program->arguments = arguments;
}

bool recorded_follow(const ScheduleFile *file, Stage *stage, Error *err) {
    for (size_t i = 0; i < file->count; i++) {
        const ScheduleLine *line = &file->lines[i];
        Actor actor;
        if (line->value) continue;
        if (!stage_find(stage, line->word, strlen(line->word), &actor))
            return fail(err, "line %zu: %s cannot act here, as step %u; --relaxed leaves such steps out", line->line,
                        line->word, stage->length + 1);
        stage_step(stage, actor);
    }
    return true;
}
