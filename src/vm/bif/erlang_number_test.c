#include "fixture.h"
#include "tap.h"
#include "vm/run/bif.h"
#include "vm/term/number.h"

extern const Bif erlang_number_bifs[];

static Term call(Process *p, const char *name, unsigned arity, Term a, Term b) {
    Term args[] = {a, b};
    const Bif *bif = erlang_number_bifs;
    while (bif->module && (strcmp(bif->function, name) != 0 || bif->arity != arity)) bif++;
    if (!bif->module) return NO_TERM;
    return bif->call(p, args);
}

static bool raised(Process *p, Term result, Term reason) {
    return term_is_none(result) && term_same(p->reason, reason);
}

static Term list(Process *p, const char *text) { return heap_list_from_text(p->heap, text); }
static Term binary(Process *p, const char *text) { return heap_binary_from(p->heap, text, strlen(text)); }

// A list of characters, or a binary, holds exactly this text.
static bool has_text(Term t, const char *text) {
    if (term_is_bitstring(t))
        return term_binary_size(t) == strlen(text) && memcmp(term_binary_bytes(t), text, strlen(text)) == 0;
    for (; term_is_cons(t) && *text; t = term_tail(t), text++)
        if (!term_same(term_head(t), term_small(*text))) return false;
    return term_is_nil(t) && !*text;
}

TEST(operators_raise_badarith_or_system_limit) {
    Process *p = fixture_process();
    Term one = term_small(1), atom = ATOM(ok);
    CHECK(term_same(call(p, "+", 2, one, one), term_small(2)));
    CHECK(term_same(call(p, "-", 1, one, NO_TERM), term_small(-1)));
    CHECK(raised(p, call(p, "+", 2, one, atom), ATOM(badarith)));
    CHECK(raised(p, call(p, "+", 1, atom, NO_TERM), ATOM(badarith)));
    CHECK(raised(p, call(p, "div", 2, one, term_small(0)), ATOM(badarith)));
    CHECK(raised(p, call(p, "bsl", 2, one, term_small(SMALL_MAX)), ATOM(system_limit)));
}

TEST(rounding_takes_numbers_only) {
    Process *p = fixture_process();
    Term f = heap_float(p->heap, -2.5), z = heap_float(p->heap, -0.0);
    CHECK(term_same(call(p, "round", 1, f, NO_TERM), term_small(-3)));
    CHECK(term_same(call(p, "trunc", 1, f, NO_TERM), term_small(-2)));
    CHECK(term_same(call(p, "floor", 1, f, NO_TERM), term_small(-3)));
    CHECK(term_same(call(p, "ceil", 1, f, NO_TERM), term_small(-2)));
    CHECK(term_same(call(p, "ceil", 1, term_small(7), NO_TERM), term_small(7)));
    CHECK(term_to_double(call(p, "abs", 1, f, NO_TERM)) == 2.5);
    CHECK(term_same(call(p, "abs", 1, z, NO_TERM), z));
    CHECK(raised(p, call(p, "round", 1, ATOM(ok), NO_TERM), ATOM(badarg)));
    CHECK(raised(p, call(p, "abs", 1, ATOM(ok), NO_TERM), ATOM(badarg)));
    Term large = number_shift_left(p->heap, term_small(1), term_small(1024));
    CHECK(raised(p, call(p, "float", 1, large, NO_TERM), ATOM(badarg)));
}

TEST(integers_are_written_in_bases_2_to_36) {
    Process *p = fixture_process();
    Term n = term_small(-255);
    CHECK(has_text(call(p, "integer_to_list", 1, n, NO_TERM), "-255"));
    CHECK(has_text(call(p, "integer_to_list", 2, n, term_small(16)), "-FF"));
    CHECK(has_text(call(p, "integer_to_binary", 2, n, term_small(2)), "-11111111"));
    CHECK(raised(p, call(p, "integer_to_list", 2, n, term_small(37)), ATOM(badarg)));
    CHECK(raised(p, call(p, "integer_to_binary", 2, n, term_small(1)), ATOM(badarg)));
    CHECK(raised(p, call(p, "integer_to_list", 1, ATOM(ok), NO_TERM), ATOM(badarg)));
}

TEST(integers_are_read_from_whole_texts) {
    Process *p = fixture_process();
    CHECK(term_same(call(p, "list_to_integer", 1, list(p, "+12"), NO_TERM), term_small(12)));
    CHECK(term_same(call(p, "binary_to_integer", 1, binary(p, "-12"), NO_TERM), term_small(-12)));
    CHECK(raised(p, call(p, "list_to_integer", 1, list(p, "12 "), NO_TERM), ATOM(badarg)));
    CHECK(raised(p, call(p, "list_to_integer", 1, TERM_NIL, NO_TERM), ATOM(badarg)));
    CHECK(raised(p, call(p, "list_to_integer", 1, ATOM(ok), NO_TERM), ATOM(badarg)));
    CHECK(raised(p, call(p, "binary_to_integer", 1, binary(p, ""), NO_TERM), ATOM(badarg)));
    Term improper = heap_cons(p->heap, term_small('1'), ATOM(ok));
    CHECK(raised(p, call(p, "list_to_integer", 1, improper, NO_TERM), ATOM(badarg)));
}

