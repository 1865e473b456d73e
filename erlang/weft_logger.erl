%% The default handler of the logger: writes to standard output, as OTP's does.
%%
%% It runs in the process that logs and sends nothing, so logging is no step of a program. When nobody listens, as in a
%% search, nothing is formatted; that something would have been written is noted all the same.
-module(weft_logger).
-export([adding_handler/1, changing_config/3, removing_handler/1, log/2, allow/2, is_heard/1]).

%% Instead of logger:allow/2: does a module log at this level?
allow(Level, Module) when is_atom(Module) ->
    is_heard(Module) andalso logger_config:allow(Level, Module).

%% Whether anybody reads what the module logs; in C.
is_heard(_Module) -> erlang:nif_error(undef).

adding_handler(Config) -> {ok, Config}.

changing_config(_SetOrUpdate, _Old, New) -> {ok, New}.

removing_handler(_Config) -> ok.

log(Event, #{formatter := {Formatter, Settings}}) ->
    case weft_io:is_heard(user) of
        true -> write(Formatter:format(Event, Settings));
        false -> weft_io:write(user, <<>>)
    end.

write(Text) ->
    weft_io:write(user, unicode:characters_to_binary(Text)).
