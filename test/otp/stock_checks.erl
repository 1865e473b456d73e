%% For weft check: an application is started, two customers take one each, and it is stopped.
-module(stock_checks).
-export([lost_update/0, atomic/0, start_stop/0, restart/0, three/0, passed_on/0]).

%% What is left is read and written in two calls: one of them can get lost.
lost_update() ->
    with_two(fun() -> stock_server:set(stock_server:get() - 1) end).

atomic() ->
    with_two(fun() -> stock_server:take(1) end).

start_stop() ->
    {ok, [stock]} = application:ensure_all_started(stock),
    10 = stock_server:get(),
    ok = application:stop(stock),
    undefined = whereis(stock_server),
    ok.

with_two(Take) ->
    {ok, [stock]} = application:ensure_all_started(stock),
    Customers = [spawn_monitor(Take) || _ <- [1, 2]],
    [receive {'DOWN', Monitor, process, Pid, normal} -> ok end || {Pid, Monitor} <- Customers],
    8 = stock_server:get(),
    ok = application:stop(stock).

%% As bare_checks:three/0, with a supervised server of an application.
three() ->
    {ok, [stock]} = application:ensure_all_started(stock),
    Customers = [spawn_monitor(fun() -> stock_server:take(1), stock_server:take(1) end) || _ <- [1, 2, 3]],
    [receive {'DOWN', Monitor, process, Pid, normal} -> ok end || {Pid, Monitor} <- Customers],
    4 = stock_server:get(),
    ok = application:stop(stock).

%% A server that crashes comes back as it was at first.
restart() ->
    {ok, [stock]} = application:ensure_all_started(stock),
    Monitor = monitor(process, stock_server),
    gen_server:cast(stock_server, crash),
    receive {'DOWN', Monitor, process, _, _} -> ok end,
    ok = application:stop(stock).

%% A supervisor ends for the reason for which its parent does: that is one error, not two.
passed_on() ->
    {ok, _} = supervisor:start_link(endings, []),
    error(on_purpose).
