%% The elements of an exit message in another order: nobody sends that, also if a callback runs in the process.
%% lint: receive_unneeded api {_, 'EXIT', _}
-module(exit_misread).
-export([start/1, stop/1]).

start(Log) -> spawn(fun() -> process_flag(trap_exit, true), loop(Log) end).

stop(P) -> P ! {stop, self()}.

loop(Log) ->
    Log(waits),
    receive
        {stop, From} -> From ! ok;
        {From, 'EXIT', Reason} -> exit({From, Reason});
        _ -> loop(Log)
    end.
