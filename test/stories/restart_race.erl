%% A worker is killed, and its client calls before the supervisor has started it again.
-module(restart_race).
-behaviour(supervisor).
-export([t/0, init/1, start_worker/0, worker/1]).

t() ->
    {ok, _} = supervisor:start_link(?MODULE, []),
    exit(whereis(worker), kill),
    pong = gen_server:call(worker, ping).

init(_) ->
    {ok, {#{strategy => one_for_one}, [#{id => worker, start => {?MODULE, start_worker, []}}]}}.

start_worker() ->
    proc_lib:start_link(?MODULE, worker, [self()]).

worker(Parent) ->
    register(worker, self()),
    proc_lib:init_ack(Parent, {ok, self()}),
    serve().

serve() ->
    receive {'$gen_call', From, ping} -> gen_server:reply(From, pong), serve() end.
