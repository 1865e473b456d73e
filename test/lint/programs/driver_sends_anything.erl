%% A driver may send any term (A3).
%% lint: nothing
-module(driver_sends_anything).
-export([main/0]).

main() ->
    spawn(fun() ->
        open_port({spawn_driver, "some_drv"}, []),
        receive {event, D} -> D end
    end),
    ok.
