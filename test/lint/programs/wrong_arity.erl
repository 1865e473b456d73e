%% Messages come, but of another size.
%% lint: receive_wrong proved {job, _, _}
%% lint: send_unreceived proved {job, integer}
-module(wrong_arity).
-export([main/0]).

main() ->
    P = spawn(fun() -> receive {job, _, _} -> ok end end),
    P ! {job, 1},
    ok.
