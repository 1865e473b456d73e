#include "base/toml.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/utf8.h"

typedef struct {
    const char *at;   // in a text that a NUL ends
    const char *line_start;
    uint32_t line;
    Text section;   // the current one
    Toml *toml;
    Error *err;
} Reader;

// --- places --------------------------------------------------------------------------------------------------

static TomlPlace place_of(const Reader *r, const char *at) {
    TomlPlace place = {r->line, 1};
    for (const char *c = r->line_start; c < at; c++) place.column += ((unsigned char)*c & 0xC0) != 0x80;
    return place;
}

static TomlPlace here(const Reader *r) { return place_of(r, r->at); }

static bool refuse(Reader *r, TomlPlace place, const char *format, ...) __attribute__((format(printf, 3, 4)));

static bool refuse(Reader *r, TomlPlace place, const char *format, ...) {
    char reason[sizeof r->err->text];
    va_list args;
    va_start(args, format);
    vsnprintf(reason, sizeof reason, format, args);
    va_end(args);
    return fail(r->err, "%u:%u: %.400s", place.line, place.column, reason);
}

// --- blanks --------------------------------------------------------------------------------------------------

static bool at_line_end(const Reader *r) { return *r->at == '\n' || (*r->at == '\r' && r->at[1] == '\n'); }

static void next_line(Reader *r) {
    r->at += *r->at == '\r' ? 2 : 1;
    r->line_start = r->at;
    r->line++;
}

static void skip_blanks(Reader *r) { r->at += strspn(r->at, " \t"); }

static void skip_comment(Reader *r) {
    skip_blanks(r);
    if (*r->at == '#') r->at += strcspn(r->at, "\r\n");
}

static void skip_lines(Reader *r) {
    for (skip_comment(r); at_line_end(r); skip_comment(r)) next_line(r);
}

// What may stand in a document at all.
static bool check_characters(Reader *r, const char *end) {
    Reader walk = *r;
    while (walk.at < end) {
        if (at_line_end(&walk)) {
            next_line(&walk);
            continue;
        }
        size_t size = utf8_size(walk.at, NULL);
        if (size == 0) return refuse(r, here(&walk), "this is not UTF-8");
        if (((unsigned char)*walk.at < 0x20 && *walk.at != '\t') || *walk.at == 0x7F)
            return refuse(r, here(&walk), "a control character");
        walk.at += size;
    }
    return true;
}

// --- strings -------------------------------------------------------------------------------------------------

static bool read_code_point(Reader *r, size_t digits, Text *out) {
    uint32_t code = 0;
    TomlPlace place = place_of(r, r->at - 2);
    for (size_t i = 0; i < digits; i++, r->at++) {
        const char *set = "0123456789abcdef";
        char digit = *r->at >= 'A' && *r->at <= 'F' ? (char)(*r->at + 32) : *r->at;
        const char *found = digit ? strchr(set, digit) : NULL;
        if (!found) return refuse(r, place, "\\%c needs %zu hexadecimal digits", digits == 4 ? 'u' : 'U', digits);
        code = code << 4 | (uint32_t)(found - set);
    }
    if (code == 0) return refuse(r, place, "the character 0 has no use here");
    if (code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) return refuse(r, place, "there is no such character");
    text_add_utf8(out, code);
    return true;
}

static bool read_escape(Reader *r, Text *out) {
    static const char letters[] = "btnfr\"\\", meanings[] = "\b\t\n\f\r\"\\";
    char letter = r->at[1];
    const char *found = letter ? strchr(letters, letter) : NULL;
    if (!found && letter != 'u' && letter != 'U')
        return refuse(r, here(r), "in a string with these quotes \\ begins an escape; '...' takes it as it is");
    r->at += 2;
    if (!found) return read_code_point(r, letter == 'u' ? 4 : 8, out);
    text_add_char(out, meanings[found - letters]);
    return true;
}

// A backslash at the end of a line takes away the blanks and lines up to the next letter.
static bool skip_continuation(Reader *r) {
    const char *rest = r->at + 1 + strspn(r->at + 1, " \t");
    if (*rest != '\n' && *rest != '\r') return false;
    r->at = rest;
    while (at_line_end(r)) {
        next_line(r);
        skip_blanks(r);
    }
    return true;
}

