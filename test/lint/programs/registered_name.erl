%% Messages go to the process that has the name, and to no other.
%% lint: receive_unneeded api {other, _}
-module(registered_name).
-export([main/0, tell/1, tell_other/1]).

main() ->
    register(one, spawn(fun() -> receive {hello, X} -> X; {other, Y} -> {other, Y} end end)),
    register(two, spawn(fun() -> receive {other, X} -> X end end)),
    ok.

tell(X) -> one ! {hello, X}.

tell_other(X) -> two ! {other, X}.
