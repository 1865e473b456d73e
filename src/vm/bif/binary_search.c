// Module binary: match, matches, split and their compiled patterns.
//
// Found is the leftmost occurrence of any pattern; of those that start there, the longest. A compiled
// pattern is {bm, Binary} or {ac, [Binary]}: an ordinary term that tells OTP's two kinds apart and
// from which the tables of a search are made each time; they are small.
#define _GNU_SOURCE   // memmem
#include <stdlib.h>

#include "base/memory.h"
#include "vm/run/bif.h"
#include "vm/term/bits.h"

// --- the search ----------------------------------------------------------------------------------

typedef struct {
    Bytes bytes;
    uint8_t *scratch;   // holds the bytes of one that does not start at a byte
    uint32_t next;      // the next shorter one with the same first byte, plus 1
} Pattern;

typedef struct {
    Bytes subject;
    uint8_t *scratch;
    size_t from, to;   // where matches may lie
    Pattern *patterns;
    uint32_t count;
    uint32_t heads[256];   // by first byte: the longest pattern that begins so, plus 1
} Search;

typedef struct {
    size_t at, size;
} Match;

static bool is_pattern(Term t) { return term_is_binary(t) && term_bits(t).size > 0; }

static int longer_first(const void *a, const void *b) {
    size_t x = ((const Pattern *)a)->bytes.size, y = ((const Pattern *)b)->bytes.size;
    return x > y ? -1 : x < y;
}

// The patterns of an uncompiled or compiled pattern term, as a list that `one` is room for.
static bool pattern_list(Term pattern, Term one[2], Term *list) {
    Term from = pattern;
    if (term_is_tuple_of(pattern, 2)) {
        const Term *parts = term_elements(pattern);
        from = parts[1];
        if (!term_same(parts[0], term_is_list(from) ? ATOM(ac) : ATOM(bm))) return false;
    }
    one[0] = from;
    one[1] = TERM_NIL;
    *list = term_is_list(from) ? from : term_from_list_words(one);
    return true;
}

static bool read_patterns(Search *search, Term list) {
    int64_t length = term_list_length(list);
    if (length < 1 || length >= UINT32_MAX) return false;
    search->patterns = memory_new((size_t)length * sizeof(Pattern));
    for (; term_is_cons(list); list = term_tail(list)) {
        if (!is_pattern(term_head(list))) return false;
        Pattern *pattern = &search->patterns[search->count++];
        pattern->bytes = bits_bytes(term_bits(term_head(list)), &pattern->scratch);
    }
    return true;
}

// Chains the patterns that begin alike, longest first.
static void link_patterns(Search *search) {
    qsort(search->patterns, search->count, sizeof(Pattern), longer_first);
    for (uint32_t i = search->count; i-- > 0;) {
        uint32_t *head = &search->heads[search->patterns[i].bytes.data[0]];
        search->patterns[i].next = *head;
        *head = i + 1;
    }
}

static void search_free(Search *search) {
    for (uint32_t i = 0; i < search->count; i++) memory_free(search->patterns[i].scratch);
    memory_free(search->patterns);
    memory_free(search->scratch);
}

// False: not a pattern.
static bool search_compile(Search *search, Term pattern) {
    Term one[2], list;
    if (!pattern_list(pattern, one, &list) || !read_patterns(search, list)) return false;
    link_patterns(search);
    return true;
}

static bool find_single(const Search *search, size_t from, Match *match) {
    Bytes pattern = search->patterns[0].bytes;
    const uint8_t *start = search->subject.data + from;
    const uint8_t *found = memmem(start, search->to - from, pattern.data, pattern.size);
    if (!found) return false;
    *match = (Match){from + (size_t)(found - start), pattern.size};
    return true;
}

// The longest pattern that stands at this place, or NULL.
static const Pattern *pattern_at(const Search *search, size_t at) {
    const uint8_t *bytes = search->subject.data + at;
    for (uint32_t i = search->heads[*bytes]; i != 0; i = search->patterns[i - 1].next) {
        const Pattern *pattern = &search->patterns[i - 1];
        if (pattern->bytes.size <= search->to - at && memcmp(bytes, pattern->bytes.data, pattern->bytes.size) == 0)
            return pattern;
    }
    return NULL;
}

static bool search_find(const Search *search, size_t from, Match *match) {
    if (search->count == 1) return find_single(search, from, match);
    for (size_t at = from; at < search->to; at++) {
        const Pattern *pattern = pattern_at(search, at);
        if (!pattern) continue;
        *match = (Match){at, pattern->bytes.size};
        return true;
    }
    return false;
}

// --- options -------------------------------------------------------------------------------------

typedef struct {
    bool splitting;   // global, trim and trim_all are options of split only
    bool global, trim, trim_all;
    size_t from, to;
} Options;

static bool read_scope(Term range, Options *options, size_t size) {
    if (!term_is_tuple_of(range, 2)) return false;
    Term position = term_elements(range)[0], length = term_elements(range)[1];
    if (!term_is_small(position) || !term_is_small(length)) return false;
    int64_t from = term_to_small(position), to = from + term_to_small(length);
    if (from < 0) return false;
    if (to < from) {   // a negative length reaches backwards
        int64_t swap = from;
        from = to;
        to = swap;
    }
    if (from < 0 || to > (int64_t)size) return false;
    options->from = (size_t)from;
    options->to = (size_t)to;
    return true;
}

