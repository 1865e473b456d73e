%% The same with the right answer.
%% lint: nothing
-module(fresh_reference_comes_back).
-export([main/0]).

main() ->
    P = spawn(fun() -> server() end),
    Ref = make_ref(),
    P ! {request, self(), Ref},
    receive {reply, Ref, X} -> X end.

server() -> receive {request, From, Ref} -> From ! {reply, Ref, 1}, server() end.
