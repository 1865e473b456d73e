%% A receive with a timeout that nothing can end before.
%% lint: receive_nothing proved {never, _}
-module(timeout_only).
-export([main/0]).

main() -> spawn(fun() -> receive {never, X} -> X after 1000 -> late end end), ok.
