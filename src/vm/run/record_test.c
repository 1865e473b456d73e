#include "vm/run/record.h"

#include "fixture.h"
#include "tap.h"
#include "vm/term/compare.h"
#include "vm/term/etf.h"
#include "vm/term/hash.h"
#include "vm/term/print.h"

static Process *p;

// A record m:name with two fields, x and y.
static Term pair(const char *name, bool exported, Term x, Term y) {
    Term definition = record_define(p->heap, atom_from_text("m"), atom_from_text(name), exported, 2);
    term_elements(definition)[DEFINITION_FIELDS] = atom_from_text("x");
    term_elements(definition)[DEFINITION_FIELDS + 1] = atom_from_text("y");
    Term record = record_new(p->heap, definition);
    record_values(record)[0] = x;
    record_values(record)[1] = y;
    return record;
}

static Term point(int64_t x, int64_t y) { return pair("point", true, term_small(x), term_small(y)); }

TEST(a_record_knows_its_fields) {
    p = fixture_process();
    Term record = point(1, 2);
    CHECK(record_is(record, atom_from_text("m"), atom_from_text("point")));
    CHECK(!record_is(record, atom_from_text("m"), atom_from_text("line")));
    CHECK(!record_is(TERM_NIL, atom_from_text("m"), atom_from_text("point")));
    CHECK(term_same(record_get(record, atom_from_text("y")), term_small(2)));
    CHECK(term_is_none(record_get(record, atom_from_text("z"))));
}

TEST(an_update_leaves_the_old_record_as_it_was) {
    p = fixture_process();
    Term old = point(1, 2), pairs[] = {atom_from_text("y"), term_small(3)};
    Term new = record_update(p, old, pairs, 1);
    CHECK(term_same(record_get(old, atom_from_text("y")), term_small(2)));
    CHECK(term_same(record_get(new, atom_from_text("y")), term_small(3)));
    CHECK(term_same(record_get(new, atom_from_text("x")), term_small(1)));
    pairs[0] = atom_from_text("z");
    CHECK(term_is_none(record_update(p, old, pairs, 1)));
}

TEST(records_are_ordered_by_name_then_export_then_values) {
    p = fixture_process();
    Term terms[] = {pair("line", true, term_small(9), term_small(9)),
                    pair("point", false, term_small(9), term_small(9)), point(0, 5), point(1, 1), point(1, 2)};
    for (size_t i = 0; i + 1 < sizeof terms / sizeof *terms; i++) CHECK(term_compare(terms[i], terms[i + 1]) < 0);
    CHECK(term_identical(point(1, 2), point(1, 2)));
    CHECK(term_hash(point(1, 2)) == term_hash(point(1, 2)));
    CHECK(term_equal(point(1, 2), pair("point", true, heap_float(p->heap, 1.0), term_small(2))));
    CHECK(!term_identical(point(1, 2), pair("point", true, heap_float(p->heap, 1.0), term_small(2))));
}

TEST(names_that_repeat_are_noticed) {
    Term names[] = {ATOM(ok), ATOM(error), ATOM(true), ATOM(ok)};
    CHECK(record_names_differ(names, 0));
    CHECK(record_names_differ(names, 3));
    CHECK(!record_names_differ(names, 4));
}

TEST(a_record_is_printed_as_it_is_written) {
    p = fixture_process();
    Text text = {0};
    term_print(&text, point(1, 2), PRINT_READABLE);
    CHECK_TEXT(text_string(&text), "#m:point{x = 1,y = 2}");
    text_free(&text);
}

TEST(a_record_comes_back_from_its_bytes_in_releases_that_have_them) {
    p = fixture_process();
    Text bytes = {0};
    Error err;
    Term record = pair("point", false, point(1, 2), TERM_NIL);
    CHECK(etf_encode(&bytes, record, (EtfEncodeOptions){.minor_version = 2}));
    Bytes given = {(const uint8_t *)bytes.data, bytes.size};
    CHECK(term_is_none(etf_decode(p->heap, given, (EtfOptions){0}, NULL, &err)));
    Release recent = release_usual;
    recent.native_records = true;
    p->heap->release = &recent;
    CHECK(term_identical(etf_decode(p->heap, given, (EtfOptions){0}, NULL, &err), record));
    for (size_t size = 1; size < bytes.size; size++)
        CHECK(term_is_none(etf_decode(p->heap, (Bytes){given.data, size}, (EtfOptions){0}, NULL, &err)));
    text_free(&bytes);
}
