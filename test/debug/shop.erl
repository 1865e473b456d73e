%% Two buy the last thing in a shop: looking and taking it are two steps.
-module(shop).
-export([main/0, deadlock/0, calls/0, worker/0, endless/0]).

main() ->
    Self = self(),
    shop = ets:new(shop, [public, named_table]),
    ets:insert(shop, {stock, 1}),
    [spawn(fun() -> buy(Self, Name) end) || Name <- [ann, bob]],
    Results = [receive {bought, Name} -> Name; {none, _} -> none end || _ <- [1, 2]],
    1 = length([Name || Name <- Results, Name =/= none]),
    ok.

buy(Shop, Name) ->
    case ets:lookup(shop, stock) of
        [{stock, 0}] -> Shop ! {none, Name};
        [{stock, Count}] -> ets:insert(shop, {stock, Count - 1}), Shop ! {bought, Name}
    end.

%% Each waits for the other one first.
deadlock() ->
    Self = self(),
    Other = spawn(fun() -> receive {first, Pid} -> Pid ! second end end),
    register(other, Other),
    Other ! {wrong, Self},
    receive second -> ok end.

calls() ->
    Pid = spawn(?MODULE, worker, []),
    Monitor = erlang:monitor(process, Pid),
    put(worker, Pid),
    Pid ! {self(), ping},
    receive pong -> ok end,
    receive {'DOWN', Monitor, process, Pid, normal} -> ok end.

worker() ->
    receive {From, ping} -> From ! pong end.

endless() ->
    spawn(fun() -> loop(0) end),
    receive never -> ok end.

loop(N) ->
    self() ! {tick, N},
    receive {tick, N} -> loop(N + 1) end.
