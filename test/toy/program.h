// Program: small random programs for the toy machine.
#pragma once
#include <stdint.h>

enum { PROCESSES_MAX = 4, PROGRAM_MAX = 64 };

typedef struct {
    char text[PROCESSES_MAX][PROGRAM_MAX];
    const char *lines[PROCESSES_MAX];
    uint32_t count;
} Program;

// `kinds` lists the letters of the actions to choose from, as in toy.h; v and w read and write, s waits for one
// process.
void program_random(Program *program, const char *kinds, uint32_t seed);
// The same without branches, and most of what happens is that messages are sent to one process, and received there.
void program_crowd(Program *program, const char *kinds, uint32_t seed);
void program_print(const Program *program, const char *what);   // as a comment of a test

uint32_t program_any(uint32_t below);   // the next random number
