%% A server that stops answers first, and gives up its name then: who looks for it in between finds it, and calls too late.
-module(stopped_twice).
-behaviour(gen_server).
-export([t/0, init/1, handle_call/3, handle_cast/2]).

t() ->
    {ok, _} = gen_server:start({local, till}, ?MODULE, [], []),
    ok = gen_server:call(till, close),
    case whereis(till) of
        undefined -> ok;
        Till -> gen_server:call(Till, close)
    end.

init([]) -> {ok, []}.
handle_call(close, _From, State) -> {stop, normal, ok, State}.
handle_cast(_, State) -> {noreply, State}.
