%% The same, but its name is also in a table that processes are started from, and these get other messages.
%% lint: nothing
-module(begun_by_unknown_name).
-export([start/0, stop/1, init/1, all/0]).

start() -> spawn_link(?MODULE, init, [0]).

all() -> [begin P = spawn(M, F, A), P ! {dne, self()} end || {M, F, A} <- table()].

table() -> [{?MODULE, init, [1]}, {lists, reverse, [[]]}].

stop(P) -> P ! {done, self()}.

init(N) -> work(N + 1).

work(N) ->
    receive
        {done, _} -> N;
        {dne, _} -> wrong
    end.
