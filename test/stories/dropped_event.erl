%% An event is sent before the handler that counts it is there.
-module(dropped_event).
-behaviour(gen_event).
-export([t/0, init/1, handle_event/2, handle_call/2]).

t() ->
    {ok, Bus} = gen_event:start_link(),
    {_, Shop} = spawn_monitor(fun() -> gen_event:notify(Bus, sold) end),
    ok = gen_event:add_handler(Bus, ?MODULE, 0),
    receive {'DOWN', Shop, _, _, _} -> ok end,
    1 = gen_event:call(Bus, ?MODULE, count).

init(N) -> {ok, N}.
handle_event(sold, N) -> {ok, N + 1}.
handle_call(count, N) -> {ok, N, N}.
