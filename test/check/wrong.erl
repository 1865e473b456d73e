%% Programs with one mistake each, and twins without it.
-module(wrong).
-compile(export_all).
-compile(nowarn_export_all).
-include_lib("eunit/include/eunit.hrl").

%% Two processes that each wait for the other to begin.
embrace() ->
    Me = self(),
    Other = spawn(fun() -> receive {hello, From} -> From ! welcome end end),
    Third = spawn(fun() -> receive welcome -> Me ! done end end),
    receive {begin_with, Other, Third} -> ok end.

%% Locks taken in different orders: a deadlock only under some schedules.
locks() ->
    [A, B] = [spawn(fun() -> lock(free) end) || _ <- [1, 2]],
    Me = self(),
    spawn(fun() -> acquire(A), acquire(B), release(B), release(A), Me ! first end),
    spawn(fun() -> acquire(B), acquire(A), release(A), release(B), Me ! second end),
    receive first -> ok end,
    receive second -> ok end,
    A ! stop,
    B ! stop,
    ok.

lock(free) -> receive {acquire, Who} -> Who ! acquired, lock(taken); stop -> ok end;
lock(taken) -> receive release -> lock(free) end.

acquire(Lock) -> Lock ! {acquire, self()}, receive acquired -> ok end.
release(Lock) -> Lock ! release.

%% A counter without a lock: an update is lost when both read before either writes.
lost_update() ->
    counter = ets:new(counter, [named_table, public]),
    ets:insert(counter, {n, 0}),
    Me = self(),
    [spawn(fun() -> increment(), Me ! done end) || _ <- [1, 2]],
    [receive done -> ok end || _ <- [1, 2]],
    ?assertEqual([{n, 2}], ets:lookup(counter, n)).

increment() ->
    [{n, N}] = ets:lookup(counter, n),
    ets:insert(counter, {n, N + 1}).

%% The server still waits when the test is over, with a message that it does not understand.
left_behind() ->
    Server = spawn(fun() -> receive {request, From} -> From ! reply end end),
    Server ! {reqest, self()},
    ok.

left_behind_idle() ->
    spawn(fun() -> receive stop -> ok end end),
    ok.

%% Whoever comes second halts the system.
halting() ->
    Me = self(),
    [spawn(fun() -> Me ! N end) || N <- [1, 2]],
    receive 1 -> ok; 2 -> halt(3) end,
    receive _ -> ok end.

%% Never ends: two processes send each other the ball for ever.
ping_for_ever() ->
    Me = self(),
    Other = spawn(fun() -> bounce(Me) end),
    Other ! ball,
    bounce(Other).

bounce(To) -> receive ball -> To ! ball, bounce(To) end.

%% The result depends on who is first.
results() ->
    Me = self(),
    [spawn(fun() -> Me ! N end) || N <- [one, two, three]],
    [receive X -> X end || _ <- [1, 2, 3]].

%% Computes for ever.
computing() -> computing(0).
computing(N) -> computing(N + 1).

%% Many workers that fail alike, with different data.
workers() ->
    Me = self(),
    [spawn(fun() -> work(N, Me) end) || N <- [1, 2, 3]],
    receive go -> ok after 0 -> ok end.

work(N, Me) ->
    {ok, _} = answer(N),
    Me ! go.

answer(N) -> {error, N}.

%% Different mistakes: which one shows depends on the schedule.
several() ->
    register(several, self()),
    Me = self(),
    spawn(fun() -> Me ! {value, 1} end),
    spawn(fun() -> Me ! {value, zero} end),
    spawn(fun() -> Me ! nothing end),
    receive
        {value, V} -> _ = 10 div V, ok;
        nothing -> exit(nothing_there)
    end.

%% The first process is taken along by a linked one, and others with it.
linked() ->
    spawn_link(fun() -> receive never -> ok end end),
    spawn_link(fun() -> exit(broken) end),
    receive never -> ok end.

%% Killed, not crashed: an error with --strict-exits only.
killed() ->
    {Pid, Ref} = spawn_monitor(fun() -> receive never -> ok end end),
    exit(Pid, kill),
    receive {'DOWN', Ref, process, Pid, killed} -> ok end.

