%% Formatting, pretty printing, reading back: io_lib, io_lib_pretty, io_lib:fread, filename.
-module(io_cases).
-include("diff.hrl").
-record(r, {a, b}).

cases() ->
    [{{show, N}, fun() -> show(T) end} || {N, T} <- lists:zip(lists:seq(1, length(samples())), samples())]
    ++ [{{format, F, N}, fun() -> text(zoo:call(io_lib, format, [F, [X]])) end} || F <- formats(),
         {N, X} <- lists:zip(lists:seq(1, 6), [42, -1.5, abc, "str", {a, [b]}, <<"bin">>])]
    ++ [{{pretty, Width, N}, fun() -> text({io_lib:format("~*p", [Width, T])}) end} || Width <- [10, 20, 40],
         {N, T} <- lists:zip(lists:seq(1, 6), lists:sublist(wide(), 6))]
    ++ [{{fread, F, S}, fun() -> zoo:call(io_lib, fread, [F, S]) end} || F <- ["~d", "~f", "~s", "~a", "~c",
         "~d ~d", "~2d~d", "~16u", "~#", "x~d", "~*d~d", "~u", "~l"],
         S <- ["12", "-3 4", "abc", "1.5e3 x", "", "x7", "ff", "16#ff"]]
    ++ table().

text({Result}) -> lists:flatten(Result);
text(Other) -> Other.

