#include "fixture.h"
#include "tap.h"
#include "vm/run/bif.h"
#include "vm/term/compare.h"

extern const Bif erlang_hash_bifs[];

static Term call(Process *p, const char *name, unsigned arity, Term a, Term b, Term c) {
    Term args[] = {a, b, c};
    const Bif *bif = erlang_hash_bifs;
    while (bif->module && (strcmp(bif->function, name) != 0 || bif->arity != arity)) bif++;
    return bif->module ? bif->call(p, args) : NO_TERM;
}

static bool is_number(Term t, int64_t value) { return term_same(t, term_small(value)); }
static bool badarg(Process *p, Term result) { return term_is_none(result) && term_same(p->reason, ATOM(badarg)); }
static Term text(Process *p, const char *text) { return heap_list_from_text(p->heap, text); }

TEST(hashes_stay_in_their_range) {
    Process *p = fixture_process();
    Term word = term_small((int64_t)1 << 32), one = term_small(1), none = NO_TERM;
    CHECK(is_number(call(p, "phash2", 1, one, none, none), 2614250));
    CHECK(is_number(call(p, "phash2", 2, one, word, none), 539485162));
    CHECK(is_number(call(p, "phash2", 2, one, term_small(1000), none), 162));
    CHECK(is_number(call(p, "phash", 2, one, word, none), 2788898428));
    CHECK(is_number(call(p, "phash", 2, one, one, none), 1));
    CHECK(badarg(p, call(p, "phash2", 2, one, term_small(0), none)));
    CHECK(badarg(p, call(p, "phash2", 2, one, term_small(((int64_t)1 << 32) + 1), none)));
    CHECK(badarg(p, call(p, "phash", 2, one, ATOM(ok), none)));
}

TEST(md5_can_be_fed_in_pieces) {
    Process *p = fixture_process();
    Term none = NO_TERM, whole = call(p, "md5", 1, text(p, "message digest"), none, none);
    CHECK(memcmp(term_binary_bytes(whole), "\xf9\x6b\x69\x7d\x7c\xb7\x93\x8d\x52\x5a\x2f\x31\xaa\xf1\x61\xd0", 16) ==
          0);
    Term state = call(p, "md5_init", 0, none, none, none);
    state = call(p, "md5_update", 2, state, text(p, "message "), none);
    state = call(p, "md5_update", 2, state, text(p, "digest"), none);
    CHECK(term_identical(call(p, "md5_final", 1, state, none, none), whole));
    CHECK(badarg(p, call(p, "md5_final", 1, whole, none, none)));
    CHECK(badarg(p, call(p, "md5", 1, ATOM(ok), none, none)));
}

TEST(an_md5_state_from_elsewhere_does_no_harm) {
    Process *p = fixture_process();
    uint8_t garbage[88];
    memset(garbage, 0xff, sizeof garbage);
    Term state = heap_binary_from(p->heap, garbage, sizeof garbage);
    state = call(p, "md5_update", 2, state, text(p, "abc"), NO_TERM);
    CHECK(term_binary_size(call(p, "md5_final", 1, state, NO_TERM, NO_TERM)) == 16);
}

TEST(checksums_are_those_of_zlib) {
    Process *p = fixture_process();
    Term abc = text(p, "abc"), none = NO_TERM, max = term_small(UINT32_MAX);
    CHECK(is_number(call(p, "crc32", 1, abc, none, none), 891568578));
    CHECK(is_number(call(p, "adler32", 1, abc, none, none), 38600999));
    CHECK(is_number(call(p, "adler32", 2, term_small(0), abc, none), 38404390));
    CHECK(is_number(call(p, "adler32", 2, max, abc, none), 42074420));
    CHECK(is_number(call(p, "adler32", 2, max, TERM_NIL, none), UINT32_MAX));
    CHECK(is_number(call(p, "crc32_combine", 3, term_small(1), term_small(2), term_small(3)), 29518389));
    CHECK(is_number(call(p, "adler32_combine", 3, term_small(1), term_small(2), term_small(3)), 2));
    CHECK(is_number(call(p, "adler32_combine", 3, max, term_small(2), term_small(3)), 3473423));
    CHECK(is_number(call(p, "adler32_combine", 3, max, term_small(2), term_small(0)), UINT32_MAX));
    CHECK(badarg(p, call(p, "crc32", 2, term_small((int64_t)1 << 32), TERM_NIL, none)));
    CHECK(badarg(p, call(p, "crc32", 1, ATOM(ok), none, none)));
}
