#include "vm/ets/match_spec.h"

#include <stdio.h>

#include "base/memory.h"
#include "fixture.h"
#include "read_term.h"
#include "tap.h"
#include "vm/bif/bifs.h"
#include "vm/run/machine_state.h"
#include "vm/term/print.h"

static Machine *machine;
static char text[1024];

static Process *process_with_functions(void) {
    Process *p = fixture_process();
    if (!machine) {
        machine = memory_zeroed(1, sizeof *machine);
        machine->code = code_new(&release_usual);
        code_add_bifs(machine->code, erlang_data_bifs);
        code_add_bifs(machine->code, erlang_number_bifs);
        code_add_bifs(machine->code, lists_bifs);
    }
    p->machine = machine;
    return p;
}

static const char *printed(Term term) {
    Text out = {0};
    term_print(&out, term, PRINT_READABLE);
    snprintf(text, sizeof text, "%s", text_string(&out));
    text_free(&out);
    return text;
}

// What a specification makes of an object, as text.
static const char *matched(const char *source, const char *object) {
    Process *p = process_with_functions();
    MatchSpec spec;
    Term term = read_term(p->heap, object);
    bool valid = match_spec_compile(&spec, p, read_term(p->heap, source), MATCH_TABLE, NULL);
    Term result = valid ? match_spec_run(&spec, p, term, term) : NO_TERM;
    match_spec_free(&spec);
    if (!valid) return "invalid";
    return term_is_none(result) ? "no match" : printed(result);
}

static const char *mistakes(const char *source) {
    Process *p = process_with_functions();
    MatchSpec spec;
    Term errors;
    match_spec_compile(&spec, p, read_term(p->heap, source), MATCH_TABLE, &errors);
    match_spec_free(&spec);
    return printed(errors);
}

TEST(heads_bind_variables_wherever_they_stand) {
    CHECK_TEXT(matched("[{{'$1', '_', '$2'}, [], ['$$']}]", "{a, b, c}"), "[a,c]");
    CHECK_TEXT(matched("[{{'$1', ['$2' | '$3']}, [], ['$$']}]", "{a, [b, c]}"), "[a,b,[c]]");
    CHECK_TEXT(matched("[{'$1', [], ['$1']}]", "{a}"), "{a}");
    CHECK_TEXT(matched("[{{'$7', '$2'}, [], ['$$']}]", "{x, y}"), "[y,x]");
    CHECK_TEXT(matched("[{{a, '$1'}, [], ['$1']}]", "{b, c}"), "no match");
    CHECK_TEXT(matched("[{{'$1'}, [], ['$1']}]", "{b, c}"), "no match");
}

TEST(a_variable_that_occurs_twice_wants_the_same_term) {
    CHECK_TEXT(matched("[{{'$1', '$1'}, [], ['$1']}]", "{{1, x}, {1, x}}"), "{1,x}");
    CHECK_TEXT(matched("[{{'$1', '$1'}, [], ['$1']}]", "{1, 1.0}"), "no match");
}

TEST(a_map_in_a_head_matches_larger_maps) {
    CHECK_TEXT(matched("[{{#{a => '$1'}}, [], ['$1']}]", "{#{a => 1, b => 2}}"), "1");
    CHECK_TEXT(matched("[{{#{c => '$1'}}, [], ['$1']}]", "{#{a => 1, b => 2}}"), "no match");
    CHECK_TEXT(matched("[{{#{}}, [], [true]}]", "{x}"), "no match");
}

TEST(guards_must_be_true_and_may_not_fail) {
    CHECK_TEXT(matched("[{{'$1'}, [{'>', '$1', 3}], [big]}, {'_', [], [small]}]", "{5}"), "big");
    CHECK_TEXT(matched("[{{'$1'}, [{'>', '$1', 3}], [big]}, {'_', [], [small]}]", "{2}"), "small");
    CHECK_TEXT(matched("[{{'$1'}, [{hd, '$1'}], [x]}]", "{2}"), "no match");
    CHECK_TEXT(matched("[{{'$1'}, [{'or', true, {hd, '$1'}}], [x]}]", "{2}"), "no match");
    CHECK_TEXT(matched("[{{'$1'}, [{'orelse', true, {hd, '$1'}}], [x]}]", "{2}"), "x");
    CHECK_TEXT(matched("[{{'$1'}, [{'andalso', {is_list, '$1'}, {hd, '$1'}}], [x]}]", "{2}"), "no match");
    CHECK_TEXT(matched("[{{'$1'}, [{'and', false, foo}], [x]}]", "{2}"), "no match");
}