samples() ->
    zoo:terms() ++ zoo:floats() ++ wide()
    ++ ['hello world', 'Hello', 'it\'s', 'with\nnewline', '\x{e9}', '\x{3bb}', 'a@b', '1a', "quote\"d",
         "tab\t\e\x{7f}", [255], [8364], [0], "mixed" ++ [1, 2], [$a | b], <<"bytes", 0, 255>>, <<"text\n">>,
         <<"\x{3bb}"/utf8>>, <<1, 2, 3:4>>, #{"k" => <<"v">>, [1] => {2}}, #r{a = 1, b = [2]},
        {[], {}, #{}, <<>>, "", ''}, [[[]], [{}]], -0.0, 1.0e-10, 123456789.0, 'div', 'end', 'maybe',
             [{a, 1}, {b, "x"}], #{a => #{b => #{c => d}}}].

show(T) -> {lists:flatten(io_lib:format("~w|~tw|~p|~tp|~P|~W", [T, T, T, T, T, 6, T, 6])),
    lists:flatten(io_lib:format("~s", [io_lib:print(T)])), zoo:call(erl_parse, normalise, [abstract(T)])}.
abstract(T) -> try erl_parse:abstract(T) catch _:_ -> {atom, 0, no_abstract} end.

wide() ->
    [lists:seq(1, 60), [{key, I, "some text", [I, I * I]} || I <- lists:seq(1, 6)],
     {outer, {inner, lists:duplicate(8, long_atom_name), #{map_key => [value, value]}}, "tail"},
     #{list => lists:seq(1, 30), text => "words and words and words and words and words and words", nested =>
     #{a => #{b => [1, 2, 3]}}},
     "a long string with many words that must be broken over several lines when the width is small",
     <<"a long binary with many words that must be broken over several lines when the width is small">>,
     lists:duplicate(12, {point, 1.5, -2.25}),
     list_to_tuple([list_to_atom("atom" ++ integer_to_list(I)) || I <- lists:seq(1, 30)]),
     [[I, [I, [I]]] || I <- lists:seq(1, 8)]].

formats() ->
    ["~p", "~w", "~s", "~10p|", "~-10p|", "~10.3p|", "~10s|", "~-10s|", "~10.2s|", "~.3s|", "~10..*s|", "~d",
     "~B", "~.16B", "~.2b", "~.16#", "~x", "~.16+", "~c", "~5c", "~f", "~.3f", "~10.2f|", "~e", "~g", "~i",
     "~n~p", "~~~p", "~P", "~ts", "~tp", "~0p", "~30p", "~lp", "~K", "~", "~p~p", "none", "~Tp", "~.10f",
     "~3w|", "~-3w|", "~.*p"].

table() ->
    [?C(text({io_lib:format("~p ~s ~w~n", [{a, "b"}, "c", "d"])})),
     ?C(text({io_lib:format("~*c", [5, $x])})),
     ?C(text({io_lib:format("~5.3.0w|", [7])})),
     ?C(text({io_lib:format("~3..0b", [7])})),
     ?C(text({io_lib:format("~.36b ~.36B", [123456, 123456])})),
     ?C(text({io_lib:format("~P", [lists:seq(1, 100), 10])})),
     ?C(text({io_lib:format("~W", [{a, {b, {c, {d, e}}}}, 4])})),
     ?C(text({io_lib:format("~p", [lists:duplicate(30, $a)])})),
     ?C(text({io_lib:format("~10p", [{aaaa, bbbb, cccc, dddd}])})),
     ?C(text({io_lib:format("~s", [[<<"a">>, $b, "c"]])})),
     ?C(text({io_lib:format("~s", [a_b])})),
     ?C(io_lib:format("~s", [{a}])),
     ?C(io_lib:format("~d", [1])),
     ?C(io_lib:format("~p ~p", [1])),
     ?C(io_lib:format("~p", [1, 2])),
     ?C(io_lib:format(a, [])),
     ?C(text({io_lib:format("~x", [255, "0x"])})),
     ?C(text({io_lib:format("~.16x", [255, "0x"])})),
     ?C(text({io_lib:format("~tc~tc", [8364, $a])})),
     ?C(text({io_lib:format("~c", [8364])})),
     ?C(text({io_lib_pretty:print({r, 1, [2]}, fun(r, 2) -> [a, b]; (_, _) -> no end)})),
     ?C(text({io_lib_pretty:print(wide(), [{column, 5}, {line_length, 50}, {depth, 20}])})),
     ?C(text({io_lib_pretty:print(wide(), [{max_chars, 60}])})),
     ?C(text({io_lib:format("~p", [wide()])})),
     ?C(text({io_lib:format("~tp", [wide()])})),
     ?C(text({io_lib:format("~200p", [wide()])})),
     ?C(text({io_lib:format("~0p", [wide()])})),
     ?C(text({io_lib:format("~p", [[{I, lists:seq(1, I)} || I <- lists:seq(1, 15)]], [{chars_limit, 100}])})),
     ?C(text({io_lib:write({a, [b | c], "d", 1.5}, 3)})),
     ?C(text({io_lib:write_string("a\"b\n")})),
     ?C(io_lib:write_char($\n)),
     ?C(io_lib:write_atom('a b')),
     ?C(io_lib:write_latin1_string("\x{e9}")),
     ?C(io_lib:write_string_as_latin1([8364])),
     ?C(io_lib:printable_list("abc")),
     ?C(io_lib:printable_list([8364])),
     ?C(io_lib:printable_unicode_list([8364])),
     ?C(io_lib:printable_list([1])),
     ?C(io_lib:char_list([a])),
     ?C(io_lib:deep_char_list([[$a], "b"])),
     ?C(io_lib:scan_format("~p ~10.3f~n", [a, 1.5])),
     ?C(text({io_lib:unscan_format(io_lib:scan_format("x~-5.*pq", [3, a]))})),
     ?C(io_lib:build_text(io_lib:scan_format("~w", [a]))),
     ?C(io_lib:nl()),
     ?C(io_lib:indentation("ab\ncd", 3)),
     ?C(io_lib:fread("~d-~d", "10-20 rest")),
     ?C(io_lib:fread("~s~s", "  ab cd")),
     ?C(io_lib:fread("~d", "")),
     ?C(io_lib:fread([], "12\n", "~d")),
     ?C(io_lib:format_prompt({format, "~w", [x]})),
     ?C(io_lib:collect_chars([], "abc", 2)),
     ?C(io_lib:limit_term(lists:seq(1, 100), 5)),
     ?C(io_lib:chars_length(["ab", <<"cd">>, $e])),
     ?C(filename:join("a", "b")),
     ?C(filename:join(["/a", "b", "/c"])),
     ?C(filename:join(["a/", "./b", "..", "c"])),
     ?C(filename:join(<<"a">>, "b")),
     ?C(filename:join([])),
     ?C(filename:split("/usr/local//bin")),
     ?C(filename:split("a/b")),
     ?C(filename:basename("/a/b.erl")),
     ?C(filename:basename("/a/b.erl", ".erl")),
     ?C(filename:basename("/")),
     ?C(filename:dirname("/a/b.erl")),
     ?C(filename:dirname("b")),
     ?C(filename:extension("a.b.c")),
     ?C(filename:extension(".bashrc")),
     ?C(filename:rootname("a.b.c")),
     ?C(filename:rootname("a.erl", ".erl")),
     ?C(filename:pathtype("/a")),
     ?C(filename:pathtype("a")),
     ?C(filename:flatten(["a", [b, "c"]])),
     ?C(filename:absname("b", "/a")),
     ?C(filename:absname("../b", "/a/c")),
     ?C(filename:nativename("a/b")),
     ?C(filelib:safe_relative_path("a/../../b", "")),
     ?C(filename:validate("a\0b")),
     ?C(filename:basename(a)),
     ?C(filelib:wildcard("no_such_dir_here/*")),
     ?C(filelib:is_dir("no_such_dir_here")),
     ?C(text({io_lib:format("~p", [#{k => v, 1 => [a]}])})),
     ?C(text({io_lib:format("~p", [maps:from_list([{I, I} || I <- lists:seq(1, 20)])])})),
     ?C(text({io_lib:format("~w", [[1, 2 | 3]])})),
     ?C(text({io_lib:format("~p", [{'EXIT', {badarg, [{m, f, 1, []}]}}])})),
     ?C(text({io_lib:format("~p", [[{a, b}, {"c", 'D'}, <<1>>]])})),
     ?C(lists:flatten(io_lib:format("~80p", [{x, lists:duplicate(20, abcdef)}])))].
