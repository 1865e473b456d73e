-module(till).
-export([start_link/0, stop/1, pay/2, unsafe_pay/2, total/1]).

start_link() -> {ok, spawn_link(fun() -> serve(0) end)}.

stop(Till) ->
    unlink(Till),
    exit(Till, shutdown).

pay(Till, Sum) -> ask(Till, {pay, Sum}).
total(Till) -> ask(Till, total).

%% Somebody else may have paid between the two.
unsafe_pay(Till, Sum) -> ask(Till, {set, total(Till) + Sum}).

ask(Till, Question) ->
    Till ! {self(), Question},
    receive {Till, Answer} -> Answer end.

serve(Total) ->
    receive
        {Client, {pay, Sum}} -> Client ! {self(), ok}, serve(Total + Sum);
        {Client, {set, Sum}} -> Client ! {self(), ok}, serve(Sum);
        {Client, total} -> Client ! {self(), Total}, serve(Total)
    end.
