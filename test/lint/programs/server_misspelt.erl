%% What a server is sent, and its callbacks have no clause for.
%% lint: send_unreceived api {fetch, _}
%% lint: send_unreceived api flsh
%% lint: send_unreceived api tock
%% lint: send_unreceived api tack
%% lint: send_unreceived proved stopp
-module(server_misspelt).
-behaviour(gen_server).
-export([start_link/0, read/1, write/2, fetch/1, flush/0, tick/0, tock/0, alone/0]).
-export([init/1, handle_call/3, handle_cast/2, handle_info/2]).

start_link() -> gen_server:start_link({local, ?MODULE}, ?MODULE, [], []).

read(Key) -> gen_server:call(?MODULE, {read, Key}).
write(Key, Value) -> gen_server:call(?MODULE, {write, Key, Value}, infinity).
fetch(Key) -> gen_server:call(?MODULE, {fetch, Key}).
flush() -> gen_server:cast(?MODULE, flsh).
tick() -> ?MODULE ! {tick, 1}.
tock() -> ?MODULE ! tock.

alone() ->
    {ok, Server} = gen_server:start(?MODULE, [], []),
    gen_server:call(Server, stopp).

init([]) ->
    erlang:send_after(1000, self(), tack),
    {ok, #{}}.

handle_call({read, Key}, _From, State) -> {reply, maps:get(Key, State), State};
handle_call({write, Key, Value}, _From, State) -> {reply, ok, State#{Key => Value}};
handle_call(stop, _From, State) -> {stop, normal, ok, State}.

handle_cast(flush, _State) -> {noreply, #{}};
handle_cast(Message, State) ->
    error_logger:info_msg("not expected: ~p~n", [Message]),
    {noreply, State}.

handle_info({tick, N}, State) -> {noreply, State#{tick => N}};
handle_info(_Message, State) -> {noreply, State}.
