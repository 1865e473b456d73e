%% The answer to a question that timed out is taken for the answer to the next one.
-module(late_reply).
-export([t/0]).

t() ->
    Server = spawn(fun server/0),
    ask(Server, 1),
    {answer, 4} = ask(Server, 2).

ask(Server, N) ->
    Server ! {self(), N},
    receive {answer, _} = Answer -> Answer after 100 -> timeout end.

server() ->
    receive {From, N} -> From ! {answer, N * N}, server() end.
