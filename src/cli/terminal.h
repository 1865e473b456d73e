// Terminal: what the user can see, as far as the environment tells.
#pragma once
#include <stdbool.h>
#include <stdint.h>

bool terminal_is_live(int file);      // lines can be rewritten there
bool terminal_is_utf8(void);          // by LC_ALL, LC_CTYPE and LANG
uint32_t terminal_width(int file);    // COLUMNS, or what the terminal says; 100 where there is none
