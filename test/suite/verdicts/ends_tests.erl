%% What goes on when a test has returned: idle servers, tickers and periodic timers fail nothing, a halt does.
-module(ends_tests).
-include_lib("eunit/include/eunit.hrl").

sleeper_test() ->
    spawn(fun sleep_again/0),
    ok.

sleep_again() ->
    receive
        stop -> ok
    after 5000 -> sleep_again()
    end.

ticker_test() ->
    spawn(fun() -> tick_again(5000) end),
    ok.

short_ticker_test() ->
    spawn(fun() -> tick_again(100) end),
    ok.

tick_again(Milliseconds) ->
    erlang:send_after(Milliseconds, self(), tick),
    receive
        tick -> tick_again(Milliseconds)
    end.

interval_test() ->
    {ok, _} = timer:send_interval(1000, tick),
    receive
        tick -> ok
    end.

%% The producer never stops by itself: there are interleavings without end, and they are cut.
producer_test() ->
    Test = self(),
    Producer = spawn_link(fun() -> produce(Test, 0) end),
    receive
        3 -> ok
    end,
    unlink(Producer),
    exit(Producer, kill).

produce(To, N) ->
    To ! N,
    produce(To, N + 1).

%% Two that play on for ever, once the test has what it waited for.
players_test() ->
    Test = self(),
    Second = spawn(fun() -> return_balls(Test) end),
    spawn(fun() -> Second ! {ball, self()}, return_balls(Test) end),
    receive
        played -> ok
    end.

return_balls(Test) ->
    receive
        {ball, From} -> Test ! played, From ! {ball, self()}, return_balls(Test)
    end.

%% Time passes for the test although others are busy, and would be for ever.
sleeping_beside_test() ->
    play(),
    timer:sleep(2000).

answered_beside_test() ->
    play(),
    erlang:send_after(3000, self(), answer),
    receive
        answer -> ok
    end.

never_answered_test() ->
    spawn(fun look_again/0),
    gen_server:call(spawn(fun() -> receive never -> ok end end), question).

play() ->
    Second = spawn(fun return_balls/0),
    spawn(fun() -> Second ! {ball, self()}, return_balls() end).

return_balls() ->
    receive
        {ball, From} -> From ! {ball, self()}, return_balls()
    end.

looking_again_test() ->
    spawn(fun() -> register(server, self()), receive stop -> ok end end),
    wait_for(server) ! stop.

wait_for(Name) ->
    case whereis(Name) of
        undefined -> timer:sleep(10), wait_for(Name);
        Pid -> Pid
    end.

%% The order in which those end who are linked to the test's process is no part of the verdict: one interleaving.
linked_servers_test() ->
    Test = self(),
    Names = [a, b, c],
    [spawn_link(fun() -> register(Name, self()), Test ! {ready, Name}, receive stop -> ok end end) || Name <- Names],
    [receive {ready, Name} -> ok end || Name <- Names],
    ok.

%% What comes of the end of the test's process is looked at once.
crash_afterwards_test() ->
    Table = ets:new(table, [public]),
    Test = self(),
    spawn(fun() ->
              Monitor = monitor(process, Test),
              Test ! ready,
              receive {'DOWN', Monitor, _, _, _} -> ets:lookup(Table, key) end
          end),
    receive ready -> ok end.

halt_afterwards_test() ->
    Test = self(),
    spawn(fun() ->
              Monitor = monitor(process, Test),
              Test ! ready,
              receive {'DOWN', Monitor, _, _, _} -> halt(3) end
          end),
    receive ready -> ok end.

%% A crash of one who is linked, caused by the last thing that the test does.
crash_at_the_end_test() ->
    Server = spawn_link(fun() -> receive crash -> exit(oops) end end),
    Server ! crash.

%% An error that has happened counts, however the interleaving ends.
failing_before_a_loop_without_end_test() ->
    spawn(fun() -> look_again() end),
    error(seen).

look_again() ->
    whereis(nobody),
    look_again().

%% Who computes on and on beside the test hinders nobody, can be ended, and costs nothing in the tests that follow.
computing_beside_test() ->
    Computing = [spawn(fun compute/0) || _ <- [1, 2, 3]],
    Monitor = monitor(process, hd(Computing)),
    exit(hd(Computing), enough),
    receive {'DOWN', Monitor, _, _, enough} -> ok end.

compute() -> compute().

computing_without_end_test() -> compute().

computing_fixture_test_() ->
    {setup, fun() -> spawn(fun compute/0) end,
     [{"leaves some who compute", fun() -> [spawn(fun compute/0) || _ <- [1, 2, 3]] end},
      {"waits", fun() -> timer:sleep(10000) end}]}.

%% All get their turn, however many they are: 300 who never stop, and then the one that the test waits for.
many_who_look_test() ->
    Test = self(),
    [spawn(fun look_again/0) || _ <- lists:seq(1, 300)],
    spawn(fun() -> Test ! done end),
    receive done -> ok end.

%% Long is not endless.
long_test() -> [undefined = whereis(nobody) || _ <- lists:seq(1, 100000)].

%% What weft does not have fails no test.
another_node_test() -> {ok, _} = net_kernel:start([here, shortnames]).
