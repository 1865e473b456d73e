%% Timers fire in the order of their deadlines; firing and the arrival of the message are two things.
-module(timers).
-compile([export_all, nowarn_export_all]).
-include("../native.hrl").

%% The sum takes about as long as the timer.
%= exactly: erl and may
%= erl: {false,0}
%= erl: {true,0}
%= erl: {true,1}
%= may: {false,1}
gone_but_not_here() ->
    R = erlang:send_after(1, self(), x),
    lists:sum(lists:seq(1, 200000)),
    Gone = erlang:read_timer(R) =:= false,
    {Gone, item(self(), message_queue_len)}.

%= exactly: erl and may
%= never: b
%= erl: a
order_of_two() ->
    erlang:send_after(2, self(), a),
    erlang:send_after(30, self(), b),
    receive X -> X end.

%= exactly: erl and may
%= never: timeout
%= erl: a
timer_before_timeout() ->
    erlang:send_after(2, self(), a),
    receive a -> a after 40 -> timeout end.

%= exactly: erl and may
%= erl: {false,a}
%= never: {0,none}
timer_before_sleep() ->
    R = erlang:send_after(2, self(), a),
    receive after 30 -> ok end,
    {erlang:cancel_timer(R), receive a -> a after 0 -> none end}.

%= exactly: erl and may
%= erl: [a,b]
%= never: [b,a]
equal_deadlines() ->
    erlang:send_after(2, self(), a),
    erlang:send_after(2, self(), b),
    [receive X -> X end, receive Y -> Y end].

%= exactly: erl and may
%= erl: [a,b]
%= erl: [b,a]
equal_deadlines_of_two() ->
    S = self(),
    spawn(fun() -> erlang:send_after(2, S, a), receive stop -> ok end end),
    spawn(fun() -> erlang:send_after(2, S, b), receive stop -> ok end end),
    [receive X -> X end, receive Y -> Y end].

%= exactly: erl and may
%= erl: [a,b]
%= never: [b,a]
zero_timers() ->
    erlang:send_after(0, self(), a),
    erlang:send_after(0, self(), b),
    [receive X -> X end, receive Y -> Y end].

%= exactly: erl and may
%= erl: [a,b]
%= erl: [b,a]
zero_and_one() ->
    erlang:send_after(1, self(), a),
    erlang:send_after(0, self(), b),
    [receive X -> X end, receive Y -> Y end].

%= exactly: erl and may
%= erl: a
%= erl: none
zero_timer_then_look() ->
    erlang:send_after(0, self(), a),
    next().

%= exactly: erl and may
%= erl: [b,a]
%= may: [a,b]
zero_timer_then_own_message() ->
    erlang:send_after(0, self(), a),
    self() ! b,
    [receive X -> X end, receive Y -> Y end].

%= exactly: erl and may
%= erl: a
%= erl: timeout
zero_timer_and_zero_timeout() ->
    erlang:send_after(0, self(), a),
    receive a -> a after 1 -> timeout end.

%% Who has paused may be on another scheduler than its timer. On a machine with little else to do it is always the timeout.
%= exactly: erl and may
%= erl: timeout
%= erl: a
timer_before_sooner_timeout() ->
    erlang:send_after(14, self(), a),
    receive after 1 -> ok end,
    receive a -> a after 5 -> timeout end.

%= exactly: erl and may
%= erl: timeout
%= may: a
timer_and_equal_timeout() ->
    erlang:send_after(2, self(), a),
    receive a -> a after 2 -> timeout end.

%= exactly: erl and may
%= erl: {a,none}
%= erl: {none,a}
%= erl: {none,none}
timeout_zero_and_message() ->
    S = self(),
    spawn(fun() -> S ! a end),
    {next(), next()}.

%= exactly: erl and may
%= erl: a
%= erl: timeout
timeout_and_message() ->
    S = self(),
    spawn(fun() -> S ! a end),
    receive a -> a after 1 -> timeout end.

