%% What exported functions are given is unknown (A5).
%% lint: nothing
-module(parameter_is_unknown).
-export([send/2, main/0]).

main() ->
    P = spawn(fun() -> receive {strange, X} -> X end end),
    P.

send(P, M) -> P ! M.
