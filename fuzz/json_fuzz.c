// Reads any bytes as JSON. What is read lies within the bytes, and reading a part of it again gives the same.
#include <stdlib.h>
#include <string.h>

#include "base/json_read.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool holds) {
    if (!holds) abort();
}

static void check_value(const JsonValue *value, const char *start, size_t size) {
    size_t count = 0;
    must(value->at >= start && value->size > 0 && value->at + value->size <= start + size);
    must(value->kind != JSON_STRING || value->text);
    for (const JsonValue *item = value->items; item; item = item->next, count++) {
        must((item->name != NULL) == (value->kind == JSON_OBJECT));
        check_value(item, value->at, value->size);
    }
    must(count == value->count);
}

static void read_again(const JsonValue *value) {
    JsonDocument again;
    Error err;
    must(json_read(&again, "again", value->at, value->size, &err));
    must(again.root->kind == value->kind && again.root->count == value->count);
    json_free(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    JsonDocument document;
    Error err = {0};
    if (json_read(&document, "input", (const char *)data, size, &err)) {
        check_value(document.root, (const char *)data, size);
        for (const JsonValue *item = document.root->items; item; item = item->next) read_again(item);
    } else {
        must(strncmp(err.text, "input:", 6) == 0);
    }
    json_free(&document);
    return 0;
}
