%% A server that is not part of an application.
-module(stock_server_alone).
-export([init/1, handle_call/3, handle_cast/2]).

init(N) -> {ok, N}.
handle_call(get, _From, N) -> {reply, N, N}.
handle_cast(_, N) -> {noreply, N}.
