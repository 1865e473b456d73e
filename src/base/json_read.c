#include "base/json_read.h"

#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

enum { DEPTH_MOST = 100 };   // of values within values

typedef struct {
    const char *path, *start, *at;   // of a copy that a NUL ends
    const char *bytes;               // the original
    Arena *memory;
    int depth;
    Error *err;
} Reader;

static bool refuse(const Reader *r, const char *problem) {
    unsigned line = 1;
    for (const char *c = r->start; c < r->at; c++) line += *c == '\n';
    return fail(r->err, "%.200s:%u: %s", r->path, line, problem);
}

static void skip_blanks(Reader *r) { r->at += strspn(r->at, " \t\r\n"); }

// --- strings -------------------------------------------------------------------------------------------------

static bool read_hex(Reader *r, uint32_t *out) {
    *out = 0;
    for (int i = 0; i < 4; i++, r->at++) {
        const char *digits = "0123456789abcdef0123456789ABCDEF", *found = *r->at ? strchr(digits, *r->at) : NULL;
        if (!found) return refuse(r, "\\u needs four hexadecimal digits");
        *out = *out << 4 | (uint32_t)((found - digits) & 15);
    }
    return true;
}

// Behind \u. Characters beyond the first plane come as two halves.
static bool read_code_point(Reader *r, Text *out) {
    uint32_t code, low;
    if (!read_hex(r, &code)) return false;
    if (code >= 0xD800 && code < 0xDC00) {
        if (strncmp(r->at, "\\u", 2) != 0) return refuse(r, "half a character");
        r->at += 2;
        if (!read_hex(r, &low)) return false;
        if (low < 0xDC00 || low > 0xDFFF) return refuse(r, "half a character");
        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
    } else if (code >= 0xDC00 && code < 0xE000) {
        return refuse(r, "half a character");
    }
    if (code == 0) return refuse(r, "the character 0 has no use here");
    text_add_utf8(out, code);
    return true;
}

