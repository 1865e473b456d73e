%% A server that takes messages in the order in which it needs them, whatever comes.
-module(unexpected).
-export([t/0]).

t() ->
    Me = self(),
    Server = spawn(fun() -> server(Me) end),
    spawn(fun() -> Server ! {open, file} end),
    spawn(fun() -> Server ! {write, line} end),
    receive written -> ok end.

server(Client) ->
    receive Message -> opened(Message) end,
    receive {write, _} -> Client ! written end.

opened({open, _}) -> ok.
