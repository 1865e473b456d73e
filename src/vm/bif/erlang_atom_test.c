#include "fixture.h"
#include "tap.h"
#include "vm/bif/bifs.h"

static Process *p;

static Term call(const char *name, Term a, Term b) {
    Term args[] = {a, b};
    const Bif *bif = erlang_atom_bifs;
    while (strcmp(bif->function, name) != 0) bif++;
    return bif->call(p, args);
}

static bool raised(Term result, Term reason) { return term_is_none(result) && term_same(p->reason, reason); }

static Term repeated(size_t count, int64_t character, Term tail) {
    while (count-- > 0) tail = heap_cons(p->heap, term_small(character), tail);
    return tail;
}

static Term binary(const char *bytes) { return heap_binary_from(p->heap, bytes, strlen(bytes)); }

TEST(an_atom_has_at_most_255_characters_of_any_size) {
    p = fixture_process();
    Term atom = call("list_to_atom", repeated(255, 0x10FFFF, TERM_NIL), NO_TERM);
    CHECK(term_list_length(call("atom_to_list", atom, NO_TERM)) == 255);
    CHECK(raised(call("list_to_atom", repeated(256, 'a', TERM_NIL), NO_TERM), ATOM(system_limit)));
    CHECK(raised(call("list_to_atom", repeated(256, 'a', ATOM(ok)), NO_TERM), ATOM(system_limit)));
    CHECK(raised(call("list_to_atom", repeated(255, 'a', ATOM(ok)), NO_TERM), ATOM(badarg)));
    CHECK(raised(call("list_to_existing_atom", repeated(256, 'a', TERM_NIL), NO_TERM), ATOM(badarg)));
}

TEST(surrogates_and_numbers_beyond_unicode_are_no_characters) {
    p = fixture_process();
    CHECK(raised(call("list_to_atom", repeated(1, 0xD800, TERM_NIL), NO_TERM), ATOM(badarg)));
    CHECK(raised(call("list_to_atom", repeated(1, 0x110000, TERM_NIL), NO_TERM), ATOM(badarg)));
    CHECK(raised(call("list_to_atom", repeated(1, -1, TERM_NIL), NO_TERM), ATOM(badarg)));
    CHECK(raised(call("binary_to_atom", binary("\xED\xA0\x80"), ATOM(utf8)), ATOM(badarg)));
    CHECK(raised(call("binary_to_atom", binary("\xC8"), ATOM(utf8)), ATOM(badarg)));
}

TEST(the_encoding_decides_what_bytes_mean) {
    p = fixture_process();
    Term atom = call("binary_to_atom", binary("\xE9"), ATOM(latin1));
    CHECK(term_same(atom, call("binary_to_atom", binary("\xC3\xA9"), ATOM(utf8))));
    CHECK(term_binary_size(call("atom_to_binary", atom, ATOM(unicode))) == 2);
    CHECK(term_binary_size(call("atom_to_binary", atom, ATOM(latin1))) == 1);
    Term wide = call("list_to_atom", repeated(1, 256, TERM_NIL), NO_TERM);
    CHECK(raised(call("atom_to_binary", wide, ATOM(latin1)), ATOM(badarg)));
    CHECK(raised(call("atom_to_binary", wide, ATOM(ok)), ATOM(badarg)));
}

TEST(only_atoms_that_are_known_exist) {
    p = fixture_process();
    CHECK(term_same(call("binary_to_existing_atom", binary("ok"), ATOM(utf8)), ATOM(ok)));
    CHECK(raised(call("binary_to_existing_atom", binary("nobody wrote this before"), ATOM(utf8)), ATOM(badarg)));
}
