%% The elements of an exit message in another order.
%% lint: receive_unneeded proved {_, 'EXIT', _}
-module(exit_in_wrong_order).
-export([main/0]).

main() ->
    spawn(fun() -> process_flag(trap_exit, true), P = child(), wait(P) end),
    ok.

wait(P) ->
    receive
        {'EXIT', P, R} -> R;
        {_, 'EXIT', R} -> {exit, R}
    end.

child() -> spawn_link(fun() -> ok end).
