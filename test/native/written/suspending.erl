%% Suspended processes, and who may resume them.
-module(suspending).
-compile([export_all, nowarn_export_all]).
-include("../native.hrl").

%= exactly: erl and may
%= erl: pong
%= never: deadlock
suspender_ends() ->
    P = spawn(fun() -> receive {ping, From} -> From ! pong end end),
    {_, M} = spawn_monitor(fun() -> erlang:suspend_process(P) end),
    receive {'DOWN', M, _, _, _} -> ok end,
    P ! {ping, self()},
    receive pong -> pong end.

%= exactly: erl and may
%= erl: badarg
resume_by_another() ->
    S = self(),
    P = spawn(fun() -> receive stop -> ok end end),
    spawn(fun() -> erlang:suspend_process(P), S ! ready, receive stop -> ok end end),
    receive ready -> ok end,
    try erlang:resume_process(P) catch error:R -> R end.

%= exactly: erl and may
%= erl: suspended
asynchronous_with_reply() ->
    P = spawn(fun() -> receive stop -> ok end end),
    true = erlang:suspend_process(P, [{asynchronous, tag}]),
    receive {tag, X} -> X after 100 -> none end.

%= exactly: erl and may
%= erl: 1
listed() ->
    P = spawn(fun() -> receive stop -> ok end end),
    true = erlang:suspend_process(P),
    length(item(self(), suspending)).

%= exactly: erl and may
%= erl: suspended
status_of_suspended() ->
    P = spawn(fun() -> receive stop -> ok end end),
    erlang:suspend_process(P),
    status(P).

%% The one that is suspended does nothing more.
%= exactly: erl and may
%= erl: {true,0,0}
%= erl: {true,1,0}
%= erl: {{error,badarg},2,0}
%= may: {true,2,0}
stands_still() ->
    T = ets:new(t, [public]),
    P = spawn(fun() -> ets:insert(T, {1}), ets:insert(T, {2}) end),
    X = safe(fun() -> erlang:suspend_process(P) end),
    A = ets:info(T, size),
    {X, A, ets:info(T, size) - A}.

%= exactly: erl and may
%= erl: {0,0}
%= erl: {1,1}
asynchronous_goes_on() ->
    S = self(),
    T = ets:new(t, [public]),
    P = spawn(fun() -> S ! up, ets:insert(T, {1}), receive stop -> ok end end),
    receive up -> ok end,
    erlang:suspend_process(P, [asynchronous]),
    A = ets:info(T, size),
    {A, ets:info(T, size)}.

%= exactly: erl and may
%= erl: none
twice_and_once() ->
    P = spawn(fun() -> receive {ping, From} -> From ! pong end end),
    erlang:suspend_process(P),
    erlang:suspend_process(P),
    erlang:resume_process(P),
    P ! {ping, self()},
    receive pong -> pong after 5 -> none end.

%= exactly: erl and may
%= erl: killed
%= may: none
killed_while_suspended() ->
    {P, M} = spawn_monitor(fun() -> receive stop -> ok end end),
    erlang:suspend_process(P),
    exit(P, kill),
    receive {'DOWN', M, _, _, R} -> R after 20 -> none end.

%% One that has ended cannot be suspended. What it sent is there, but not seen: a look at oneself handles no signals, and the
%% answer to the attempt is one.
%= exactly: erl and may
%= erl: {true,true,[]}
%= erl: {{error,badarg},{error,badarg},[]}
%= may: {true,true,[a]}
%= may: {{error,badarg},{error,badarg},[a]}
message_of_suspended() ->
    S = self(),
    P = spawn(fun() -> S ! a end),
    U = safe(fun() -> erlang:suspend_process(P) end),
    V = safe(fun() -> erlang:resume_process(P) end),
    {U, V, messages(S)}.

%= exactly: erl and may
%= erl: {true,true,[]}
%= erl: {true,true,[a]}
%= erl: {{error,badarg},{error,badarg},[a]}
message_of_suspended_received() ->
    S = self(),
    P = spawn(fun() -> S ! a end),
    U = safe(fun() -> erlang:suspend_process(P) end),
    V = safe(fun() -> erlang:resume_process(P) end),
    {U, V, drain()}.

%% Its time is over while it is suspended, and that is what it goes on with.
%= erl: {true,late}
%= never: deadlock
times_out_meanwhile() ->
    S = self(),
    P = spawn(fun() -> receive x -> S ! got after 20 -> S ! late end end),
    safe(fun() -> erlang:suspend_process(P), timer:sleep(60), erlang:resume_process(P) end),
    {true, receive Answer -> Answer end}.

%= erl: late
%= erl: got
%= never: deadlock
times_out_with_message() ->
    S = self(),
    P = spawn(fun() -> receive x -> S ! got after 20 -> S ! late end end),
    safe(fun() -> erlang:suspend_process(P), timer:sleep(60), P ! x, erlang:resume_process(P) end),
    receive Answer -> Answer end.
