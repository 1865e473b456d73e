// Reads any bytes as TOML. What is read holds together; what is refused has a place.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/toml.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool holds) {
    if (!holds) abort();
}

static void check_value(const TomlValue *value, bool item) {
    must(value->place.line > 0 && value->place.column > 0);
    must(value->kind != TOML_ARRAY || !item);
    must(strlen(text_string(&value->text)) == value->text.size);
    must(value->kind == TOML_ARRAY || value->count == 0);
    for (size_t i = 0; i < value->count; i++) check_value(&value->items[i], true);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Toml toml;
    Error err = {0};
    if (toml_read(&toml, (const char *)data, size, &err)) {
        for (size_t i = 0; i < toml.count; i++) {
            must(toml.entries[i].place.line > 0 && !strchr(text_string(&toml.entries[i].key), '.'));
            check_value(&toml.entries[i].value, false);
        }
    } else {
        unsigned line, column;
        must(sscanf(err.text, "%u:%u: ", &line, &column) == 2 && line > 0 && column > 0);
    }
    toml_free(&toml);
    return 0;
}
