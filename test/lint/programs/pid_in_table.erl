%% Pids that are kept in a table may be sent to by anybody (A9).
%% lint: nothing
-module(pid_in_table).
-export([main/0]).

main() ->
    T = ets:new(t, [public]),
    ets:insert(T, {w, spawn(fun() -> worker() end)}),
    [{w, P}] = ets:lookup(T, w),
    P ! {stop, now},
    ok.

worker() -> receive {stop, _} -> ok; {other, _} -> ok end.
