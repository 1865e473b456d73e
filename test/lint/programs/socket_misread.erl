%% A tag that no socket sends.
%% lint: receive_unneeded proved {tcp_close, _}
-module(socket_misread).
-export([main/0]).

main() ->
    spawn(fun() ->
        gen_tcp:listen(0, []),
        receive {tcp, _, D} -> D; {tcp_close, _} -> closed end
    end),
    ok.
