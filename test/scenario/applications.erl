%% Applications that start and stop within the test. The master of one passes on text, but does more than that, which the search
%% has to know of.
-module(applications).
-behaviour(application).
-behaviour(supervisor).
-export([start/2, stop/1, init/1]).
-include("scenario.hrl").

%= ends: ok
%= explored: 3
asked_for_its_name() ->
    ok = application:load({application, ?MODULE, [{vsn, "1"}, {registered, []}, {applications, []}, {mod, {?MODULE, []}}]}),
    spawn(fun() -> whereis(?MODULE) end),
    ok = application:start(?MODULE),
    ok = application:stop(?MODULE).

start(_, _) -> supervisor:start_link({local, ?MODULE}, ?MODULE, []).
stop(_) -> ok.
init([]) -> {ok, {#{}, []}}.
