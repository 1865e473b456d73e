// Json: writing JSON, one value after the other. Inside an object every value has a name; in an array it is NULL.
//
//     JsonWriter w = {.out = &text};
//     json_object(&w, NULL); json_text(&w, "tool", "weft"); json_end(&w);
#pragma once
#include "base/text.h"

enum { JSON_DEPTH = 32 };

typedef struct {
    Text *out;
    bool compact;   // without line ends and blanks
    int depth;
    char ends[JSON_DEPTH];   // of what is open
    bool more[JSON_DEPTH];   // whether something stands there already
} JsonWriter;

void json_object(JsonWriter *writer, const char *name);
void json_array(JsonWriter *writer, const char *name);
void json_end(JsonWriter *writer);
void json_text(JsonWriter *writer, const char *name, const char *utf8);   // not UTF-8: replaced
// At most so many bytes of it, not cut inside of a character, and then how many more there are.
void json_text_cut(JsonWriter *writer, const char *name, const Text *utf8, size_t most);
void json_number(JsonWriter *writer, const char *name, uint64_t number);
void json_seconds(JsonWriter *writer, const char *name, double seconds);
void json_boolean(JsonWriter *writer, const char *name, bool value);
void json_written(JsonWriter *writer, const char *name, const char *json);   // a value that is JSON already

void json_escape(Text *out, const char *utf8);   // what stands between the quotes of a string
