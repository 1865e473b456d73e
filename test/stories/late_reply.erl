%% The answer to a question that timed out is taken for the answer to the next one.
-module(late_reply).
-export([t/0]).

t() ->
    Server = spawn(fun server/0),
    ask(Server, 1),
    case ask(Server, 2) of
        {answer, Four} -> 4 = Four;
        timeout -> ok
    end.

ask(Server, N) ->
    Server ! {self(), N},
    receive {answer, _} = Answer -> Answer after 100 -> timeout end.

server() ->
    receive {From, N} -> From ! {answer, N * N}, server() end.
