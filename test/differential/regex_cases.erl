%% Regular expressions: run, replace, split, their options, and patterns that are wrong.
-module(regex_cases).
-include("diff.hrl").

cases() ->
    [{{run, Pattern, Options}, fun() -> [zoo:call(re, run,
         [S, Pattern, Options]) || S <- subjects()] end} || Pattern <- patterns(),
         Options <- [[], [global], [{capture, all, list}], [{capture, first, binary}],
         [caseless, {capture, none}], [global, {capture, all_but_first, list}]]]
    ++ [{{run_wrong, Pattern}, fun() -> {re:compile(Pattern),
         zoo:call(re, run, ["abc", Pattern])} end} || Pattern <- ["(", ")", "[a", "a**", "(?<n>a", "\\",
         "a{3,1}", "(?P<x>a)(?P<x>b)", "[z-a]", "*a", "(?z)"]]
    ++ [{{replace, Pattern, With}, fun() -> [re:replace(S, Pattern, With,
         [global, {return, list}]) || S <- subjects()] end} || Pattern <- ["b", "(b+)(c)?", "\\s+", "^", "x*"],
         With <- ["-", "[&]", "<\\1>", "\\g{1}", "\\\\", ""]]
    ++ [{{split, Pattern, Options}, fun() -> [re:split(S, Pattern,
         [{return, list} | Options]) || S <- subjects()] end} || Pattern <- ["b", "(b)", "\\s", "", "c|d"],
         Options <- [[], [trim], [{parts, 2}], [group], [{parts, 3}, trim]]]
    ++ table().

subjects() ->
    ["", "abc", "abbbcabc", "hello world  again", <<"bin bab">>, ["io", <<"list">>, $b], "line1\nline2\nabc"].
patterns() ->
    ["b", "b+", "(b)(c)", "^a", "c$", "a.c", "(a)|(b)", "\\w+", "(\\w)(\\w)?", "(?<first>\\w)\\w*", "x*",
     "[^a-c]+", "(?i)ABC", "b{2,3}", "b+?", "(?=b)", "(?<!a)b", "\\bl\\w+", "(a(b(c)))", "(?:ab)+", "^\\w+$",
     "\\d", "(b)\\1"].

table() ->
    [?C(re:run("foobar", "o+", [{capture, all, index}])),
     ?C(re:run("foobar", "(?<x>o+)(?<y>b)", [{capture, [y, x], list}])),
     ?C(re:run("foobar", "(?<x>o+)", [{capture, all_names, binary}])),
     ?C(re:run("foobar", "(o)(b)", [{capture, [2, 1], list}])),
     ?C(re:run("foobar", "o", [{offset, 2}])),
     ?C(re:run("foo\nbar", "^bar", [multiline])),
     ?C(re:run("foo\nbar", "foo.bar", [dotall])),
     ?C(re:run("foo bar", "o b", [extended])),
     ?C(re:run("foobar", "bar", [anchored])),
     ?C(re:run("aaa", "a+", [ungreedy, {capture, all, list}])),
     ?C(re:run("\x{e9}", "\x{e9}", [unicode])),
     ?C(re:run(<<195, 169>>, ".", [unicode, {capture, all, binary}])),
     ?C(re:run(<<195, 169>>, ".", [{capture, all, binary}])),
     ?C(re:run([8364], "\\x{20ac}", [unicode])),
     ?C(re:run([8364], "a")),
     ?C(re:run("ab", "a", [bogus])),
     ?C(try re:run(<<255>>, "a", [unicode]) catch error:R -> R end),
     ?C(re:run("abc", "a", [notempty])),
     ?C(re:run("abc", "x*", [notempty])),
     ?C(re:run("abcd", "(?<a>b)(?<b>z)?", [{capture, all_names, list}])),
     ?C(re:run("aXbX", "x", [global, caseless])),
     ?C(re:run("a\r\nb", "a$", [multiline, {newline, crlf}])),
     ?C(re:run("a\nb", "a$", [multiline, {newline, cr}])),
     ?C(re:run("abc", "b", [report_errors])),
     ?C(begin {ok, P} = re:compile("b(.)"), re:run("abc", P, [{capture, all_but_first, list}]) end),
     ?C(begin {ok, P} = re:compile("B", [caseless]), element(1, P) end),
     ?C(re:inspect(element(2, re:compile("(?<b>x)(?<a>y)")), namelist)),
     ?C(re:run("abc", {re_pattern, bogus})),
     ?C(re:replace("hello", "l", "L")),
     ?C(re:replace("hello", "l", "L", [global, {return, binary}])),
     ?C(re:replace("hello", "(h)(e)", "\\2\\1", [{return, list}])),
     ?C(re:replace("hello", "x", "y", [{return, list}])),
     ?C(re:replace("a.b.c", "\\.", "", [global, {return, list}])),
     ?C(re:replace("abc", "(?<n>b)", "[\\g1]", [{return, list}])),
     ?C(re:split("a1b2c", "[0-9]", [{return, list}])),
     ?C(re:split("a1b2c", "([0-9])", [{return, binary}])),
     ?C(re:split("", "x")),
     ?C(re:split("abc", "", [{return, list}])),
     ?C(re:split("a b  c ", " ", [trim, {return, list}])),
     ?C(re:split("ab", "(a)(b)", [group, {return, list}])),
     ?C(re:compile("a", [bogus])),
     ?C(re:compile(a)),
     ?C(re:run("2024-02-29", "^(\\d{4})-(\\d\\d)-(\\d\\d)$", [{capture, all_but_first, list}])),
     ?C(re:run("key = value", "^\\s*(\\w+)\\s*=\\s*(.*?)\\s*$", [{capture, all_but_first, binary}])),
     ?C([re:run(S, "^[\\w.]+@[\\w.]+\\.\\w+$", [{capture, none}]) || S <- ["a@b.c", "a.b@c.d.e", "nope",
         "@x.y"]]),
     ?C(element(2, re:run(lists:duplicate(1000, $a), "a*"))),
     ?C(length(element(2, re:run(lists:duplicate(1000, $a), "a", [global])))),
     ?C(re:run("((()))", "(\\((?1)*\\))", [{capture, first, list}])),
     ?C(re:run("foobarbaz", "(?|(bar)|(baz))", [{capture, all, list}])),
     ?C(re:run("aaaaaaaaaaaaaaaaaaaaaaaaaaaa!", "^(a+)+$", [{match_limit, 1000}])),
     ?C(re:run("aaaaaaaaaaaaaaaaaaaaaaaaaaaa!", "^(a+)+$", [{match_limit, 1000}, report_errors])),
     ?C(re:run("x", "[[:alpha:]]")),
     ?C(re:run("\t", "[[:space:]]\\z")),
     ?C(re:run("caf\x{e9}", "\\w+", [unicode, ucp, {capture, all, list}])),
     ?C(re:run("caf\x{e9}", "\\w+", [unicode, {capture, all, list}])),
     ?C(re:run("A", "\\p{Lu}", [unicode]))].
