%% Two processes add to a list in the application environment.
-module(environment).
-export([t/0]).

t() ->
    application:set_env(shop, plugins, []),
    Me = self(),
    [spawn_link(fun() -> add(Plugin), Me ! done end) || Plugin <- [mail, print]],
    [receive done -> ok end || _ <- [1, 2]],
    {ok, Plugins} = application:get_env(shop, plugins),
    [mail, print] = lists:sort(Plugins).

add(Plugin) ->
    {ok, Plugins} = application:get_env(shop, plugins),
    application:set_env(shop, plugins, [Plugin | Plugins]).
