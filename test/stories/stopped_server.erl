%% A server is stopped while another process calls it.
-module(stopped_server).
-behaviour(gen_server).
-export([t/0, init/1, handle_call/3, handle_cast/2]).

t() ->
    {ok, Server} = gen_server:start(?MODULE, [], []),
    {_, Ref} = spawn_monitor(fun() -> exit({got, gen_server:call(Server, get)}) end),
    gen_server:stop(Server),
    receive {'DOWN', Ref, process, _, Reason} -> {got, 1} = Reason end.

init(_) -> {ok, 1}.
handle_call(get, _From, N) -> {reply, N, N}.
handle_cast(_, N) -> {noreply, N}.
