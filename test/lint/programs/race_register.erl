%% Looked up, then registered: two callers may both see nothing. The second function is prepared for that, and the third looks at another name.
%% lint: race api erlang:register
-module(race_register).
-export([ensure/0, careful/0, other/0]).

ensure() ->
    case whereis(race_worker) of
        undefined -> register(race_worker, spawn(fun() -> loop() end));
        _ -> true
    end.

careful() ->
    case whereis(race_worker) of
        undefined -> try register(race_worker, spawn(fun() -> loop() end)) catch error:badarg -> true end;
        _ -> true
    end.

other() ->
    case whereis(race_worker) of
        undefined -> register(race_helper, self());
        _ -> true
    end.

loop() -> timer:sleep(infinity).
