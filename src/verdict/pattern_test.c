#include "tap.h"
#include "verdict/pattern.h"

TEST(an_atom_means_itself_and_tuples_that_begin_with_it) {
    CHECK(pattern_matches("killed", "killed"));
    CHECK(pattern_matches("timeout", "{timeout, {gen_server, call, [P.1, get]}}"));
    CHECK(!pattern_matches("timeout", "{timeouts, 1}"));
    CHECK(!pattern_matches("kill", "killed"));
    CHECK(!pattern_matches("killed", "{error, killed}"));
}

TEST(a_variable_stands_for_one_term_whatever_is_in_it) {
    CHECK(pattern_matches("{timeout,_}", "{timeout,{gen_server,call,[a,\"},\"]}}"));
    CHECK(pattern_matches("{_, _Other}", "{1,2}"));
    CHECK(!pattern_matches("{_,_}", "{1,2,3}"));
    CHECK(pattern_matches("{already_started,_}", "{already_started,P.1}"));
    CHECK(!pattern_matches("{already_started,_}", "{alreadyXstarted,P.1}"));
    CHECK(pattern_matches("{a,_,b}", "{a,<<1,2>>,b}"));
    CHECK(pattern_matches("_", "{anything,[1|2]}"));
}

TEST(a_star_stands_for_any_text) {
    CHECK(pattern_matches("{badmatch,{error,*", "{badmatch,{error,enoent}}"));
    CHECK(pattern_matches("*refused*", "{error,{connection_refused,1}}"));
    CHECK(!pattern_matches("*refused", "refused!"));
}

TEST(blanks_between_the_parts_of_a_term_do_not_count) {
    CHECK(pattern_matches("{a, b}", "{a,b}"));
    CHECK(pattern_matches("{a,b}", "{a, b}"));
}
