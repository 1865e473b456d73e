%% A shop opens, sells, has an accident, and closes.
-module(shop_checks).
-export([sells/0, recovers/0, oversold/0, too_early/0]).

open() -> {ok, [shop]} = application:ensure_all_started(shop).

close() ->
    ok = application:stop(shop),
    [undefined, undefined, undefined] = [whereis(Name) || Name <- [shop, shelf, till]],
    ok.

customers(Count, Fun) ->
    Customers = [spawn_monitor(fun() -> exit({shutdown, Fun()}) end) || _ <- lists:seq(1, Count)],
    [receive {'DOWN', Monitor, process, Pid, {shutdown, Result}} -> Result end || {Pid, Monitor} <- Customers].

sells() ->
    open(),
    [sold, sold] = customers(2, fun() -> gen_server:call(till, sell) end),
    {sorry, 2} = {gen_server:call(till, sell), gen_server:call(till, sold)},
    close().

accident() ->
    Monitors = [monitor(process, Name) || Name <- [shelf, till]],
    gen_server:cast(shelf, crash),
    [receive {'DOWN', Monitor, process, _, shutdown} -> ok end || Monitor <- Monitors].

%% The supervisor answers when it has restarted both.
recovers() ->
    open(),
    sold = gen_server:call(till, sell),
    accident(),
    [_, _] = supervisor:which_children(shop),
    {2, 0} = {gen_server:call(shelf, left), gen_server:call(till, sold)},
    [sold, sold] = customers(2, fun() -> gen_server:call(till, sell) end),
    close().

%% Both look before either takes.
oversold() ->
    open(),
    taken = gen_server:call(shelf, take),
    Results = customers(2, fun() ->
        case gen_server:call(shelf, left) of
            0 -> sorry;
            _ -> taken = gen_server:call(shelf, take), sold
        end
    end),
    [sold, sorry] = lists:sort(Results),
    close().

%% Nobody waits for the restart.
too_early() ->
    open(),
    accident(),
    0 = gen_server:call(till, sold),
    close().