static bool read_option(Term option, Options *options, size_t size) {
    if (term_is_tuple_of(option, 2) && term_same(term_elements(option)[0], ATOM(scope)))
        return read_scope(term_elements(option)[1], options, size);
    if (!options->splitting) return false;
    if (term_same(option, ATOM(global)))
        options->global = true;
    else if (term_same(option, ATOM(trim)))
        options->trim = true;
    else if (term_same(option, ATOM(trim_all)))
        options->trim_all = true;
    else
        return false;
    return true;
}

// The tail of an improper list is not looked at, as in OTP.
static bool read_options(Term list, Options *options, size_t size) {
    options->from = 0;
    options->to = size;
    if (!term_is_list(list)) return false;
    for (; term_is_cons(list); list = term_tail(list))
        if (!read_option(term_head(list), options, size)) return false;
    return true;
}

// Prepares a search in args[0] for args[1] with the options args[2]; search_free must follow in any
// case. With a scope of {0,0}, so in an empty binary, older releases do not look at the pattern.
static bool search_begin(const Process *p, Search *search, const Term *args, Options *options) {
    *search = (Search){0};
    if (!bits_of_binary(args[0], &search->subject, &search->scratch)) return false;
    if (!read_options(args[2], options, search->subject.size)) return false;
    search->from = options->from;
    search->to = options->to;
    bool unchecked = search->to == 0 && !p->heap->release->checks_unused;
    return unchecked || search_compile(search, args[1]);
}

// --- functions -----------------------------------------------------------------------------------

static Term match_term(Heap *heap, Match match) {
    return heap_tuple2(heap, term_small((int64_t)match.at), term_small((int64_t)match.size));
}

static Term binary_match_3(Process *p, const Term *args) {
    Search search;
    Options options = {0};
    Match match;
    Term result = NO_TERM;
    if (search_begin(p, &search, args, &options)) {
        bool found = search_find(&search, search.from, &match);
        result = found ? match_term(p->heap, match) : ATOM(nomatch);
    }
    search_free(&search);
    return term_is_none(result) ? process_badarg(p) : result;
}

static Term binary_match_2(Process *p, const Term *args) {
    return binary_match_3(p, (Term[]){args[0], args[1], TERM_NIL});
}

// A list that is built front to back: `end` is where the next cell goes.
typedef struct {
    Term list;
    Term *end;
} Queue;

static void queue_add(Heap *heap, Queue *queue, Term item) {
    Term cell = heap_cons(heap, item, TERM_NIL);
    *(queue->end ? queue->end : &queue->list) = cell;
    queue->end = &term_list_words(cell)[1];
}

static Term binary_matches_3(Process *p, const Term *args) {
    Search search;
    Options options = {0};
    Queue found = {TERM_NIL, NULL};
    bool good = search_begin(p, &search, args, &options);
    Match match;
    for (size_t at = search.from; good && search_find(&search, at, &match); at = match.at + match.size)
        queue_add(p->heap, &found, match_term(p->heap, match));
    search_free(&search);
    return good ? found.list : process_badarg(p);
}

static Term binary_matches_2(Process *p, const Term *args) {
    return binary_matches_3(p, (Term[]){args[0], args[1], TERM_NIL});
}

// Pieces of a binary. With trim, empty ones wait until one with bytes follows.
typedef struct {
    Heap *heap;
    Term subject;
    const Options *options;
    Queue pieces;
    size_t empty;   // how many wait
} Splitter;

static void add_piece(Splitter *splitter, size_t from, size_t to) {
    const Options *options = splitter->options;
    if (from == to && options->trim_all) return;
    if (from == to && options->trim) {
        splitter->empty++;
        return;
    }
    for (; splitter->empty > 0; splitter->empty--)
        queue_add(splitter->heap, &splitter->pieces, heap_binary(splitter->heap, 0));
    Term piece = heap_subbinary(splitter->heap, splitter->subject, from * 8, (to - from) * 8);
    queue_add(splitter->heap, &splitter->pieces, piece);
}

static void split(const Search *search, Splitter *splitter) {
    size_t piece = 0, at = search->from;
    Match match;
    while (search_find(search, at, &match)) {
        add_piece(splitter, piece, match.at);
        piece = at = match.at + match.size;
        if (!splitter->options->global) break;
    }
    add_piece(splitter, piece, search->subject.size);
}

static Term binary_split_3(Process *p, const Term *args) {
    Search search;
    Options options = {.splitting = true};
    Splitter splitter = {p->heap, args[0], &options, {TERM_NIL, NULL}, 0};
    bool good = search_begin(p, &search, args, &options);
    if (good) split(&search, &splitter);
    search_free(&search);
    return good ? splitter.pieces.list : process_badarg(p);
}

static Term binary_split_2(Process *p, const Term *args) {
    return binary_split_3(p, (Term[]){args[0], args[1], TERM_NIL});
}

static Term binary_compile_pattern_1(Process *p, const Term *args) {
    if (term_is_tuple(args[0])) return process_badarg(p);
    Search search = {0};
    bool good = search_compile(&search, args[0]);
    uint32_t count = search.count;
    search_free(&search);
    if (!good) return process_badarg(p);
    if (count > 1) return heap_tuple2(p->heap, ATOM(ac), args[0]);
    return heap_tuple2(p->heap, ATOM(bm), term_is_cons(args[0]) ? term_head(args[0]) : args[0]);
}

const Bif binary_search_bifs[] = {
    BIF(binary, match, 2, PURE),           BIF(binary, match, 3, PURE),
    BIF(binary, matches, 2, PURE),         BIF(binary, matches, 3, PURE),
    BIF(binary, split, 2, PURE),           BIF(binary, split, 3, PURE),
    BIF(binary, compile_pattern, 1, PURE), {0},
};
