%% Pids that are kept in a map, too (A9).
%% lint: nothing
-module(pid_in_map).
-export([main/0]).

main() ->
    M = #{w => spawn(fun() -> worker() end)},
    #{w := P} = M,
    P ! {stop, now},
    ok.

worker() -> receive {stop, _} -> ok end.
