// Module re: compile, run, inspect. What OTP's re.erl does for `global` and `unicode` is done here too.
//
// A compiled pattern is {re_pattern, Groups, Unicode, Crlf, <<"WEFT", options, source>>}, an ordinary
// term; vm/term/regex.h finds the code again.
#include "base/memory.h"
#include "base/text.h"
#include "vm/run/bif.h"
#include "vm/term/bits.h"
#include "vm/term/iolist.h"
#include "vm/term/regex.h"
#include "vm/term/unicode.h"

// --- options -------------------------------------------------------------------------------------

typedef struct {
    RegexOptions compile;
    uint32_t match;              // flags of pcre2_match
    bool for_compile, for_run;   // there are options that only compile, only run knows
    bool unicode, global, report_errors, export, has_capture;
    Term capture, type;
    uint32_t offset;
    int64_t match_limit, depth_limit;   // -1: none given
} Options;

enum { COMPILE = 1, RUN = 2 };

// Options that set flags. Those for both are no reason to refuse an option list.
static const struct {
    Term name;
    uint32_t compile, match;
    int only_for;
} flag_options[] = {
    {ATOM(anchored), PCRE2_ANCHORED, PCRE2_ANCHORED, 0},
    {ATOM(notempty), 0, PCRE2_NOTEMPTY, RUN},
    {ATOM(notempty_atstart), 0, PCRE2_NOTEMPTY_ATSTART, RUN},
    {ATOM(notbol), 0, PCRE2_NOTBOL, RUN},
    {ATOM(noteol), 0, PCRE2_NOTEOL, RUN},
    {ATOM(global), 0, 0, RUN},
    {ATOM(report_errors), 0, 0, RUN},
    {ATOM(bsr_anycrlf), 0, 0, 0},
    {ATOM(bsr_unicode), 0, 0, 0},
    {ATOM(export), 0, 0, COMPILE},
    {ATOM(unicode), PCRE2_UTF, 0, COMPILE},
    {ATOM(caseless), PCRE2_CASELESS, 0, COMPILE},
    {ATOM(dollar_endonly), PCRE2_DOLLAR_ENDONLY, 0, COMPILE},
    {ATOM(dotall), PCRE2_DOTALL, 0, COMPILE},
    {ATOM(extended), PCRE2_EXTENDED, 0, COMPILE},
    {ATOM(firstline), PCRE2_FIRSTLINE, 0, COMPILE},
    {ATOM(multiline), PCRE2_MULTILINE, 0, COMPILE},
    {ATOM(no_auto_capture), PCRE2_NO_AUTO_CAPTURE, 0, COMPILE},
    {ATOM(dupnames), PCRE2_DUPNAMES, 0, COMPILE},
    {ATOM(ungreedy), PCRE2_UNGREEDY, 0, COMPILE},
    {ATOM(ucp), PCRE2_UCP, 0, COMPILE},
    {ATOM(never_utf), PCRE2_NEVER_UTF, 0, COMPILE},
    {ATOM(no_start_optimize), PCRE2_NO_START_OPTIMIZE, 0, COMPILE},
};

static bool read_flag(Term name, Options *options) {
    for (size_t i = 0; i < sizeof flag_options / sizeof *flag_options; i++) {
        if (!term_same(name, flag_options[i].name)) continue;
        options->compile.flags |= flag_options[i].compile;
        options->match |= flag_options[i].match;
        options->for_compile |= flag_options[i].only_for == COMPILE;
        options->for_run |= flag_options[i].only_for == RUN;
        if (term_same(name, ATOM(bsr_anycrlf))) options->compile.bsr = PCRE2_BSR_ANYCRLF;
        if (term_same(name, ATOM(bsr_unicode))) options->compile.bsr = PCRE2_BSR_UNICODE;
        options->unicode |= term_same(name, ATOM(unicode));
        options->global |= term_same(name, ATOM(global));
        options->report_errors |= term_same(name, ATOM(report_errors));
        options->export |= term_same(name, ATOM(export));
        return true;
    }
    return false;
}

