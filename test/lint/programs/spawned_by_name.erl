%% A process that begins with an exported function.
%% lint: receive_unneeded proved {b, _}
-module(spawned_by_name).
-export([main/0, init/1]).

main() ->
    P = spawn(?MODULE, init, [self()]),
    P ! {a, 1},
    ok.

init(Parent) -> loop(Parent, spawn(fun() -> worker() end)).

loop(Parent, W) ->
    W ! {a, 2},
    receive {a, X} -> Parent ! X, loop(Parent, W) end.

worker() -> receive {a, _} -> worker(); {b, _} -> ok end.
