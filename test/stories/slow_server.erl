%% A call with a short timeout, to a server that does one thing after the other.
-module(slow_server).
-behaviour(gen_server).
-export([t/0, init/1, handle_call/3, handle_cast/2]).

t() ->
    {ok, Server} = gen_server:start(?MODULE, [], []),
    gen_server:cast(Server, {index, [apple, pear]}),
    [apple, pear] = gen_server:call(Server, list, 100).

init(_) -> {ok, []}.

handle_call(list, _From, Index) -> {reply, Index, Index}.

handle_cast({index, Words}, _Index) -> {noreply, Words}.
