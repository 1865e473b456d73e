#include "vm/term/quoted.h"

#include "fixture.h"
#include "read_term.h"
#include "tap.h"

static bool tells(const char *quoted, const char *want) {
    Text out = {0};
    quoted_print(&out, read_term(fixture_process()->heap, quoted),
                 (PrintOptions){.style = PRINT_ELIXIR, .unicode = true});
    bool same = strcmp(text_string(&out), want) == 0;
    if (!same) tap_check(false, text_string(&out), want, 0);
    text_free(&out);
    return same;
}

TEST(variables_and_literals_are_themselves) {
    CHECK(tells("{x,[{line,3}],nil}", "x"));
    CHECK(tells("42", "42"));
    CHECK(tells("{ok,{x,[],nil}}", "{:ok, x}"));
    CHECK(tells("[]", "[]"));
}

TEST(patterns_are_source) {
    CHECK(tells("{'{}',[],[hello,{z,[],nil},{'^',[],[{y,[],nil}]}]}", "{:hello, z, ^y}"));
    CHECK(tells("[{'|',[],[{h,[],nil},{t,[],nil}]}]", "[h | t]"));
    CHECK(tells("{'%{}',[],[{a,1},{3,{'_',[],nil}}]}", "%{a: 1, 3 => _}"));
    CHECK(tells("{'%',[],[{'__aliases__',[],['Elixir.Shop','Item']},{'%{}',[],[{a,2}]}]}", "%Shop.Item{a: 2}"));
    CHECK(tells("[{a,1},{b,2}]", "[a: 1, b: 2]"));
    CHECK(tells("{'when',[],[{x,[],nil},{'>',[],[{x,[],nil},1]}]}", "x when x > 1"));
}

TEST(calls_are_source) {
    CHECK(tells("{f,[],[1,{x,[],nil}]}", "f(1, x)"));
    CHECK(tells("{{'.',[],[{'__aliases__',[],['Enum']},count]},[],[{x,[],nil}]}", "Enum.count(x)"));
    CHECK(tells("{{'.',[],[ets,lookup]},[],[t,k]}", ":ets.lookup(:t, :k)"));
    CHECK(tells("{assert,[],[{'==',[],[{f,[],[]},2]}]}", "assert f() == 2"));
    CHECK(tells("{fn,[],[{'->',[],[[{x,[],nil}],{x,[],nil}]}]}", "fn x -> x end"));
    CHECK(tells("{'&',[],[{'&',[],[1]}]}", "& &1"));
}

TEST(operators_have_parentheses_where_they_need_them) {
    CHECK(tells("{'*',[],[{'+',[],[1,2]},3]}", "(1 + 2) * 3"));
    CHECK(tells("{'+',[],[1,{'*',[],[2,3]}]}", "1 + 2 * 3"));
    CHECK(tells("{'-',[],[1,{'-',[],[2,3]}]}", "1 - (2 - 3)"));
    CHECK(tells("{'not',[],[{x,[],nil}]}", "not x"));
}

TEST(what_has_no_end_is_cut) {
    Text deep = {0}, out = {0};
    for (int i = 0; i < 500; i++) text_add(&deep, "{'!',[],[");
    text_add(&deep, "1");
    for (int i = 0; i < 500; i++) text_add(&deep, "]}");
    quoted_print(&out, read_term(fixture_process()->heap, text_string(&deep)), (PrintOptions){.style = PRINT_ELIXIR});
    CHECK(text_ends_with(text_string(&out), "..."));
    CHECK(out.size < 100);
    text_free(&deep);
    text_free(&out);
}
