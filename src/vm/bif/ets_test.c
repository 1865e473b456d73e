#include "machine_fixture.h"
#include "read_term.h"
#include "tap.h"
#include "vm/ets/table.h"
#include "vm/term/hash.h"

static Process *p;

static const char *ets(const char *function, const char *arguments) {
    char name[64] = "ets:";
    strncat(name, function, sizeof name - strlen(name) - 1);
    return machine_fixture_call(p, name, arguments);
}

static void start(const char *type) {
    char arguments[64] = "[t, [named_table, ";
    strcat(strcat(arguments, type), "]]");
    p = machine_fixture();
    ets("new", arguments);
}

TEST(a_set_keeps_one_object_for_each_key) {
    start("set");
    ets("insert", "[t, [{1, a}, {2, b}, {1, c}]]");
    CHECK_TEXT(ets("lookup", "[t, 1]"), "[{1,c}]");
    CHECK_TEXT(ets("lookup", "[t, 1.0]"), "[]");
    CHECK_TEXT(ets("info", "[t, size]"), "2");
    CHECK_TEXT(ets("member", "[t, 2]"), "true");
    CHECK_TEXT(ets("insert", "[t, foo]"), "badarg ");
    CHECK_TEXT(ets("insert", "[t, [{3, x}, {}]]"), "badarg ");
    CHECK_TEXT(ets("member", "[t, 3]"), "false");
}

TEST(an_ordered_set_compares_keys_by_value) {
    start("ordered_set");
    ets("insert", "[t, [{3, c}, {1, a}, {2.0, b}]]");
    ets("insert", "[t, {1.0, z}]");
    CHECK_TEXT(ets("match_object", "[t, '_']"), "[{1.0,z},{2.0,b},{3,c}]");
    CHECK_TEXT(ets("lookup", "[t, 2]"), "[{2.0,b}]");
    CHECK_TEXT(ets("next", "[t, 1.5]"), "2.0");
    CHECK_TEXT(ets("prev", "[t, 1]"), "'$end_of_table'");
    CHECK_TEXT(ets("last_lookup", "[t]"), "{3,[{3,c}]}");
    CHECK_TEXT(ets("slot", "[t, 1]"), "[{2.0,b}]");
    CHECK_TEXT(ets("slot", "[t, 3]"), "'$end_of_table'");
    CHECK_TEXT(ets("slot", "[t, 4]"), "badarg ");
}

TEST(bags_keep_objects_in_the_order_they_came) {
    start("bag");
    ets("insert", "[t, {1, a}]");
    ets("insert", "[t, {1, b}]");
    ets("insert", "[t, {1, a}]");
    CHECK_TEXT(ets("lookup", "[t, 1]"), "[{1,a},{1,b}]");
    CHECK_TEXT(ets("lookup_element", "[t, 1, 2]"), "[a,b]");
    start("duplicate_bag");
    ets("insert", "[t, [{1, a}, {1, b}, {1, a}]]");
    CHECK_TEXT(ets("lookup", "[t, 1]"), "[{1,a},{1,b},{1,a}]");
    ets("delete_object", "[t, {1, a}]");
    CHECK_TEXT(ets("take", "[t, 1]"), "[{1,b}]");
    CHECK_TEXT(ets("info", "[t, size]"), "0");
}

TEST(insert_new_inserts_all_or_nothing) {
    start("set");
    CHECK_TEXT(ets("insert_new", "[t, [{1, a}, {2, b}]]"), "true");
    CHECK_TEXT(ets("insert_new", "[t, [{3, a}, {2, c}]]"), "false");
    CHECK_TEXT(ets("member", "[t, 3]"), "false");
}

TEST(counters_are_updated_in_every_way_there_is) {
    start("set");
    ets("insert", "[t, {c, 10, 20}]");
    CHECK_TEXT(ets("update_counter", "[t, c, 1]"), "11");
    CHECK_TEXT(ets("update_counter", "[t, c, {3, -5}]"), "15");
    CHECK_TEXT(ets("update_counter", "[t, c, {2, 5, 12, 0}]"), "0");
    CHECK_TEXT(ets("update_counter", "[t, c, {2, -5, -12, 7}]"), "-5");
    CHECK_TEXT(ets("update_counter", "[t, c, [{2, 1}, {2, 1}, {3, 1}]]"), "[-4,-3,16]");
    CHECK_TEXT(ets("update_counter", "[t, d, 2, {x, 40}]"), "42");
    CHECK_TEXT(ets("lookup", "[t, d]"), "[{d,42}]");
    CHECK_TEXT(ets("update_counter", "[t, e, 1]"), "badarg badkey");
    CHECK_TEXT(ets("update_counter", "[t, c, {1, 1}]"), "badarg keypos");
    CHECK_TEXT(ets("update_counter", "[t, c, {4, 1}]"), "badarg position");
    CHECK_TEXT(ets("update_counter", "[t, c, [{2, 1}, {2, x}]]"), "badarg ");
    CHECK_TEXT(ets("lookup", "[t, c]"), "[{c,-3,16}]");
    CHECK_TEXT(ets("update_counter", "[t, c, {2, 576460752303423488}]"), "576460752303423485");
}

