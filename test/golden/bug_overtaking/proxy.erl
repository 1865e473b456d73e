%% Writes go through a process that logs them, reads go directly.
-module(proxy).
-export([test/0]).

test() ->
    Store = spawn(fun() -> store(undefined) end),
    Log = spawn(fun() -> log(Store) end),
    Log ! {set, 1},
    Store ! {get, self()},
    receive {value, 1} -> ok end.

log(Store) ->
    receive
        Request ->
            Store ! Request,
            log(Store)
    end.

store(Value) ->
    receive
        {set, New} -> store(New);
        {get, From} -> From ! {value, Value}, store(Value)
    end.