TEST(a_binary_that_starts_inside_a_byte_is_read_too) {
    Process *p = fixture_process();
    Term shifted = heap_binary_from(p->heap, "\x03\x13\x20", 3);   // "12" from bit 4 on
    Term part = heap_subbinary(p->heap, shifted, 4, 16);
    CHECK(term_same(call(p, "binary_to_integer", 1, part, NO_TERM), term_small(12)));
}

static Term option(Process *p, Term name, int64_t value) { return heap_tuple2(p->heap, name, term_small(value)); }

TEST(floats_are_written_as_the_last_option_says) {
    Process *p = fixture_process();
    Term f = heap_float(p->heap, 1.5);
    Term shortest = heap_cons(p->heap, ATOM(short), TERM_NIL);
    Term fixed = heap_cons(p->heap, option(p, ATOM(decimals), 3), TERM_NIL);
    Term compact = heap_cons(p->heap, ATOM(compact), fixed);
    Term scientific = heap_cons(p->heap, option(p, ATOM(scientific), 3), TERM_NIL);
    CHECK(has_text(call(p, "float_to_list", 1, f, NO_TERM), "1.50000000000000000000e+00"));
    CHECK(has_text(call(p, "float_to_binary", 2, f, shortest), "1.5"));
    CHECK(has_text(call(p, "float_to_list", 2, f, fixed), "1.500"));
    CHECK(has_text(call(p, "float_to_list", 2, f, compact), "1.5"));
    CHECK(has_text(call(p, "float_to_list", 2, f, scientific), "1.500e+00"));
    Term both = heap_cons(p->heap, ATOM(short), fixed);
    CHECK(has_text(call(p, "float_to_list", 2, f, both), "1.500"));
}

TEST(unknown_float_options_are_refused) {
    Process *p = fixture_process();
    Term f = heap_float(p->heap, 1.5);
    Term unknown = heap_cons(p->heap, ATOM(ok), TERM_NIL);
    Term no_number = heap_cons(p->heap, heap_tuple2(p->heap, ATOM(decimals), ATOM(ok)), TERM_NIL);
    Term improper = heap_cons(p->heap, ATOM(short), ATOM(short));
    CHECK(raised(p, call(p, "float_to_list", 2, f, unknown), ATOM(badarg)));
    CHECK(raised(p, call(p, "float_to_list", 2, f, no_number), ATOM(badarg)));
    CHECK(raised(p, call(p, "float_to_list", 2, f, improper), ATOM(badarg)));
    CHECK(raised(p, call(p, "float_to_list", 2, term_small(1), TERM_NIL), ATOM(badarg)));
}

TEST(floats_are_read_from_whole_texts) {
    Process *p = fixture_process();
    CHECK(term_to_double(call(p, "list_to_float", 1, list(p, "1.5"), NO_TERM)) == 1.5);
    CHECK(term_to_double(call(p, "binary_to_float", 1, binary(p, "-1.5e3"), NO_TERM)) == -1500);
    CHECK(raised(p, call(p, "list_to_float", 1, list(p, "15"), NO_TERM), ATOM(badarg)));
    CHECK(raised(p, call(p, "binary_to_float", 1, binary(p, ""), NO_TERM), ATOM(badarg)));
    CHECK(raised(p, call(p, "list_to_float", 1, ATOM(ok), NO_TERM), ATOM(badarg)));
}

static Term from_string(Process *p, const char *module, const char *function, Term text) {
    const Bif *bif = erlang_number_bifs;
    while (strcmp(bif->module, module) != 0 || strcmp(bif->function, function) != 0) bif++;
    Term args[] = {text, term_small(10)};
    return bif->call(p, args);
}

TEST(the_string_module_reads_a_number_and_leaves_the_rest) {
    Process *p = fixture_process();
    Term found = from_string(p, "string", "list_to_integer", list(p, "-12ab"));
    CHECK(term_same(term_elements(found)[0], term_small(-12)));
    CHECK(has_text(term_elements(found)[1], "ab"));
    found = from_string(p, "string", "list_to_float", list(p, "1.5e+x"));
    CHECK(term_to_double(term_elements(found)[0]) == 1.5);
    CHECK(has_text(term_elements(found)[1], "e+x"));
}

TEST(the_string_module_says_why_there_is_no_number) {
    Process *p = fixture_process();
    Term none = from_string(p, "string", "list_to_integer", list(p, "+"));
    CHECK(term_same(term_elements(none)[1], ATOM(no_integer)));
    none = from_string(p, "string", "list_to_float", list(p, "12."));
    CHECK(term_same(term_elements(none)[1], ATOM(no_float)));
    none = from_string(p, "string", "list_to_float", ATOM(ok));
    CHECK(term_same(term_elements(none)[1], ATOM(not_a_list)));
}

TEST(the_internal_readers_answer_with_atoms) {
    Process *p = fixture_process();
    Term found = from_string(p, "erts_internal", "list_to_integer", list(p, "12x"));
    CHECK(term_is_tuple_of(found, 2) && term_same(term_elements(found)[0], term_small(12)));
    CHECK(term_same(from_string(p, "erts_internal", "list_to_integer", TERM_NIL), ATOM(no_integer)));
    CHECK(term_same(from_string(p, "erts_internal", "binary_to_integer", TERM_NIL), ATOM(badarg)));
    Term bytes = binary(p, "12");
    CHECK(term_same(from_string(p, "erts_internal", "binary_to_integer", bytes), term_small(12)));
}
