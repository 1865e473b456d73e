%% Exits become messages only for those who trap them.
%% lint: receive_nothing proved {'EXIT', _, _}
-module(exit_without_trap).
-export([main/0]).

main() ->
    spawn(fun() -> child(), receive {'EXIT', _, R} -> R end end),
    ok.

child() -> spawn_link(fun() -> ok end).
