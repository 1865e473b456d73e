%% The system's own processes and tables are there from the beginning.
-module(surroundings).
-compile([export_all, nowarn_export_all]).
-include("../native.hrl").

%= exactly: erl and may
%= erl: true
init_there() -> is_pid(whereis(init)).

%= exactly: erl and may
%= erl: true
kernel_supervisor_there() -> is_pid(whereis(kernel_sup)).

%= exactly: erl and may
%= erl: []
application_table_there() -> ets:lookup(ac_tab, x).

%= exactly: erl and may
%= erl: ok
init_answers() ->
    application:get_env(kernel, x),
    init ! {self(), get_arguments},
    receive {init, _} -> ok end.

%= exactly: erl and may
%= erl: true
code_server_there() ->
    application:get_env(kernel, x),
    is_pid(whereis(code_server)).