TEST(elements_are_updated_in_a_copy_of_the_object) {
    start("set");
    ets("insert", "[t, {k, a, b}]");
    CHECK_TEXT(ets("update_element", "[t, k, [{2, x}, {3, y}]]"), "true");
    CHECK_TEXT(ets("lookup", "[t, k]"), "[{k,x,y}]");
    CHECK_TEXT(ets("update_element", "[t, k, {1, z}]"), "badarg keypos");
    CHECK_TEXT(ets("update_element", "[t, k, {4, z}]"), "badarg ");
    CHECK_TEXT(ets("update_element", "[t, n, {2, z}]"), "false");
    CHECK_TEXT(ets("update_element", "[t, n, {2, z}, {q, 1}]"), "true");
    CHECK_TEXT(ets("lookup", "[t, n]"), "[{n,z}]");
}

TEST(a_walk_over_a_set_goes_on_from_keys_that_were_deleted_while_it_is_fixed) {
    start("set");
    ets("insert", "[t, [{1}, {2}, {3}]]");
    ets("delete", "[t, 2]");
    CHECK_TEXT(ets("next", "[t, 2]"), "badarg ");
    ets("safe_fixtable", "[t, true]");
    CHECK_TEXT(ets("next", "[t, 2]"), "badarg ");
    ets("delete", "[t, 3]");
    CHECK(strcmp(ets("next", "[t, 3]"), "badarg ") != 0);
}

TEST(specifications_select_count_delete_and_replace) {
    start("ordered_set");
    ets("insert", "[t, [{1, a}, {2, b}, {3, a}, {4, b}]]");
    CHECK_TEXT(ets("select", "[t, [{{'$1', a}, [], ['$1']}]]"), "[1,3]");
    CHECK_TEXT(ets("select_reverse", "[t, [{{'$1', a}, [], ['$1']}]]"), "[3,1]");
    CHECK_TEXT(ets("select_count", "[t, [{{'$1', '_'}, [{'>', '$1', 1}], [true]}]]"), "3");
    CHECK_TEXT(ets("select_replace", "[t, [{{'$1', b}, [], [{{'$1', c}}]}]]"), "2");
    CHECK_TEXT(ets("select_replace", "[t, [{{'$1', b}, [], [{{c, '$1'}}]}]]"), "badarg ");
    CHECK_TEXT(ets("internal_select_delete", "[t, [{{'_', a}, [], [true]}]]"), "2");
    CHECK_TEXT(ets("match", "[t, {'$1', '$2'}]"), "[[2,c],[4,c]]");
    CHECK_TEXT(ets("select", "[t, []]"), "[]");
    CHECK_TEXT(ets("select", "[t, foo]"), "badarg ");
}

TEST(partly_known_keys_of_an_ordered_set_select_a_range) {
    start("ordered_set");
    ets("insert", "[t, [{{a, 1}, x}, {{b, 1}, x}, {{b, 2}, x}, {{c, 1}, x}, {b, x}]]");
    CHECK_TEXT(ets("match", "[t, {{b, '$1'}, '_'}]"), "[[1],[2]]");
    CHECK_TEXT(ets("select", "[t, [{{{b, 2}, '_'}, [], [one]}, {{{a, '_'}, '_'}, [], [two]}]]"), "[two,one]");
    CHECK_TEXT(ets("match", "[t, {{'_', 1}, '$1'}]"), "[[x],[x],[x]]");
}

// --- footprints ----------------------------------------------------------------------------------

static Footprint footprint_of(const char *function, const char *arguments) {
    ets(function, arguments);
    return *bif_footprint(p);
}

static bool commute(Footprint a, Footprint b) { return !footprint_conflicts(&a, &b); }

TEST(calls_on_different_keys_commute) {
    start("set");
    Footprint one = footprint_of("insert", "[t, {1, a}]"), two = footprint_of("insert", "[t, {2, a}]");
    CHECK(commute(one, two));
    CHECK(commute(one, footprint_of("lookup", "[t, 2]")));
    CHECK(!commute(one, footprint_of("lookup", "[t, 1]")));
    CHECK(!commute(one, footprint_of("match_object", "[t, '_']")));
    CHECK(commute(one, footprint_of("match_object", "[t, {2, '_'}]")));
    CHECK(!commute(one, footprint_of("info", "[t, size]")));
    CHECK(commute(one, footprint_of("info", "[t, type]")));
    CHECK(!commute(one, footprint_of("delete", "[t]")));
}

TEST(inserts_of_the_same_object_commute) {
    start("set");
    Footprint a = footprint_of("insert", "[t, {1, a}]");
    CHECK(commute(a, footprint_of("insert", "[t, {1, a}]")));
    CHECK(!commute(a, footprint_of("insert", "[t, {1, b}]")));
    CHECK(!commute(a, footprint_of("delete", "[t, 1]")));
}

TEST(a_failed_insert_new_only_looks) {
    start("set");
    Footprint first = footprint_of("insert_new", "[t, {1, a}]");
    Footprint second = footprint_of("insert_new", "[t, {1, a}]");
    CHECK(!commute(first, second));
    CHECK(commute(second, footprint_of("insert_new", "[t, {1, b}]")));
    CHECK(commute(second, footprint_of("lookup", "[t, 1]")));
}

TEST(equal_keys_of_an_ordered_set_are_one_object) {
    start("ordered_set");
    Footprint a = footprint_of("insert", "[t, {{1, x}, a}]");
    CHECK(!commute(a, footprint_of("lookup", "[t, {1.0, x}]")));
    start("set");
    a = footprint_of("insert", "[t, {{1, x}, a}]");
    CHECK(commute(a, footprint_of("lookup", "[t, {1.0, x}]")));
}