%= exactly: erl and may
%= erl: {false,a}
%= may: {true,none}
cancelled_and_message() ->
    R = erlang:send_after(1, self(), a),
    receive after 1 -> ok end,
    X = erlang:cancel_timer(R) =/= false,
    {X, next()}.

%= exactly: erl and may
%= erl: {true,none}
%= may: {false,a}
cancelled_in_time() ->
    R = erlang:send_after(1, self(), a),
    X = erlang:cancel_timer(R) =/= false,
    {X, receive a -> a after 5 -> none end}.

%= exactly: erl and may
%= erl: [a,none]
%= erl: [a,{cancelled,false}]
%= erl: [{cancelled,true},none]
cancelled_by_another() ->
    R = erlang:send_after(1, self(), a),
    S = self(),
    spawn(fun() -> S ! {cancelled, erlang:cancel_timer(R) =/= false} end),
    [receive X -> X end, receive Y -> Y after 5 -> none end].

%= exactly: erl and may
%= erl: a
%= may: none
timer_to_name_that_is_gone() ->
    register(n, self()),
    erlang:send_after(1, n, a),
    receive after 1 -> ok end,
    unregister(n),
    receive a -> a after 5 -> none end.

%= exactly: erl and may
%= erl: a
%= erl: none
timer_of_the_dead_to_another() ->
    S = self(),
    {_, M} = spawn_monitor(fun() -> erlang:send_after(1, S, a) end),
    receive {'DOWN', M, _, _, _} -> ok end,
    receive a -> a after 8 -> none end.

%= exactly: erl and may
%= erl: [a,b]
%= erl: [b,a]
timer_and_message_of_another() ->
    S = self(),
    spawn(fun() -> receive after 2 -> S ! b end end),
    erlang:send_after(2, S, a),
    [receive X -> X end, receive Y -> Y end].

%= exactly: erl and may
%= erl: {true,false}
%= erl: {true,true}
%= may: {false,false}
read_then_cancel() ->
    R = erlang:send_after(1, self(), a),
    A = erlang:read_timer(R) =/= false,
    B = erlang:cancel_timer(R) =/= false,
    {A, B}.

%% Who sleeps as long as another one is awake at the same moment.
%= exactly: erl and may
%= erl: [{winner,a}]
%= erl: [{winner,b}]
two_sleeps() ->
    T = ets:new(t, [public]),
    Sleeper = fun(X) -> spawn_monitor(fun() -> receive after 1000 -> ets:insert_new(T, {winner, X}) end end) end,
    {_, A} = Sleeper(a),
    {_, B} = Sleeper(b),
    receive {'DOWN', A, _, _, _} -> ok end,
    receive {'DOWN', B, _, _, _} -> ok end,
    ets:lookup(T, winner).

%% Of two receives that time out at one moment either is the first, and may tell the other one before that is over.
%= exactly: erl and may
%= erl: {late,late}
%= may: {got,late}
%= erl: {late,got}
two_timeouts() ->
    S = self(),
    {P, M} = spawn_monitor(fun() -> exit({shutdown, receive x -> got after 1000 -> S ! x, late end}) end),
    Mine = receive x -> got after 1000 -> P ! x, late end,
    {Mine, receive {'DOWN', M, _, _, {_, Its}} -> Its end}.

%% A timer of another process that comes at the same moment.
%= exactly: erl and may
%= erl: none
%= erl: a
timer_of_another_and_timeout() ->
    S = self(),
    spawn(fun() -> erlang:send_after(1000, S, a) end),
    receive X -> X after 1000 -> none end.

%% Whole milliseconds that the clock has begun.
%= exactly: erl and may
%= erl: {1000,1000,1500}
left_at_once() ->
    T = erlang:send_after(1000, self(), x),
    Read = erlang:read_timer(T),
    {Read, erlang:cancel_timer(T), erlang:cancel_timer(erlang:send_after(1500, self(), x))}.