TEST(a_body_builds_terms_and_turns_failures_into_exit) {
    CHECK_TEXT(matched("[{{'$1'}, [], [{{'$1', {{}}, [x | '$1']}}]}]", "{b}"), "{b,{},[x|b]}");
    CHECK_TEXT(matched("[{{'$1'}, [], [{'+', '$1', 1}]}]", "{41}"), "42");
    CHECK_TEXT(matched("[{{'$1'}, [], [{hd, '$1'}]}]", "{b}"), "'EXIT'");
    CHECK_TEXT(matched("[{{'$1'}, [], [{const, {'$1'}}]}]", "{b}"), "{'$1'}");
    CHECK_TEXT(matched("[{{'$1'}, [], [#{k => '$1', '$1' => v}]}]", "{b}"), "#{b => v,k => b}");
    CHECK_TEXT(matched("[{{'$1'}, [], [one, '$_']}]", "{b}"), "{b}");
    CHECK_TEXT(matched("[{'_', [], [{'andalso', true, foo}]}]", "{b}"), "foo");
    CHECK_TEXT(matched("[{'_', [], [{'and', true, foo}]}]", "{b}"), "'EXIT'");
}

TEST(what_is_no_specification_is_refused) {
    CHECK_TEXT(matched("foo", "{b}"), "invalid");
    CHECK_TEXT(matched("[]", "{b}"), "invalid");
    CHECK_TEXT(matched("[{a, b}]", "{b}"), "invalid");
    CHECK_TEXT(matched("[{'_', [], []}]", "{b}"), "invalid");
    CHECK_TEXT(matched("[{'_', [], ['$1']}]", "{b}"), "invalid");
    CHECK_TEXT(matched("[{'_', [], [{nosuch, 1}]}]", "{b}"), "invalid");
    CHECK_TEXT(matched("[{'_', [], [{1, 2}]}]", "{b}"), "invalid");
    CHECK_TEXT(matched("[{'_', [x | y], [true]}]", "{b}"), "invalid");
    CHECK_TEXT(matched("[{'_', [], [{message, a}]}]", "{b}"), "invalid");
    CHECK_TEXT(matched("[{#{'_' => 1}, [], [true]}]", "{b}"), "invalid");
}

TEST(mistakes_are_told_in_words) {
    CHECK_TEXT(mistakes("[{'_', [{'==', '$3', b}], [{foo, 1}]}]"),
               "[{error,\"Variable $3 is unbound.\"},{error,\"Function foo/1 does_not_exist.\"}]");
}

TEST(variables_are_a_dollar_and_a_number) {
    uint32_t number;
    CHECK(match_is_variable(atom_from_text("$0"), &number) && number == 0);
    CHECK(match_is_variable(atom_from_text("$100000"), &number) && number == 100000);
    CHECK(!match_is_variable(atom_from_text("$01"), &number));
    CHECK(!match_is_variable(atom_from_text("$"), &number));
    CHECK(!match_is_variable(atom_from_text("$1a"), &number));
    CHECK(!match_is_variable(atom_from_text("$99999999999"), &number));
}

TEST(a_specification_may_be_nested_very_deeply) {
    Process *p = process_with_functions();
    Term deep = read_term(p->heap, "'$1'"), pattern = deep;
    for (int i = 0; i < 300000; i++) {
        deep = heap_cons(p->heap, deep, TERM_NIL);
        pattern = heap_cons(p->heap, pattern, TERM_NIL);
    }
    Term clause = heap_tuple3(p->heap, pattern, TERM_NIL, heap_cons(p->heap, deep, TERM_NIL));
    MatchSpec spec;
    CHECK(match_spec_compile(&spec, p, heap_cons(p->heap, clause, TERM_NIL), MATCH_TABLE, NULL));
    CHECK(term_is_cons(match_spec_run(&spec, p, deep, deep)));
    match_spec_free(&spec);
}
