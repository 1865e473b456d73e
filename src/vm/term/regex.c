#include "vm/term/regex.h"

#include <stdio.h>
#include <string.h>

#include "base/memory.h"

// --- characters ----------------------------------------------------------------------------------
//
// Without `unicode`, OTP's patterns know the letters of Latin-1. PCRE2 takes such knowledge as a table
// of bytes, documented in its internals:  lower case | other case | ten classes of 256 bits | kinds.

enum {
    TABLE_LOWER = 0,
    TABLE_OTHER = 256,
    TABLE_CLASSES = 512,
    TABLE_KINDS = 832,
    CLASS_UPPER = 96,
    CLASS_LOWER = 128,
    CLASS_WORD = 160,
    CLASS_GRAPH = 192,
    CLASS_PRINT = 224,
    CLASS_PUNCT = 256,
    CLASS_CONTROL = 288,
    KIND_LETTER = 2,
    KIND_LOWER = 4,
    KIND_WORD = 16,
};

static bool in_class(const uint8_t *tables, int class, int c) {
    return tables[TABLE_CLASSES + class + c / 8] >> c % 8 & 1;
}

static void add_to_class(uint8_t *tables, int class, int c) {
    tables[TABLE_CLASSES + class + c / 8] |= (uint8_t)(1 << c % 8);
}

// Whether the tables of this library are laid out as we think.
static bool is_known_layout(const uint8_t *tables) {
    return tables[TABLE_LOWER + 'Q'] == 'q' && tables[TABLE_OTHER + 'q'] == 'Q' && in_class(tables, CLASS_UPPER, 'Q') &&
           in_class(tables, CLASS_LOWER, 'q') && in_class(tables, CLASS_WORD, '_') &&
           in_class(tables, CLASS_GRAPH, '!') && in_class(tables, CLASS_PRINT, ' ') &&
           in_class(tables, CLASS_PUNCT, '!') && in_class(tables, CLASS_CONTROL, 7) &&
           tables[TABLE_KINDS + 'q'] == (KIND_LETTER | KIND_LOWER | KIND_WORD) &&
           tables[TABLE_KINDS + 'Q'] == (KIND_LETTER | KIND_WORD);
}

static bool is_upper(int c) { return c >= 0xC0 && c <= 0xDE && c != 0xD7; }
static bool is_lower(int c) { return (c >= 0xDF && c != 0xF7) || c == 0xAA || c == 0xB5 || c == 0xBA; }

static void add_character(uint8_t *tables, int c) {
    bool upper = is_upper(c), lower = is_lower(c);
    if (upper) tables[TABLE_LOWER + c] = tables[TABLE_OTHER + c] = (uint8_t)(c + 32);
    if (is_upper(c - 32)) tables[TABLE_OTHER + c] = (uint8_t)(c - 32);
    if (upper || lower) {
        add_to_class(tables, upper ? CLASS_UPPER : CLASS_LOWER, c);
        add_to_class(tables, CLASS_WORD, c);
        tables[TABLE_KINDS + c] |= (uint8_t)(KIND_LETTER | KIND_WORD | (lower ? KIND_LOWER : 0));
    } else {
        add_to_class(tables, c < 0xA0 ? CLASS_CONTROL : CLASS_PUNCT, c);
    }
    if (c < 0xA0) return;
    add_to_class(tables, CLASS_GRAPH, c);
    add_to_class(tables, CLASS_PRINT, c);
}

static const uint8_t *latin1_tables(void) {
    enum { TABLES_SIZE = 1088 };
    static _Thread_local uint8_t tables[TABLES_SIZE];
    static _Thread_local bool made, known;
    if (!made) {
        const uint8_t *plain = pcre2_maketables(NULL);
        known = is_known_layout(plain);
        if (known) memcpy(tables, plain, TABLES_SIZE);
        for (int c = 128; known && c < 256; c++) add_character(tables, c);
        pcre2_maketables_free(NULL, plain);
        made = true;
    }
    return known ? tables : NULL;
}

// --- compiling -----------------------------------------------------------------------------------

// What PCRE 8 said, where it used other words.
static const char *old_words(int code) {
    switch (code - 100) {   // PCRE2 kept most of the numbers and added 100
    case 7: return "invalid escape sequence in character class";
    case 9: return "nothing to repeat";
    case 14: return "missing )";
    case 18: return "missing ) after comment";
    case 22: return "unmatched parentheses";
    case 27: return "conditional group contains more than two branches";
    case 34: return "character value in \\x{} or \\o{} is too large";
    case 38: return "number after (?C is > 255";
    case 39: return "closing ) for (?C expected";
    case 42: return "syntax error in subpattern name (missing terminator)";
    case 43: return "two named subpatterns have the same name";
    case 44: return "group name must start with a non-digit";
    case 47: return "unknown property name after \\P or \\p";
    case 54: return "DEFINE group contains more than one branch";
    case 58: return "(?R or (?[+-]digits must be followed by )";
    case 61: return "number is too big";
    case 78: return "digits missing in \\x{} or \\o{}";
    default: return code < 0 ? "invalid UTF-8 string" : NULL;
    }
}

// Where PCRE 8 saw the mistake, if that was at another place.
static size_t old_offset(int code, size_t offset, size_t size) {
    switch (code) {
    case PCRE2_ERROR_BAD_SUBPATTERN_REFERENCE: return size;
    case PCRE2_ERROR_DUPLICATE_SUBPATTERN_NAME:
    case PCRE2_ERROR_CLASS_INVALID_RANGE: return offset > 0 ? offset - 1 : 0;
    default: return offset;
    }
}

