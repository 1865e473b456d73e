%% An application: a supervisor with one server that counts what is in stock. What it starts with is in its environment.
-module(stock).
-behaviour(application).
-behaviour(supervisor).
-export([start/2, stop/1, init/1]).

start(_Type, []) ->
    supervisor:start_link({local, stock_sup}, ?MODULE, []).

stop(_State) ->
    ok.

init([]) ->
    {ok, {#{strategy => one_for_one, intensity => 1, period => 5},
          [#{id => stock_server, start => {stock_server, start_link, []}}]}}.
