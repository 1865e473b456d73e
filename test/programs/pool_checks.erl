%% poolboy: two clients share one worker, which may crash.
-module(pool_checks).
-behaviour(gen_server).
-export([shared/0, crash/0, impatient/0]).
-export([start_link/1, init/1, handle_call/3, handle_cast/2]).

%% --- a worker that does one thing at a time -------------------------------------------------------

start_link(Arguments) -> gen_server:start_link(?MODULE, Arguments, []).

init(_) -> {ok, 0}.

handle_call(work, _From, Count) -> {reply, Count + 1, Count + 1};
handle_call(crash, _From, _Count) -> exit(normal).

handle_cast(_, Count) -> {noreply, Count}.

%% --- two clients ----------------------------------------------------------------------------------

pool() ->
    {ok, Pool} = poolboy:start_link([{worker_module, ?MODULE}, {size, 1}, {max_overflow, 0}], []),
    Pool.

client(Fun) ->
    Parent = self(),
    {_, Monitor} = spawn_monitor(fun() -> Parent ! {self(), Fun()} end),
    Monitor.

done(Monitor) -> receive {'DOWN', Monitor, process, Pid, normal} -> receive {Pid, Result} -> Result end end.

work(Pool) -> poolboy:transaction(Pool, fun(Worker) -> gen_server:call(Worker, work) end).

%% Each waits until the worker is free.
shared() ->
    Pool = pool(),
    [1, 2] = lists:sort([done(Client) || Client <- [client(fun() -> work(Pool) end) || _ <- [1, 2]]]),
    {ready, 1, 0, 0} = poolboy:status(Pool),
    poolboy:stop(Pool).

%% The pool replaces a worker that ends in the hands of a client; the other client gets the new one or had the old one.
crash() ->
    Pool = pool(),
    Bad = client(fun() ->
        poolboy:transaction(Pool, fun(Worker) -> catch gen_server:call(Worker, crash), ended end)
    end),
    Good = client(fun() -> work(Pool) end),
    [ended, 1] = [done(Bad), done(Good)],
    {ready, 1, 0, 0} = poolboy:status(Pool),
    poolboy:stop(Pool).

%% Who does not wait must not count on a worker.
impatient() ->
    Pool = pool(),
    One = client(fun() -> work(Pool) end),
    Two = client(fun() -> poolboy:checkout(Pool, false) end),
    [1, true] = [done(One), is_pid(done(Two))],
    poolboy:stop(Pool).
