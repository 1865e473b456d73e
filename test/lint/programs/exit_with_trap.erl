%% The same with trap_exit (A2).
%% lint: nothing
-module(exit_with_trap).
-export([main/0]).

main() ->
    spawn(fun() -> process_flag(trap_exit, true), child(), receive {'EXIT', _, R} -> R end end),
    ok.

child() -> spawn_link(fun() -> ok end).
