// Catalog: all commands and options there are. Help, the manual, completions and weft.toml are made from it.
#pragma once
#include "option/command.h"

enum { CATALOG_MAX = 128 };

typedef struct {
    const Option *option;
    uint32_t commands;   // which take it: bit n for the n-th
} CatalogLine;

typedef struct {   // every option once, in the order of the groups
    CatalogLine lines[CATALOG_MAX];
    size_t count;
} Catalog;

extern const Command *const catalog_commands[];   // in the order in which help shows them, then NULL
extern const char *const catalog_headings[GROUP_COUNT];

void catalog_fill(Catalog *catalog);
const CatalogLine *catalog_find(const Catalog *catalog,
                                const char *name);         // with or without dashes in front; NULL: there is none
void catalog_takers(const CatalogLine *line, Text *out);   // "weft check, weft test"
const Command *catalog_command(const char *name);          // NULL: there is none

// "-m, --module MOD": names of one letter stand first, long ones behind; those that only please habits (-pa) are left
// out.
void option_usage(const Option *option, Text *out);
// The n-th of some words that are separated by blanks; false: there are fewer.
bool word_at(const char *words, size_t n, const char **word, size_t *size);
