%% A child uses a table that its younger sibling makes.
-module(early_child).
-behaviour(supervisor).
-export([t/0, init/1, reader/1, owner/1]).

t() ->
    {ok, _} = supervisor:start_link(?MODULE, self()),
    receive {mode, test} -> ok end.

init(Main) ->
    Child = fun(Name) -> #{id => Name, start => {?MODULE, Name, [Main]}, restart => temporary} end,
    {ok, {#{}, [Child(reader), Child(owner)]}}.

reader(Main) ->
    {ok, spawn_link(fun() -> Main ! {mode, ets:lookup_element(config, mode, 2)} end)}.

owner(_Main) ->
    config = ets:new(config, [named_table, public]),
    ets:insert(config, {mode, test}),
    {ok, spawn_link(fun() -> receive stop -> ok end end)}.
