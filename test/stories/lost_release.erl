%% Whoever waits for a lock waits for ever if the holder dies.
-module(lost_release).
-export([t/0]).

t() ->
    Lock = spawn(fun lock/0),
    Holder = spawn(fun() -> take(Lock), Lock ! {give, self()} end),
    exit(Holder, kill),
    take(Lock).

take(Lock) ->
    Lock ! {take, self()},
    receive taken -> ok end.

lock() ->
    receive {take, Who} ->
        Who ! taken,
        receive {give, Who} -> lock() end
    end.
