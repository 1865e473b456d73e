%% Names that are computed are unknown (A6).
%% lint: nothing
-module(computed_name).
-export([main/1, tell/2]).

main(Name) ->
    P = spawn(fun() -> receive {hello, X} -> X end end),
    register(list_to_atom("worker_" ++ Name), P),
    ok.

tell(Name, X) -> list_to_atom("worker_" ++ Name) ! {hello, X}.