// Several are joined bit by bit, as OTP does: cr and lf make crlf, others make nonsense.
static bool read_newline(Term value, uint8_t *newline) {
    if (term_same(value, ATOM(cr)))
        *newline |= PCRE2_NEWLINE_CR;
    else if (term_same(value, ATOM(lf)))
        *newline |= PCRE2_NEWLINE_LF;
    else if (term_same(value, ATOM(crlf)))
        *newline |= PCRE2_NEWLINE_CRLF;
    else if (term_same(value, ATOM(anycrlf)))
        *newline |= PCRE2_NEWLINE_ANYCRLF;
    else if (term_same(value, ATOM(any)))
        *newline |= PCRE2_NEWLINE_ANY;
    else
        return false;
    return true;
}

static bool read_capture(Options *options, Term values, Term type) {
    options->capture = values;
    options->type = type;
    options->has_capture = options->for_run = true;
    return true;
}

static bool read_pair(Term name, Term value, Options *options) {
    if (term_same(name, ATOM(newline))) return read_newline(value, &options->compile.newline);
    if (term_same(name, ATOM(capture))) return read_capture(options, value, ATOM(index));
    int64_t number = term_is_small(value) ? term_to_small(value) : -1;
    if (number < 0 || number > INT32_MAX) return false;
    options->for_run = true;
    if (term_same(name, ATOM(offset)))
        options->offset = (uint32_t)number;
    else if (term_same(name, ATOM(match_limit)))
        options->match_limit = number;
    else if (term_same(name, ATOM(match_limit_recursion)))
        options->depth_limit = number;
    else
        return false;
    return true;
}

static bool read_option(Term option, Options *options) {
    if (term_is_atom(option)) return read_flag(option, options);
    if (!term_is_tuple(option)) return false;
    const Term *parts = term_elements(option);
    if (term_is_tuple_of(option, 3) && term_same(parts[0], ATOM(capture)))
        return read_capture(options, parts[1], parts[2]);
    return term_is_tuple_of(option, 2) && read_pair(parts[0], parts[1], options);
}

static bool read_options(const Process *p, Term list, Options *options) {
    *options = (Options){.match_limit = -1, .depth_limit = -1, .compile.modern = p->heap->release->modern_regex};
    for (; term_is_cons(list); list = term_tail(list))
        if (!read_option(term_head(list), options)) return false;
    return term_is_nil(list);
}

static Term bad_option(Process *p) { return process_raise_cause(p, ATOM(badarg), ATOM(badopt)); }

// --- patterns ------------------------------------------------------------------------------------

static const uint8_t MAGIC[] = {'W', 'E', 'F', 'T'};
enum { PATTERN_FLAGS = 4, PATTERN_NEWLINE = 8, PATTERN_BSR = 9, PATTERN_SOURCE = 10 };

static Term pattern_term(Process *p, const Options *options, const Regex *regex, Bytes source) {
    if (!heap_has_room(p->heap, source.size / 8 + 32)) return process_system_limit(p);
    Term binary = heap_binary(p->heap, PATTERN_SOURCE + source.size);
    uint8_t *to = term_binary_bytes(binary);
    memcpy(to, MAGIC, sizeof MAGIC);
    bits_put_word(to, PATTERN_FLAGS * 8, 32, options->compile.flags, false);
    to[PATTERN_NEWLINE] = options->compile.newline;
    to[PATTERN_BSR] = options->compile.bsr;
    memcpy(to + PATTERN_SOURCE, source.data, source.size);
    Term t = heap_tuple(p->heap, 5), *parts = term_elements(t);
    parts[0] = ATOM(re_pattern);
    parts[1] = term_small(regex->groups);
    parts[2] = term_small(options->unicode);
    parts[3] = term_small(regex->crlf);
    parts[4] = binary;
    return t;
}

// Whether there are but flags that an option sets: anybody can make such a binary.
static bool are_known_flags(uint32_t flags) {
    for (size_t i = 0; i < sizeof flag_options / sizeof *flag_options; i++) flags &= ~flag_options[i].compile;
    return flags == 0;
}

