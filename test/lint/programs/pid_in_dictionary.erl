%% Or in the process dictionary (A9).
%% lint: nothing
-module(pid_in_dictionary).
-export([main/0]).

main() ->
    put(w, spawn(fun() -> worker() end)),
    get(w) ! {stop, now},
    ok.

worker() -> receive {stop, _} -> ok end.
