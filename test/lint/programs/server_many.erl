%% Servers of one module may call each other: the one with the name is another one.
%% lint: nothing
-module(server_many).
-behaviour(gen_server).
-export([start_main/0, start_worker/0, next/0, work/1, init/1, handle_call/3, handle_cast/2]).

start_main() -> gen_server:start_link({local, main}, ?MODULE, [], []).
start_worker() -> gen_server:start_link(?MODULE, [], []).

next() -> gen_server:call(main, next).
work(Worker) -> gen_server:call(Worker, work).

init([]) -> {ok, 0}.
handle_call(next, _From, N) -> {reply, N, N + 1};
handle_call(work, _From, N) -> {reply, next(), N}.
handle_cast(_Message, State) -> {noreply, State}.