// The code of a pattern term; `run` may say anew what a newline is. NULL: not a pattern of ours.
static const Regex *pattern_regex(Term pattern, const RegexOptions *run, bool *unicode) {
    if (!term_is_tuple_of(pattern, 5)) return NULL;
    const Term *parts = term_elements(pattern);
    bool shaped = term_same(parts[0], ATOM(re_pattern)) && term_is_small(parts[1]) && term_is_small(parts[2]) &&
                  term_is_small(parts[3]);
    Bytes bytes;
    uint8_t *scratch;
    if (!shaped || !bits_of_binary(parts[4], &bytes, &scratch)) return NULL;
    const Regex *regex = NULL;
    RegexError error;
    *unicode = term_to_small(parts[2]) != 0;
    if (bytes.size >= PATTERN_SOURCE && memcmp(bytes.data, MAGIC, sizeof MAGIC) == 0) {
        RegexOptions options = {bytes_u32(bytes.data + PATTERN_FLAGS), bytes.data[PATTERN_NEWLINE],
                                bytes.data[PATTERN_BSR], run->modern};
        if (run->newline) options.newline = run->newline;
        if (run->bsr) options.bsr = run->bsr;
        Bytes source = {bytes.data + PATTERN_SOURCE, bytes.size - PATTERN_SOURCE};
        if (are_known_flags(options.flags)) regex = regex_compile(options, source, &error);
    }
    memory_free(scratch);
    return regex;
}

static bool add_source(Text *text, Term source, bool unicode) {
    return unicode && !term_is_bitstring(source) ? unicode_add(text, source) : iolist_add(text, source);
}

static Bytes text_bytes(const Text *text) { return (Bytes){(const uint8_t *)text_string(text), text->size}; }

static Term error_term(Process *p, const RegexError *error) {
    Term text = heap_list_from_text(p->heap, error->text);
    return heap_tuple2(p->heap, text, term_small((int64_t)error->offset));
}

// {re_exported_pattern, Header, Source, Options, Code}: only source and options matter to us.
static Term exported_pattern(Process *p, Bytes source, Term options) {
    Term t = heap_tuple(p->heap, 5), *parts = term_elements(t);
    parts[0] = ATOM(re_exported_pattern);
    parts[1] = heap_binary_from(p->heap, MAGIC, sizeof MAGIC);
    parts[2] = heap_binary_from(p->heap, source.data, source.size);
    parts[3] = options;
    parts[4] = heap_binary(p->heap, 0);
    return t;
}

static Term compile(Process *p, Bytes source, const Options *options, Term list) {
    RegexError error;
    const Regex *regex = regex_compile(options->compile, source, &error);
    if (!regex) return heap_tuple2(p->heap, ATOM(error), error_term(p, &error));
    Term pattern = options->export ? exported_pattern(p, source, list) : pattern_term(p, options, regex, source);
    return term_is_none(pattern) ? NO_TERM : heap_tuple2(p->heap, ATOM(ok), pattern);
}

static Term re_compile_2(Process *p, const Term *args) {
    Options options;
    if (!read_options(p, args[1], &options) || options.for_run) return bad_option(p);
    Text source = {0};
    bool good = add_source(&source, args[0], options.unicode);
    Term result = good ? compile(p, text_bytes(&source), &options, args[1]) : NO_TERM;
    text_free(&source);
    return good ? result : process_badarg(p);
}

static Term re_compile_1(Process *p, const Term *args) { return re_compile_2(p, (Term[]){args[0], TERM_NIL}); }

static Term re_import_1(Process *p, const Term *args) {
    Options options;
    if (!term_is_tuple_of(args[0], 5)) return process_badarg(p);
    const Term *parts = term_elements(args[0]);
    if (!term_same(parts[0], ATOM(re_exported_pattern)) || !read_options(p, parts[3], &options))
        return process_badarg(p);
    Bytes source;
    uint8_t *scratch;
    if (!bits_of_binary(parts[2], &source, &scratch)) return process_badarg(p);
    RegexError error;
    const Regex *regex = regex_compile(options.compile, source, &error);
    Term pattern = regex ? pattern_term(p, &options, regex, source) : process_badarg(p);
    memory_free(scratch);
    return pattern;
}

