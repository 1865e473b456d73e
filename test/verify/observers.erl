%% Programs that look at what states leave out, and some that do not.
-module(observers).
-export([spawner/0, pair_order/0, clock/0, text/0, keys/0, one_key/0, mail/0, calls/0, sleeper/0, timer/0, unique/0, told_first/0, told_last/0, counters/0, endless_step/0, workers/0]).

%% A worker for each request, for ever: finitely many states.
spawner() ->
    Me = self(),
    Worker = spawn(fun() -> Me ! {done, self()} end),
    receive {done, Worker} -> ok end,
    spawner().

workers() ->
    Me = self(),
    {Worker, Ref} = spawn_monitor(fun() -> Me ! {done, make_ref()} end),
    receive {done, _} -> ok end,
    receive {'DOWN', Ref, process, Worker, normal} -> ok end,
    workers().

%% Which of two pids is the lower one decides.
pair_order() ->
    A = spawn(fun() -> ok end),
    B = spawn(fun() -> ok end),
    case A < B of
        true -> pair_order();
        false -> exit(other_way)
    end.

clock() ->
    T = erlang:monotonic_time(),
    receive after 10 -> ok end,
    case erlang:monotonic_time() - T > 0 of true -> clock(); false -> exit(clock) end.

text() -> text(3).
text(0) -> ok;
text(N) -> put(text, pid_to_list(spawn(fun() -> ok end))), text(N - 1).

keys() ->
    A = spawn(fun() -> ok end),
    B = spawn(fun() -> ok end),
    maps:keys(#{A => 1, B => 2}).

one_key() ->
    A = spawn(fun() -> ok end),
    _ = maps:keys(#{A => 1}),
    one_key().

mail() ->
    Me = self(),
    spawn(fun() -> Me ! {self(), 1} end),
    spawn(fun() -> Me ! {self(), 2} end),
    receive {_, 1} -> ok end,
    receive {_, 2} -> ok end,
    mail().

calls() ->
    Server = spawn(fun Serve() -> receive {From, Ref} -> From ! {Ref, ok}, Serve() end end),
    calls(Server).
calls(Server) ->
    Ref = make_ref(),
    Server ! {self(), Ref},
    receive {Ref, ok} -> ok after 5000 -> exit(timeout) end,
    calls(Server).

sleeper() ->
    receive after 2000 -> ok end,
    sleeper().

timer() ->
    Ref = erlang:start_timer(100, self(), tick),
    receive {timeout, Ref, tick} -> ok end,
    timer().

unique() -> unique(2).
unique(0) -> ok;
unique(N) -> put(N, erlang:unique_integer()), unique(N - 1).

%% Two watch a third one, and who is told of its end first tells the other one. Which is first follows from nothing.
told_first() -> told_first(fun(A, B) -> {A, B} end).
told_last() -> told_first(fun(A, B) -> {B, A} end).

told_first(Order) ->
    Third = spawn(fun() -> receive go -> ok end end),
    A = watcher(Third),
    B = watcher(Third),
    {Teller, Listener} = Order(A, B),
    Teller ! {tell, Listener},
    Listener ! listen,
    receive ready -> ok end,
    receive ready -> Third ! go end.

watcher(Third) ->
    Main = self(),
    spawn(fun() ->
        monitor(process, Third),
        receive
            {tell, Other} ->
                Main ! ready,
                receive {'DOWN', _, _, _, _} -> Other ! news end;
            listen ->
                Main ! ready,
                receive news -> exit(news_first); {'DOWN', _, _, _, _} -> receive news -> exit(end_first) end end
        end
    end).

%% Round and round, each for itself.
counters() ->
    [spawn(fun() -> count(Which, 0) end) || Which <- [1, 2, 3]],
    receive never -> ok end.

count(Which, N) ->
    weft:pause(),
    count(Which, (N + 1) rem 16).

%% The second one computes on and on when it has been told to.
endless_step() ->
    Second = spawn(fun() -> receive go -> on_and_on(1) end end),
    weft:pause(),
    Second ! go,
    weft:pause(),
    receive never -> ok end.

on_and_on(N) -> on_and_on(N + 1).
