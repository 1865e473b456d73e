%% Timers send (A2).
%% lint: nothing
-module(timer_comes).
-export([main/0]).

main() ->
    spawn(fun() ->
        Ref = erlang:start_timer(10, self(), tick),
        erlang:send_after(10, self(), {later, 1}),
        receive {timeout, Ref, tick} -> ok end,
        receive {later, N} -> N end
    end),
    ok.
