%% What a process keeps in its dictionary nobody else knows.
%% lint: receive_unneeded proved {tick, _}
-module(dictionary_is_private).
-export([main/0]).

main() ->
    spawn(fun() ->
        put(worker, spawn(fun() -> receive {tock, X} -> X; {tick, X} -> -X end end)),
        get(worker) ! {tock, 1}
    end),
    ok.
