#include "vm/ets/table.h"

#include "machine_fixture.h"
#include "read_term.h"
#include "tap.h"
#include "vm/ets/rows.h"
#include "vm/term/compare.h"

static const char *call(Process *p, const char *function, const char *arguments) {
    return machine_fixture_call(p, function, arguments);
}

static Table *table_named(Process *p, const char *name) {
    return tables_find(machine_tables(p->machine), atom_from_text(name));
}

static size_t owned(const Process *p) { return (size_t)term_list_length(p->tables); }

TEST(a_table_is_found_by_name_and_by_reference) {
    Process *p = machine_fixture();
    CHECK_TEXT(call(p, "ets:new", "[t, [named_table]]"), "t");
    Table *table = table_named(p, "t");
    CHECK(table && tables_find(machine_tables(p->machine), table->id) == table);
    CHECK(owned(p) == 1);
    CHECK_TEXT(call(p, "ets:delete", "[t]"), "true");
    CHECK(!table_named(p, "t") && owned(p) == 0);
}

TEST(a_name_that_was_asked_for_is_asked_for_again_when_names_have_changed) {
    Process *p = machine_fixture();
    CHECK(!table_named(p, "t"));
    size_t before = store_mark(p->store);
    call(p, "ets:new", "[t, [named_table]]");
    Table *table = table_named(p, "t");
    CHECK(table != NULL);
    size_t with = store_mark(p->store);
    call(p, "ets:rename", "[t, u]");
    CHECK(!table_named(p, "t") && table_named(p, "u") == table);
    call(p, "ets:delete", "[u]");
    CHECK(!table_named(p, "u"));
    store_undo(p->store, with);
    CHECK(table_named(p, "t") == table && !table_named(p, "u"));
    store_undo(p->store, before);
    CHECK(!table_named(p, "t"));
}

TEST(a_name_is_given_once) {
    Process *p = machine_fixture();
    call(p, "ets:new", "[t, [named_table]]");
    CHECK_TEXT(call(p, "ets:new", "[t, [named_table]]"), "badarg already_exists");
    CHECK_TEXT(call(p, "ets:new", "[u, [named_table]]"), "u");
    CHECK_TEXT(call(p, "ets:rename", "[u, t]"), "badarg ");
    CHECK_TEXT(call(p, "ets:rename", "[u, v]"), "v");
    CHECK(!table_named(p, "u") && table_named(p, "v"));
}

TEST(only_some_may_use_a_table) {
    Process *p = machine_fixture(), *other = machine_fixture_process(1);
    call(p, "ets:new", "[open, [named_table, public]]");
    call(p, "ets:new", "[usual, [named_table]]");
    call(p, "ets:new", "[closed, [named_table, private]]");
    CHECK_TEXT(call(other, "ets:insert", "[open, {1}]"), "true");
    CHECK_TEXT(call(other, "ets:lookup", "[usual, 1]"), "[]");
    CHECK_TEXT(call(other, "ets:insert", "[usual, {1}]"), "badarg access");
    CHECK_TEXT(call(other, "ets:lookup", "[closed, 1]"), "badarg access");
    CHECK_TEXT(call(other, "ets:info", "[closed, size]"), "0");
    CHECK_TEXT(call(p, "ets:insert", "[closed, {1}]"), "true");
    CHECK_TEXT(call(p, "ets:insert", "[nosuch, {1}]"), "badarg id");
    CHECK_TEXT(call(p, "ets:insert", "[1, {1}]"), "badarg type");
}

TEST(the_tables_of_a_process_end_with_it) {
    Process *p = machine_fixture();
    Tables *tables = machine_tables(p->machine);
    call(p, "ets:new", "[t, [named_table]]");
    call(p, "ets:new", "[u, []]");
    CHECK(tables->count == 2);
    tables_owner_exits(tables, p);
    CHECK(tables->count == 0 && !table_named(p, "t"));
}

TEST(a_heir_gets_the_table_and_a_message) {
    Process *p = machine_fixture(), *heir = machine_fixture_process(1);
    call(p, "ets:new", "[t, [named_table]]");
    Table *table = table_named(p, "t");
    table->heir = heir->pid;
    table->heir_data = atom_from_text("gift");
    tables_owner_exits(machine_tables(p->machine), p);
    CHECK(table_named(p, "t") == table && term_same(table->owner, heir->pid));
    CHECK(owned(heir) == 1 && heir->mailbox_count == 1);
    Term message = term_words(heir->first)[MESSAGE_VALUE];
    CHECK(term_same(term_elements(message)[0], ATOM(ETS_TRANSFER)));
    CHECK(term_same(term_elements(message)[2], p->pid));
}

TEST(a_heir_that_is_gone_gets_nothing) {
    Process *p = machine_fixture();
    call(p, "ets:new", "[t, [named_table]]");
    table_named(p, "t")->heir = machine_fixture_process(1)->pid;
    machine_fixture_gone(1);
    tables_owner_exits(machine_tables(p->machine), p);
    CHECK(!table_named(p, "t"));
}

TEST(fixations_are_counted_for_each_process) {
    Process *p = machine_fixture(), *other = machine_fixture_process(1);
    call(p, "ets:new", "[t, [named_table, public]]");
    Table *table = table_named(p, "t");
    table_fix(p, table);
    table_fix(p, table);
    table_fix(other, table);
    table_unfix(p, table);
    table_unfix(p, table);
    table_unfix(p, table);
    CHECK(table_is_fixed(table));
    tables_owner_exits(machine_tables(p->machine), other);
    CHECK(!table_is_fixed(table));
    CHECK(machine_tables(p->machine)->fixed == 0);
}

TEST(an_undo_brings_back_tables_and_what_was_in_them) {
    Process *p = machine_fixture();
    Tables *tables = machine_tables(p->machine);
    call(p, "ets:new", "[s, [named_table]]");
    call(p, "ets:new", "[o, [named_table, ordered_set]]");
    call(p, "ets:new", "[b, [named_table, bag]]");
    for (int i = 0; i < 40; i++) {
        Term object = heap_tuple2(p->heap, term_small(i), term_small(i % 7));
        rows_insert(p->store, table_named(p, "s"), object);
        rows_insert(p->store, table_named(p, "o"), object);
        rows_insert(p->store, table_named(p, "b"), object);
    }
    uint64_t hash = tables_hash(tables);
    size_t mark = store_mark(p->store);
    call(p, "ets:insert", "[s, [{1, x}, {2, y}, {99, z}]]");
    call(p, "ets:delete", "[o, 7]");
    call(p, "ets:update_counter", "[o, 8, 5]");
    call(p, "ets:insert", "[b, {3, new}]");
    call(p, "ets:delete", "[b]");
    call(p, "ets:new", "[n, [named_table]]");
    call(p, "persistent_term:put", "[k, v]");
    CHECK(tables_hash(tables) != hash);
    store_undo(p->store, mark);
    CHECK(tables_hash(tables) == hash);
    CHECK_TEXT(call(p, "ets:lookup", "[b, 3]"), "[{3,3}]");
    CHECK(rows_check(table_named(p, "s")) && rows_check(table_named(p, "o")));
    CHECK(!table_named(p, "n"));
}
