%% Messages to a name that nothing registers; OTP's own names are others.
%% lint: send_unregistered closed {log, _}
%% lint: send_unregistered closed get
-module(name_misspelt).
-export([start/0, log/1, loger/1, get/0, user/1, loop/0]).

start() -> register(name_logger, spawn(?MODULE, loop, [])).

log(Text) -> name_logger ! {log, Text}.
loger(Text) -> name_loger ! {log, Text}.
get() -> gen_server:call(name_server, get).
user(Text) -> rex ! {text, Text}, application_controller ! Text.

loop() -> receive {log, Text} -> io:format("~s~n", [Text]), loop() end.
