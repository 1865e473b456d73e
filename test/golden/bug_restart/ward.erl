%% A supervised counter; the test kills it and expects it to be back.
-module(ward).
-behaviour(supervisor).
-export([test/0, init/1, start_counter/0]).

test() ->
    {ok, Supervisor} = supervisor:start_link(?MODULE, []),
    unlink(Supervisor),
    1 = next(),
    exit(whereis(counter), kill),
    1 = next(),
    ok.

init([]) ->
    {ok, {#{}, [#{id => counter, start => {?MODULE, start_counter, []}}]}}.

start_counter() ->
    Pid = spawn_link(fun() -> count(1) end),
    register(counter, Pid),
    {ok, Pid}.

count(N) ->
    receive {next, From} -> From ! {number, N}, count(N + 1) end.

next() ->
    counter ! {next, self()},
    receive {number, N} -> N end.
