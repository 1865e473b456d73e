%% Timers that a server starts for itself, by way of functions that only it runs.
%% lint: send_unreceived api {timeout, reference, flush}
-module(server_with_timer).
-behaviour(gen_server).
-export([start_link/0, init/1, handle_call/3, handle_cast/2, handle_info/2]).

start_link() -> gen_server:start_link({local, ?MODULE}, ?MODULE, [], []).

init([]) ->
    again(),
    erlang:start_timer(100, self(), sweep),
    erlang:start_timer(100, self(), flush),
    {ok, 0}.

handle_call(get, _From, State) -> {reply, State, State}.
handle_cast(reset, _State) -> {noreply, 0}.

handle_info(tick, State) -> again(), {noreply, State + 1};
handle_info({timeout, _, sweep}, _State) -> {noreply, 0}.

again() -> erlang:send_after(10, self(), tick).
