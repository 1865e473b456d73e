#include "program.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static uint32_t seed;

uint32_t program_any(uint32_t below) {
    seed = seed * 1664525 + 1013904223;
    return (seed >> 8) % below;
}

static void add(char *text, const char *format, int operand) {
    size_t size = strlen(text);
    snprintf(text + size, PROGRAM_MAX - size, format, operand);
}

static void add_action(char *text, const char *kinds, uint32_t processes) {
    char kind = kinds[program_any((uint32_t)strlen(kinds))];
    int process = (int)program_any(processes), letter = (int)program_any(2);
    switch (kind) {
    case 'v': add(text, "%c", 'a' + letter); break;
    case 'w': add(text, "%c", 'A' + letter); break;
    case '1': add(text, letter ? "A%d" : "B%d", (int)program_any(2) + 1); break;
    case '+': add(text, "+%c", 'a' + letter); break;
    case '^': add(text, "^%c", 'a' + letter); break;
    case '%': add(text, letter ? "%%ab" : "%%ba", 0); break;
    case '!': add(text, "!%d", process); break;
    case '?': add(text, "?", 0); break;
    case 's': add(text, "?%d", process); break;
    case '~': add(text, "~", 0); break;
    case 'l': add(text, "~%d", process); break;
    case '&': add(text, "&", 0); break;
    case '#': add(text, "#%d", process); break;
    case '$': add(text, "$", 0); break;
    }
}

static void add_actions(char *text, const char *kinds, uint32_t count, uint32_t processes) {
    bool branches = strchr(kinds, '(') != NULL;
    for (uint32_t i = 0; i < count; i++) {
        bool branch = branches && program_any(3) == 0;
        bool zero = program_any(2);
        if (branch) add(text, zero ? "<" : "(", 0);
        add_action(text, kinds, processes);
        if (branch) add_action(text, kinds, processes);
        if (branch) add(text, zero ? ">" : ")", 0);
    }
}

void program_random(Program *program, const char *kinds, uint32_t first_seed) {
    seed = first_seed;
    bool spawns = strchr(kinds, '*') != NULL;
    program->count = 2 + program_any(3);
    uint32_t length = program->count == 2 ? 5 : program->count == 3 ? 4 : 3;
    for (uint32_t i = 0; i < program->count; i++) {
        char *text = program->text[i];
        program->lines[i] = text;
        strcpy(text, spawns && i > 0 ? "@" : "");
        add_actions(text, kinds, program_any(length), program->count);
        if (spawns && i + 1 < program->count) add(text, "*%d", (int)i + 1);
        add_actions(text, kinds, 1 + program_any(length - 1), program->count);
    }
}

void program_crowd(Program *program, const char *kinds, uint32_t first_seed) {
    seed = first_seed;
    program->count = 3 + program_any(2);
    uint32_t length = program->count == 3 ? 4 : 3, receiver = program_any(program->count);
    for (uint32_t i = 0; i < program->count; i++) {
        char *text = program->text[i];
        program->lines[i] = strcpy(text, "");
        for (uint32_t left = 1 + program_any(length); left > 0; left--) {
            if (program_any(5) > 2)
                add_action(text, kinds, program->count);
            else if (i == receiver)
                add_action(text, "?s", program->count);
            else
                add(text, "!%d", (int)receiver);
        }
    }
}

void program_print(const Program *program, const char *what) {
    printf("# %s:", what);
    for (uint32_t i = 0; i < program->count; i++) printf(" \"%s\"", program->lines[i]);
    printf("\n");
}
