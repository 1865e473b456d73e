%% One process casts, and another one calls: nothing brings them into order.
-module(other_writer).
-behaviour(gen_server).
-export([t/0, init/1, handle_call/3, handle_cast/2]).

t() ->
    {ok, Store} = gen_server:start_link(?MODULE, [], []),
    spawn_link(fun() -> gen_server:cast(Store, {put, 7}) end),
    7 = gen_server:call(Store, get).

init(_) -> {ok, none}.

handle_call(get, _From, Value) -> {reply, Value, Value}.

handle_cast({put, Value}, _Old) -> {noreply, Value}.
