%% Sockets send (A2).
%% lint: nothing
-module(socket_comes).
-export([main/0]).

main() ->
    spawn(fun() ->
        {ok, S} = gen_tcp:listen(0, []),
        receive {tcp, S, D} -> D; {tcp_closed, S} -> closed end
    end),
    ok.
