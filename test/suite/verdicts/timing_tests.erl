%% Errors that are a matter of timing, and others that only look like it.
-module(timing_tests).
-include_lib("eunit/include/eunit.hrl").
-export([init/1, handle_call/3, handle_cast/2]).

init(State) -> {ok, State}.
handle_call(get, _From, State) -> {reply, State, State};
handle_call(never, _From, State) -> {noreply, State}.
handle_cast(_, State) -> {noreply, State}.

%% The server is slower than a tenth of a second only if nobody lets it run.
a_call_may_time_out_test() ->
    {ok, Server} = gen_server:start(?MODULE, 1, []),
    ?assertEqual(1, gen_server:call(Server, get, 100)),
    gen_server:stop(Server).

%% The first call may time out as well: one is enough to be told.
two_calls_may_time_out_test() ->
    {ok, Server} = gen_server:start(?MODULE, 1, []),
    ?assertEqual(1, gen_server:call(Server, get, 100)),
    ?assertEqual(1, gen_server:call(Server, get, 100)),
    gen_server:stop(Server).

a_sleep_may_be_too_short_test() ->
    Table = ets:new(done, [public]),
    spawn(fun() -> ets:insert(Table, {work, done}) end),
    timer:sleep(50),
    ?assertEqual([{work, done}], ets:lookup(Table, work)).

a_timer_may_be_early_test() ->
    Self = self(),
    erlang:send_after(20, self(), late),
    spawn(fun() -> Self ! early end),
    ?assertEqual(early, receive First -> First end).

%% Two who are never idle: if time had to wait for them, the sleep would have no end.
a_sleep_may_be_among_busy_ones_test() ->
    Table = ets:new(done, [public]),
    spawn_link(fun() -> turn(spawn_link(fun() -> turn(first) end)) end),
    spawn(fun() -> ets:insert(Table, {work, done}) end),
    timer:sleep(50),
    ?assertEqual([{work, done}], ets:lookup(Table, work)).

turn(first) -> receive From -> turn(From) end;
turn(Other) ->
    Other ! self(),
    receive _ -> turn(Other) end.

%% Nobody answers: it does not matter how long that takes.
nobody_answers_test() ->
    {ok, Server} = gen_server:start(?MODULE, 1, []),
    gen_server:call(Server, never, 100).

%% The timeout comes first, but the race is there without it.
the_race_is_another_one_test() ->
    Table = ets:new(hits, [public]),
    {ok, Server} = gen_server:start(?MODULE, 1, []),
    Self = self(),
    Hit = fun() -> ets:insert(Table, {hits, hits(Table) + 1}), Self ! hit end,
    1 = gen_server:call(Server, get, 100),
    spawn(Hit),
    spawn(Hit),
    [receive hit -> ok end || _ <- [1, 2]],
    ?assertEqual(2, hits(Table)).

hits(Table) ->
    case ets:lookup(Table, hits) of
        [] -> 0;
        [{hits, Count}] -> Count
    end.
