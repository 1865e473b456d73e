%% Functions that nobody calls are not judged (A13).
%% lint: nothing
-module(dead_code).
-export([main/0]).
-compile([nowarn_unused_function, {nowarn_unused_function, [{never, 0}]}]).

main() -> ok.

never() -> receive {never, X} -> X end.
