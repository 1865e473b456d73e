#include "verdict/pattern.h"

#include <ctype.h>
#include <string.h>

static bool is_of_word(char c) { return isalnum((unsigned char)c) || c == '_' || c == '@'; }

static const char *skip_blanks(const char *text) { return text + strspn(text, " \n"); }

// Behind a string or a quoted atom.
static const char *skip_quoted(const char *text) {
    char quote = *text++;
    while (*text && *text != quote) text += text[0] == '\\' && text[1] ? 2 : 1;
    return *text ? text + 1 : text;
}

// What a term is made of, for who only has to find its end: 1 opens a part, -1 closes one; `size` is that of the sign.
static int nesting(const char *text, size_t *size) {
    *size = strncmp(text, "<<", 2) == 0 || strncmp(text, ">>", 2) == 0 ? 2 : 1;
    if (*size == 2) return *text == '<' ? 1 : -1;
    return strchr("{[(", *text) ? 1 : strchr("}])", *text) ? -1 : 0;
}

static bool is_between(const char *text) { return *text == ',' || *text == '|' || strncmp(text, "=>", 2) == 0; }

// Behind the term that the text begins with: where the next one begins, or the bracket around it is closed, or at the
// end.
static const char *skip_term(const char *text) {
    for (int depth = 0; *text;) {
        if (*text == '"' || *text == '\'') {
            text = skip_quoted(text);
            continue;
        }
        size_t size;
        int change = nesting(text, &size);
        if (depth == 0 && (change < 0 || is_between(text))) break;
        depth += change;
        text += size;
    }
    return text;
}

// Where a variable in a pattern ends; NULL: there is none here. `before` is the character before it.
static const char *skip_variable(const char *pattern, char before) {
    if (*pattern != '_' || is_of_word(before)) return NULL;
    while (is_of_word(*pattern)) pattern++;
    return pattern;
}

static bool matches(const char *pattern, const char *text, bool whole) {
    for (char before = 0;; before = *pattern++, text++) {
        pattern = skip_blanks(pattern);
        text = skip_blanks(text);
        if (!*pattern) return !*text || (!whole && *text == ',');
        if (*pattern == '*') {
            for (;; text++) {
                if (matches(pattern + 1, text, whole)) return true;
                if (!*text) return false;
            }
        }
        const char *behind = skip_variable(pattern, before);
        if (behind) return matches(behind, skip_term(text), whole);
        if (*pattern != *text) return false;
    }
}

bool pattern_matches(const char *pattern, const char *reason) {
    bool atom = islower((unsigned char)*pattern) || *pattern == '\'';
    return matches(pattern, reason, true) || (atom && *reason == '{' && matches(pattern, reason + 1, false));
}
