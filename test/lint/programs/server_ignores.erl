%% Clauses that take a message in order to drop it do the same as the one for everything: the compiler makes one of them.
%% lint: send_unreceived api {tock, _, a, integer}
-module(server_ignores).
-behaviour(gen_server).
-export([start_link/0, tick/1, tock/1, stop/0, late/0, pair/0, init/1, handle_call/3, handle_cast/2, handle_info/2]).

start_link() -> gen_server:start_link({local, ?MODULE}, ?MODULE, [], []).

tick(N) -> ?MODULE ! {tick, N}.
tock(N) -> ?MODULE ! {tock, N, a, 1}.
late() -> ?MODULE ! {late, make_ref(), 1}.
pair() -> ?MODULE ! {1, 2}.
stop() -> gen_server:cast(?MODULE, stop).

init([]) -> {ok, 0}.
handle_call(_Request, _From, State) -> {reply, ok, State}.
handle_cast(work, State) -> {noreply, State + 1};
handle_cast(stop, State) -> {noreply, State};
handle_cast(_Message, State) -> {noreply, State}.
handle_info({tick, _}, State) -> {noreply, State};
handle_info({late, Ref, _} = _Message, State) when is_reference(Ref) -> {noreply, State};
handle_info({A, _}, State) when A =:= 1 -> {noreply, State};
handle_info(_Message, State) -> {noreply, State}.
