%% Strings: iolists, formatting, splitting, upper case.
-module(text).
-export([main/1]).

main(N) -> [line(I) || I <- lists:seq(1, N * 60000)], ok.

line(I) ->
    Line = io_lib:format("~s: ~w items, ~.2f each, ~p~n", ["order", I, I / 7, {a, [I + 1000], "x"}]),
    Words = string:lexemes(lists:flatten(Line), " ,"),
    iolist_to_binary(lists:join($-, [string:uppercase(W) || W <- Words])).
