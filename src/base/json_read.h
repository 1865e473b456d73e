// JsonValue: a document in JSON, read as a whole (RFC 8259).
//
//     JsonDocument document;
//     if (!json_read(&document, path, bytes, size, err)) ...
//     const JsonValue *tests = json_member(document.root, "tests", JSON_ARRAY);     // NULL: there is none of that kind
//     for (const JsonValue *test = json_first(tests); test; test = test->next) ...
//     json_free(&document);
//
// A value knows where it stands in the bytes, so that it can be copied as it is. A character 0 within a string is
// refused, numbers are taken apart by who wants them.
#pragma once
#include "base/arena.h"
#include "base/error.h"
#include "base/text.h"

typedef enum { JSON_NULL, JSON_BOOLEAN, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT } JsonKind;

typedef struct JsonValue {
    JsonKind kind;
    const char *name;                 // of a member of an object; else NULL
    const char *text;                 // of a string, in UTF-8
    struct JsonValue *items, *next;   // what an array or object contains; what comes after it there
    size_t count;                     // of items
    const char *at;                   // among the bytes that were read
    size_t size;
} JsonValue;

typedef struct {
    Arena memory;
    JsonValue *root;
} JsonDocument;

// The bytes must live as long as the document. What is wrong has its line: "report.json:3: ...". The caller frees the
// document in either case.
bool json_read(JsonDocument *document, const char *path, const char *bytes, size_t size, Error *err);
void json_free(JsonDocument *document);

const JsonValue *json_member(const JsonValue *object, const char *name, JsonKind kind);
static inline const JsonValue *json_first(const JsonValue *value) { return value ? value->items : NULL; }

// What a member of an object says. False: it is not there, or is something else; `out` stays as it is.
bool json_member_text(const JsonValue *object, const char *name, const char **out);
bool json_member_number(const JsonValue *object, const char *name, uint64_t *out);   // no sign, no fraction
bool json_member_seconds(const JsonValue *object, const char *name, double *out);    // not below zero
bool json_value_number(const JsonValue *value, uint64_t *out);
