#include "vm/run/heap_limit.h"

#include "base/hash.h"
#include "base/words.h"
#include "vm/term/map.h"

enum { BINARY_WORDS_MOST = 10 };   // longer ones lie elsewhere

typedef struct {
    Words waiting;   // terms, whose words are counted and are not looked at yet
    HashSet seen;
    uint64_t words, limit;
} Census;

static void count_object(Census *census, Term term, size_t words) {
    if (census->words > census->limit || !hash_set_add(&census->seen, term.bits)) return;
    census->words += words;
    words_push(&census->waiting, term.bits);
}

static void count(Census *census, Term term) {
    if (term_is_cons(term))
        count_object(census, term, 2);
    else if (term_is_boxed(term) && term_kind(term) == KIND_BINARY && term_size(term) > BINARY_WORDS_MOST)
        census->words += BINARY_WORDS_MOST;
    else if (term_is_boxed(term))
        count_object(census, term, term_size(term) + 1);
}

static void count_parts(Census *census, Term term) {
    if (term_is_cons(term)) {
        count(census, term_head(term));
        count(census, term_tail(term));
        return;
    }
    const Term *words = term_words(term);
    if (header_kind(words[0]) >= KIND_RAW) return;
    for (size_t i = 1; i <= header_size(words[0]); i++) count(census, words[i]);
}

static void count_all(Census *census, Term term) {
    count(census, term);
    while (census->waiting.count > 0 && census->words <= census->limit)
        count_parts(census, (Term){words_pop(&census->waiting)});
}

// Frames that are frozen are read where they are (vm/run/stack.c).
static void count_stack(Census *census, const Process *p) {
    for (const Term *at = p->stack - p->live;; census->words++) {
        if ((at->bits & 3) != TAG_HEADER) {
            count_all(census, *at++);
        } else if (at->bits == (uint64_t)interp_thaw_code) {
            if (at[1].bits == 0) return;
            at = (const Term *)at[2].bits;
        } else if (at++->bits == 0) {
            return;
        }
    }
}

static bool is_too_large(const Process *p) {
    Census census = {.limit = p->heap_limit};
    words_init(&census.waiting);
    count_stack(&census, p);
    count_all(&census, p->dictionary);
    words_free(&census.waiting);
    hash_set_free(&census.seen);
    return census.words > census.limit;
}

uint32_t heap_limit_words(Term limit) {
    Term size = limit;
    if (term_is_map(limit)) {
        Term kill = map_get(limit, ATOM(kill));
        if (!term_is_none(kill) && term_same(kill, ATOM(false))) return 0;
        size = map_get(limit, ATOM(size));
    }
    if (term_is_none(size) || !term_is_small(size) || term_to_small(size) <= 0) return 0;
    return term_to_small(size) < UINT32_MAX ? (uint32_t)term_to_small(size) : UINT32_MAX;
}

bool heap_limit_ends(Process *p) {
    const Heap *heap = p->heap;
    if (p->heap_limit == 0 || (uint64_t)(heap->top - heap->start) <= p->heap_limit || !is_too_large(p)) return false;
    process_touch(p);
    p->class = CLASS_EXIT;
    p->reason = ATOM(killed);
    p->trace = TERM_NIL;
    p->live = 0;
    p->ip = interp_exit_raise_code;
    return true;
}
