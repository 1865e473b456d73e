%% A small server, and a module that programs load while they run.
-module(guest).
-behaviour(gen_server).
-export([one/0, init/1, handle_call/3, handle_cast/2]).

one() -> 1.

init(State) -> {ok, State}.
handle_call(_, _, State) -> {reply, State, State}.
handle_cast(_, State) -> {noreply, State}.
