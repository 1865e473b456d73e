%% A server that sends itself a request from a callback, by way of its own interface.
%% lint: deadlock api {get, _}
-module(server_calls_itself).
-behaviour(gen_server).
-export([start_link/0, read/1, double/1, init/1, handle_call/3, handle_cast/2]).

start_link() -> gen_server:start_link({local, ?MODULE}, ?MODULE, [], []).

read(Key) -> gen_server:call(?MODULE, {get, Key}).
double(Key) -> gen_server:call(?MODULE, {double, Key}).

init([]) -> {ok, #{}}.

handle_call({get, Key}, _From, State) -> {reply, maps:get(Key, State), State};
handle_call({double, Key}, _From, State) -> {reply, 2 * read(Key), State}.

handle_cast(_Message, State) -> {noreply, State}.
