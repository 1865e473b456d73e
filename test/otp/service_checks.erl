%% For weft check: what processes do to each other through the servers of a node is seen, and what they only print or log
%% is not.
-module(service_checks).
-export([global_race/0, env_race/0, printing/0, logging/0, booted/0, timer_race/0, reloading/0]).

both(Fun, Other) ->
    Me = self(),
    [spawn(fun() -> Me ! {N, F()} end) || {N, F} <- [{1, Fun}, {2, Other}]],
    [receive {N, R} -> R end || N <- [1, 2]].

%% Either can be the first: it is wrong that it always is the one that was started first.
global_race() ->
    Me = self(),
    [yes, no] = both(fun() -> global:register_name(name, Me) end, fun() -> global:register_name(name, Me) end).

env_race() ->
    [ok, {ok, value}] = both(fun() -> application:set_env(kernel, key, value) end, fun() -> application:get_env(kernel, key) end).

%% In whatever order they print: one interleaving.
printing() ->
    [ok, ok] = both(fun() -> io:format("one~n") end, fun() -> io:format("two~n") end).

logging() ->
    [ok, ok] = both(fun() -> logger:error("one") end, fun() -> logger:error("two") end).

booted() -> application:which_applications(), true = is_pid(whereis(init)).

%% A timer of the module timer may fire at any moment.
timer_race() ->
    {ok, _} = timer:apply_after(10, erlang, send, [self(), late]),
    spawn_link(fun() -> exit(normal) end),
    Me = self(),
    spawn(fun() -> Me ! early end),
    receive early -> ok; late -> error(overtaken) end.

%% The second version may come before the call. (It is seen after a process's next action.)
reloading() ->
    {ok, First} = file:read_file("v1/hot.beam"),
    {ok, Second} = file:read_file("v2/hot.beam"),
    code:load_binary(hot, "hot", First),
    Me = self(),
    spawn(fun() -> Me ! go, whereis(nobody), Me ! {version, hot:version()} end),
    receive go -> ok end,
    code:load_binary(hot, "hot", Second),
    receive {version, V} -> 1 = V end.