// Behind the first quotes: up to the quotes that end it.
static bool read_long_string(Reader *r, char quote, TomlPlace start, Text *out) {
    const char quotes[] = {quote, quote, quote, 0};
    if (at_line_end(r)) next_line(r);
    while (*r->at) {
        if (strncmp(r->at, quotes, 3) == 0) {
            for (r->at += 3; *r->at == quote; r->at++) text_add_char(out, quote);   // up to two more belong to it
            return true;
        }
        if (quote == '"' && *r->at == '\\') {
            if (!skip_continuation(r) && !read_escape(r, out)) return false;
        } else if (at_line_end(r)) {
            text_add_char(out, '\n');
            next_line(r);
        } else {
            text_add_char(out, *r->at++);
        }
    }
    return refuse(r, start, "a string that is not closed");
}

static bool read_string(Reader *r, Text *out) {
    char quote = *r->at;
    TomlPlace start = here(r);
    if (r->at[1] == quote && r->at[2] == quote) {
        r->at += 3;
        return read_long_string(r, quote, start, out);
    }
    for (r->at++; *r->at && !at_line_end(r) && *r->at != quote;) {
        if (quote == '"' && *r->at == '\\') {
            if (!read_escape(r, out)) return false;
        } else {
            text_add_char(out, *r->at++);
        }
    }
    if (*r->at != quote) return refuse(r, start, "a string that is not closed");
    r->at++;
    return true;
}

// --- numbers and words ---------------------------------------------------------------------------------------

// Digits of a base with underscores between them; the value, if it fits.
static bool read_digits(const char *digits, unsigned base, bool negative, int64_t *out) {
    uint64_t value = 0, most = (uint64_t)INT64_MAX + negative;
    bool digit = false;
    for (; *digits; digits++) {
        unsigned c = (unsigned char)*digits, add = c - '0';
        if (c == '_') {
            if (!digit || !digits[1]) return false;
            digit = false;
            continue;
        }
        if (c >= 'a' && c <= 'f') add = c - 'a' + 10;
        if (c >= 'A' && c <= 'F') add = c - 'A' + 10;
        if (add >= base || value > (most - add) / base) return false;
        value = value * base + add;
        digit = true;
    }
    *out = negative ? (int64_t)(0 - value) : (int64_t)value;
    return digit;
}

static bool is_integer(const char *word, int64_t *out) {
    if (word[0] == '0' && word[1] && strchr("xob", word[1]))
        return read_digits(word + 2, word[1] == 'x' ? 16 : word[1] == 'o' ? 8 : 2, false, out);
    bool negative = *word == '-';
    if (*word == '-' || *word == '+') word++;
    if (word[0] == '0' && word[1]) return false;
    return read_digits(word, 10, negative, out);
}

static bool is_float(const char *word) {
    if (*word == '-' || *word == '+') word++;
    if (strcmp(word, "inf") == 0 || strcmp(word, "nan") == 0) return true;
    size_t whole = strspn(word, "0123456789_");
    const char *rest = word + whole;
    bool fraction = *rest == '.' && rest[1] >= '0' && rest[1] <= '9';
    if (fraction) rest += 1 + strspn(rest + 1, "0123456789_");
    bool power = *rest == 'e' || *rest == 'E';
    if (power) rest++;
    if (power && (*rest == '-' || *rest == '+')) rest++;
    if (power) rest += strspn(rest, "0123456789_");
    return whole > 0 && (fraction || power) && !*rest && word[0] != '_' && rest[-1] >= '0' && rest[-1] <= '9';
}

static bool is_date(const char *word) {
    size_t digits = strspn(word, "0123456789");
    return (digits == 4 && word[4] == '-') || (digits == 2 && word[2] == ':');
}

