%% A name in the arguments of a child of a supervisor.
%% lint: nothing
-module(name_in_child_spec).
-export([start_link/0, notify/1, init/1]).

start_link() -> supervisor:start_link({local, child_sup}, ?MODULE, []).

notify(Event) -> child_events ! {notify, Event}, child_sup ! ping.

init([]) ->
    {ok, {#{}, [#{id => events, start => {gen_event, start_link, [{local, child_events}]}}]}}.
