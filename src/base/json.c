#include "base/json.h"

#include <assert.h>

#include "base/utf8.h"

// "<" is escaped so that the text may stand inside a page.
void json_escape(Text *out, const char *text) {
    for (const char *at = text; *at;) {
        size_t size = utf8_size(at, NULL);
        if (size == 0) {
            text_add(out, "\\ufffd");
            at++;
            continue;
        }
        if (*at == '"' || *at == '\\')
            text_format(out, "\\%c", *at);
        else if (*at == '\n')
            text_add(out, "\\n");
        else if ((unsigned char)*at < 0x20 || *at == '<')
            text_format(out, "\\u%04x", *at);
        else
            text_add_bytes(out, at, size);
        at += size;
    }
}

static void add_string(Text *out, const char *text) {
    text_add_char(out, '"');
    json_escape(out, text);
    text_add_char(out, '"');
}

static void add_break(JsonWriter *w) {
    if (w->compact) return;
    text_add(w->out, "\n");
    for (int i = 0; i < w->depth; i++) text_add(w->out, "  ");
}

static void begin(JsonWriter *w, const char *name) {
    if (w->depth > 0) {
        if (w->more[w->depth - 1]) text_add_char(w->out, ',');
        add_break(w);
        w->more[w->depth - 1] = true;
    }
    if (!name) return;
    add_string(w->out, name);
    text_add(w->out, w->compact ? ":" : ": ");
}

static void open(JsonWriter *w, const char *name, char start, char end) {
    begin(w, name);
    assert(w->depth < JSON_DEPTH);
    text_add_char(w->out, start);
    w->ends[w->depth] = end;
    w->more[w->depth++] = false;
}

void json_object(JsonWriter *w, const char *name) { open(w, name, '{', '}'); }

void json_array(JsonWriter *w, const char *name) { open(w, name, '[', ']'); }

void json_end(JsonWriter *w) {
    assert(w->depth > 0);
    w->depth--;
    if (w->more[w->depth]) add_break(w);
    text_add_char(w->out, w->ends[w->depth]);
}

void json_text(JsonWriter *w, const char *name, const char *utf8) {
    begin(w, name);
    add_string(w->out, utf8);
}

void json_written(JsonWriter *w, const char *name, const char *json) {
    begin(w, name);
    text_add(w->out, json);
}

void json_text_cut(JsonWriter *w, const char *name, const Text *utf8, size_t most) {
    if (utf8->size <= most) {
        json_text(w, name, text_string(utf8));
        return;
    }
    Text cut = {0};
    size_t size = most;
    while ((utf8->data[size] & 0xC0) == 0x80) size--;
    text_add_bytes(&cut, utf8->data, size);
    text_format(&cut, " ... (%zu more bytes)", utf8->size - size);
    json_text(w, name, text_string(&cut));
    text_free(&cut);
}

void json_number(JsonWriter *w, const char *name, uint64_t number) {
    begin(w, name);
    text_format(w->out, "%llu", (unsigned long long)number);
}

void json_seconds(JsonWriter *w, const char *name, double seconds) {
    begin(w, name);
    text_format(w->out, "%.6f", seconds);
}

void json_boolean(JsonWriter *w, const char *name, bool value) {
    begin(w, name);
    text_add(w->out, value ? "true" : "false");
}
