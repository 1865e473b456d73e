%% The same clause, but the program sends such messages.
%% lint: nothing
-module(exit_protocol).
-export([start/1, stop/2, tell/2]).

start(Log) -> spawn(fun() -> loop(Log) end).

stop(P, Reason) -> P ! tell(self(), Reason).

tell(Who, Reason) -> {Who, 'EXIT', Reason}.

loop(Log) ->
    Log(waits),
    receive
        {From, 'EXIT', Reason} -> exit({From, Reason});
        stop -> ok;
        _ -> loop(Log)
    end.
