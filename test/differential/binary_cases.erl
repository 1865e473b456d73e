%% The binary module: searching, splitting, replacing, parts.
-module(binary_cases).
-include("diff.hrl").

cases() ->
    [{{search, N, P}, fun() -> search(S, P) end} || {N, S} <- lists:zip(lists:seq(1, length(subjects())),
         subjects()), P <- patterns()]
    ++ [{{part, Start, Length}, fun() -> [zoo:call(M, F, A) || {M, F,
         A} <- [{binary, part, [<<"abcdef">>, Start, Length]},
         {erlang, binary_part, [<<"abcdef">>, {Start, Length}]},
         {binary, bin_to_list, [<<"abcdef">>, Start, Length]},
                                                                         {binary, match,
                                                                              [<<"abcdef">>, <<"d">>,
                                                                              [{scope, {Start,
                                                                              Length}}]]}]] end} || Start <-
                                                                              [-1, 0, 3, 6, 7],
                                                                              Length <- [-4, -1, 0, 1, 3, 7]]
    ++ table().

subjects() ->
    [<<>>, <<"a">>, <<"abcabcabc">>, <<"the quick brown fox">>, <<0, 255, 0, 255>>, binary:copy(<<"ab">>, 50),
     <<1:3>>].
patterns() ->
    [<<"a">>, <<"abc">>, <<"b">>, <<"zz">>, [<<"ab">>, <<"abc">>], [<<"c">>, <<"ca">>, <<"b">>], <<0, 255>>,
     <<" ">>, <<>>, [], [<<"a">>, a], "a"].

search(S, P) ->
    [zoo:call(binary, match, [S, P]), zoo:call(binary, matches, [S, P]), zoo:call(binary, split, [S, P]),
         zoo:call(binary, split, [S, P, [global]]), zoo:call(binary, split, [S, P, [global, trim]]),
         zoo:call(binary, split, [S, P, [global, trim_all]]),
     zoo:call(binary, replace, [S, P, <<"-">>]), zoo:call(binary, replace,
          [S, P, <<"[]">>, [global, {insert_replaced, 1}]]),
          try binary:match(S, binary:compile_pattern(P)) catch C:R -> {C, R} end].

table() ->
    [?C(binary:at(<<"abc">>, 1)),
     ?C(binary:at(<<"abc">>, 3)),
     ?C(binary:at(<<"abc">>, -1)),
     ?C(binary:first(<<>>)),
     ?C(binary:last(<<"abc">>)),
     ?C(binary:copy(<<"ab">>, 3)),
     ?C(binary:copy(<<"ab">>, 0)),
     ?C(binary:copy(<<"ab">>, -1)),
     ?C(binary:decode_unsigned(<<1, 2, 3>>)),
     ?C(binary:decode_unsigned(<<1, 2, 3>>, little)),
     ?C(binary:decode_unsigned(<<>>)),
     ?C(binary:decode_unsigned(binary:copy(<<255>>, 20))),
     ?C(binary:encode_unsigned(1000)),
     ?C(binary:encode_unsigned(1000, little)),
     ?C(binary:encode_unsigned(0)),
     ?C(binary:encode_unsigned(-1)),
     ?C(binary:encode_unsigned(1 bsl 100)),
     ?C(binary:longest_common_prefix([<<"abcd">>, <<"abef">>])),
     ?C(binary:longest_common_suffix([<<"abcd">>, <<"xbcd">>])),
     ?C(binary:longest_common_prefix([])),
     ?C(binary:longest_common_prefix([<<"a">>, a])),
     ?C(binary:referenced_byte_size(<<"abc">>)),
     ?C(binary:list_to_bin([1, [2]])),
     ?C(binary:bin_to_list(<<"abc">>, {1, 2})),
     ?C(binary:replace(<<"abc">>, <<"b">>, <<"[]">>, [{insert_replaced, 1}])),
     ?C(binary:replace(<<"abab">>, <<"b">>, fun(B) -> <<B/binary, B/binary>> end, [global])),
     ?C(binary:replace(<<"abc">>, <<"b">>, <<"x">>, [bogus])),
     ?C(binary:split(<<"a,b,c">>, <<",">>, [{scope, {2, 3}}, global])),
     ?C(binary:split(<<",a,,b,">>, <<",">>, [global, trim_all])),
     ?C(binary:split(<<>>, <<",">>, [trim])),
     ?C(binary:matches(<<"aaaa">>, <<"aa">>)),
     ?C(binary:match(<<"hello">>, [<<"l">>, <<"ll">>])),
     ?C(binary:match(<<"hello">>, <<"l">>, [{scope, {3, 2}}])),
     ?C(binary:match(<<"hello">>, <<"l">>, [{scope, {5, -2}}])),
     ?C(binary:match(<<"hello">>, <<"l">>, [{scope, {5, 1}}])),
     ?C(element(1, binary:compile_pattern(<<"a">>))),
     ?C(element(1, binary:compile_pattern([<<"a">>, <<"b">>]))),
     ?C(binary:part(<<"abc">>, {3, -2})),
     ?C(binary:encode_hex(<<"hi">>)),
     ?C(binary:encode_hex(<<1:3>>)),
     ?C(split_binary(<<"abc">>, 0)),
     ?C(byte_size(binary:copy(<<"abc">>, 10000))),
     ?C(binary:match(binary:copy(<<"ab">>, 5000), <<"ba">>)),
     ?C(length(binary:matches(binary:copy(<<"ab">>, 5000), [<<"ab">>, <<"ba">>]))),
     ?C(erlang:md5(binary:replace(binary:copy(<<"ab">>, 500), <<"a">>, <<"xyz">>, [global]))),
     ?C(begin <<_:4, B:24/bits, _/bits>> = <<16#0616263F:32>>,
         {B, binary:match(B, <<"b">>), binary:at(B, 0), binary:split(B, <<"b">>), binary:copy(B),
         binary:part(B, 1, 1)} end)].
