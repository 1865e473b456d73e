%% Processes of other nodes may be of other code (A14).
%% lint: nothing
-module(remote_name).
-export([main/1]).

main(Node) ->
    register(here, spawn(fun() -> receive {a, X} -> X end end)),
    {here, Node} ! {a, 1},
    {here, Node} ! {b, 2},
    ok.
