%% What a program prints comes as messages (A3).
%% lint: nothing
-module(port_comes).
-export([main/0]).

main() ->
    spawn(fun() ->
        Port = open_port({spawn_executable, "/bin/true"}, []),
        receive {Port, {data, D}} -> D; {Port, {exit_status, S}} -> S end
    end),
    ok.