static bool read_word(Reader *r, TomlValue *value) {
    size_t size = strspn(r->at, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ+-_.:");
    text_add_bytes(&value->text, r->at, size);
    const char *word = text_string(&value->text);
    bool is_true = strcmp(word, "true") == 0;
    if (is_true || strcmp(word, "false") == 0)
        value->kind = TOML_BOOLEAN, value->boolean = is_true;
    else if (is_integer(word, &value->integer))
        value->kind = TOML_INTEGER;
    else if (is_float(word))
        value->kind = TOML_FLOAT;
    else if (is_date(word))
        return refuse(r, value->place, "dates and times have no use here");
    else if (size)
        return refuse(r, value->place, "%.60s is no value; a string stands in quotes", word);
    else
        return refuse(r, value->place, "a value is wanted: a string in quotes, a number, true, false or an array");
    r->at += size;
    return true;
}

// --- values --------------------------------------------------------------------------------------------------

static bool read_simple_value(Reader *r, TomlValue *value) {
    value->place = here(r);
    if (*r->at == '{')
        return refuse(r, value->place, "tables within values have no use here: write [NAME] above their keys");
    if (*r->at != '"' && *r->at != '\'') return read_word(r, value);
    value->kind = TOML_STRING;
    return read_string(r, &value->text);
}

static TomlValue *add_item(TomlValue *array) {
    array->items = memory_resize(array->items, (array->count + 1) * sizeof *array->items);
    array->items[array->count] = (TomlValue){0};
    return &array->items[array->count++];
}

static bool read_array(Reader *r, TomlValue *array) {
    array->kind = TOML_ARRAY;
    array->place = here(r);
    r->at++;
    for (;;) {
        skip_lines(r);
        if (*r->at == ']') break;
        if (*r->at == '[') return refuse(r, here(r), "arrays within arrays have no use here");
        if (!*r->at) return refuse(r, array->place, "an array that is not closed");
        if (!read_simple_value(r, add_item(array))) return false;
        skip_lines(r);
        if (*r->at == ',')
            r->at++;
        else if (*r->at && *r->at != ']')
            return refuse(r, here(r), "a comma or ] is wanted");
    }
    r->at++;
    return true;
}

static bool read_value(Reader *r, TomlValue *value) {
    return *r->at == '[' ? read_array(r, value) : read_simple_value(r, value);
}

// --- keys and sections ---------------------------------------------------------------------------------------

static bool read_name(Reader *r, Text *out) {
    TomlPlace place = here(r);
    size_t size = strspn(r->at, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_-");
    size_t before = out->size;
    if (*r->at == '"' || *r->at == '\'') {
        if (r->at[1] == *r->at && r->at[2] == *r->at) return refuse(r, place, "a key is no text of several lines");
        if (!read_string(r, out)) return false;
        if (strchr(text_string(out) + before, '.')) return refuse(r, place, "a dot within a name has no use here");
        return true;
    }
    if (size == 0) return refuse(r, place, "a name is wanted");
    text_add_bytes(out, r->at, size);
    r->at += size;
    return true;
}

static void add_section_name(Text *section, const Text *name) {
    if (section->size) text_add_char(section, '.');
    text_add(section, text_string(name));
}

// Names with dots between them: all but the last go to `section`, the last is `key`.
static bool read_key(Reader *r, Text *section, Text *key) {
    for (;;) {
        if (!read_name(r, key)) return false;
        skip_blanks(r);
        if (*r->at != '.') return true;
        r->at++;
        skip_blanks(r);
        add_section_name(section, key);
        text_clear(key);
    }
}

static bool same(const Text *a, const Text *b) { return strcmp(text_string(a), text_string(b)) == 0; }

static bool check_new_key(Reader *r, const TomlEntry *entry) {
    Text full = {0};
    for (size_t i = 0; i + 1 < r->toml->count; i++) {
        const TomlEntry *other = &r->toml->entries[i];
        if (same(&other->section, &entry->section) && same(&other->key, &entry->key))
            return refuse(r, entry->place, "%.60s is set in line %u already", text_string(&entry->key),
                          other->place.line);
    }
    text_add(&full, text_string(&entry->section));
    add_section_name(&full, &entry->key);
    bool fresh = true;
    for (size_t i = 0; i < r->toml->section_count && fresh; i++)
        if (same(&r->toml->sections[i].name, &full))
            fresh =
                refuse(r, entry->place, "%.60s is a section, of line %u", full.data, r->toml->sections[i].place.line);
    text_free(&full);
    return fresh;
}

static bool read_entry(Reader *r) {
    Toml *toml = r->toml;
    toml->entries = memory_resize(toml->entries, (toml->count + 1) * sizeof *toml->entries);
    TomlEntry *entry = &toml->entries[toml->count++];
    *entry = (TomlEntry){.place = here(r)};
    text_add(&entry->section, text_string(&r->section));
    if (!read_key(r, &entry->section, &entry->key) || !check_new_key(r, entry)) return false;
    if (*r->at != '=') return refuse(r, here(r), "= is wanted behind the name %.60s", text_string(&entry->key));
    r->at++;
    skip_blanks(r);
    return read_value(r, &entry->value);
}

static bool check_new_section(Reader *r, const TomlSection *section) {
    const Toml *toml = r->toml;
    for (size_t i = 0; i + 1 < toml->section_count; i++)
        if (same(&toml->sections[i].name, &section->name))
            return refuse(r, section->place, "the section %.60s stands in line %u already", text_string(&section->name),
                          toml->sections[i].place.line);
    Text full = {0};
    bool fresh = true;
    for (size_t i = 0; i < toml->count && fresh; i++) {
        text_clear(&full);
        text_add(&full, text_string(&toml->entries[i].section));
        add_section_name(&full, &toml->entries[i].key);
        if (same(&full, &section->name))
            fresh = refuse(r, section->place, "%.60s is a key, of line %u", full.data, toml->entries[i].place.line);
    }
    text_free(&full);
    return fresh;
}

static bool read_section(Reader *r) {
    Toml *toml = r->toml;
    Text key = {0};
    if (r->at[1] == '[') return refuse(r, here(r), "arrays of tables have no use here");
    toml->sections = memory_resize(toml->sections, (toml->section_count + 1) * sizeof *toml->sections);
    TomlSection *section = &toml->sections[toml->section_count++];
    r->at++;
    skip_blanks(r);
    *section = (TomlSection){.place = here(r)};
    bool sound = read_key(r, &section->name, &key);
    if (sound) add_section_name(&section->name, &key);
    text_free(&key);
    if (!sound) return false;
    if (*r->at != ']') return refuse(r, here(r), "] is wanted behind the name of a section");
    r->at++;
    text_clear(&r->section);
    text_add(&r->section, text_string(&section->name));
    return check_new_section(r, section);
}

static bool read_lines(Reader *r) {
    for (skip_lines(r); *r->at; skip_lines(r)) {
        if (!(*r->at == '[' ? read_section(r) : read_entry(r))) return false;
        skip_comment(r);
        if (*r->at && !at_line_end(r)) return refuse(r, here(r), "the line should end here");
    }
    return true;
}

bool toml_read(Toml *toml, const char *bytes, size_t size, Error *err) {
    *toml = (Toml){0};
    Text text = {0};
    text_add_bytes(&text, bytes, size);
    const char *start = text_string(&text);
    if (strncmp(start, "\xEF\xBB\xBF", 3) == 0) start += 3;
    Reader reader = {.at = start, .line_start = start, .line = 1, .toml = toml, .err = err};
    bool sound = check_characters(&reader, text_string(&text) + size) && read_lines(&reader);
    text_free(&reader.section);
    text_free(&text);
    return sound;
}

static void free_value(TomlValue *value) {
    for (size_t i = 0; i < value->count; i++) text_free(&value->items[i].text);
    memory_free(value->items);
    text_free(&value->text);
}

void toml_free(Toml *toml) {
    for (size_t i = 0; i < toml->count; i++) {
        text_free(&toml->entries[i].section);
        text_free(&toml->entries[i].key);
        free_value(&toml->entries[i].value);
    }
    for (size_t i = 0; i < toml->section_count; i++) text_free(&toml->sections[i].name);
    memory_free(toml->entries);
    memory_free(toml->sections);
    *toml = (Toml){0};
}
