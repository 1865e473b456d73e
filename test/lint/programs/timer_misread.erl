%% A timer's message has a shape of its own.
%% lint: receive_wrong proved {timeout, _}
%% lint: send_unreceived proved {timeout, reference, tick}
-module(timer_misread).
-export([main/0]).

main() ->
    spawn(fun() ->
        erlang:start_timer(10, self(), tick),
        receive {timeout, R} -> R end
    end),
    ok.
