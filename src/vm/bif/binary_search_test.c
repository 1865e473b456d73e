#include "fixture.h"
#include "tap.h"
#include "vm/run/bif.h"
#include "vm/term/bits.h"
#include "vm/term/compare.h"

extern const Bif binary_search_bifs[];

static Term call(Process *p, const char *name, unsigned arity, const Term *args) {
    const Bif *bif = binary_search_bifs;
    while (bif->module && (strcmp(bif->function, name) != 0 || bif->arity != arity)) bif++;
    return bif->module ? bif->call(p, args) : NO_TERM;
}

static Term binary(Process *p, const char *text) { return heap_binary_from(p->heap, text, strlen(text)); }

static Term binaries(Process *p, const char *a, const char *b) {
    return heap_list_from(p->heap, (Term[]){binary(p, a), binary(p, b)}, 2, TERM_NIL);
}

static Term range(Process *p, int64_t at, int64_t size) {
    return heap_tuple2(p->heap, term_small(at), term_small(size));
}

TEST(the_leftmost_match_wins_and_of_those_the_longest) {
    Process *p = fixture_process();
    Term subject = binary(p, "xabcd");
    Term found = call(p, "match", 2, (Term[]){subject, binaries(p, "bcd", "ab")});
    CHECK(term_identical(found, range(p, 1, 2)));
    found = call(p, "match", 2, (Term[]){subject, binaries(p, "ab", "abc")});
    CHECK(term_identical(found, range(p, 1, 3)));
    CHECK(term_same(call(p, "match", 2, (Term[]){subject, binary(p, "bd")}), ATOM(nomatch)));
}

TEST(matches_do_not_overlap) {
    Process *p = fixture_process();
    Term found = call(p, "matches", 2, (Term[]){binary(p, "aaaaa"), binary(p, "aa")});
    Term expected = heap_list_from(p->heap, (Term[]){range(p, 0, 2), range(p, 2, 2)}, 2, TERM_NIL);
    CHECK(term_identical(found, expected));
}

TEST(a_scope_may_reach_backwards) {
    Process *p = fixture_process();
    Term scope = heap_tuple2(p->heap, ATOM(scope), range(p, 4, -3));
    Term options = heap_cons(p->heap, scope, TERM_NIL);
    Term found = call(p, "match", 3, (Term[]){binary(p, "abab"), binary(p, "ab"), options});
    CHECK(term_identical(found, range(p, 2, 2)));
}

TEST(compiled_patterns_find_the_same) {
    Process *p = fixture_process();
    Term compiled = call(p, "compile_pattern", 1, (Term[]){binaries(p, "x", ",")});
    Term args[] = {binary(p, "a,bxc"), compiled, heap_cons(p->heap, ATOM(global), TERM_NIL)};
    Term pieces = call(p, "split", 3, args);
    Term expected = heap_cons(p->heap, binary(p, "a"), binaries(p, "b", "c"));
    CHECK(term_identical(pieces, expected));
    CHECK(term_is_none(call(p, "compile_pattern", 1, &compiled)));
    CHECK(term_is_none(call(p, "compile_pattern", 1, (Term[]){binary(p, "")})));
}

TEST(trim_drops_empty_pieces_at_the_end_only) {
    Process *p = fixture_process();
    Term options = heap_list_from(p->heap, (Term[]){ATOM(global), ATOM(trim)}, 2, TERM_NIL);
    Term pieces = call(p, "split", 3, (Term[]){binary(p, ",,a,,"), binary(p, ","), options});
    Term expected = heap_cons(p->heap, binary(p, ""), binaries(p, "", "a"));
    CHECK(term_identical(pieces, expected));
}