static Term re_version_0(Process *p, const Term *args) {
    static const char version[] = "10.42 weft";   // unlike any of OTP, so that nobody brings its code
    (void)args;
    return heap_binary_from(p->heap, version, sizeof version - 1);
}

// --- names ---------------------------------------------------------------------------------------

// Each entry of the table: two bytes of group number, then the name with a zero behind. Sorted.
typedef struct {
    const uint8_t *table;
    uint32_t count, entry_size;
} Names;

static Names names_of(const Regex *regex) {
    Names names = {0};
    pcre2_pattern_info(regex->code, PCRE2_INFO_NAMECOUNT, &names.count);
    pcre2_pattern_info(regex->code, PCRE2_INFO_NAMEENTRYSIZE, &names.entry_size);
    pcre2_pattern_info(regex->code, PCRE2_INFO_NAMETABLE, &names.table);
    return names;
}

static const uint8_t *name_entry(const Names *names, uint32_t i) {
    return names->table + (size_t)i * names->entry_size;
}

static const char *name_text(const Names *names, uint32_t i) { return (const char *)name_entry(names, i) + 2; }

static bool is_repeated(const Names *names, uint32_t i) {
    return i > 0 && strcmp(name_text(names, i - 1), name_text(names, i)) == 0;
}

static Term re_inspect_2(Process *p, const Term *args) {
    bool unicode;
    const Regex *regex = pattern_regex(args[0], &(RegexOptions){.modern = p->heap->release->modern_regex}, &unicode);
    if (!regex || !term_same(args[1], ATOM(namelist))) return process_badarg(p);
    Names names = names_of(regex);
    Term list = TERM_NIL;
    for (uint32_t i = names.count; i-- > 0;) {
        if (is_repeated(&names, i)) continue;
        const char *name = name_text(&names, i);
        list = heap_cons(p->heap, heap_binary_from(p->heap, name, strlen(name)), list);
    }
    return heap_tuple2(p->heap, ATOM(namelist), list);
}

// --- what to capture -----------------------------------------------------------------------------

typedef enum { CAPTURE_ALL, CAPTURE_ALL_BUT_FIRST, CAPTURE_NONE, CAPTURE_LIST } CaptureKind;

// A group by number, or by a name that several groups may share: the first of them that matched.
typedef struct {
    int64_t group;                 // -1: no such group
    const uint8_t *first, *last;   // entries of the name table, or NULL
} Wanted;

typedef struct {
    CaptureKind kind;
    Term type;   // index, list, binary
    Wanted *wanted;
    size_t count;
    uint32_t entry_size;
} Capture;

static void want(Capture *capture, Wanted one) {
    capture->wanted = memory_resize(capture->wanted, (capture->count + 1) * sizeof(Wanted));
    capture->wanted[capture->count++] = one;
}

static void want_name(Capture *capture, const Regex *regex, const char *name) {
    PCRE2_SPTR first, last;
    int size = pcre2_substring_nametable_scan(regex->code, (PCRE2_SPTR)name, &first, &last);
    want(capture, size < 0 ? (Wanted){-1, NULL, NULL} : (Wanted){0, first, last});
}

static bool want_term(Capture *capture, const Regex *regex, Term t) {
    if (term_is_small(t)) {
        want(capture, (Wanted){term_to_small(t) < 0 ? -1 : term_to_small(t), NULL, NULL});
        return term_to_small(t) <= INT32_MAX && term_to_small(t) >= INT32_MIN;
    }
    Text name = {0};
    bool good = true;
    if (term_is_atom(t))
        text_add(&name, atom_string(t));
    else
        good = iolist_add(&name, t);
    if (good) want_name(capture, regex, text_string(&name));
    text_free(&name);
    return good;
}

