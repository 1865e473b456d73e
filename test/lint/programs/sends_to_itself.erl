%% Messages to oneself are messages.
%% lint: nothing
-module(sends_to_itself).
-export([main/0]).

main() -> spawn(fun() -> self() ! {go, 1}, receive {go, X} -> X end end), ok.
