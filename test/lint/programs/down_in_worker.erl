%% A message of a monitor in a process that nobody else knows.
%% lint: receive_unneeded proved {'DONW', _, process, _, _}
-module(down_in_worker).
-export([main/1]).

main(Watched) ->
    spawn(fun() -> watch(Watched) end),
    ok.

watch(Watched) ->
    erlang:monitor(process, Watched),
    receive
        {'DOWN', _, process, _, R} -> R;
        {'DONW', _, process, _, R} -> {down, R}
    end.