static bool want_list(Capture *capture, const Regex *regex, Term list) {
    for (; term_is_cons(list); list = term_tail(list))
        if (!want_term(capture, regex, term_head(list))) return false;
    return term_is_nil(list);
}

static void want_all_names(Capture *capture, const Regex *regex) {
    Names names = names_of(regex);
    for (uint32_t i = 0; i < names.count; i++)
        if (!is_repeated(&names, i)) want_name(capture, regex, name_text(&names, i));
    if (names.count == 0) capture->kind = CAPTURE_NONE;
}

// False: not a specification. memory_free(capture->wanted) either way.
static bool read_specification(const Options *options, const Regex *regex, Capture *capture) {
    Term values = options->has_capture ? options->capture : ATOM(all);
    *capture = (Capture){.kind = CAPTURE_LIST};
    capture->type = options->has_capture ? options->type : ATOM(index);
    capture->entry_size = names_of(regex).entry_size;
    if (!term_same(capture->type, ATOM(index)) && !term_same(capture->type, ATOM(list)) &&
        !term_same(capture->type, ATOM(binary)))
        return false;
    if (term_same(values, ATOM(all)))
        capture->kind = CAPTURE_ALL;
    else if (term_same(values, ATOM(all_but_first)))
        capture->kind = CAPTURE_ALL_BUT_FIRST;
    else if (term_same(values, ATOM(none)) || term_is_nil(values))
        capture->kind = CAPTURE_NONE;
    else if (term_same(values, ATOM(first)))
        want(capture, (Wanted){0, NULL, NULL});
    else if (term_same(values, ATOM(all_names)))
        want_all_names(capture, regex);
    else
        return want_list(capture, regex, values);
    return true;
}

// --- matching ------------------------------------------------------------------------------------

typedef struct {
    Process *p;
    const Regex *regex;
    pcre2_match_context *limits;   // NULL: none given
    Capture capture;
    Term subject;   // a binary
    Bytes bytes;    // of it
    uint32_t flags;
    bool unicode;
} Run;

static int match_at(const Run *run, size_t offset, uint32_t flags) {
    return pcre2_match(run->regex->code, run->bytes.data, run->bytes.size, offset,
                       run->flags | flags | PCRE2_NO_UTF_CHECK, run->regex->match, run->limits);
}

static Term captured(const Run *run, int64_t group, int matched) {
    Heap *heap = run->p->heap;
    const size_t *ends = pcre2_get_ovector_pointer(run->regex->match);
    bool set = group >= 0 && group < matched && ends[group * 2] != PCRE2_UNSET;
    size_t start = set ? ends[group * 2] : 0, end = set ? ends[group * 2 + 1] : 0;
    if (term_same(run->capture.type, ATOM(index))) {
        int64_t length = (int64_t)end - (int64_t)start;
        return heap_tuple2(heap, term_small(set ? (int64_t)start : -1), term_small(length));
    }
    size_t size = end > start ? end - start : 0;
    if (term_same(run->capture.type, ATOM(binary))) return heap_subbinary(heap, run->subject, start * 8, size * 8);
    return run->unicode ? unicode_list_from_utf8(heap, run->bytes.data + start, size, TERM_NIL)
                        : unicode_list_from_latin1(heap, run->bytes.data + start, size, TERM_NIL);
}

static int64_t wanted_group(const Run *run, const Wanted *wanted) {
    if (!wanted->first) return wanted->group;
    const size_t *ends = pcre2_get_ovector_pointer(run->regex->match);
    for (const uint8_t *entry = wanted->first; entry <= wanted->last; entry += run->capture.entry_size)
        if (ends[bytes_u16(entry) * 2] != PCRE2_UNSET) return bytes_u16(entry);
    return -1;
}

