%% Clocks run, but never backwards along what happened before.
-module(clocks).
-compile([export_all, nowarn_export_all]).
-include("../native.hrl").

%= exactly: erl and may
%= erl: false
%= erl: true
times_of_two() ->
    {_, A} = spawn_monitor(fun() -> exit({shutdown, erlang:monotonic_time()}) end),
    {_, B} = spawn_monitor(fun() -> exit({shutdown, erlang:monotonic_time()}) end),
    X = receive {'DOWN', A, _, _, {_, T1}} -> T1 end,
    Y = receive {'DOWN', B, _, _, {_, T2}} -> T2 end,
    X < Y.

%% No message between the two, only a table.
%= exactly: erl and may
%= never: false
%= erl: not_yet
%= erl: true
time_in_a_table() ->
    T = ets:new(t, [public]),
    spawn(fun() -> erlang:monotonic_time(), erlang:monotonic_time(), ets:insert(T, {k, erlang:monotonic_time()}) end),
    case ets:lookup(T, k) of
        [] -> not_yet;
        [{k, V}] -> erlang:monotonic_time() >= V
    end.

%= exactly: erl and may
%= never: false
%= erl: not_yet
%= erl: true
now_in_a_table() ->
    T = ets:new(t, [public]),
    spawn(fun() -> erlang:now(), erlang:now(), ets:insert(T, {k, erlang:now()}) end),
    case ets:lookup(T, k) of
        [] -> not_yet;
        [{k, V}] -> erlang:now() > V
    end.

%= exactly: erl and may
%= never: false
%= erl: true
time_in_a_message() ->
    S = self(),
    spawn(fun() -> S ! erlang:monotonic_time() end),
    receive T -> erlang:monotonic_time() >= T end.

%= exactly: erl and may
%= never: false
%= erl: true
times_of_one() ->
    A = erlang:monotonic_time(),
    erlang:monotonic_time() >= A.

%% In native units two looks are never at the same moment.
%= exactly: erl and may
%= never: false
%= erl: true
time_goes_on() ->
    A = erlang:monotonic_time(),
    erlang:monotonic_time() > A.

%= exactly: erl and may
%= never: false
%= erl: true
now_goes_on() ->
    A = erlang:now(),
    erlang:now() > A.

%= exactly: erl and may
%= never: false
%= erl: true
time_after_a_timeout() ->
    A = erlang:monotonic_time(millisecond),
    receive after 3 -> ok end,
    erlang:monotonic_time(millisecond) - A >= 3.

%= exactly: erl and may
%= erl: {false}
%= erl: {true}
system_time_of_two() ->
    S = self(),
    spawn(fun() -> S ! {a, erlang:system_time()} end),
    spawn(fun() -> S ! {b, erlang:system_time()} end),
    {receive {a, A} -> A end < receive {b, B} -> B end}.

%% Two that sleep equally long.
%= exactly: erl and may
%= erl: [{winner,a}]
%= erl: [{winner,b}]
sleepers() ->
    T = ets:new(t, [public]),
    W = fun(X) -> {_, M} = spawn_monitor(fun() -> timer:sleep(10), ets:insert_new(T, {winner, X}) end), M end,
    Ms = [W(a), W(b)],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- Ms],
    ets:lookup(T, winner).
