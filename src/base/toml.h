// Toml: settings from a file, as TOML 1.0 has them.
//
//     depth_bound = 20000          # section "", key "depth_bound"
//     [test]
//     only = ["pool", "queue"]     # section "test", key "only"
//
// The reader is strict, and tells line and column of what is wrong. What settings have no use for is refused with a
// word: dates, tables within values, arrays of tables and arrays of arrays.
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/text.h"

typedef enum { TOML_STRING, TOML_INTEGER, TOML_FLOAT, TOML_BOOLEAN, TOML_ARRAY } TomlKind;

typedef struct {
    uint32_t line, column;   // from 1; columns count characters
} TomlPlace;

typedef struct TomlValue {
    TomlKind kind;
    TomlPlace place;
    Text text;   // of a string; of a number, as it is written
    int64_t integer;
    bool boolean;
    struct TomlValue *items;   // of an array; none of them is an array
    size_t count;
} TomlValue;

typedef struct {
    Text section, key;   // section: names with dots between them; empty above all of them
    TomlPlace place;     // of the key
    TomlValue value;
} TomlEntry;

typedef struct {
    Text name;
    TomlPlace place;
} TomlSection;

typedef struct {
    TomlEntry *entries;   // in their order
    size_t count;
    TomlSection *sections;   // the headings
    size_t section_count;
} Toml;

// An error begins with "LINE:COLUMN: ". The caller frees the result in either case.
bool toml_read(Toml *toml, const char *bytes, size_t size, Error *err);
void toml_free(Toml *toml);
