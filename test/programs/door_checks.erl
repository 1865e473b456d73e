%% Two openings, between which the door is locked by hand or by itself.
-module(door_checks).
-export([timeouts/0, stale_timer/0, two_hands/0]).

timeouts() -> twice(state_timeout).

%% The first opening's timer finds the second.
stale_timer() -> twice(timer).

twice(How) ->
    {ok, Door} = door:start_link(How),
    wrong = door:enter(Door, 1),
    opened = door:enter(Door, 7),
    door:enter(Door, 0),
    opened = door:enter(Door, 7),
    timer:sleep(1000),
    {locked, [2, First]} = door:count(Door),
    true = lists:member(First, [1, key]),
    gen_statem:stop(Door).

%% Only one of two can be the one who opened it, unless it has locked itself in between.
two_hands() ->
    {ok, Door} = door:start_link(state_timeout),
    Hands = [spawn_monitor(fun() -> exit({shutdown, door:enter(Door, 7)}) end) || _ <- [1, 2]],
    Seen = [receive {'DOWN', Monitor, process, Pid, {shutdown, Answer}} -> Answer end || {Pid, Monitor} <- Hands],
    [open, opened] = lists:sort(Seen),
    gen_statem:stop(Door).
