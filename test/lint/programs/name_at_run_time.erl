%% Names that are made at run time may be any.
%% lint: nothing
-module(name_at_run_time).
-export([start/1, log/1, loop/0]).

start(N) -> register(list_to_atom("logger_" ++ integer_to_list(N)), spawn(?MODULE, loop, [])).

log(Text) -> logger_1 ! {log, Text}.

loop() -> receive {log, Text} -> io:format("~s~n", [Text]), loop() end.
