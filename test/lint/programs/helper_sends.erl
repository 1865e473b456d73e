%% One function sends for all of its callers, to known and to unknown processes (A1).
%% lint: nothing
-module(helper_sends).
-export([main/0, tell/2]).

main() ->
    P = spawn(fun() -> receive {a, X} -> X; {b, Y} -> Y end end),
    tell(P, {a, 1}),
    P.

tell(P, M) -> P ! M.