// The list for one match, where `matched` is what pcre2_match returned.
static Term captures(const Run *run, int matched) {
    const Capture *capture = &run->capture;
    Term list = TERM_NIL;
    if (capture->kind == CAPTURE_LIST) {
        for (size_t i = capture->count; i-- > 0;) {
            int64_t group = wanted_group(run, &capture->wanted[i]);
            list = heap_cons(run->p->heap, captured(run, group, matched), list);
        }
        return list;
    }
    int first = capture->kind == CAPTURE_ALL ? 0 : 1;
    for (int i = matched; i-- > first;) list = heap_cons(run->p->heap, captured(run, i, matched), list);
    return list;
}

// What a failed match is: nomatch, or {error, Why} if that is to be told.
static Term failure(const Run *run, int code, bool report) {
    Term why = NO_TERM;
    if (code == PCRE2_ERROR_MATCHLIMIT) why = ATOM(match_limit);
    if (code == PCRE2_ERROR_DEPTHLIMIT || code == PCRE2_ERROR_HEAPLIMIT) why = ATOM(match_limit_recursion);
    if (!report || term_is_none(why)) return ATOM(nomatch);
    return heap_tuple2(run->p->heap, ATOM(error), why);
}

static Term run_once(const Run *run, const Options *options) {
    if (options->offset > run->bytes.size) return process_raise(run->p, ATOM(internal_error));
    int matched = match_at(run, options->offset, 0);
    if (matched < 0) return failure(run, matched, options->report_errors);
    if (run->capture.kind == CAPTURE_NONE) return ATOM(match);
    return heap_tuple2(run->p->heap, ATOM(match), captures(run, matched));
}

// The next place to try behind an empty match.
static size_t step_forward(const Run *run, size_t at) {
    const uint8_t *here = run->bytes.data + at;
    size_t left = run->bytes.size - at;
    if (run->regex->crlf && left >= 2 && here[0] == '\r' && here[1] == '\n') return at + 2;
    if (!run->regex->utf || left == 0 || here[0] < 0xC0) return at + 1;
    return at + (here[0] < 0xE0 ? 2 : here[0] < 0xF0 ? 3 : 4);
}

// Adds a match to a list; returns where the next one goes.
static Term *add_match(const Run *run, int matched, Term *end) {
    *end = heap_cons(run->p->heap, captures(run, matched), TERM_NIL);
    return &term_list_words(*end)[1];
}

// Goes on from an empty match found from `at` on: another one is tried there that is not empty.
static size_t after_empty(const Run *run, size_t at, Term **end) {
    const size_t *ends = pcre2_get_ovector_pointer(run->regex->match);
    size_t empty = ends[0];
    int matched = match_at(run, at, PCRE2_NOTEMPTY_ATSTART | PCRE2_ANCHORED);
    if (matched >= 0) *end = add_match(run, matched, *end);
    bool moved = matched >= 0 && ends[1] > ends[0];
    return moved ? empty + (ends[1] - ends[0]) : step_forward(run, empty);
}

// All matches, one behind the other.
static Term run_global(const Run *run, const Options *options) {
    const size_t *ends = pcre2_get_ovector_pointer(run->regex->match);
    Term found = TERM_NIL, *end = &found;
    for (size_t at = options->offset; at <= run->bytes.size;) {
        int matched = match_at(run, at, 0);
        if (matched < 0) {
            Term result = failure(run, matched, options->report_errors);
            if (!term_same(result, ATOM(nomatch))) return result;
            break;
        }
        end = add_match(run, matched, end);
        at = ends[1] > ends[0] ? ends[1] : after_empty(run, at, &end);
    }
    if (term_is_nil(found)) return ATOM(nomatch);
    if (run->capture.kind == CAPTURE_NONE) return ATOM(match);
    return heap_tuple2(run->p->heap, ATOM(match), found);
}

// --- run -----------------------------------------------------------------------------------------