static bool read_escape(Reader *r, Text *out) {
    static const char letters[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    char letter = r->at[1];
    const char *found = letter ? strchr(letters, letter) : NULL;
    if (!found && letter != 'u') return refuse(r, "no such escape");
    r->at += 2;
    if (!found) return read_code_point(r, out);
    text_add_char(out, meanings[found - letters]);
    return true;
}

static bool read_characters(Reader *r, Text *out) {
    while (*r->at != '"') {
        size_t size = utf8_size(r->at, NULL);
        if ((unsigned char)*r->at < 0x20) return refuse(r, *r->at ? "a control character" : "a string does not end");
        if (size == 0) return refuse(r, "this is not UTF-8");
        if (*r->at == '\\') {
            if (!read_escape(r, out)) return false;
        } else {
            text_add_bytes(out, r->at, size);
            r->at += size;
        }
    }
    r->at++;
    return true;
}

static bool read_string(Reader *r, const char **out) {
    Text text = {0};
    r->at++;
    bool sound = read_characters(r, &text);
    char *copy = arena_take(r->memory, text.size + 1);
    memcpy(copy, text_string(&text), text.size + 1);
    *out = copy;
    text_free(&text);
    return sound;
}

// --- values --------------------------------------------------------------------------------------------------

static size_t digits(const char *at) { return strspn(at, "0123456789"); }

static bool read_number(Reader *r) {
    if (*r->at == '-') r->at++;
    size_t whole = digits(r->at);
    if (whole == 0 || (whole > 1 && *r->at == '0')) return refuse(r, "this is not JSON");
    r->at += whole;
    if (*r->at == '.') {
        if (!digits(++r->at)) return refuse(r, "a number ends with its point");
        r->at += digits(r->at);
    }
    if (*r->at != 'e' && *r->at != 'E') return true;
    r->at++;
    if (*r->at == '+' || *r->at == '-') r->at++;
    if (!digits(r->at)) return refuse(r, "a number has no exponent");
    r->at += digits(r->at);
    return true;
}

static bool read_value(Reader *r, JsonValue *out);

// One item, which becomes the last.
static bool read_item(Reader *r, JsonValue *all, JsonValue **last) {
    JsonValue *item = arena_take(r->memory, sizeof *item);
    *item = (JsonValue){0};
    *(*last ? &(*last)->next : &all->items) = item;
    *last = item;
    all->count++;
    skip_blanks(r);
    if (all->kind == JSON_OBJECT) {
        if (*r->at != '"') return refuse(r, "a member of an object needs a name");
        if (!read_string(r, &item->name)) return false;
        skip_blanks(r);
        if (*r->at++ != ':') return r->at--, refuse(r, "a colon is missing");
    }
    return read_value(r, item);
}

static bool read_items(Reader *r, JsonValue *all, char end) {
    JsonValue *last = NULL;
    if (++r->depth > DEPTH_MOST) return refuse(r, "too many values within values");
    r->at++;
    skip_blanks(r);
    for (bool more = *r->at != end; more;) {
        if (!read_item(r, all, &last)) return false;
        skip_blanks(r);
        more = *r->at == ',';
        if (more)
            r->at++;
        else if (*r->at != end)
            return refuse(r, *r->at ? "a comma is missing" : "it ends too early");
    }
    r->at++;
    r->depth--;
    return true;
}

static bool read_word(Reader *r, JsonValue *out) {
    static const char *const words[] = {"null", "true", "false"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strncmp(r->at, words[i], strlen(words[i])) == 0) {
            out->kind = i ? JSON_BOOLEAN : JSON_NULL;
            r->at += strlen(words[i]);
            return true;
        }
    return refuse(r, *r->at ? "this is not JSON" : "it ends too early");
}

static bool read_kind(Reader *r, JsonValue *out) {
    switch (*r->at) {
    case '{': out->kind = JSON_OBJECT; return read_items(r, out, '}');
    case '[': out->kind = JSON_ARRAY; return read_items(r, out, ']');
    case '"': out->kind = JSON_STRING; return read_string(r, &out->text);
    default: break;
    }
    if (*r->at != '-' && !digits(r->at)) return read_word(r, out);
    out->kind = JSON_NUMBER;
    return read_number(r);
}

static bool read_value(Reader *r, JsonValue *out) {
    skip_blanks(r);
    const char *start = r->at;
    if (!read_kind(r, out)) return false;
    out->at = r->bytes + (start - r->start);
    out->size = (size_t)(r->at - start);
    return true;
}

bool json_read(JsonDocument *document, const char *path, const char *bytes, size_t size, Error *err) {
    Text copy = {0};
    arena_init(&document->memory);
    text_add_bytes(&copy, bytes, size);
    Reader r = {.path = path,
                .start = text_string(&copy),
                .at = text_string(&copy),
                .bytes = bytes,
                .memory = &document->memory,
                .err = err};
    document->root = arena_take(&document->memory, sizeof *document->root);
    *document->root = (JsonValue){0};
    bool sound = read_value(&r, document->root);
    skip_blanks(&r);
    if (sound && (*r.at || r.at != r.start + size)) sound = refuse(&r, "there is something behind the end");
    text_free(&copy);
    return sound;
}

void json_free(JsonDocument *document) { arena_free(&document->memory); }

// --- asking --------------------------------------------------------------------------------------------------

const JsonValue *json_member(const JsonValue *object, const char *name, JsonKind kind) {
    if (!object || object->kind != JSON_OBJECT) return NULL;
    for (const JsonValue *member = object->items; member; member = member->next)
        if (strcmp(member->name, name) == 0) return member->kind == kind ? member : NULL;
    return NULL;
}

bool json_member_text(const JsonValue *object, const char *name, const char **out) {
    const JsonValue *value = json_member(object, name, JSON_STRING);
    if (value) *out = value->text;
    return value != NULL;
}

bool json_value_number(const JsonValue *value, uint64_t *out) {
    uint64_t number = 0;
    if (!value || value->kind != JSON_NUMBER) return false;
    for (size_t i = 0; i < value->size; i++) {
        uint64_t digit = (uint64_t)(value->at[i] - '0');
        if (digit > 9 || number > (UINT64_MAX - digit) / 10) return false;
        number = number * 10 + digit;
    }
    *out = number;
    return true;
}

bool json_member_number(const JsonValue *object, const char *name, uint64_t *out) {
    return json_value_number(json_member(object, name, JSON_NUMBER), out);
}

bool json_member_seconds(const JsonValue *object, const char *name, double *out) {
    const JsonValue *value = json_member(object, name, JSON_NUMBER);
    if (!value || *value->at == '-') return false;
    Text text = {0};
    text_add_bytes(&text, value->at, value->size);
    *out = strtod(text_string(&text), NULL);
    text_free(&text);
    return true;
}
