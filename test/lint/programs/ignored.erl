%% A comment says that it is meant so.
%% lint: nothing
-module(ignored).
-export([main/0]).

main() ->
    spawn(fun() ->
        %% weft: ignore receive_nothing
        receive {go, X} -> X end
    end),
    ok.
