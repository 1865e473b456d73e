%% Processes that hibernate in the middle of a function.
-module(sleep_cases).
-include("diff.hrl").
-export([woken/0]).

cases() ->
    [?C(asleep(current_function)), ?C(asleep(current_stacktrace)), ?C(asleep(status)),
     ?C(begin Me = self(), P = spawn(fun() -> Me ! {it, erlang:hibernate()} end), P ! wake, receive {it, X} -> X end end)].

asleep(Item) ->
    P = spawn(fun() -> erlang:hibernate(), ok end),
    timer:sleep(50),
    {Item, Value} = process_info(P, Item),
    exit(P, kill),
    case Value of
        {M, _, A} -> {M, A};
        [_ | _] -> length(Value);
        _ -> Value
    end.

%% For weft check: it goes on when a message has come, whichever comes first.
woken() ->
    Table = ets:new(t, [public]),
    P = spawn(fun() -> erlang:hibernate(), ets:insert(Table, {k, 1}), receive X -> X end end),
    spawn(fun() -> P ! {go, ets:lookup(Table, k)} end),
    P ! go,
    Seen = process_info(P, status),
    receive after 1000 -> ok end,
    {Seen, ets:lookup(Table, k)}.
