%% An application of two servers: the shelf knows what is left, the till sells it and needs the shelf. When the shelf
%% crashes, both begin anew.
-module(shop).
-behaviour(application).
-behaviour(supervisor).
-export([start/2, stop/1, init/1]).

start(_Type, []) -> supervisor:start_link({local, shop}, ?MODULE, []).

stop(_State) -> ok.

init([]) ->
    {ok, {#{strategy => rest_for_one, intensity => 1, period => 5},
          [#{id => Name, start => {shop_server, start_link, [Name]}} || Name <- [shelf, till]]}}.
