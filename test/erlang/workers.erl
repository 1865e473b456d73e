%% For suites that are written in Erlang.
-module(workers).
-export([map/2]).

%% As many at once as there are processors; the results in order. Each sees the dictionary of who asks.
map(Function, Items) -> map(Function, Items, [], erlang:system_info(schedulers_online)).

map(_, [], [], _) -> [];
map(Function, [Item | Rest], Running, Free) when Free > 0 ->
    map(Function, Rest, Running ++ [start(Function, Item)], Free - 1);
map(Function, Items, [Monitor | Running], Free) ->
    {result, Result} = receive {'DOWN', Monitor, process, _, Reason} -> Reason end,
    [Result | map(Function, Items, Running, Free + 1)].

start(Function, Item) ->
    Settings = get(),
    {_, Monitor} = spawn_monitor(fun() -> [put(K, V) || {K, V} <- Settings], exit({result, Function(Item)}) end),
    Monitor.