// The code to run, or NULL with the answer: an exception or {error, {compile, _}}.
static const Regex *find_regex(Process *p, Term pattern, Options *options, Term *answer) {
    *answer = NO_TERM;
    if (term_is_tuple_of(pattern, 5)) {
        const Regex *regex = NULL;
        if (!options->for_compile) regex = pattern_regex(pattern, &options->compile, &options->unicode);
        if (!regex) process_badarg(p);
        return regex;
    }
    Text source = {0};
    RegexError error = {.text = ""};
    const Regex *regex = NULL;
    bool good = (term_is_bitstring(pattern) || term_is_list(pattern)) && add_source(&source, pattern, options->unicode);
    if (good) regex = regex_compile(options->compile, text_bytes(&source), &error);
    text_free(&source);
    if (regex) return regex;
    if (!good || !options->report_errors) {
        process_badarg(p);
    } else {
        Term why = heap_tuple2(p->heap, ATOM(compile), error_term(p, &error));
        *answer = heap_tuple2(p->heap, ATOM(error), why);
    }
    return NULL;
}

// The subject as a binary, or NO_TERM.
static Term flat_subject(Process *p, Term subject, bool unicode) {
    if (term_is_bitstring(subject) || !unicode) return iolist_to_binary(p->heap, subject);
    Text text = {0};
    Term binary = NO_TERM;
    if (unicode_add(&text, subject)) binary = heap_binary_from(p->heap, text_string(&text), text.size);
    text_free(&text);
    return binary;
}

// OTP wants all of the subject to be UTF-8, and the offset to be that of a character.
static bool is_good_utf(const Run *run, size_t offset) {
    if (!run->regex->utf) return true;
    if (unicode_count_utf8(run->bytes.data, run->bytes.size) < 0) return false;
    return offset >= run->bytes.size || run->bytes.data[offset] >> 6 != 2;
}

static pcre2_match_context *limits_of(const Options *options) {
    if (options->match_limit < 0 && options->depth_limit < 0) return NULL;
    pcre2_match_context *limits = pcre2_match_context_create(NULL);
    if (!limits) memory_exhausted(0);
    if (options->match_limit >= 0) pcre2_set_match_limit(limits, (uint32_t)options->match_limit);
    if (options->depth_limit >= 0) pcre2_set_depth_limit(limits, (uint32_t)options->depth_limit);
    return limits;
}

static Term run_on(Run *run, const Options *options) {
    uint8_t *scratch = NULL;
    if (term_is_none(run->subject) || !bits_of_binary(run->subject, &run->bytes, &scratch))
        return process_badarg(run->p);
    Term result;
    if (!is_good_utf(run, options->offset)) {
        result = process_badarg(run->p);
    } else {
        run->limits = limits_of(options);
        result = options->global ? run_global(run, options) : run_once(run, options);
        pcre2_match_context_free(run->limits);
    }
    memory_free(scratch);
    return result;
}

static Term run_pattern(Process *p, const Term *args) {
    Options options;
    Term answer;
    if (!read_options(p, args[2], &options)) return bad_option(p);
    const Regex *regex = find_regex(p, args[1], &options, &answer);
    if (!regex) return answer;
    Run run = {.p = p, .regex = regex, .flags = options.match, .unicode = options.unicode};
    Term result;
    if (read_specification(&options, regex, &run.capture)) {
        run.subject = flat_subject(p, args[0], options.unicode);
        result = run_on(&run, &options);
    } else {
        result = process_badarg(p);
    }
    memory_free(run.capture.wanted);
    return result;
}

static Term re_run_3(Process *p, const Term *args) { return run_pattern(p, args); }

static Term re_run_2(Process *p, const Term *args) { return run_pattern(p, (Term[]){args[0], args[1], TERM_NIL}); }

// The last argument tells whether this subject is seen for the first time. Its UTF-8 is checked anyway.
static Term re_internal_run_4(Process *p, const Term *args) {
    if (!term_same(args[3], ATOM(true)) && !term_same(args[3], ATOM(false))) return process_badarg(p);
    return run_pattern(p, args);
}

const Bif re_bifs[] = {
    BIF(re, version, 0, PURE), BIF(re, compile, 1, PURE),      BIF(re, compile, 2, PURE),
    BIF(re, import, 1, PURE),  BIF(re, inspect, 2, PURE),      BIF(re, run, 2, PURE),
    BIF(re, run, 3, PURE),     BIF(re, internal_run, 4, PURE), {0},
};
