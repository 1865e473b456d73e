// Terminal: what the user can see, as far as the environment tells.
#pragma once
#include <stdio.h>

#include "report/page.h"

// All that people read goes out through these: whatever a program, a file or a name contains, it only shows itself.
void terminal_tell(FILE *stream, const Text *text);   // may be coloured by weft
void terminal_trouble(const char *message);           // "weft: message", to standard error

bool terminal_is_live(int file);     // lines can be rewritten there
bool terminal_is_utf8(void);         // by LC_ALL, LC_CTYPE and LANG
uint32_t terminal_width(int file);   // COLUMNS, or what the terminal says; 100 where there is none

typedef struct {
    const char *color;   // auto, always or never
    bool ascii;
    uint64_t print_depth;   // of terms; 0: the usual
} Look;

uint32_t look_depth(const Look *look);          // of terms; 0: the usual
Style look_style(const Look *look, int file);   // of what is printed there