%% In order, but not normal: an error with --strict-exits only.
shut_down() ->
    {_, Own} = spawn_monitor(fun() -> exit(shutdown) end),
    {Pid, Ref} = spawn_monitor(fun() -> receive never -> ok end end),
    exit(Pid, {shutdown, restart}),
    [receive {'DOWN', M, process, _, _} -> ok end || M <- [Own, Ref]].

ended_normally() ->
    {_, Ref} = spawn_monitor(fun() -> exit(normal) end),
    receive {'DOWN', Ref, process, _, normal} -> ok end.

%% The first process is killed by another one.
killed_first() ->
    Me = self(),
    spawn(fun() -> exit(Me, kill) end),
    receive never -> ok end.

%% A timeout that is too short; it may fire before the answer comes.
impatient() ->
    Me = self(),
    spawn(fun() -> Me ! answer end),
    receive answer -> ok after 100 -> exit(too_late) end.

%% The same with a long one: fires only when nothing else can happen.
patient() ->
    Me = self(),
    spawn(fun() -> Me ! answer end),
    receive answer -> ok after 5000 -> exit(too_late) end.

%% A timer of its own.
timer() ->
    erlang:send_after(10, self(), late),
    Me = self(),
    spawn(fun() -> Me ! early end),
    receive early -> ok; late -> exit(timer_was_first) end.

%% The second message overtakes the first, which comes by another way: not if messages arrive at once.
late() ->
    Me = self(),
    Echo = spawn(fun() -> receive X -> Me ! X end end),
    spawn(fun() -> Me ! first, Echo ! second end),
    receive X -> first = X end,
    receive second -> ok end.

%% Always wrong, whatever the schedule.
always() ->
    Pid = spawn(fun() -> ok end),
    true = Pid =:= self().

%% More processes than any fixed table would hold.
crowd() ->
    Me = self(),
    Pids = [spawn(fun() -> receive go -> Me ! self() end end) || _ <- lists:seq(1, 1200)],
    [P ! go || P <- Pids],
    exit(enough).

%% A search that takes long: five processes, each with five writes to the same place.
long() ->
    long = ets:new(long, [named_table, public]),
    Me = self(),
    [spawn(fun() -> [ets:insert(long, {x, {N, I}}) || I <- [1, 2, 3, 4, 5]], Me ! done end) || N <- [1, 2, 3, 4, 5]],
    [receive done -> ok end || _ <- [1, 2, 3, 4, 5]],
    ok.

%% The same, with an error that is met at once.
long_and_wrong() ->
    spawn(fun() -> exit(wrong_at_once) end),
    long().

%% Computes for ever, within one step, and is never twice in the same state; before that, or in another interleaving, fails.
counts_for_ever() -> count(1).

count(N) -> count(N + 1).

wrong_or_for_ever() ->
    Me = self(),
    [spawn(fun() -> Me ! N end) || N <- [1, 2]],
    case receive First -> First end of
        1 -> exit(found_before);
        2 -> count(1)
    end.

with_arguments(_) -> ok.
with_arguments(_, _) -> ok.

%% Five count; only if the third counts first it fails. A search comes to that last.
third_counts_first() ->
    count_in_turns(fun(Third) -> 1 = min(Third, 1) end).

nobody_minds_who_counts_first() ->
    count_in_turns(fun(_) -> ok end).

count_in_turns(Look) ->
    Table = ets:new(counts, [public]),
    Count = fun() ->
        Got = ets:update_counter(Table, first, 1, {first, -1}),
        ets:update_counter(Table, second, 1, {second, 0}),
        ets:update_counter(Table, third, 1, {third, 0}),
        exit({got, Got})
    end,
    Counting = [spawn_monitor(Count) || _ <- lists:seq(1, 5)],
    Results = [receive {'DOWN', Ref, process, _, {got, Got}} -> Got end || {_, Ref} <- Counting],
    Look(lists:nth(3, Results)).
