%% One message is taken, the other is not.
%% lint: send_unreceived proved {jbo, integer}
-module(send_unreceived).
-export([main/0]).

main() ->
    P = spawn(fun() -> worker() end),
    P ! {job, 1},
    P ! {jbo, 2},
    ok.

worker() -> receive {job, N} -> N, worker() end.
