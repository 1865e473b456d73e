%% A reference that was told to an unknown process may come back from there.
%% lint: nothing
-module(fresh_reference).
-export([main/0]).

main() ->
    P = spawn(fun() -> server() end),
    Ref = make_ref(),
    P ! {request, self(), Ref},
    receive {reply, Ref, X} -> X end.

server() -> receive {request, From, Ref} -> From ! {answer, Ref, 1}, server() end.