// OTP's PCRE2 is newer than some: it stands behind the character that it does not like.
static size_t modern_offset(int code, size_t offset) {
    switch (code) {
    case PCRE2_ERROR_CLASS_RANGE_ORDER:
    case PCRE2_ERROR_QUANTIFIER_INVALID:
    case PCRE2_ERROR_INVALID_AFTER_PARENS_QUERY:
    case PCRE2_ERROR_UNMATCHED_CLOSING_PARENTHESIS: return offset + 1;
    default: return offset;
    }
}

static void describe(bool modern, int code, size_t offset, size_t size, RegexError *error) {
    const char *words = modern ? NULL : old_words(code);
    error->offset = modern ? modern_offset(code, offset) : old_offset(code, offset, size);
    if (words)
        snprintf(error->text, sizeof error->text, "%s", words);
    else
        pcre2_get_error_message(code, (uint8_t *)error->text, sizeof error->text);
}

static pcre2_compile_context *new_context(RegexOptions options) {
    pcre2_compile_context *context = pcre2_compile_context_create(NULL);
    if (!context) memory_exhausted(0);
    if (!options.modern) pcre2_set_character_tables(context, latin1_tables());
    pcre2_set_newline(context, options.newline ? options.newline : PCRE2_NEWLINE_LF);
    pcre2_set_bsr(context, options.bsr ? options.bsr : PCRE2_BSR_UNICODE);
    return context;
}

// PCRE2 computes from its tables which bytes a match can start with, but in UTF-8 it forgets the letters
// above 127.
static uint32_t flags_of(RegexOptions options) {
    bool forgets = !options.modern && options.flags & PCRE2_UTF && !(options.flags & PCRE2_UCP);
    return options.flags | (forgets ? PCRE2_NO_START_OPTIMIZE : 0);
}

// An escape that means nothing is the letter itself; other mistakes in escapes are mistakes.
static bool compile(RegexOptions options, Bytes source, Regex *regex, RegexError *error) {
    if (options.newline > PCRE2_NEWLINE_ANYCRLF) {
        *error = (RegexError){"inconsistent NEWLINE options", 0};
        return false;
    }
    pcre2_compile_context *context = new_context(options);
    int code = 0;
    size_t offset = 0;
    uint32_t flags = flags_of(options), extra = PCRE2_EXTRA_ALLOW_LOOKAROUND_BSK;
    pcre2_set_compile_extra_options(context, extra);
    regex->code = pcre2_compile(source.data, source.size, flags, &code, &offset, context);
    if (code == PCRE2_ERROR_UNKNOWN_ESCAPE) {
        pcre2_set_compile_extra_options(context, extra | PCRE2_EXTRA_BAD_ESCAPE_IS_LITERAL);
        regex->code = pcre2_compile(source.data, source.size, flags, &code, &offset, context);
    }
    pcre2_compile_context_free(context);
    if (!regex->code) describe(options.modern, code, offset, source.size, error);
    return regex->code;
}

static void inspect(Regex *regex) {
    uint32_t flags = 0, newline = 0;
    pcre2_pattern_info(regex->code, PCRE2_INFO_CAPTURECOUNT, &regex->groups);
    pcre2_pattern_info(regex->code, PCRE2_INFO_ALLOPTIONS, &flags);
    pcre2_pattern_info(regex->code, PCRE2_INFO_NEWLINE, &newline);
    regex->utf = flags & PCRE2_UTF;
    regex->crlf = newline == PCRE2_NEWLINE_ANY || newline == PCRE2_NEWLINE_CRLF || newline == PCRE2_NEWLINE_ANYCRLF;
    regex->match = pcre2_match_data_create_from_pattern(regex->code, NULL);
    if (!regex->match) memory_exhausted(0);
}

// --- the cache -----------------------------------------------------------------------------------

typedef struct {
    Regex regex;
    RegexOptions options;
    uint8_t *source;
    size_t size;
} Slot;

static uint64_t hash(RegexOptions options, Bytes source) {
    uint64_t value =
        options.flags ^ (uint64_t)options.newline << 40 ^ (uint64_t)options.bsr << 48 ^ (uint64_t)options.modern << 56;
    for (size_t i = 0; i < source.size; i++) value = (value ^ source.data[i]) * 0x100000001B3u;
    return value ^ value >> 32;
}

static bool holds(const Slot *slot, RegexOptions options, Bytes source) {
    return slot->regex.code && slot->options.flags == options.flags && slot->options.newline == options.newline &&
           slot->options.bsr == options.bsr && slot->options.modern == options.modern && slot->size == source.size &&
           memcmp(slot->source, source.data, source.size) == 0;
}

static void empty(Slot *slot) {
    pcre2_code_free(slot->regex.code);
    pcre2_match_data_free(slot->regex.match);
    memory_free(slot->source);
    *slot = (Slot){0};
}

const Regex *regex_compile(RegexOptions options, Bytes source, RegexError *error) {
    enum { SLOTS = 256 };
    static _Thread_local Slot slots[SLOTS];
    static const uint8_t nothing[1];
    if (source.size == 0) source.data = nothing;
    Slot *slot = &slots[hash(options, source) % SLOTS];
    if (holds(slot, options, source)) return &slot->regex;
    Regex regex = {0};
    if (!compile(options, source, &regex, error)) return NULL;
    inspect(&regex);
    empty(slot);
    slot->regex = regex;
    slot->options = options;
    slot->size = source.size;
    slot->source = memory_new(source.size + 1);
    memcpy(slot->source, source.data, source.size);
    return &slot->regex;
}
