%% What is flushed with after 0 is never told.
%% lint: nothing
-module(flush).
-export([main/0]).

main() -> spawn(fun() -> flush() end), ok.

flush() -> receive {late, _} -> flush() after 0 -> ok end.
