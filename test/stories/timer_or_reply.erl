%% A timer's message and an answer: both are handled, but in one order only.
-module(timer_or_reply).
-export([t/0]).

t() ->
    Me = self(),
    erlang:send_after(50, Me, tick),
    spawn(fun() -> Me ! answer end),
    [answer, tick] = [receive Message -> Message end || _ <- [1, 2]].
