-module(stock_server).
-behaviour(gen_server).
-export([start_link/0, get/0, set/1, take/1]).
-export([init/1, handle_call/3, handle_cast/2]).

start_link() -> gen_server:start_link({local, ?MODULE}, ?MODULE, [], []).

get() -> gen_server:call(?MODULE, get).
set(N) -> gen_server:call(?MODULE, {set, N}).
take(N) -> gen_server:call(?MODULE, {take, N}).

init([]) -> application:get_env(first).

handle_call(get, _From, N) -> {reply, N, N};
handle_call({set, N}, _From, _) -> {reply, ok, N};
handle_call({take, K}, _From, N) -> {reply, ok, N - K}.

handle_cast(crash, _) -> error(out_of_order);
handle_cast({set, N}, _) -> {noreply, N}.
