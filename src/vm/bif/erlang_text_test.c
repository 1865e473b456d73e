#include "fixture.h"
#include "tap.h"
#include "vm/run/bif.h"
#include "vm/term/compare.h"

extern const Bif erlang_text_bifs[];

static Term call(Process *p, const char *name, Term a) {
    const Bif *bif = erlang_text_bifs;
    while (bif->module && strcmp(bif->function, name) != 0) bif++;
    return bif->module ? bif->call(p, &a) : NO_TERM;
}

static bool badarg(Process *p, Term result) { return term_is_none(result) && term_same(p->reason, ATOM(badarg)); }
static Term text(Process *p, const char *text) { return heap_list_from_text(p->heap, text); }

TEST(names_can_be_taken_back) {
    Process *p = fixture_process();
    CHECK(term_identical(call(p, "pid_to_list", term_pid(40000)), text(p, "<0.7232.1>")));
    CHECK(term_same(call(p, "list_to_pid", text(p, "<0.7232.1>")), term_pid(40000)));
    CHECK(term_identical(call(p, "port_to_list", term_port(5)), text(p, "#Port<0.5>")));
    CHECK(term_same(call(p, "list_to_port", text(p, "#Port<0.5>")), term_port(5)));
    Term reference = call(p, "list_to_ref", text(p, "#Ref<0.1.2.3>"));
    CHECK(term_identical(call(p, "ref_to_list", reference), text(p, "#Ref<0.1.2.3>")));
}

TEST(other_text_is_no_name) {
    Process *p = fixture_process();
    static const char *const pids[] = {"",           "<0.1>",   "<0.1.2",
                                       "<0.1.2> ",   "<0..2>",  "<0.32768.0>",
                                       "<0.1.8192>", "<7.1.2>", "<0.1.99999999999999999999999>",
                                       "0.1.2"};
    for (size_t i = 0; i < sizeof pids / sizeof *pids; i++) CHECK(badarg(p, call(p, "list_to_pid", text(p, pids[i]))));
    CHECK(badarg(p, call(p, "list_to_pid", ATOM(ok))));
    CHECK(badarg(p, call(p, "list_to_port", text(p, "#Port<0.268435456>"))));
    CHECK(badarg(p, call(p, "list_to_ref", text(p, "#Ref<0.1.2>"))));
    CHECK(badarg(p, call(p, "list_to_ref", text(p, "#Ref<0.1.2.262144>"))));
    CHECK(badarg(p, call(p, "list_to_ref", text(p, "#Ref<0.4294967296.2.3>"))));
}

TEST(each_text_is_of_its_own_kind) {
    Process *p = fixture_process();
    CHECK(badarg(p, call(p, "pid_to_list", term_port(1))));
    CHECK(badarg(p, call(p, "port_to_list", term_pid(1))));
    CHECK(badarg(p, call(p, "ref_to_list", term_pid(1))));
    CHECK(badarg(p, call(p, "fun_to_list", term_pid(1))));
}
