%% Sockets of gen_tcp: what two processes can see of each other, and nothing else.
-module(sockets).
-include("scenario.hrl").

tcp_ends() ->
    {ok, L} = gen_tcp:listen(0, [binary, {active, false}]),
    {ok, Number} = inet:port(L),
    {ok, C} = gen_tcp:connect({127, 0, 0, 1}, Number, [binary, {active, false}]),
    {ok, S} = gen_tcp:accept(L),
    {C, S}.

%= ends: {ok,<<"welcome">>}
who_accepts_may_write_at_once() ->
    {ok, L} = gen_tcp:listen(0, [binary, {active, false}]),
    {ok, Number} = inet:port(L),
    spawn_link(fun() -> {ok, S} = gen_tcp:accept(L), ok = gen_tcp:send(S, "welcome"), idle() end),
    {ok, C} = gen_tcp:connect({127, 0, 0, 1}, Number, [binary, {active, false}]),
    gen_tcp:recv(C, 7).

%= ends: {error,closed}
half_closed_by_both() ->
    {C, S} = tcp_ends(),
    spawn_link(fun() -> gen_tcp:shutdown(C, write), idle() end),
    ok = gen_tcp:shutdown(S, write),
    gen_tcp:recv(S, 0).
