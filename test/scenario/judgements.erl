%% What is an error, and of which kind.
-module(judgements).
-include("scenario.hrl").
-include_lib("stdlib/include/assert.hrl").

%% The message is there in one of the two interleavings.
%= ends: ok | error: {assertEqual,...
%= error: P assertion
failed_assertion() ->
    Me = self(),
    spawn(fun() -> Me ! hello end),
    Seen = receive hello -> hello after 0 -> nothing end,
    ?assertEqual(hello, Seen),
    ok.

%= ends: caught | ok
caught_assertion() ->
    try failed_assertion()
    catch error:{assertEqual, _} -> caught
    end.

%% Others may fail as well as P.
%= ends: ok
%= error: P.1 assertion
failed_assertion_of_another() ->
    Table = ets:new(table, [public, named_table]),
    spawn(fun() -> ?assertEqual([], ets:lookup(Table, key)), receive stop -> ok end end),
    ets:insert(Table, {key, 1}),
    idle(),
    ok.

%= ends: throw: ball
%= error: P abnormal_exit throw: ball
thrown() -> throw(list_to_atom("ball")).

%% Ends in order, of P and of others.
%= ends: exit: shutdown
orderly_ends() ->
    spawn(fun() -> exit(normal) end),
    spawn(fun() -> exit(shutdown) end),
    spawn(fun() -> exit({shutdown, reason}) end),
    idle(),
    exit(shutdown).

%= ends: ok
%= error: P.1 abnormal_exit exit: disorder
disorderly_end() ->
    spawn(fun() -> exit(disorder) end),
    ok.

%= ends: ok
%= with: --treat-as-normal disorder
disorderly_end_that_is_normal() ->
    spawn(fun() -> exit(disorder) end),
    ok.

%= ends: ok
%= with: --first-process-errors-only
disorderly_end_of_another() ->
    spawn(fun() -> exit(disorder) end),
    ok.

%% --- crashes that somebody handles ----------------------------------------------------------------

%= ends: {result,42}
awaited_result() ->
    {Pid, Monitor} = spawn_monitor(fun() -> exit({result, 42}) end),
    receive {'DOWN', Monitor, process, Pid, Reason} -> Reason end.

%= ends: oops
trapped_exit() ->
    process_flag(trap_exit, true),
    Pid = spawn_link(fun() -> exit(oops) end),
    receive {'EXIT', Pid, Reason} -> Reason end.

%% Whether the monitor is still there when the signal comes is nothing that a schedule could be told by.
%= ends: ok
%= error: P.1 abnormal_exit exit: oops
monitored_no_more() ->
    {Pid, Monitor} = spawn_monitor(fun() -> exit(oops) end),
    demonitor(Monitor, [flush]),
    is_process_alive(Pid),
    ok.

%% Who is told and ends by it has handled nothing.
%= ends: ok
%= error: P.1 abnormal_exit exit: oops
passed_on() ->
    Pid = spawn(fun() -> receive _ -> exit(oops) end end),
    spawn(fun() -> gen_server:call(Pid, hello) end),
    idle(),
    ok.

%= ends: ok
%= error: P.1 abnormal_exit exit: {oops,1}
%= with: --treat-as-normal '{oops,2}'
another_reason_is_normal() ->
    spawn(fun() -> exit({oops, 1}) end),
    ok.

%= ends: ok
%= with: --treat-as-normal {oops,_}
reason_of_a_pattern() ->
    spawn(fun() -> exit({oops, 1}) end),
    ok.

%= ends: ok
left_behind() ->
    spawn(fun() -> receive never -> ok end end),
    ok.

%= ends: ok
%= error: P deadlock
%= with: --strict-deadlock
left_behind_strictly() ->
    spawn(fun() -> receive never -> ok end end),
    ok.

%% Two that never stop answering each other.
%= error: P depth_bound
%= with: --depth-bound 60
talking_without_end() ->
    Talk = fun Talk() -> receive From -> From ! self(), Talk() end end,
    spawn(Talk) ! spawn(Talk),
    receive never -> ok end.

%% What has happened counts, however the interleaving ends.
%= error: P abnormal_exit error: seen
%= cut: no end
%= with: --depth-bound 60
failing_beside_one_without_end() ->
    Turn = fun Turn() -> whereis(nobody), Turn() end,
    spawn(Turn),
    error(seen).

%% Long only because somebody is not given a turn.
%= cut: no end
%= with: --depth-bound 60
looking_until_it_is_there() ->
    spawn(fun() -> register(somebody, self()), receive stop -> ok end end),
    Look = fun Look() -> case whereis(somebody) of undefined -> Look(); Pid -> Pid ! stop end end,
    Look().

%% A short sleep in between makes it come to an end.
%= ends: stop
looking_seldom_until_it_is_there() ->
    spawn(fun() -> register(somebody, self()), receive stop -> ok end end),
    Look = fun Look() -> case whereis(somebody) of undefined -> timer:sleep(1), Look(); Pid -> Pid ! stop end end,
    Look().

%= error: P livelock
%= with: --max-reductions 100000
computing_without_end() -> turn(0).

turn(N) -> turn(1 - N).

%% Whoever computes without end hinders nobody: the message that it did not take first comes all the same, and might have come
%% before the other.
%= error: P livelock
%= error: P abnormal_exit exit: second
%= ends: exit: second
%= explored: 2
%= with: --max-reductions 100000 --scheduling oldest
computing_while_others_act() ->
    P = self(),
    spawn(fun() -> P ! first end),
    spawn(fun() -> P ! second end),
    receive
        first -> turn(0);
        second -> exit(second)
    end.

%% The node is stopped with a status that is not 0, unless P has ended before, which it does not wait for.
%= error: P halt
halted() ->
    spawn(fun() -> halt(3) end),
    receive never -> ok end.

%= error: P deadlock
%= ends: ok
wait_for_one_that_may_have_gone() ->
    Me = self(),
    Child = spawn(fun() -> receive {From, hello} -> From ! hello after 10 -> bored end end),
    Child ! {Me, hello},
    receive hello -> ok end.
