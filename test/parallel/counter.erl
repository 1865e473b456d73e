%% A counter in a process. It counts right when asked to (add), and wrong when asked to read and write (add_slowly).
-module(counter).
-export([start/0, stop/0, add/1, add_slowly/1, value/0]).

start() ->
    Starter = self(),
    Pid = spawn(fun() ->
        register(counter, self()),
        Starter ! {self(), ready},
        loop(0)
    end),
    receive {Pid, ready} -> ok end.

stop() -> call(stop).
value() -> call(value).
add(N) -> call({add, N}).

%% Two of them at once may both read before one of them writes.
add_slowly(N) ->
    Value = call(value),
    call({set, Value + N}).

call(Request) ->
    Server = whereis(counter),
    Monitor = monitor(process, Server),
    Server ! {Request, self(), Monitor},
    receive
        {Monitor, Answer} ->
            demonitor(Monitor, [flush]),
            Answer;
        {'DOWN', Monitor, _, _, Reason} ->
            exit(Reason)
    end.

loop(Value) ->
    receive
        {stop, Client, Tag} -> Client ! {Tag, ok};
        {value, Client, Tag} -> answer(Client, Tag, Value);
        {{add, N}, Client, Tag} -> answer(Client, Tag, Value + N);
        {{set, New}, Client, Tag} -> answer(Client, Tag, New)
    end.

answer(Client, Tag, Value) ->
    Client ! {Tag, Value},
    loop(Value).
