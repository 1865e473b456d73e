%% A library that is walked calls a fun of the program, and that gives the process away.
%% lint: nothing
-module(library_calls_back).
-export([main/1]).

main(Other) ->
    spawn(fun() ->
        Me = self(),
        ets:foldl(fun(_, _) -> Other ! {me, Me} end, ok, ets:new(table, [])),
        global:trans({lock, Me}, fun() -> Other ! {me, Me} end),
        receive {told, X} -> X end
    end),
    ok.
