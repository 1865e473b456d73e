%% Exported only so that a process can begin with it.
%% lint: receive_unneeded api {dne, _}
-module(begun_by_name).
-export([start/0, stop/1, init/1]).

start() -> spawn_link(?MODULE, init, [0]).

stop(P) -> P ! {done, self()}.

init(N) -> work(N + 1).

work(N) ->
    receive
        {done, _} -> N;
        {dne, _} -> wrong
    end.
