%% A pid may be in the variables of a fun.
%% lint: receive_unneeded proved {helo, _}
-module(fun_carries).
-export([main/0]).

main() ->
    P = spawn(fun() -> receive {hello, X} -> X; {helo, Y} -> {helo, Y} end end),
    Tell = fun(M) -> P ! M end,
    Tell({hello, 1}),
    ok.
