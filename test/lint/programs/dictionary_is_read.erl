%% But by those whose code runs there.
%% lint: nothing
-module(dictionary_is_read).
-export([main/1]).

main(Mod) ->
    spawn(fun() ->
        put(worker, spawn(fun() -> receive {tock, X} -> X; {tick, X} -> -X end end)),
        get(worker) ! {tock, 1},
        Mod:run()
    end),
    ok.
