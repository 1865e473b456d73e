%% A table goes with its owner while another process reads it.
-module(owner_gone).
-export([t/0]).

t() ->
    Me = self(),
    Owner = spawn(fun() ->
        ets:new(cache, [named_table]),
        ets:insert(cache, {key, value}),
        Me ! ready,
        receive stop -> ok end
    end),
    receive ready -> ok end,
    spawn(fun() -> Owner ! stop end),
    [{key, value}] = ets:lookup(cache, key).
