%% A server that has no callback for messages, and is sent one.
%% lint: send_unreceived api wake
-module(server_without_info).
-behaviour(gen_server).
-export([start_link/0, wake/0, init/1, handle_call/3, handle_cast/2]).

start_link() -> gen_server:start_link({local, sleeper}, ?MODULE, [], []).

wake() -> sleeper ! wake.

init([]) -> {ok, []}.
handle_call(_Request, _From, State) -> {reply, ok, State}.
handle_cast(_Message, State) -> {noreply, State}.
