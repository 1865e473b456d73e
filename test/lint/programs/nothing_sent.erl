%% A process to which nobody sends anything.
%% lint: receive_nothing proved {go, _}
-module(nothing_sent).
-export([main/0]).

main() ->
    spawn(fun() -> receive {go, X} -> X end end),
    ok.
